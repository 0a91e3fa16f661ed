/* What a position is worth (eval_features.h), and which moves look good. */

#include "search/eval.h"

#include "games/piranhas/eval_features.h"
#include "games/piranhas/shape.h"
#include "games/piranhas/solve.h"
#include "games/piranhas/weights.h"

enum { FEW = 7, SCALE = 150, SURE = 15000 };

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

int piranhas_features(const struct position *pos, int out[FEATURES])
{
    const struct piranhas *game = piranhas_in(pos);
    enum side side = (enum side)pos->side, enemy = game_other(side);
    const struct shoal *own_fish = &game->fish[side], *other_fish = &game->fish[enemy];
    struct shape own, other;

    piranhas_shape(own_fish, &own);
    piranhas_shape(other_fish, &other);
    out[FEATURE_FISH] = own.fish - other.fish;
    out[FEATURE_FEW] = few(own.fish) - few(other.fish);
    out[FEATURE_STEPS] = own.steps - other.steps;
    out[FEATURE_FAR] = own.far - other.far;
    out[FEATURE_LONERS] = own.loners - other.loners;
    out[FEATURE_OFF] = eccentricity(own.middle) - eccentricity(other.middle);
    out[FEATURE_EDGE] = own.edge - other.edge;
    out[FEATURE_SECOND] = own.second - other.second;
    out[FEATURE_THIRD] = own.third - other.third;
    out[FEATURE_BLOCKS] = own.blocks - other.blocks;
    out[FEATURE_SWARMS] = own.swarms - other.swarms;
    out[FEATURE_LARGEST] = own.largest - other.largest;
    out[FEATURE_MOVES] = game->moves[side] - game->moves[enemy];
    out[FEATURE_WALLS] = walls(own_fish, other_fish) - walls(other_fish, own_fish);
    out[FEATURE_THREAT] = piranhas_can_unite(game, side, &own);
    out[FEATURE_DANGER] = piranhas_can_unite(game, enemy, &other);
    out[FEATURE_PRESSED] = other.swarms == 1;
    out[FEATURE_TEMPO] = 1;
    out[FEATURE_LAST_WORD] = side == SIDE_BLUE ? 1 : -1;
    return FEATURES;
}

static int dot(const int16_t weight[FEATURES], const int features[FEATURES])
{
    int sum = 0;

    for (int i = 0; i < FEATURES; i++)
        sum += weight[i] * features[i];
    return sum;
}

static int clamp(int score) { return score > SURE ? SURE : score < -SURE ? -SURE : score; }

bool piranhas_is_decided(const struct position *pos, const int features[FEATURES])
{
    return pos->side == SIDE_BLUE && features[FEATURE_THREAT] && !features[FEATURE_PRESSED];
}

static int score(const struct position *pos)
{
    int features[FEATURES];
    int knot = pos->turn / KNOT_TURNS, late = pos->turn % KNOT_TURNS;

    piranhas_features(pos, features);
    if (piranhas_is_decided(pos, features))
        return SURE;
    int sum = dot(piranhas_weights[knot], features) * (KNOT_TURNS - late) +
              dot(piranhas_weights[knot + 1], features) * late;
    return clamp(sum / (WEIGHT_ONE * KNOT_TURNS));
}

/* ---- moves ---- */

enum { PER_STEP = 24, CAPTURE = 64, JOIN = 48, LEAVE = 32 };

static int steps(int a, int b)
{
    return larger(distance(column_of(a), column_of(b)), distance(row_of(a), row_of(b)));
}

/* Towards the middle of the own fish, from outside into the largest swarm, and captures. */
static int promise(move_t move, const struct shape *own, const struct shoal *near,
                   const struct shoal *enemy)
{
    int from = move_from(move), to = move_to(move);
    int promise = PER_STEP * (steps(from, own->middle) - steps(to, own->middle));

    if (shoal_has(enemy, to))
        promise += CAPTURE;
    if (shoal_has(&own->main, from))
        promise -= LEAVE;
    if (shoal_has(near, to))
        promise += JOIN;
    return promise;
}

static bool is_one_of(move_t move, const move_t list[], int n)
{
    for (int i = 0; i < n; i++) {
        if (list[i] == move)
            return true;
    }
    return false;
}

static void promises(const struct position *pos, const move_t moves[], int n, int out[])
{
    const struct piranhas *game = piranhas_in(pos);
    enum side side = (enum side)pos->side;
    struct shape own;
    move_t uniting[MOVES_MAX];

    piranhas_shape(&game->fish[side], &own);
    struct shoal near = shoal_near(own.main);
    int unite = piranhas_uniting_moves(game, side, &own, uniting);
    for (int i = 0; i < n; i++) {
        out[i] = promise(moves[i], &own, &near, &game->fish[game_other(side)]);
        if (is_one_of(moves[i], uniting, unite))
            out[i] += PROMISE_FORCING;
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

enum { PASS_UNTIL = TURN_LIMIT - 6 };

/* To pass would be good for nobody but a side that is united and has to stay so; and where the end
 * of the game is near it says nothing. */
static bool pass(struct position *pos)
{
    static const uint64_t key_of_pass = UINT64_C(0x9d39247e33776d41);
    const struct piranhas *game = piranhas_in(pos);
    enum side next = game_other((enum side)pos->side);

    if (pos->turn >= PASS_UNTIL || game->moves[next] == 0)
        return false;
    for (int side = SIDE_RED; side < SIDE_NONE; side++) {
        const struct shoal *fish = &game->fish[side];
        if (!piranhas_is_surely_split(fish) && piranhas_is_united(fish))
            return false;
    }
    pos->turn++;
    pos->side = (uint8_t)next;
    pos->key += key_of_pass;
    return true;
}

/* The prover is asked at the root only: elsewhere the search finds what is close by itself. */
static bool is_solvable(const struct position *pos)
{
    (void)pos;
    return false;
}

extern const struct game_eval piranhas_classic;

const struct game_eval piranhas_eval = {
    .score = score,
    .promises = promises,
    .extension = extension,
    .pass = pass,
    .is_solvable = is_solvable,
    .solve = piranhas_prove,
    .scale = SCALE,
    .habits = {.has_short_moves = true},
    .classic = &piranhas_classic,
};
