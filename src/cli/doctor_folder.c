/* The data folder: the disk below it, its rights, what is in it. */

#include "base/file.h"
#include "base/file_system.h"
#include "cli/doctor.h"
#include "cli/paths.h"
#include "server/password_file.h"
#include "store/database_file.h"

#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum {
    FREE_FEWEST_MIB = 32, /* two segments of the journal, and the database of some games */
    FREE_WANTED_MIB = 1024,
    INODES_FEWEST = 64,
    INODES_WANTED = 25000, /* two files for each of the games that are kept */
    OTHERS = 077,          /* what a mode gives to other accounts */
    OTHERS_PASS = 011,     /* they may pass through root's folder (docs/sandbox.md) */
};

/* ---- the disk ---- */

/* The folder, or the nearest one above it that is there. */
static void find_existing(const struct doctor *doctor, char path[PATH_MAX])
{
    struct stat info;

    snprintf(path, PATH_MAX, "%s", doctor->folder);
    while (stat(path, &info) != 0) {
        char *slash = strrchr(path, '/');
        if (!slash) {
            snprintf(path, PATH_MAX, ".");
            return;
        }
        slash[slash == path] = '\0';
    }
}

static void look_at_folder(struct doctor *doctor, const char *existing, const struct statvfs *disk)
{
    if (disk->f_flag & ST_RDONLY) {
        doctor_find(doctor, DOCTOR_FAULT, TEXT_DOCTOR_READ_ONLY, existing);
        doctor_advise(doctor, TEXT_DOCTOR_READ_ONLY_TODO);
    } else if (faccessat(AT_FDCWD, existing, W_OK | X_OK, AT_EACCESS) != 0) {
        doctor_find(doctor, DOCTOR_FAULT, TEXT_DOCTOR_NOT_WRITABLE, existing);
        doctor_advise(doctor, TEXT_DOCTOR_NOT_WRITABLE_TODO, existing);
    } else {
        doctor_find(doctor, DOCTOR_FINE,
                    doctor->has_folder ? TEXT_DOCTOR_FOLDER : TEXT_DOCTOR_FOLDER_NEW,
                    doctor->folder);
    }
}

static enum doctor_level level_of(long long have, long long fewest, long long wanted)
{
    return have < fewest ? DOCTOR_FAULT : have < wanted ? DOCTOR_WARNING : DOCTOR_FINE;
}

static void look_at_space(struct doctor *doctor, const struct statvfs *disk)
{
    long long mib = (long long)(disk->f_bavail * (disk->f_frsize / 512) / 2048);
    enum doctor_level level = level_of(mib, FREE_FEWEST_MIB, FREE_WANTED_MIB);

    doctor_find(doctor, level, TEXT_DOCTOR_SPACE, mib);
    if (level != DOCTOR_FINE)
        doctor_advise(doctor, TEXT_DOCTOR_SPACE_TODO);
    if (disk->f_files == 0)
        return; /* this file system does not count them */
    level = level_of((long long)disk->f_favail, INODES_FEWEST, INODES_WANTED);
    if (level == DOCTOR_FINE)
        return;
    doctor_find(doctor, level, TEXT_DOCTOR_INODES, (long long)disk->f_favail);
    doctor_advise(doctor, TEXT_DOCTOR_SPACE_TODO);
}

/* What journal and database can count on. */
static void look_at_file_system(struct doctor *doctor, const char *existing)
{
    if (!file_system_is_local(existing))
        doctor_find(doctor, DOCTOR_WARNING, TEXT_DOCTOR_REMOTE_DISK);
    else if (file_system_copies_on_write(existing))
        doctor_find(doctor, DOCTOR_WARNING, TEXT_DOCTOR_COPY_ON_WRITE);
    else
        doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_FILE_SYSTEM);
    if (doctor->finding.level != DOCTOR_FINE)
        doctor_advise(doctor, TEXT_DOCTOR_FILE_SYSTEM_TODO);
}

void doctor_look_at_disk(struct doctor *doctor)
{
    char existing[PATH_MAX];
    struct statvfs disk;

    find_existing(doctor, existing);
    if (statvfs(existing, &disk) != 0) {
        doctor_find(doctor, DOCTOR_FAULT, TEXT_DOCTOR_NOT_WRITABLE, existing);
        doctor_advise(doctor, TEXT_DOCTOR_NOT_WRITABLE_TODO, existing);
        return;
    }
    look_at_folder(doctor, existing, &disk);
    look_at_space(doctor, &disk);
    look_at_file_system(doctor, existing);
}

