/* Positions that somebody wants to remember, in a file of the data folder. */

#include "web/internal.h"

#include "base/clock.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS_MAX = 500, NAME_MAX_BYTES = 200 };

static void path_of(const struct web *web, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%.*s/positions.json", PATH_MAX - 32, web->data_dir);
}

/* {"positions":[…]}; a file that cannot be read is none. */
static json_t *load(const struct web *web)
{
    char path[PATH_MAX];

    path_of(web, path);
    json_t *tree = json_load_file(path, 0, NULL);
    if (json_is_array(json_object_get(tree, "positions")))
        return tree;
    json_decref(tree);
    return json_pack("{s:[]}", "positions");
}

static bool save(const struct web *web, const json_t *tree, struct err *why)
{
    char path[PATH_MAX];

    path_of(web, path);
    return web_write_tree(path, tree, why);
}

static void on_list(struct request *request)
{
    json_t *tree = load(request->web);

    answer_tree(request, MHD_HTTP_OK, tree);
    json_decref(tree);
}

/* ---- one more ---- */

static json_int_t next_id(const json_t *list)
{
    json_int_t last = 0;
    const json_t *item;
    size_t i;

    json_array_foreach(list, i, item)
    {
        json_int_t id = json_integer_value(json_object_get(item, "id"));
        last = id > last ? id : last;
    }
    return last + 1;
}

/* In the spelling of the rules; NULL: it is none. */
static json_t *read_position(struct request *request, json_int_t id, struct err *why)
{
    struct body_part body = body_whole(&request->body);
    const char *game = body_text(body, "game", "", why);
    const char *words = body_text(body, "position", "", why);
    const char *name = body_text(body, "name", "", why);
    const struct game_rules *rules = game ? game_find(slice_of(game)) : NULL;
    char text[GAME_TEXT_MAX];
    struct position pos;
    struct buf buf;

    if (!rules || !words || !name || strlen(name) > NAME_MAX_BYTES) {
        err_set(why, "bad_value", !rules ? "game" : !words ? "position" : "name");
        return NULL;
    }
    if (!rules->parse(slice_of(words), &pos, why))
        return NULL;
    buf_init(&buf, text, sizeof text);
    rules->print(&pos, &buf);
    return json_pack("{s:I, s:s, s:s, s:s, s:I}", "id", id, "game", rules->name, "position", text,
                     "name", name, "addedMs", (json_int_t)clock_wall_ms());
}

static void on_add(struct request *request)
{
    json_t *tree = load(request->web), *list = json_object_get(tree, "positions");
    struct err why = {0};

    json_t *item =
        json_array_size(list) < POSITIONS_MAX ? read_position(request, next_id(list), &why) : NULL;
    if (!item && !why.code[0])
        err_setf(&why, "positions_full", "%d", POSITIONS_MAX);
    if (item && json_array_append(list, item) == 0 && save(request->web, tree, &why))
        answer_tree(request, MHD_HTTP_CREATED, item);
    else
        answer_refusal(request, MHD_HTTP_UNPROCESSABLE_CONTENT, NULL, &why);
    json_decref(item);
    json_decref(tree);
}

/* ---- one less ---- */

static bool remove_item(json_t *list, const char *id)
{
    const json_t *item;
    int64_t number;
    size_t i;

    if (!slice_to_int64(slice_of(id), &number))
        return false;
    json_array_foreach(list, i, item)
    {
        if (json_integer_value(json_object_get(item, "id")) == number)
            return json_array_remove(list, i) == 0;
    }
    return false;
}

static void on_remove(struct request *request)
{
    json_t *tree = load(request->web);
    struct err why = {0};

    if (!remove_item(json_object_get(tree, "positions"), request->id))
        refuse(request, MHD_HTTP_NOT_FOUND, "no_such_page", request->path);
    else if (save(request->web, tree, &why))
        answer_empty(request);
    else
        answer_refusal(request, MHD_HTTP_SERVICE_UNAVAILABLE, NULL, &why);
    json_decref(tree);
}

const struct route position_routes[] = {
    {"GET", "/api/positions", RIGHT_OWNER, on_list},
    {"POST", "/api/positions", RIGHT_OWNER_LOCAL, on_add},
    {"DELETE", "/api/positions/*", RIGHT_OWNER_LOCAL, on_remove},
    {0},
};
