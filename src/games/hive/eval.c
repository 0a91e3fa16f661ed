/* What the search is told about Hive: how good a position is, which moves come first, and where
 * it pays to look further. */

#include "search/eval.h"

#include "games/hive/features.h"
#include "games/hive/weights.h"

#include <assert.h>

static int score(const struct position *pos, void *cache)
{
    int16_t features[HIVE_FEATURES];
    const int16_t(*weights)[HIVE_FEATURES] = &hive_weights[pos->turn / PHASE_TURNS];
    int part = pos->turn % PHASE_TURNS, before = 0, after = 0;

    (void)cache;
    assert(pos->side < SIDE_NONE && pos->turn < HIVE_TURN_MAX);
    hive_features(pos, features);
    for (int i = 0; i < HIVE_FEATURES; i++) {
        before += features[i] * weights[0][i];
        after += features[i] * weights[1][i];
    }
    return (before * (PHASE_TURNS - part) + after * part) * hive_draw_scale(hive_of(pos)) /
           (PHASE_TURNS * STAKE_FULL);
}

/* ---- the order of moves ---- */

enum {
    ORDER_RIDE = 300,    /* onto the other queen */
    ORDER_PRESS = 100,   /* one free field less for her */
    ORDER_MAKE_WAY = 80, /* one more for the own queen */
    ORDER_PIN = 30,      /* an enemy gets a piece that only it holds */
};

/* What the order values of all moves of a position look at. */
struct prospect {
    cells_t own_ring, other_ring; /* fields beside the queens */
    cells_t occupied, lone;       /* … and those of single enemies */
    int other_queen;
    int other_free;
    cells_t stacked;
};

static cells_t ring_of(const struct hive *hive, enum side side)
{
    int queen = hive->queen[side];

    return queen == CELL_NONE ? 0 : cells_around(cell_bit(queen)) & CELLS_BOARD;
}

static struct prospect look(const struct position *pos)
{
    const struct hive *hive = hive_of(pos);
    enum side own = (enum side)pos->side, other = game_other(own);
    struct prospect ahead = {.own_ring = ring_of(hive, own),
                             .other_ring = ring_of(hive, other),
                             .occupied = hive_occupied(hive),
                             .lone = hive->owner[other] & ~hive->stacked,
                             .stacked = hive->stacked,
                             .other_queen = hive->queen[other]};

    ahead.other_free = cells_count(ahead.other_ring & hive_empty(hive));
    return ahead;
}

/* A piece on this field, come from that one, holds on to a single enemy. */
static bool is_pin(const struct prospect *ahead, cells_t from, int to)
{
    uint64_t beside = cells_window(ahead->occupied & ~from, to);

    return (beside & (beside - 1)) == 0 && cells_window(ahead->lone, to) == beside;
}

static int order_value(const struct prospect *ahead, move_t move)
{
    cells_t to = cell_bit(hive_to(move));
    cells_t from = hive_is_place(move) ? 0 : cell_bit(hive_from(move)) & ~ahead->stacked;
    bool fills = (to & ahead->occupied) == 0;
    int press = (fills && (to & ahead->other_ring)) - ((from & ahead->other_ring) != 0);
    int way = ((from & ahead->own_ring) != 0) - (fills && (to & ahead->own_ring));
    int order_value = ORDER_PRESS * press + ORDER_MAKE_WAY * way;

    if (hive_to(move) == ahead->other_queen)
        order_value += ORDER_RIDE;
    if (fills && !hive_is_place(move) && is_pin(ahead, from, hive_to(move)))
        order_value += ORDER_PIN;
    return press > 0 && ahead->other_free == 1 ? order_value + ORDER_VALUE_FORCING : order_value;
}

/* Crowd the other queen, clear the space around the own one. */
static void order_values(const struct position *pos, void *cache, const move_t moves[], int n,
                         int out[])
{
    struct prospect ahead = look(pos);

    (void)cache;
    for (int i = 0; i < n; i++)
        out[i] = moves[i] == HIVE_SKIP ? 0 : order_value(&ahead, moves[i]);
}

/* ---- the opening ---- */

enum { FIRST_FIELDS = 3 };

/* How much room there is around a field: fields without brambles within three steps. */
static int room_around(cells_t ground, int cell)
{
    cells_t near = cell_bit(cell);

    for (int i = 0; i < 3; i++)
        near |= cells_around(near) & CELLS_BOARD;
    return cells_count(near & ground);
}

/* The first piece may go anywhere; a few roomy fields stand for all. */
static int candidates(const struct position *pos, move_t out[])
{
    cells_t ground = hive_empty(hive_of(pos)), chosen = 0;
    int n = 0;

    if (pos->turn > 0)
        return hive_moves(pos, out);
    for (int i = 0; i < FIRST_FIELDS; i++) {
        int best = CELL_NONE, most = -1;
        for (cells_t rest = ground & ~chosen; rest;) {
            int cell = cells_take(&rest), room = room_around(ground, cell);
            if (room > most) {
                most = room;
                best = cell;
            }
        }
        assert(best != CELL_NONE);
        chosen |= cell_bit(best);
        for (enum kind kind = 0; kind < KIND_COUNT; kind++)
            out[n++] = hive_place(kind, best);
    }
    return n;
}

/* ---- draws ---- */

/* Queens with a common free field beside them are often surrounded by the same move. */
static int draw(const struct position *pos)
{
    return (STAKE_FULL - hive_draw_scale(hive_of(pos))) * DRAW_SURE / STAKE_FULL;
}

/* ---- deeper, and passing ---- */

static int extension(const struct position *pos, void *cache)
{
    (void)cache;
    return hive_is_threatened(pos);
}

/* Once both queens are there, passing is nearly never better than the best move.  It would end the
 * game in the last turn, and by server rules where red has surrounded a queen and blue passes. */
static bool null_move(struct position *pos)
{
    const struct hive *hive = hive_of(pos);
    int turn = pos->turn;

    if (hive->queen[SIDE_RED] == CELL_NONE || hive->queen[SIDE_BLUE] == CELL_NONE)
        return false;
    hive_set_turn(pos, turn + 1);
    if (pos->side != SIDE_NONE)
        return true;
    hive_set_turn(pos, turn);
    return false;
}

const struct game_eval hive_eval = {
    .score = score,
    .order_values = order_values,
    .candidates = candidates,
    .extension = extension,
    .null_move = null_move,
    .draw = draw,
    .scale = 120,
    .easy = {.choices = 8, .tolerance = 56},
    .params = {.has_short_moves = true, .contempt = 80},
};
