#ifndef GAMES_MISSISSIPPI_ACTION_SEARCH_2024_H
#define GAMES_MISSISSIPPI_ACTION_SEARCH_2024_H

/* Ways of a ship to an end, found by a search over the actions of a voyage of season 2024. */

#include "games/mississippi/voyage_2024.h"

enum { ROUTE24_ACTIONS_MAX = 31 }; /* no move needs more */

struct route24 {
    struct action action[ROUTE24_ACTIONS_MAX];
    int count; /* of actions; 0: the move may end at once */
    int burnt; /* coal */
};

/* What a voyage has done last: an advance never follows an advance, nor a turn a turn. */
enum last_action { LAST_OTHER, LAST_ADVANCE, LAST_TURN };

/* How a voyage can still become a move: the cheapest way to a legal end, then the one with the
 * fewest actions; false if there is none. */
bool action_search24_complete(const struct voyage24 *start, enum last_action last,
                              struct route24 *route);

/* The cheapest way to this end state from the beginning of a move, then the one with the fewest
 * actions; false if there is none that leaves as much coal. */
bool action_search24_to_end_state(const struct voyage24 *start, const struct end_state24 *end,
                                  enum turn_set turns, struct route24 *route);

#endif
