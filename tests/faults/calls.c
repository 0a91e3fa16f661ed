/* The calls that fail.h makes fail: each one counts, and then fails or goes on to the real one. */

#define _GNU_SOURCE /* RTLD_NEXT, the names that end in 64 */

#include "fail.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

/* The function of this name that would be called without us. */
#define NEXT(name)                                                                                 \
    static __typeof__(name) *next;                                                                 \
    if (!next)                                                                                     \
    next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

/* ---- memory ---- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size)
{
    return fail_memory(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fail_memory(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return size > 0 && fail_memory(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}

void *mmap(void *at, size_t len, int rights, int flags, int fd, off_t offset)
{
    return fail_now(FAIL_MAP) ? MAP_FAILED
                              : (void *)syscall(SYS_mmap, at, len, rights, flags, fd, offset);
}

void *mmap64(void *at, size_t len, int rights, int flags, int fd, off64_t offset)
{
    return mmap(at, len, rights, flags, fd, offset);
}

/* ---- reading and writing ---- */

ssize_t read(int fd, void *data, size_t len)
{
    return fail_read(fd, &len) ? -1 : syscall(SYS_read, fd, data, len);
}

ssize_t pread(int fd, void *data, size_t len, off_t offset)
{
    return fail_read(fd, &len) ? -1 : syscall(SYS_pread64, fd, data, len, offset);
}

ssize_t pread64(int fd, void *data, size_t len, off64_t offset)
{
    return pread(fd, data, len, offset);
}

ssize_t write(int fd, const void *data, size_t len)
{
    return fail_write(fd, &len) ? -1 : syscall(SYS_write, fd, data, len);
}

ssize_t pwrite(int fd, const void *data, size_t len, off_t offset)
{
    return fail_write(fd, &len) ? -1 : syscall(SYS_pwrite64, fd, data, len, offset);
}

ssize_t pwrite64(int fd, const void *data, size_t len, off64_t offset)
{
    return pwrite(fd, data, len, offset);
}

/* Short ones of these are whole. */
ssize_t readv(int fd, const struct iovec *parts, int count)
{
    return fail_read(fd, &(size_t){0}) ? -1 : syscall(SYS_readv, fd, parts, count);
}

ssize_t writev(int fd, const struct iovec *parts, int count)
{
    return fail_write(fd, &(size_t){0}) ? -1 : syscall(SYS_writev, fd, parts, count);
}

ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
    return fail_read(fd, &(size_t){0}) ? -1 : syscall(SYS_recvmsg, fd, message, flags);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    return fail_write(fd, &(size_t){0}) ? -1 : syscall(SYS_sendmsg, fd, message, flags);
}

ssize_t recv(int fd, void *data, size_t len, int flags)
{
    return fail_read(fd, &len) ? -1 : syscall(SYS_recvfrom, fd, data, len, flags, NULL, NULL);
}

ssize_t send(int fd, const void *data, size_t len, int flags)
{
    return fail_write(fd, &len) ? -1 : syscall(SYS_sendto, fd, data, len, flags, NULL, 0);
}

ssize_t sendfile(int to, int from, off_t *offset, size_t len)
{
    return fail_write(to, &len) ? -1 : syscall(SYS_sendfile, to, from, offset, len);
}

ssize_t sendfile64(int to, int from, off64_t *offset, size_t len)
{
    return sendfile(to, from, offset, len);
}

/* ---- streams of the C library ---- */

enum { GLIBC_ERROR_SEEN = 0x20 };

/* Those of files only: what waits in a stream for the terminal or a pipe cannot be written again.
 */
static bool stream_fails(FILE *file, enum fail_kind kind)
{
    struct stat info;

    return fstat(fileno(file), &info) == 0 && S_ISREG(info.st_mode) && fail_now(kind);
}

static void mark(FILE *file) { file->_flags |= GLIBC_ERROR_SEEN; }

size_t fread(void *data, size_t size, size_t count, FILE *file)
{
    NEXT(fread);
    if (!stream_fails(file, FAIL_READ))
        return next(data, size, count, file);
    mark(file);
    return 0;
}

char *fgets(char *text, int size, FILE *file)
{
    NEXT(fgets);
    if (!stream_fails(file, FAIL_READ))
        return next(text, size, file);
    mark(file);
    return NULL;
}

