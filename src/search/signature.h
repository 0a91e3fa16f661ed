#ifndef SEARCH_SIGNATURE_H
#define SEARCH_SIGNATURE_H

/* What a game's search does, as a number: nodes, best moves and scores of some searches.  Two programs with
 * the same signature play the same games when they count nodes. */

#include "game/game.h"

/* `nodes` for each position; small is enough to tell two programs apart. */
uint64_t search_signature(const struct game_rules *rules, uint64_t nodes);

#endif
