/* A database of any engine: SQLite, or PostgreSQL if KIELWASSER_TEST_STORE names one. */

#include "store_stand.h"

#include "base/clock.h"
#include "base/memory.h"
#include "game/reason.h"
#include "store/bot_table.h"
#include "store/queue.h"
#include "store/schema.h"
#include "store/store.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESSES = 4, ROUNDS = 25 };

/* ---- the place of a test ---- */

static const char *server_place(void) { return getenv("KIELWASSER_TEST_STORE"); }

static const char *place_of(const struct vault *vault)
{
    return server_place() ? server_place() : vault_path(vault, "kielwasser.db");
}

static struct db *open_plain(const struct vault *vault)
{
    struct err why = {0};
    struct db *db = db_open(place_of(vault), DB_SYNCED, &why);

    stand_expect(db != NULL, &why);
    return db;
}

static int open_empty(void **state)
{
    vault_open(state);
    if (server_place()) {
        struct db *db = open_plain(*state);
        assert_true(db_script(db, "DROP SCHEMA public CASCADE; CREATE SCHEMA public", NULL));
        db_close(db);
    }
    return 0;
}

static struct db *open_made(const struct vault *vault)
{
    struct err why = {0};
    struct db *db = open_plain(vault);

    stand_expect(schema_migrate(db, &why), &why);
    return db;
}

static int64_t number(struct db *db, const char *sql)
{
    struct err why = {0};
    int64_t found;

    stand_expect(db_number(db, sql, DB_NO_VALUES, -1, &found, &why), &why);
    return found;
}

/* ---- statements ---- */

static const char add_meta[] = "INSERT INTO meta(key, value) VALUES($2, $1) ON CONFLICT DO NOTHING";

static void test_tables_are_made_once(void **state)
{
    struct db *db = open_plain(*state);
    struct err why = {0};
    int version;

    stand_expect(schema_version(db, &version, &why), &why);
    assert_int_equal(version, 0);
    stand_expect(schema_migrate(db, &why), &why);
    stand_expect(db_run(db, add_meta, DB_VALUES(db_int(5), db_text("five")), &why), &why);
    stand_expect(schema_migrate(db, &why), &why);
    stand_expect(schema_version(db, &version, &why), &why);
    assert_int_equal(version, STORE_SCHEMA);
    assert_int_equal(number(db, "SELECT value FROM meta WHERE key = 'five'"), 5);
    assert_int_equal(number(db, "SELECT count(*) FROM results"), 0);
    db_close(db);
}

/* The tables of matches as version 5 had them: in `results` a line of JSON for each game. */
static const char schema_5[] =
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value BIGINT NOT NULL);"
    "INSERT INTO meta VALUES('schema', 5);"
    "CREATE TABLE games(number BIGINT PRIMARY KEY, ended BIGINT);"
    "CREATE TABLE bots(id BIGINT PRIMARY KEY, name TEXT, game TEXT, command TEXT, folder TEXT,"
    " note TEXT, added BIGINT);"
    "INSERT INTO bots VALUES(4, 'Nemo', 'hive', './nemo', '/f', 'n', 6);"
    "CREATE TABLE tests(id BIGINT PRIMARY KEY, key TEXT, kind TEXT, name TEXT, signature TEXT,"
    " terms TEXT, games BIGINT, is_open BIGINT, created BIGINT);"
    "INSERT INTO tests VALUES(7, 'k', 'match', 'A - B', 's', '{}', 6, 1, 8);"
    "CREATE TABLE jobs(test BIGINT, pair BIGINT, games BIGINT, params TEXT, state BIGINT,"
    " worker TEXT, lease BIGINT, tries BIGINT, PRIMARY KEY(test, pair));"
    "CREATE INDEX jobs_open ON jobs(test, pair) WHERE state = 0;"
    "CREATE INDEX jobs_taken ON jobs(lease) WHERE state = 1;"
    "INSERT INTO jobs VALUES(7, 0, 2, '', 2, 'w', 0, 5), (7, 1, 2, '', 2, 'w', 0, 1),"
    " (7, 2, 2, '', 0, '', 0, 0);"
    "CREATE TABLE results(test BIGINT NOT NULL, game BIGINT NOT NULL, line TEXT NOT NULL,"
    " worker TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY(test, game));"
    "INSERT INTO results VALUES(7, 0, '{\"game\":0,\"pair\":0,\"rules\":\"hive\",\"seed\":77,"
    "\"start\":\"s\",\"players\":[],\"red\":\"A\",\"winner\":\"B\",\"cause\":\"crash\","
    "\"offender\":\"A\",\"why\":\"Absturz\",\"fault\":\"bot_crashed x y\","
    "\"output\":[\"one\",\"\"],\"scores\":[[0,1],[2,3]],\"by\":\"AB\",\"ms\":[5,6],"
    "\"lag\":[0,30],\"moves\":[\"a\",\"b c\"],\"hints\":[\"\",\"h\"]}\n', 'w', 9),"
    " (7, 1, '{\"game\":1,\"pair\":0,\"seed\":77,\"start\":\"s\",\"red\":\"B\",\"winner\":null,"
    "\"cause\":\"left\",\"offender\":null,\"why\":\"gone, long ago\",\"output\":[],"
    "\"scores\":[[],[]],\"by\":\"\",\"ms\":[],\"moves\":[]}', 'w', 9),"
    " (7, 2, 'no line', 'w', 9), (7, 3, '{\"game\":9,\"pair\":4}', 'w', 9);";

