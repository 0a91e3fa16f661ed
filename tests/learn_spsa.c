/* Tuning without games: it finds the top of a noisy hill, and always on the same way. */

#include "support.h"

#include "base/rng.h"
#include "learn/spsa.h"

#include <math.h>
#include <string.h>

static struct spsa_param param(const char *text)
{
    struct spsa_param param;
    struct err why = {0};

    if (!spsa_read_param(&param, text, &why))
        fail_msg("%s: %s", text, why.code);
    return param;
}

static struct spsa_plan plan_of(const char *first, const char *second, int iterations)
{
    struct spsa_plan plan = {
        .count = second ? 2 : 1, .iterations = iterations, .batch = 4, .seed = 7};

    plan.params[0] = param(first);
    if (second)
        plan.params[1] = param(second);
    return plan;
}

static void begin(struct spsa *spsa, const struct spsa_plan *plan)
{
    struct err why;

    assert_true(spsa_begin(spsa, plan, &why));
}

/* A player is the better the closer it is to 60 and to 0.5; eight games of two such players. */
static double strength(const double values[])
{
    return -pow((values[0] - 60) / 40, 2) - pow((values[1] - 0.5) / 0.5, 2);
}

static int play(const struct spsa_trial *trial, struct rng *rng)
{
    double better = strength(trial->values[0]) - strength(trial->values[1]);
    int won = (int)(1000 / (1 + exp(-3 * better)));
    int balance = 0;

    for (int game = 0; game < 8; game++)
        balance += rng_below(rng, 1000) < won ? 1 : -1;
    return balance;
}

static void climb(struct spsa *spsa, const struct spsa_plan *plan)
{
    struct rng rng = rng_make(3);
    struct spsa_trial trial;

    begin(spsa, plan);
    while (!spsa_is_over(spsa)) {
        spsa_try(spsa, &trial);
        spsa_add_result(spsa, play(&trial, &rng));
    }
}

static void test_climbs(void **state)
{
    struct spsa_plan plan = plan_of("w=10,0,100,6,0.05,int", "x=0.95,0,1,0.05,0.05", 2000);

    (void)state;
    for (plan.seed = 0; plan.seed < 5; plan.seed++) {
        struct spsa spsa;
        climb(&spsa, &plan);
        if (fabs(spsa.theta[0] - 60) > 10 || fabs(spsa.theta[1] - 0.5) > 0.12)
            fail_msg("seed %d ends at %g and %g", (int)plan.seed, spsa.theta[0], spsa.theta[1]);
    }
}

static void test_same_results_same_way(void **state)
{
    struct spsa_plan plan = plan_of("w=10,0,100,6,0.05,int", "x=0.95,0,1,0.05,0.05", 300);
    struct spsa whole, again;
    struct spsa_trial trial, other;
    int balances[300];
    struct rng rng = rng_make(11);

    (void)state;
    begin(&whole, &plan);
    for (int i = 0; i < 300; i++) {
        spsa_try(&whole, &trial);
        balances[i] = play(&trial, &rng);
        spsa_add_result(&whole, balances[i]);
    }
    /* After an interruption all results are reported again, without asking for their trials. */
    begin(&again, &plan);
    for (int i = 0; i < 150; i++)
        spsa_add_result(&again, balances[i]);
    spsa_try(&again, &trial);
    spsa_try(&again, &other);
    assert_memory_equal(&trial, &other, sizeof trial);
    for (int i = 150; i < 300; i++)
        spsa_add_result(&again, balances[i]);
    assert_int_equal(again.done, whole.done);
    assert_memory_equal(again.theta, whole.theta, sizeof whole.theta);
    /* Another seed goes another way. */
    plan.seed++;
    begin(&again, &plan);
    for (int i = 0; i < 300; i++)
        spsa_add_result(&again, balances[i]);
    assert_true(again.theta[0] != whole.theta[0]);
}

/* The gains of Fishtest's page for c_end 4, r_end 0.002 and 100 iterations, counted by hand. */
static void test_gains(void **state)
{
    struct spsa_plan plan = plan_of("w=50,0,100,4", NULL, 100);
    struct spsa spsa;
    struct spsa_trial trial;

    (void)state;
    begin(&spsa, &plan);
    spsa_try(&spsa, &trial);
    assert_true(fabs(fabs(trial.values[0][0] - 50) - 4 * pow(100, 0.101)) < 1e-9);
    assert_true(fabs(trial.values[0][0] + trial.values[1][0] - 100) < 1e-9);
    spsa_add_result(&spsa, 8);
    double step = 0.002 * 16 * pow(110.0 / 11, 0.602) / (4 * pow(100, 0.101)) * 8;
    assert_true(fabs(spsa.theta[0] - 50 - step * trial.delta[0]) < 1e-9);
    for (int i = 1; i < 99; i++)
        spsa_add_result(&spsa, 0);
    double before = spsa.theta[0];
    spsa_try(&spsa, &trial);
    assert_true(fabs(fabs(trial.values[0][0] - before) - 4) < 1e-9);
    spsa_add_result(&spsa, -1);
    assert_true(fabs(spsa.theta[0] - before + 0.002 * 4 * trial.delta[0]) < 1e-9);
    assert_true(spsa_is_over(&spsa));
}

