/* The tournament file: what is written is read again, every fault is named with its line. */

#include "support.h"

#include "base/memory.h"
#include "base/rng.h"
#include "game/reason.h"
#include "tournament/tournament_file.h"

#include <stdlib.h>
#include <string.h>

static struct tournament_file *parsed(struct slice text)
{
    struct tournament_file *file = memory_get(1, sizeof *file);
    struct err why = {0};

    if (!tournament_file_parse(text, file, &why))
        fail_msg("%s %s", why.code, why.details);
    return file;
}

static void forget_lines(struct tournament_file *file)
{
    for (int i = 0; i < file->stage_count; i++)
        file->stage[i].line = 0;
}

/* Prints and reads again. */
static void expect_round_trip(struct tournament_file *file)
{
    char *text = memory_get(TOURNAMENT_TEXT_MAX, 1);
    struct tournament_file *again;
    struct buf buf;

    buf_init(&buf, text, TOURNAMENT_TEXT_MAX);
    tournament_file_print(file, &buf);
    assert_false(buf.is_full);
    again = parsed(buf_slice(&buf));
    forget_lines(file);
    forget_lines(again);
    assert_memory_equal(file, again, sizeof *file);
    free(again);
    free(text);
}

static void test_examples(void **state)
{
    (void)state;
    for (enum lang lang = LANG_DE; lang < LANG_COUNT; lang++) {
        char text[8192];
        struct buf buf;
        buf_init(&buf, text, sizeof text);
        tournament_file_example(lang, &buf);
        assert_false(buf.is_full);
        struct tournament_file *file = parsed(buf_slice(&buf));
        assert_int_equal(file->stage_count, 3);
        assert_int_equal(file->team_count, 4);
        assert_int_equal(file->seed, 2019);
        assert_int_equal(file->stage[2].kind, TOURNAMENT_FINAL_EIGHT);
        assert_int_equal(file->stage[2].third_place, 1);
        assert_string_equal(file->team[3].bot, "zufall");
        expect_round_trip(file);
        free(file);
    }
}

#define HEAD   "[tournament]\nname = Test\ngame = piranhas\n"
#define LEAGUE "[stage]\nname = L\n"
#define TEAMS  "[team]\nname=A\nbot=x\n[team]\nname=B\nbot=y = z # 2\n"

static void test_defaults(void **state)
{
    struct tournament_file *file = parsed(slice_of("\xef\xbb\xbf ; c\r\n" HEAD LEAGUE TEAMS));
    struct plan_setup setup = tournament_file_plan_setup(file, 0, 0, 2);

    (void)state;
    assert_int_equal(file->time_ms, 2000);
    assert_int_equal(file->admission, 1);
    assert_int_equal(file->seed, 1);
    assert_string_equal(file->team[1].bot, "y = z # 2");
    assert_int_equal(setup.kind, PLAN_LEAGUE);
    assert_int_equal(setup.legs, 2);
    assert_int_equal(setup.games, 2);
    expect_round_trip(file);
    free(file);
}

static void expect_fault(const char *text, const char *code, const char *details)
{
    struct tournament_file *file = memory_get(1, sizeof *file);
    struct err why = {0};
    char sentence[512];
    struct buf buf;

    assert_false(tournament_file_parse(slice_of(text), file, &why));
    assert_string_equal(why.code, code);
    assert_string_equal(why.details, details);
    for (enum lang lang = LANG_DE; lang < LANG_COUNT; lang++) {
        buf_init(&buf, sentence, sizeof sentence);
        reason_print(NULL, &why, lang, &buf);
        assert_string_not_equal(sentence, code);
    }
    free(file);
}

static void test_faults(void **state)
{
    (void)state;
    expect_fault("", "tournament_empty", "tournament");
    expect_fault(HEAD, "tournament_empty", "stage");
    expect_fault(HEAD LEAGUE, "tournament_empty", "team");
    expect_fault("name = x\n", "tournament_line", "1 name = x");
    expect_fault(HEAD "nonsense\n", "tournament_line", "4 nonsense");
    expect_fault("\n[cup]\n", "tournament_section", "2 cup");
    expect_fault("[]\n", "tournament_section", "1");
    expect_fault(HEAD HEAD, "tournament_full", "4 tournament");
    expect_fault(HEAD "colour = red\n", "tournament_key", "4 colour");
    expect_fault(HEAD "name = again\n", "tournament_twice", "4 name");
    expect_fault("[tournament]\nname = x\n\n[stage]\n", "tournament_missing", "1 game");
    expect_fault(HEAD LEAGUE "[team]\nname = A\n", "tournament_missing", "6 bot");
    expect_fault("[tournament]\nname =\n", "tournament_text", "2 name 63");
    expect_fault("[tournament]\nname = \xff\n", "tournament_text", "2 name 63");
    expect_fault("[tournament]\nname = a\x01\n", "tournament_text", "2 name 63");
    expect_fault("[tournament]\nname = \xc3\n", "tournament_text", "2 name 63");
    expect_fault(HEAD "time = soon\n", "tournament_number", "4 time 1 3600000");
    expect_fault(HEAD "time = 0\n", "tournament_number", "4 time 1 3600000");
    expect_fault(HEAD "seed = 1.5\n", "tournament_seed", "4 seed");
    expect_fault(HEAD "admission = perhaps\n", "tournament_choice", "4 admission no|yes");
    expect_fault(HEAD LEAGUE "kind = cup\n", "tournament_choice",
                 "6 kind league|champions-league|swiss|final-eight");
    expect_fault("[tournament]\nname = x\ngame = chess\n", "tournament_game", "1 chess");
    expect_fault(HEAD LEAGUE TEAMS "[team]\nname = A\nbot = z\n", "tournament_same_name", "12 A");
    expect_fault(HEAD LEAGUE "groups = 2\n" TEAMS, "tournament_plan_teams", "4");
    expect_fault(HEAD LEAGUE "kind=swiss\ngroups=2\n" TEAMS, "tournament_groups", "4");
    expect_fault(HEAD LEAGUE "kind=final-eight\ngames=4\n" TEAMS, "tournament_plan_games", "4");
    expect_fault(HEAD LEAGUE "kind=final-eight\ngames=7\n" TEAMS, "tournament_plan_even", "4");
    expect_fault(HEAD LEAGUE "kind=final-eight\ngames_max=4\n" TEAMS, "tournament_plan_games_max",
                 "4");
    expect_fault(HEAD LEAGUE "advance=1\n" LEAGUE TEAMS, "tournament_plan_teams", "7");
}

