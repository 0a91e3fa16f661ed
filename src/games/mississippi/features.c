/* The evaluation as a sum. */

#include "search/linear.h"

#include "games/mississippi/features.h"
#include "games/mississippi/weights.h"

_Static_assert(sizeof mississippi_weights == sizeof(int16_t[1][FEATURES]),
               "every feature has a weight");

static const char *const sets[] = {
    "always",
};

static const char *const names[] = {
    "turns",
    "way",
    "lead",
    "passengers",
    "0 coal",
    "1 coal",
    "2 coal",
    "3 coal",
    "4 coal",
    "5 coal",
    "6 or more coal",
    "speed 1",
    "speed 2",
    "speed 3",
    "speed 4",
    "speed 5",
    "speed 6",
    "aground",
    "blind",
    "blind and poor",
    "needy",
    "needier",
    "stuck",
    "points",
    "second",
    "tempo",
    "0 fields around",
    "1 fields around",
    "2 fields around",
    "3 fields around",
    "0 fields ahead",
    "1 fields ahead",
    "2 fields ahead",
    "3 fields ahead",
    "poor, hunted from 2",
    "poor, hunted from 4",
    "poor, hunted from 6",
};

_Static_assert(sizeof names == FEATURES * sizeof *names, "every feature has a name");

static bool look(const struct position *pos, int features[], int parts[])
{
    mississippi_features(pos, features);
    parts[0] = 1;
    return true;
}

const struct linear_eval mississippi_linear = {
    .sets = 1,
    .features = FEATURES,
    .divisor = 1,
    .weights = mississippi_weights[0],
    .set_names = sets,
    .feature_names = names,
    .look = look,
};
