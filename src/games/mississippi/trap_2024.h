#ifndef GAMES_MISSISSIPPI_TRAP_2024_H
#define GAMES_MISSISSIPPI_TRAP_2024_H

/* Moves that may leave the opponent without one, as trap.h, for season 2024. */

#include "games/mississippi/escape_2024.h"

struct trap24 {
    const struct mississippi24 *g;
    struct ship victim; /* the opponent after the last push that was asked for */
    uint8_t pushes;
    bool is_ready;
    bool is_free;           /* it has an escape … */
    struct escape24 escape; /* … this one */
    /* By field of the escape: 0 not tried, 1 a ship there blocks, 2 it does not. */
    uint8_t is_blocked[SHIP_SPEED_MAX];
    /* A ship on this field leaves the opponent a move: found out by playing. */
    bool is_harmless[RIVER_PLACES];
};

void trap24_init(struct trap24 *trap, const struct mississippi24 *g);
/* May this move leave `other`, as it is before the move, without one? */
bool trap24_may_catch(struct trap24 *trap, const struct ship *other, const struct end_state24 *end);

#endif
