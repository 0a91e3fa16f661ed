#ifndef GAMES_MISSISSIPPI_TRAP_H
#define GAMES_MISSISSIPPI_TRAP_H

/*
 * Moves that may leave the opponent without one, which wins at once.  Wherever the opponent is
 * pushed to, it usually has an escape; then only a ship that stops on a field of that escape can
 * be in its way.
 */

#include "games/mississippi/escape.h"

struct trap {
    const struct mississippi *m;
    struct ship victim; /* the opponent after the last push that was asked for */
    bool is_ready;
    bool is_free;         /* it has an escape … */
    struct escape escape; /* … this one */
    /* By field of the escape: 0 not tried, 1 a ship there blocks, 2 it does not. */
    uint8_t is_blocked[SHIP_SPEED_MAX];
    /* A ship on this field leaves the opponent a move: found out by playing. */
    bool is_harmless[RIVER_PLACES];
};

void trap_init(struct trap *trap, const struct mississippi *m);
/* May this move leave `other`, as it is before the move, without one? */
bool trap_may_catch(struct trap *trap, const struct ship *other, const struct end_state *e);

#endif
