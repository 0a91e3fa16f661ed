/* Whole tournaments with invented results: qualification, places, and nothing left to chance. */

#include "support.h"

#include "base/memory.h"
#include "base/rng.h"
#include "tournament/report.h"
#include "tournament/tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WANTED_MAX = 256, GAMES_MAX = 64 };

/* How a game ends; A is `first` of the meeting. */
typedef enum match_seat decide(const struct tournament_meeting *meeting, int game);

static enum match_seat stronger_wins(const struct tournament_meeting *meeting, int game)
{
    (void)game;
    return meeting->first < meeting->second ? MATCH_A : MATCH_B;
}

static enum match_seat always_drawn(const struct tournament_meeting *meeting, int game)
{
    (void)meeting, (void)game;
    return MATCH_SEATS;
}

static enum match_seat by_lot(const struct tournament_meeting *meeting, int game)
{
    uint64_t lot = rng_mix((uint64_t)meeting->seed + (uint64_t)game);

    return (enum match_seat)(lot % 3);
}

/* Teams 0, 1 and 2 beat each other in a circle and everybody else. */
static enum match_seat rock_and_paper(const struct tournament_meeting *meeting, int game)
{
    if (meeting->first > 2 || meeting->second > 2)
        return stronger_wins(meeting, game);
    return (meeting->first + 1) % 3 == meeting->second ? MATCH_A : MATCH_B;
}

static struct tournament_game game_of(decide *winner_of, const struct tournament_meeting *meeting,
                                      int number)
{
    struct tournament_game game = {.red = number % 2 == 0 ? MATCH_A : MATCH_B,
                                   .winner = winner_of(meeting, number)};

    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        bool is_winner = game.winner == (enum match_seat)seat;
        game.scores[seat][0] = game.winner == MATCH_SEATS ? 1 : is_winner ? 2 : 0;
        game.scores[seat][1] = 5;
    }
    return game;
}

static bool report(struct tournament *tournament, const struct tournament_meeting *meeting,
                   decide *winner_of, struct err *why)
{
    struct tournament_game games[GAMES_MAX];

    assert_true(meeting->games <= GAMES_MAX);
    for (int i = 0; i < meeting->games; i++)
        games[i] = game_of(winner_of, meeting, i);
    return tournament_add_result(tournament, meeting, games, why);
}

/* Plays to the end; `lots` chooses which of the wanted meetings is reported next, 0:
 * the first one. */
static int play(struct tournament *tournament, decide *winner_of, uint64_t lots)
{
    struct tournament_meeting wanted[WANTED_MAX];
    struct rng rng = rng_make(lots);
    int count, meetings = 0;

    while ((count = tournament_wanted(tournament, wanted, WANTED_MAX)) > 0) {
        int chosen = lots == 0 ? 0 : rng_below(&rng, count);
        assert_true(report(tournament, &wanted[chosen], winner_of, NULL));
        meetings++;
    }
    assert_true(tournament_is_over(tournament));
    return meetings;
}

/* Team n is called A, B, …; `stages` are the lines of the sections. */
static struct tournament_file *file_of(const char *stages, int teams)
{
    struct tournament_file *file = memory_get(1, sizeof *file);
    char text[8192];
    struct err why = {0};
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    buf_format(&buf, "[tournament]\nname = T\ngame = piranhas\nseed = 7\n%s", stages);
    for (int i = 0; i < teams; i++)
        buf_format(&buf, "\n[team]\nname = %c\nbot = zufall\n", 'A' + i);
    if (!tournament_file_parse(buf_slice(&buf), file, &why))
        fail_msg("%s %s", why.code, why.details);
    return file;
}

/* "A1 B2 C2": everybody with his place in the end. */
static void expect_places(const struct tournament *tournament, int teams, const char *wanted)
{
    int place[PLAN_TEAMS_MAX];
    char text[1024] = "";
    struct buf buf;

    tournament_places(tournament, place);
    buf_init(&buf, text, sizeof text);
    for (int i = 0; i < teams; i++)
        buf_format(&buf, "%s%c%d", i > 0 ? " " : "", 'A' + i, place[i]);
    assert_string_equal(text, wanted);
}

