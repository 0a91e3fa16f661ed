/* The messages of the seats of a game, to find the fault in a bot. */

#include "base/utf8.h"
#include "game/view.h"
#include "web/internal.h"

#include <string.h>

enum {
    ENTRIES_MAX = 512,                      /* in one answer */
    SHOWN_SIZE = 4 * SEAT_LOG_TEXT_MAX + 1, /* a text in which every byte is escaped */
    ENTRY_BYTES = 2 * 6 * SHOWN_SIZE + 512, /* more than one needs in JSON */
};

/* ---- one entry ---- */

/* Bytes that are no text are written as \x0b, a backslash as itself. */
static void escape(struct buf *buf, struct slice bytes)
{
    while (bytes.len > 0) {
        bool is_space = bytes.at[0] == '\n' || bytes.at[0] == '\t' || bytes.at[0] == '\r';
        size_t len = is_space ? 1 : utf8_showable_front(bytes);
        if (len > 0)
            buf_add_slice(buf, slice_make(bytes.at, len));
        else
            buf_format(buf, "\\x%02x", (unsigned char)bytes.at[0]);
        bytes = slice_skip(bytes, len > 0 ? len : 1);
    }
}

static void show_bytes(struct json *out, const char *key, struct slice bytes)
{
    char text[SHOWN_SIZE];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    escape(&buf, bytes);
    json_slice(out, key, buf_slice(&buf));
}

static void show_note(struct json *out, const struct game_rules *rules, struct slice text)
{
    struct err why = {0};
    struct buf buf;

    buf_copy(why.code, sizeof why.code, slice_take_until(&text, '\n'));
    buf_init(&buf, why.details, sizeof why.details);
    escape(&buf, text);
    view_refusal(out, "note", rules, &why);
}

static void show_entry(struct json *out, const struct game_rules *rules, uint64_t number,
                       const struct seat_log_entry *entry)
{
    static const char *const kinds[] = {[SEAT_LOG_IN] = "in",
                                        [SEAT_LOG_OUT] = "out",
                                        [SEAT_LOG_SAYS] = "says",
                                        [SEAT_LOG_NOTE] = "note"};
    size_t fine = entry->has_mark ? entry->mark : entry->text.len;

    json_begin_object(out, NULL);
    json_int(out, "n", (int64_t)number);
    json_int(out, "atMs", entry->when.at_ms);
    json_int(out, "ply", entry->when.ply);
    json_text(out, "kind", kinds[entry->kind]);
    if (entry->kind == SEAT_LOG_NOTE)
        show_note(out, rules, entry->text);
    else
        show_bytes(out, "text", slice_make(entry->text.at, fine));
    if (entry->has_mark)
        show_bytes(out, "bad", slice_skip(entry->text, fine));
    if (entry->left_out > 0)
        json_int(out, "leftOut", (int64_t)entry->left_out);
    json_end_object(out);
}

/* ---- the calls ---- */

static enum side read_side(struct request *request)
{
    const char *name = request_argument(request, "side");
    enum side side = SIDE_NONE;

    if (name)
        side_find(slice_of(name), &side);
    return side;
}

static bool read_from(struct request *request, uint64_t *from)
{
    const char *given = request_argument(request, "from");
    int64_t value = 0;

    if (given && (!slice_to_int64(slice_of(given), &value) || value < 0))
        return false;
    *from = (uint64_t)value;
    return true;
}

/* As many as one answer holds, none without a seat_log; the number to go on with. */
static uint64_t show_entries(struct json *out, const struct game_rules *rules,
                             const struct seat_log *seat_log, uint64_t from)
{
    uint64_t end = from + ENTRIES_MAX, next = seat_log ? seat_log_next(seat_log) : 0;

    json_begin_array(out, "entries");
    while (from < next && from < end && out->out->size - out->out->len > ENTRY_BYTES) {
        struct seat_log_entry entry = seat_log_at(seat_log, from);
        show_entry(out, rules, from++, &entry);
    }
    json_end_array(out);
    return from;
}

static void answer_log(struct request *request, const struct game_rules *rules,
                       const struct seat_log *seat_log, uint64_t from)
{
    struct json *json = web_begin_json(request->web);
    uint64_t first = seat_log ? seat_log_first(seat_log) : from;

    json_begin_object(json, NULL);
    json_bool(json, "kept", seat_log != NULL);
    json_int(json, "gone", from < first ? (int64_t)(first - from) : 0);
    from = from < first ? first : from;
    from = show_entries(json, rules, seat_log, from);
    json_int(json, "next", (int64_t)from);
    json_bool(json, "more", seat_log && from < seat_log_next(seat_log));
    json_end_object(json);
    answer_json(request, MHD_HTTP_OK, json->out);
}

static void on_log(struct request *request)
{
    struct server *server = request->web->config.server;
    enum side side = read_side(request);
    struct room_view game;
    uint64_t from;

    if (side == SIDE_NONE)
        refuse(request, MHD_HTTP_BAD_REQUEST, "bad_value", "side");
    else if (!read_from(request, &from))
        refuse(request, MHD_HTTP_BAD_REQUEST, "bad_value", "from");
    else if (!rooms_view(server, request->id, &game))
        answer_log(request, NULL, NULL, from); /* an old one, of which nothing is kept */
    else
        answer_log(request, game.room->rules, rooms_seat_log(server, request->id, side), from);
}

static void on_keep(struct request *request)
{
    struct err why = {0};

    if (rooms_do(request->web->config.server, request->id, &(struct room_action){.kind = ROOM_LOG},
                 &why))
        answer_empty(request);
    else
        answer_refusal(request, MHD_HTTP_NOT_FOUND, NULL, &why);
}

const struct route log_routes[] = {
    {"GET", "/api/games/*/log", RIGHT_OWNER_LOCAL, on_log},
    {"POST", "/api/games/*/log", RIGHT_OWNER_LOCAL, on_keep},
    {0},
};
