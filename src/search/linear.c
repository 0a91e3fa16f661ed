#include "search/linear.h"

#define GAME(name, family) extern const struct linear_eval name##_linear;
#include "game/games.def"
#undef GAME

static const struct linear_eval *const linears[] = {
#define GAME(name, family) &name##_linear,
#include "game/games.def"
#undef GAME
};

const struct linear_eval *linear_of(const struct game_rules *rules)
{
    const struct linear_eval *linear = linears[game_index(rules)];

    return linear->sets > 0 ? linear : NULL;
}