/* "1A 2B 2C": the table of a group from top to bottom, with the win points. */
static void expect_table(const struct tournament *tournament, int stage, int group,
                         const char *wanted)
{
    struct tournament_table table;
    char text[1024] = "";
    struct buf buf;

    tournament_table(tournament, stage, group, &table);
    buf_init(&buf, text, sizeof text);
    for (int place = 1; place <= table.standings->count; place++) {
        for (int i = 0; i < table.standings->count; i++) {
            if (table.place[i] == place)
                buf_format(&buf, "%s%d%s:%d", buf.len > 0 ? " " : "", place, table.names[i],
                           (int)table.standings->team[i].score[0]);
        }
    }
    assert_string_equal(text, wanted);
}

/* "A-B 2:0, C bye": the meetings of a round. */
static void expect_day(const struct tournament *tournament, int stage, int round,
                       const char *wanted)
{
    static const char *const fates[] = {"", " rests", " bye", " walkover", " no-show"};
    struct tournament_result day[PLAN_MEETINGS_MAX];
    int count = tournament_round_meetings(tournament, stage, 0, round, day);
    char text[1024] = "";
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    for (int i = 0; i < count; i++) {
        buf_format(&buf, "%s%c", i > 0 ? ", " : "", 'A' + day[i].first);
        if (day[i].second != PLAN_NOBODY)
            buf_format(&buf, "-%c", 'A' + day[i].second);
        buf_add(&buf, fates[day[i].fate]);
        if (day[i].fate == PLAN_PLAY && day[i].is_done)
            buf_format(&buf, " %d:%d", day[i].first_wins, day[i].second_wins);
    }
    assert_string_equal(text, wanted);
}

#define WHOLE_SEASON                                                                               \
    "[stage]\nname = G\nkind = league\ngroups = 3\nlegs = 2\nadvance = 3\n"                        \
    "[stage]\nname = C\nkind = champions-league\nlegs = 1\nadvance = 8\n"                          \
    "[stage]\nname = S\nkind = swiss\nrounds = 3\nadvance = 7\n"                                   \
    "[stage]\nname = F\nkind = final-eight\ngames = 6\ngames_max = 10\nthird_place = yes\n"

static void test_stages_chain(void **state)
{
    struct tournament_file *file = file_of(WHOLE_SEASON, 11);
    struct tournament *tournament = tournament_create(file, NULL);

    (void)state;
    play(tournament, stronger_wins, 0);
    /* The strongest were spread over the groups, so the first nine go on; then A to H, then A to G,
     * where E had the easier opponents in the Swiss rounds. */
    assert_int_equal(tournament_group_count(tournament, 0), 3);
    expect_table(tournament, 1, 0, "1A:32 2B:28 3C:24 4D:20 5E:16 6F:12 7G:8 8H:4 9I:0");
    expect_day(tournament, 3, 0, "A bye, E-D 0:6, B-G 6:0, C-F 6:0");
    expect_day(tournament, 3, 1, "A-D 6:0, B-C 6:0");
    expect_day(tournament, 3, 2, "A-B 6:0, D-C 0:6");
    expect_places(tournament, 11, "A1 B2 C3 D4 E5 F5 G5 H8 I9 J10 K10");
    tournament_destroy(tournament);
    free(file);
}

/* The fingerprint of all tables and places. */
static void print_all(const struct tournament *tournament, const struct tournament_file *file,
                      struct buf *out)
{
    int place[PLAN_TEAMS_MAX];

    for (int stage = 0; stage < file->stage_count; stage++) {
        for (int group = 0; group < tournament_group_count(tournament, stage); group++) {
            struct tournament_table table;
            tournament_table(tournament, stage, group, &table);
            for (int i = 0; i < table.standings->count; i++)
                buf_format(out, "%d.%d %s %d %d\n", stage, group, table.names[i], table.place[i],
                           (int)table.standings->team[i].score[0]);
        }
    }
    tournament_places(tournament, place);
    for (int i = 0; i < file->team_count; i++)
        buf_format(out, "%d ", place[i]);
}

