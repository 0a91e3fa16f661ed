/* Weights that are known are found again, whatever they are held at; and what is written is always
 * the same. */

#include "base/file.h"
#include "base/rng.h"
#include "learn/fit.h"
#include "learn/selfplay.h"
#include "learn/weights.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SETS = 2, FEATURES = 4, COUNT = SETS * FEATURES, PHASE = 10, UNIT = 100 * PHASE };

static const double truth[COUNT] = {50, -20, 0, 10, 20, -60, 35, 10};

static double probability(const int features[], const int parts[], const double weights[])
{
    double sum = 0;

    for (int i = 0; i < COUNT; i++)
        sum += parts[i / FEATURES] * features[i % FEATURES] * weights[i];
    return 1 / (1 + exp(-sum / UNIT));
}

/* The last feature is never there. */
static void draw(struct rng *rng, int features[FEATURES], int parts[SETS])
{
    for (int i = 0; i < FEATURES; i++)
        features[i] = i == FEATURES - 1 ? 0 : rng_below(rng, 7) - 3;
    parts[1] = rng_below(rng, PHASE + 1);
    parts[0] = PHASE - parts[1];
}

enum kind { SCORES, RESULTS };

static struct fit *make(enum kind kind, int count)
{
    struct fit *fit = fit_create(SETS, FEATURES, UNIT);
    struct rng rng = rng_make(7);
    int features[FEATURES], parts[SETS];

    for (int i = 0; i < count; i++) {
        draw(&rng, features, parts);
        double p = probability(features, parts, truth);
        double target = kind == SCORES ? p : rng_below(&rng, 1000000) < p * 1000000;
        fit_add(fit, i % 10 == 9 ? FIT_HELD_OUT : FIT_TRAINING, features, parts, target);
    }
    return fit;
}

static void expect_near(const double weights[], double distance)
{
    for (int i = 0; i < COUNT; i++) {
        if (i % FEATURES != FEATURES - 1 && fabs(weights[i] - truth[i]) > distance)
            fail_msg("weight %d is %g instead of %g", i, weights[i], truth[i]);
    }
}

static void test_finds_what_is_known(void **state)
{
    struct fit *fit = make(SCORES, 2000);
    struct fit_plan plan = {.hold = 1e-6, .steps_max = 50};
    double weights[COUNT] = {0}, far[COUNT];

    (void)state;
    assert_int_equal(fit_count(fit, FIT_TRAINING), 1800);
    assert_int_equal(fit_count(fit, FIT_HELD_OUT), 200);
    assert_true(fit_run(fit, &plan, weights));
    expect_near(weights, 0.01);
    assert_true(fabs(fit_loss(fit, FIT_HELD_OUT, weights) - fit_loss(fit, FIT_HELD_OUT, truth)) <
                1e-6);
    for (int i = 0; i < COUNT; i++)
        far[i] = i % 2 ? 3000 : -3000;
    assert_true(fit_run(fit, &plan, far));
    expect_near(far, 0.01);
    assert_true(far[FEATURES - 1] == 3000); /* no position has this feature */
    fit_destroy(fit);
}

static void test_learns_from_results(void **state)
{
    struct fit *fit = make(RESULTS, 100000);
    struct fit_plan plan = {.hold = 10, .steps_max = 50};
    double weights[COUNT] = {0}, nothing[COUNT] = {0};

    (void)state;
    assert_true(fit_run(fit, &plan, weights));
    expect_near(weights, 3);
    assert_true(fabs(fit_loss(fit, FIT_TRAINING, nothing) - log(2)) < 1e-9);
    assert_true(fit_loss(fit, FIT_HELD_OUT, weights) < fit_loss(fit, FIT_HELD_OUT, nothing) - 0.05);
    fit_destroy(fit);
}

static void test_holds(void **state)
{
    struct fit *fit = make(SCORES, 2000);
    struct fit_plan plan = {.hold = 1e9, .steps_max = 50};
    double weights[COUNT] = {0, 10, 20, 30, 40, 50, 60, 70};

    (void)state;
    assert_true(fit_run(fit, &plan, weights));
    for (int i = 0; i < COUNT; i++)
        assert_true(fabs(weights[i] - 10 * i) < 0.01);
    fit_destroy(fit);
}

static bool stop_at_two(void *context, int step, double loss)
{
    *(int *)context = step;
    assert_true(loss > 0);
    return step < 2;
}

static void test_stops(void **state)
{
    struct fit *fit = make(SCORES, 500);
    int steps = 0;
    struct fit_plan plan = {.hold = 1, .steps_max = 50, .on_step = stop_at_two, .context = &steps};
    double weights[COUNT] = {0};

    (void)state;
    assert_false(fit_run(fit, &plan, weights));
    assert_int_equal(steps, 2);
    fit_destroy(fit);
}

