#include "store/database_file.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WAL_HEAD_BYTES = 32, PATH_SIZE = PATH_MAX + 32 };

/* ---- signs that there was a store ---- */

typedef bool judge_name(const char *name);

static bool is_number(const char *name)
{
    return name[0] && name[strspn(name, "0123456789")] == '\0';
}

static bool is_file(const char *name) { return name[0] != '.'; }

static bool is_segment(const char *name)
{
    return strncmp(name, "journal-", 8) == 0 && name[8] >= '1' && name[8] <= '9';
}

/* kielwasser.db.v9, kielwasser.db.damaged-1, kielwasser.db.repaired */
static bool is_copy(const char *name)
{
    struct slice rest = slice_of(name);

    return slice_take(&rest, DATABASE_FILE_NAME) &&
           (slice_take(&rest, ".v") || slice_take(&rest, DATABASE_FILE_DAMAGED) ||
            slice_is(rest, DATABASE_FILE_REPAIRED));
}

static bool has_sign(const char *folder, const char *part, judge_name *is_sign)
{
    char path[PATH_SIZE];
    bool is_found = false;

    snprintf(path, sizeof path, "%s%s", folder, part);
    DIR *dir = opendir(path);
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry && !is_found; entry = readdir(dir))
        is_found = is_sign(entry->d_name);
    if (dir)
        closedir(dir);
    return is_found;
}

bool database_file_has_owner(const char *folder)
{
    char path[PATH_SIZE];

    snprintf(path, sizeof path, "%s/owner", folder);
    return access(path, F_OK) == 0;
}

static bool had_store(const char *folder)
{
    bool has_games = !database_file_has_owner(folder);

    return has_sign(folder, "", is_copy) || has_sign(folder, "/bots", is_number) ||
           has_sign(folder, "/arena", is_number) ||
           (has_games && has_sign(folder, "", is_segment)) ||
           (has_games && has_sign(folder, "/replays", is_file));
}

void database_file_folder(const char *path, char folder[PATH_MAX])
{
    const char *slash = strrchr(path, '/');

    if (slash)
        snprintf(folder, PATH_MAX, "%.*s", slash == path ? 1 : (int)(slash - path), path);
    else
        snprintf(folder, PATH_MAX, ".");
}

static bool is_store_of_folder(const char *path)
{
    const char *slash = strrchr(path, '/');

    return strcmp(slash ? slash + 1 : path, DATABASE_FILE_NAME) == 0;
}

/* ---- heads ---- */

static unsigned big_endian(const unsigned char *at)
{
    return (unsigned)at[0] << 24 | (unsigned)at[1] << 16 | (unsigned)at[2] << 8 | at[3];
}

/* What SQLite itself looks at too late, or reports as something else (fileformat2.html, 1.3). */
bool database_file_is_head_sound(const unsigned char head[DATABASE_FILE_HEAD])
{
    static const unsigned char fixed[] = {0, 64, 32, 32}; /* reserved bytes, payload fractions */
    unsigned page = (unsigned)head[16] << 8 | head[17];
    unsigned format = big_endian(head + 44), encoding = big_endian(head + 56);
    bool is_page_size = page == 1 || (page >= 512 && (page & (page - 1)) == 0);

    return memcmp(head, "SQLite format 3", 16) == 0 && is_page_size && head[18] - 1u < 2 &&
           head[19] - 1u < 2 && memcmp(head + 20, fixed, sizeof fixed) == 0 && format <= 4 &&
           encoding <= 1;
}

/* Zeros are what a power cut leaves of a log that never was synced. */
static bool is_wal_head_sound(const unsigned char head[WAL_HEAD_BYTES])
{
    unsigned magic = big_endian(head);

    return magic == 0 || (magic & ~1u) == 0x377f0682;
}

static bool is_wal_sound(const char *path)
{
    unsigned char head[WAL_HEAD_BYTES];
    char wal[PATH_SIZE];

    snprintf(wal, sizeof wal, "%s-wal", path);
    FILE *file = fopen(wal, "rbe");
    size_t len = file ? fread(head, 1, sizeof head, file) : 0;
    if (file)
        fclose(file);
    return len < sizeof head || is_wal_head_sound(head);
}

bool database_file_has_wal(const char *path)
{
    char wal[PATH_SIZE];
    struct stat info;

    snprintf(wal, sizeof wal, "%s-wal", path);
    return stat(wal, &info) == 0 && info.st_size > 0;
}

/* ---- whole files ---- */

static bool may_begin(const char *path, const char *code, struct err *why)
{
    char folder[PATH_MAX];

    if (database_file_has_wal(path))
        return err_set(why, "store_wal_alone", path);
    database_file_folder(path, folder);
    return !is_store_of_folder(path) || !had_store(folder) || err_set(why, code, path);
}

bool database_file_may_open(const char *path, struct err *why)
{
    struct stat info;

    if (stat(path, &info) != 0)
        return may_begin(path, "store_missing", why);
    if (info.st_size == 0)
        return may_begin(path, "store_empty", why);
    if (S_ISREG(info.st_mode) && info.st_size < DATABASE_FILE_HEAD)
        return err_set(why, "store_damaged", path);
    return is_wal_sound(path) || err_set(why, "store_wal_damaged", path);
}

bool database_file_needs_repair(const struct err *why)
{
    static const char *const codes[] = {"store_missing", "store_empty",       "store_wal_alone",
                                        "store_damaged", "store_wal_damaged", "store_behind"};

    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        if (strcmp(why->code, codes[i]) == 0)
            return true;
    }
    return false;
}
