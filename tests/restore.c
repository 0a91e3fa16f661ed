/* A backup takes the place of what is there, wherever the process that restores it is killed. */

#include "vault.h"

#include "base/file.h"
#include "server/backup.h"
#include "server/restore.h"
#include "store/store.h"

#include <dlfcn.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- a process that is killed at its n-th step ---- */

/* Calls that change the folder are steps.  These definitions stand before those of the libraries;
 * each kills this process or goes on to the real one. */
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

int rename(const char *from, const char *to)
{
    int (*go_on)(const char *, const char *) =
        (int (*)(const char *, const char *))(uintptr_t)real("rename");

    step();
    return go_on(from, to);
}

int mkdir(const char *path, mode_t mode)
{
    int (*go_on)(const char *, mode_t) = (int (*)(const char *, mode_t))(uintptr_t)real("mkdir");

    step();
    return go_on(path, mode);
}

int remove(const char *path)
{
    int (*go_on)(const char *) = (int (*)(const char *))(uintptr_t)real("remove");

    step();
    return go_on(path);
}

/* ---- the scene ---- */

static const char *folder; /* the data folder of the test */
static char backup_file[PATH_MAX];

static void write_file(const char *name, const char *text)
{
    char path[PATH_MAX];

    assert_true(file_join(path, folder, name));
    assert_true(file_write(path, slice_of(text), NULL));
}

static bool has(const char *in, const char *name)
{
    char path[PATH_MAX];

    return file_join(path, in, name) && access(path, F_OK) == 0;
}

static bool says(const char *in, const char *name, const char *text)
{
    char path[PATH_MAX];
    struct slice found;

    if (!file_join(path, in, name) || !file_read(path, 1024, &found, NULL))
        return false;
    bool is_same = slice_is(found, text);
    file_free(found);
    return is_same;
}

static void add_game(int64_t number, const char *red)
{
    struct store *store = store_open(folder, NULL);
    struct store_game *game = calloc(1, sizeof *game);

    assert_non_null(store);
    game->number = number;
    snprintf(game->id, sizeof game->id, "room-%d", (int)number);
    snprintf(game->game, sizeof game->game, "piranhas");
    snprintf(game->names[SIDE_RED], RECORD_NAME_SIZE, "%s", red);
    game->started_ms = 1;
    assert_true(store_add_game(store, game, NULL));
    free(game);
    store_close(store);
}

static int64_t count_games(const char *in)
{
    struct store *store = store_open(in, NULL);
    int64_t games = 0;

    assert_non_null(store);
    assert_true(db_number(store_db(store, NULL), "SELECT count(*) FROM games", DB_NO_VALUES, 0,
                          &games, NULL));
    store_close(store);
    return games;
}

static void make_folder(const char *name)
{
    char path[PATH_MAX];

    assert_true(file_join(path, folder, name));
    mkdir(path, 0700);
}

/* One game, then the backup, then another game and other files. */
static void make_backup(void)
{
    struct backup backup = {.folder = folder, .file = backup_file, .version = "test"};
    struct err why = {0};

    add_game(1, "Anna"); /* a folder with replays has a store */
    make_folder("replays");
    make_folder("bots");
    write_file("replays/saved.kw", "saved");
    write_file("bots/saved", "saved");
    write_file("password.hash", "saved");
    write_file("web-token", "the token of this machine");
    assert_true(backup_write(&backup, &why));
    assert_int_equal(backup.games, 1);
    assert_int_equal(backup.left_out, 0);
}

static void change_folder(void)
{
    char path[PATH_MAX];

    add_game(2, "Berta");
    assert_true(file_join(path, folder, "replays/saved.kw"));
    unlink(path);
    write_file("replays/later.kw", "later");
    write_file("password.hash", "later");
    write_file("journal-7", "later");
}

static int open_scene(void **state)
{
    if (sodium_init() < 0 || vault_open(state) != 0)
        return -1;
    folder = ((const struct vault *)*state)->folder;
    snprintf(backup_file, sizeof backup_file, "%s/backup.tar.gz", folder);
    return 0;
}

