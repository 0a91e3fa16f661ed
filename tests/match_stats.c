/* The statistics against published vectors, and what they say where there is little to say. */

#include "support.h"

#include "base/rng.h"
#include "match/stats.h"

#include <math.h>

static void expect_near(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within))
        fail_msg("%.9f instead of %.9f", value, wanted);
}

struct vector {
    struct stats_pairs pairs;
    double elo1, llr, elo, low, high;
};

/* elo0 is 0 in all of them; bounds in nElo; ratios and Elo by the method of Fishtest
 * and OpenBench. */
static const struct vector vectors[] = {
    {{{13, 37, 50, 25, 3}}, 4, -0.549125, -43.658, -73.688, -14.264},
    {{{10, 20, 40, 20, 10}}, 5, -0.020709, 0.000, -37.909, 37.909},
    {{{5, 20, 40, 30, 15}}, 5, 0.542045, 47.675, 12.837, 83.495},
    {{{100, 400, 900, 450, 150}}, 2, 1.205189, 13.035, 5.725, 20.357},
    {{{2, 8, 20, 25, 15}}, 10, 1.366884, 110.272, 64.693, 159.873},
    {{{0, 1, 6, 9, 14}}, 50, 4.152144, 240.824, 162.881, 348.405},
};

static struct stats_test test_to(double elo1)
{
    return (struct stats_test){.elo1 = elo1, .alpha = 0.05, .beta = 0.05};
}

static void test_vectors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        const struct vector *vector = &vectors[i];
        struct stats_test test = test_to(vector->elo1);
        struct stats_summary summary = stats_summarise(&vector->pairs);
        expect_near(stats_llr(&vector->pairs, &test), vector->llr, 1e-6);
        expect_near(summary.elo.value, vector->elo, 5e-4);
        expect_near(summary.elo.low, vector->low, 5e-4);
        expect_near(summary.elo.high, vector->high, 5e-4);
    }
}

/* What the page of Fishtest says about the first vector. */
static void test_fishtest_page(void **state)
{
    const struct stats_pairs *pairs = &vectors[0].pairs;
    struct stats_summary summary = stats_summarise(pairs);

    (void)state;
    assert_int_equal(summary.pairs, 128);
    expect_near(summary.score, 0.4375, 1e-12);
    expect_near(summary.variance, 0.05762, 5e-6);
    expect_near(summary.elo.value, -43.6578, 5e-5);
    expect_near(summary.nelo.value, -63.97, 5e-3);
    /* How far the mean lies below one half, in deviations. */
    expect_near(summary.los, 0.00161, 5e-6);
}

static void test_bounds(void **state)
{
    struct stats_test test = test_to(5);

    (void)state;
    expect_near(stats_lower_bound(&test), -2.9444, 5e-5);
    expect_near(stats_upper_bound(&test), 2.9444, 5e-5);
    assert_int_equal(stats_judge(&test, 2.95), STATS_ACCEPTED);
    assert_int_equal(stats_judge(&test, -2.95), STATS_REJECTED);
    assert_int_equal(stats_judge(&test, 0), STATS_OPEN);
}

static void test_nothing_played(void **state)
{
    struct stats_pairs none = {0};
    struct stats_summary summary = stats_summarise(&none);
    struct stats_test test = test_to(5);

    (void)state;
    assert_true(summary.pairs == 0 && summary.elo.low == 0 && summary.elo.high == 0);
    expect_near(summary.los, 0.5, 0);
    expect_near(stats_llr(&none, &test), 0, 0);
}

/* One clean pair proves nothing; a hundred of them do. */
static void test_all_alike(void **state)
{
    struct stats_pairs pairs = {0};
    struct stats_summary summary;

    (void)state;
    stats_add(&pairs, 4);
    summary = stats_summarise(&pairs);
    assert_true(summary.elo.low < -1000 && summary.elo.high > 1000);
    for (int i = 1; i < 100; i++)
        stats_add(&pairs, 4);
    summary = stats_summarise(&pairs);
    expect_near(summary.score, 1, 0);
    assert_true(summary.elo.low > 300 && isfinite(summary.nelo.value));
    pairs = (struct stats_pairs){{0, 0, 10, 0, 0}};
    summary = stats_summarise(&pairs);
    expect_near(summary.elo.value, 0, 1e-9);
    assert_true(summary.elo.low < -20 && summary.elo.high > 20);
    expect_near(summary.los, 0.5, 1e-9);
}

/* Whatever comes in, numbers come out, and A's view is B's view turned round. */
static void test_any_counts(void **state)
{
    struct rng rng = rng_make(5);

    (void)state;
    for (int round = 0; round < 2000; round++) {
        struct stats_pairs pairs = {0}, turned;
        for (int i = 0; i < STATS_CLASSES; i++)
            pairs.count[i] = rng_below(&rng, 3) ? rng_below(&rng, 1 << rng_below(&rng, 12)) : 0;
        for (int i = 0; i < STATS_CLASSES; i++)
            turned.count[i] = pairs.count[STATS_CLASSES - 1 - i];
        struct stats_test test = {-3, 2 + rng_below(&rng, 100), 0.05, 0.05};
        struct stats_test mirror = test;
        mirror.elo0 = -test.elo1;
        mirror.elo1 = -test.elo0;
        double llr = stats_llr(&pairs, &test);
        struct stats_summary a = stats_summarise(&pairs), b = stats_summarise(&turned);
        assert_true(isfinite(llr) && isfinite(a.elo.low) && isfinite(a.nelo.high));
        expect_near(stats_llr(&turned, &mirror), -llr, 1e-4 * (1 + fabs(llr)));
        expect_near(a.elo.low, -b.elo.high, 1e-6);
        expect_near(a.los, 1 - b.los, 1e-9);
    }
}

/* A test of two equal players says yes in about one case of twenty, never much more. */
static void test_false_alarms(void **state)
{
    enum { MATCHES = 400 };
    struct rng rng = rng_make(1);
    struct stats_test test = test_to(60);
    int accepted = 0;

    (void)state;
    for (int match = 0; match < MATCHES; match++) {
        struct stats_pairs pairs = {0};
        enum stats_verdict verdict = STATS_OPEN;
        while (verdict == STATS_OPEN) {
            stats_add(&pairs, rng_below(&rng, 3) + rng_below(&rng, 3));
            verdict = stats_judge(&test, stats_llr(&pairs, &test));
        }
        accepted += verdict == STATS_ACCEPTED;
    }
    assert_in_range(accepted, MATCHES / 100, MATCHES * 8 / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),      cmocka_unit_test(test_fishtest_page),
        cmocka_unit_test(test_bounds),       cmocka_unit_test(test_nothing_played),
        cmocka_unit_test(test_all_alike),    cmocka_unit_test(test_any_counts),
        cmocka_unit_test(test_false_alarms),
    };

    return cmocka_run_group_tests_name("arena stats", tests, NULL, NULL);
}
