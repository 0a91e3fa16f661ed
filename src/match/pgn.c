#include "match/pgn.h"

static const char *result_of(const struct result *result)
{
    if (result->winner == MATCH_SEATS)
        return "1/2-1/2";
    return result->winner == result->red ? "1-0" : "0-1";
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

void pgn_print(const struct result *result, const struct match *match, struct buf *out)
{
    enum match_seat blue = (enum match_seat)(MATCH_B - result->red);

    add_header(out, "Event", match->rules->title);
    buf_format(out, "[Round \"%d\"]\n", result->game + 1);
    add_header(out, "White", match->players[result->red].name);
    add_header(out, "Black", match->players[blue].name);
    add_header(out, "Result", result_of(result));
    buf_format(out, "\n%s\n\n", result_of(result));
}
