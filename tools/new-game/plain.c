#include "games/newgame/newgame.h"

#include "game/plain.h"

static int moves(const struct position *pos, move_t out[])
{
    int n = 0;

    for (int take = 1; take <= 3; take++) {
        if (take <= newgame_of(pos)->stones)
            out[n++] = (move_t)take;
    }
    return n;
}

static uint64_t leaves(int stones, int depth)
{
    uint64_t sum = 0;

    if (depth == 0)
        return 1;
    for (int take = 1; take <= 3 && take <= stones; take++)
        sum += leaves(stones - take, depth - 1);
    return sum;
}

static uint64_t perft(const struct position *pos, int depth)
{
    return leaves(newgame_of(pos)->stones, depth);
}

const struct game_plain newgame_plain = {.moves = moves, .perft = perft};
