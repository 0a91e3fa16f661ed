#include "server/restore.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/gz.h"
#include "base/pack.h"
#include "server/backup.h"
#include "store/database_copy.h"
#include "store/store.h"
#include "store/transfer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Folders in the data folder, in the order in which one becomes the other. */
static const char unpacking[] = "restoring.part"; /* perhaps incomplete */
static const char ready[] = "restoring";          /* tested; the old contents are being moved */
static const char moving_in[] = "restoring.in";   /* the old contents are away */

/* In the folder above: the name of the one for the old contents. */
static const char before_note[] = "before";

enum { NOTE_MAX = 128, MANIFEST_MAX = 64 * 1024, SUMS_MAX = 1 << 30 };

static void join3(char path[PATH_MAX], const char *folder, const char *inner, const char *name)
{
    char whole[PATH_MAX];

    file_join(whole, folder, inner);
    file_join(path, whole, name);
}

static bool is_there(const char *folder, const char *name)
{
    char path[PATH_MAX];
    struct stat info;

    file_join(path, folder, name);
    return lstat(path, &info) == 0;
}

static bool fail(const char *path, struct err *why)
{
    return err_setf(why, "file_write", "%s (%s)", path, strerror(errno));
}

/* Everything in a folder, and the folder itself. */
static void walk(const char *folder, void (*visit)(void *context, const char *path), void *context)
{
    char root[PATH_MAX], *const roots[] = {root, NULL};

    snprintf(root, sizeof root, "%s", folder);
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_NOSTAT, NULL);
    for (FTSENT *entry = tree ? fts_read(tree) : NULL; entry; entry = fts_read(tree)) {
        if (entry->fts_info != FTS_DP)
            visit(context, entry->fts_path);
    }
    if (tree)
        fts_close(tree);
}

/* ---- testing what was unpacked ---- */

struct testing {
    struct restore *restore;
    char folder[PATH_MAX]; /* DATA/restoring.part */
    char origin[PATH_MAX]; /* the data folder that was backed up */
    struct err *why;
};

static bool refuse(const struct testing *test, const char *code, const char *details)
{
    return err_set(test->why, code, details[0] ? details : test->restore->file);
}

static bool take_manifest(struct testing *test, json_t *json)
{
    struct restore *restore = test->restore;
    const char *what = json_string_value(json_object_get(json, "kielwasser"));
    const char *store = json_string_value(json_object_get(json, "store"));
    const char *folder = json_string_value(json_object_get(json, "folder"));
    int64_t version = json_integer_value(json_object_get(json, "version"));

    if (!what || strcmp(what, "backup") != 0 || !store || !folder || version < 1)
        return refuse(test, "backup_foreign", "");
    if (version > BACKUP_VERSION)
        return err_setf(test->why, "backup_newer", "%lld %d", (long long)version, BACKUP_VERSION);
    restore->has_store = strcmp(store, "postgresql") == 0;
    restore->games = json_integer_value(json_object_get(json, "games"));
    restore->plies = json_integer_value(json_object_get(json, "plies"));
    restore->bots = json_integer_value(json_object_get(json, "bots"));
    restore->made_ms = json_integer_value(json_object_get(json, "made"));
    snprintf(test->origin, sizeof test->origin, "%s", folder);
    return true;
}

static bool read_manifest(struct testing *test)
{
    char path[PATH_MAX];
    struct slice text;

    file_join(path, test->folder, BACKUP_MANIFEST);
    if (!file_read(path, MANIFEST_MAX, &text, NULL))
        return refuse(test, "backup_foreign", "");
    json_t *json = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, NULL);
    bool is_taken = take_manifest(test, json);
    json_decref(json);
    file_free(text);
    return is_taken;
}

/* "SUM  NAME": the file is there and has this sum. */
static bool check_line(struct testing *test, struct slice line)
{
    struct slice given = slice_take_until(&line, ' ');
    char sum[PACK_SUM_SIZE], path[PATH_MAX], name[PATH_MAX];

    buf_copy(name, sizeof name, slice_trim(line));
    file_join(path, test->folder, name);
    if (!unpack_takes_name(name, &backup_limits)) /* nor can it be shown */
        return refuse(test, "backup_damaged", PACK_SUMS);
    return (pack_sum_file(path, sum) && slice_is(given, sum)) ||
           refuse(test, "backup_damaged", name);
}

