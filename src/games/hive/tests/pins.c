/*
 * Pins by their definition: a lone piece is pinned if the others fall apart without it.  Held
 * against the fast way on random games and on hives that grow like creepers, with holes of any
 * size.
 */

#include "base/rng.h"
#include "games/hive/hive.h"

#include <inttypes.h>
#include <stdio.h>

enum { GAMES = 400, CREEPERS = 20000, CREEPER_MAX = 60 };

static cells_t plain_pinned(const struct hive *hive)
{
    cells_t occupied = hive_occupied(hive), pinned = 0;

    for (cells_t rest = occupied & ~hive->stacked; rest;) {
        cells_t bit = cell_bit(cells_take(&rest));
        if (!hive_is_connected(occupied & ~bit))
            pinned |= bit;
    }
    return pinned;
}

static bool agrees(const struct position *pos, const char *what, int number)
{
    if (hive_pinned(hive_of(pos)) == plain_pinned(hive_of(pos)))
        return true;
    printf("%s %d, turn %d: pins differ\n", what, number, pos->turn);
    return false;
}

static bool play_game(int seed)
{
    struct rng rng = rng_make((uint64_t)seed);
    struct game_options options = {0};
    struct position pos;
    move_t moves[HIVE_MOVES_MAX];
    struct err why;

    hive_rules.setup(&pos, (uint64_t)seed, &options, &why);
    while (pos.side != SIDE_NONE) {
        int n = hive_moves(&pos, moves);
        hive_play(&pos, moves[rng_below(&rng, n)]);
        if (!agrees(&pos, "game", seed))
            return false;
    }
    return true;
}

/* Grows at its tip, so that it bends and bites itself; now and then it sprouts elsewhere. */
static bool grow_creeper(int seed)
{
    struct rng rng = rng_make((uint64_t)seed);
    struct position pos;
    int tip = CELL_ORIGIN, length = 5 + rng_below(&rng, CREEPER_MAX - 5);

    hive_clear(&pos, HIVE_SET_BOOK, RULES_BOOK);
    hive_put_piece(&pos, tip, piece_make(SIDE_RED, KIND_ANT));
    while (length-- > 0) {
        cells_t occupied = hive_occupied(hive_of(&pos));
        int next = tip + ring_step[rng_below(&rng, 6)];
        if (!cells_have(cells_around(cell_bit(tip)) & CELLS_BOARD, next))
            continue;
        if (!cells_have(occupied, next))
            hive_put_piece(&pos, next, piece_make(SIDE_BLUE, KIND_ANT));
        tip = next;
        if (!agrees(&pos, "creeper", seed))
            return false;
    }
    return true;
}

int main(void)
{
    for (int i = 1; i <= GAMES; i++) {
        if (!play_game(i))
            return 1;
    }
    for (int i = 1; i <= CREEPERS; i++) {
        if (!grow_creeper(i))
            return 1;
    }
    return 0;
}
