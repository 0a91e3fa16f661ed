/* Plans: calendars, trees and Swiss rounds, with byes, withdrawals and endless draws. */

#include "support.h"

#include "base/memory.h"
#include "base/rng.h"
#include "tournament/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct plan *plan_of(struct plan_setup setup)
{
    struct plan *plan = memory_get(1, sizeof *plan);

    assert_true(plan_check(&setup, NULL));
    plan_init(plan, &setup);
    return plan;
}

static struct plan *league(int count, int legs)
{
    return plan_of((struct plan_setup){
        .kind = PLAN_LEAGUE, .count = count, .legs = legs, .games = 1, .seed = 3});
}

static struct plan *swiss(int count, int rounds)
{
    return plan_of((struct plan_setup){
        .kind = PLAN_SWISS, .count = count, .rounds = rounds, .games = 1, .seed = 3});
}

static struct plan *knockout(int count)
{
    return plan_of(
        (struct plan_setup){.kind = PLAN_KNOCKOUT, .count = count, .games = 6, .games_max = 12});
}

static void report(struct plan *plan, const struct plan_meeting *meeting, int first_wins,
                   int second_wins)
{
    struct plan_score score = {first_wins, second_wins};

    assert_true(plan_add_result(plan, meeting, &score, NULL));
}

/* The open meetings as text: "0-7 3-4", with what becomes of them without a game. */
static void expect_open(const struct plan *plan, const char *wanted)
{
    static const char *const fates[] = {"", " rests", " bye", " walkover", " no-show"};
    struct plan_meeting open[PLAN_MEETINGS_MAX];
    int count = plan_open_meetings(plan, open);
    char text[2048] = "";
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    for (int i = 0; i < count; i++) {
        buf_format(&buf, "%s%d", i > 0 ? ", " : "", open[i].first);
        if (open[i].second != PLAN_NOBODY)
            buf_format(&buf, "-%d", open[i].second);
        buf_add(&buf, fates[open[i].fate]);
    }
    assert_string_equal(text, wanted);
}

/* The stronger (lower) team wins everything of this round. */
static void play_round(struct plan *plan)
{
    struct plan_meeting open[PLAN_MEETINGS_MAX];
    int count = plan_open_meetings(plan, open);

    for (int i = 0; i < count; i++) {
        bool is_first_stronger = open[i].first < open[i].second;
        report(plan, &open[i], is_first_stronger ? open[i].games : 0,
               is_first_stronger ? 0 : open[i].games);
    }
}

/* Everybody meets everybody once per leg, plays once a day at most, and sits fairly. */
static void check_league(int count, int legs)
{
    struct plan *plan = league(count, legs);
    int met[16][16] = {0}, seats[16] = {0}, rests[16] = {0};
    int chairs = count + count % 2;

    assert_int_equal(plan_rounds(plan), (chairs - 1) * legs);
    for (int round = 0; round < plan_rounds(plan); round++) {
        struct plan_meeting day[PLAN_MEETINGS_MAX];
        int seen[16] = {0};
        assert_int_equal(plan_round_meetings(plan, round, day), chairs / 2);
        for (int i = 0; i < chairs / 2; i++) {
            assert_int_equal(seen[day[i].first]++, 0);
            if (day[i].fate == PLAN_REST) {
                rests[day[i].first]++;
                continue;
            }
            assert_int_equal(seen[day[i].second]++, 0);
            met[day[i].first][day[i].second]++;
            seats[day[i].first]++;
            seats[day[i].second]--;
        }
    }
    for (int a = 0; a < count; a++) {
        assert_true(abs(seats[a]) <= legs % 2);
        assert_int_equal(rests[a], count % 2 ? legs : 0);
        for (int b = 0; b < a; b++) {
            assert_int_equal(met[a][b] + met[b][a], legs);
            assert_true(abs(met[a][b] - met[b][a]) <= legs % 2);
        }
    }
    free(plan);
}