static void count_one(void *files, const char *path) { *(int64_t *)files += file_is_plain(path); }

static int64_t count_files(const char *folder)
{
    int64_t files = 0;

    walk(folder, count_one, &files);
    return files;
}

/* Every file has its line: as many lines as files, each with a file of its own, because no two
 * members have the same name. */
static bool check_sums(struct testing *test)
{
    char path[PATH_MAX];
    struct slice text;
    int64_t lines = 0;
    bool is_fine = true;

    file_join(path, test->folder, PACK_SUMS);
    if (!file_read(path, SUMS_MAX, &text, NULL))
        return refuse(test, "backup_cut", "");
    for (struct slice rest = text; rest.len > 0 && is_fine; lines++)
        is_fine = check_line(test, slice_take_until(&rest, '\n'));
    file_free(text);
    return is_fine &&
           (lines + 1 == count_files(test->folder) || refuse(test, "backup_damaged", PACK_SUMS));
}

static bool is_member(const char *name)
{
    return backup_holds(name) || strcmp(name, BACKUP_MANIFEST) == 0 || strcmp(name, PACK_SUMS) == 0;
}

static bool check_names(struct testing *test)
{
    DIR *dir = opendir(test->folder);
    bool is_fine = dir != NULL;

    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry && is_fine; entry = readdir(dir))
        is_fine = entry->d_name[0] == '.' || is_member(entry->d_name) ||
                  refuse(test, "backup_damaged", entry->d_name);
    if (dir)
        closedir(dir);
    return is_fine;
}

/* Bots that came as files are known by whole paths, which begin with the data folder. */
static bool move_bots(struct testing *test, const char *database)
{
    char data[PATH_MAX], from[PATH_MAX], to[PATH_MAX];
    struct db *db;

    if (!realpath(test->restore->folder, data) || strcmp(data, test->origin) == 0 ||
        strpbrk(data, " \t\n\r'\"\\$`"))
        return true;
    file_join(from, test->origin, "bots/");
    file_join(to, data, "bots/");
    db = db_open(database, DB_SYNCED, test->why);
    bool is_moved = db && schema_migrate(db, test->why) &&
                    db_run(db,
                           "UPDATE bot_versions SET command = replace(command, $1, $2),"
                           " folder = replace(folder, $1, $2)",
                           DB_VALUES(db_text(from), db_text(to)), test->why);
    db_close(db);
    return is_moved;
}

static bool check_database(struct testing *test)
{
    struct database_facts facts;
    char path[PATH_MAX];

    store_place(test->folder, path, sizeof path);
    if (test->restore->has_store != is_there(test->folder, BACKUP_STORE))
        return refuse(test, "backup_damaged", BACKUP_STORE);
    /* Without bots and page, a server that has its games elsewhere makes no file. */
    if (test->restore->has_store && access(path, F_OK) != 0)
        return true;
    return database_test(path, &facts, test->why) && move_bots(test, path);
}

/* ---- preparing ---- */

/* No more than there is room for. */
static bool unpack_all(struct testing *test)
{
    struct unpack_limits limits = backup_limits;
    struct statvfs disk;

    if (statvfs(test->restore->folder, &disk) == 0) {
        int64_t free_bytes = (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
        limits.bytes = free_bytes < limits.bytes ? free_bytes : limits.bytes;
    }
    file_remove_all(test->folder);
    if (mkdir(test->folder, 0700) != 0)
        return fail(test->folder, test->why);
    /* What lies between the members has no other checksum than gzip's, which unpack() leaves out.
     */
    return unpack(test->restore->file, test->folder, &limits, test->why) &&
           (gz_is_sound(test->restore->file, 2 * limits.bytes) ||
            refuse(test, "backup_damaged", test->restore->file));
}

static void give_one(void *context, const char *path)
{
    const struct stat *owner = context;

    /* What stays root's cannot be opened by the server, which says so. */
    if (lchown(path, owner->st_uid, owner->st_gid) != 0)
        return;
}

/* What root makes in the folder of another account is for that account. */
static void give_to_owner(const char *data, const char *path)
{
    struct stat owner;

    if (geteuid() == 0 && stat(data, &owner) == 0 && owner.st_uid != 0)
        walk(path, give_one, &owner);
}

static void sync_one(void *context, const char *path)
{
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);

    (void)context;
    if (file >= 0) {
        fsync(file);
        close(file);
    }
}

