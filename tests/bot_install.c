/* Bots, their versions and their files agree, wherever the process that changes them is killed. */

#include "vault.h"

#include "base/clock.h"
#include "base/file.h"
#include "bots/bot_command.h"
#include "bots/bot_install.h"
#include "store/schema.h"

#include <dlfcn.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- a process that is killed at its n-th step ---- */

/* Calls that change the database or the folder are steps.  These definitions stand before those of
 * the libraries; each kills this process or goes on to the real one. */
static int steps_left = -1; /* -1: for ever */

static void step(void)
{
    if (steps_left-- == 0)
        raise(SIGKILL);
}

static void *real(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);

    assert_non_null(function);
    return function;
}

int sqlite3_step(sqlite3_stmt *statement)
{
    int (*go_on)(sqlite3_stmt *) = (int (*)(sqlite3_stmt *))(uintptr_t)real("sqlite3_step");

    step();
    return go_on(statement);
}

int sqlite3_exec(sqlite3 *db, const char *sql, int (*on_row)(void *, int, char **, char **),
                 void *context, char **why)
{
    int (*go_on)(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **) =
        (int (*)(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **))(
            uintptr_t)real("sqlite3_exec");

    step();
    return go_on(db, sql, on_row, context, why);
}

int rename(const char *from, const char *to)
{
    int (*go_on)(const char *, const char *) =
        (int (*)(const char *, const char *))(uintptr_t)real("rename");

    step();
    return go_on(from, to);
}

/* ---- the scene ---- */

static const char *folder; /* the data folder of the test */

static struct db *open_db(void)
{
    char place[PATH_MAX];
    struct err why = {0};

    store_place(folder, place, sizeof place);
    struct db *db = db_open(place, DB_SYNCED, &why);
    assert_true(db && schema_migrate(db, &why));
    return db;
}

/* A program that waits to become a version. */
static struct bot_source upload(void)
{
    struct bot_source source = {.data = folder, .main = "main.sh"};
    struct bot_files place;
    char path[PATH_MAX + 16];

    assert_true(bot_files_open(folder, &place, NULL));
    assert_int_equal(mkdir(place.files, 0700), 0);
    snprintf(path, sizeof path, "%s/main.sh", place.files);
    assert_true(file_write(path, slice_of("#!/bin/sh\n"), NULL));
    memcpy(source.upload, place.id, sizeof source.upload);
    return source;
}

struct look {
    struct db *db;
    int64_t bot;
    int versions, last_turn;
    const struct bot_row *active;
    bool has_active;
};

static bool look_at_version(void *context, const struct bot_version_row *version)
{
    struct look *look = context;

    look->versions++;
    look->has_active |= version->number == look->active->version &&
                        strcmp(version->command, look->active->command) == 0 &&
                        strcmp(version->folder, look->active->folder) == 0;
    assert_true(bot_command_check(version->command, version->folder, NULL));
    return true;
}

static bool look_at_turn(void *context, const struct bot_turn_row *turn)
{
    ((struct look *)context)->last_turn = turn->version;
    return true;
}

/* Every version can be started, the one that plays is in the list, and it is the last turn. */
static bool look_at_bot(void *context, const struct bot_row *bot)
{
    struct look *look = context;

    look->active = bot;
    look->has_active = false;
    look->versions = 0;
    assert_true(bot_table_versions(look->db, bot->id, look_at_version, look, NULL));
    assert_true(look->has_active);
    assert_true(bot_table_active_periods(look->db, bot->id, look_at_turn, look, NULL));
    assert_int_equal(look->last_turn, bot->version);
    look->active = NULL;
    return true;
}

/* How many versions the (only) bot has; 0: there is no bot. */
static int check_that_all_agree(void)
{
    struct look look = {.db = open_db()};
    int64_t bots, rows;

    assert_true(bot_table_list(look.db, look_at_bot, &look, NULL));
    assert_true(db_number(look.db, "SELECT count(*) FROM bots", DB_NO_VALUES, 0, &bots, NULL));
    assert_true(
        db_number(look.db, "SELECT count(*) FROM bot_versions", DB_NO_VALUES, 0, &rows, NULL));
    assert_true(bots <= 1);
    assert_int_equal(rows, look.versions);
    db_close(look.db);
    return look.versions;
}

/* In a process of its own, killed before step n.  True: it was done before that. */
static bool do_with_steps(int n, void (*act)(struct db *db, const struct bot_source *source))
{
    struct bot_source source = upload();
    int status;
    pid_t child = fork();

    if (child == 0) {
        struct db *db = open_db();
        steps_left = n;
        act(db, &source);
        steps_left = -1;
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status)) {
        assert_int_equal(WEXITSTATUS(status), 0);
        return true;
    }
    assert_int_equal(WTERMSIG(status), SIGKILL);
    return false;
}

/* ---- what is done ---- */

static void fail_unless(bool is_fine, const struct err *why)
{
    if (is_fine)
        return;
    fprintf(stderr, "%s %s\n", why->code, why->details);
    _exit(1);
}

static void install_bot(struct db *db, const struct bot_source *source)
{
    struct bot_row bot = {.name = "Nemo", .added_ms = 5};
    struct err why = {0};

    fail_unless(bot_install_new(db, source, &bot, &why), &why);
}

static void install_version(struct db *db, const struct bot_source *source)
{
    struct bot_row bot;
    struct err why = {0};

    fail_unless(bot_table_find(db, "Nemo", &bot, &why) &&
                    bot_install_version(db, source, &bot, &why),
                &why);
}

static void activate_first(struct db *db, const struct bot_source *source)
{
    struct bot_row bot;
    struct err why = {0};

    (void)source;
    fail_unless(bot_table_find(db, "Nemo", &bot, &why) && db_begin(db, &why) &&
                    db_end(db, bot_table_activate(db, bot.id, 1, clock_wall_ms(), &why), &why),
                &why);
}

static int open_folder(void **state)
{
    vault_open(state);
    folder = ((struct vault *)*state)->folder;
    return 0;
}

static void test_a_new_bot(void **state)
{
    int steps = 0;

    (void)state;
    while (!do_with_steps(steps, install_bot)) {
        assert_int_equal(check_that_all_agree(), 0);
        steps++;
    }
    assert_int_equal(check_that_all_agree(), 1);
    assert_true(steps > 5); /* the begin, three tables, the file, the commit */
}

static void test_a_new_version(void **state)
{
    int steps = 0;

    (void)state;
    assert_true(do_with_steps(-1, install_bot));
    while (!do_with_steps(steps, install_version)) {
        assert_int_equal(check_that_all_agree(), 1);
        steps++;
    }
    assert_int_equal(check_that_all_agree(), 2);
    assert_true(steps > 5);
}

static void test_an_older_version_again(void **state)
{
    int steps = 0;

    (void)state;
    assert_true(do_with_steps(-1, install_bot));
    assert_true(do_with_steps(-1, install_version));
    while (!do_with_steps(steps, activate_first)) {
        assert_int_equal(check_that_all_agree(), 2);
        steps++;
    }
    assert_int_equal(check_that_all_agree(), 2);
    assert_true(steps > 3);
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, open_folder, vault_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_new_bot),
        TEST(a_new_version),
        TEST(an_older_version_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
