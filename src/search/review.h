#ifndef SEARCH_REVIEW_H
#define SEARCH_REVIEW_H

/*
 * What the search thinks of a whole game: an opinion on every position, always as red's chance to
 * win, and what each move gave away.  With a number of nodes it is the same on every machine.
 */

#include "game/record.h"
#include "search/search.h"

/* From how much given away a move carries which sign. */
enum review_sign { REVIEW_FINE, REVIEW_DOUBTFUL, REVIEW_MISTAKE, REVIEW_BLUNDER, REVIEW_SIGNS };

struct review_opinion {
    enum side side;              /* to move; SIDE_NONE: it is over, and red_win is the result */
    double red_win;              /* 0 .. 1 */
    int red_own;                 /* the game's own number, red's minus blue's */
    move_t line[SEARCH_PLY_MAX]; /* what was expected */
    int line_length;
    int depth;
    uint64_t nodes;
    int64_t time_us;
};

/* Looks at a position of a record; `limits` as for any search, `search` remembers what it
 * learns. */
void review_look(struct search *search, const struct game_rules *rules, const struct position *pos,
                 const struct search_limits *limits, struct review_opinion *opinion);

/* How much of its chance the side gave away that moved from `before` to `after`; never below 0, and
 * nothing if it played what the search would have played. */
double review_loss(const struct review_opinion *before, move_t move,
                   const struct review_opinion *after);
enum review_sign review_sign_of(double loss);
/* "", "?!", "?" or "??". */
const char *review_sign_text(enum review_sign sign);

#endif
