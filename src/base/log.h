#ifndef BASE_LOG_H
#define BASE_LOG_H

/*
 * The log: one line per event, for people and for grep.
 *
 *     2026-01-02T03:04:05.678Z game-started number=17 red="Käpt'n Blau" blue=mittel
 *
 * Values with blanks, quotes, '=' or control characters are quoted, so that a stranger's name can
 * never look like another field or another line.  A line is one write: any thread may log.
 */

#include "base/buf.h"
#include "base/err.h"
#include "base/last_lines.h"

struct log;

enum { LOG_LINE_SIZE = 2048 };

/* A line under construction; what does not fit is left out. */
struct log_line {
    struct buf buf;
    char text[LOG_LINE_SIZE];
};

/* `path` NULL: stderr.  NULL: the file cannot be opened, `why` says it. */
struct log *log_create(const char *path, struct err *why);
void log_destroy(struct log *log);
/* Opens the file again under its name, after logrotate or a person has moved the old one away.  If
 * that fails the old one goes on being written. */
bool log_reopen(struct log *log, struct err *why);

void log_begin(struct log_line *line, const char *event);
void log_text(struct log_line *line, const char *key, const char *value);
void log_int(struct log_line *line, const char *key, int64_t value);
void log_end(struct log *log, struct log_line *line);

/* The last lines, also of a log that is not a file. */
void log_recent(struct log *log, struct last_lines *recent);

/* An event whose whole story is a refusal: "event code=… details=…". */
void log_err(struct log *log, const char *event, const struct err *why);

#endif
