#include "games/mississippi/mississippi.h"

#include "search/eval.h"

static int score(const struct position *pos)
{
    const struct mississippi *m = mississippi_view(pos);
    return 10 *
           (mississippi_points(&m->ship[pos->side]) - mississippi_points(&m->ship[!pos->side]));
}

const struct game_eval mississippi_eval = {.score = score, .scale = 100};
