#include "games/piranhas/features_2026.h"

#include "games/piranhas/weights_2026.h"
#include "search/linear.h"

#include <assert.h>

static int sign_of(int n) { return (n > 0) - (n < 0); }

void piranhas26_shape_features(const struct shape *shape, int out[SHAPE26_FEATURES])
{
    piranhas_shape_features(shape, out);
    out[FEATURE26_WEIGHT] = shape->weight;
}

/* Would `side`, complete, be heavier than the other?  With equal weights the first union counts; a
 * new one would be its own. */
static bool would_win(const struct position *pos, enum side side, const struct side_2026 *own,
                      const struct side_2026 *other)
{
    enum side first = (enum side)piranhas26_of(pos)->first_union;

    if (own->weight != other->heaviest)
        return own->weight > other->heaviest;
    return first == side || (first == SIDE_NONE && !other->is_complete);
}

void piranhas26_both_sides_features(const struct position *pos, const struct side_2026 *own,
                                    const struct side_2026 *other, int out[PIRANHAS26_FEATURES])
{
    const struct piranhas26 *game = piranhas26_of(pos);
    enum side side = (enum side)pos->side, enemy = game_other(side);
    const struct shoal *fish = game->board.fish;
    bool is_lighter = own->heaviest < other->heaviest ||
                      (own->heaviest == other->heaviest && game->first_union != side);

    assert(side < SIDE_NONE);
    out[FEATURE26_MOVES] = game->board.moves[side] - game->board.moves[enemy];
    out[FEATURE26_WALLS] =
        piranhas_walls(&fish[side], &fish[enemy]) - piranhas_walls(&fish[enemy], &fish[side]);
    out[FEATURE26_LEAD] = sign_of(own->heaviest - other->heaviest);
    out[FEATURE26_UNION] = game->first_union == SIDE_NONE ? 0 : game->first_union == side ? 1 : -1;
    out[FEATURE26_THREAT] = own->can_unite && would_win(pos, side, own, other);
    out[FEATURE26_DANGER] = other->can_unite && would_win(pos, enemy, other, own);
    out[FEATURE26_PRESSED] = other->is_complete && is_lighter;
    out[FEATURE26_TEMPO] = 1;
    out[FEATURE26_LAST_WORD] = side == SIDE_BLUE ? 1 : -1;
}

/* A capture by the uniting move could only make red lighter. */
bool piranhas26_is_decided(const struct position *pos, const struct side_2026 *own,
                           const struct side_2026 *other)
{
    bool is_union_blue = piranhas26_of(pos)->first_union == SIDE_BLUE;

    return pos->side == SIDE_BLUE && own->can_unite &&
           (own->weight > other->heaviest || (own->weight == other->heaviest && is_union_blue));
}

static struct side_2026 look_at(const struct position *pos, enum side side, int features[])
{
    const struct piranhas26 *game = piranhas26_of(pos);
    struct shape shape;

    piranhas_weighed_shape(&game->board.fish[side], &game->weights, &shape);
    piranhas26_shape_features(&shape, features);
    return (struct side_2026){
        .weight = shape.weight,
        .heaviest = shape.largest,
        .is_complete = shape.swarms == 1,
        .can_unite = piranhas_can_unite(&game->board, side, &shape),
    };
}

/* Also says whether the score is no sum. */
static bool find_features(const struct position *pos, int out[PIRANHAS26_FEATURES])
{
    enum side side = (enum side)pos->side;
    int other_features[SHAPE26_FEATURES];
    struct side_2026 own = look_at(pos, side, out);
    struct side_2026 other = look_at(pos, game_other(side), other_features);

    for (int i = 0; i < SHAPE26_FEATURES; i++)
        out[i] -= other_features[i];
    piranhas26_both_sides_features(pos, &own, &other, out);
    return piranhas26_is_decided(pos, &own, &other);
}

int piranhas26_features(const struct position *pos, int out[PIRANHAS26_FEATURES])
{
    find_features(pos, out);
    return PIRANHAS26_FEATURES;
}

/* ---- the table of weights, for `kielwasser tune` ---- */

_Static_assert(sizeof piranhas26_weights == sizeof(int16_t[PIRANHAS_KNOTS][PIRANHAS26_FEATURES]),
               "every feature has a weight");

static const char *const sets[] = {
    "turn 0", "turn 10", "turn 20", "turn 30", "turn 40", "turn 50", "turn 60",
};

static const char *const names[] = {PIRANHAS26_WEIGHTS(LINEAR_NAME)};
_Static_assert(sizeof names == PIRANHAS26_FEATURES * sizeof *names, "every feature has a name");

static bool look(const struct position *pos, int features[], int parts[])
{
    int knot = pos->turn / KNOT_TURNS, late = pos->turn % KNOT_TURNS;

    assert(knot + 1 < PIRANHAS_KNOTS);
    parts[knot] = KNOT_TURNS - late;
    parts[knot + 1] = late;
    return !find_features(pos, features);
}

const struct linear_eval piranhas26_linear = {
    .sets = PIRANHAS_KNOTS,
    .features = PIRANHAS26_FEATURES,
    .divisor = WEIGHT_ONE * KNOT_TURNS,
    .weights = piranhas26_weights[0],
    .set_names = sets,
    .feature_names = names,
    .look = look,
};
