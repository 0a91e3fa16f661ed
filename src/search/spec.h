#ifndef SEARCH_SPEC_H
#define SEARCH_SPEC_H

/*
 * A built-in player as somebody writes it down: a level, and limits for a move.
 *
 *   mittel    stark:nodes=5000    stark:time=100    leicht:depth=2,sleep=5    stark:nodes=500,random=4
 */

#include "base/err.h"
#include "search/player.h"

#include <stdatomic.h>

struct player_spec {
    const struct player *level;
    int64_t nodes, time_ms; /* for a move; 0: no limit */
    int depth;
    int sleep_ms;     /* it waits so long before each move, which takes time but no work */
    int random_plies; /* the first moves of a game are drawn by chance, so that games differ */
    bool is_open;     /* a value is missing: stark:nodes={n} */
};

/* Does this begin with the name of a level? */
bool player_spec_is_one(const char *words);
/* False: `why` says what is wrong. */
bool player_spec_read(struct player_spec *spec, const char *words, struct err *why);

/* Is there anything that ends its thinking? */
static inline bool player_spec_is_limited(const struct player_spec *spec)
{
    return spec->nodes > 0 || spec->depth > 0 || spec->time_ms > 0 || spec->level->is_random;
}

/* Who chooses this move: the level, or, among the first random moves, the weakest of all. */
const struct player *player_spec_level(const struct player_spec *spec, int ply);

/* Waits as long as it sleeps before a move; `stop` ends that early, and may be NULL. */
void player_spec_sleep(const struct player_spec *spec, const atomic_bool *stop);

#endif