static void test_order_of_reports_does_not_matter(void **state)
{
    enum { SIZE = 16384 };
    struct tournament_file *file = file_of(WHOLE_SEASON, 13);
    char *first = memory_get(1, SIZE), *other = memory_get(1, SIZE);

    (void)state;
    for (uint64_t lots = 0; lots < 5; lots++) {
        struct tournament *tournament = tournament_create(file, NULL);
        struct buf buf;
        play(tournament, by_lot, lots);
        buf_init(&buf, lots == 0 ? first : other, SIZE);
        print_all(tournament, file, &buf);
        assert_false(buf.is_full);
        if (lots > 0)
            assert_string_equal(other, first);
        tournament_destroy(tournament);
    }
    free(first);
    free(other);
    free(file);
}

static void test_wanted_is_steady(void **state)
{
    struct tournament_file *file = file_of(WHOLE_SEASON, 9);
    struct tournament *tournament = tournament_create(file, NULL);
    struct tournament_meeting all[WANTED_MAX], few[WANTED_MAX];
    int count = tournament_wanted(tournament, all, WANTED_MAX);

    (void)state;
    /* Three groups of three, there and back: all 18 meetings at once, day by day. */
    assert_int_equal(count, 18);
    for (int i = 1; i < count; i++)
        assert_true(all[i].round >= all[i - 1].round);
    assert_int_equal(tournament_wanted(tournament, few, 5), 5);
    assert_memory_equal(few, all, 5 * sizeof few[0]);
    /* A later one is reported: the others stay as they are. */
    assert_true(report(tournament, &all[17], stronger_wins, NULL));
    assert_int_equal(tournament_wanted(tournament, few, WANTED_MAX), 17);
    assert_memory_equal(few, all, 17 * sizeof few[0]);
    tournament_destroy(tournament);
    free(file);
}

static void test_boards_differ(void **state)
{
    struct tournament_file *file = file_of("[stage]\nname = L\nlegs = 2\n", 4);
    struct tournament *tournament = tournament_create(file, NULL);
    struct tournament_meeting all[WANTED_MAX];
    int count = tournament_wanted(tournament, all, WANTED_MAX);

    (void)state;
    for (int i = 0; i < count; i++) {
        assert_true(all[i].seed >= 0 && all[i].seed < (int64_t)1 << 48);
        for (int k = 0; k < i; k++)
            assert_true(all[i].seed != all[k].seed);
    }
    tournament_destroy(tournament);
    free(file);
}

static void test_what_is_not_wanted_is_refused(void **state)
{
    struct tournament_file *file = file_of("[stage]\nname = L\nlegs = 1\n", 4);
    struct tournament *tournament = tournament_create(file, NULL);
    struct tournament_meeting all[WANTED_MAX], wrong;
    struct err why = {0};

    (void)state;
    tournament_wanted(tournament, all, WANTED_MAX);
    assert_true(report(tournament, &all[0], stronger_wins, NULL));
    assert_false(report(tournament, &all[0], stronger_wins, &why));
    assert_string_equal(why.code, "plan_not_open");
    wrong = all[1];
    wrong.stage = 1;
    assert_false(report(tournament, &wrong, stronger_wins, &why));
    wrong = all[1];
    wrong.group = 1;
    assert_false(report(tournament, &wrong, stronger_wins, &why));
    wrong = all[1];
    wrong.round = 3;
    assert_false(report(tournament, &wrong, stronger_wins, &why));
    wrong = all[1];
    wrong.first = all[1].second;
    assert_false(report(tournament, &wrong, stronger_wins, &why));
    wrong = all[1];
    wrong.games = 4;
    assert_false(report(tournament, &wrong, stronger_wins, &why));
    assert_true(report(tournament, &all[1], stronger_wins, &why));
    tournament_destroy(tournament);
    free(file);
}

static void test_odd_league(void **state)
{
    struct tournament_file *file = file_of("[stage]\nname = L\nlegs = 1\ngames = 1\n", 5);
    struct tournament *tournament = tournament_create(file, NULL);
    struct tournament_result day[PLAN_MEETINGS_MAX];

    (void)state;
    assert_int_equal(play(tournament, stronger_wins, 3), 10);
    assert_int_equal(tournament_round_count(tournament, 0), 5);
    assert_int_equal(tournament_rounds_done(tournament, 0), 5);
    expect_table(tournament, 0, 0, "1A:8 2B:6 3C:4 4D:2 5E:0");
    for (int round = 0, rests = 0; round < 5; round++) {
        assert_int_equal(tournament_round_meetings(tournament, 0, 0, round, day), 3);
        for (int i = 0; i < 3; i++)
            rests += day[i].fate == PLAN_REST;
        assert_int_equal(rests, round + 1);
    }
    tournament_destroy(tournament);
    free(file);
}

