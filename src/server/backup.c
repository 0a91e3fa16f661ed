#include "server/backup.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/pack.h"
#include "server/journal.h"
#include "store/database_copy.h"
#include "store/store.h"
#include "store/transfer.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK_BYTES = 256 * 1024 };

const struct unpack_limits backup_limits = {.bytes = INT64_C(64) << 30,
                                            .entries = 4 * 1000 * 1000,
                                            .path_bytes = UNPACK_PATH_MAX + 64,
                                            .depth = UNPACK_DEPTH_MAX + 4};

/* What is copied as it lies there; the rest is prepared in a folder of its own. */
static const char *const plain[] = {"password.hash", "owner", "replays", "bots", "arena"};
static const char logs[] = "bots-logs";

bool backup_holds(const char *name)
{
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (strcmp(name, plain[i]) == 0)
            return true;
    }
    return strcmp(name, logs) == 0 || strcmp(name, BACKUP_STORE) == 0 ||
           strcmp(name, "kielwasser.db") == 0 || strcmp(name, "kielwasser.db-wal") == 0 ||
           strcmp(name, "kielwasser.db-shm") == 0 || strcmp(name, "kielwasser.db-journal") == 0 ||
           strncmp(name, "journal-", 8) == 0;
}

struct packing {
    struct backup *backup;
    char prepared[PATH_MAX]; /* folder of what had to be copied first */
    struct pack *pack;
    struct err *why;
};

static void tell(struct packing *task)
{
    if (task->pack)
        task->backup->bytes = pack_bytes(task->pack);
    if (task->backup->on_progress)
        task->backup->on_progress(task->backup);
}

/* ---- what is being written meanwhile ---- */

/* The whole lines of a segment; what follows them is being written, or is room for more. */
static size_t read_lines(struct packing *task, uint64_t segment, char **text)
{
    struct journal_place place = {.segment = segment, .sequence = segment};
    char *chunk = memory_get_unset(CHUNK_BYTES);
    size_t len = 0, taken;

    *text = NULL;
    do {
        int64_t n = journal_read(task->backup->folder, &place, chunk, CHUNK_BYTES);
        struct slice rest = slice_make(chunk, n > 0 ? (size_t)n : 0), event;
        while (rest.len > 0 && journal_parse_line(&rest, &place, &event) == JOURNAL_WHOLE)
            continue;
        taken = n > 0 ? (size_t)n - rest.len : 0;
        *text = memory_grow(*text, len + taken + 1);
        memcpy(*text + len, chunk, taken);
        len += taken;
    } while (taken > 0);
    free(chunk);
    return len;
}

static bool copy_segment(struct packing *task, uint64_t segment)
{
    char name[64], path[PATH_MAX], *text;
    size_t len = read_lines(task, segment, &text);

    snprintf(name, sizeof name, "journal-%" PRIu64, segment);
    bool is_copied = len == 0 || (file_join(path, task->prepared, name) &&
                                  file_write_private(path, slice_make(text, len), task->why));
    free(text);
    return is_copied;
}

static bool copy_journal(struct packing *task)
{
    uint64_t *segments;
    int count = journal_list(task->backup->folder, &segments);
    bool is_fine = count >= 0 || err_set(task->why, "backup_nothing", task->backup->folder);

    for (int i = 0; i < count && is_fine; i++)
        is_fine = copy_segment(task, segments[i]);
    free(segments);
    return is_fine;
}

static void on_copy(void *task) { tell(task); }

/* The games are in this file, unless a server has kept them elsewhere. */
static bool has_games_here(const struct packing *task)
{
    char owner[PATH_MAX];

    file_join(owner, task->backup->folder, "owner");
    return task->backup->games > 0 || access(owner, F_OK) != 0;
}

static bool copy_database(struct packing *task)
{
    char from[PATH_MAX], to[PATH_MAX];
    struct database_facts facts = {0};

    store_place(task->backup->folder, from, sizeof from);
    store_place(task->prepared, to, sizeof to);
    bool is_there = access(from, F_OK) == 0;
    if (is_there && (!database_copy(&(struct database_copy){from, to, on_copy, task}, task->why) ||
                     !database_test(to, &facts, task->why)))
        return false;
    task->backup->games = facts.games;
    task->backup->plies = facts.plies;
    task->backup->bots = facts.bots;
    if (task->backup->store)
        return true;
    if (!has_games_here(task))
        return err_set(task->why, "backup_needs_store", "");
    return is_there || err_set(task->why, "backup_nothing", task->backup->folder);
}

/* Of a database server: the lines of an export. */
static bool copy_store(struct packing *task)
{
    struct transfer transfer = {0};
    char path[PATH_MAX];
    int64_t rows[SCHEMA_COUNT];

    if (!task->backup->store)
        return true;
    file_join(path, task->prepared, BACKUP_STORE);
    transfer.path = path;
    transfer.db = db_open(task->backup->store, DB_SYNCED, task->why);
    bool is_copied = transfer.db && schema_count(transfer.db, rows, task->why) &&
                     transfer_export(&transfer, task->why);
    db_close(transfer.db);
    if (!is_copied)
        return false;
    task->backup->games = rows[SCHEMA_GAMES];
    task->backup->plies = rows[SCHEMA_PLIES];
    return true;
}

/* ---- folders ---- */

typedef bool visit_file(struct packing *task, const char *name, const char *path,
                        const struct stat *info);

static bool ends_with(const char *name, const char *ending)
{
    size_t len = strlen(name), tail = strlen(ending);

    return len >= tail && strcmp(name + len - tail, ending) == 0;
}

