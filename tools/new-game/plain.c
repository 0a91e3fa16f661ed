#include "games/newgame/newgame.h"

#include "game/plain.h"

static void load(void *board, const struct position *pos)
{
    *(int *)board = newgame_of(pos)->stones;
}

static int moves(void *board, move_t out[])
{
    int n = 0;

    for (int take = 1; take <= 3 && take <= *(int *)board; take++, n++) {
        if (out)
            out[n] = (move_t)take;
    }
    return n;
}

static void play(void *board, move_t move) { *(int *)board -= (int)move; }

const struct game_plain newgame_plain = {
    .board_size = sizeof(int), .load = load, .moves = moves, .play = play};
