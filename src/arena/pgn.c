#include "arena/pgn.h"

static const char *result_of(const struct note *note)
{
    if (note->winner == ARENA_SEATS)
        return "1/2-1/2";
    return note->winner == note->red ? "1-0" : "0-1";
}

static void add_header(struct buf *out, const char *key, const char *value)
{
    buf_format(out, "[%s \"", key);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            buf_add_char(out, '\\');
        buf_add_char(out, *value);
    }
    buf_add(out, "\"]\n");
}

void pgn_print(const struct note *note, const struct terms *terms, struct buf *out)
{
    enum arena_seat blue = (enum arena_seat)(ARENA_B - note->red);

    add_header(out, "Event", terms->rules->title);
    buf_format(out, "[Round \"%d\"]\n", note->game + 1);
    add_header(out, "White", terms->players[note->red].name);
    add_header(out, "Black", terms->players[blue].name);
    add_header(out, "Result", result_of(note));
    buf_format(out, "\n%s\n\n", result_of(note));
}