static bool check_row(void *context, const struct queue_result *row)
{
    static const char *const texts[][QUEUE_TEXTS] = {
        {"A", "B", "crash", "A", "", "bot_crashed x y", "0,1 2,3", "s", "AB", "5 6", "0 30",
         "a\nb c\n", "\nh\n", "one\n\n"},
        {"B", "", "left", "", "", "as_said gone, long ago", " ", "s", "", "", "", "", "", ""},
    };
    int *count = context;

    assert_int_equal(row->game, *count);
    assert_int_equal(row->seed, 77);
    for (int i = 0; i < QUEUE_TEXTS; i++)
        assert_true(slice_is(row->texts[i], texts[*count][i]));
    ++*count;
    return true;
}

static void test_version_5_becomes_the_newest(void **state)
{
    struct db *db = open_plain(*state);
    struct err why = {0};
    int count = 0;

    stand_expect(db_script(db, schema_5, &why), &why);
    db_close(db);
    db = open_made(*state);
    stand_expect(queue_results(db, 7, 0, 9, check_row, &count, &why), &why);
    assert_int_equal(count, 2);
    /* What cannot be read is played again. */
    assert_int_equal(number(db, "SELECT count(*) FROM pairs WHERE state = 0"), 2);
    assert_int_equal(number(db, "SELECT sum(tries) FROM pairs"), 0);
    assert_int_equal(number(db, "SELECT count(*) FROM tests WHERE match = '{}'"), 1);
    /* The program of a bot is its first version. */
    struct bot_row bot;
    stand_expect(bot_table_load(db, 4, &bot, &why), &why);
    assert_int_equal(bot.version, 1);
    assert_string_equal(bot.command, "./nemo");
    assert_int_equal(number(db, "SELECT version FROM bot_turns WHERE since = 6"), 1);
    db_close(db);
}

/* ---- threads that must not wait ---- */