static void test_leagues(void **state)
{
    (void)state;
    for (int count = 2; count <= 15; count++) {
        for (int legs = 1; legs <= 4; legs++)
            check_league(count, legs);
    }
}

static void test_league_goes_day_by_day(void **state)
{
    struct plan *plan = league(5, 2);
    struct plan_meeting day[PLAN_MEETINGS_MAX], later[PLAN_MEETINGS_MAX];
    struct err why = {0};
    int days = 0;

    (void)state;
    /* A later day may be reported first; it is left out when its turn comes. */
    plan_round_meetings(plan, 1, later);
    for (int i = 0; i < 3; i++)
        report(plan, &later[i], 1, 0);
    assert_int_equal(plan_open_meetings(plan, day), 3);
    assert_int_equal(day[0].round, 0);
    play_round(plan);
    assert_false(plan_add_result(plan, &day[0], NULL, &why));
    assert_string_equal(why.code, "plan_not_open");
    plan_open_meetings(plan, day);
    assert_int_equal(day[0].round, 2);
    for (; !plan_is_over(plan); days++)
        play_round(plan);
    assert_int_equal(days, 8);
    assert_int_equal(plan_open_meetings(plan, day), 0);
    free(plan);
}

static void test_league_without_a_bot(void **state)
{
    struct plan *plan = league(4, 2);
    int walkovers = 0, no_shows = 0;

    (void)state;
    plan_withdraw(plan, 1);
    plan_withdraw(plan, 2);
    while (!plan_is_over(plan)) {
        struct plan_meeting day[PLAN_MEETINGS_MAX];
        int count = plan_open_meetings(plan, day);
        for (int i = 0; i < count; i++) {
            walkovers += day[i].fate == PLAN_WALKOVER;
            no_shows += day[i].fate == PLAN_NO_SHOW;
            if (day[i].fate == PLAN_WALKOVER) {
                assert_true(day[i].first == 0 || day[i].first == 3);
                assert_true(day[i].second == 1 || day[i].second == 2);
            }
            assert_true(plan_add_result(plan, &day[i], NULL, NULL));
        }
    }
    assert_int_equal(walkovers, 8);
    assert_int_equal(no_shows, 2);
    free(plan);
}

static void test_seed_draws_the_calendar(void **state)
{
    struct plan_setup setup = {.kind = PLAN_LEAGUE, .count = 10, .legs = 1, .games = 2, .seed = 1};
    struct plan *a = plan_of(setup), *b = plan_of(setup), *c;

    (void)state;
    assert_memory_equal(a->order, b->order, sizeof a->order);
    setup.seed = 2;
    c = plan_of(setup);
    assert_memory_not_equal(a->order, c->order, sizeof a->order);
    free(a);
    free(b);
    free(c);
}

static void test_final_eight(void **state)
{
    struct plan *plan = knockout(8);
    int place[8];

    (void)state;
    expect_open(plan, "0-7, 3-4, 1-6, 2-5");
    play_round(plan);
    expect_open(plan, "0-3, 1-2");
    play_round(plan);
    expect_open(plan, "0-1");
    play_round(plan);
    assert_true(plan_is_over(plan));
    plan_places(plan, place);
    assert_memory_equal(place, ((int[]){1, 2, 3, 3, 5, 5, 5, 5}), sizeof place);
    free(plan);
}

static void test_third_place(void **state)
{
    struct plan *plan = plan_of((struct plan_setup){
        .kind = PLAN_KNOCKOUT, .count = 4, .games = 6, .games_max = 6, .has_third_place = true});
    struct plan_meeting open[PLAN_MEETINGS_MAX];
    int place[4];

    (void)state;
    play_round(plan);
    expect_open(plan, "0-1, 3-2");
    plan_open_meetings(plan, open);
    report(plan, &open[1], 4, 1);
    expect_open(plan, "0-1");
    report(plan, &open[0], 1, 2);
    plan_places(plan, place);
    assert_memory_equal(place, ((int[]){2, 1, 4, 3}), sizeof place);
    free(plan);
}

