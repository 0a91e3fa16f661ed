#include "games/piranhas/features.h"

#include "base/minmax.h"
#include "games/piranhas/weights.h"
#include "search/linear.h"

#include <assert.h>
#include <stdlib.h>

enum { FEW = 7 };

int piranhas_walls(const struct shoal *own, const struct shoal *other)
{
    const uint64_t left = SHOAL_COLUMN, right = SHOAL_COLUMN << 9;
    const uint64_t bottom = 0x3ff, top = UINT64_C(0x3ff) << SHOAL_ACROSS;
    int n = 0;

    for (int i = 0; i < 2; i++) {
        uint64_t fish = other->half[i];
        uint64_t pushed = (fish & left) << 1 | (fish & right) >> 1;
        pushed |= i == 0 ? (fish & bottom) << SHOAL_ROW : (fish & top) >> SHOAL_ROW;
        n += __builtin_popcountll(pushed & own->half[i]);
    }
    return n;
}

/* Twice the distance to the middle of the board. */
static int eccentricity(int square)
{
    return int_max(abs(2 * column_of(square) - 9), abs(2 * row_of(square) - 9));
}

static int few(int fish) { return int_max(FEW - fish, 0); }

void piranhas_shape_features(const struct shape *shape, int out[SHAPE_FEATURES])
{
    out[FEATURE_FISH] = shape->fish;
    out[FEATURE_FEW] = few(shape->fish);
    out[FEATURE_STEPS] = shape->steps;
    out[FEATURE_FAR] = shape->far;
    out[FEATURE_LONERS] = shape->loners;
    out[FEATURE_OFF] = eccentricity(shape->middle);
    out[FEATURE_EDGE] = shape->edge;
    out[FEATURE_SECOND] = shape->second;
    out[FEATURE_THIRD] = shape->third;
    out[FEATURE_BLOCKS] = shape->blocks;
    out[FEATURE_SWARMS] = shape->swarms;
    out[FEATURE_LARGEST] = shape->largest;
}

void piranhas_both_sides_features(const struct position *pos, struct unions unions,
                                  int out[PIRANHAS_FEATURES])
{
    const struct piranhas *game = piranhas_of(pos);
    enum side side = (enum side)pos->side, enemy = game_other(side);
    const struct shoal *own = &game->fish[side], *other = &game->fish[enemy];

    assert(side < SIDE_NONE);
    out[FEATURE_MOVES] = game->moves[side] - game->moves[enemy];
    out[FEATURE_WALLS] = piranhas_walls(own, other) - piranhas_walls(other, own);
    out[FEATURE_THREAT] = unions.is_threat;
    out[FEATURE_DANGER] = unions.is_danger;
    out[FEATURE_PRESSED] = unions.is_pressed;
    out[FEATURE_TEMPO] = 1;
    out[FEATURE_LAST_WORD] = side == SIDE_BLUE ? 1 : -1;
}

int piranhas_features(const struct position *pos, int out[PIRANHAS_FEATURES])
{
    const struct piranhas *game = piranhas_of(pos);
    enum side side = (enum side)pos->side, enemy = game_other(side);
    int other_features[SHAPE_FEATURES];
    struct shape own, other;

    piranhas_shape(&game->fish[side], &own);
    piranhas_shape(&game->fish[enemy], &other);
    piranhas_shape_features(&own, out);
    piranhas_shape_features(&other, other_features);
    for (int i = 0; i < SHAPE_FEATURES; i++)
        out[i] -= other_features[i];

    struct unions unions = {
        .is_threat = piranhas_can_unite(game, side, &own),
        .is_danger = piranhas_can_unite(game, enemy, &other),
        .is_pressed = other.swarms == 1,
    };
    piranhas_both_sides_features(pos, unions, out);
    return PIRANHAS_FEATURES;
}

bool piranhas_is_decided(const struct position *pos, struct unions unions)
{
    return pos->side == SIDE_BLUE && unions.is_threat && !unions.is_pressed;
}

/* ---- the table of weights, for `kielwasser tune` ---- */

_Static_assert(sizeof piranhas_weights == sizeof(int16_t[PIRANHAS_KNOTS][PIRANHAS_FEATURES]),
               "every feature has a weight");

static const char *const sets[] = {
    "turn 0", "turn 10", "turn 20", "turn 30", "turn 40", "turn 50", "turn 60",
};

static const char *const names[] = {PIRANHAS_WEIGHTS(LINEAR_NAME)};
_Static_assert(sizeof names == PIRANHAS_FEATURES * sizeof *names, "every feature has a name");

static bool look(const struct position *pos, int features[], int parts[])
{
    int knot = pos->turn / KNOT_TURNS, late = pos->turn % KNOT_TURNS;

    assert(knot + 1 < PIRANHAS_KNOTS);
    piranhas_features(pos, features);
    parts[knot] = KNOT_TURNS - late;
    parts[knot + 1] = late;
    return !piranhas_is_decided(pos, (struct unions){.is_threat = features[FEATURE_THREAT] != 0,
                                                     .is_pressed = features[FEATURE_PRESSED] != 0});
}

const struct linear_eval piranhas_linear = {
    .sets = PIRANHAS_KNOTS,
    .features = PIRANHAS_FEATURES,
    .divisor = WEIGHT_ONE * KNOT_TURNS,
    .weights = piranhas_weights[0],
    .set_names = sets,
    .feature_names = names,
    .look = look,
};
