/* What survives a crash: the journal, the store, the replays. */

#include "support.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "server/entry.h"
#include "server/feeder.h"
#include "server/journal.h"
#include "server/replays.h"
#include "server/settle.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_MAX = 8 << 20 };

/* A data folder for one test. */
struct house {
    char folder[64];
    char log_path[128];
    struct log *log;
};

static int set_up(void **state)
{
    struct house *house = memory_get(1, sizeof *house);

    snprintf(house->folder, sizeof house->folder, "/tmp/kielwasser-XXXXXX");
    assert_non_null(mkdtemp(house->folder));
    snprintf(house->log_path, sizeof house->log_path, "%s/log", house->folder);
    house->log = log_create(house->log_path, NULL);
    assert_non_null(house->log);
    *state = house;
    return 0;
}

static int tear_down(void **state)
{
    struct house *house = *state;
    char command[128];

    log_destroy(house->log);
    snprintf(command, sizeof command, "rm -rf %s", house->folder);
    int status = system(command);
    free(house);
    return status;
}

static const char *in(const struct house *house, const char *name)
{
    static char path[512];

    snprintf(path, sizeof path, "%s/%s", house->folder, name);
    return path;
}

static bool is_there(const struct house *house, const char *name)
{
    return access(in(house, name), F_OK) == 0;
}

static void move_file(const struct house *house, const char *from, const char *to)
{
    char old[512];

    snprintf(old, sizeof old, "%s", in(house, from));
    assert_int_equal(rename(old, in(house, to)), 0);
}

static char *read_all(const char *path)
{
    struct slice text;

    assert_true(file_read(path, READ_MAX, &text, NULL));
    return (char *)(uintptr_t)text.at;
}

static bool log_has(const struct house *house, const char *words)
{
    char *text = read_all(house->log_path);
    bool has = strstr(text, words) != NULL;

    free(text);
    return has;
}

/* ---- the journal ---- */

static void append(struct journal *journal, const char *event)
{
    assert_true(journal_append(journal, slice_of(event)));
}

/* The events of a segment, joined by commas, and what follows them. */
static enum journal_line events_of(const struct house *house, uint64_t segment, struct buf *out)
{
    struct journal_place place = {.segment = segment, .sequence = segment};
    char *data = memory_get(READ_MAX, 1);
    int64_t len = journal_read(house->folder, &place, data, READ_MAX);
    struct slice bytes = slice_make(data, (size_t)(len > 0 ? len : 0)), event;
    enum journal_line line;

    while ((line = journal_take(&bytes, &place, &event)) == JOURNAL_WHOLE) {
        buf_add_slice(out, event);
        buf_add_char(out, ',');
    }
    free(data);
    return line;
}

static void expect_events(const struct house *house, uint64_t segment, enum journal_line end,
                          const char *events)
{
    char text[256];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    assert_int_equal(events_of(house, segment, &buf), end);
    assert_string_equal(text, events);
}

static void test_journal_is_read_as_written(void **state)
{
    const struct house *house = *state;
    struct journal *journal = journal_create(house->folder, 7, NULL);

    append(journal, "one");
    append(journal, "two words");
    append(journal, "");
    assert_int_equal(journal_end(journal).sequence, 10);
    expect_events(house, 7, JOURNAL_PARTIAL, "one,two words,,");
    journal_destroy(journal);
}

static void test_a_torn_line_is_recognised(void **state)
{
    const struct house *house = *state;
    struct journal *journal = journal_create(house->folder, 1, NULL);

    append(journal, "one");
    append(journal, "two");
    int64_t end = journal_end(journal).offset;
    journal_destroy(journal);
    for (int64_t cut = 1; cut < 20; cut++) {
        assert_int_equal(truncate(in(house, "journal-1"), end - cut), 0);
        expect_events(house, 1, JOURNAL_PARTIAL, "one,");
    }
}

