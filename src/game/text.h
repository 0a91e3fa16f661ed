#ifndef GAME_TEXT_H
#define GAME_TEXT_H

/* The parts of a position's text that all games share: side, turn and ruleset.  Inline, because
 * rules call nothing outside their folder. */

#include "game/game.h"

static inline char text_side_letter(enum side side)
{
    return side == SIDE_RED ? 'r' : side == SIDE_BLUE ? 'b' : '-';
}

/* Reads "r", "b" or "-". */
static inline bool text_side(struct slice word, uint8_t *side)
{
    for (enum side s = SIDE_RED; s <= SIDE_NONE && word.len == 1; s++) {
        if (word.at[0] == text_side_letter(s)) {
            *side = (uint8_t)s;
            return true;
        }
    }
    return false;
}

/* Adds " rules=server" where it is needed: a text without it means the book. */
static inline void text_add_ruleset(struct buf *out, const struct position *pos)
{
    if (pos->ruleset == RULES_SERVER)
        buf_add(out, " rules=server");
}

/* Adds "r 12". */
static inline void text_add_turn(struct buf *out, const struct position *pos)
{
    buf_add_char(out, text_side_letter((enum side)pos->side));
    buf_add_char(out, ' ');
    buf_add_int(out, pos->turn);
}

/* Adds "3,-2": a field of the games that have coordinates. */
static inline void text_add_place(struct buf *out, int x, int y)
{
    buf_add_int(out, x);
    buf_add_char(out, ',');
    buf_add_int(out, y);
}

/* Refuses with a part of the text as details. */
static inline bool text_refuse(struct err *why, const char *code, struct slice part)
{
    char details[ERR_DETAILS_SIZE];
    struct buf buf;

    buf_init(&buf, details, sizeof details);
    buf_add_slice(&buf, part);
    return err_set(why, code, details);
}

/* Refuses with the names of fields as details: "a4 c4". */
static inline bool text_refuse_fields(struct err *why, const char *code,
                                      void (*print)(int field, struct buf *out), const int fields[],
                                      int n)
{
    char details[ERR_DETAILS_SIZE];
    struct buf buf;

    buf_init(&buf, details, sizeof details);
    for (int i = 0; i < n; i++) {
        if (i > 0)
            buf_add_char(&buf, ' ');
        print(fields[i], &buf);
    }
    return err_set(why, code, details);
}

/* ---- reading ---- */

/*
 * What follows the board in the text of every position: side, turn, the game's own words, ruleset.
 *
 *   struct text_tail tail = text_tail(text);             splits it into words
 *   text_read_turn(&tail, TURN_MAX, why)                 reads side and turn
 *   text_check_side(&tail, pos, why)                     once the rules say which side is to move
 */
struct text_tail {
    struct slice side_word, turn_word;
    struct slice more; /* the game's own words */
    uint8_t ruleset;   /* enum ruleset */
    uint8_t side;      /* enum side, as the text says; from text_read_turn on */
    int turn;          /* likewise */
};

/* Cuts the last word off if it is this one. */
static inline bool text_cut_last(struct slice *text, const char *word)
{
    size_t len = strlen(word), rest = text->len - len;

    if (text->len < len || memcmp(text->at + rest, word, len) != 0 ||
        (rest > 0 && !slice_is_blank(text->at[rest - 1])))
        return false;
    *text = slice_trim(slice_make(text->at, rest));
    return true;
}

/* Cuts "rules=…" off the end; a text without it means the book. */
static inline uint8_t text_cut_ruleset(struct slice *text)
{
    if (text_cut_last(text, "rules=server"))
        return RULES_SERVER;
    text_cut_last(text, "rules=book");
    return RULES_BOOK;
}

static inline struct text_tail text_tail(struct slice text)
{
    struct text_tail tail = {0};

    tail.side_word = slice_take_word(&text);
    tail.turn_word = slice_take_word(&text);
    tail.more = slice_trim(text);
    tail.ruleset = text_cut_ruleset(&tail.more);
    return tail;
}

static inline bool text_read_turn(struct text_tail *tail, int turn_max, struct err *why)
{
    if (!text_side(tail->side_word, &tail->side))
        return text_refuse(why, "bad_side", tail->side_word);
    return slice_to_count(tail->turn_word, turn_max, &tail->turn) ||
           text_refuse(why, "bad_turn", tail->turn_word);
}

/* The text must name the side that the rules say; a finished game may have any. */
static inline bool text_check_side(const struct text_tail *tail, const struct position *pos,
                                   struct err *why)
{
    return pos->side == SIDE_NONE || pos->side == tail->side ||
           text_refuse(why, "bad_side", tail->side_word);
}

/* Nothing may follow. */
static inline bool text_check_end(struct slice rest, struct err *why)
{
    return rest.len == 0 || text_refuse(why, "bad_position", rest);
}

#endif
