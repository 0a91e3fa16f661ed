/* Positions that the owner keeps under a name. */

#include "web/background.h"

#include "base/clock.h"
#include "base/memory.h"
#include "store/position_table.h"

#include <stdlib.h>
#include <string.h>

static bool write_row(void *json, const struct position_row *row)
{
    json_begin_object(json, NULL);
    json_int(json, "id", row->id);
    json_text(json, "game", row->game);
    json_text(json, "position", row->position);
    json_text(json, "name", row->name);
    json_int(json, "addedMs", row->added_ms);
    json_end_object(json);
    return true;
}

static bool work_list(struct db *db, void *ctx, struct json *json, struct err *why)
{
    (void)ctx;
    json_begin_object(json, NULL);
    json_begin_array(json, "positions");
    bool is_listed = position_table_list(db, write_row, json, why);
    json_end_array(json);
    json_end_object(json);
    return is_listed;
}

static void on_list(struct request *request)
{
    background_answer_store(request, MHD_HTTP_OK, work_list, NULL);
}

/* In the spelling of the rules. */
static bool read_position(struct body_part body, struct position_row *row, struct err *why)
{
    const char *game = body_text(body, "game", "", why);
    const char *words = body_text(body, "position", "", why);
    const char *name = body_text(body, "name", "", why);
    const struct game_rules *rules = game ? game_find(slice_of(game)) : NULL;
    struct position pos;
    struct buf buf;

    if (!rules || !words || !name || strlen(name) >= sizeof row->name)
        return err_set(why, "bad_value", !rules ? "game" : !words ? "position" : "name");
    if (!rules->parse(slice_of(words), &pos, why))
        return false;
    buf_init(&buf, row->position, sizeof row->position);
    rules->print(&pos, &buf);
    buf_copy(row->game, sizeof row->game, slice_of(rules->name));
    buf_copy(row->name, sizeof row->name, slice_of(name));
    row->added_ms = clock_wall_ms();
    return true;
}

static bool work_add(struct db *db, void *ctx, struct json *json, struct err *why)
{
    return position_table_add(db, ctx, why) && write_row(json, ctx);
}

static void on_add(struct request *request)
{
    struct position_row *row = memory_get(1, sizeof *row);
    struct err why = {0};

    if (read_position(body_whole(&request->body), row, &why)) {
        background_answer_store(request, MHD_HTTP_CREATED, work_add, row);
        return;
    }
    answer_store_refusal(request, &why);
    free(row);
}

static bool work_remove(struct db *db, void *ctx, struct json *json, struct err *why)
{
    int64_t id = *(int64_t *)ctx;
    bool is_there = false;

    (void)json;
    return position_table_remove(db, id, &is_there, why) &&
           (is_there || err_setf(why, "no_such_page", "/api/positions/%lld", (long long)id));
}

/* What is no number is the number of no position. */
static void on_remove(struct request *request)
{
    int64_t *id = memory_get(1, sizeof *id);

    slice_to_int64(slice_of(request->id), id);
    background_answer_store(request, MHD_HTTP_OK, work_remove, id);
}

const struct route position_routes[] = {
    {"GET", "/api/positions", RIGHT_OWNER, on_list},
    {"POST", "/api/positions", RIGHT_OWNER_LOCAL, on_add},
    {"DELETE", "/api/positions/*", RIGHT_OWNER_LOCAL, on_remove},
    {0},
};
