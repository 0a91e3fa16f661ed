/* The evaluation of season 2024: a sum of features times weights (weights_2024.h). */

#include "games/mississippi/candidates_2024.h"
#include "games/mississippi/features_2024.h"
#include "games/mississippi/weights_2024.h"

#include "search/eval.h"

static int score(const struct position *pos, void *cache)
{
    int features[MISSISSIPPI24_FEATURES], sum = 0;

    (void)cache;
    mississippi24_features(pos, features);
    for (int i = 0; i < MISSISSIPPI24_FEATURES; i++)
        sum += features[i] * mississippi24_weights[0][i];
    return sum;
}

static void order_values(const struct position *pos, void *cache, const move_t moves[], int n,
                         int out[])
{
    (void)cache;
    mississippi24_order_values(pos, moves, n, out);
    for (int i = 0; i < n; i++) {
        int order_value = out[i] < ORDER_VALUE_MAX ? out[i] : ORDER_VALUE_MAX;
        out[i] = order_value > -ORDER_VALUE_MAX ? order_value : -ORDER_VALUE_MAX;
    }
}

const struct game_eval mississippi24_eval = {
    .score = score,
    .candidates = mississippi24_candidates,
    .order_values = order_values,
    .scale = 220,
    .easy = {.choices = 5, .tolerance = 8},
};
