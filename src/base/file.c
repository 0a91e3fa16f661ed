#define _GNU_SOURCE /* nftw */

#include "base/file.h"

#include "base/buf.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SMALL_FILE = 64 * 1024 };

static bool refuse(struct err *why, const char *code, const char *path, const char *cause)
{
    return cause ? err_setf(why, code, "%s (%s)", path, cause) : err_set(why, code, path);
}

bool file_join(char path[PATH_MAX], const char *folder, const char *name)
{
    struct buf buf;

    buf_init(&buf, path, PATH_MAX);
    buf_add(&buf, folder);
    buf_add_char(&buf, '/');
    buf_add(&buf, name);
    if (buf.is_full)
        path[0] = '\0';
    return !buf.is_full;
}

bool file_is_plain(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

bool file_can_run(const char *path) { return faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0; }

bool file_find_program(const char *name, char path[PATH_MAX])
{
    const char *folders = getenv("PATH");
    struct slice rest = slice_of(folders ? folders : "/usr/local/bin:/usr/bin:/bin");

    while (rest.len > 0) {
        struct slice folder = slice_take_until(&rest, ':');
        int len = snprintf(path, PATH_MAX, "%.*s/%s", (int)folder.len, folder.at, name);
        if (len < PATH_MAX && file_is_plain(path) && file_can_run(path))
            return true;
    }
    return false;
}

size_t file_read_head(const char *path, char *head, size_t size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t len = file < 0 ? 0 : read(file, head, size - 1);

    if (file >= 0)
        close(file);
    head[len > 0 ? len : 0] = '\0';
    return len > 0 ? (size_t)len : 0;
}

/* How much a file probably has, at most `max`: some callers allow a thousand times as much.  Files
 * of /proc say 0. */
static size_t likely_size(int file, size_t max)
{
    struct stat info;
    bool is_known = fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;

    return is_known && (size_t)info.st_size < max ? (size_t)info.st_size : max;
}

/* Files that are small at most are always read; large ones may be refused. */
static char *get_room(size_t size)
{
    return size <= SMALL_FILE ? memory_get(1, size) : memory_try_large(1, size);
}

/* `failed` gets the error, if there is one. */
static size_t read_up_to(int file, char *data, size_t size, int *failed)
{
    size_t len = 0;

    while (len < size) {
        ssize_t n = read(file, data + len, size - len);
        if (n < 0 && errno == EINTR)
            continue;
        *failed = n < 0 ? errno : 0;
        if (n <= 0)
            break;
        len += (size_t)n;
    }
    return len;
}

bool file_read(const char *path, size_t max, struct slice *text, struct err *why)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);

    if (file < 0)
        return refuse(why, "file_missing", path, strerror(errno));
    size_t room = likely_size(file, max);
    char *data = get_room(room + 2);
    if (!data) {
        close(file);
        return err_set(why, "no_memory", "");
    }
    int failed = 0;
    size_t len = read_up_to(file, data, room + 1, &failed);
    if (!failed && len > room && room < max) { /* it is growing */
        data = memory_grow(data, max + 2);
        len += read_up_to(file, data + len, max + 1 - len, &failed);
    }
    close(file);
    if (failed || len > max) {
        free(data);
        return failed ? refuse(why, "file_missing", path, strerror(failed))
                      : refuse(why, "file_large", path, NULL);
    }
    data[len] = '\0';
    *text = slice_make(data, len);
    return true;
}

enum { MODE_USUAL = 0666, MODE_PRIVATE = 0600 };

/* What root writes into the folder of another account is for that account. */
static bool give_to_folder_owner(int descriptor, const char *path)
{
    char folder[PATH_MAX];
    struct stat info;

    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    return geteuid() != 0 || stat(slash ? folder : ".", &info) != 0 || info.st_uid == 0 ||
           fchown(descriptor, info.st_uid, info.st_gid) == 0;
}

