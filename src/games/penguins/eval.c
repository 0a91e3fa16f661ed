#include "search/eval.h"
#include "games/penguins/penguins.h"

static int score(const struct position *pos)
{
    const struct penguins *ice = penguins_of(pos);
    enum side side = pos->side;

    return 100 * (ice->fish[side] - ice->fish[game_other(side)]) + ice->choices;
}

static int promise(const struct position *pos, move_t move)
{
    return penguins_fish(penguins_of(pos), penguins_to(move));
}

const struct game_eval penguins_eval = {.score = score, .promise = promise, .scale = 500};
