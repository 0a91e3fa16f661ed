#include "search/eval.h"

#include "games/hive/hive.h"

static int score(const struct position *pos)
{
    (void)pos;
    return 0;
}

const struct game_eval hive_eval = {.score = score, .scale = 100};
