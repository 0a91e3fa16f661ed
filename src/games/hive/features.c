/* The features of a position, from a few sets that are computed once for both sides. */

#include "games/hive/features.h"

#include "games/hive/weights.h"
#include "search/linear.h"

#include <assert.h>
#include <string.h>

/* What both sides' features are made from. */
struct scene {
    const struct hive *hive;
    cells_t occupied, empty;
    cells_t loose;                  /* top pieces of both sides that can move */
    cells_t lane_y, lane_z, lane_x; /* empty fields from which a piece slides up along this step */
    cells_t open;                   /* empty fields with a lane */
};

/* Bit f of set[i]: the neighbour of f in direction i is in the set.  Directions go around. */
struct rose {
    cells_t set[6];
};

static inline struct rose rose_of(cells_t c)
{
    return (struct rose){
        {c >> STEP_Z, c >> STEP_X, c >> STEP_Y, c << STEP_Z, c << STEP_X, c << STEP_Y}};
}

/* Occupied fields whose piece could slide a step, and the lanes between empty fields. */
static cells_t find_lanes(struct scene *scene)
{
    const struct rose piece = rose_of(scene->occupied);
    const struct rose wall = rose_of(scene->occupied | scene->hive->brambles);
    const struct rose empty = rose_of(scene->empty);
    cells_t way[6];

    for (int i = 0; i < 6; i++) {
        int left = (i + 5) % 6, right = (i + 1) % 6;
        way[i] = empty.set[i] & (piece.set[left] | piece.set[right]) &
                 ~(wall.set[left] & wall.set[right]);
    }
    scene->lane_z = way[0] & scene->empty;
    scene->lane_x = way[1] & scene->empty;
    scene->lane_y = way[2] & scene->empty;
    cells_t any = way[0] | way[1] | way[2] | way[3] | way[4] | way[5];
    scene->open = any & scene->empty;
    return any & scene->occupied;
}

static void look(struct scene *scene, const struct hive *hive)
{
    cells_t walkers = hive->kind[KIND_QUEEN] | hive->kind[KIND_SPIDER] | hive->kind[KIND_ANT];

    scene->hive = hive;
    scene->occupied = hive_occupied(hive);
    scene->empty = hive_empty(hive);
    cells_t walking = find_lanes(scene);
    scene->loose = hive->is_split ? 0 : scene->occupied & ~hive_pinned(hive) & (walking | ~walkers);
}

/* One slide from any of these empty fields to others. */
static inline cells_t slide(const struct scene *scene, cells_t from)
{
    return (from & scene->lane_y) << STEP_Y | (from >> STEP_Y & scene->lane_y) |
           (from & scene->lane_z) << STEP_Z | (from >> STEP_Z & scene->lane_z) |
           (from & scene->lane_x) << STEP_X | (from >> STEP_X & scene->lane_x);
}

/* Pieces that would land on one of these empty fields by a jump. */
static cells_t jumpers(cells_t occupied, cells_t hoppers, cells_t aims)
{
    cells_t found = 0;

    assert(!(aims & occupied));
    for (int i = 0; i < 3; i++) {
        static const int steps[3] = {STEP_Y, STEP_Z, STEP_X};
        int step = steps[i];
        cells_t up = aims << step & occupied, down = aims >> step & occupied;
        while (up | down) {
            up = up << step & occupied;
            down = down >> step & occupied;
            found |= up | down;
        }
    }
    return found & hoppers;
}

static int at_most(int n, int limit) { return n < limit ? n : limit; }

/* A field beside both queens decides nothing: filling it last surrounds both. */
static void count_own_free(const struct hive *hive, enum side side, cells_t free, int out[])
{
    int queen = hive->queen[game_other(side)];
    cells_t shared = queen == CELL_NONE ? 0 : free & cells_around(cell_bit(queen));
    int own = cells_count(free & ~shared);

    if (shared && own <= 2)
        out[FEATURE_OWN_FREE_0 + own] = 1;
}

static void count_queen(const struct scene *scene, enum side side, int turn, int out[])
{
    const struct hive *hive = scene->hive;
    int queen = hive->queen[side];

    if (queen == CELL_NONE) {
        out[FEATURE_QUEEN_IN_HAND] = 1;
        return;
    }
    cells_t bit = cell_bit(queen), ring = cells_around(bit) & CELLS_BOARD;
    cells_t guards = ring & hive->owner[side];
    int free = cells_count(ring & scene->empty);

    out[FEATURE_QUEEN_FREE_0 + at_most(free, 5)] = 1;
    out[FEATURE_FREE_AT_END] = turn > LATE_TURN ? free * (turn - LATE_TURN) : 0;
    count_own_free(hive, side, ring & scene->empty, out);
    out[FEATURE_QUEEN_RIDDEN] = (hive->owner[game_other(side)] & bit) != 0;
    out[FEATURE_QUEEN_MOBILE] = (hive->kind[KIND_QUEEN] & scene->loose & bit) != 0;
    out[FEATURE_QUEEN_OPEN] = cells_count(ring & scene->open);
    out[FEATURE_GUARD_LOOSE] = cells_count(guards & scene->loose);
    out[FEATURE_GUARD_STUCK] = cells_count(guards & ~scene->loose);
}