static void test_bounds(void **state)
{
    struct spsa_plan plan = plan_of("w=0,0,3,1,50,int", "x=1,-1,1,0.5,50", 200);
    struct spsa spsa;
    struct spsa_trial trial;
    struct rng rng = rng_make(5);

    (void)state;
    begin(&spsa, &plan);
    while (!spsa_is_over(&spsa)) {
        spsa_try(&spsa, &trial);
        for (int player = 0; player < 2; player++) {
            double w = trial.values[player][0], x = trial.values[player][1];
            assert_true(w == 0 || w == 1 || w == 2 || w == 3);
            assert_true(x >= -1 && x <= 1);
        }
        spsa_add_result(&spsa, rng_below(&rng, 17) - 8);
        assert_true(spsa.theta[0] >= 0 && spsa.theta[0] <= 3);
        assert_true(spsa.theta[1] >= -1 && spsa.theta[1] <= 1);
    }
}

/* Rounding by chance keeps the mean, even where c is small. */
static void test_rounding(void **state)
{
    struct spsa_plan plan = plan_of("w=10.25,0,20,0.1,int", NULL, 4000);
    struct spsa spsa;
    struct spsa_trial trial;
    double sum = 0;
    int different = 0;

    (void)state;
    begin(&spsa, &plan);
    while (!spsa_is_over(&spsa)) {
        spsa_try(&spsa, &trial);
        sum += trial.values[0][0] + trial.values[1][0];
        different += trial.values[0][0] != trial.values[1][0];
        spsa_add_result(&spsa, 0);
    }
    assert_true(fabs(sum / 8000 - 10.25) < 0.02);
    assert_true(different > 600 && different < 1400);
    assert_true(spsa_value(&spsa, 0) == 10);
}

static void test_words(void **state)
{
    struct spsa_plan plan = plan_of("w=12,0,100,4,int", "x=0.5,-1,1,0.25", 1);
    struct spsa spsa;
    struct spsa_trial trial = {.values = {{16, 0.25}, {8, -0.0000001}}};
    char text[128];
    struct buf buf;

    (void)state;
    begin(&spsa, &plan);
    buf_init(&buf, text, sizeof text);
    spsa_print_trial(&spsa, &trial, &buf);
    assert_string_equal(text, "A:w=16 A:x=0.25 B:w=8 B:x=0");
    buf_clear(&buf);
    spsa_print_value(&plan.params[0], 1000000, &buf);
    assert_string_equal(text, "1000000");
    buf_clear(&buf);
    spsa_print_value(&plan.params[1], -123.4567891, &buf);
    assert_string_equal(text, "-123.456789");
}

static void expect_refused(const char *text, const char *code)
{
    struct spsa_param param;
    struct err why = {0};

    if (spsa_read_param(&param, text, &why) || strcmp(why.code, code) != 0)
        fail_msg("%s: %s instead of %s", text, why.code, code);
}

static void test_parameters(void **state)
{
    static const char *const words[] = {
        "",
        "w",
        "w=",
        "=1,0,2,1",
        "w=1,0,2",
        "w=1,0,2,1,",
        "w=1,0,2,1,int,",
        "w=1,0,2,1,0.1,int,1",
        "w=1,0,2,1,0.1,0.2",
        "w=1,0,2,int",
        "w=1,0,,1",
        "w=nan,0,2,1",
        "w=1,-inf,2,1",
        "w=1,0,1e10,1",
        "w w=1,0,2,1",
        "1w=1,0,2,1",
        "w-x=1,0,2,1",
        "w={w},0,2,1",
        "w= 1,0,2,1",
        "w=0x,0,2,1",
        "a_name_that_is_long=1,0,2,1",
        "w=1,0,2,1,INT",
        "w=1,0,2,1x",
    };
    static const char *const bounds[] = {
        "w=3,0,2,1",   "w=-1,0,2,1",      "w=1,2,0,1",    "w=1,1,1,1",
        "w=1,0,2,0",   "w=1,0,2,-1",      "w=1,0,2,3",    "w=1,0,2,0.0000001",
        "w=1,0,2,1,0", "w=1,0.5,2,1,int", "w=1,0,2,1,-1",
    };

    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        expect_refused(words[i], "spsa_param");
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        expect_refused(bounds[i], "spsa_bounds");
    struct spsa_param full = param("Mobility_2=-1.5,-2,2,0.25,0.01");
    assert_string_equal(full.name, "Mobility_2");
    assert_true(full.start == -1.5 && full.c_end == 0.25 && full.r_end == 0.01 && !full.is_whole);
    assert_true(param("w=1,0,2,1").r_end == 0.002);
    assert_true(param("w=1,0,2,1,int").is_whole);
    struct spsa_plan plan = plan_of("w=1,0,2,1", "w=2,0,2,1", 10);
    struct spsa spsa;
    struct err why = {0};
    assert_false(spsa_begin(&spsa, &plan, &why));
    assert_string_equal(why.code, "spsa_twice");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_climbs),     cmocka_unit_test(test_same_results_same_way),
        cmocka_unit_test(test_gains),      cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_rounding),   cmocka_unit_test(test_words),
        cmocka_unit_test(test_parameters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
