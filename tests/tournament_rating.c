/* Ratings of pools: worked out by hand, simulated, torn apart, one-sided. */

#include "support.h"

#include "base/memory.h"
#include "base/rng.h"
#include "tournament/rating.h"

#include <math.h>
#include <stdlib.h>

struct pool {
    struct rating_table table;
    struct rating_list list;
};

static struct pool *pool_create(int count)
{
    struct pool *pool = memory_get(1, sizeof *pool);

    pool->table.count = count;
    return pool;
}

/* Wins, draws and losses of `a` against `b`. */
static void play(struct pool *pool, int a, int b, const int results[3])
{
    for (int i = 0; i < results[0]; i++)
        rating_add(&pool->table, a, b, RATING_WIN);
    for (int i = 0; i < results[1]; i++)
        rating_add(&pool->table, a, b, RATING_DRAW);
    for (int i = 0; i < results[2]; i++)
        rating_add(&pool->table, a, b, RATING_LOSS);
}

static void expect_near(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within))
        fail_msg("%.9f instead of %.9f", value, wanted);
}

/* The part of the points that is to be expected. */
static double expected_part(double elo_difference)
{
    return 1 / (1 + pow(10, -elo_difference / 400));
}

/* 75 % of 100 games are 400·log10(3) Elo; the error of each is half that of the difference, which
 * is 400/ln 10 / sqrt(100·0.75·0.25). */
static void test_two_players(void **state)
{
    struct pool *pool = pool_create(2);

    (void)state;
    play(pool, 0, 1, (int[]){70, 10, 20});
    rating_solve(&pool->table, &pool->list);
    const struct rating *rating = pool->list.rating;
    expect_near(rating[0].elo - rating[1].elo, 190.8485, 1e-4);
    expect_near(rating[0].elo + rating[1].elo, 0, 1e-9);
    expect_near(rating[0].error, 173.717793 / sqrt(18.75) / 2, 1e-4);
    assert_int_equal(rating[1].games, 100);
    expect_near(rating[1].score, 0.25, 1e-12);
    assert_false(rating[0].is_held);
    free(pool);
}

/* A beats B 3:1 and B beats C 3:1; A and C are two such steps apart without having met. */
static void test_chain(void **state)
{
    struct pool *pool = pool_create(3);

    (void)state;
    play(pool, 0, 1, (int[]){3, 0, 1});
    play(pool, 1, 2, (int[]){3, 0, 1});
    rating_solve(&pool->table, &pool->list);
    expect_near(pool->list.rating[0].elo, 190.8485, 1e-4);
    expect_near(pool->list.rating[1].elo, 0, 1e-6);
    expect_near(pool->list.rating[2].elo, -190.8485, 1e-4);
    assert_int_equal(pool->list.pools, 1);
    free(pool);
}

static void test_circle_is_even(void **state)
{
    struct pool *pool = pool_create(3);

    (void)state;
    for (int i = 0; i < 3; i++)
        play(pool, i, (i + 1) % 3, (int[]){5, 0, 0});
    rating_solve(&pool->table, &pool->list);
    for (int i = 0; i < 3; i++) {
        expect_near(pool->list.rating[i].elo, 0, 1e-9);
        assert_false(pool->list.rating[i].is_held);
    }
    free(pool);
}

/* A team that won everything is far ahead, at a finite place, and further ahead with more games. */
static void test_clean_sheet_is_held(void **state)
{
    double last = 0;

    (void)state;
    for (int games = 1; games <= 1000; games *= 10) {
        struct pool *pool = pool_create(2);
        play(pool, 0, 1, (int[]){games, 0, 0});
        rating_solve(&pool->table, &pool->list);
        const struct rating *rating = pool->list.rating;
        assert_true(rating[0].is_held && isfinite(rating[0].elo) && isfinite(rating[0].error));
        assert_true(rating[0].elo > last);
        expect_near(rating[0].elo + rating[1].elo, 0, 1e-9);
        last = rating[0].elo;
        free(pool);
    }
}

