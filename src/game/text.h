#ifndef GAME_TEXT_H
#define GAME_TEXT_H

/* The parts of a position's text that all games share: the letter of the side, the ruleset at the
 * end.  Inline, because rules call nothing outside their folder. */

#include "game/game.h"

static inline char text_side_letter(enum side side)
{
    return side == SIDE_RED ? 'r' : side == SIDE_BLUE ? 'b' : '-';
}

/* Reads "r", "b" or "-". */
static inline bool text_side(struct slice word, uint8_t *side)
{
    if (word.len != 1)
        return false;
    switch (word.at[0]) {
    case 'r':
        *side = SIDE_RED;
        return true;
    case 'b':
        *side = SIDE_BLUE;
        return true;
    case '-':
        *side = SIDE_NONE;
        return true;
    }
    return false;
}

static inline void text_add_ruleset(struct buf *out, const struct position *pos)
{
    if (pos->ruleset == RULES_SERVER)
        buf_add(out, " rules=server");
}

static inline bool text_cut_end(struct slice *text, const char *end)
{
    size_t len = strlen(end);

    if (text->len < len || memcmp(text->at + text->len - len, end, len) != 0)
        return false;
    text->len -= len;
    return true;
}

/* Cuts " rules=…" from the end; a text without it means the book. */
static inline uint8_t text_cut_ruleset(struct slice *text)
{
    if (text_cut_end(text, " rules=server"))
        return RULES_SERVER;
    text_cut_end(text, " rules=book");
    return RULES_BOOK;
}

/* Refuses with a part of the text as details. */
static inline bool text_refuse(struct err *why, const char *code, struct slice part)
{
    char details[ERR_DETAILS_SIZE];
    struct buf buf;

    buf_init(&buf, details, sizeof details);
    buf_add_slice(&buf, part);
    return err_say(why, code, details);
}

#endif