/* From the rename on it is decided, so everything is on the disk before. */
static bool make_ready(struct testing *test)
{
    struct restore *restore = test->restore;
    char path[PATH_MAX], time[32];

    clock_format(clock_wall_ms(), "%Y-%m-%dT%H-%M-%SZ", time, sizeof time);
    snprintf(restore->before, sizeof restore->before, "before-restore-%s", time);
    for (int i = 2; is_there(restore->folder, restore->before); i++)
        snprintf(restore->before, sizeof restore->before, "before-restore-%s-%d", time, i);
    file_join(path, test->folder, before_note);
    if (!file_write_private(path, slice_of(restore->before), test->why))
        return false;
    give_to_owner(restore->folder, test->folder);
    walk(test->folder, sync_one, NULL);
    file_join(path, restore->folder, ready);
    if (rename(test->folder, path) != 0)
        return fail(path, test->why);
    sync_one(NULL, restore->folder);
    return true;
}

static bool prepare(struct restore *restore, struct err *why)
{
    struct testing test = {.restore = restore, .why = why};

    file_join(test.folder, restore->folder, unpacking);
    if (!restore_is_done(restore->folder))
        return err_set(why, "restore_waits", restore->folder);
    bool is_ready = unpack_all(&test) && check_names(&test) && read_manifest(&test) &&
                    check_sums(&test) && check_database(&test) && make_ready(&test);
    if (!is_ready)
        file_remove_all(test.folder);
    return is_ready;
}

