/* The evaluation as a sum, where it is one. */

#include "search/linear.h"

#include "games/piranhas/features.h"
#include "games/piranhas/piranhas.h"
#include "games/piranhas/weights.h"

_Static_assert(sizeof piranhas_weights == sizeof(int16_t[KNOTS][FEATURES]),
               "every feature has a weight");

static const char *const sets[] = {
    "turn 0", "turn 10", "turn 20", "turn 30", "turn 40", "turn 50", "turn 60",
};

static const char *const names[] = {
    "fish",        "few",        "steps",   "far",    "loners",        "off",   "edge",
    "second ring", "third ring", "blocks",  "swarms", "largest swarm", "moves", "walls",
    "threat",      "danger",     "pressed", "tempo",  "last word",
};

_Static_assert(sizeof names == FEATURES * sizeof *names, "every feature has a name");

static bool look(const struct position *pos, int features[], int parts[])
{
    int knot = pos->turn / KNOT_TURNS, late = pos->turn % KNOT_TURNS;

    piranhas_features(pos, features);
    parts[knot] = KNOT_TURNS - late;
    parts[knot + 1] = late;
    return !piranhas_is_decided(pos, (struct unions){.is_threat = features[FEATURE_THREAT] != 0,
                                                     .is_pressed = features[FEATURE_PRESSED] != 0});
}

const struct linear_eval piranhas_linear = {
    .sets = KNOTS,
    .features = FEATURES,
    .divisor = WEIGHT_ONE * KNOT_TURNS,
    .weights = piranhas_weights[0],
    .set_names = sets,
    .feature_names = names,
    .look = look,
};
