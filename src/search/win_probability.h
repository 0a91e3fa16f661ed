#ifndef SEARCH_WIN_PROBABILITY_H
#define SEARCH_WIN_PROBABILITY_H

/* Scores in words that people understand: a probability, and the game's own number. */

#include "search/search.h"

/* Fills `win` and `own` of a line from its score and moves. */
void win_probability_fill(const struct game_rules *rules, const struct position *pos,
                          struct search_line *line);

#endif
