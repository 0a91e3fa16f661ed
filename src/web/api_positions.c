/* Positions that the owner keeps under a name. */

#include "web/background.h"
#include "web/internal.h"

#include "base/clock.h"
#include "base/memory.h"
#include "store/position_table.h"

#include <stdlib.h>
#include <string.h>

struct position_call {
    struct position_row row; /* to be added or removed */
    bool is_there;           /* the one to be removed */
    struct answer_text answer;
};

static struct position_call *new_call(void)
{
    struct position_call *call = memory_get(1, sizeof *call);

    answer_text_init(&call->answer);
    return call;
}

static bool write_row(void *ctx, const struct position_row *row)
{
    struct json *json = &((struct position_call *)ctx)->answer.json;

    json_begin_object(json, NULL);
    json_int(json, "id", row->id);
    json_text(json, "game", row->game);
    json_text(json, "position", row->position);
    json_text(json, "name", row->name);
    json_int(json, "addedMs", row->added_ms);
    json_end_object(json);
    return true;
}

/* ---- the list ---- */

static bool work_list(struct db *db, void *ctx, struct err *why)
{
    struct position_call *call = ctx;
    struct json *json = &call->answer.json;

    json_begin_object(json, NULL);
    json_begin_array(json, "positions");
    bool is_listed = position_table_list(db, write_row, call, why);
    json_end_array(json);
    json_end_object(json);
    return is_listed;
}

static void finish_list(struct request *request, void *ctx)
{
    answer_json(request, MHD_HTTP_OK, &((struct position_call *)ctx)->answer.text);
}

static void on_list(struct request *request)
{
    background_start_store(request, work_list, finish_list, new_call());
}

/* ---- one more ---- */

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

static bool work_add(struct db *db, void *ctx, struct err *why)
{
    struct position_call *call = ctx;

    return position_table_add(db, &call->row, why) && write_row(call, &call->row);
}

static void finish_add(struct request *request, void *ctx)
{
    answer_json(request, MHD_HTTP_CREATED, &((struct position_call *)ctx)->answer.text);
}

static void on_add(struct request *request)
{
    struct position_call *call = new_call();
    struct err why = {0};

    if (read_position(body_whole(&request->body), &call->row, &why)) {
        background_start_store(request, work_add, finish_add, call);
        return;
    }
    answer_store_refusal(request, &why);
    free(call);
}

/* ---- one less ---- */

static bool work_remove(struct db *db, void *ctx, struct err *why)
{
    struct position_call *call = ctx;

    return position_table_remove(db, call->row.id, &call->is_there, why);
}

static void finish_remove(struct request *request, void *ctx)
{
    if (((struct position_call *)ctx)->is_there)
        answer_empty(request);
    else
        refuse(request, MHD_HTTP_NOT_FOUND, "no_such_page", request->path);
}

static void on_remove(struct request *request)
{
    struct position_call *call = new_call();

    slice_to_int64(slice_of(request->id), &call->row.id); /* anything else is no number of one */
    background_start_store(request, work_remove, finish_remove, call);
}

const struct route position_routes[] = {
    {"GET", "/api/positions", RIGHT_OWNER, on_list},
    {"POST", "/api/positions", RIGHT_OWNER_LOCAL, on_add},
    {"DELETE", "/api/positions/*", RIGHT_OWNER_LOCAL, on_remove},
    {0},
};
