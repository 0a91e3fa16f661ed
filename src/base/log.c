#include "base/log.h"

#include "base/clock.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct log {
    int fd;
    char path[PATH_MAX]; /* empty: stderr */
    pthread_mutex_t mutex;
    struct last_lines recent; /* under the mutex */
};

static int open_file(const char *path, struct err *why)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

    if (fd < 0)
        err_set(why, "file_write", path);
    return fd;
}

struct log *log_create(const char *path, struct err *why)
{
    int fd = path ? open_file(path, why) : STDERR_FILENO;

    if (fd < 0)
        return NULL;
    struct log *log = memory_get(1, sizeof *log);
    log->fd = fd;
    pthread_mutex_init(&log->mutex, NULL);
    if (path)
        snprintf(log->path, sizeof log->path, "%s", path);
    return log;
}

void log_destroy(struct log *log)
{
    if (!log)
        return;
    if (log->path[0])
        close(log->fd);
    pthread_mutex_destroy(&log->mutex);
    free(log);
}

/* The descriptor keeps its number, so that a thread in the middle of a line never sees a closed
 * one. */
bool log_reopen(struct log *log, struct err *why)
{
    if (!log->path[0])
        return true;
    int fd = open_file(log->path, why);
    if (fd < 0)
        return false;
    bool is_moved = dup2(fd, log->fd) >= 0 && fcntl(log->fd, F_SETFD, FD_CLOEXEC) == 0;
    close(fd);
    return is_moved || err_set(why, "file_write", log->path);
}

void log_begin(struct log_line *line, const char *event)
{
    int64_t now_ms = clock_wall_ms();
    char time[32];

    clock_format(now_ms, "%Y-%m-%dT%H:%M:%S", time, sizeof time);
    buf_init(&line->buf, line->text, sizeof line->text - 1); /* room for the newline */
    buf_format(&line->buf, "%s.%03dZ %s", time, (int)(now_ms % 1000), event);
}

static bool is_plain(const char *value)
{
    for (const char *c = value; *c; c++) {
        if ((unsigned char)*c <= ' ' || *c == '"' || *c == '\\' || *c == '=' || *c == 127)
            return false;
    }
    return value[0] != '\0';
}

static void add_quoted(struct buf *buf, const char *value)
{
    buf_add_char(buf, '"');
    for (const char *c = value; *c; c++) {
        if (*c == '\n') {
            buf_add(buf, "\\n");
            continue;
        }
        if (*c == '"' || *c == '\\')
            buf_add_char(buf, '\\');
        buf_add_char(buf, *c == 127 ? ' ' : buf_tame(*c));
    }
    buf_add_char(buf, '"');
}

void log_text(struct log_line *line, const char *key, const char *value)
{
    buf_format(&line->buf, " %s=", key);
    if (is_plain(value))
        buf_add(&line->buf, value);
    else
        add_quoted(&line->buf, value);
}

void log_int(struct log_line *line, const char *key, int64_t value)
{
    buf_format(&line->buf, " %s=%lld", key, (long long)value);
}

void log_end(struct log *log, struct log_line *line)
{
    line->text[line->buf.len] = '\n';
    ssize_t written = write(log->fd, line->text, line->buf.len + 1);
    (void)written; /* there is no place left to complain */
    pthread_mutex_lock(&log->mutex);
    last_lines_add(&log->recent, slice_make(line->text, line->buf.len + 1), clock_wall_ms());
    pthread_mutex_unlock(&log->mutex);
}

void log_recent(struct log *log, struct last_lines *recent)
{
    pthread_mutex_lock(&log->mutex);
    *recent = log->recent;
    pthread_mutex_unlock(&log->mutex);
}

void log_err(struct log *log, const char *event, const struct err *why)
{
    struct log_line line;

    log_begin(&line, event);
    log_text(&line, "code", why->code);
    log_text(&line, "details", why->details);
    log_end(log, &line);
}