/* Which team goes to which group: 20 teams in 3 groups, three of each go on, then eight of nine. */
static void test_entrants(void **state)
{
    char text[4096];
    struct buf buf;

    (void)state;
    buf_init(&buf, text, sizeof text);
    buf_add(&buf, HEAD LEAGUE "groups=3\nadvance=3\n" LEAGUE "kind=champions-league\nadvance=8\n"
                              "[stage]\nname=F\nkind=final-eight\n");
    for (int i = 0; i < 20; i++)
        buf_format(&buf, "[team]\nname=%d\nbot=x\n", i);
    struct tournament_file *file = parsed(buf_slice(&buf));
    assert_int_equal(tournament_entrants(file, 0), 20);
    assert_int_equal(tournament_entrants(file, 1), 9);
    assert_int_equal(tournament_entrants(file, 2), 8);
    assert_int_equal(tournament_file_plan_setup(file, 2, 0, 8).games, 6);
    assert_true(tournament_file_plan_setup(file, 0, 0, 7).seed !=
                tournament_file_plan_setup(file, 0, 1, 7).seed);
    file->stage[1].advance = 0;
    char again[8192];
    buf_init(&buf, again, sizeof again);
    tournament_file_print(file, &buf);
    expect_fault(again, "tournament_finalists", "19");
    free(file);
}

static void test_too_many(void **state)
{
    struct tournament_file *file = memory_get(1, sizeof *file);
    char *text = memory_get(TOURNAMENT_TEXT_MAX, 1);
    struct err why = {0};
    struct buf buf;

    (void)state;
    buf_init(&buf, text, TOURNAMENT_TEXT_MAX);
    buf_add(&buf, HEAD LEAGUE);
    for (int i = 0; i < PLAN_TEAMS_MAX; i++)
        buf_format(&buf, "[team]\nname=%0*d\nbot=%0*d\n", TOURNAMENT_NAME_SIZE - 1, i,
                   TOURNAMENT_BOT_SIZE - 1, i);
    assert_true(tournament_file_parse(buf_slice(&buf), file, NULL));
    expect_round_trip(file);
    buf_add(&buf, "[team]\n");
    assert_false(tournament_file_parse(buf_slice(&buf), file, &why));
    assert_string_equal(why.code, "tournament_full");
    free(text);
    free(file);
}

/* The example with bytes changed by chance: refused with a code, or printed and read again. */
static void test_damaged_files(void **state)
{
    static const char bytes[] = "[]=#;\n\r \t\0019azé\xff";
    struct tournament_file *file = memory_get(1, sizeof *file);
    struct rng rng = rng_make(11);
    int accepted = 0;

    (void)state;
    for (int round = 0; round < 3000; round++) {
        char text[8192];
        struct err why = {0};
        struct buf buf;
        buf_init(&buf, text, sizeof text);
        tournament_file_example(LANG_EN, &buf);
        for (int i = rng_below(&rng, 6); i >= 0; i--)
            text[rng_below(&rng, (int)buf.len)] = bytes[rng_below(&rng, sizeof bytes)];
        size_t len = rng_below(&rng, 4) ? buf.len : (size_t)rng_below(&rng, (int)buf.len);
        if (tournament_file_parse(slice_make(text, len), file, &why)) {
            expect_round_trip(file);
            accepted++;
        } else {
            assert_true(why.code[0]);
        }
    }
    assert_true(accepted > 100);
    free(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples), cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_faults),   cmocka_unit_test(test_entrants),
        cmocka_unit_test(test_too_many), cmocka_unit_test(test_damaged_files),
    };

    return cmocka_run_group_tests_name("arena file", tests, NULL, NULL);
}
