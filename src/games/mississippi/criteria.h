#ifndef GAMES_MISSISSIPPI_CRITERIA_H
#define GAMES_MISSISSIPPI_CRITERIA_H

/* What the ships are compared by at the end of a game; the same in every season. */

#include "game/view.h"
#include "games/mississippi/river.h"

#include <string.h>

/* `decisive`: "goal", "canSail", "segment", "points" or "passengers"; NULL: nothing yet. */
static inline void mississippi_print_criteria(const struct ship ship[SIDE_NONE],
                                              const int points[SIDE_NONE],
                                              const struct game_result *result,
                                              const char *decisive, struct json *out)
{
    int wins[SIDE_NONE], segment[SIDE_NONE], passengers[SIDE_NONE];

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        wins[side] = result->winner == side;
        segment[side] = river_segment_of(ship[side].place) + 1;
        passengers[side] = ship[side].passengers;
    }
    if (decisive && (strcmp(decisive, "goal") == 0 || strcmp(decisive, "canSail") == 0))
        view_criterion(out, decisive, wins, decisive);
    view_criterion(out, "points", points, decisive);
    view_criterion(out, "passengers", passengers, decisive);
    view_criterion(out, "segment", segment, decisive);
}

#endif