/* As saved, and what was there before is kept. */
static void check_restored(const struct restore *restore)
{
    char before[PATH_MAX];

    assert_true(restore_is_done(folder));
    assert_int_equal(count_games(folder), 1);
    assert_true(says(folder, "replays/saved.kw", "saved"));
    assert_true(says(folder, "bots/saved", "saved"));
    assert_true(says(folder, "password.hash", "saved"));
    assert_true(says(folder, "web-token", "the token of this machine"));
    assert_false(has(folder, "replays/later.kw"));
    assert_false(has(folder, "journal-7"));
    assert_true(file_join(before, folder, restore->before));
    assert_int_equal(count_games(before), 2);
    assert_true(says(before, "replays/later.kw", "later"));
    assert_true(says(before, "password.hash", "later"));
    assert_true(says(before, "journal-7", "later"));
    assert_false(has(before, "web-token"));
}

/* In a process of its own, killed before step n.  True: it was done before that. */
static bool do_with_steps(int n, bool (*act)(struct restore *restore), struct restore *restore)
{
    int status;
    pid_t child = fork();

    if (child == 0) {
        steps_left = n;
        bool is_done = act(restore);
        steps_left = -1;
        _exit(is_done ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status)) {
        assert_int_equal(WEXITSTATUS(status), 0);
        return true;
    }
    assert_int_equal(WTERMSIG(status), SIGKILL);
    return false;
}

static bool take(struct restore *restore)
{
    struct err why = {0};

    return restore_take(restore->folder, NULL, &why);
}

static bool prepare(struct restore *restore)
{
    struct err why = {0};

    return restore_prepare(restore, &why);
}

/* ---- what is told ---- */

static void test_killed_while_it_takes(void **state)
{
    bool is_done = false;
    int steps = 0;

    (void)state;
    make_backup();
    for (; !is_done; steps++) {
        struct restore restore = {.folder = folder, .file = backup_file};
        struct err why = {0};
        change_folder();
        assert_true(restore_prepare(&restore, &why));
        is_done = do_with_steps(steps, take, &restore);
        assert_true(restore_take(folder, NULL, &why));
        check_restored(&restore);
    }
    assert_true(steps > 10);
}

static void test_killed_while_it_prepares(void **state)
{
    struct restore restore = {.folder = folder, .file = backup_file};
    struct err why = {0};
    int steps = 0;

    (void)state;
    make_backup();
    change_folder();
    for (; !do_with_steps(steps, prepare, &restore); steps++) {
        assert_true(restore_is_done(folder));
        assert_int_equal(count_games(folder), 2);
        assert_true(says(folder, "replays/later.kw", "later"));
    }
    assert_true(steps > 3);
    assert_false(restore_prepare(&restore, &why));
    assert_string_equal(why.code, "restore_waits");
    restore_drop(folder);
    assert_true(restore_prepare(&restore, &why) && restore_take(folder, NULL, &why));
    check_restored(&restore);
}

/* The kind of store must fit; nothing happens otherwise. */
static void test_another_kind_of_store(void **state)
{
    struct restore restore = {.folder = folder, .file = backup_file};
    struct err why = {0};

    (void)state;
    make_backup();
    change_folder();
    assert_true(restore_prepare(&restore, &why));
    assert_false(restore_is_ready(folder, "postgresql://x/y", &why));
    assert_string_equal(why.code, "restore_wants_file");
    assert_false(restore_take(folder, "postgresql://x/y", &why));
    assert_int_equal(count_games(folder), 2);
    assert_true(restore_take(folder, NULL, &why));
    check_restored(&restore);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_killed_while_it_takes, open_scene, vault_close),
        cmocka_unit_test_setup_teardown(test_killed_while_it_prepares, open_scene, vault_close),
        cmocka_unit_test_setup_teardown(test_another_kind_of_store, open_scene, vault_close),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