/* Six games, then two more at a time; after twelve the better entrant goes on. */
static void test_endless_draws(void **state)
{
    struct plan *plan = knockout(8);
    static const int games[] = {6, 2, 2, 2};
    struct plan_meeting open[PLAN_MEETINGS_MAX];

    (void)state;
    for (int step = 0, before = 0; step < 4; before += games[step++]) {
        assert_int_equal(plan_open_meetings(plan, open), 4);
        for (int i = 0; i < 4; i++) {
            assert_int_equal(open[i].games, games[step]);
            assert_int_equal(open[i].games_before, before);
            report(plan, &open[i], step == 1, step == 1);
        }
    }
    expect_open(plan, "0-3, 1-2");
    free(plan);
}

/* Only the duel that is undecided goes on; wins of all its games count. */
static void test_two_more_games(void **state)
{
    struct plan *plan = knockout(4);
    struct plan_meeting open[PLAN_MEETINGS_MAX];
    struct err why = {0};

    (void)state;
    plan_open_meetings(plan, open);
    report(plan, &open[0], 2, 2);
    assert_false(plan_add_result(plan, &open[0], NULL, &why));
    report(plan, &open[1], 1, 0);
    expect_open(plan, "0-3");
    plan_open_meetings(plan, open);
    report(plan, &open[0], 1, 1);
    plan_open_meetings(plan, open);
    assert_int_equal(open[0].games_before, 8);
    report(plan, &open[0], 0, 1);
    expect_open(plan, "3-1");
    free(plan);
}

static void test_odd_trees(void **state)
{
    struct plan *plan = knockout(5);
    int place[5];

    (void)state;
    expect_open(plan, "0 bye, 3-4, 1 bye, 2 bye");
    play_round(plan);
    expect_open(plan, "0-3, 1-2");
    play_round(plan);
    play_round(plan);
    plan_places(plan, place);
    assert_memory_equal(place, ((int[]){1, 2, 3, 3, 5}), sizeof place);
    free(plan);
    plan = knockout(2);
    assert_int_equal(plan_rounds(plan), 1);
    expect_open(plan, "0-1");
    free(plan);
    plan = knockout(3);
    expect_open(plan, "0 bye, 1-2");
    free(plan);
}

static void test_withdrawn_from_the_tree(void **state)
{
    struct plan *plan = knockout(8);
    int place[8];

    (void)state;
    plan_withdraw(plan, 0);
    plan_withdraw(plan, 1);
    plan_withdraw(plan, 6);
    expect_open(plan, "7-0 walkover, 3-4, 1-6 no-show, 2-5");
    play_round(plan);
    expect_open(plan, "7-3, 2 bye");
    play_round(plan);
    plan_withdraw(plan, 2);
    expect_open(plan, "3-2 walkover");
    play_round(plan);
    plan_places(plan, place);
    assert_memory_equal(place, ((int[]){5, 5, 2, 1, 5, 5, 5, 3}), sizeof place);
    free(plan);
}

static void test_everybody_left_the_tree(void **state)
{
    struct plan *plan = knockout(7);
    int place[7], steps = 0;

    (void)state;
    for (int i = 0; i < 7; i++)
        plan_withdraw(plan, i);
    for (; !plan_is_over(plan); steps++)
        play_round(plan);
    assert_int_equal(steps, 3);
    plan_places(plan, place);
    for (int i = 0; i < 7; i++)
        assert_true(place[i] > 1);
    free(plan);
}

