#include "search/eval.h"

#include "games/piranhas/piranhas.h"

static int score(const struct position *pos)
{
    const struct piranhas *game = piranhas_in(pos);
    return game->moves[pos->side] - game->moves[game_other(pos->side)];
}

const struct game_eval piranhas_eval = {.score = score, .scale = 100};
