/* Tables of the contest: the places, and why. */

#include "support.h"

#include "base/memory.h"
#include "tournament/standings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game of two score parts; the second is averaged, as in three of the games. */
static const struct game_rules average_game = {
    .scores = {{"Siegpunkte", AGGREGATION_SUM}, {"Fische", AGGREGATION_AVERAGE}},
    .score_count = 2,
};

static const struct game_rules sum_game = {
    .scores = {{"Siegpunkte", AGGREGATION_SUM}, {"Punkte", AGGREGATION_SUM}},
    .score_count = 2,
};

enum { NEITHER = 9 };

struct game {
    int red, blue;
    int winner;   /* a team; -1 drawn; NEITHER: both lost */
    int score[2]; /* second part of red and of blue */
};

static struct game_result result_of(const struct game *game)
{
    struct game_result result = {.winner = SIDE_NONE};

    if (game->winner == -1)
        result.score[SIDE_RED][0] = result.score[SIDE_BLUE][0] = 1;
    else if (game->winner != NEITHER)
        result.winner = game->winner == game->red ? SIDE_RED : SIDE_BLUE;
    if (result.winner != SIDE_NONE)
        result.score[result.winner][0] = 2;
    result.score[SIDE_RED][1] = game->score[0];
    result.score[SIDE_BLUE][1] = game->score[1];
    return result;
}

static struct standings *standings_of(const struct game_rules *rules, int count,
                                      const struct game games[], int n)
{
    struct standings *standings = memory_get(1, sizeof *standings);

    standings_init(standings, rules, count);
    for (int i = 0; i < n; i++) {
        struct game_result result = result_of(&games[i]);
        standings_add_game(standings, games[i].red, games[i].blue, &result);
    }
    return standings;
}

/* "1C 2A 2B" with what separates them: p(oints) s(cores) d(irect games) =. */
static void expect_table(struct standings *standings, const char *wanted)
{
    struct standings_row rows[STANDINGS_TEAMS_MAX];
    char text[4 * STANDINGS_TEAMS_MAX + 1] = "";
    size_t at = 0;

    standings_rank(standings, rows);
    for (int i = 0; i < standings->count; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "%d%c", rows[i].place,
                               'A' + rows[i].team);
        if (i + 1 < standings->count)
            text[at++] = "psd="[rows[i].ahead_by];
        text[at] = 0;
    }
    assert_string_equal(text, wanted);
    free(standings);
}

#define GAMES(...)                                                                                 \
    (const struct game[]){__VA_ARGS__},                                                            \
        sizeof((const struct game[]){__VA_ARGS__}) / sizeof(struct game)

static void test_points_first(void **state)
{
    (void)state;
    expect_table(standings_of(&average_game, 3,
                              GAMES({0, 1, 1, {9, 1}}, {1, 2, 1, {1, 8}}, {2, 0, -1, {5, 5}})),
                 "1Bp2As3C");
}

/* B has the better sum of scores, but over more games. */
static void test_scores_break_ties(void **state)
{
    (void)state;
    expect_table(standings_of(&average_game, 3,
                              GAMES({0, 2, 0, {10, 0}}, {1, 2, 1, {8, 0}}, {1, 2, 2, {8, 0}})),
                 "1As2Bs3C");
    expect_table(
        standings_of(&sum_game, 3, GAMES({0, 2, 0, {10, 0}}, {1, 2, 1, {8, 0}}, {1, 2, 2, {8, 0}})),
        "1Bs2As3C");
}

/* 1/3 and 2/6 are the same average. */
static void test_thirds_are_exact(void **state)
{
    (void)state;
    expect_table(standings_of(&average_game, 3,
                              GAMES({0, 2, 0, {1, 0}}, {0, 2, 2, {0, 0}}, {0, 2, 2, {0, 0}},
                                    {1, 2, 1, {2, 0}}, {1, 2, 2, {0, 0}}, {1, 2, 2, {0, 0}},
                                    {1, 2, 2, {0, 0}}, {1, 2, 2, {0, 0}}, {1, 2, 2, {0, 0}})),
                 "1Cp2A=2B");
}

/* Everybody has two points; A and B have the same average, and B won when they met. */
static void test_direct_games_decide(void **state)
{
    (void)state;
    expect_table(standings_of(&average_game, 3,
                              GAMES({0, 1, 1, {5, 5}}, {1, 2, 2, {5, 9}}, {2, 0, 0, {9, 5}})),
                 "1Cs2Bd3A");
}

