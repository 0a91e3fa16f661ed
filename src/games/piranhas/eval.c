/* What a position is worth (features.h), and which moves look good. */

#include "search/eval.h"

#include "games/piranhas/features.h"
#include "games/piranhas/solver.h"
#include "games/piranhas/weights.h"

enum { FEW = 7, SCALE = 150 };

/* Fish of `other` on the edge with one of `own` right in front of them. */
static int walls(const struct shoal *own, const struct shoal *other)
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

static int larger(int a, int b) { return a > b ? a : b; }
static int distance(int a, int b) { return a > b ? a - b : b - a; }

/* Twice the distance to the middle of the board. */
static int eccentricity(int square)
{
    return larger(distance(2 * column_of(square), 9), distance(2 * row_of(square), 9));
}

static int few(int fish) { return fish < FEW ? FEW - fish : 0; }

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

void piranhas_common_features(const struct position *pos, struct unions unions, int out[FEATURES])
{
    const struct piranhas *game = piranhas_in(pos);
    enum side side = (enum side)pos->side, enemy = game_other(side);
    const struct shoal *own = &game->fish[side], *other = &game->fish[enemy];

    out[FEATURE_MOVES] = game->moves[side] - game->moves[enemy];
    out[FEATURE_WALLS] = walls(own, other) - walls(other, own);
    out[FEATURE_THREAT] = unions.is_threat;
    out[FEATURE_DANGER] = unions.is_danger;
    out[FEATURE_PRESSED] = unions.is_pressed;
    out[FEATURE_TEMPO] = 1;
    out[FEATURE_LAST_WORD] = side == SIDE_BLUE ? 1 : -1;
}

static struct unions find_features(const struct position *pos, int out[FEATURES])
{
    const struct piranhas *game = piranhas_in(pos);
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
    piranhas_common_features(pos, unions, out);
    return unions;
}

int piranhas_features(const struct position *pos, int out[FEATURES])
{
    find_features(pos, out);
    return FEATURES;
}

static int dot(const int16_t weight[FEATURES], const int features[FEATURES])
{
    int sum = 0;

    for (int i = 0; i < FEATURES; i++)
        sum += weight[i] * features[i];
    return sum;
}

static int clamp(int score)
{
    return score > SCORE_SURE ? SCORE_SURE : score < -SCORE_SURE ? -SCORE_SURE : score;
}

int piranhas_mix_knots(int turn, int last, int next)
{
    int late = turn % KNOT_TURNS;

    return clamp((last * (KNOT_TURNS - late) + next * late) / (WEIGHT_ONE * KNOT_TURNS));
}

bool piranhas_is_decided(const struct position *pos, struct unions unions)
{
    return pos->side == SIDE_BLUE && unions.is_threat && !unions.is_pressed;
}

static int score(const struct position *pos)
{
    int features[FEATURES], knot = pos->turn / KNOT_TURNS;
    struct unions unions = find_features(pos, features);

    if (piranhas_is_decided(pos, unions))
        return SCORE_SURE;
    return piranhas_mix_knots(pos->turn, dot(piranhas_weights[knot], features),
                              dot(piranhas_weights[knot + 1], features));
}

/* ---- moves ---- */

static int steps(int a, int b)
{
    return larger(distance(column_of(a), column_of(b)), distance(row_of(a), row_of(b)));
}

/* Towards the middle of the own fish, from outside into the largest swarm, and captures. */
static int order_value(move_t move, const struct shape *own, const struct shoal *near,
                       const struct shoal *enemy)
{
    int from = move_from(move), to = move_to(move);
    int order_value = ORDER_STEP * (steps(from, own->middle) - steps(to, own->middle));

    if (shoal_has(enemy, to))
        order_value += ORDER_CAPTURE;
    if (shoal_has(&own->main, from))
        order_value -= ORDER_LEAVE;
    if (shoal_has(near, to))
        order_value += ORDER_JOIN;
    return order_value;
}

static bool is_one_of(move_t move, const move_t list[], int n)
{
    for (int i = 0; i < n; i++) {
        if (list[i] == move)
            return true;
    }
    return false;
}

static void order_values(const struct position *pos, const move_t moves[], int n, int out[])
{
    const struct piranhas *game = piranhas_in(pos);
    enum side side = (enum side)pos->side;
    struct shape own;
    move_t uniting[MOVES_MAX];

    piranhas_shape(&game->fish[side], &own);
    struct shoal near = shoal_near(own.main);
    int unite = piranhas_uniting_moves(game, side, &own, uniting);
    for (int i = 0; i < n; i++) {
        out[i] = order_value(moves[i], &own, &near, &game->fish[game_other(side)]);
        if (is_one_of(moves[i], uniting, unite))
            out[i] += ORDER_VALUE_FORCING;
    }
}

/* Blue has to answer at once when red is united; and red, when it can unite, decides much. */
static int extension(const struct position *pos)
{
    const struct piranhas *game = piranhas_in(pos);
    const struct shoal *red = &game->fish[SIDE_RED];
    struct shape shape;

    if (pos->side == SIDE_BLUE)
        return !piranhas_is_surely_split(red) && piranhas_is_united(red);
    if (piranhas_euler(red) > SHAPE_SWARMS)
        return 0;
    piranhas_find_swarms(red, &shape);
    return piranhas_can_unite(game, SIDE_RED, &shape);
}

enum { NULL_MOVE_UNTIL = TURN_LIMIT - 6 };

/* A null move helps only a side that is united and has to stay so; and where the end of the game is
 * near it says nothing. */
static bool null_move(struct position *pos)
{
    static const uint64_t key_of_null_move = UINT64_C(0x9d39247e33776d41);
    const struct piranhas *game = piranhas_in(pos);
    enum side next = game_other((enum side)pos->side);

    if (pos->turn >= NULL_MOVE_UNTIL || game->moves[next] == 0)
        return false;
    for (int side = SIDE_RED; side < SIDE_NONE; side++) {
        const struct shoal *fish = &game->fish[side];
        if (!piranhas_is_surely_split(fish) && piranhas_is_united(fish))
            return false;
    }
    pos->turn++;
    pos->side = (uint8_t)next;
    pos->key += key_of_null_move;
    return true;
}

/* The prover is asked at the root only: elsewhere the search finds what is close by itself. */
static bool is_solvable(const struct position *pos)
{
    (void)pos;
    return false;
}

const struct game_eval piranhas_eval = {
    .score = score,
    .order_values = order_values,
    .extension = extension,
    .null_move = null_move,
    .is_solvable = is_solvable,
    .solve = piranhas_prove,
    .scale = SCALE,
    .easy = {.choices = 5, .tolerance = 12},
    .cached = &piranhas_cached,
    .params = {.has_short_moves = true},
};