static void count_pieces(const struct scene *scene, enum side side, int out[])
{
    const struct hive *hive = scene->hive;
    cells_t own = hive->owner[side], loose = own & scene->loose, stuck = own & ~scene->loose;

    for (int i = 0; i < 4; i++) {
        enum kind kind = (enum kind)(KIND_SPIDER + i);
        out[FEATURE_HAND_S + i] = hand_count(hive->hand[side], kind);
        out[FEATURE_LOOSE_S + i] = cells_count(loose & hive->kind[kind]);
        out[FEATURE_STUCK_S + i] = cells_count(stuck & hive->kind[kind]);
    }
    for (int i = 0; i < hive->covered_count; i++)
        out[FEATURE_BURIED] += piece_side(hive->covered[i].piece) == side;
}

static void count_room(const struct scene *scene, enum side side, int out[])
{
    const struct hive *hive = scene->hive;
    enum side other = game_other(side);
    cells_t room = scene->empty & hive->reach[side] & ~hive->reach[other];

    if (!hive->hand[side])
        return;
    out[FEATURE_ROOM] = at_most(cells_count(room), FEATURE_ROOM_MAX);
    if (hive->queen[other] != CELL_NONE)
        out[FEATURE_ROOM_AT_QUEEN] = cells_count(room & cells_around(cell_bit(hive->queen[other])));
}

/* How the number of pieces that come compares with the fields that are left. */
static void count_aims(int comers, int fields, int out[])
{
    int lack = fields > comers ? fields - comers : 0;

    if (lack <= 2)
        out[FEATURE_AIMS_0 + lack] = 1;
}

/* Pieces of a side whose leaving does not free a field beside the other queen. */
static cells_t comers_of(const struct scene *scene, enum side side, cells_t ring)
{
    return scene->hive->owner[side] & scene->loose & ~(ring & ~scene->hive->stacked);
}

/* Can a side fill this field, the last one beside the other queen?  Exact, so that only a few
 * pieces are asked. */
static bool can_fill(const struct scene *scene, enum side side, cells_t ring, cells_t field)
{
    const struct hive *hive = scene->hive;
    cells_t room = hive->reach[side] & ~hive->reach[game_other(side)];
    cells_t comers = comers_of(scene, side, ring), beside = cells_around(field);

    assert(field && (field & (field - 1)) == 0); /* a single one */
    if (hive->hand[side] && (field & room))
        return true;
    if (hive->queen[side] == CELL_NONE)
        return false;
    if (jumpers(scene->occupied, comers & hive->kind[KIND_GRASSHOPPER], field))
        return true;
    if (!(field & scene->open))
        comers &= beside;
    comers &= (beside & (hive->kind[KIND_QUEEN] | hive->kind[KIND_BEETLE])) |
              hive->kind[KIND_SPIDER] | hive->kind[KIND_ANT];
    while (comers) {
        if (hive_targets(hive, cells_take(&comers)) & field)
            return true;
    }
    return false;
}

static void count_attack(const struct scene *scene, enum side side, int out[])
{
    const struct hive *hive = scene->hive;
    int queen = hive->queen[game_other(side)];

    if (queen == CELL_NONE || hive->queen[side] == CELL_NONE)
        return;
    cells_t bit = cell_bit(queen), ring = cells_around(bit) & CELLS_BOARD,
            aims = ring & scene->empty;
    cells_t own = hive->owner[side], siege = ring & own;
    cells_t comers = comers_of(scene, side, ring);
    cells_t spiders = comers & hive->kind[KIND_SPIDER],
            hoppers = comers & hive->kind[KIND_GRASSHOPPER];
    cells_t beetles = own & scene->loose & hive->kind[KIND_BEETLE];

    out[FEATURE_SIEGE_LOOSE] = cells_count(siege & scene->loose);
    out[FEATURE_SIEGE_STUCK] = cells_count(siege & ~scene->loose);
    if (ring & scene->open)
        out[FEATURE_ANT_AIMS] = cells_count(comers & hive->kind[KIND_ANT]);
    if (spiders) {
        cells_t two = slide(scene, slide(scene, aims));
        out[FEATURE_SPIDER_AIMS] = cells_count(cells_around(two) & spiders);
    }
    if (hoppers)
        out[FEATURE_HOPPER_AIMS] = cells_count(jumpers(scene->occupied, hoppers, aims));
    if (beetles) {
        cells_t second = cells_around(ring) & CELLS_BOARD, third = cells_around(second);
        out[FEATURE_BEETLE_1] = cells_count(beetles & ring);
        out[FEATURE_BEETLE_2] = cells_count(beetles & second & ~ring & ~bit);
        out[FEATURE_BEETLE_3] = cells_count(beetles & third & ~second & ~ring & ~bit);
    }
    count_aims(out[FEATURE_ANT_AIMS] + out[FEATURE_SPIDER_AIMS] + out[FEATURE_HOPPER_AIMS] +
                   cells_count(comers & hive->kind[KIND_BEETLE] & cells_around(aims)) +
                   (out[FEATURE_ROOM_AT_QUEEN] > 0),
               cells_count(aims), out);
}

