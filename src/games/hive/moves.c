/* What a side may do: placements as one set of fields, drags as one set of fields per piece. */

#include "games/hive/hive.h"

#include <assert.h>

/* The board as a moving piece sees it. */
struct air {
    cells_t occupied;
    cells_t walls; /* occupied or bramble: two of them close a gate */
    cells_t empty; /* where a piece can come to rest; where it started is never among them */
};

static struct air look(const struct hive *hive)
{
    cells_t occupied = hive_occupied(hive), walls = occupied | hive->brambles;

    return (struct air){.occupied = occupied, .walls = walls, .empty = CELLS_BOARD & ~walls};
}

/* Without the piece that moves.  For a single step or a jump it makes no difference, because it
 * shows only around the start. */
static struct air lift(const struct hive *hive, const struct air *air, int cell)
{
    cells_t gone = cell_bit(cell) & ~hive->stacked;

    assert(cells_have(air->occupied, cell));
    return (struct air){
        .occupied = air->occupied ^ gone, .walls = air->walls ^ gone, .empty = air->empty};
}

/* One step on the ground: along a piece, through no gate. */
static cells_t slides(const struct air *air, int cell)
{
    unsigned contact = ring_contact[cells_ring(air->occupied, cell)];
    unsigned closed = ring_closed[cells_ring(air->walls, cell)];

    return ring_cells(contact & ~closed, cell) & air->empty;
}

/* Wherever any number of slides leads; the lanes are the same both ways. */
static cells_t ant_targets(const struct air *air, int cell)
{
    cells_t reached = slides(air, cell);
    cells_t o = air->occupied, w = air->walls, e = air->empty;
    /* Beside a step of y lie the fields x+1,y and x-1,y+1, and so on around. */
    cells_t lane_y = (o >> STEP_X | o << STEP_Z) & ~(w >> STEP_X & w << STEP_Z) & e & e >> STEP_Y;
    cells_t lane_z = (o >> STEP_X | o << STEP_Y) & ~(w >> STEP_X & w << STEP_Y) & e & e >> STEP_Z;
    cells_t lane_x = (o >> STEP_Z | o >> STEP_Y) & ~(w >> STEP_Z & w >> STEP_Y) & e & e >> STEP_X;
    cells_t before;

    do {
        before = reached;
        reached |= (reached & lane_y) << STEP_Y | (reached >> STEP_Y & lane_y);
        reached |= (reached & lane_z) << STEP_Z | (reached >> STEP_Z & lane_z);
        reached |= (reached & lane_x) << STEP_X | (reached >> STEP_X & lane_x);
    } while (reached != before);
    return reached;
}

/* Three slides over different fields.  With the first step fixed, excluding its field from the
 * third step is all that "different" asks for. */
static cells_t spider_targets(const struct air *air, int cell)
{
    cells_t targets = 0;

    for (cells_t first = slides(air, cell); first;) {
        int one = cells_take(&first);
        cells_t third = 0;
        for (cells_t second = slides(air, one); second;)
            third |= slides(air, cells_take(&second));
        targets |= third & ~cell_bit(one);
    }
    return targets;
}

/* From `to` back to `cell`, step by step through the fields that a flood in rings has reached. */
static int ant_path(const struct air *air, int cell, int to, uint8_t path[HIVE_PATH_MAX])
{
    uint8_t before[CELL_COUNT], queue[CELL_COUNT];
    cells_t reached = cell_bit(cell);
    int head = 0, tail = 0, n = 0;

    queue[tail++] = (uint8_t)cell;
    while (head < tail && !cells_have(reached, to)) {
        int at = queue[head++];
        for (cells_t next = slides(air, at) & ~reached; next;) {
            int field = cells_take(&next);
            before[field] = (uint8_t)at;
            reached |= cell_bit(field);
            queue[tail++] = (uint8_t)field;
        }
    }
    if (!cells_have(reached, to))
        return 0;
    for (int at = to; at != cell; at = before[at])
        n++;
    assert(n < HIVE_PATH_MAX);
    for (int at = to, i = n; i > 0; at = before[at], i--)
        path[i] = (uint8_t)at;
    path[0] = (uint8_t)cell;
    return n + 1;
}

