#include "games/newgame/newgame.h"

#include "search/eval.h"

/* A heap of 4, 8, 12 … is lost for the side to move. */
static int score(const struct position *pos)
{
    return newgame_of(pos)->stones % (NEWGAME_TAKE_MAX + 1) == 0 ? -500 : 500;
}

const struct game_eval newgame_eval = {.score = score, .scale = 300};
