/*
 * What a position is worth (features.h), and which moves look good.
 *
 * After a move of one side the fish of the other mostly lie as before, and the same shoal meets
 * many enemies: so what a shoal is worth by itself is computed once and kept in a cache.  Without a
 * cache an entry is made for this position alone.
 */

#include "search/eval.h"

#include "base/minmax.h"
#include "games/piranhas/eval_order.h"
#include "games/piranhas/features.h"
#include "games/piranhas/solver.h"
#include "games/piranhas/weights.h"

#include <assert.h>

enum { SCALE = 150, SCORE_SURE = 15000 };

/* ---- the cache ---- */

enum { CACHE_BITS = 11, CACHE_ENTRIES = 1 << CACHE_BITS }; /* for each side */

/* What is known of a shoal; as large as a line of the processor's cache. */
struct shoal_entry {
    struct shoal fish;         /* the key */
    struct shoal main;         /* its largest swarm */
    int worth[PIRANHAS_KNOTS]; /* its features, weighted */
    uint8_t swarms, middle;
    bool may_unite; /* there are squares from which one fish would join all swarms */
    bool is_filled;
};

/* Entries of the two sides never replace each other. */
struct cache {
    struct shoal_entry of[SIDE_NONE][CACHE_ENTRIES];
};

static int index_of(struct shoal fish)
{
    uint64_t mixed =
        fish.half[0] * UINT64_C(0x9e3779b97f4a7c15) ^ fish.half[1] * UINT64_C(0xd1342543de82ef95);

    return (int)(mixed >> (64 - CACHE_BITS));
}

static void fill_entry(struct shoal_entry *entry, struct shoal fish)
{
    int features[SHAPE_FEATURES];
    struct shape shape;

    piranhas_shape(&fish, &shape);
    piranhas_shape_features(&shape, features);
    *entry = (struct shoal_entry){
        .fish = fish,
        .main = shape.main,
        .swarms = (uint8_t)shape.swarms,
        .middle = (uint8_t)shape.middle,
        .may_unite = piranhas_may_unite(&shape),
        .is_filled = true,
    };
    for (int knot = 0; knot < PIRANHAS_KNOTS; knot++) {
        for (int i = 0; i < SHAPE_FEATURES; i++)
            entry->worth[knot] += piranhas_weights[knot][i] * features[i];
    }
}

/* `own` is where the entry is made without a cache. */
static const struct shoal_entry *find_entry(const struct position *pos, enum side side,
                                            struct cache *cache, struct shoal_entry *own)
{
    struct shoal fish = piranhas_of(pos)->fish[side];

    assert(side < SIDE_NONE);
    if (!cache) {
        fill_entry(own, fish);
        return own;
    }
    struct shoal_entry *entry = &cache->of[side][index_of(fish)];
    if (!shoal_is_same(entry->fish, fish) || !entry->is_filled)
        fill_entry(entry, fish);
    return entry;
}

/* ---- scores ---- */

static bool can_unite(const struct position *pos, enum side side, const struct shoal_entry *entry)
{
    struct shape shape;

    if (!entry->may_unite)
        return false;
    piranhas_find_swarms(&entry->fish, &shape);
    return piranhas_can_unite(piranhas_of(pos), side, &shape);
}

static int sum_at_knot(int knot, int worth, const int features[PIRANHAS_FEATURES])
{
    int sum = worth;

    for (int i = SHAPE_FEATURES; i < PIRANHAS_FEATURES; i++)
        sum += piranhas_weights[knot][i] * features[i];
    return sum;
}

/* The sums by the weights of the last knot and of the next one, mixed by the turn. */
static int score(const struct position *pos, void *cache)
{
    enum side side = (enum side)pos->side;
    struct shoal_entry entries[SIDE_NONE];
    const struct shoal_entry *own = find_entry(pos, side, cache, &entries[0]);
    const struct shoal_entry *other = find_entry(pos, game_other(side), cache, &entries[1]);
    int features[PIRANHAS_FEATURES], knot = pos->turn / KNOT_TURNS, late = pos->turn % KNOT_TURNS;
    struct unions unions = {
        .is_threat = can_unite(pos, side, own),
        .is_danger = can_unite(pos, game_other(side), other),
        .is_pressed = other->swarms == 1,
    };

    assert(side < SIDE_NONE && knot + 1 < PIRANHAS_KNOTS);
    if (piranhas_is_decided(pos, unions))
        return SCORE_SURE;
    piranhas_both_sides_features(pos, unions, features);
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

/* A null move helps only a side that is united and has to stay so; and where the end of the game is
 * near it says nothing. */
static bool null_move(struct position *pos)
{
    static const uint64_t key_of_null_move = UINT64_C(0x9d39247e33776d41);
    const struct piranhas *game = piranhas_of(pos);
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
    .is_quiet = is_quiet,
    .extension = extension,
    .null_move = null_move,
    .is_solvable = is_solvable,
    .solve = piranhas_prove,
    .scale = SCALE,
    .easy = {.choices = 5, .tolerance = 12},
    .cache_bytes = sizeof(struct cache),
    .params = {.has_short_moves = true},
};
