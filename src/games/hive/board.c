/* Pieces come onto the board and leave it.  Everything that is derived from them, the key too,
 * changes with them: a position that was played has the same bytes as one that was read. */

#include "base/rng.h"
#include "games/hive/hive.h"

#include <assert.h>

/* The key is a sum, so the turn counts by a step that is the same for every move. */
static const uint64_t turn_key = UINT64_C(0x9e3779b97f4a7c15);

enum { KEY_PIECE = 1 << 24, KEY_BRAMBLE = 2 << 24, KEY_SET = 3 << 24, KEY_RULES = 4 << 24 };

static uint64_t piece_key(int cell, int level, unsigned piece)
{
    return rng_mix((uint64_t)(KEY_PIECE | (int)piece << 16 | level << 8 | cell));
}

/* Where the covered pieces of the fields after this one begin. */
static int covered_end(const struct hive *hive, int cell)
{
    int i = hive->covered_count;

    while (i > 0 && hive->covered[i - 1].cell > cell)
        i--;
    return i;
}

/* How many pieces lie under the top piece of a field. */
static int covered_on(const struct hive *hive, int cell)
{
    int end = covered_end(hive, cell), i = end;

    while (i > 0 && hive->covered[i - 1].cell == cell)
        i--;
    return end - i;
}

static unsigned top_piece(const struct hive *hive, int cell)
{
    enum side side = cells_have(hive->owner[SIDE_BLUE], cell) ? SIDE_BLUE : SIDE_RED;

    return piece_make(side, hive_top_kind(hive, cell));
}

/* A piece becomes the top piece of its field. */
static inline void show(struct hive *hive, cells_t bit, unsigned piece)
{
    hive->kind[piece_kind(piece)] |= bit;
    hive->owner[piece_side(piece)] |= bit;
    hive->reach[piece_side(piece)] |= cells_around(bit);
}

static inline void vanish(struct hive *hive, cells_t bit, unsigned piece)
{
    enum side side = piece_side(piece);

    hive->kind[piece_kind(piece)] ^= bit;
    hive->owner[side] ^= bit;
    hive->reach[side] = cells_around(hive->owner[side]);
}

/* The top piece of a field gets another one on its back. */
static void cover(struct hive *hive, int cell, cells_t bit)
{
    unsigned piece = top_piece(hive, cell);
    int at = covered_end(hive, cell);

    assert(hive->covered_count < HIVE_COVERED_MAX);
    memmove(&hive->covered[at + 1], &hive->covered[at],
            (size_t)(hive->covered_count - at) * sizeof hive->covered[0]);
    hive->covered[at].cell = (uint8_t)cell;
    hive->covered[at].piece = (uint8_t)piece;
    hive->covered_count++;
    hive->stacked |= bit;
    vanish(hive, bit, piece);
}

/* The highest covered piece of a field sees the light again. */
static void uncover(struct hive *hive, int cell, cells_t bit)
{
    int at = covered_end(hive, cell) - 1;

    assert(at >= 0 && hive->covered[at].cell == cell);
    show(hive, bit, hive->covered[at].piece);
    hive->covered_count--;
    memmove(&hive->covered[at], &hive->covered[at + 1],
            (size_t)(hive->covered_count - at) * sizeof hive->covered[0]);
    memset(&hive->covered[hive->covered_count], 0, sizeof hive->covered[0]);
    if (at == 0 || hive->covered[at - 1].cell != cell)
        hive->stacked ^= bit;
}

/* A field gets its first piece: it joins the groups around it to one part, and what lay between
 * them becomes holes. */
static inline void settle(struct hive *hive, int cell, cells_t bit)
{
    cells_t occupied = hive_occupied(hive);
    unsigned ring = cells_ring(occupied, cell);

    hive->euler = (int8_t)(hive->euler + 1 - ring_groups[ring]);
    if (hive->is_split || ring == 0)
        hive->is_split = !hive_is_connected(occupied | bit);
}