/* ---- rights ---- */

static const char *name_of(uid_t uid, char text[32])
{
    const struct passwd *account = getpwuid(uid);

    if (account)
        snprintf(text, 32, "%s", account->pw_name);
    else
        snprintf(text, 32, "%u", (unsigned)uid);
    return text;
}

static bool is_private(const struct stat *info)
{
    mode_t allowed = info->st_uid == 0 ? OTHERS_PASS : 0;

    return (info->st_mode & OTHERS & ~allowed) == 0;
}

static void look_at_mode(struct doctor *doctor, const struct stat *info)
{
    if (is_private(info)) {
        doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_PRIVATE, (unsigned)info->st_mode & 07777);
        return;
    }
    doctor_find(doctor, DOCTOR_WARNING, TEXT_DOCTOR_OPEN_FOLDER, doctor->folder,
                (unsigned)info->st_mode & 07777);
    doctor_advise(doctor, TEXT_DOCTOR_OPEN_FOLDER_TODO, doctor->folder);
}

static void look_at_owner(struct doctor *doctor, const struct stat *info)
{
    char name[32];

    if (info->st_uid == geteuid())
        return;
    name_of(info->st_uid, name);
    doctor_find(doctor, DOCTOR_WARNING, TEXT_DOCTOR_OTHER_OWNER, doctor->folder, name);
    doctor_advise(doctor, TEXT_DOCTOR_OTHER_OWNER_TODO, name, doctor->folder);
}

static void look_at_secrets(struct doctor *doctor)
{
    char path[PATH_MAX + 32];
    struct stat info;

    for (const char *const *secret = paths_secrets; *secret; secret++) {
        snprintf(path, sizeof path, "%s/%s", doctor->folder, *secret);
        if (stat(path, &info) != 0 || (info.st_mode & OTHERS) == 0)
            continue;
        doctor_find(doctor, DOCTOR_FAULT, TEXT_DOCTOR_OPEN_SECRET, path,
                    (unsigned)info.st_mode & 07777);
        doctor_advise(doctor, TEXT_DOCTOR_OPEN_SECRET_TODO, path);
    }
}

void doctor_look_at_rights(struct doctor *doctor)
{
    struct stat info;

    if (!doctor->has_folder || stat(doctor->folder, &info) != 0) {
        doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_NO_FOLDER);
        return;
    }
    look_at_mode(doctor, &info);
    look_at_owner(doctor, &info);
    look_at_secrets(doctor);
}

/* ---- what is in it ---- */

/* This process has no connection to it, so it may open the file itself (database_file.h). */
static bool is_head_sound(const char *path)
{
    char head[DATABASE_FILE_HEAD + 1] = {0};

    file_read_head(path, head, sizeof head);
    return database_file_is_head_sound((const unsigned char *)head);
}

/* Only its head: SQLite itself would write. */
static void look_at_database(struct doctor *doctor)
{
    char path[PATH_MAX + 32];
    struct stat info = {.st_size = 0};
    struct err why = {0};

    snprintf(path, sizeof path, "%s/" DATABASE_FILE_NAME, doctor->folder);
    bool is_there = stat(path, &info) == 0, has_bytes = is_there && info.st_size > 0;
    bool is_closed = has_bytes && faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) != 0;
    if (is_closed) {
        doctor_find(doctor, DOCTOR_FAULT, TEXT_DOCTOR_CLOSED_DATABASE, path);
        doctor_advise(doctor, TEXT_DOCTOR_NOT_WRITABLE_TODO, path);
    } else if (!database_file_may_open(path, &why) ||
               (has_bytes && !is_head_sound(path) && !err_set(&why, "store_damaged", path))) {
        doctor_find_err(doctor, DOCTOR_FAULT, &why);
        doctor_advise(doctor, TEXT_DOCTOR_BAD_DATABASE_TODO, doctor->folder, doctor->folder);
    } else if (!is_there) {
        doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_NO_DATABASE);
    } else {
        doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_DATABASE, path,
                    (long long)(info.st_size >> 10), doctor->folder);
    }
}

void doctor_look_at_data(struct doctor *doctor)
{
    look_at_database(doctor);
    doctor_find(doctor, DOCTOR_FINE,
                password_file_is_there(doctor->folder) ? TEXT_DOCTOR_PASSWORD
                                                       : TEXT_DOCTOR_NO_PASSWORD);
}
