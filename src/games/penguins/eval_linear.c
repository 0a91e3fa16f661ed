/* The evaluation as a sum. */

#include "search/linear.h"

#include "games/penguins/features.h"
#include "games/penguins/weights.h"

_Static_assert(sizeof penguins_weights == sizeof(int16_t[PHASE_COUNT][FEATURE_COUNT]),
               "every feature has a weight");

static const char *const sets[] = {
    "late", "middle", "early", "placing", "placing, one behind",
};

static const char *const names[] = {
    "bag",
    "fish 1 slide away",
    "fish 2 slides away",
    "fish 3 slides away",
    "floes 1 slide away",
    "floes 2 slides away",
    "floes 3 slides away",
    "shared fish 1 slide away",
    "shared fish 2 slides away",
    "shared fish 3 slides away",
    "room",
    "trapped",
    "tight",
    "narrow",
    "middling",
    "captured fish",
    "captured floes",
    "step",
    "steps",
    "fish on steps",
    "to move",
};

_Static_assert(sizeof names == FEATURE_COUNT * sizeof *names, "every feature has a name");

static bool look(const struct position *pos, int features[], int parts[])
{
    struct penguins_mix mix = penguins_mix(pos);

    penguins_features(pos, features);
    parts[mix.low] += PHASE_STEP - mix.part;
    parts[mix.high] += mix.part;
    return true;
}

const struct linear_eval penguins_linear = {
    .sets = PHASE_COUNT,
    .features = FEATURE_COUNT,
    .divisor = PHASE_STEP,
    .weights = penguins_weights[0],
    .set_names = sets,
    .feature_names = names,
    .look = look,
};