static void test_a_changed_byte_is_recognised(void **state)
{
    const struct house *house = *state;
    struct journal *journal = journal_create(house->folder, 1, NULL);

    append(journal, "one");
    int64_t begin = journal_end(journal).offset;
    append(journal, "two");
    int64_t end = journal_end(journal).offset;
    append(journal, "three");
    journal_destroy(journal);
    int fd = open(in(house, "journal-1"), O_RDWR);
    for (int64_t at = begin; at < end; at++) {
        char right, wrong;
        assert_int_equal(pread(fd, &right, 1, at), 1);
        wrong = (char)(right ^ 1);
        assert_int_equal(pwrite(fd, &wrong, 1, at), 1);
        expect_events(house, 1, JOURNAL_DAMAGED, "one,");
        assert_int_equal(pwrite(fd, &right, 1, at), 1);
    }
    close(fd);
}

/* A line of another place, however sound, is not the next one. */
static void test_a_gap_is_recognised(void **state)
{
    const struct house *house = *state;
    struct journal *journal = journal_create(house->folder, 5, NULL);

    append(journal, "one");
    journal_destroy(journal);
    move_file(house, "journal-5", "journal-4");
    expect_events(house, 4, JOURNAL_DAMAGED, "");
}

static void set_file_limit(rlim_t bytes)
{
    struct rlimit limit;

    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void test_what_a_full_disk_refuses_waits(void **state)
{
    const struct house *house = *state;
    struct journal *journal = journal_create(house->folder, 1, NULL);

    signal(SIGXFSZ, SIG_IGN);
    append(journal, "one");
    set_file_limit(30); /* in the middle of the second line */
    append(journal, "two");
    append(journal, "three");
    assert_int_equal(journal_trouble(journal), EFBIG);
    assert_int_equal(journal_end(journal).sequence, 2);
    assert_false(journal_flush(journal));
    expect_events(house, 1, JOURNAL_PARTIAL, "one,");
    set_file_limit(RLIM_INFINITY);
    append(journal, "four");
    assert_int_equal(journal_trouble(journal), 0);
    expect_events(house, 1, JOURNAL_PARTIAL, "one,two,three,four,");
    journal_destroy(journal);
}

static void test_entries_survive_any_text(void **state)
{
    struct entry *entry = memory_get(2, sizeof *entry), *again = entry + 1;
    char text[JOURNAL_LINE_MAX];
    struct buf buf;

    (void)state;
    entry->kind = ENTRY_STARTED;
    entry->game = (struct store_game){.number = 3,
                                      .id = "0001-x",
                                      .game = "hive",
                                      .names = {"a\tb\\n", "two\nlines"},
                                      .players = {"mittel", STORE_PERSON},
                                      .keys = {"", "0123456789abcdef0123456789abcdef"},
                                      .ruleset = RULES_SERVER,
                                      .has_seed = true,
                                      .seed = INT64_MIN,
                                      .start = "| r 0",
                                      .started_ms = 99};
    for (int kind = ENTRY_STARTED; kind <= ENTRY_ENDED; kind++) {
        buf_init(&buf, text, sizeof text);
        entry_print(entry, &buf);
        assert_null(strchr(text, '\n'));
        assert_true(entry_parse(buf_slice(&buf), again));
        assert_memory_equal(entry, again, sizeof *entry);
        for (size_t cut = 1; cut < 10; cut++)
            entry_parse(slice_make(text, buf.len - cut), again); /* must only not crash */
        memset(entry, 0, sizeof *entry);
        entry->kind = (enum entry_kind)(kind + 1);
        if (entry->kind == ENTRY_MOVED)
            entry->ply = (struct store_ply){.number = 4, .ply = 5, .time_ms = -1, .words = "a4c4"};
        else if (entry->kind == ENTRY_TAKEN)
            entry->ply = (struct store_ply){.number = 4, .ply = 3};
        else
            entry->game = (struct store_game){.number = 4,
                                              .game = "piranhas",
                                              .ended_ms = 5,
                                              .outcome = {.result = {.winner = SIDE_BLUE},
                                                          .cause = {CAUSE_LEFT, CAUSE_REGULAR},
                                                          .reason = {"gone\naway", ""}}};
    }
    free(entry);
}

/* ---- the journal becomes the store ---- */

static const char piranhas_start[] =
    ".bbbbbbbb./r........r/r........r/r........r/r......o.r/r........r/r.o......r/r........r/"
    "r........r/.bbbbbbbb. r 0";

static void write_entry(struct journal *journal, const struct entry *entry)
{
    char text[JOURNAL_LINE_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    entry_print(entry, &buf);
    assert_true(journal_append(journal, buf_slice(&buf)));
}

static void write_start_at(struct journal *journal, int64_t number, const char *player,
                           int64_t started_ms)
{
    struct entry entry = {.kind = ENTRY_STARTED};

    entry.game = (struct store_game){.number = number,
                                     .id = "00000000-aa",
                                     .game = "piranhas",
                                     .game_type = "swc_2019_piranhas",
                                     .names = {"Anna", "../../b"},
                                     .started_ms = started_ms};
    snprintf(entry.game.start, sizeof entry.game.start, "%s", piranhas_start);
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
    struct entry entry = {.kind = ENTRY_MOVED};

    entry.ply = (struct store_ply){.number = number, .ply = ply, .time_ms = 7};
    snprintf(entry.ply.words, sizeof entry.ply.words, "%s", words);
    write_entry(journal, &entry);
}

static void write_end(struct journal *journal, int64_t number)
{
    struct entry entry = {.kind = ENTRY_ENDED};

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
    struct feeder feeder;
};

static void keeper_open(struct keeper *keeper, const struct house *house)
{
    struct err why = {0};

    keeper->store = store_open(house->folder, &why);
    if (!keeper->store)
        fail_msg("%s %s", why.code, why.details);
    assert_true(feeder_init(&keeper->feeder, house->folder, keeper->store, house->log, &why));
    assert_true(feeder_recover(&keeper->feeder, &why));
}

static void keeper_close(struct keeper *keeper)
{
    feeder_finish(&keeper->feeder);
    store_close(keeper->store);
}

static void test_a_crash_loses_nothing_and_doubles_nothing(void **state)
{
    const struct house *house = *state;
    struct keeper keeper;
    struct journal_place end;

    keeper_open(&keeper, house);
    struct journal *journal = journal_create(house->folder, keeper.feeder.stored + 1, NULL);
    write_start(journal, 1, "");
    write_move(journal, 1, 0, "a4c4");
    end = journal_end(journal);
    assert_true(feeder_feed(&keeper.feeder, &end, NULL));
    write_move(journal, 1, 1, "b0b2"); /* only in the journal when the server dies */
    write_move(journal, 1, 2, "a5c5"); /* and this one is torn */
    end = journal_end(journal);
    assert_int_equal(truncate(in(house, "journal-1"), end.offset - 3), 0);
    journal_destroy(journal);
    keeper_close(&keeper);

    keeper_open(&keeper, house);
    assert_int_equal(keeper.feeder.stored, 3);
    assert_int_equal(count_plies(keeper.store, 1), 2);
    assert_true(is_there(house, "journal-1.torn"));
    assert_false(is_there(house, "journal-1"));
    assert_true(log_has(house, "journal-torn segment=1"));
    keeper_close(&keeper);
}

static void write_taken(struct journal *journal, int64_t number, int plies)
{
    struct entry entry = {.kind = ENTRY_TAKEN};

    entry.ply = (struct store_ply){.number = number, .ply = plies};
    write_entry(journal, &entry);
}

static void test_moves_taken_back_are_gone(void **state)
{
    const struct house *house = *state;
    struct keeper keeper;

    keeper_open(&keeper, house);
    struct journal *journal = journal_create(house->folder, 1, NULL);
    write_start(journal, 1, STORE_PERSON);
    write_move(journal, 1, 0, "a4c4");
    write_move(journal, 1, 1, "b0b2");
    write_taken(journal, 1, 0);
    struct journal_place end = journal_end(journal);
    assert_true(feeder_feed(&keeper.feeder, &end, NULL));
    assert_int_equal(count_plies(keeper.store, 1), 0);
    write_move(journal, 1, 0, "a5c5");
    journal_destroy(journal);
    keeper_close(&keeper);
    keeper_open(&keeper, house);
    assert_int_equal(count_plies(keeper.store, 1), 1);
    keeper_close(&keeper);
}

static void test_segments_rotate_and_go(void **state)
{
    const struct house *house = *state;
    struct keeper keeper;
    uint64_t *segments;
    enum { MOVES = 40000 };

    keeper_open(&keeper, house);
    struct journal *journal = journal_create(house->folder, 1, NULL);
    for (int i = 0; i < MOVES; i++)
        write_move(journal, 1, i, "a4c4");
    assert_true(journal_list(house->folder, &segments) > 1);
    free(segments);
    struct journal_place end = journal_end(journal);
    assert_true(feeder_feed(&keeper.feeder, &end, NULL));
    assert_int_equal(keeper.feeder.stored, MOVES);
    assert_int_equal(journal_list(house->folder, &segments), 1);
    free(segments);
    journal_destroy(journal);
    keeper_close(&keeper);
}

static void test_a_store_that_refuses_is_fed_later(void **state)
{
    const struct house *house = *state;
    struct keeper keeper;
    struct err why = {0};

    keeper_open(&keeper, house);
    struct journal *journal = journal_create(house->folder, 1, NULL);
    write_start(journal, 1, "");
    struct journal_place end = journal_end(journal);
    signal(SIGXFSZ, SIG_IGN);
    set_file_limit(0);
    assert_false(feeder_feed(&keeper.feeder, &end, &why));
    set_file_limit(RLIM_INFINITY);
    assert_string_equal(why.code, "store_failed");
    assert_int_equal(keeper.feeder.stored, 0);
    assert_true(feeder_feed(&keeper.feeder, &end, NULL));
    assert_int_equal(count_plies(keeper.store, 1), 0);
    journal_destroy(journal);
    keeper_close(&keeper);
}

/* ---- the store ---- */

static void run_sql(const struct house *house, const char *sql)
{
    sqlite3 *db;

    assert_int_equal(sqlite3_open(in(house, "kielwasser.db"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void test_a_newer_store_is_refused_untouched(void **state)
{
    const struct house *house = *state;
    struct err why = {0};
    char text[512];
    struct buf buf;

    run_sql(house, "CREATE TABLE meta(key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;"
                   "INSERT INTO meta VALUES('schema', 99)");
    char *before = read_all(in(house, "kielwasser.db"));
    assert_null(store_open(house->folder, &why));
    assert_string_equal(why.code, "store_newer");
    buf_init(&buf, text, sizeof text);
    reason_print(NULL, &why, LANG_EN, &buf);
    assert_non_null(strstr(text, "version 99"));
    char *after = read_all(in(house, "kielwasser.db"));
    assert_memory_equal(before, after, 4096);
    free(before);
    free(after);
}

static void test_an_older_store_is_copied_and_brought_up(void **state)
{
    const struct house *house = *state;
    struct err why = {0};

    run_sql(house, "CREATE TABLE meta(key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;"
                   "INSERT INTO meta VALUES('schema', 0);"
                   "CREATE TABLE keepsake(word TEXT); INSERT INTO keepsake VALUES('old')");
    struct store *store = store_open(house->folder, &why);
    assert_non_null(store);
    store_close(store);
    assert_true(is_there(house, "kielwasser.db.v0"));
    run_sql(house, "INSERT INTO keepsake SELECT game FROM games; SELECT count(*) FROM plies");
    move_file(house, "kielwasser.db.v0", "kielwasser.db");
    run_sql(house, "UPDATE keepsake SET word = 'still' WHERE word = 'old'");
}

static void test_a_file_that_is_no_store_is_refused(void **state)
{
    const struct house *house = *state;
    struct err why = {0};

    assert_true(file_write(in(house, "kielwasser.db"), slice_of("this is not a database"), NULL));
    assert_null(store_open(house->folder, &why));
    assert_string_equal(why.code, "store_failed");
}

/* ---- bots ---- */

static bool note_bot(void *context, const struct store_bot *bot)
{
    strcat(context, bot->name);
    strcat(context, " ");
    return true;
}

static void test_bots_are_kept(void **state)
{
    const struct house *house = *state;
    struct store_bot bot = {.name = "zebra", .game = "hive", .command = "java -jar 'a b.jar'"};
    struct store_bot found = {0};
    struct err why = {0};
    char names[64] = "";

    struct store *store = store_open(house->folder, NULL);
    assert_true(store_bot_add(store, &bot, NULL));
    assert_false(store_bot_add(store, &bot, &why));
    assert_string_equal(why.code, "bot_name_taken");
    assert_true(store_bot_add(store, &(struct store_bot){.name = "Aal"}, NULL));
    store_close(store);
    store = store_open(house->folder, NULL);
    assert_true(store_bot_list(store, note_bot, names, NULL));
    assert_string_equal(names, "Aal zebra ");
    assert_true(store_bot_find(store, "zebra", &found, NULL));
    assert_int_equal(found.id, bot.id);
    assert_string_equal(found.command, bot.command);
    assert_true(store_bot_remove(store, bot.id, NULL));
    assert_false(store_bot_remove(store, bot.id, &why));
    assert_string_equal(why.code, "bot_unknown");
    store_close(store);
}

/* ---- after the crash ---- */

static void test_games_left_over_are_settled(void **state)
{
    const struct house *house = *state;
    struct store_game *game = memory_get(1, sizeof *game);
    struct keeper keeper;
    int64_t number;

    struct journal *journal = journal_create(house->folder, 1, NULL);
    write_start_at(journal, 1, "mittel", clock_wall_ms()); /* two built-in players */
    write_move(journal, 1, 0, "a4c4");
    write_start(journal, 2, ""); /* two bots that are gone */
    write_move(journal, 2, 0, "a4c4");
    write_start(journal, 3, "nobody-knows-me");
    write_start_at(journal, 4, "mittel", clock_wall_ms());
    write_move(journal, 4, 0, "a4a5");     /* no referee would have let that pass */
    write_start(journal, 5, STORE_PERSON); /* two people who have forgotten it since 1970 */
    write_start_at(journal, 6, STORE_PERSON, clock_wall_ms());
    journal_destroy(journal);
    keeper_open(&keeper, house);
    assert_true(settle(keeper.store, house->log, NULL));
    assert_true(store_next(keeper.store, STORE_UNFINISHED, 0, &number, NULL));
    assert_int_equal(number, 1);
    assert_true(store_next(keeper.store, STORE_UNFINISHED, 1, &number, NULL));
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

static void write_finished_games(const struct house *house, int count)
{
    struct journal *journal = journal_create(house->folder, 1, NULL);

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
    const struct house *house = *state;
    struct keeper keeper;
    char oldest[2][STORE_PATH_SIZE + 16];
    bool is_done;

    write_finished_games(house, 5);
    keeper_open(&keeper, house);
    struct replays replays = {
        .folder = house->folder, .store = keeper.store, .log = house->log, .keep = 2};
    assert_true(replays_write(&replays, 3, INT64_MAX, &is_done, NULL));
    assert_false(is_done);
    assert_true(replays_write(&replays, 3, INT64_MAX, &is_done, NULL));
    assert_true(replays_write(&replays, 3, INT64_MAX, &is_done, NULL));
    assert_true(is_done);
    snprintf(oldest[0], sizeof oldest[0], "%s", replay_of(keeper.store, 1, ".kw"));
    snprintf(oldest[1], sizeof oldest[1], "%s", replay_of(keeper.store, 1, ".xml.gz"));
    assert_true(is_there(house, oldest[0]));
    assert_true(is_there(house, oldest[1]));
    assert_non_null(strstr(oldest[0], "_Anna_..-..-b_1.kw"));

    assert_true(replays_forget(&replays, 10, &is_done, NULL));
    assert_true(replays_forget(&replays, 10, &is_done, NULL));
    assert_true(is_done);
    assert_false(is_there(house, oldest[0]));
    assert_false(is_there(house, oldest[1]));
    assert_false(store_load_game(keeper.store, 3, &(struct store_game){0}, NULL));
    assert_true(is_there(house, replay_of(keeper.store, 4, ".xml.gz")));
    assert_true(is_there(house, replay_of(keeper.store, 5, ".kw")));
    keeper_close(&keeper);
}

static void test_a_replay_tells_the_end(void **state)
{
    const struct house *house = *state;
    struct keeper keeper;
    bool is_done;

    write_finished_games(house, 1);
    keeper_open(&keeper, house);
    struct replays replays = {.folder = house->folder, .store = keeper.store, .log = house->log};
    assert_true(replays_write(&replays, 3, INT64_MAX, &is_done, NULL));
    assert_true(file_write(in(house, "replays/half.kw.tmp-12"), slice_of("kiel"), NULL));
    assert_true(file_write(in(house, "replays/a.tmp-1_b.tmp-2_3.kw"), slice_of("kiel"), NULL));
    replays_tidy(&replays);
    assert_true(is_there(house, "replays/a.tmp-1_b.tmp-2_3.kw"));
    assert_false(is_there(house, "replays/half.kw.tmp-12"));
    char *text = read_all(in(house, replay_of(keeper.store, 1, ".kw")));
    assert_non_null(strstr(text, "move a4c4 7\n"));
    assert_non_null(strstr(text, "end red=LEFT blue=REGULAR winner=blue\n"));
    free(text);
    keeper_close(&keeper);
}

/* ---- the log ---- */

static void test_strangers_cannot_write_log_lines(void **state)
{
    const struct house *house = *state;
    struct log_line line;

    log_begin(&line, "game-started");
    log_text(&line, "red", "a\n2026 game-ended x=\"y\"");
    log_text(&line, "blue", "plain");
    log_text(&line, "empty", "");
    log_int(&line, "number", -3);
    log_end(house->log, &line);
    char *text = read_all(house->log_path);
    assert_non_null(strstr(text,
                           "Z game-started red=\"a\\n2026 game-ended x=\\\"y\\\"\" blue=plain "
                           "empty=\"\" number=-3\n"));
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    free(text);
}

static void test_the_log_is_opened_again(void **state)
{
    const struct house *house = *state;

    log_err(house->log, "first", &(struct err){0});
    move_file(house, "log", "log.1");
    log_err(house->log, "second", &(struct err){0});
    assert_true(log_reopen(house->log, NULL));
    log_err(house->log, "third", &(struct err){0});
    assert_true(log_has(house, " third "));
    assert_false(log_has(house, " second "));
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(journal_is_read_as_written),
        TEST(a_torn_line_is_recognised),
        TEST(a_changed_byte_is_recognised),
        TEST(a_gap_is_recognised),
        TEST(what_a_full_disk_refuses_waits),
        TEST(entries_survive_any_text),
        TEST(a_crash_loses_nothing_and_doubles_nothing),
        TEST(moves_taken_back_are_gone),
        TEST(segments_rotate_and_go),
        TEST(a_store_that_refuses_is_fed_later),
        TEST(a_newer_store_is_refused_untouched),
        TEST(an_older_store_is_copied_and_brought_up),
        TEST(a_file_that_is_no_store_is_refused),
        TEST(bots_are_kept),
        TEST(games_left_over_are_settled),
        TEST(only_the_last_games_are_kept),
        TEST(a_replay_tells_the_end),
        TEST(strangers_cannot_write_log_lines),
        TEST(the_log_is_opened_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
