/*
 * The published leaf counts of board-game Hive (base set, UHP rules) with our move generation: the
 * first piece stands in the centre, where the contest's board is large enough, no side opens with
 * the queen, and beetles obey gates at their height.  What the contest changed is undone here, in
 * the test alone.
 */

#include "games/hive/hive.h"

#include <inttypes.h>
#include <stdio.h>

static const uint64_t published[] = {1, 4, 96, 1440, 21600, 516240, 12219480};

static int height(const struct hive *hive, int cell)
{
    int n = cells_have(hive_occupied(hive), cell);

    for (int i = 0; i < hive->covered_count; i++)
        n += hive->covered[i].cell == cell;
    return n;
}

static int max(int a, int b) { return a > b ? a : b; }

/* Do the two fields beside a beetle's step tower above both of its ends? */
static bool is_gate(const struct hive *hive, int from, int to)
{
    cells_t beside = cells_around(cell_bit(from)) & cells_around(cell_bit(to)) & CELLS_BOARD;
    int level = max(height(hive, from) - 1, height(hive, to));
    int towers = 0;

    while (beside)
        towers += height(hive, cells_take(&beside)) > level;
    return towers == 2;
}

static bool is_base_move(const struct position *pos, move_t move)
{
    const struct hive *hive = hive_of(pos);

    if (move == HIVE_SKIP)
        return true;
    if (hive_is_place(move)) {
        bool is_opening_queen = pos->turn < 2 && hive_kind(move) == KIND_QUEEN;
        return !is_opening_queen && (pos->turn > 0 || hive_to(move) == CELL_ORIGIN);
    }
    return hive_top_kind(hive, hive_from(move)) != KIND_BEETLE ||
           !is_gate(hive, hive_from(move), hive_to(move));
}

static uint64_t base_perft(const struct position *pos, int depth)
{
    if (depth == 0)
        return 1;

    move_t moves[HIVE_MOVES_MAX];
    int n = hive_moves(pos, moves);
    uint64_t leaves = 0;

    for (int i = 0; i < n; i++) {
        struct position next = *pos;
        if (!is_base_move(pos, moves[i]))
            continue;
        hive_play(&next, moves[i]);
        leaves += base_perft(&next, depth - 1);
    }
    return leaves;
}

int main(void)
{
    int depths = (int)(sizeof published / sizeof published[0]), wrong = 0;
    struct position pos;

    if (!hive_parse_position(slice_of("| r 0"), &pos, NULL))
        return 1;
    for (int depth = 0; depth < depths; depth++) {
        uint64_t leaves = base_perft(&pos, depth);
        if (leaves == published[depth])
            continue;
        printf("depth %d: %" PRIu64 " instead of %" PRIu64 "\n", depth, leaves, published[depth]);
        wrong++;
    }
    printf("base Hive: %d of %d published leaf counts\n", depths - wrong, depths);
    return wrong > 0;
}
