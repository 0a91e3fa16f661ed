#include "games/penguins/features.h"

#include "games/penguins/territory.h"
#include "games/penguins/weights.h"
#include "search/linear.h"

#include <assert.h>

/* The fish of both sides' floes, mine minus yours. */
static int more_fish(const struct penguins *ice, both_t floes)
{
    return penguins_fish_on(ice, floes[0]) - penguins_fish_on(ice, floes[1]);
}

static int more(both_t boards)
{
    return __builtin_popcountll(boards[0]) - __builtin_popcountll(boards[1]);
}

static void count_territory(const struct penguins *ice, both_t teams, int out[PENGUINS_FEATURES])
{
    struct territory territory = territory_of(teams, ice->floes[0]);

    for (int near = 0; near < TERRITORY_NEAR; near++) {
        out[FEATURE_FISH + near] = more_fish(ice, territory.first[near]);
        out[FEATURE_FLOES + near] = more(territory.first[near]);
        out[FEATURE_SHARED + near] = penguins_fish_on(ice, territory.shared[near]);
    }
}

/* How many floes are beside each penguin: none, one, two, three. */
static void count_trapped(both_t teams, uint64_t floes, int out[PENGUINS_FEATURES])
{
    uint64_t even = floes & PENGUINS_EVEN_ROWS, odd = floes & PENGUINS_ODD_ROWS;
    uint64_t even_a = even & ~PENGUINS_COLUMN_A, odd_h = odd & ~PENGUINS_COLUMN_H;
    uint64_t ways[] = {(floes & ~PENGUINS_COLUMN_H) << 1,
                       (floes & ~PENGUINS_COLUMN_A) >> 1,
                       even << 8 | odd_h << 9,
                       even_a << 7 | odd << 8,
                       even_a >> 9 | odd >> 8,
                       even >> 8 | odd_h >> 7};
    uint64_t one = 0, two = 0, three = 0, four = 0;

    for (int i = 0; i < 6; i++) {
        four |= three & ways[i];
        three |= two & ways[i];
        two |= one & ways[i];
        one |= ways[i];
    }
    out[FEATURE_TRAPPED] = more(teams & ~both_same(one));
    out[FEATURE_TIGHT] = more(teams & both_same(one & ~two));
    out[FEATURE_NARROW] = more(teams & both_same(two & ~three));
    out[FEATURE_MIDDLING] = more(teams & both_same(three & ~four));
}

/* What is near, and, growing from there, what a side can reach at all. */
static void count_reach(const struct penguins *ice, both_t teams, int out[PENGUINS_FEATURES])
{
    both_t floes = both_same(ice->floes[0]), step = both_beside(teams) & floes;
    both_t steps = step | (both_beside(step) & floes), reach = steps, before;

    out[FEATURE_STEP] = more(step);
    out[FEATURE_STEPS] = more(steps);
    out[FEATURE_STEPS_FISH] = more_fish(ice, steps);
    do {
        before = reach;
        reach |= both_beside(reach) & floes;
        reach |= both_beside(reach) & floes;
    } while ((reach[0] ^ before[0]) | (reach[1] ^ before[1]));
    both_t captured = reach & ~both_swapped(reach);
    out[FEATURE_CAPTURED_FISH] = more_fish(ice, captured);
    out[FEATURE_CAPTURED_FLOES] = more(captured);
}

void penguins_features(const struct position *pos, int out[PENGUINS_FEATURES])
{
    const struct penguins *ice = penguins_of(pos);
    enum side me = pos->side, you = game_other(me);
    both_t teams = {ice->team[me][0], ice->team[you][0]};

    assert(me < SIDE_NONE);
    out[FEATURE_BAG] = ice->fish[me] - ice->fish[you];
    count_territory(ice, teams, out);
    count_trapped(teams, ice->floes[0], out);
    count_reach(ice, teams, out);
    out[FEATURE_ROOM] =
        slides_count(ice->team[me], ice->floes) - slides_count(ice->team[you], ice->floes);
    out[FEATURE_TO_MOVE] = 1;
}

struct penguins_phase_mix penguins_phase_mix(const struct position *pos)
{
    const struct penguins *ice = penguins_of(pos);
    assert(pos->side < SIDE_NONE);
    int floes = __builtin_popcountll(ice->floes[0]) - PHASE_LATE_FLOES;
    int mine = __builtin_popcountll(ice->team[pos->side][0]);
    int yours = __builtin_popcountll(ice->team[game_other(pos->side)][0]);

    if (mine < PENGUINS_TEAM || yours < PENGUINS_TEAM) {
        enum penguins_phase phase = mine < yours ? PHASE_CATCH_UP : PHASE_PLACE;
        return (struct penguins_phase_mix){phase, phase, 0};
    }
    if (floes <= 0)
        return (struct penguins_phase_mix){PHASE_LATE, PHASE_LATE, 0};
    if (floes >= 2 * PHASE_STEP)
        return (struct penguins_phase_mix){PHASE_EARLY, PHASE_EARLY, 0};
    enum penguins_phase low = (enum penguins_phase)(floes / PHASE_STEP);
    return (struct penguins_phase_mix){low, low + 1, floes % PHASE_STEP};
}

/* ---- the table of weights, for `kielwasser tune` ---- */

_Static_assert(sizeof penguins_weights == sizeof(int16_t[PHASE_COUNT][PENGUINS_FEATURES]),
               "every feature has a weight");

static const char *const sets[] = {
    "late", "middle", "early", "placing", "placing, one behind",
};

static const char *const names[] = {PENGUINS_WEIGHTS(LINEAR_NAME)};
_Static_assert(sizeof names == PENGUINS_FEATURES * sizeof *names, "every feature has a name");

static bool look_linear(const struct position *pos, int features[], int parts[])
{
    struct penguins_phase_mix mix = penguins_phase_mix(pos);

    penguins_features(pos, features);
    parts[mix.low] += PHASE_STEP - mix.part;
    parts[mix.high] += mix.part;
    return true;
}

const struct linear_eval penguins_linear = {
    .sets = PHASE_COUNT,
    .features = PENGUINS_FEATURES,
    .divisor = PHASE_STEP,
    .weights = penguins_weights[0],
    .set_names = sets,
    .feature_names = names,
    .look = look_linear,
};