static int spider_path(const struct air *air, int cell, int to, uint8_t path[HIVE_PATH_MAX])
{
    for (cells_t first = slides(air, cell); first;) {
        int one = cells_take(&first);
        for (cells_t second = slides(air, one); second && one != to;) {
            int two = cells_take(&second);
            if (!cells_have(slides(air, two), to))
                continue;
            memcpy(path, (uint8_t[4]){(uint8_t)cell, (uint8_t)one, (uint8_t)two, (uint8_t)to}, 4);
            return 4;
        }
    }
    return 0;
}

/* Over a row of pieces to the first field behind it. */
static cells_t jump(const struct air *air, int cell, int step)
{
    do
        cell += step;
    while ((unsigned)cell < CELL_COUNT && cells_have(air->occupied, cell));
    return (unsigned)cell < CELL_COUNT ? cell_bit(cell) & air->empty : 0;
}

static cells_t grasshopper_targets(const struct air *air, int cell)
{
    cells_t targets = 0;

    for (unsigned ring = cells_ring(air->occupied, cell); ring; ring &= ring - 1) {
        int step = ring_step[__builtin_ctz(ring)];
        targets |= jump(air, cell + step, step);
    }
    return targets;
}

/* A beetle knows no gates; it only needs a piece to hold on to, be it the one it stood on. */
static cells_t beetle_targets(const struct air *air, int cell, cells_t stacked)
{
    unsigned occupied = cells_ring(air->occupied, cell);
    unsigned hold = cells_have(stacked, cell) ? RING_FULL : occupied | ring_contact[occupied];

    return ring_cells(hold, cell) & (air->occupied | air->empty);
}

/* Where a top piece of this kind can go from here, the one-hive rule aside. */
static inline cells_t targets(const struct hive *hive, const struct air *air, enum kind kind,
                              int cell)
{
    struct air lifted;

    switch (kind) {
    case KIND_QUEEN:
        return slides(air, cell);
    case KIND_SPIDER:
        lifted = lift(hive, air, cell);
        return spider_targets(&lifted, cell);
    case KIND_BEETLE:
        return beetle_targets(air, cell, hive->stacked);
    case KIND_GRASSHOPPER:
        return grasshopper_targets(air, cell);
    case KIND_ANT:
        lifted = lift(hive, air, cell);
        return ant_targets(&lifted, cell);
    case KIND_COUNT:
        break;
    }
    return 0;
}

cells_t hive_targets(const struct hive *hive, int cell)
{
    struct air air = look(hive);

    return targets(hive, &air, hive_top_kind(hive, cell), cell);
}

int hive_move_path(const struct hive *hive, move_t move, uint8_t path[HIVE_PATH_MAX])
{
    int from = hive_from(move), to = hive_to(move);
    struct air air = look(hive), lifted = lift(hive, &air, from);

    if (hive_top_kind(hive, from) == KIND_ANT)
        return ant_path(&lifted, from, to, path);
    return hive_top_kind(hive, from) == KIND_SPIDER ? spider_path(&lifted, from, to, path) : 0;
}

/* Pieces move once their queen is there.  In a split hive only a lone piece apart from the rest
 * could be lifted, and it has nothing to move along. */
static bool can_drag(const struct hive *hive, enum side side)
{
    return hive->queen[side] != CELL_NONE && !hive->is_split;
}

cells_t hive_movable(const struct hive *hive, enum side side)
{
    if (!can_drag(hive, side))
        return 0;
    return hive->owner[side] & ~hive_pinned(hive);
}