static void test_rounds(void **state)
{
    const double weights[] = {1.4, -1.6, 1e9, -1e9};
    int16_t table[4];

    (void)state;
    fit_round_weights(weights, 4, table);
    assert_int_equal(table[0], 1);
    assert_int_equal(table[1], -2);
    assert_int_equal(table[2], INT16_MAX);
    assert_int_equal(table[3], INT16_MIN);
}

/* A comment stays a comment, whatever the commands are. */
static void test_prints(void **state)
{
    struct weights_sheet sheet = {.commands = "first */ evil\nsecond", .remark = "remark"};
    static char text[WEIGHTS_FILE_SIZE];
    struct buf buf;

    (void)state;
    for (int i = 0; game_at(i); i++) {
        sheet.rules = game_at(i);
        if (!linear_of(sheet.rules))
            continue;
        sheet.table = linear_of(sheet.rules)->weights;
        buf_init(&buf, text, sizeof text);
        weights_print(&sheet, &buf);
        assert_false(buf.is_full);
        assert_non_null(strstr(text, " *   first * / evil\n *   second\n *\n * remark\n */\n"));
        assert_non_null(strstr(text, "_weights["));
    }
}

/* The tables that are compiled are in the form in which they are written. */
static void test_prints_what_is_compiled(void **state)
{
    struct weights_sheet sheet = {.commands = "", .remark = ""};
    static char text[WEIGHTS_FILE_SIZE];
    struct slice file;
    struct buf buf;

    (void)state;
    for (int i = 0; game_at(i); i++) {
        char path[PATH_MAX];
        sheet.rules = game_at(i);
        if (!linear_of(sheet.rules))
            continue;
        sheet.table = linear_of(sheet.rules)->weights;
        game_file(sheet.rules, "weights.h", path);
        assert_true(file_read(path, WEIGHTS_FILE_SIZE, &file, NULL));
        buf_init(&buf, text, sizeof text);
        weights_print(&sheet, &buf);
        assert_string_equal(strstr(file.at, "#include"), strstr(text, "#include"));
        file_free(file);
    }
}

static void test_reads_lines(void **state)
{
    static const char *const wrong[] = {
        "",
        "r ; red ; 0/52 ; 1 ; 8 ; 500",
        "%s ; blue ; 0/52 ; 1 ; 8 ; 500",
        "%s ; red ; 52/52 ; 1 ; 8 ; 500",
        "%s ; red ; 0/52 ; 2 ; 8 ; 500",
        "%s ; red ; 0/52 ; 1 ; x ; 500",
        "%s ; red ; 0/52 ; 1 ; 8 ; 1001",
        "%s ; red ; 0/52 ; 1 ; 8 ; 500 ; 1",
        "%s ; red ; 0/52 ; 1",
    };
    const struct game_rules *rules = game_at(0);
    struct game_options options = {0};
    struct position pos;
    struct selfplay_line line;
    char start[GAME_TEXT_MAX], text[SELFPLAY_LINE_MAX];
    struct buf buf;

    (void)state;
    assert_true(rules->setup(&pos, 1, &options, NULL));
    buf_init(&buf, start, sizeof start);
    rules->print(&pos, &buf);
    snprintf(text, sizeof text, "%s ; red ; 0/52 ; 0.5 ; -8 ; 500", start);
    assert_true(selfplay_parse_line(slice_of(text), rules, &line));
    assert_true(line.result == 0.5 && line.difference == -8 && line.win == 500 && line.plies == 52);
    snprintf(text, sizeof text, "%s ; red ; 0/52 ; 1 ; 8", start);
    assert_true(selfplay_parse_line(slice_of(text), rules, &line) &&
                line.win == SELFPLAY_WIN_UNKNOWN);
    snprintf(text, sizeof text, "%s ; red ; 0/52 ; 1 ; 8 ; -", start);
    assert_true(selfplay_parse_line(slice_of(text), rules, &line) &&
                line.win == SELFPLAY_WIN_UNKNOWN);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        buf_init(&buf, text, sizeof text);
        buf_add(&buf, strncmp(wrong[i], "%s", 2) == 0 ? start : "");
        buf_add(&buf, strncmp(wrong[i], "%s", 2) == 0 ? wrong[i] + 2 : wrong[i]);
        if (selfplay_parse_line(buf_slice(&buf), rules, &line))
            fail_msg("read: %s", wrong[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_finds_what_is_known),
        cmocka_unit_test(test_learns_from_results),
        cmocka_unit_test(test_holds),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_rounds),
        cmocka_unit_test(test_prints),
        cmocka_unit_test(test_prints_what_is_compiled),
        cmocka_unit_test(test_reads_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
