#include "games/newgame/newgame.h"

#include "search/eval.h"
#include "search/linear.h"
#include "search/signature.h"

/* A heap of 4, 8, 12 … is lost for the side to move. */
static int score(const struct position *pos, void *cache)
{
    (void)cache;
    return newgame_of(pos)->stones % (NEWGAME_TAKE_MAX + 1) == 0 ? -500 : 500;
}

/* There is no table of weights to be fitted. */
const struct linear_eval newgame_linear = {0};

/* No moves are recorded: `kielwasser bench` searches the first position of each board. */
const struct bench_lines newgame_bench = {0};

const struct game_eval newgame_eval = {.score = score, .scale = 300};