static inline void put(struct position *pos, int cell, unsigned piece)
{
    struct hive *hive = hive_body(pos);
    cells_t bit = cell_bit(cell);
    int level = 0;

    assert((bit & CELLS_BOARD) && !(bit & hive->brambles));
    assert(piece_side(piece) < SIDE_NONE && piece_kind(piece) < KIND_COUNT);
    if (hive_occupied(hive) & bit) {
        cover(hive, cell, bit);
        level = covered_on(hive, cell);
    } else {
        settle(hive, cell, bit);
    }
    show(hive, bit, piece);
    if (piece_kind(piece) == KIND_QUEEN)
        hive->queen[piece_side(piece)] = (uint8_t)cell;
    pos->key += piece_key(cell, level, piece);
}

static inline unsigned lift(struct position *pos, int cell)
{
    struct hive *hive = hive_body(pos);
    cells_t bit = cell_bit(cell);
    unsigned piece = top_piece(hive, cell);
    int level = 0;

    assert(hive_occupied(hive) & bit);
    vanish(hive, bit, piece);
    if (hive->stacked & bit) {
        level = covered_on(hive, cell);
        uncover(hive, cell, bit);
    } else {
        unsigned ring = cells_ring(hive_occupied(hive), cell);
        hive->euler = (int8_t)(hive->euler - 1 + ring_groups[ring]);
    }
    pos->key -= piece_key(cell, level, piece);
    return piece;
}

void hive_put_piece(struct position *pos, int cell, unsigned piece) { put(pos, cell, piece); }

void hive_clear(struct position *pos, uint32_t set, enum ruleset ruleset)
{
    struct hive *hive = hive_body(pos);

    memset(pos, 0, sizeof *pos);
    pos->ruleset = (uint8_t)ruleset;
    pos->key = rng_mix(KEY_SET | set) + rng_mix((uint64_t)(KEY_RULES | ruleset));
    hive->set = hive->hand[SIDE_RED] = hive->hand[SIDE_BLUE] = set;
    hive->queen[SIDE_RED] = hive->queen[SIDE_BLUE] = CELL_NONE;
}

void hive_put_bramble(struct position *pos, int cell)
{
    assert(cells_have(hive_empty(hive_of(pos)), cell));
    hive_body(pos)->brambles |= cell_bit(cell);
    pos->key += rng_mix((uint64_t)(KEY_BRAMBLE | cell));
}

static bool is_surrounded(const struct hive *hive, enum side side)
{
    int queen = hive->queen[side];

    return queen != CELL_NONE && cells_window(hive_empty(hive), queen) == 0;
}

/* The official server looked at the queens after blue's moves only: blue always has a reply. */
static bool queens_count_now(const struct position *pos)
{
    return pos->ruleset == RULES_BOOK || pos->turn % 2 == 0;
}

static bool is_over(const struct position *pos)
{
    const struct hive *hive = hive_of(pos);

    return pos->turn >= HIVE_TURN_MAX ||
           (queens_count_now(pos) &&
            (is_surrounded(hive, SIDE_RED) || is_surrounded(hive, SIDE_BLUE)));
}

void hive_set_turn(struct position *pos, int turn)
{
    assert(turn >= 0 && turn <= HIVE_TURN_MAX);
    pos->key += turn_key * (uint64_t)(turn - pos->turn);
    pos->turn = (uint16_t)turn;
    pos->side = (uint8_t)(is_over(pos) ? SIDE_NONE : turn % 2 == 0 ? SIDE_RED : SIDE_BLUE);
}

void hive_play(struct position *pos, move_t move)
{
    assert(pos->side < SIDE_NONE);
    if (hive_is_place(move)) {
        assert(hand_count(hive_of(pos)->hand[pos->side], hive_kind(move)) > 0);
        hive_body(pos)->hand[pos->side] -= hand_one(hive_kind(move));
        put(pos, hive_to(move), piece_make((enum side)pos->side, hive_kind(move)));
    } else if (move != HIVE_SKIP) {
        put(pos, hive_to(move), lift(pos, hive_from(move)));
    }
    hive_set_turn(pos, pos->turn + 1);
}