static bool make_private(int descriptor, const char *path)
{
    return fchmod(descriptor, MODE_PRIVATE) == 0 && give_to_folder_owner(descriptor, path);
}

/* Less what the umask takes away. */
static bool write_all(const char *path, struct slice text, mode_t mode)
{
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");

    if (!file)
        return false;
    bool is_written = (mode != MODE_PRIVATE || make_private(descriptor, path)) &&
                      fwrite(text.at, 1, text.len, file) == text.len && fflush(file) == 0 &&
                      fsync(descriptor) == 0;
    return (fclose(file) == 0) && is_written;
}

/* The process that held the lock before may just have renamed the file. */
static bool has_name(int file, const char *path)
{
    struct stat own, named;

    return fstat(file, &own) == 0 && stat(path, &named) == 0 && own.st_ino == named.st_ino &&
           own.st_dev == named.st_dev;
}

int file_create_locked(const char *path, struct err *why)
{
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

    if (file < 0) {
        refuse(why, "file_write", path, strerror(errno));
        return -1;
    }
    bool is_locked = flock(file, LOCK_EX | LOCK_NB) == 0;
    if (!is_locked && errno != EWOULDBLOCK) {
        refuse(why, "file_write", path, strerror(errno));
    } else if (!is_locked || !has_name(file, path)) {
        refuse(why, "file_busy", path, NULL);
    } else if (ftruncate(file, 0) != 0) {
        refuse(why, "file_write", path, strerror(errno));
        unlink(path);
    } else {
        return file;
    }
    close(file);
    return -1;
}

static bool replace(const char *path, struct slice text, mode_t mode, struct err *why)
{
    char temporary[PATH_MAX];
    int len =
        snprintf(temporary, sizeof temporary, "%s" FILE_TEMPORARY "%ld", path, (long)getpid());

    if (len < 0 || (size_t)len >= sizeof temporary)
        return refuse(why, "file_write", path, strerror(ENAMETOOLONG));
    if (write_all(temporary, text, mode) && rename(temporary, path) == 0)
        return true;
    int cause = errno;
    unlink(temporary);
    return refuse(why, "file_write", path, strerror(cause));
}

bool file_write(const char *path, struct slice text, struct err *why)
{
    return replace(path, text, MODE_USUAL, why);
}

bool file_write_private(const char *path, struct slice text, struct err *why)
{
    return replace(path, text, MODE_PRIVATE, why);
}

/* Slices are for reading; only here is it known that this one is memory of its own. */
void file_free(struct slice text) { free((void *)(uintptr_t)text.at); }

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *place)
{
    (void)info, (void)type, (void)place;
    remove(path);
    return 0;
}

void file_remove_all(const char *path) { nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS); }

bool file_copy_program(const char *from, const char *to, struct err *why)
{
    enum { EVERYBODY = 0755, CHUNK = 1 << 20 };
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, EVERYBODY);
    ssize_t sent = in < 0 || out < 0 ? -1 : 1;

    while (sent > 0)
        sent = sendfile(out, in, NULL, CHUNK);
    bool is_copied = sent == 0 && fchmod(out, EVERYBODY) == 0;
    if (in >= 0)
        close(in);
    if (out >= 0)
        close(out);
    return is_copied || refuse(why, "file_write", to, strerror(errno));
}

/* ---- files of root's that others may read ---- */

void file_let_through(const char *folder)
{
    struct stat info;

    if (geteuid() == 0 && stat(folder, &info) == 0)
        chmod(folder, (info.st_mode & 07777) | 0011);
}

static int let_read_one(const char *path, const struct stat *info, int type, struct FTW *place)
{
    bool can_run = type == FTW_D || (info->st_mode & 0100);

    (void)place;
    if (type == FTW_D || type == FTW_F)
        chmod(path, can_run ? 0755 : 0644);
    return 0;
}

void file_let_read(const char *folder)
{
    if (geteuid() == 0)
        nftw(folder, let_read_one, 16, FTW_PHYS);
}