/* A beats B beats C beats A: points, scores and direct games are all equal, so they share the place
 * and go on in the order of the file. */
static void test_three_equals(void **state)
{
    struct tournament_file *file = file_of(
        "[stage]\nname = L\nlegs = 2\nadvance = 2\n[stage]\nname = F\nkind = final-eight\n", 4);
    struct tournament *tournament = tournament_create(file, NULL);

    (void)state;
    play(tournament, rock_and_paper, 0);
    expect_table(tournament, 0, 0, "1A:16 1B:16 1C:16 4D:0");
    expect_day(tournament, 1, 0, "A-B 6:0");
    expect_places(tournament, 4, "A1 B2 C3 D4");
    tournament_destroy(tournament);
    free(file);
}

/* Two more games at a time up to the cap; then the stronger entrant goes on. */
static void test_endless_draws(void **state)
{
    struct tournament_file *file =
        file_of("[stage]\nname = F\nkind = final-eight\ngames_max = 10\n", 4);
    struct tournament *tournament = tournament_create(file, NULL);
    struct tournament_meeting wanted[WANTED_MAX];
    int played, planned;

    (void)state;
    for (int games = 6; games <= 10; games += 2) {
        assert_int_equal(tournament_wanted(tournament, wanted, WANTED_MAX), 2);
        assert_int_equal(wanted[0].games, games);
        int64_t seed = wanted[0].seed;
        assert_true(report(tournament, &wanted[1], always_drawn, NULL));
        assert_true(report(tournament, &wanted[0], always_drawn, NULL));
        tournament_wanted(tournament, wanted, WANTED_MAX);
        if (games < 10)
            assert_true(wanted[0].seed == seed); /* the same meeting goes on */
    }
    tournament_progress(tournament, &played, &planned);
    assert_int_equal(played, 20);
    assert_int_equal(planned, 26);
    assert_int_equal(tournament_wanted(tournament, wanted, WANTED_MAX), 1);
    assert_int_equal(wanted[0].round, 1);
    play(tournament, always_drawn, 0);
    expect_day(tournament, 0, 0, "A-D 0:0, B-C 0:0");
    expect_day(tournament, 0, 1, "A-B 0:0");
    expect_places(tournament, 4, "A1 B2 C3 D3");
    expect_table(tournament, 0, 0, "1A:20 2B:20 3C:10 3D:10");
    tournament_destroy(tournament);
    free(file);
}

/* The places of a tree that is still being played. */
static void test_half_a_tree(void **state)
{
    struct tournament_file *file =
        file_of("[stage]\nname = F\nkind = final-eight\nthird_place = yes\n", 5);
    struct tournament *tournament = tournament_create(file, NULL);
    struct tournament_meeting wanted[WANTED_MAX];

    (void)state;
    assert_int_equal(tournament_wanted(tournament, wanted, WANTED_MAX), 1);
    expect_places(tournament, 5, "A1 B1 C1 D4 E4");
    assert_true(report(tournament, &wanted[0], stronger_wins, NULL));
    expect_places(tournament, 5, "A1 B1 C1 D1 E5");
    assert_int_equal(tournament_rounds_done(tournament, 0), 1);
    play(tournament, stronger_wins, 1);
    expect_places(tournament, 5, "A1 B2 C3 D4 E5");
    tournament_destroy(tournament);
    free(file);
}

