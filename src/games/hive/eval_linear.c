/* The evaluation as a sum. */

#include "search/linear.h"

#include "games/hive/features.h"
#include "games/hive/weights.h"

_Static_assert(sizeof hive_weights == sizeof(int16_t[HIVE_KNOTS][FEATURE_COUNT]),
               "every feature has a weight");

static const char *const sets[] = {
    "first turn",
    "half of the game",
    "last turn",
};

static const char *const names[] = {
    "tempo",
    "queen in hand",
    "queen with 0 free",
    "queen with 1 free",
    "queen with 2 free",
    "queen with 3 free",
    "queen with 4 free",
    "queen with 5 or 6 free",
    "free fields at the end",
    "queen with 0 of her own free",
    "queen with 1 of her own free",
    "queen with 2 of her own free",
    "queen ridden",
    "queen mobile",
    "queen open",
    "loose guards",
    "stuck guards",
    "loose besiegers",
    "stuck besiegers",
    "spiders in hand",
    "beetles in hand",
    "grasshoppers in hand",
    "ants in hand",
    "loose spiders",
    "loose beetles",
    "loose grasshoppers",
    "loose ants",
    "stuck spiders",
    "stuck beetles",
    "stuck grasshoppers",
    "stuck ants",
    "buried",
    "room",
    "room at the queen",
    "ants with an aim",
    "grasshoppers with an aim",
    "spiders with an aim",
    "beetles 1 away",
    "beetles 2 away",
    "beetles 3 away",
    "nothing lacks",
    "1 lacks",
    "2 lack",
    "strike",
    "threat",
};

_Static_assert(sizeof names == FEATURE_COUNT * sizeof *names, "every feature has a name");

static bool look(const struct position *pos, int features[], int parts[])
{
    int knot = pos->turn / PHASE_TURNS, part = pos->turn % PHASE_TURNS;
    int stake = hive_stake(hive_in(pos));
    int16_t found[FEATURE_COUNT];

    hive_features(pos, found);
    for (int i = 0; i < FEATURE_COUNT; i++)
        features[i] = found[i];
    parts[knot] = stake * (PHASE_TURNS - part);
    parts[knot + 1] = stake * part;
    return true;
}

const struct linear_eval hive_linear = {
    .sets = HIVE_KNOTS,
    .features = FEATURE_COUNT,
    .divisor = PHASE_TURNS * STAKE_FULL,
    .weights = hive_weights[0],
    .set_names = sets,
    .feature_names = names,
    .look = look,
};
