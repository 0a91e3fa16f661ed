/* The evaluation of every game as a sum (search/linear.h) beside the one that the search uses. */

#include "search/linear.h"
#include "base/rng.h"
#include "search/eval.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { GAMES = 60, SURE = 15000 }; /* what is larger may be cut */

static int looked_at, sums;

/* The sum, not yet divided. */
static int64_t linear_sum(const struct linear_eval *linear, const int features[], const int parts[])
{
    const int16_t *weights = linear->weights;
    int64_t sum = 0;

    for (int set = 0; set < linear->sets; set++) {
        for (int i = 0; i < linear->features; i++)
            sum += (int64_t)parts[set] * features[i] * *weights++;
    }
    return sum;
}

static void check_position(const struct game_rules *rules, const struct position *pos)
{
    const struct linear_eval *linear = linear_of(rules);
    int features[LINEAR_FEATURES_MAX] = {0}, parts[LINEAR_SETS_MAX] = {0};

    looked_at++;
    if (!linear->look(pos, features, parts))
        return;
    sums++;
    int64_t expected = linear_sum(linear, features, parts) / linear->divisor;
    int score = eval_of(rules)->score(pos, NULL);
    if (llabs(expected) < SURE && score != expected)
        fail_msg("%s, turn %d: %d instead of %d", rules->name, pos->turn, score, (int)expected);
}

static void play_game(const struct game_rules *rules, uint64_t seed)
{
    static move_t moves[GAME_MOVES_MAX];
    struct game_options options = {.ruleset = seed % 2 ? RULES_BOOK : RULES_SERVER};
    struct rng rng = rng_make(seed);
    struct position pos = {0};

    assert_true(rules->setup(&pos, seed, &options, NULL));
    while (pos.side != SIDE_NONE) {
        struct position sample = pos;
        game_sample_hidden(rules, &sample, seed);
        check_position(rules, &sample);
        int n = rules->moves(&pos, moves);
        if (n == 0)
            return;
        rules->play(&pos, moves[rng_below(&rng, n)]);
    }
}

static void test_scores(void **state)
{
    (void)state;
    for (int i = 0; game_at(i); i++) {
        const struct game_rules *rules = game_at(i);
        if (!linear_of(rules))
            continue;
        looked_at = sums = 0;
        for (uint64_t seed = 1; seed <= GAMES; seed++)
            play_game(rules, seed);
        if (looked_at < 5 * GAMES || sums < looked_at * 9 / 10)
            fail_msg("%s: %d of %d positions are sums", rules->name, sums, looked_at);
    }
}

static void test_tables(void **state)
{
    (void)state;
    for (int i = 0; game_at(i); i++) {
        const struct linear_eval *linear = linear_of(game_at(i));
        if (!linear)
            continue;
        assert_in_range(linear->sets, 1, LINEAR_SETS_MAX);
        assert_in_range(linear->features, 1, LINEAR_FEATURES_MAX);
        assert_in_range(linear->sets * linear->features, 1, LINEAR_WEIGHTS_MAX);
        assert_true(linear->divisor > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scores),
        cmocka_unit_test(test_tables),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