/* In builds for tests the call aborts, elsewhere it is done. */
static void test_a_thread_forbids_itself_the_database(void **state)
{
    struct db *db = open_made(*state);
    int status;
    pid_t child;

    db_close(db);
    child = fork();
    if (child == 0) {
        close(STDERR_FILENO); /* the sentence of the assertion */
        db_forbid_on_this_thread();
        db_close(open_plain(*state));
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
#ifdef DB_ABORTS_WHERE_FORBIDDEN
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
#else
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
#endif
    db_forbid_on_this_thread();
    db_allow_on_this_thread();
    db_close(open_plain(*state));
}

/* ---- values ---- */

struct shown {
    int64_t small, large;
    bool is_null;
    char text[32], empty[8];
};

static bool show(void *context, const struct db_row *row)
{
    struct shown *shown = context;

    shown->small = db_row_int(row, 0);
    shown->large = db_row_int(row, 1);
    shown->is_null = db_row_is_null(row, 2) && db_row_int(row, 2) == 0;
    db_row_copy_text(row, 3, shown->text, sizeof shown->text);
    db_row_copy_text(row, 4, shown->empty, sizeof shown->empty);
    assert_int_equal(db_row_text(row, 4).len, 0);
    assert_false(db_row_is_null(row, 4));
    return true;
}

static void test_values_come_back_as_they_went(void **state)
{
    struct db *db = open_made(*state);
    struct err why = {0};
    struct shown shown = {0};

    stand_expect(db_run(db,
                        "INSERT INTO games(number, started, seed, red, blue, id, game, game_type,"
                        " red_player, blue_player, rules, start)"
                        " VALUES($1, $2, $3, $4, $5, $5, $5, $5, $5, $5, $5, $5)",
                        DB_VALUES(db_int(INT64_MIN), db_int(INT64_MAX), db_nothing(),
                                  db_text("Ärger \\ ' \"€"), db_text("")),
                        &why),
                 &why);
    assert_int_equal(db_changed(db), 1);
    stand_expect(db_ask(db, "SELECT number, started, seed, red, blue FROM games", DB_NO_VALUES,
                        show, &shown, &why),
                 &why);
    assert_true(shown.small == INT64_MIN && shown.large == INT64_MAX && shown.is_null);
    assert_string_equal(shown.text, "Ärger \\ ' \"€");
    db_close(db);
}

static bool copy_first(void *context, const struct db_row *row)
{
    db_row_copy_text(row, 0, context, 32);
    return false;
}

static void test_bytes_that_are_no_text_are_replaced(void **state)
{
    struct db *db = open_made(*state);
    struct err why = {0};
    char text[32] = "";

    stand_expect(
        db_run(db, add_meta, DB_VALUES(db_int(1), db_slice(slice_make("a\0\xff\xc3", 4))), &why),
        &why);
    stand_expect(db_ask(db, "SELECT key FROM meta WHERE value = $1", DB_VALUES(db_int(1)),
                        copy_first, text, &why),
                 &why);
    assert_string_equal(text, "a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    db_close(db);
}

static void test_what_is_there_stays(void **state)
{
    struct db *db = open_made(*state);
    struct err why = {0};

    stand_expect(db_run(db, add_meta, DB_VALUES(db_int(1), db_text("x")), &why), &why);
    stand_expect(db_run(db, add_meta, DB_VALUES(db_int(2), db_text("x")), &why), &why);
    assert_int_equal(db_changed(db), 0);
    assert_int_equal(number(db, "SELECT value FROM meta WHERE key = 'x'"), 1);
    assert_int_equal(number(db, "SELECT value FROM meta WHERE key = 'y'"), -1);
    db_close(db);
}

static void test_a_transaction_is_all_or_nothing(void **state)
{
    struct db *db = open_made(*state);
    struct err why = {0};

    stand_expect(db_begin(db, &why), &why);
    stand_expect(db_run(db, add_meta, DB_VALUES(db_int(1), db_text("gone")), &why), &why);
    assert_false(db_run(db, "INSERT INTO nowhere VALUES(1)", DB_NO_VALUES, &why));
    assert_string_equal(why.code, "store_failed");
    assert_non_null(strstr(why.details, "nowhere"));
    db_rollback(db);
    stand_expect(db_begin(db, &why), &why);
    stand_expect(db_run(db, add_meta, DB_VALUES(db_int(1), db_text("stays")), &why), &why);
    stand_expect(db_commit(db, &why), &why);
    db_close(db);
    db = open_made(*state);
    assert_int_equal(number(db, "SELECT count(*) FROM meta WHERE key = 'gone'"), 0);
    assert_int_equal(number(db, "SELECT count(*) FROM meta WHERE key = 'stays'"), 1);
    db_close(db);
}

static void test_the_database_has_a_clock(void **state)
{
    struct db *db = open_made(*state);
    int64_t before_ms = clock_wall_ms();
    int64_t shown_ms = number(db, "SELECT now_ms()");

    assert_in_range(shown_ms, before_ms - 1, clock_wall_ms() + 1);
    db_close(db);
}

/* ---- many at once ---- */

/* All processes do it; every one must come to its good end. */
static void in_processes(const struct vault *vault, void (*work)(const struct vault *vault))
{
    int status;

    for (int i = 0; i < PROCESSES; i++) {
        if (fork() == 0) {
            work(vault);
            _exit(0);
        }
    }
    for (int i = 0; i < PROCESSES; i++) {
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
}

/* cmocka's own ways out are the parent's. */
static void child_must(bool is_done, const struct err *why)
{
    if (is_done)
        return;
    fprintf(stderr, "%s %s\n", why->code, why->details);
    _exit(1);
}

static void migrate_and_count(const struct vault *vault)
{
    struct err why = {0};
    struct db *db = db_open(place_of(vault), DB_RELAXED, &why);

    child_must(db && schema_migrate(db, &why), &why);
    child_must(db_run(db, add_meta, DB_VALUES(db_int(0), db_text("count")), &why), &why);
    for (int i = 0; i < ROUNDS; i++) {
        int64_t count;
        child_must(db_begin(db, &why), &why);
        child_must(
            db_run(db, "UPDATE meta SET value = value + 1 WHERE key = 'count'", DB_NO_VALUES, &why),
            &why);
        child_must(db_number(db, "SELECT value FROM meta WHERE key = 'count'", DB_NO_VALUES, 0,
                             &count, &why),
                   &why);
        child_must(db_commit(db, &why), &why);
    }
    db_close(db);
}

static void test_many_processes_share_it(void **state)
{
    in_processes(*state, migrate_and_count);
    struct db *db = open_made(*state);
    assert_int_equal(number(db, "SELECT value FROM meta WHERE key = 'count'"), PROCESSES * ROUNDS);
    db_close(db);
}

/* ---- the archive ---- */

static const char piranhas_start[] =
    ".bbbbbbbb./r........r/r........r/r........r/r......o.r/r........r/r.o......r/r........r/"
    "r........r/.bbbbbbbb. r 0";

static void add_game(struct store *store, int64_t game_number)
{
    struct store_game *game = memory_get(1, sizeof *game);
    struct err why = {0};

    *game = (struct store_game){.number = game_number,
                                .id = "room",
                                .game = "piranhas",
                                .game_type = "swc_2019_piranhas",
                                .names = {"Anna", "Bär"},
                                .has_seed = true,
                                .seed = -7,
                                .started_ms = 1000};
    memcpy(game->start, piranhas_start, sizeof piranhas_start);
    stand_expect(store_add_game(store, game, &why), &why);
    stand_expect(store_add_game(store, game, &why), &why);
    game->ended_ms = 2000;
    game->outcome.result.winner = SIDE_BLUE;
    game->outcome.result.score[SIDE_BLUE][0] = 2;
    game->outcome.cause[SIDE_RED] = CAUSE_LEFT;
    err_set(&game->outcome.fault[SIDE_RED], "player_left_so", "by night");
    stand_expect(store_end_game(store, game, &why), &why);
    free(game);
}

static bool count_ply(void *context, const struct store_ply *ply)
{
    int *count = context;

    assert_int_equal(ply->ply, (*count)++);
    assert_int_equal(ply->lag_ms, 35);
    return true;
}

static void test_the_archive_keeps_games(void **state)
{
    struct store_game *game = memory_get(1, sizeof *game);
    struct err why = {0};
    struct store *store = store_open_at(place_of(*state), &why);
    int64_t found;
    int plies = 0;

    stand_expect(store != NULL, &why);
    stand_expect(store_begin(store, &why), &why);
    add_game(store, 3);
    for (int i = 0; i < 3; i++)
        stand_expect(
            store_add_ply(store,
                          &(struct store_ply){.number = 3, .ply = i, .lag_ms = 35, .words = "a4c4"},
                          &why),
            &why);
    stand_expect(store_truncate_game(store, 3, 2, &why), &why);
    stand_expect(store_set_journal_sequence(store, 17, &why), &why);
    stand_expect(store_end(store, true, &why), &why);
    stand_expect(store_load_game(store, 3, game, &why), &why);
    assert_string_equal(game->names[SIDE_BLUE], "Bär");
    assert_true(game->has_seed && game->seed == -7);
    assert_string_equal(game->outcome.fault[SIDE_RED].details, "by night");
    assert_string_equal(game->outcome.fault[SIDE_BLUE].code, "");
    assert_int_equal(game->outcome.result.winner, SIDE_BLUE);
    assert_int_equal(game->outcome.result.score[SIDE_BLUE][0], 2);
    assert_int_equal(game->outcome.cause[SIDE_RED], CAUSE_LEFT);
    stand_expect(store_list_plies(store, 3, count_ply, &plies, &why), &why);
    assert_int_equal(plies, 2);
    stand_expect(store_next_in_list(store, STORE_UNWRITTEN, 0, &found, &why), &why);
    assert_int_equal(found, 3);
    stand_expect(store_find(store, "room", &found, &why), &why);
    assert_int_equal(found, 3);
    assert_false(store_load_game(store, 4, game, &why));
    store_close(store);
    free(game);
}

static bool check_listed(void *context, const struct store_game *game)
{
    int64_t *number = context;

    assert_int_equal(game->number, --*number);
    assert_string_equal(game->names[SIDE_RED], "Anna");
    assert_string_equal(game->start, ""); /* a list has no use for it */
    assert_string_equal(game->last_position, piranhas_start);
    return true;
}

static void test_a_list_is_one_statement(void **state)
{
    struct err why = {0};
    struct store *store = store_open_at(place_of(*state), &why);
    struct store_ply ply = {.words = "z9z8"}; /* no move: the games end where they began */
    int64_t number = 41;

    stand_expect(store && store_begin(store, &why), &why);
    for (ply.number = 1; ply.number <= 50; ply.number++) {
        stand_expect(store_add_ply(store, &ply, &why), &why);
        add_game(store, ply.number);
    }
    stand_expect(store_end(store, true, &why), &why);
    struct db_counts before = db_count(store_db(store, NULL));
    stand_expect(store_list_ended(store, number, 10, check_listed, &number, &why), &why);
    struct db_counts after = db_count(store_db(store, NULL));
    assert_int_equal(number, 31);
    assert_int_equal(after.statements - before.statements, 1);
    assert_int_equal(after.rows - before.rows, 10); /* none of them is a ply */
    store_close(store);
}

/* ---- only files ---- */

static void test_every_column_is_known_by_name(void **state)
{
    struct db *db = open_made(*state);
    char columns[SCHEMA_COLUMNS_MAX][SCHEMA_NAME_SIZE];
    struct err why = {0};
    int64_t count;

    assert_int_equal(number(db, "SELECT count(*) FROM sqlite_master WHERE type = 'table'"
                                " AND name NOT LIKE 'sqlite_%'"),
                     SCHEMA_COUNT);
    for (int i = 0; i < SCHEMA_COUNT; i++) {
        int known = schema_columns(&schema_tables[i], columns);
        stand_expect(db_number(db, "SELECT count(*) FROM pragma_table_info($1)",
                               DB_VALUES(db_text(schema_tables[i].name)), 0, &count, &why),
                     &why);
        assert_int_equal(known, count);
        assert_int_equal(known, strlen(schema_tables[i].kinds));
    }
    db_close(db);
}

static void test_version_3_becomes_the_newest(void **state)
{
    const struct vault *vault = *state;
    struct store *store = store_open(vault->folder, NULL);
    struct err why = {0};

    add_game(store, 1);
    stand_expect(
        db_script(
            store_db(store, NULL),
            "DROP TABLE tests; DROP TABLE pairs; DROP TABLE results; DROP TABLE workers;"
            "ALTER TABLE games DROP COLUMN ply_count; ALTER TABLE games DROP COLUMN last_words;"
            "ALTER TABLE games DROP COLUMN last_position; ALTER TABLE games DROP COLUMN settings;"
            "DROP INDEX games_ended; ALTER TABLE games DROP COLUMN is_strangers;"
            "DROP TABLE bot_versions; DROP TABLE bot_turns; DROP TABLE runs; DROP TABLE positions;"
            "ALTER TABLE bots DROP COLUMN active; ALTER TABLE bots ADD COLUMN command TEXT;"
            "ALTER TABLE bots ADD COLUMN folder TEXT; ALTER TABLE bots ADD COLUMN note TEXT;"
            "ALTER TABLE games DROP COLUMN red_fault; ALTER TABLE games DROP COLUMN blue_fault;"
            "ALTER TABLE plies DROP COLUMN lag_ms;"
            "UPDATE meta SET value = 3 WHERE key = 'schema'",
            &why),
        &why);
    store_close(store);
    struct db *db = open_made(vault);
    assert_int_equal(number(db, "SELECT count(*) FROM games WHERE blue = 'Bär' AND red_fault = ''"
                                " AND ply_count = 0 AND last_position LIKE '.bbbbbbbb.%'"),
                     1);
    assert_int_equal(number(db, "SELECT count(*) FROM tests"), 0);
    assert_int_equal(number(db, "SELECT count(lag_ms) FROM plies"), 0);
    db_close(db);
    db = db_open(vault_path(vault, "kielwasser.db.v3"), DB_RELAXED, NULL);
    assert_int_equal(number(db, "SELECT value FROM meta WHERE key = 'schema'"), 3);
    assert_int_equal(number(db, "SELECT count(*) FROM games"), 1);
    db_close(db);
}

static void test_no_sentence_shows_the_password(void **state)
{
    static const char *const places[] = {"postgresql://anna:geheim@%2Fnowhere/arena",
                                         "postgresql://anna:geheim@localhost:1/geheim",
                                         "postgresql://anna:geheim@localhost:noport/x%zz"};
    struct err why;

    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        why = (struct err){0};
        assert_null(db_open(places[i], DB_RELAXED, &why));
        assert_string_equal(why.code, i < 2 ? "store_lost" : "store_place");
        assert_null(strstr(why.details, "geheim"));
    }
}

/* ---- only servers ---- */

static void test_news_reach_who_waits(void **state)
{
    struct db *db = open_made(*state), *other = open_made(*state);
    struct err why = {0};
    int ends[2];

    stand_expect(db_listen(db, "news", &why), &why);
    assert_false(db_wait(db, -1, 0));
    stand_expect(db_notify(other, "news", &why), &why);
    assert_true(db_wait(db, -1, 20000));
    assert_false(db_wait(db, -1, 0));
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "x", 1), 1);
    assert_false(db_wait(db, ends[0], -1)); /* waits for ever unless it is woken */
    close(ends[0]);
    close(ends[1]);
    db_close(other);
    db_close(db);
}

