/* Bots with versions, runs and kept positions: rows go in and come out, changes are whole. */

#include "store_stand.h"

#include "store/bot_table.h"
#include "store/position_table.h"
#include "store/run_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- bots ---- */

static struct db *db_of(void **state) { return ((struct stand *)*state)->db; }

static int64_t add_bot(struct db *db, const char *name, const char *command)
{
    struct bot_row bot = {.game = "hive", .version = 1, .added_ms = 100};
    struct err why = {0};

    snprintf(bot.name, sizeof bot.name, "%s", name);
    snprintf(bot.command, sizeof bot.command, "%s", command);
    stand_expect(bot_table_add(db, &bot, &why), &why);
    stand_expect(bot_table_add_version(db, &bot, 100, &why), &why);
    return bot.id;
}

static bool note_bot(void *context, const struct bot_row *bot)
{
    strcat(context, bot->name);
    strcat(context, " ");
    return true;
}

static bool note_version(void *context, const struct bot_version_row *version)
{
    char text[64];

    snprintf(text, sizeof text, "%d:%.20s:%.*s ", version->number, version->command,
             (int)version->test.len, version->test.at);
    strcat(context, text);
    return true;
}

static bool note_turn(void *context, const struct bot_turn_row *turn)
{
    char text[64];

    snprintf(text, sizeof text, "%d@%d ", turn->version, (int)turn->since_ms);
    strcat(context, text);
    return true;
}

static void test_bots_are_kept(void **state)
{
    struct db *db = db_of(state);
    struct bot_row found;
    struct err why = {0};
    char names[64] = "";

    int64_t id = add_bot(db, "zebra", "java -jar 'a b.jar'");
    assert_false(bot_table_add(db, &(struct bot_row){.name = "zebra"}, &why));
    assert_string_equal(why.code, "bot_name_taken");
    add_bot(db, "Aal", "x");
    assert_true(bot_table_list(db, note_bot, names, NULL));
    assert_string_equal(names, "Aal zebra ");
    assert_true(bot_table_find(db, "zebra", &found, NULL));
    assert_int_equal(found.id, id);
    assert_int_equal(found.version, 1);
    assert_string_equal(found.command, "java -jar 'a b.jar'");
    assert_string_equal(found.game, "hive");
    assert_true(bot_table_remove(db, id, NULL));
    assert_false(bot_table_remove(db, id, &why));
    assert_string_equal(why.code, "bot_unknown");
    assert_false(bot_table_find(db, "zebra", &found, &why));
}

static void test_the_active_version_plays(void **state)
{
    struct db *db = db_of(state);
    struct bot_row bot;
    struct err why = {0};
    char versions[256] = "", turns[256] = "";
    int64_t id = add_bot(db, "Nemo", "./one");

    assert_true(bot_table_load(db, id, &bot, NULL));
    assert_true(bot_table_next_version(db, id, &bot.version, NULL));
    assert_int_equal(bot.version, 2);
    assert_false(bot_table_add_version(db, &bot, 200, &why));
    assert_string_equal(why.code, "bot_version_same");
    snprintf(bot.command, sizeof bot.command, "./two");
    snprintf(bot.note, sizeof bot.note, "better");
    stand_expect(bot_table_add_version(db, &bot, 200, &why), &why);
    assert_true(bot_table_load(db, id, &bot, NULL));
    assert_int_equal(bot.version, 2);
    assert_string_equal(bot.command, "./two");
    assert_string_equal(bot.note, "better");
    assert_true(bot_table_activate(db, id, 1, 300, NULL));
    assert_false(bot_table_activate(db, id, 3, 400, &why));
    assert_string_equal(why.code, "bot_version");
    assert_true(bot_table_find(db, "Nemo", &bot, NULL));
    assert_int_equal(bot.version, 1);
    assert_string_equal(bot.command, "./one");
    assert_true(bot_table_versions(db, id, note_version, versions, NULL));
    assert_string_equal(versions, "1:./one:null 2:./two:null ");
    assert_true(bot_table_active_periods(db, id, note_turn, turns, NULL));
    assert_string_equal(turns, "1@100 2@200 1@300 ");
}

static void test_a_test_stays_with_its_version(void **state)
{
    struct db *db = db_of(state);
    const struct bot_test_row test = {.whole = slice_of("{\"all\":1}"), .outline = slice_of("{}")};
    struct err why = {0};
    char versions[64] = "", *text;
    int64_t id = add_bot(db, "Nemo", "./one");

    assert_false(bot_table_load_check_report(db, id, &text, &why));
    assert_string_equal(why.code, "bot_untested");
    assert_true(bot_table_set_test(db, id, 1, &test, NULL));
    assert_true(bot_table_load_check_report(db, id, &text, NULL));
    assert_string_equal(text, "{\"all\":1}");
    free(text);
    assert_true(bot_table_versions(db, id, note_version, versions, NULL));
    assert_string_equal(versions, "1:./one:{} ");
}

