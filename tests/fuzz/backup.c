/* Any bytes as a damaged database, which is read page by page, and as a backup that is restored:
 *
 *     \0 SHARE FILE WAL       a database file and its log; SHARE/256 of the bytes are the file
 *     \1 FILE                 a backup as it is
 *     \2 NAME \0 TEXT \0 …    a backup with these members; its checksums are right
 */

#include "fuzz.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/pack.h"
#include "server/restore.h"
#include "server/store_check.h"
#include "store/salvage.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MEMBERS_MAX = 16 };

static char folder[PATH_MAX];

static void join(char path[PATH_MAX], const char *name)
{
    snprintf(path, PATH_MAX, "%.3000s/%.200s", fuzz_folder(), name);
}

/* ---- databases ---- */

static bool look_at_row(void *context, const struct salvage_row *row)
{
    size_t bytes = 0;

    (void)context;
    fuzz_require(row->table >= 0 && row->table < SCHEMA_COUNT);
    fuzz_require(row->values.count == (int)strlen(schema_tables[row->table].kinds));
    for (int i = 0; i < row->values.count; i++) {
        const struct db_value *value = &row->values.at[i];
        for (size_t at = 0; value->kind == DB_TEXT && at < value->text.len; at++)
            bytes += value->text.at[at] != '\0';
    }
    return bytes < SIZE_MAX; /* all of them could be read */
}

static void on_finding(void *context, const struct err *finding)
{
    fuzz_require(!context && finding->code[0] != '\0');
}

static void try_database(struct slice bytes)
{
    struct salvage salvage = {.on_row = look_at_row};
    char path[PATH_MAX];

    if (bytes.len == 0)
        return;
    size_t share = (bytes.len - 1) * (unsigned char)bytes.at[0] / 256 + 1;
    fuzz_write("store.db-wal", slice_skip(bytes, share), path);
    fuzz_write("store.db", slice_make(bytes.at + 1, share - 1), path);
    salvage_read(&salvage, path);
    fuzz_require(salvage.damaged_pages >= 0 && salvage.damaged_pages <= salvage.pages);
    if (share % 8 == 0) { /* by SQLite itself, which takes longer */
        struct store_check check = {.place = path, .on_finding = on_finding};
        fuzz_require(store_check_run(&check) == (check.findings == 0));
    }
}

/* ---- backups ---- */

static void restore_file(const char *path)
{
    struct restore restore = {.folder = folder, .file = path};
    struct err why = {0};

    join(folder, "data");
    fuzz_require(mkdir(folder, 0700) == 0);
    if (restore_prepare(&restore, &why))
        fuzz_require(restore_take(folder, NULL, &why) || why.code[0] != '\0');
    else
        fuzz_require(why.code[0] != '\0');
    file_remove_all(folder);
}

static void try_backup(struct slice bytes)
{
    char path[PATH_MAX];

    fuzz_write("backup.tar.gz", bytes, path);
    restore_file(path);
}

static void try_members(struct slice bytes)
{
    char path[PATH_MAX], name[256];

    join(path, "backup.tar.gz");
    struct pack *pack = pack_create(path, NULL);
    fuzz_require(pack != NULL);
    for (int i = 0; i < MEMBERS_MAX && bytes.len > 0; i++) {
        buf_copy(name, sizeof name, slice_take_until(&bytes, '\0'));
        if (!pack_add_text(pack, name, slice_take_until(&bytes, '\0'), NULL))
            break;
    }
    if (pack_finish(pack, PACK_REPLACE, NULL))
        restore_file(path);
    pack_destroy(pack);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const tries[])(struct slice bytes) = {try_database, try_backup, try_members};
    int choice = fuzz_choice(&data, &size, sizeof tries / sizeof *tries);

    if (choice >= 0)
        tries[choice](slice_make((const char *)data, size));
    return 0;
}
