/* The evaluation: a sum of features times weights (weights.h). */

#include "games/mississippi/candidates.h"
#include "games/mississippi/features.h"
#include "games/mississippi/weights.h"

#include "search/eval.h"

static int score(const struct position *pos, void *cache)
{
    int features[MISSISSIPPI_FEATURES], sum = 0;

    (void)cache;
    mississippi_features(pos, features);
    for (int i = 0; i < MISSISSIPPI_FEATURES; i++)
        sum += features[i] * mississippi_weights[0][i];
    return sum;
}

static void order_values(const struct position *pos, void *cache, const move_t moves[], int n,
                         int out[])
{
    (void)cache;
    mississippi_order_values(pos, moves, n, out);
    for (int i = 0; i < n; i++) {
        int order_value = out[i] < ORDER_VALUE_MAX ? out[i] : ORDER_VALUE_MAX;
        out[i] = order_value > -ORDER_VALUE_MAX ? order_value : -ORDER_VALUE_MAX;
    }
}

const struct game_eval mississippi_eval = {
    .score = score,
    .candidates = mississippi_candidates,
    .order_values = order_values,
    .scale = 220,
    .easy = {.choices = 5, .tolerance = 8},
};