size_t fwrite(const void *data, size_t size, size_t count, FILE *file)
{
    NEXT(fwrite);
    if (!stream_fails(file, FAIL_WRITE))
        return next(data, size, count, file);
    mark(file);
    return 0;
}

int fflush(FILE *file)
{
    NEXT(fflush);
    if (!file || !stream_fails(file, FAIL_WRITE))
        return next(file);
    mark(file);
    return EOF;
}

/* The file is closed in any case. */
int fclose(FILE *file)
{
    NEXT(fclose);
    bool fails = stream_fails(file, FAIL_WRITE);
    int error = errno, result = next(file);

    if (fails)
        errno = error;
    return fails ? EOF : result;
}

FILE *fopen(const char *path, const char *mode)
{
    NEXT(fopen);
    return fail_now(FAIL_OPEN) ? NULL : next(path, mode);
}

FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }

FILE *fdopen(int fd, const char *mode)
{
    NEXT(fdopen);
    return fail_now(FAIL_OPEN) ? NULL : next(fd, mode);
}

/* ---- files and their names ---- */

static int open_at(int folder, const char *path, int flags, va_list more)
{
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;

    return fail_now(FAIL_OPEN) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    va_list more;

    va_start(more, flags);
    int fd = open_at(AT_FDCWD, path, flags, more);
    va_end(more);
    return fd;
}

int open64(const char *path, int flags, ...)
{
    va_list more;

    va_start(more, flags);
    int fd = open_at(AT_FDCWD, path, flags, more);
    va_end(more);
    return fd;
}

int openat(int folder, const char *path, int flags, ...)
{
    va_list more;

    va_start(more, flags);
    int fd = open_at(folder, path, flags, more);
    va_end(more);
    return fd;
}

int dup(int fd) { return fail_now(FAIL_OPEN) ? -1 : (int)syscall(SYS_dup, fd); }

int mkstemp(char *template)
{
    NEXT(mkstemp);
    return fail_now(FAIL_OPEN) ? -1 : next(template);
}

int mkstemp64(char *template) { return mkstemp(template); }

char *mkdtemp(char *template)
{
    NEXT(mkdtemp);
    return fail_now(FAIL_NAME) ? NULL : next(template);
}

DIR *opendir(const char *path)
{
    NEXT(opendir);
    return fail_now(FAIL_OPEN) ? NULL : next(path);
}

int memfd_create(const char *name, unsigned flags)
{
    return fail_now(FAIL_OPEN) ? -1 : (int)syscall(SYS_memfd_create, name, flags);
}

int fsync(int fd) { return fail_now(FAIL_FSYNC) ? -1 : (int)syscall(SYS_fsync, fd); }

int fdatasync(int fd) { return fail_now(FAIL_FSYNC) ? -1 : (int)syscall(SYS_fdatasync, fd); }

int rename(const char *from, const char *to)
{
    return fail_now(FAIL_NAME) ? -1 : (int)syscall(SYS_rename, from, to);
}

int link(const char *from, const char *to)
{
    return fail_now(FAIL_NAME) ? -1 : (int)syscall(SYS_link, from, to);
}

int symlink(const char *to, const char *path)
{
    return fail_now(FAIL_NAME) ? -1 : (int)syscall(SYS_symlink, to, path);
}

int unlink(const char *path) { return fail_now(FAIL_NAME) ? -1 : (int)syscall(SYS_unlink, path); }

int unlinkat(int folder, const char *path, int flags)
{
    return fail_now(FAIL_NAME) ? -1 : (int)syscall(SYS_unlinkat, folder, path, flags);
}

int remove(const char *path)
{
    NEXT(remove);
    return fail_now(FAIL_NAME) ? -1 : next(path);
}

int mkdir(const char *path, mode_t mode)
{
    return fail_now(FAIL_NAME) ? -1 : (int)syscall(SYS_mkdir, path, mode);
}

int rmdir(const char *path) { return fail_now(FAIL_NAME) ? -1 : (int)syscall(SYS_rmdir, path); }

int fchmod(int fd, mode_t mode)
{
    return fail_now(FAIL_NAME) ? -1 : (int)syscall(SYS_fchmod, fd, mode);
}

int ftruncate(int fd, off_t size)
{
    return fail_now(FAIL_SIZE) ? -1 : (int)syscall(SYS_ftruncate, fd, size);
}

int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }

int fallocate(int fd, int mode, off_t offset, off_t len)
{
    return fail_now(FAIL_SIZE) ? -1 : (int)syscall(SYS_fallocate, fd, mode, offset, len);
}