cells_t hive_placement_fields(const struct position *pos)
{
    const struct hive *hive = hive_of(pos);
    enum side side = (enum side)pos->side, other = game_other(side);
    cells_t empty = hive_empty(hive);

    if (hive->hand[side] != hive->set)
        return empty & hive->reach[side] & ~hive->reach[other];
    return hive->hand[other] == hive->set ? empty : empty & hive->reach[other];
}

/* One bit per kind, the lowest of its four, for each that may be placed now. */
static uint32_t placeable(const struct position *pos)
{
    uint32_t hand = hive_of(pos)->hand[pos->side];

    if (hive_queen_is_overdue(pos))
        return hand_one(KIND_QUEEN);
    return (hand | hand >> 1 | hand >> 2 | hand >> 3) & 0x11111;
}

/* How many drags these pieces of one kind have. */
static inline int count_drags(const struct hive *hive, const struct air *air, cells_t pieces,
                              enum kind kind)
{
    int n = 0;

    for (pieces &= hive->kind[kind]; pieces;)
        n += cells_count(targets(hive, air, kind, cells_take(&pieces)));
    return n;
}

static int count_all_drags(const struct hive *hive, enum side side)
{
    struct air air = look(hive);
    cells_t movable = hive_movable(hive, side);

    /* Not a loop: each kind gets code of its own. */
    return count_drags(hive, &air, movable, KIND_QUEEN) +
           count_drags(hive, &air, movable, KIND_SPIDER) +
           count_drags(hive, &air, movable, KIND_BEETLE) +
           count_drags(hive, &air, movable, KIND_GRASSHOPPER) +
           count_drags(hive, &air, movable, KIND_ANT);
}

int hive_count(const struct position *pos)
{
    if (pos->side == SIDE_NONE)
        return 0;

    const struct hive *hive = hive_of(pos);
    int n = cells_count(hive_placement_fields(pos)) * __builtin_popcount(placeable(pos));

    if (can_drag(hive, (enum side)pos->side))
        n += count_all_drags(hive, (enum side)pos->side);
    return n > 0 ? n : 1;
}

static int add_moves(int from, cells_t targets, move_t out[])
{
    int n = 0;

    while (targets)
        out[n++] = hive_drag(from, cells_take(&targets));
    return n;
}

int hive_moves(const struct position *pos, move_t out[])
{
    if (pos->side == SIDE_NONE)
        return 0;

    const struct hive *hive = hive_of(pos);
    cells_t placements = hive_placement_fields(pos);
    int n = 0;

    for (uint32_t kinds = placeable(pos); kinds; kinds &= kinds - 1)
        n += add_moves(HIVE_HAND + __builtin_ctz(kinds) / 4, placements, out + n);
    for (cells_t movable = hive_movable(hive, (enum side)pos->side); movable;) {
        int from = cells_take(&movable);
        n += add_moves(from, hive_targets(hive, from), out + n);
    }
    if (n == 0)
        out[n++] = HIVE_SKIP;
    assert(n <= HIVE_MOVES_MAX);
    return n;
}

/* The skip is the way out only where there is no other. */
static bool is_stuck(const struct position *pos)
{
    move_t only[HIVE_MOVES_MAX];

    return hive_moves(pos, only) == 1 && only[0] == HIVE_SKIP;
}

bool hive_legal(const struct position *pos, move_t move)
{
    const struct hive *hive = hive_of(pos);
    int from = hive_from(move), to = hive_to(move);

    if (pos->side == SIDE_NONE || move > UINT16_MAX)
        return false;
    if (move == HIVE_SKIP)
        return is_stuck(pos);
    if (from >= HIVE_HAND + KIND_COUNT || to >= CELL_COUNT)
        return false;
    if (hive_is_place(move))
        return (placeable(pos) & hand_one(hive_kind(move))) &&
               cells_have(hive_placement_fields(pos), to);
    return from < CELL_COUNT && cells_have(hive_movable(hive, (enum side)pos->side), from) &&
           cells_have(hive_targets(hive, from), to);
}
