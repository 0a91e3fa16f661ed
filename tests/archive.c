/* What survives a crash: the journal becomes the store, the store replays. */

#include "vault.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "server/journal.h"
#include "server/journal_event.h"
#include "server/journal_to_store.h"
#include "server/replay_writer.h"
#include "server/resume.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the journal becomes the store ---- */

static const char piranhas_set_turn[] =
    ".bbbbbbbb./r........r/r........r/r........r/r......o.r/r........r/r.o......r/r........r/"
    "r........r/.bbbbbbbb. r 0";

static void write_entry(struct journal *journal, struct journal_event *entry)
{
    char text[JOURNAL_LINE_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    journal_event_print(entry, &buf);
    assert_true(journal_append(journal, buf_slice(&buf)));
}

static void write_start_at(struct journal *journal, int64_t number, const char *player,
                           int64_t started_ms)
{
    struct journal_event entry = {.kind = JOURNAL_EVENT_STARTED};

    entry.game = (struct store_game){.number = number,
                                     .id = "00000000-aa",
                                     .game = "piranhas",
                                     .game_type = "swc_2019_piranhas",
                                     .names = {"Anna", "../../b"},
                                     .started_ms = started_ms};
    snprintf(entry.game.start, sizeof entry.game.start, "%s", piranhas_set_turn);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        snprintf(entry.game.players[side], STORE_WORD_SIZE, "%s", player);
    write_entry(journal, &entry);
}

static void write_start(struct journal *journal, int64_t number, const char *player)
{
    write_start_at(journal, number, player, 1000);
}

static void write_move(struct journal *journal, int64_t number, int ply, const char *words)
{
    struct journal_event entry = {.kind = JOURNAL_EVENT_MOVED};

    entry.ply = (struct store_ply){.number = number, .ply = ply, .time_ms = 7};
    snprintf(entry.ply.words, sizeof entry.ply.words, "%s", words);
    write_entry(journal, &entry);
}

static void write_settings(struct journal *journal, int64_t number, const char *settings)
{
    struct journal_event entry = {.kind = JOURNAL_EVENT_CHANGED, .game.number = number};

    snprintf(entry.game.settings, sizeof entry.game.settings, "%s", settings);
    write_entry(journal, &entry);
}

static void write_end(struct journal *journal, int64_t number)
{
    struct journal_event entry = {.kind = JOURNAL_EVENT_ENDED};

    entry.game = (struct store_game){.number = number, .game = "piranhas", .ended_ms = 2000};
    entry.game.outcome.cause[SIDE_RED] = CAUSE_LEFT;
    entry.game.outcome.result.winner = SIDE_BLUE;
    entry.game.outcome.result.score[SIDE_BLUE][0] = 2;
    write_entry(journal, &entry);
}

static int count_plies(struct store *store, int64_t number)
{
    struct store_game *game = memory_get(1, sizeof *game);
    struct record *record = memory_get(1, sizeof *record);

    assert_true(store_load_game(store, number, game, NULL));
    assert_true(store_load_record(store, game, record, NULL));
    int count = record->ply_count;
    free(record);
    free(game);
    return count;
}

/* A server that has only an archive. */
struct keeper {
    struct store *store;
    struct journal_to_store to_store;
};

static void keeper_open(struct keeper *keeper, const struct vault *vault)
{
    struct err why = {0};

    keeper->store = store_open(vault->folder, &why);
    if (!keeper->store)
        fail_msg("%s %s", why.code, why.details);
    assert_true(
        journal_to_store_init(&keeper->to_store, vault->folder, keeper->store, vault->log, &why));
    assert_true(journal_to_store_recover(&keeper->to_store, &why));
}

static void keeper_close(struct keeper *keeper)
{
    journal_to_store_finish(&keeper->to_store);
    store_close(keeper->store);
}

/* A journal has a store beside it. */
static struct journal *begin_journal(const struct vault *vault)
{
    store_close(store_open(vault->folder, NULL));
    return journal_create(vault->folder, 1, JOURNAL_SEGMENT_BYTES, NULL);
}

static void test_a_crash_loses_nothing_and_doubles_nothing(void **state)
{
    const struct vault *vault = *state;
    struct keeper keeper;
    struct journal_place end;

    keeper_open(&keeper, vault);
    struct journal *journal =
        journal_create(vault->folder, keeper.to_store.stored + 1, JOURNAL_SEGMENT_BYTES, NULL);
    write_start(journal, 1, "");
    write_move(journal, 1, 0, "a4c4");
    end = journal_end(journal);
    assert_true(journal_to_store_feed(&keeper.to_store, &end, NULL));
    write_move(journal, 1, 1, "b0b2"); /* only in the journal when the server dies */
    write_move(journal, 1, 2, "a5c5"); /* and this one is torn */
    end = journal_end(journal);
    assert_int_equal(truncate(vault_path(vault, "journal-1"), end.offset - 3), 0);
    journal_destroy(journal);
    keeper_close(&keeper);

    keeper_open(&keeper, vault);
    assert_int_equal(keeper.to_store.stored, 3);
    assert_int_equal(count_plies(keeper.store, 1), 2);
    assert_true(vault_has(vault, "journal-1.torn"));
    assert_false(vault_has(vault, "journal-1"));
    assert_true(vault_log_says(vault, "journal-torn segment=1"));
    keeper_close(&keeper);
}

/* A server that was killed leaves reserved zeros behind its lines: nothing is torn. */
static void test_reserved_space_is_no_damage(void **state)
{
    const struct vault *vault = *state;
    struct keeper keeper;
    struct journal *journal = begin_journal(vault);

    write_start(journal, 1, "");
    write_move(journal, 1, 0, "a4c4");
    keeper_open(&keeper, vault); /* the journal is not closed, as after kill -9 */
    assert_int_equal(count_plies(keeper.store, 1), 1);
    assert_false(vault_has(vault, "journal-1"));
    assert_false(vault_has(vault, "journal-1.torn"));
    keeper_close(&keeper);
    journal_destroy(journal);
}

/* Lines behind zeros, or a segment whose end is missing, are lost, and that is said. */
static void test_lost_lines_are_told(void **state)
{
    const struct vault *vault = *state;
    struct keeper keeper;
    struct journal *journal = begin_journal(vault);

    write_start(journal, 1, "");
    FILE *file = fopen(vault_path(vault, "journal-1"), "r+");
    assert_non_null(file);
    assert_int_equal(fseek(file, JOURNAL_SEGMENT_BYTES - 100, SEEK_SET), 0);
    assert_true(fputs("a lost line\n", file) >= 0);
    fclose(file);
    keeper_open(&keeper, vault);
    assert_true(vault_has(vault, "journal-1.torn"));
    keeper_close(&keeper);
    journal_destroy(journal);

    journal = journal_create(vault->folder, 2, JOURNAL_SEGMENT_BYTES, NULL);
    write_move(journal, 1, 0, "a4c4");
    struct journal *next = journal_create(vault->folder, 4, JOURNAL_SEGMENT_BYTES, NULL);
    keeper_open(&keeper, vault);
    assert_true(vault_has(vault, "journal-2.torn"));
    assert_int_equal(count_plies(keeper.store, 1), 1);
    keeper_close(&keeper);
    journal_destroy(journal);
    journal_destroy(next);
}

static void write_taken(struct journal *journal, int64_t number, int plies)
{
    struct journal_event entry = {.kind = JOURNAL_EVENT_TAKEN};

    entry.ply = (struct store_ply){.number = number, .ply = plies};
    write_entry(journal, &entry);
}

static void test_moves_taken_back_are_gone(void **state)
{
    const struct vault *vault = *state;
    struct keeper keeper;

    keeper_open(&keeper, vault);
    struct journal *journal = begin_journal(vault);
    write_start(journal, 1, STORE_PERSON);
    write_move(journal, 1, 0, "a4c4");
    write_move(journal, 1, 1, "b0b2");
    write_taken(journal, 1, 0);
    struct journal_place end = journal_end(journal);
    assert_true(journal_to_store_feed(&keeper.to_store, &end, NULL));
    assert_int_equal(count_plies(keeper.store, 1), 0);
    write_move(journal, 1, 0, "a5c5");
    journal_destroy(journal);
    keeper_close(&keeper);
    keeper_open(&keeper, vault);
    assert_int_equal(count_plies(keeper.store, 1), 1);
    keeper_close(&keeper);
}

static void test_seats_are_handed_over(void **state)
{
    const struct vault *vault = *state;
    struct journal_event entry = {.kind = JOURNAL_EVENT_SEATED, .side = SIDE_BLUE};
    struct store_game game;
    struct keeper keeper;

    keeper_open(&keeper, vault);
    struct journal *journal = begin_journal(vault);
    write_start(journal, 1, STORE_PERSON);
    entry.game.number = 1;
    strcpy(entry.game.names[SIDE_BLUE], "Mia\tMaus");
    strcpy(entry.game.keys[SIDE_BLUE], "0123456789abcdef0123456789abcdef");
    write_entry(journal, &entry);
    struct journal_place end = journal_end(journal);
    assert_true(journal_to_store_feed(&keeper.to_store, &end, NULL));
    assert_true(store_load_game(keeper.store, 1, &game, NULL));
    assert_string_equal(game.names[SIDE_BLUE], "Mia\tMaus");
    assert_string_equal(game.keys[SIDE_BLUE], "0123456789abcdef0123456789abcdef");
    assert_string_not_equal(game.names[SIDE_RED], "Mia\tMaus");
    journal_destroy(journal);
    keeper_close(&keeper);
}

static void test_segments_rotate_and_go(void **state)
{
    const struct vault *vault = *state;
    struct keeper keeper;
    uint64_t *segments;
    enum { MOVES = 40000 };

    keeper_open(&keeper, vault);
    struct journal *journal = begin_journal(vault);
    for (int i = 0; i < MOVES; i++) {
        struct journal_spare spare;
        if (i % 1000 == 0 && journal_wants_spare(journal, &spare)) {
            journal_reserve(&spare);
            journal_take_spare(journal, &spare);
        }
        write_move(journal, 1, i, "a4c4");
    }
    assert_true(journal_list(vault->folder, &segments) > 1);
    free(segments);
    struct journal_place end = journal_end(journal);
    assert_true(journal_to_store_feed(&keeper.to_store, &end, NULL));
    assert_int_equal(keeper.to_store.stored, MOVES);
    assert_int_equal(journal_list(vault->folder, &segments), 1);
    free(segments);
    journal_destroy(journal);
    keeper_close(&keeper);
}

static void test_a_store_that_refuses_is_fed_later(void **state)
{
    const struct vault *vault = *state;
    struct keeper keeper;
    struct err why = {0};

    keeper_open(&keeper, vault);
    struct journal *journal = begin_journal(vault);
    write_start(journal, 1, "");
    struct journal_place end = journal_end(journal);
    vault_limit_files(0);
    assert_false(journal_to_store_feed(&keeper.to_store, &end, &why));
    vault_limit_files(RLIM_INFINITY);
    assert_string_equal(why.code, "store_failed");
    assert_int_equal(keeper.to_store.stored, 0);
    assert_true(journal_to_store_feed(&keeper.to_store, &end, NULL));
    assert_int_equal(count_plies(keeper.store, 1), 0);
    journal_destroy(journal);
    keeper_close(&keeper);
}

/* ---- the store ---- */

static void run_sql(const struct vault *vault, const char *sql)
{
    sqlite3 *db;

    assert_int_equal(sqlite3_open(vault_path(vault, "kielwasser.db"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void test_a_newer_store_is_refused_untouched(void **state)
{
    const struct vault *vault = *state;
    struct err why = {0};
    char text[512];
    struct buf buf;

    run_sql(vault, "CREATE TABLE meta(key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;"
                   "INSERT INTO meta VALUES('schema', 99)");
    char *before = vault_read(vault_path(vault, "kielwasser.db"));
    assert_null(store_open(vault->folder, &why));
    assert_string_equal(why.code, "store_newer");
    buf_init(&buf, text, sizeof text);
    reason_print(NULL, &why, LANG_EN, &buf);
    assert_non_null(strstr(text, "version 99"));
    char *after = vault_read(vault_path(vault, "kielwasser.db"));
    assert_memory_equal(before, after, 4096);
    free(before);
    free(after);
}

static void test_an_older_store_is_copied_and_brought_up(void **state)
{
    const struct vault *vault = *state;
    struct err why = {0};

    run_sql(vault, "CREATE TABLE meta(key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;"
                   "INSERT INTO meta VALUES('schema', 0);"
                   "CREATE TABLE keepsake(word TEXT); INSERT INTO keepsake VALUES('old')");
    struct store *store = store_open(vault->folder, &why);
    assert_non_null(store);
    store_close(store);
    assert_true(vault_has(vault, "kielwasser.db.v0"));
    run_sql(vault, "INSERT INTO keepsake SELECT game FROM games; SELECT count(*) FROM plies");
    vault_rename(vault, "kielwasser.db.v0", "kielwasser.db");
    run_sql(vault, "UPDATE keepsake SET word = 'still' WHERE word = 'old'");
}

static void test_a_file_that_is_no_store_is_refused(void **state)
{
    const struct vault *vault = *state;
    struct err why = {0};

    assert_true(
        file_write(vault_path(vault, "kielwasser.db"), slice_of("this is not a database"), NULL));
    assert_null(store_open(vault->folder, &why));
    assert_string_equal(why.code, "store_damaged");
}

/* ---- after the crash ---- */

/* Notes the games that go on, with their settings. */
static bool take_game(void *context, const struct store_game *game, const struct record *record)
{
    buf_format(context, "%d:%d:%s ", (int)game->number, record->ply_count, game->settings);
    return true;
}

static void test_games_left_over_are_settled(void **state)
{
    const struct vault *vault = *state;
    struct store_game *game = memory_get(1, sizeof *game);
    struct keeper keeper;
    int64_t number;
    char text[200];
    struct buf taken;

    buf_init(&taken, text, sizeof text);
    struct journal *journal = begin_journal(vault);
    write_start_at(journal, 1, "mittel", clock_wall_ms()); /* two built-in players */
    write_settings(journal, 1, "paused=1");
    write_move(journal, 1, 0, "a4c4");
    write_settings(journal, 1, "paused=0 pace=7");
    write_start(journal, 2, ""); /* two bots that are gone */
    write_move(journal, 2, 0, "a4c4");
    write_start(journal, 3, "unknown-player");
    write_start_at(journal, 4, "mittel", clock_wall_ms());
    write_move(journal, 4, 0, "a4a5");     /* no referee would have let that pass */
    write_start(journal, 5, STORE_PERSON); /* two people, begun in 1970 */
    write_start_at(journal, 6, STORE_PERSON, clock_wall_ms());
    journal_destroy(journal);
    keeper_open(&keeper, vault);
    assert_true(resume_games(keeper.store, vault->log, take_game, &taken, NULL));
    assert_string_equal(text, "1:1:paused=0 pace=7 6:0: ");
    assert_true(store_next_in_list(keeper.store, STORE_UNFINISHED, 0, &number, NULL));
    assert_int_equal(number, 1);
    assert_true(store_next_in_list(keeper.store, STORE_UNFINISHED, 1, &number, NULL));
    assert_int_equal(number, 6);
    for (number = 2; number <= 5; number++) {
        assert_true(store_load_game(keeper.store, number, game, NULL));
        assert_int_equal(game->outcome.cause[SIDE_RED], CAUSE_UNKNOWN);
        assert_int_equal(game->outcome.result.winner, SIDE_NONE);
    }
    keeper_close(&keeper);
    free(game);
}

/* ---- replays ---- */

static void write_finished_games(const struct vault *vault, int count)
{
    struct journal *journal = begin_journal(vault);

    for (int number = 1; number <= count; number++) {
        write_start(journal, number, "");
        write_move(journal, number, 0, "a4c4");
        write_end(journal, number);
    }
    journal_destroy(journal);
}

static const char *replay_of(struct store *store, int64_t number, const char *ending)
{
    static char path[STORE_PATH_SIZE + 16];
    struct store_game *game = memory_get(1, sizeof *game);

    assert_true(store_load_game(store, number, game, NULL));
    assert_true(game->replay[0]);
    snprintf(path, sizeof path, "%s%s", game->replay, ending);
    free(game);
    return path;
}

static void test_only_the_last_games_are_kept(void **state)
{
    const struct vault *vault = *state;
    struct keeper keeper;
    char oldest[2][STORE_PATH_SIZE + 16];
    bool is_done;

    write_finished_games(vault, 5);
    keeper_open(&keeper, vault);
    struct replay_writer replays = {
        .folder = vault->folder, .store = keeper.store, .log = vault->log, .keep = 2};
    assert_true(replay_writer_write(&replays, 3, INT64_MAX, &is_done, NULL));
    assert_false(is_done);
    assert_true(replay_writer_write(&replays, 3, INT64_MAX, &is_done, NULL));
    assert_true(replay_writer_write(&replays, 3, INT64_MAX, &is_done, NULL));
    assert_true(is_done);
    snprintf(oldest[0], sizeof oldest[0], "%s", replay_of(keeper.store, 1, ".kw"));
    snprintf(oldest[1], sizeof oldest[1], "%s", replay_of(keeper.store, 1, ".xml.gz"));
    assert_true(vault_has(vault, oldest[0]));
    assert_true(vault_has(vault, oldest[1]));
    assert_non_null(strstr(oldest[0], "_Anna_..-..-b_1.kw"));

    assert_true(replay_writer_forget(&replays, INT64_MAX, &is_done, NULL));
    assert_true(replay_writer_forget(&replays, INT64_MAX, &is_done, NULL));
    assert_true(is_done);
    assert_false(vault_has(vault, oldest[0]));
    assert_false(vault_has(vault, oldest[1]));
    assert_false(store_load_game(keeper.store, 3, &(struct store_game){0}, NULL));
    assert_true(vault_has(vault, replay_of(keeper.store, 4, ".xml.gz")));
    assert_true(vault_has(vault, replay_of(keeper.store, 5, ".kw")));
    keeper_close(&keeper);
}

/* A finished game of which no replay is written. */
static void add_finished_game(struct store *store, int64_t number, bool is_strangers)
{
    struct store_game game = {.number = number, .is_strangers = is_strangers, .started_ms = 1};

    snprintf(game.game, sizeof game.game, "piranhas");
    snprintf(game.start, sizeof game.start, "%s", piranhas_set_turn);
    assert_true(store_add_game(store, &game, NULL));
    game.ended_ms = 2;
    snprintf(game.last_position, sizeof game.last_position, "%s", piranhas_set_turn);
    assert_true(store_end_game(store, &game, NULL));
}

static bool has_game(struct store *store, int64_t number)
{
    return store_load_game(store, number, &(struct store_game){0}, NULL);
}

/* Neither kind pushes out the other, and a flood goes before a replay is written for it. */
static void test_games_of_strangers_are_kept_apart(void **state)
{
    const struct vault *vault = *state;
    struct keeper keeper;
    bool is_done;

    keeper_open(&keeper, vault);
    for (int64_t number = 1; number <= 3; number++)
        add_finished_game(keeper.store, number, false);
    for (int64_t number = 4; number <= 300; number++)
        add_finished_game(keeper.store, number, true);
    struct replay_writer replays = {.folder = vault->folder,
                                    .store = keeper.store,
                                    .log = vault->log,
                                    .keep = 2,
                                    .keep_strangers = 5};
    assert_true(replay_writer_forget(&replays, INT64_MAX, &is_done, NULL));
    assert_false(has_game(keeper.store, 1));
    assert_true(has_game(keeper.store, 2));
    assert_true(has_game(keeper.store, 3));
    assert_false(has_game(keeper.store, 295));
    assert_true(has_game(keeper.store, 296));
    assert_true(replay_writer_forget(&replays, INT64_MAX, &is_done, NULL));
    assert_true(is_done);
    replays.keep = replays.keep_strangers = 0;
    assert_true(replay_writer_forget(&replays, INT64_MAX, &is_done, NULL));
    assert_true(is_done && has_game(keeper.store, 296));
    keeper_close(&keeper);
}

/* The field at the end of a started game; journals of older servers do not have it. */
static void test_a_strangers_game_is_told(void **state)
{
    char text[JOURNAL_LINE_MAX];
    struct journal_event *entry = memory_get(2, sizeof *entry);
    struct buf buf;

    (void)state;
    entry[0].kind = JOURNAL_EVENT_STARTED;
    entry[0].game.is_strangers = true;
    buf_init(&buf, text, sizeof text);
    journal_event_print(&entry[0], &buf);
    assert_true(journal_event_parse(buf_slice(&buf), &entry[1]));
    assert_true(entry[1].game.is_strangers);
    buf.len -= 2; /* the tab and the 1 */
    assert_true(journal_event_parse(buf_slice(&buf), &entry[1]));
    assert_false(entry[1].game.is_strangers);
    free(entry);
}

static void test_a_replay_tells_the_end(void **state)
{
    const struct vault *vault = *state;
    struct keeper keeper;
    bool is_done;

    write_finished_games(vault, 1);
    keeper_open(&keeper, vault);
    struct replay_writer replays = {
        .folder = vault->folder, .store = keeper.store, .log = vault->log};
    assert_true(replay_writer_write(&replays, 3, INT64_MAX, &is_done, NULL));
    assert_true(file_write(vault_path(vault, "replays/half.kw.tmp-12"), slice_of("kiel"), NULL));
    assert_true(
        file_write(vault_path(vault, "replays/a.tmp-1_b.tmp-2_3.kw"), slice_of("kiel"), NULL));
    replay_writer_tidy(&replays);
    assert_true(vault_has(vault, "replays/a.tmp-1_b.tmp-2_3.kw"));
    assert_false(vault_has(vault, "replays/half.kw.tmp-12"));
    char *text = vault_read(vault_path(vault, replay_of(keeper.store, 1, ".kw")));
    assert_non_null(strstr(text, "move a4c4 7\n"));
    assert_non_null(strstr(text, "end red=LEFT blue=REGULAR winner=blue\n"));
    free(text);
    keeper_close(&keeper);
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, vault_open, vault_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_crash_loses_nothing_and_doubles_nothing),
        TEST(reserved_space_is_no_damage),
        TEST(lost_lines_are_told),
        TEST(moves_taken_back_are_gone),
        TEST(seats_are_handed_over),
        TEST(segments_rotate_and_go),
        TEST(a_store_that_refuses_is_fed_later),
        TEST(a_newer_store_is_refused_untouched),
        TEST(an_older_store_is_copied_and_brought_up),
        TEST(a_file_that_is_no_store_is_refused),
        TEST(games_left_over_are_settled),
        TEST(only_the_last_games_are_kept),
        TEST(games_of_strangers_are_kept_apart),
        TEST(a_strangers_game_is_told),
        TEST(a_replay_tells_the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