static void test_three_way_ties(void **state)
{
    (void)state;
    /* Everybody beat one and lost to one: nothing decides, and places 2 and 3 are left out. */
    expect_table(standings_of(&average_game, 4,
                              GAMES({0, 1, 0, {5, 5}}, {1, 2, 1, {5, 5}}, {2, 0, 2, {5, 5}},
                                    {0, 3, 0, {5, 0}}, {1, 3, 1, {5, 0}}, {2, 3, 2, {5, 0}})),
                 "1A=1B=1Cp4D");
    /* Equal in all, but among each other A took 3, C 2 and B 1. */
    expect_table(standings_of(&average_game, 4,
                              GAMES({0, 1, 0, {5, 5}}, {1, 2, -1, {5, 5}}, {2, 0, -1, {5, 5}},
                                    {0, 3, 3, {5, 0}}, {1, 3, 1, {5, 0}}, {2, 3, -1, {5, 0}})),
                 "1Ad2Cd3Bs4D");
}

/* A took 6 of the 12 points among the three, B and C 3 each.  That B did better against C than C
 * against B does not count: the games among equals are looked at once. */
static void test_direct_games_count_once(void **state)
{
    (void)state;
    expect_table(standings_of(&average_game, 4,
                              GAMES({0, 1, 0, {5, 5}}, {1, 0, 0, {5, 5}}, {0, 2, 0, {5, 5}},
                                    {2, 0, 2, {5, 5}}, {1, 2, 1, {5, 5}}, {2, 1, -1, {5, 5}},
                                    {0, 3, 3, {5, 0}}, {3, 0, 3, {0, 5}}, {1, 3, 1, {5, 0}},
                                    {3, 1, -1, {0, 5}}, {2, 3, 2, {5, 0}}, {3, 2, -1, {0, 5}})),
                 "1Ad2B=2Cs4D");
}

/* Four in a ring: A never met C, B never met D. */
static void test_unequal_meetings_share(void **state)
{
    (void)state;
    expect_table(standings_of(&average_game, 4,
                              GAMES({0, 1, 0, {5, 5}}, {1, 2, 1, {5, 5}}, {2, 3, 2, {5, 5}},
                                    {3, 0, 3, {5, 5}})),
                 "1A=1B=1C=1D");
}

static void test_both_lost(void **state)
{
    struct standings *standings = standings_of(&average_game, 2, GAMES({0, 1, NEITHER, {0, 0}}));

    (void)state;
    assert_int_equal(standings->team[0].losses, 1);
    assert_int_equal(standings->team[1].losses, 1);
    expect_table(standings, "1A=1B");
}

/* C has no bot: A and B win without playing, their averages stay what they were. */
static void test_walkover(void **state)
{
    struct standings *standings = standings_of(&average_game, 4, GAMES({0, 1, 0, {7, 5}}));

    (void)state;
    standings_add_walkover(standings, 0, 2);
    standings_add_walkover(standings, 1, 2);
    standings_add_no_show(standings, 2, 3);
    assert_int_equal(standings->team[0].score[0], 4);
    assert_int_equal(standings->team[0].played, 1);
    assert_true(standings_score(standings, 0, 1) == 7);
    assert_int_equal(standings->team[2].losses, 3);
    assert_int_equal(standings->cross[1][2].points, 2);
    expect_table(standings, "1Ap2Bp3C=3D");
}

static void test_bye(void **state)
{
    struct standings *standings = standings_of(&average_game, 3, GAMES({0, 1, 0, {5, 5}}));

    (void)state;
    standings_add_bye(standings, 2, 1);
    assert_int_equal(standings->team[2].byes, 1);
    assert_int_equal(standings->team[2].wins, 0);
    expect_table(standings, "1As2Cp3B");
}

static void test_no_games(void **state)
{
    (void)state;
    expect_table(standings_of(&average_game, 3, NULL, 0), "1A=1B=1C");
    expect_table(standings_of(&average_game, 1, NULL, 0), "1A");
    expect_table(standings_of(&average_game, 0, NULL, 0), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_first),
        cmocka_unit_test(test_scores_break_ties),
        cmocka_unit_test(test_thirds_are_exact),
        cmocka_unit_test(test_direct_games_decide),
        cmocka_unit_test(test_three_way_ties),
        cmocka_unit_test(test_direct_games_count_once),
        cmocka_unit_test(test_unequal_meetings_share),
        cmocka_unit_test(test_both_lost),
        cmocka_unit_test(test_walkover),
        cmocka_unit_test(test_bye),
        cmocka_unit_test(test_no_games),
    };

    return cmocka_run_group_tests_name("arena standings", tests, NULL, NULL);
}
