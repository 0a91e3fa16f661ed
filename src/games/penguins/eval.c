/* Which side will catch more fish: the features times their weights, fitted to results (weights.h).
 * What is small enough is solved. */

#include "search/eval.h"

#include "base/minmax.h"
#include "games/penguins/features.h"
#include "games/penguins/regions.h"
#include "games/penguins/solver.h"
#include "games/penguins/weights.h"

#include <assert.h>

/* How many floes may be left for the solver to be asked: inside of a search, and at its root. */
enum { SOLVABLE_FLOES = 14, SOLVABLE_ROOT_FLOES = 34 };

static int score(const struct position *pos, void *cache)
{
    struct penguins_phase_mix mix = penguins_phase_mix(pos);
    const int16_t *low = penguins_weights[mix.low], *high = penguins_weights[mix.high];
    int features[PENGUINS_FEATURES], of_low = 0, of_high = 0;

    (void)cache;
    penguins_features(pos, features);
    for (int i = 0; i < PENGUINS_FEATURES; i++) {
        of_low += low[i] * features[i];
        of_high += high[i] * features[i];
    }
    int value = (of_low * (PHASE_STEP - mix.part) + of_high * mix.part) / PHASE_STEP;
    return int_clamp(value, -EVAL_MAX, EVAL_MAX);
}

/* Good are full floes, those that the other side could take next, and those with ways on. */
static void order_values(const struct position *pos, void *cache, const move_t moves[], int n,
                         int out[])
{
    const struct penguins *ice = penguins_of(pos);

    (void)cache;
    assert(pos->side < SIDE_NONE);
    uint64_t floes = ice->floes[0];
    uint64_t wanted = slides_reach(ice->team[game_other(pos->side)][0], floes);

    for (int i = 0; i < n; i++) {
        int to = penguins_to(moves[i]);
        uint64_t here = penguins_bit(to);
        out[i] = 32 * penguins_fish(ice, to) + ((wanted & here) != 0 ? 24 : 0) +
                 8 * __builtin_popcountll(regions_beside(here) & floes);
    }
}

static bool is_placed(const struct penguins *ice)
{
    return penguins_all_placed(ice, SIDE_RED) && penguins_all_placed(ice, SIDE_BLUE);
}

static bool is_solvable(const struct position *pos)
{
    const struct penguins *ice = penguins_of(pos);

    return __builtin_popcountll(ice->floes[0]) <= SOLVABLE_FLOES && is_placed(ice);
}

static bool solve(const struct position *pos, const struct solve_request *request,
                  struct solution *solution)
{
    const struct penguins *ice = penguins_of(pos);

    return is_placed(ice) && penguins_count_reachable(ice) <= SOLVABLE_ROOT_FLOES &&
           penguins_solve(pos, request, solution);
}

const struct game_eval penguins_eval = {
    .score = score,
    .order_values = order_values,
    .scale = 800,
    .easy = {.choices = 8, .tolerance = 24},
    .is_solvable = is_solvable,
    .solve = solve,
    .solver_bytes = PENGUINS_SOLVER_BYTES,
    .solves_points = true,
    .params = {.futility = 800, .has_short_moves = true},
};