/* Plays a Swiss tournament by lot; the most meetings of one pair, and the most byes of one team. */
static void play_swiss(struct plan *plan, int *met_max, int *byes_max)
{
    struct rng rng = rng_make((uint64_t)plan->setup.count);

    while (!plan_is_over(plan)) {
        struct plan_meeting open[PLAN_MEETINGS_MAX];
        int count = plan_open_meetings(plan, open), points_seen = 0;
        for (int i = 0; i < count; i++) {
            int luck = rng_below(&rng, 3);
            points_seen += open[i].fate == PLAN_PLAY ? 2 : 1;
            report(plan, &open[i], luck == 0, luck == 1);
        }
        assert_int_equal(points_seen, plan->setup.count);
    }
    *met_max = *byes_max = 0;
    for (int a = 0; a < plan->setup.count; a++) {
        if (plan->swiss.byes[a] > *byes_max)
            *byes_max = plan->swiss.byes[a];
        for (int b = 0; b < a; b++) {
            if (plan->swiss.met[a][b] > *met_max)
                *met_max = plan->swiss.met[a][b];
        }
        assert_true(abs(plan->swiss.balance[a]) <= 2);
    }
}

static void test_swiss_without_rematches(void **state)
{
    static const struct {
        int count, rounds;
    } sizes[] = {{2, 1}, {6, 3}, {7, 4}, {8, 5}, {9, 5}, {31, 9}, {64, 9}, {101, 11}, {128, 11}};

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct plan *plan = swiss(sizes[i].count, sizes[i].rounds);
        int met_max, byes_max;
        play_swiss(plan, &met_max, &byes_max);
        assert_int_equal(met_max, 1);
        assert_int_equal(byes_max, sizes[i].count % 2);
        free(plan);
    }
}

/* More rounds than opponents: rematches, but as late and as few as can be. */
static void test_swiss_longer_than_a_league(void **state)
{
    struct plan *plan = swiss(4, 6);
    int met_max, byes_max;

    (void)state;
    play_swiss(plan, &met_max, &byes_max);
    assert_true(met_max >= 2 && met_max <= 3);
    free(plan);
    plan = swiss(3, 6);
    play_swiss(plan, &met_max, &byes_max);
    assert_int_equal(byes_max, 2);
    free(plan);
}

/* First the halves meet, then winners meet winners. */
static void test_swiss_neighbours(void **state)
{
    struct plan *plan = swiss(8, 3);
    struct plan_meeting open[PLAN_MEETINGS_MAX];

    (void)state;
    plan_open_meetings(plan, open);
    for (int i = 0; i < 4; i++) {
        int low = open[i].first < open[i].second ? open[i].first : open[i].second;
        int high = open[i].first + open[i].second - low;
        assert_int_equal(low, i);
        assert_true(high >= 4);
    }
    play_round(plan);
    plan_open_meetings(plan, open);
    for (int i = 0; i < 4; i++)
        assert_int_equal(plan->swiss.points[open[i].first], plan->swiss.points[open[i].second]);
    play_round(plan);
    play_round(plan);
    assert_true(plan_is_over(plan));
    assert_int_equal(plan->swiss.points[0], 6);
    free(plan);
}

static void test_swiss_withdrawals(void **state)
{
    struct plan *plan = swiss(5, 4);
    struct plan_meeting open[PLAN_MEETINGS_MAX];

    (void)state;
    play_round(plan);
    plan_withdraw(plan, 0);
    int count = plan_open_meetings(plan, open), walkovers = 0;
    for (int i = 0; i < count; i++)
        walkovers += open[i].fate == PLAN_WALKOVER && open[i].second == 0;
    assert_int_equal(walkovers, 1);
    play_round(plan);
    /* Four are left: no bye is needed any more. */
    assert_int_equal(plan_open_meetings(plan, open), 2);
    assert_true(open[0].fate == PLAN_PLAY && open[1].fate == PLAN_PLAY);
    for (int i = 1; i < 4; i++)
        plan_withdraw(plan, i);
    play_round(plan);
    assert_true(plan_is_over(plan));
    free(plan);
}