/* One process at a time: the folder itself is locked, not the file by which servers lock it. */
bool restore_prepare(struct restore *restore, struct err *why)
{
    int guard = open(restore->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is_ready = guard >= 0 && flock(guard, LOCK_EX | LOCK_NB) == 0
                        ? prepare(restore, why)
                        : err_set(why, "restore_busy", restore->folder);

    if (guard >= 0)
        close(guard);
    return is_ready;
}

void restore_drop(const char *folder)
{
    char path[PATH_MAX];

    file_join(path, folder, ready);
    file_remove_all(path);
}

bool restore_is_done(const char *folder)
{
    return !is_there(folder, ready) && !is_there(folder, moving_in);
}

static bool fits(const char *folder, const char *inner, const char *store, struct err *why)
{
    char path[PATH_MAX];

    file_join(path, folder, inner);
    bool has_store = is_there(path, BACKUP_STORE);
    return has_store == (store != NULL) ||
           err_set(why, has_store ? "restore_wants_server" : "restore_wants_file", "");
}

bool restore_is_ready(const char *folder, const char *store, struct err *why)
{
    if (!is_there(folder, ready))
        return err_set(why, "restore_nothing", folder);
    return fits(folder, ready, store, why);
}

/* ---- taking ---- */

/* One restore that is under way, with the lock held. */
struct taking {
    const char *folder, *store;
    char before[PATH_MAX]; /* the folder of the old contents */
    struct err *why;
};

static bool find_before(struct taking *taking, const char *inner)
{
    char path[PATH_MAX], name[NOTE_MAX + 1];
    struct slice text;

    join3(path, taking->folder, inner, before_note);
    if (!file_read(path, NOTE_MAX, &text, taking->why))
        return false;
    buf_copy(name, sizeof name, slice_trim(text));
    file_free(text);
    file_join(taking->before, taking->folder, name);
    return true;
}

/* Where nothing was, no folder is left for it. */
static bool make_before(const struct taking *taking)
{
    if (mkdir(taking->before, 0700) != 0)
        return errno == EEXIST || fail(taking->before, taking->why);
    give_to_owner(taking->folder, taking->before);
    return true;
}

/* Under a name that is free there: a process that does not know of the restore may have made the
 * same file again. */
static bool put_away(const struct taking *taking, const char *name)
{
    char from[PATH_MAX], to[PATH_MAX], other[NAME_MAX + 16];

    file_join(from, taking->folder, name);
    snprintf(other, sizeof other, "%s", name);
    for (int i = 2; is_there(taking->before, other); i++)
        snprintf(other, sizeof other, "%s.%d", name, i);
    file_join(to, taking->before, other);
    return make_before(taking) &&
           (rename(from, to) == 0 || errno == ENOENT || fail(to, taking->why));
}

/* The password and the owner's number stay if the backup brings none. */
static bool goes_away(const struct taking *taking, const char *name)
{
    bool is_kept = strcmp(name, "password.hash") == 0 || strcmp(name, "owner") == 0;
    char path[PATH_MAX];

    file_join(path, taking->folder, ready);
    return backup_holds(name) && (!is_kept || is_there(path, name));
}

typedef bool name_filter(const struct taking *taking, const char *name);
typedef bool name_move(const struct taking *taking, const char *name);

/* Moves all names of a folder that are wanted; what has been moved is not there the next time. */
static bool move_all(struct taking *taking, const char *inner, name_filter *filter, name_move *move)
{
    char path[PATH_MAX];
    struct dirent **entries;

    file_join(path, taking->folder, inner);
    int count = scandir(path, &entries, NULL, alphasort);
    bool is_fine = count >= 0 || err_set(taking->why, "file_missing", path);
    for (int i = 0; i < count; i++) {
        if (is_fine && filter(taking, entries[i]->d_name))
            is_fine = move(taking, entries[i]->d_name);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return is_fine;
}

static bool comes_in(const struct taking *taking, const char *name)
{
    (void)taking;
    return backup_holds(name) && strcmp(name, BACKUP_STORE) != 0;
}

static bool bring_in(const struct taking *taking, const char *name)
{
    char from[PATH_MAX], to[PATH_MAX];

    join3(from, taking->folder, moving_in, name);
    file_join(to, taking->folder, name);
    if (is_there(taking->folder, name) && !put_away(taking, name))
        return false;
    return rename(from, to) == 0 || fail(to, taking->why);
}

/* ---- the games of a database server ---- */

static bool save_store(struct taking *taking, struct db *db)
{
    char path[PATH_MAX];

    file_join(path, taking->before, BACKUP_STORE);
    return access(path, F_OK) == 0 ||
           (make_before(taking) &&
            transfer_export(&(struct transfer){.db = db, .path = path}, taking->why));
}

static bool replace_rows(struct taking *taking, struct db *db)
{
    char path[PATH_MAX];

    join3(path, taking->folder, ready, BACKUP_STORE);
    return transfer_replace(&(struct transfer){.db = db, .path = path}, taking->why);
}

/* First of all, while the folder is still the old one; one transaction. */
static bool replace_store(struct taking *taking)
{
    if (!taking->store)
        return true;
    struct store *store = store_open_at(taking->store, taking->why);
    struct db *db = store && store_lock(store, taking->why) ? store_db(store, taking->why) : NULL;
    bool is_replaced = db && save_store(taking, db) && replace_rows(taking, db);
    store_close(store);
    return is_replaced;
}

/* ---- steps ---- */

/* Step 1: what is there goes away.  Its end is the new name of the folder with the rest. */
static bool empty_folder(struct taking *taking)
{
    char from[PATH_MAX], to[PATH_MAX];

    if (!fits(taking->folder, ready, taking->store, taking->why) || !find_before(taking, ready) ||
        !replace_store(taking) || !move_all(taking, "", goes_away, put_away))
        return false;
    sync_one(NULL, taking->before);
    file_join(from, taking->folder, ready);
    file_join(to, taking->folder, moving_in);
    if (rename(from, to) != 0)
        return fail(to, taking->why);
    sync_one(NULL, taking->folder);
    return true;
}

/* Step 2: what was unpacked comes in.  Its end is that the folder with it has another name, under
 * which it means nothing. */
static bool fill_folder(struct taking *taking)
{
    char from[PATH_MAX], to[PATH_MAX];

    if (!find_before(taking, moving_in) || !move_all(taking, moving_in, comes_in, bring_in))
        return false;
    sync_one(NULL, taking->folder);
    file_join(from, taking->folder, moving_in);
    file_join(to, taking->folder, unpacking);
    file_remove_all(to);
    if (rename(from, to) != 0)
        return fail(to, taking->why);
    file_remove_all(to);
    return true;
}

bool restore_take(const char *folder, const char *store, struct err *why)
{
    struct taking taking = {.folder = folder, .store = store, .why = why};

    if (is_there(folder, ready) && !empty_folder(&taking))
        return false;
    return !is_there(folder, moving_in) || fill_folder(&taking);
}

bool restore_has_kept(const struct restore *restore)
{
    return is_there(restore->folder, restore->before);
}