static void test_torn_pool(void **state)
{
    struct pool *pool = pool_create(5);
    const struct rating *rating = pool->list.rating;

    (void)state;
    play(pool, 0, 2, (int[]){3, 0, 1});
    play(pool, 1, 4, (int[]){1, 0, 1});
    rating_solve(&pool->table, &pool->list);
    assert_int_equal(pool->list.pools, 3);
    assert_int_equal(rating[0].pool, rating[2].pool);
    assert_int_equal(rating[1].pool, rating[4].pool);
    assert_int_not_equal(rating[0].pool, rating[1].pool);
    expect_near(rating[0].elo + rating[2].elo, 0, 1e-9);
    expect_near(rating[1].elo, 0, 1e-9);
    assert_int_equal(rating[3].games, 0);
    expect_near(rating[3].elo, 0, 0);
    expect_near(rating[3].error, 0, 0);
    free(pool);
}

static void test_empty_pool(void **state)
{
    struct pool *pool = pool_create(0);

    (void)state;
    rating_solve(&pool->table, &pool->list);
    assert_int_equal(pool->list.pools, 0);
    free(pool);
}

/* 40 players of known strength, everybody against everybody: nearly all lie within two errors. */
static void test_simulated_pool(void **state)
{
    enum { PLAYERS = 40, GAMES = 20 };
    struct pool *pool = pool_create(PLAYERS);
    struct rng rng = rng_make(7);
    int within = 0;

    (void)state;
    for (int a = 0; a < PLAYERS; a++) {
        for (int b = 0; b < a; b++) {
            double part = expected_part((a - b) * 20);
            for (int game = 0; game < GAMES; game++)
                rating_add(&pool->table, a, b,
                           rng_below(&rng, 1 << 20) < part * (1 << 20) ? RATING_WIN : RATING_LOSS);
        }
    }
    rating_solve(&pool->table, &pool->list);
    for (int i = 0; i < PLAYERS; i++) {
        double off = pool->list.rating[i].elo - (i * 20 - (PLAYERS - 1) * 10);
        within += fabs(off) < 2 * pool->list.rating[i].error;
        assert_true(fabs(off) < 5 * pool->list.rating[i].error);
        assert_true(pool->list.rating[i].error < 40);
    }
    assert_in_range(within, PLAYERS * 85 / 100, PLAYERS);
    free(pool);
}

/* The fullest pool, with wild results; what is expected in sum is what was won. */
static void test_expectations_are_met(void **state)
{
    struct pool *pool = pool_create(RATING_PLAYERS_MAX);
    struct rng rng = rng_make(9);
    const struct rating *rating = pool->list.rating;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        int a = rng_below(&rng, RATING_PLAYERS_MAX), b = rng_below(&rng, RATING_PLAYERS_MAX);
        bool is_upset = rng_below(&rng, 10) == 0;
        if (a != b)
            rating_add(&pool->table, a, b, (a > b) != is_upset ? RATING_WIN : RATING_LOSS);
    }
    rating_solve(&pool->table, &pool->list);
    assert_int_equal(pool->list.pools, 1);
    assert_false(rating[0].is_held);
    for (int a = 0; a < RATING_PLAYERS_MAX; a++) {
        double expected = 0;
        for (int b = 0; b < RATING_PLAYERS_MAX; b++)
            expected += (pool->table.cell[a][b].wins + pool->table.cell[b][a].wins) *
                        expected_part(rating[a].elo - rating[b].elo);
        expect_near(expected, rating[a].score * (double)rating[a].games, 1e-6);
    }
    free(pool);
}

/* Everybody beats everybody below him, always: no finite answer without the held game. */
static void test_ladder_ends(void **state)
{
    struct pool *pool = pool_create(100);

    (void)state;
    for (int a = 0; a < 100; a++) {
        for (int b = 0; b < a; b++)
            play(pool, a, b, (int[]){50, 0, 0});
    }
    rating_solve(&pool->table, &pool->list);
    for (int i = 1; i < 100; i++) {
        assert_true(pool->list.rating[i].elo > pool->list.rating[i - 1].elo);
        assert_true(isfinite(pool->list.rating[i].error));
    }
    free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_players),    cmocka_unit_test(test_chain),
        cmocka_unit_test(test_circle_is_even), cmocka_unit_test(test_clean_sheet_is_held),
        cmocka_unit_test(test_torn_pool),      cmocka_unit_test(test_empty_pool),
        cmocka_unit_test(test_simulated_pool), cmocka_unit_test(test_expectations_are_met),
        cmocka_unit_test(test_ladder_ends),
    };

    return cmocka_run_group_tests_name("arena rating", tests, NULL, NULL);
}