static void cut_off(struct db *db, struct db *other)
{
    struct err why = {0};

    stand_expect(db_run(other, "SELECT pg_terminate_backend($1::INT)",
                        DB_VALUES(db_int(number(db, "SELECT pg_backend_pid()"))), &why),
                 &why);
}

static void test_a_lost_server_is_found_again(void **state)
{
    struct db *db = open_made(*state), *other = open_made(*state);
    struct err why = {0};

    stand_expect(db_listen(db, "news", &why), &why);
    stand_expect(db_run(db, add_meta, DB_VALUES(db_int(1), db_text("before")), &why), &why);
    cut_off(db, other);
    assert_false(db_run(db, add_meta, DB_VALUES(db_int(1), db_text("lost")), &why));
    assert_string_equal(why.code, "store_lost");
    db_rollback(db);
    stand_expect(db_reconnect(db, &why), &why);
    stand_expect(db_run(db, add_meta, DB_VALUES(db_int(1), db_text("after")), &why), &why);
    stand_expect(db_notify(other, "news", &why), &why);
    assert_true(db_wait(db, -1, 20000));
    assert_int_equal(number(db, "SELECT count(*) FROM meta WHERE value = 1"), 2);
    db_close(other);
    db_close(db);
}

static void test_a_server_that_crashes_is_found_again(void **state)
{
    struct db *db = open_made(*state);
    pid_t backend = (pid_t)number(db, "SELECT pg_backend_pid()");
    struct err why = {0};

    stand_expect(db_run(db, add_meta, DB_VALUES(db_int(1), db_text("before")), &why), &why);
    /* postgres.py kills it.  The server has just time to say a last word, which is no answer. */
    assert_int_equal(kill(getppid(), SIGUSR1), 0);
    while (kill(backend, 0) == 0)
        usleep(10000);
    assert_false(db_run(db, add_meta, DB_VALUES(db_int(1), db_text("lost")), &why));
    assert_string_equal(why.code, "store_lost");
    assert_int_equal(kill(getppid(), SIGUSR2), 0);
    while (!db_reconnect(db, &why)) {
        assert_string_equal(why.code, "store_lost");
        usleep(10000);
    }
    stand_expect(db_run(db, add_meta, DB_VALUES(db_int(1), db_text("after")), &why), &why);
    db_close(db);
}

