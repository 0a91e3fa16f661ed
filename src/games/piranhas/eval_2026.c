/*
 * What a position of season 2026 is worth (features_2026.h), and which moves look good.  As in
 * eval.c, what a side's fish are worth by themselves is kept in a cache.
 */

#include "search/eval.h"

#include "base/minmax.h"
#include "games/piranhas/eval_order.h"
#include "games/piranhas/features_2026.h"
#include "games/piranhas/solver.h"
#include "games/piranhas/weights_2026.h"

#include <assert.h>

enum { SCALE = 150, SCORE_SURE = 15000 };

/* ---- the cache ---- */

enum { CACHE_BITS = 11, CACHE_ENTRIES = 1 << CACHE_BITS }; /* for each side */

/* What is known of the fish of a side. */
struct shoal_entry {
    struct fish_weights fish;  /* the key: every fish weighs something */
    struct shoal main;         /* its heaviest swarm */
    int worth[PIRANHAS_KNOTS]; /* its features, weighted */
    int16_t weight, heaviest;
    uint8_t swarms, middle;
    bool may_unite; /* there are squares from which one fish would join all swarms */
    bool is_filled;
};

/* Entries of the two sides never replace each other. */
struct cache {
    struct shoal_entry of[SIDE_NONE][CACHE_ENTRIES];
};

static struct fish_weights weights_of(const struct position *pos, enum side side)
{
    const struct piranhas26 *game = piranhas26_of(pos);
    struct shoal fish = game->board.fish[side];

    return (struct fish_weights){shoal_and(fish, game->weights.ones),
                                 shoal_and(fish, game->weights.twos)};
}

static struct shoal fish_of(const struct fish_weights *weights)
{
    return (struct shoal){{weights->ones.half[0] | weights->twos.half[0],
                           weights->ones.half[1] | weights->twos.half[1]}};
}

static int index_of(const struct fish_weights *fish)
{
    uint64_t mixed = fish->ones.half[0] * UINT64_C(0x9e3779b97f4a7c15) ^
                     fish->ones.half[1] * UINT64_C(0xd1342543de82ef95) ^
                     fish->twos.half[0] * UINT64_C(0xaf251af3b0f025b5) ^
                     fish->twos.half[1] * UINT64_C(0xbea225f9eb34556d);

    return (int)(mixed >> (64 - CACHE_BITS));
}

static bool is_same(const struct fish_weights *a, const struct fish_weights *b)
{
    return shoal_is_same(a->ones, b->ones) && shoal_is_same(a->twos, b->twos);
}

static void fill_entry(struct shoal_entry *entry, const struct fish_weights *weights)
{
    struct shoal fish = fish_of(weights);
    int features[SHAPE26_FEATURES];
    struct shape shape;

    piranhas_weighed_shape(&fish, weights, &shape);
    piranhas26_shape_features(&shape, features);
    *entry = (struct shoal_entry){
        .fish = *weights,
        .main = shape.main,
        .weight = (int16_t)shape.weight,
        .heaviest = (int16_t)shape.largest,
        .swarms = (uint8_t)shape.swarms,
        .middle = (uint8_t)shape.middle,
        .may_unite = piranhas_may_unite(&shape),
        .is_filled = true,
    };
    for (int knot = 0; knot < PIRANHAS_KNOTS; knot++) {
        for (int i = 0; i < SHAPE26_FEATURES; i++)
            entry->worth[knot] += piranhas26_weights[knot][i] * features[i];
    }
}

/* `own` is where the entry is made without a cache. */
static const struct shoal_entry *find_entry(const struct position *pos, enum side side,
                                            struct cache *cache, struct shoal_entry *own)
{
    struct fish_weights fish = weights_of(pos, side);

    assert(side < SIDE_NONE);
    if (!cache) {
        fill_entry(own, &fish);
        return own;
    }
    struct shoal_entry *entry = &cache->of[side][index_of(&fish)];
    if (!is_same(&entry->fish, &fish) || !entry->is_filled)
        fill_entry(entry, &fish);
    return entry;
}

/* ---- scores ---- */

static bool can_unite(const struct position *pos, enum side side, const struct shoal_entry *entry)
{
    struct shape shape;

    if (!entry->may_unite)
        return false;
    piranhas_find_swarms(&piranhas_of(pos)->fish[side], &shape);
    return piranhas_can_unite(piranhas_of(pos), side, &shape);
}

