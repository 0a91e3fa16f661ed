#ifndef GAMES_MISSISSIPPI_ACTION_SEARCH_H
#define GAMES_MISSISSIPPI_ACTION_SEARCH_H

/* Ways of a ship to an end, found by a search over the actions of a voyage. */

#include "games/mississippi/voyage.h"

enum {
    ROUTE_BURNT_MAX = 31,   /* no move burns more coal */
    ROUTE_ACTIONS_MAX = 63, /* unit actions; only overdrafts could have more */
};

struct route {
    struct action action[ROUTE_ACTIONS_MAX];
    int count; /* of actions; 0: the move may end at once */
    int units; /* steps and turns one by one */
    int burnt; /* coal */
};

/* How a voyage can still become a move: the cheapest way to a legal end, then the shortest; false
 * if there is none. */
bool action_search_complete(const struct voyage *start, struct route *route);

/*
 * A way to this end state from the beginning of a move; false if there is none.  The coal of `end`
 * is not compared: a move that wastes coal gets the cheapest way to its end state.
 *
 * This is the search of the official traces, action by action: more coal first, then fewer actions,
 * then first found.  It leaves out what cannot lead to this end state, which does not change the
 * order of the rest; so the way is the same that a complete search finds.
 */
bool action_search_to_end_state(const struct voyage *start, const struct end_state *end,
                                struct route *route);

#endif