int fallocate64(int fd, int mode, off64_t offset, off64_t len)
{
    return fallocate(fd, mode, offset, len);
}

/* These two say what is wrong without errno. */
int posix_fallocate(int fd, off_t offset, off_t len)
{
    NEXT(posix_fallocate);
    return fail_now(FAIL_SIZE) ? errno : next(fd, offset, len);
}

int posix_fallocate64(int fd, off64_t offset, off64_t len)
{
    return posix_fallocate(fd, offset, len);
}

int flock(int fd, int operation)
{
    bool is_interrupted = !(operation & LOCK_NB) && fail_now(FAIL_SIGNAL);

    return is_interrupted || fail_now(FAIL_LOCK) ? -1 : (int)syscall(SYS_flock, fd, operation);
}

static int control(int fd, int command, va_list more)
{
    long argument = va_arg(more, long);
    bool is_lock = command == F_SETLK || command == F_SETLKW;

    return is_lock && fail_now(FAIL_LOCK) ? -1 : (int)syscall(SYS_fcntl, fd, command, argument);
}

int fcntl(int fd, int command, ...)
{
    va_list more;

    va_start(more, command);
    int result = control(fd, command, more);
    va_end(more);
    return result;
}

int fcntl64(int fd, int command, ...)
{
    va_list more;

    va_start(more, command);
    int result = control(fd, command, more);
    va_end(more);
    return result;
}

/* ---- processes and threads ---- */

pid_t fork(void)
{
    NEXT(fork);
    return fail_now(FAIL_FORK) ? -1 : next();
}

/* A function that calls vfork() must not return before the child has gone, so it is a fork. */
pid_t vfork(void) { return fork(); }