static struct side_2026 look_at(const struct position *pos, enum side side,
                                const struct shoal_entry *entry)
{
    return (struct side_2026){
        .weight = entry->weight,
        .heaviest = entry->heaviest,
        .is_complete = entry->swarms == 1,
        .can_unite = can_unite(pos, side, entry),
    };
}

static int sum_at_knot(int knot, int worth, const int features[PIRANHAS26_FEATURES])
{
    int sum = worth;

    for (int i = SHAPE26_FEATURES; i < PIRANHAS26_FEATURES; i++)
        sum += piranhas26_weights[knot][i] * features[i];
    return sum;
}

/* The sums by the weights of the last knot and of the next one, mixed by the turn. */
static int score(const struct position *pos, void *cache)
{
    enum side side = (enum side)pos->side, enemy = game_other(side);
    struct shoal_entry entries[SIDE_NONE];
    const struct shoal_entry *own = find_entry(pos, side, cache, &entries[0]);
    const struct shoal_entry *other = find_entry(pos, enemy, cache, &entries[1]);
    struct side_2026 own_side = look_at(pos, side, own), other_side = look_at(pos, enemy, other);
    int features[PIRANHAS26_FEATURES], knot = pos->turn / KNOT_TURNS, late = pos->turn % KNOT_TURNS;

    assert(side < SIDE_NONE && knot + 1 < PIRANHAS_KNOTS);
    if (piranhas26_is_decided(pos, &own_side, &other_side))
        return SCORE_SURE;
    piranhas26_both_sides_features(pos, &own_side, &other_side, features);
    int last = sum_at_knot(knot, own->worth[knot] - other->worth[knot], features);
    int next = sum_at_knot(knot + 1, own->worth[knot + 1] - other->worth[knot + 1], features);
    return int_clamp((last * (KNOT_TURNS - late) + next * late) / (WEIGHT_ONE * KNOT_TURNS),
                     -SCORE_SURE, SCORE_SURE);
}

/* Blue has to answer at once when red is united; and red, when it can unite, decides much. */
static int extension(const struct position *pos, void *cache)
{
    struct shoal_entry entry;
    const struct shoal_entry *red = find_entry(pos, SIDE_RED, cache, &entry);

    assert(pos->side < SIDE_NONE);
    return pos->side == SIDE_BLUE ? red->swarms <= 1 : can_unite(pos, SIDE_RED, red);
}

/* ---- moves ---- */

static void order_values(const struct position *pos, void *cache, const move_t moves[], int n,
                         int out[])
{
    enum side side = (enum side)pos->side;
    struct shoal_entry entry;
    const struct shoal_entry *own = find_entry(pos, side, cache, &entry);
    struct order_view view = {.main = own->main,
                              .enemies = piranhas_of(pos)->fish[game_other(side)],
                              .middle = own->middle};

    piranhas_order_moves(&view, moves, n, out);
    if (own->may_unite)
        piranhas_mark_unions(pos, moves, n, out);
}

static bool is_quiet(const struct position *pos, void *cache)
{
    enum side side = (enum side)pos->side;
    struct shoal_entry entry;

    return !can_unite(pos, side, find_entry(pos, side, cache, &entry));
}

/* ---- passing ---- */

enum { NULL_MOVE_UNTIL = PIRANHAS_TURN_MAX - 6 };

/* Says nothing near the end of the game, and where a colour is complete. */
static bool null_move(struct position *pos)
{
    static const uint64_t key_of_null_move = UINT64_C(0x9d39247e33776d41);
    const struct piranhas26 *game = piranhas26_of(pos);
    enum side next = game_other((enum side)pos->side);

    if (pos->turn >= NULL_MOVE_UNTIL || game->board.moves[next] == 0 ||
        piranhas26_is_any_complete(game))
        return false;
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

static bool prove(const struct position *pos, const struct solve_request *request,
                  struct solution *solution)
{
    static const struct piranhas_end_rules season = {&piranhas26_rules, piranhas26_ending};

    return piranhas_prove_in(&season, pos, request, solution);
}

const struct game_eval piranhas26_eval = {
    .score = score,
    .order_values = order_values,
    .is_quiet = is_quiet,
    .extension = extension,
    .null_move = null_move,
    .is_solvable = is_solvable,
    .solve = prove,
    .scale = SCALE,
    .easy = {.choices = 5, .tolerance = 12},
    .cache_bytes = sizeof(struct cache),
    .params = {.has_short_moves = true},
};