/* Could this side win with its next move?  The old server gave blue a reply. */
static bool can_strike(const struct scene *scene, const struct position *pos, enum side side)
{
    const struct hive *hive = scene->hive;
    int queen = hive->queen[game_other(side)];

    if (queen == CELL_NONE || (pos->ruleset == RULES_SERVER && side == SIDE_RED))
        return false;
    cells_t ring = cells_around(cell_bit(queen)) & CELLS_BOARD, field = ring & scene->empty;
    if ((field & (field - 1)) != 0)
        return false;
    if (hive->queen[side] != CELL_NONE &&
        cells_window(scene->empty & ~field, hive->queen[side]) == 0)
        return false; /* both queens at once: a draw */
    return field == 0 || can_fill(scene, side, ring, field);
}

/* So many of our own games were not drawn, compared with those whose queens have no neighbour in
 * common; the numbers in brackets stand for how many fields are free beside only one of them. */
enum { STAKE_NEAR = 62, STAKE_TOUCH = 48, FREE_MANY = 3 };
static const uint8_t stake_shared[FREE_MANY + 1] = {10, 26, 34, 44}; /* a common field is free … */
static const uint8_t stake_touch_shared[FREE_MANY + 1] = {10, 26, 34, 35}; /* … and they touch */

int hive_draw_scale(const struct hive *hive)
{
    if (hive->queen[SIDE_RED] == CELL_NONE || hive->queen[SIDE_BLUE] == CELL_NONE)
        return STAKE_FULL;
    cells_t red = cells_around(cell_bit(hive->queen[SIDE_RED]));
    cells_t blue = cells_around(cell_bit(hive->queen[SIDE_BLUE]));
    cells_t empty = hive_empty(hive);
    bool is_touch = cells_have(red, hive->queen[SIDE_BLUE]);

    if (!(red & blue))
        return STAKE_FULL;
    if (!(red & blue & empty))
        return is_touch ? STAKE_TOUCH : STAKE_NEAR;
    int others = at_most(cells_count((red ^ blue) & empty), FREE_MANY);
    return is_touch ? stake_touch_shared[others] : stake_shared[others];
}

bool hive_is_threatened(const struct position *pos)
{
    struct scene scene;

    assert(pos->side < SIDE_NONE);
    if (hive_queen_free_fields(hive_of(pos), (enum side)pos->side) != 1)
        return false;
    look(&scene, hive_of(pos));
    return can_strike(&scene, pos, game_other((enum side)pos->side));
}

void hive_features(const struct position *pos, int16_t out[HIVE_FEATURES])
{
    int count[SIDE_NONE][HIVE_FEATURES] = {0};
    enum side own = (enum side)pos->side, other = game_other(own);
    struct scene scene;

    assert(own < SIDE_NONE);
    look(&scene, hive_of(pos));
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        count_queen(&scene, side, pos->turn, count[side]);
        count_pieces(&scene, side, count[side]);
        count_room(&scene, side, count[side]);
        count_attack(&scene, side, count[side]);
    }
    for (int i = 0; i < HIVE_FEATURES; i++)
        out[i] = (int16_t)(count[own][i] - count[other][i]);
    out[FEATURE_TEMPO] = 1;
    out[FEATURE_STRIKE] = can_strike(&scene, pos, own);
    out[FEATURE_THREAT] = can_strike(&scene, pos, other);
}

/* ---- the table of weights, for `kielwasser tune` ---- */

_Static_assert(sizeof hive_weights == sizeof(int16_t[HIVE_KNOTS][HIVE_FEATURES]),
               "every feature has a weight");

static const char *const sets[] = {"first turn", "half of the game", "last turn"};

static const char *const names[] = {HIVE_WEIGHTS(LINEAR_NAME)};
_Static_assert(sizeof names == HIVE_FEATURES * sizeof *names, "every feature has a name");

static bool look_linear(const struct position *pos, int features[], int parts[])
{
    int knot = pos->turn / PHASE_TURNS, part = pos->turn % PHASE_TURNS;
    int stake = hive_draw_scale(hive_of(pos));
    int16_t found[HIVE_FEATURES];

    hive_features(pos, found);
    for (int i = 0; i < HIVE_FEATURES; i++)
        features[i] = found[i];
    parts[knot] = stake * (PHASE_TURNS - part);
    parts[knot + 1] = stake * part;
    return true;
}

const struct linear_eval hive_linear = {
    .sets = HIVE_KNOTS,
    .features = HIVE_FEATURES,
    .divisor = PHASE_TURNS * STAKE_FULL,
    .weights = hive_weights[0],
    .set_names = sets,
    .feature_names = names,
    .look = look_linear,
};
