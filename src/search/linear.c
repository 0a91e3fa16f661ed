#include "search/linear.h"

#define GAME(name) extern const struct linear_eval name##_linear;
#include "game/games.def"
#undef GAME

static const struct linear_eval *const linears[] = {
#define GAME(name) &name##_linear,
#include "game/games.def"
#undef GAME
};

const struct linear_eval *linear_of(const struct game_rules *rules)
{
    const struct linear_eval *linear = linears[game_index(rules)];

    return linear->sets > 0 ? linear : NULL;
}

int64_t linear_sum(const struct linear_eval *linear, const int features[], const int parts[])
{
    const int16_t *weights = linear->weights;
    int64_t sum = 0;

    for (int set = 0; set < linear->sets; set++) {
        for (int i = 0; i < linear->features; i++)
            sum += (int64_t)parts[set] * features[i] * *weights++;
    }
    return sum;
}
