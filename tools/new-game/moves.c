/* All moves of a position. */

#include "games/newgame/newgame.h"

int newgame_count(const struct position *pos)
{
    int stones = newgame_of(pos)->stones;

    return stones < NEWGAME_TAKE_MAX ? stones : NEWGAME_TAKE_MAX;
}

int newgame_moves(const struct position *pos, move_t out[])
{
    int n = newgame_count(pos);

    for (int i = 0; i < n; i++)
        out[i] = (move_t)i + 1;
    return n;
}

bool newgame_legal(const struct position *pos, move_t move)
{
    return move >= 1 && move <= (move_t)newgame_count(pos);
}