static void test_teams_without_a_bot(void **state)
{
    struct tournament_file *file = file_of(
        "[stage]\nname = L\nlegs = 2\nadvance = 4\n[stage]\nname = F\nkind = final-eight\n", 5);
    const bool is_out[5] = {[0] = true, [3] = true};
    struct tournament *tournament = tournament_create(file, is_out);
    int played, planned;

    (void)state;
    tournament_progress(tournament, &played, &planned);
    assert_int_equal(planned, 3 * 2 * 2 + 3 * 6);
    play(tournament, stronger_wins, 2);
    /* A walkover counts like the games of a meeting; two missing teams have lost against
     * each other. */
    expect_table(tournament, 0, 0, "1B:32 2C:24 3E:16 4A:0 4D:0");
    expect_day(tournament, 1, 0, "B-A walkover, C-E 6:0");
    expect_day(tournament, 1, 1, "B-C 6:0");
    expect_places(tournament, 5, "A3 B1 C2 D5 E3");
    tournament_destroy(tournament);
    free(file);
}

static void test_nobody_has_a_bot(void **state)
{
    struct tournament_file *file = file_of(WHOLE_SEASON, 9);
    const bool is_out[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    struct tournament *tournament = tournament_create(file, is_out);
    struct tournament_meeting wanted[1];
    int played, planned;

    (void)state;
    assert_int_equal(tournament_wanted(tournament, wanted, 1), 0);
    assert_true(tournament_is_over(tournament));
    tournament_progress(tournament, &played, &planned);
    assert_int_equal(played + planned, 0);
    tournament_destroy(tournament);
    free(file);
}

/* Every round has one bye; it counts like a meeting won. */
static void test_odd_swiss(void **state)
{
    struct tournament_file *file = file_of("[stage]\nname = S\nkind = swiss\nrounds = 3\n", 5);
    struct tournament *tournament = tournament_create(file, NULL);
    struct tournament_table table;
    int byes = 0, points = 0;

    (void)state;
    assert_int_equal(play(tournament, stronger_wins, 1), 6);
    tournament_table(tournament, 0, 0, &table);
    for (int i = 0; i < 5; i++) {
        byes += table.standings->team[i].byes;
        points += (int)table.standings->team[i].score[0];
    }
    assert_int_equal(byes, 3);
    assert_int_equal(points, 3 * 3 * 4);
    assert_int_equal(table.place[0], 1);
    tournament_destroy(tournament);
    free(file);
}

static void test_ratings_and_progress(void **state)
{
    struct tournament_file *file = file_of(WHOLE_SEASON, 9);
    struct tournament *tournament = tournament_create(file, NULL);
    int played, planned, before;

    (void)state;
    tournament_progress(tournament, &played, &before);
    assert_int_equal(played, 0);
    play(tournament, stronger_wins, 0);
    tournament_progress(tournament, &played, &planned);
    assert_int_equal(played, planned);
    assert_int_equal(planned, before);
    const struct rating_table *ratings = tournament_rating_table(tournament);
    assert_true(ratings->cell[0][1].wins > 0);
    assert_int_equal(ratings->cell[1][0].wins, 0);
    tournament_destroy(tournament);
    free(file);
}

/* ---- told ---- */

typedef void print(const struct report *report, struct buf *out);

static void expect_told(struct tournament *tournament, const struct tournament_file *file,
                        print *tell, const char *wanted)
{
    struct report report = {.file = file, .tournament = tournament, .lang = LANG_EN};
    char text[8192];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    tell(&report, &buf);
    assert_string_equal(text, wanted);
}

static void tell_tree(const struct report *report, struct buf *out) { report_tree(report, 0, out); }

static void test_tree_is_drawn(void **state)
{
    struct tournament_file *file =
        file_of("[stage]\nname = F\nkind = final-eight\nthird_place = yes\n", 7);
    struct tournament *tournament = tournament_create(file, NULL);

    (void)state;
    play(tournament, stronger_wins, 0);
    expect_told(tournament, file, tell_tree,
                "A     ┐\n"
                "      ├ A   6 ┐\n"
                "·     ┘       │\n"
                "              ├ A   6 ┐\n"
                "D   6 ┐       │       │\n"
                "      ├ D   0 ┘       │\n"
                "E   0 ┘               │\n"
                "                      ├ A\n"
                "B   6 ┐               │\n"
                "      ├ B   6 ┐       │\n"
                "G   0 ┘       │       │\n"
                "              ├ B   0 ┘\n"
                "C   6 ┐       │\n"
                "      ├ C   0 ┘\n"
                "F   0 ┘\n"
                "For the third place\n"
                "    D – C  +0 =0 -6  → C\n");
    tournament_destroy(tournament);
    free(file);
}

static void test_days_are_told(void **state)
{
    struct tournament_file *file = file_of("[stage]\nname = L\nlegs = 1\nadvance = 2\n"
                                           "[stage]\nname = F\nkind = final-eight\ngames_max = 6\n",
                                           3);
    const bool is_out[3] = {[2] = true};
    struct tournament *tournament = tournament_create(file, is_out);

    (void)state;
    play(tournament, always_drawn, 0);
    expect_told(tournament, file, report_days,
                "L\n"
                "  Match day 1\n    C  rests\n    B – A  +0 =2 -0\n"
                "  Match day 2\n    A  rests\n    B – C  walkover\n"
                "  Match day 3\n    B  rests\n    A – C  walkover\n"
                "\nF\n  Final\n    A – B  +0 =6 -0  → A (being seeded higher)\n");
    tournament_destroy(tournament);
    free(file);
}

static void test_end_result_is_told(void **state)
{
    struct tournament_file *file = file_of("[stage]\nname = Liga\nlegs = 1\ngames = 2\n", 3);
    const bool is_out[3] = {[2] = true};
    static const char why[3][REPORT_WHY_SIZE] = {[2] = "no-join"};
    struct tournament *tournament = tournament_create(file, is_out);
    struct report report = {.file = file, .tournament = tournament, .out = why, .lang = LANG_EN};
    char text[1024];
    struct buf buf;

    (void)state;
    play(tournament, always_drawn, 0);
    buf_init(&buf, text, sizeof text);
    report_places(&report, &buf);
    assert_string_equal(text, "T: over after 2 games\n\n"
                              "Place  Team  until   Elo     ±   games\n"
                              "    1  A     Liga      +0   241       2\n"
                              "    1  B     Liga      +0   241       2\n"
                              "    3  C     Liga       –     –       0\n"
                              "\nWithout a playable bot: C: no-join\n");
    tournament_destroy(tournament);
    free(file);
}

/* Everything fits into the size that is promised, also with many teams and long names. */
static void test_sizes(void **state)
{
    enum { TEAMS = 40 };
    struct tournament_file *file = file_of(WHOLE_SEASON, TEAMS);
    size_t size = report_buffer_size(file);
    char *text = memory_get(1, size);
    struct json json;
    struct buf buf;

    (void)state;
    for (int i = 0; i < TEAMS; i++) {
        memset(file->team[i].name, '"', sizeof file->team[i].name - 1);
        file->team[i].name[0] = (char)('A' + i);
    }
    struct tournament *tournament = tournament_create(file, NULL);
    struct report report = {.file = file, .tournament = tournament, .lang = LANG_DE};
    play(tournament, by_lot, 0);
    for (int i = 0; i < REPORT_FORMATS; i++) {
        buf_init(&buf, text, size);
        report_print(&report, (enum report_format)i, REPORT_ALL, &buf);
        assert_false(buf.is_full);
    }
    buf_init(&buf, text, size);
    report_days(&report, &buf);
    json_init(&json, &buf);
    report_days_json(&report, NULL, &json);
    assert_false(buf.is_full);
    free(text);
    tournament_destroy(tournament);
    free(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stages_chain),
        cmocka_unit_test(test_order_of_reports_does_not_matter),
        cmocka_unit_test(test_wanted_is_steady),
        cmocka_unit_test(test_boards_differ),
        cmocka_unit_test(test_what_is_not_wanted_is_refused),
        cmocka_unit_test(test_odd_league),
        cmocka_unit_test(test_three_equals),
        cmocka_unit_test(test_endless_draws),
        cmocka_unit_test(test_half_a_tree),
        cmocka_unit_test(test_teams_without_a_bot),
        cmocka_unit_test(test_nobody_has_a_bot),
        cmocka_unit_test(test_odd_swiss),
        cmocka_unit_test(test_ratings_and_progress),
        cmocka_unit_test(test_tree_is_drawn),
        cmocka_unit_test(test_days_are_told),
        cmocka_unit_test(test_end_result_is_told),
        cmocka_unit_test(test_sizes),
    };

    return cmocka_run_group_tests_name("arena season", tests, NULL, NULL);
}