/* Guardians of programs are made by clone(2). */
long syscall(long number, ...)
{
    long words[6];
    va_list more;

    NEXT(syscall);
    va_start(more, number);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        words[i] = va_arg(more, long);
    va_end(more);
    if (number == SYS_clone && fail_now(FAIL_FORK))
        return -1;
    return next(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *context)
{
    NEXT(pthread_create);
    return fail_now(FAIL_THREAD) ? EAGAIN : next(thread, attributes, run, context);
}

pid_t waitpid(pid_t pid, int *status, int options)
{
    return fail_now(FAIL_SIGNAL) ? -1 : (pid_t)syscall(SYS_wait4, pid, status, options, NULL);
}

/* ---- sockets and waiting ---- */

int socket(int domain, int type, int protocol)
{
    return fail_now(FAIL_SOCKET) ? -1 : (int)syscall(SYS_socket, domain, type, protocol);
}

int socketpair(int domain, int type, int protocol, int ends[2])
{
    return fail_now(FAIL_SOCKET) ? -1 : (int)syscall(SYS_socketpair, domain, type, protocol, ends);
}

int bind(int fd, const struct sockaddr *address, socklen_t len)
{
    return fail_now(FAIL_SOCKET) ? -1 : (int)syscall(SYS_bind, fd, address, len);
}

int listen(int fd, int backlog)
{
    return fail_now(FAIL_SOCKET) ? -1 : (int)syscall(SYS_listen, fd, backlog);
}

int connect(int fd, const struct sockaddr *address, socklen_t len)
{
    return fail_now(FAIL_SIGNAL) || fail_now(FAIL_SOCKET)
               ? -1
               : (int)syscall(SYS_connect, fd, address, len);
}

int pipe(int ends[2]) { return pipe2(ends, 0); }

/* The pipe that libuv makes for all loops: without it libuv ends the process, so base/loop.c makes
 * sure before that there is one, and it does not fail. */
static bool is_first_loop = true;
static __thread bool is_in_first_loop;

int uv_loop_init(uv_loop_t *loop)
{
    NEXT(uv_loop_init);
    is_in_first_loop = is_first_loop;
    is_first_loop = false;
    int error = next(loop);
    is_in_first_loop = false;
    return error;
}

int pipe2(int ends[2], int flags)
{
    return !is_in_first_loop && fail_now(FAIL_SOCKET) ? -1 : (int)syscall(SYS_pipe2, ends, flags);
}

int eventfd(unsigned count, int flags)
{
    return fail_now(FAIL_SOCKET) ? -1 : (int)syscall(SYS_eventfd2, count, flags);
}

int epoll_create1(int flags)
{
    return fail_now(FAIL_SOCKET) ? -1 : (int)syscall(SYS_epoll_create1, flags);
}

int accept4(int fd, struct sockaddr *address, socklen_t *len, int flags)
{
    return fail_now(FAIL_SIGNAL) || fail_now(FAIL_ACCEPT)
               ? -1
               : (int)syscall(SYS_accept4, fd, address, len, flags);
}

int accept(int fd, struct sockaddr *address, socklen_t *len)
{
    return accept4(fd, address, len, 0);
}

int poll(struct pollfd *fds, nfds_t count, int timeout_ms)
{
    return fail_now(FAIL_SIGNAL) ? -1 : (int)syscall(SYS_poll, fds, count, timeout_ms);
}

int __poll_chk(struct pollfd *fds, nfds_t count, int timeout_ms, size_t size);
int __poll_chk(struct pollfd *fds, nfds_t count, int timeout_ms, size_t size)
{
    (void)size;
    return poll(fds, count, timeout_ms);
}

int epoll_wait(int fd, struct epoll_event *events, int max, int timeout_ms)
{
    return fail_now(FAIL_SIGNAL) ? -1 : (int)syscall(SYS_epoll_wait, fd, events, max, timeout_ms);
}

/* ---- questions to databases; those that a library asks itself neither count nor fail ---- */

static __thread int depth;

static bool query_fails(void) { return depth == 0 && fail_now(FAIL_QUERY); }

/* ---- SQLite: the call does nothing, and says why ---- */

static __thread int lite_code;

static bool lite_fails(void)
{
    if (!query_fails())
        return false;
    lite_code = errno == ENOSPC   ? SQLITE_FULL
                : errno == EBUSY  ? SQLITE_BUSY
                : errno == ENOMEM ? SQLITE_NOMEM
                                  : SQLITE_IOERR;
    return true;
}

const char *sqlite3_errmsg(sqlite3 *db)
{
    NEXT(sqlite3_errmsg);
    int code = lite_code;

    lite_code = 0;
    return code ? sqlite3_errstr(code) : next(db);
}

int sqlite3_step(sqlite3_stmt *statement)
{
    NEXT(sqlite3_step);
    if (lite_fails())
        return lite_code;
    depth++;
    int code = next(statement);
    depth--;
    return code;
}

int sqlite3_exec(sqlite3 *db, const char *sql, int (*on_row)(void *, int, char **, char **),
                 void *context, char **why)
{
    NEXT(sqlite3_exec);
    if (lite_fails())
        return lite_code;
    depth++;
    int code = next(db, sql, on_row, context, why);
    depth--;
    return code;
}

int sqlite3_prepare_v3(sqlite3 *db, const char *sql, int len, unsigned flags,
                       sqlite3_stmt **statement, const char **rest)
{
    NEXT(sqlite3_prepare_v3);
    if (lite_fails()) {
        *statement = NULL;
        return lite_code;
    }
    depth++;
    int code = next(db, sql, len, flags, statement, rest);
    depth--;
    return code;
}

/* ---- PostgreSQL: the line is cut ---- */

/* EPIPE: the question arrives, its answer does not.  Everything else: neither. */
static void cut(PGconn *conn)
{
    if (query_fails())
        shutdown(PQsocket(conn), errno == EPIPE ? SHUT_RD : SHUT_RDWR);
}

PGresult *PQexec(PGconn *conn, const char *sql)
{
    NEXT(PQexec);
    cut(conn);
    depth++;
    PGresult *result = next(conn, sql);
    depth--;
    return result;
}

PGresult *PQprepare(PGconn *conn, const char *name, const char *sql, int count, const Oid *types)
{
    NEXT(PQprepare);
    cut(conn);
    depth++;
    PGresult *result = next(conn, name, sql, count, types);
    depth--;
    return result;
}

PGresult *PQexecPrepared(PGconn *conn, const char *name, int count, const char *const *values,
                         const int *lengths, const int *formats, int result_format)
{
    NEXT(PQexecPrepared);
    cut(conn);
    depth++;
    PGresult *result = next(conn, name, count, values, lengths, formats, result_format);
    depth--;
    return result;
}

/* Answers that are streamed. */
PGresult *PQgetResult(PGconn *conn)
{
    NEXT(PQgetResult);
    cut(conn);
    depth++;
    PGresult *result = next(conn);
    depth--;
    return result;
}