/* The archive's thread tries again by itself: what failed goes through the next time. */
static void test_the_archive_finds_its_server_again(void **state)
{
    struct db *other = open_made(*state);
    struct store *store = store_open_at(place_of(*state), NULL);
    struct err why = {0};

    stand_expect(store_begin(store, &why), &why);
    cut_off(store_db(store, &why), other);
    assert_false(store_set_journal_sequence(store, 5, &why));
    assert_true(store_is_trouble(&why));
    assert_false(store_end(store, false, &why));
    stand_expect(store_begin(store, &why), &why);
    stand_expect(store_set_journal_sequence(store, 6, &why), &why);
    stand_expect(store_end(store, true, &why), &why);
    assert_int_equal(number(other, "SELECT value FROM meta WHERE key = 'journal'"), 6);
    store_close(store);
    db_close(other);
}

static void test_a_failed_transaction_is_not_committed(void **state)
{
    struct db *db = open_made(*state);
    struct err why = {0};

    stand_expect(db_begin(db, &why), &why);
    assert_false(db_run(db, "INSERT INTO nowhere VALUES(1)", DB_NO_VALUES, NULL));
    assert_false(db_commit(db, &why));
    assert_string_equal(why.code, "store_failed");
    db_rollback(db);
    stand_expect(db_begin(db, &why), &why);
    stand_expect(db_commit(db, &why), &why);
    db_close(db);
}