/* Uploads that wait to become bots, halves of files, and what belongs to an open database. */
static bool is_passing(const char *name)
{
    return strcmp(name, "bots/uploads") == 0 || strstr(name, FILE_TEMPORARY) ||
           ends_with(name, ".db-wal") || ends_with(name, ".db-shm") ||
           ends_with(name, ".db-journal");
}

static bool visit(struct packing *task, const char *root, const char *name, visit_file *on_file);

/* The folder "" is the root itself. */
static bool join_inner(char inner[PATH_MAX], const char *folder, const char *name)
{
    if (folder[0])
        return file_join(inner, folder, name);
    buf_copy(inner, PATH_MAX, slice_of(name));
    return true;
}

static bool visit_folder(struct packing *task, const char *root, const char *name,
                         visit_file *on_file)
{
    char path[PATH_MAX], inner[PATH_MAX];
    bool is_fine = true;

    file_join(path, root, name);
    DIR *dir = opendir(path);
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry && is_fine; entry = readdir(dir)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            is_fine = !join_inner(inner, name, entry->d_name) || visit(task, root, inner, on_file);
    }
    if (dir)
        closedir(dir);
    return is_fine;
}

/* `name` is a path in `root`.  What is not there any more is passed over. */
static bool visit(struct packing *task, const char *root, const char *name, visit_file *on_file)
{
    char path[PATH_MAX];
    struct stat info;

    if (is_passing(name) || !file_join(path, root, name) || lstat(path, &info) != 0)
        return true;
    if (S_ISDIR(info.st_mode))
        return visit_folder(task, root, name, on_file);
    if (S_ISREG(info.st_mode) && unpack_takes_name(name, &backup_limits))
        return on_file(task, name, path, &info);
    task->backup->left_out++;
    return true;
}

static bool visit_all(struct packing *task, visit_file *on_file)
{
    const char *folder = task->backup->folder;

    task->backup->left_out = 0;
    if (!visit_folder(task, task->prepared, "", on_file))
        return false;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (!visit(task, folder, plain[i], on_file))
            return false;
    }
    return !task->backup->has_logs || visit(task, folder, logs, on_file);
}

static bool measure(struct packing *task, const char *name, const char *path,
                    const struct stat *info)
{
    (void)name, (void)path;
    task->backup->bytes_expected += info->st_size;
    return true;
}

/* Databases of matches are in use, too. */
static bool add_database(struct packing *task, const char *name, const char *path)
{
    char copy[PATH_MAX];

    file_join(copy, task->prepared, "match.db");
    bool is_added = database_copy(&(struct database_copy){path, copy, on_copy, task}, task->why) &&
                    pack_add_file(task->pack, name, copy, task->why);
    unlink(copy);
    return is_added;
}

static bool add(struct packing *task, const char *name, const char *path, const struct stat *info)
{
    bool is_match = strncmp(name, "arena/", 6) == 0 && ends_with(name, ".db");

    (void)info;
    if (is_match ? !add_database(task, name, path)
                 : !pack_add_file(task->pack, name, path, task->why))
        return false;
    task->backup->files++;
    tell(task);
    return true;
}

/* ---- the file ---- */

/* The folder is that of the paths in the database. */
static bool add_manifest(struct packing *task)
{
    const struct backup *backup = task->backup;
    char folder[PATH_MAX];
    json_t *json = json_pack(
        "{s:s, s:i, s:s, s:I, s:s, s:s, s:I, s:I, s:I}", "kielwasser", "backup", "version",
        BACKUP_VERSION, "program", backup->version, "made", (json_int_t)clock_wall_ms(), "folder",
        realpath(backup->folder, folder) ? folder : backup->folder, "store",
        backup->store ? "postgresql" : "sqlite", "games", (json_int_t)backup->games, "plies",
        (json_int_t)backup->plies, "bots", (json_int_t)backup->bots);
    char *text = json_dumps(json, JSON_INDENT(1));
    bool is_added = text ? pack_add_text(task->pack, BACKUP_MANIFEST, slice_of(text), task->why)
                         : err_set(task->why, "file_missing", backup->folder);

    free(text);
    json_decref(json);
    return is_added;
}

static bool write_pack(struct packing *task)
{
    const struct backup *backup = task->backup;

    task->pack = pack_create(backup->file, task->why);
    bool is_written =
        task->pack && visit_all(task, measure) && add_manifest(task) && visit_all(task, add) &&
        pack_finish(task->pack, backup->replaces ? PACK_REPLACE : PACK_NEW, task->why);
    pack_destroy(task->pack);
    task->pack = NULL;
    return is_written;
}

/* Beside the file, where there must be room anyway. */
static bool make_prepared(struct packing *task)
{
    int len = snprintf(task->prepared, sizeof task->prepared, "%s" FILE_TEMPORARY "%ld.d",
                       task->backup->file, (long)getpid());

    if (len < 0 || (size_t)len >= sizeof task->prepared)
        return err_set(task->why, "file_write", task->backup->file);
    file_remove_all(task->prepared);
    return mkdir(task->prepared, 0700) == 0 ||
           err_setf(task->why, "file_write", "%s (%s)", task->backup->file, strerror(errno));
}

bool backup_write(struct backup *backup, struct err *why)
{
    struct packing task = {.backup = backup, .why = why};

    if (!backup->replaces && access(backup->file, F_OK) == 0)
        return err_set(why, "backup_exists", backup->file);
    if (!make_prepared(&task))
        return false;
    bool is_done =
        copy_journal(&task) && copy_database(&task) && copy_store(&task) && write_pack(&task);
    file_remove_all(task.prepared);
    return is_done;
}