static void test_versions_and_turns_are_limited(void **state)
{
    struct db *db = db_of(state);
    struct err why = {0};
    struct bot_row bot;
    int number;
    char *turns = calloc(1, 64 * BOT_TURNS_MAX);
    int64_t id = add_bot(db, "Nemo", "./1");

    assert_true(bot_table_load(db, id, &bot, NULL));
    assert_true(db_begin(db, NULL));
    for (bot.version = 2; bot.version <= BOT_VERSIONS_MAX; bot.version++) {
        snprintf(bot.command, sizeof bot.command, "./%d", bot.version);
        assert_true(bot_table_add_version(db, &bot, bot.version, NULL));
    }
    assert_false(bot_table_next_version(db, id, &number, &why));
    assert_string_equal(why.code, "bot_versions_many");
    for (int i = 0; i < BOT_TURNS_MAX; i++)
        assert_true(bot_table_activate(db, id, 1 + i % 2, 1000 + i, NULL));
    assert_true(db_commit(db, NULL));
    assert_true(bot_table_active_periods(db, id, note_turn, turns, NULL));
    assert_true(strncmp(turns, "1@1000 2@1001 ", 14) == 0);
    free(turns);
}

/* ---- runs ---- */

static bool note_run(void *context, const struct run_row *row)
{
    char text[128];

    snprintf(text, sizeof text, "%d %.*s %.*s %.*s %d %.*s|", row->id, (int)row->kind.len,
             row->kind.at, (int)row->state.len, row->state.at, (int)row->words.len, row->words.at,
             (int)row->played_ms, (int)row->sprt.len, row->sprt.at);
    strcat(context, text);
    return true;
}

static void test_runs_are_kept(void **state)
{
    struct db *db = db_of(state);
    struct run_row row = {.id = 7,
                          .kind = slice_of("match"),
                          .game = slice_of("hive"),
                          .state = slice_of("running"),
                          .words = slice_of("[1]"),
                          .sprt = slice_of("0 5"),
                          .is_wanted = true};
    struct err why = {0};
    char text[256] = "";

    stand_expect(run_table_write(db, &row, &why), &why);
    row.state = slice_of("complete");
    row.played_ms = 9;
    stand_expect(run_table_write(db, &row, &why), &why);
    row.id = 3;
    stand_expect(run_table_write(db, &row, &why), &why);
    assert_true(run_table_list(db, note_run, text, NULL));
    assert_string_equal(text, "3 match complete [1] 9 0 5|7 match complete [1] 9 0 5|");
    assert_true(run_table_remove(db, 3, NULL));
    assert_true(run_table_remove(db, 3, NULL));
    text[0] = '\0';
    assert_true(run_table_list(db, note_run, text, NULL));
    assert_string_equal(text, "7 match complete [1] 9 0 5|");
}

/* ---- positions ---- */

static bool note_position(void *context, const struct position_row *row)
{
    strcat(context, row->name);
    strcat(context, " ");
    return true;
}

static void test_positions_are_kept(void **state)
{
    struct db *db = db_of(state);
    struct position_row row = {.game = "hive", .position = "p", .name = "a", .added_ms = 5};
    struct err why = {0};
    char names[64] = "";
    bool is_there;

    stand_expect(position_table_add(db, &row, &why), &why);
    int64_t first = row.id;
    row.name[0] = 'b';
    stand_expect(position_table_add(db, &row, &why), &why);
    assert_true(position_table_list(db, note_position, names, NULL));
    assert_string_equal(names, "a b ");
    assert_true(position_table_remove(db, first, &is_there, NULL) && is_there);
    assert_true(position_table_remove(db, first, &is_there, NULL) && !is_there);
    assert_true(db_begin(db, NULL));
    for (int i = 1; i < POSITIONS_MAX; i++)
        assert_true(position_table_add(db, &row, NULL));
    assert_true(db_commit(db, NULL));
    assert_false(position_table_add(db, &row, &why));
    assert_string_equal(why.code, "positions_full");
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, stand_open, stand_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(bots_are_kept),
        TEST(the_active_version_plays),
        TEST(a_test_stays_with_its_version),
        TEST(versions_and_turns_are_limited),
        TEST(runs_are_kept),
        TEST(positions_are_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