#define ON_PLACE(test) cmocka_unit_test_setup_teardown(test, open_empty, vault_close)
#define ON_BOTH                                                                                    \
    ON_PLACE(test_tables_are_made_once), ON_PLACE(test_values_come_back_as_they_went),             \
        ON_PLACE(test_a_thread_forbids_itself_the_database),                                       \
        ON_PLACE(test_version_5_becomes_the_newest), ON_PLACE(test_a_list_is_one_statement),       \
        ON_PLACE(test_bytes_that_are_no_text_are_replaced), ON_PLACE(test_what_is_there_stays),    \
        ON_PLACE(test_a_transaction_is_all_or_nothing), ON_PLACE(test_the_database_has_a_clock),   \
        ON_PLACE(test_many_processes_share_it), ON_PLACE(test_the_archive_keeps_games)

int main(void)
{
    static const struct CMUnitTest on_files[] = {
        ON_BOTH,
        ON_PLACE(test_every_column_is_known_by_name),
        ON_PLACE(test_version_3_becomes_the_newest),
        ON_PLACE(test_no_sentence_shows_the_password),
    };
    static const struct CMUnitTest on_servers[] = {
        ON_BOTH,
        ON_PLACE(test_news_reach_who_waits),
        ON_PLACE(test_a_lost_server_is_found_again),
        ON_PLACE(test_a_server_that_crashes_is_found_again),
        ON_PLACE(test_the_archive_finds_its_server_again),
        ON_PLACE(test_a_failed_transaction_is_not_committed),
    };

    return server_place() ? cmocka_run_group_tests(on_servers, NULL, NULL)
                          : cmocka_run_group_tests(on_files, NULL, NULL);
}