static void test_boards(void **state)
{
    struct plan *plan = league(4, 2), *other = league(4, 2);
    struct plan_meeting there[PLAN_MEETINGS_MAX], back[PLAN_MEETINGS_MAX];

    (void)state;
    plan_round_meetings(plan, 0, there);
    plan_round_meetings(plan, 3, back);
    assert_int_equal(there[0].first, back[0].second);
    /* There and back on the same board; the next two games on another one. */
    assert_true(plan_board(plan, &there[0], 0) == plan_board(plan, &back[0], 0));
    assert_true(plan_board(plan, &there[0], 0) == plan_board(plan, &there[0], 1));
    assert_true(plan_board(plan, &there[0], 0) != plan_board(plan, &there[0], 2));
    assert_true(plan_board(plan, &there[0], 0) != plan_board(plan, &there[1], 0));
    assert_true(plan_board(plan, &there[0], 0) == plan_board(other, &there[0], 0));
    other->setup.seed++;
    assert_true(plan_board(plan, &there[0], 0) != plan_board(other, &there[0], 0));
    free(plan);
    free(other);
}

static void test_groups(void **state)
{
    int group[10], sizes[3] = {0}, out[9];
    const struct plan_group groups[] = {{3, {4, 1, 7}}, {2, {0, 5}}, {3, {2, 6, 3}}};

    (void)state;
    plan_deal(10, 3, 5, group);
    for (int i = 0; i < 10; i++) {
        sizes[group[i]]++;
        if (i % 3 == 2) /* each pot is spread over all groups */
            assert_int_equal(group[i] + group[i - 1] + group[i - 2], 3);
    }
    assert_int_equal(sizes[0] + sizes[1] + sizes[2], 10);
    assert_int_equal(plan_qualify(groups, 3, 2, out), 6);
    assert_memory_equal(out, ((int[]){4, 0, 2, 1, 5, 6}), 6 * sizeof out[0]);
    assert_int_equal(plan_qualify(groups, 3, 3, out), 8);
    assert_memory_equal(out, ((int[]){4, 0, 2, 1, 5, 6, 7, 3}), 8 * sizeof out[0]);
}

static void test_bad_setups(void **state)
{
    static const struct {
        struct plan_setup setup;
        const char *code;
    } cases[] = {
        {{.kind = PLAN_LEAGUE, .count = 1, .legs = 1, .games = 1}, "plan_teams"},
        {{.kind = PLAN_LEAGUE, .count = PLAN_TEAMS_MAX + 1, .legs = 1, .games = 1}, "plan_teams"},
        {{.kind = PLAN_LEAGUE, .count = 2, .legs = 1}, "plan_games"},
        {{.kind = PLAN_LEAGUE, .count = 2, .games = 1}, "plan_legs"},
        {{.kind = PLAN_SWISS, .count = 2, .games = 1}, "plan_rounds"},
        {{.kind = PLAN_KNOCKOUT, .count = 8, .games = 4, .games_max = 8}, "plan_games"},
        {{.kind = PLAN_KNOCKOUT, .count = 8, .games = 7, .games_max = 8}, "plan_even"},
        {{.kind = PLAN_KNOCKOUT, .count = 8, .games = 8, .games_max = 6}, "plan_games_max"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct err why = {0};
        assert_false(plan_check(&cases[i].setup, &why));
        assert_string_equal(why.code, cases[i].code);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leagues),
        cmocka_unit_test(test_league_goes_day_by_day),
        cmocka_unit_test(test_league_without_a_bot),
        cmocka_unit_test(test_seed_draws_the_calendar),
        cmocka_unit_test(test_final_eight),
        cmocka_unit_test(test_third_place),
        cmocka_unit_test(test_endless_draws),
        cmocka_unit_test(test_two_more_games),
        cmocka_unit_test(test_odd_trees),
        cmocka_unit_test(test_withdrawn_from_the_tree),
        cmocka_unit_test(test_everybody_left_the_tree),
        cmocka_unit_test(test_swiss_without_rematches),
        cmocka_unit_test(test_swiss_longer_than_a_league),
        cmocka_unit_test(test_swiss_neighbours),
        cmocka_unit_test(test_swiss_withdrawals),
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_bad_setups),
    };

    return cmocka_run_group_tests_name("arena plan", tests, NULL, NULL);
}
