#define _GNU_SOURCE /* fallocate, versionsort */

#include "server/journal.h"

#include "base/buf.h"
#include "base/file_system.h"
#include "base/memory.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    LOW_PART = 4,      /* the disk is full when less than this part of a segment is left */
    USUAL_LINE = 2048, /* hardly any line is longer */
};

struct journal {
    char folder[PATH_MAX];
    int64_t segment_bytes;
    int fd;
    int64_t reserved; /* bytes of this segment that the disk has reserved; 0: none */
    int spare;        /* the next segment, reserved; -1: there is none */
    int reserve_error;
    struct journal_place end; /* of what is written */
    char *waiting;            /* kept lines behind `end` */
    size_t waiting_len;
    uint64_t waiting_lines;
    bool is_torn; /* a write has failed, and may have left a part of a line behind `end` */
    int trouble;
};

/* FNV-1a: enough to tell a torn line from a sound one. */
static uint64_t checksum(struct slice text)
{
    uint64_t sum = 0xcbf29ce484222325u;

    for (size_t i = 0; i < text.len; i++)
        sum = (sum ^ (unsigned char)text.at[i]) * 0x100000001b3u;
    return sum;
}

static void name_segment(char path[JOURNAL_PATH_SIZE], const char *folder, uint64_t segment,
                         const char *ending)
{
    snprintf(path, JOURNAL_PATH_SIZE, "%s/journal-%" PRIu64 "%s", folder, segment, ending);
}

static void name_spare(char path[JOURNAL_PATH_SIZE], const char *folder)
{
    snprintf(path, JOURNAL_PATH_SIZE, "%s/journal-spare", folder);
}

/* ---- the reserve ---- */

/* Does the file system guarantee nothing, however much room it has?  Other errors, such as a full
 * disk, may go away. */
static bool is_unsupported(int error)
{
    return error == EOPNOTSUPP || error == ENOSYS || error == EINVAL || error == ENODEV ||
           error == EPERM;
}

/* 0, or why not (errno): then the file is empty. */
static int reserve(int fd, int64_t bytes)
{
    int result;

    do
        result = fallocate(fd, 0, 0, bytes);
    while (result != 0 && errno == EINTR);
    int error = result == 0 ? 0 : errno;
    if (error != 0 && ftruncate(fd, 0) != 0)
        return errno;
    return is_unsupported(error) ? EOPNOTSUPP : error;
}

static int create_file(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

bool journal_wants_spare(const struct journal *journal, struct journal_spare *spare)
{
    name_spare(spare->path, journal->folder);
    spare->bytes = journal->segment_bytes;
    return journal->spare < 0 && journal->reserve_error != EOPNOTSUPP;
}

void journal_reserve(struct journal_spare *spare)
{
    spare->fd = create_file(spare->path);
    spare->error = spare->fd < 0 ? errno : reserve(spare->fd, spare->bytes);
    if (spare->fd < 0 || spare->error == 0)
        return;
    close(spare->fd);
    unlink(spare->path);
    spare->fd = -1;
}

void journal_take_spare(struct journal *journal, const struct journal_spare *spare)
{
    assert(journal->spare < 0);
    journal->spare = spare->fd;
    journal->reserve_error = spare->error;
}

int journal_reserve_error(const struct journal *journal) { return journal->reserve_error; }

static int64_t reserve_left(const struct journal *journal)
{
    return journal->reserved > journal->end.offset ? journal->reserved - journal->end.offset : 0;
}

int64_t journal_reserved(const struct journal *journal)
{
    return reserve_left(journal) + (journal->spare >= 0 ? journal->segment_bytes : 0);
}

bool journal_is_short(const struct journal *journal)
{
    bool is_reserved = journal->reserved > 0 && journal->reserve_error != EOPNOTSUPP;

    if (journal->trouble != 0)
        return true;
    return is_reserved && journal->spare < 0 && journal->reserve_error != 0 &&
           reserve_left(journal) < journal->segment_bytes / LOW_PART;
}

/* ---- coming and going ---- */

static int create_segment(const char *folder, uint64_t segment)
{
    char path[JOURNAL_PATH_SIZE];

    name_segment(path, folder, segment, "");
    return create_file(path);
}

struct journal *journal_create(const char *folder, uint64_t sequence, int64_t segment_bytes,
                               struct err *why)
{
    int fd = create_segment(folder, sequence);

    assert(sequence > 0 && segment_bytes > 0);
    if (fd < 0) {
        err_set(why, "file_write", folder);
        return NULL;
    }
    struct journal *journal = memory_get(1, sizeof *journal);
    journal->waiting = memory_get(JOURNAL_WAITING_BYTES, 1);
    snprintf(journal->folder, sizeof journal->folder, "%s", folder);
    journal->segment_bytes = segment_bytes;
    journal->fd = fd;
    journal->spare = -1;
    journal->reserve_error =
        file_system_copies_on_write(folder) ? EOPNOTSUPP : reserve(fd, segment_bytes);
    journal->reserved = journal->reserve_error == 0 ? segment_bytes : 0;
    journal->end = (struct journal_place){.segment = sequence, .sequence = sequence};
    return journal;
}

void journal_remove_spare(const char *folder)
{
    char path[JOURNAL_PATH_SIZE];

    name_spare(path, folder);
    unlink(path);
}

/* Gives back what is reserved. */
void journal_destroy(struct journal *journal)
{
    if (!journal)
        return;
    if (ftruncate(journal->fd, journal->end.offset) != 0)
        errno = 0; /* readers skip the zeros */
    close(journal->fd);
    if (journal->spare >= 0) {
        close(journal->spare);
        journal_remove_spare(journal->folder);
    }
    free(journal->waiting);
    free(journal);
}

/* ---- writing ---- */

/* -1: there is none, and the present segment grows on. */
static int take_next_segment(struct journal *journal, uint64_t segment)
{
    char spare[JOURNAL_PATH_SIZE], path[JOURNAL_PATH_SIZE];

    if (journal->spare < 0)
        return create_segment(journal->folder, segment);
    name_spare(spare, journal->folder);
    name_segment(path, journal->folder, segment, "");
    return rename(spare, path) == 0 ? journal->spare : -1;
}

/* Where nothing can be reserved, segments have about the same size; while the next one is being
 * reserved, or the disk is full, the present one grows on. */
static bool is_segment_full(const struct journal *journal, size_t len)
{
    if (journal->reserve_error == EOPNOTSUPP)
        return journal->end.offset > journal->segment_bytes;
    return journal->spare >= 0 && (int64_t)len > reserve_left(journal);
}

/* Leaves the present segment, of which nothing but whole lines and zeros stays: a line that a
 * failed write has torn is cut off. */
static void begin_segment(struct journal *journal)
{
    if (journal->is_torn && ftruncate(journal->fd, journal->end.offset) != 0)
        return;
    if (journal->is_torn)
        journal->reserved = 0;
    int fd = take_next_segment(journal, journal->end.sequence);
    if (fd < 0)
        return;
    close(journal->fd);
    journal->fd = fd;
    journal->is_torn = false;
    journal->reserved = fd == journal->spare ? journal->segment_bytes : 0;
    journal->spare = -1;
    journal->end =
        (struct journal_place){.segment = journal->end.sequence, .sequence = journal->end.sequence};
}

/* What is reserved of the present one is not given up for nothing. */
void journal_begin_segment(struct journal *journal)
{
    bool has_next =
        journal->spare >= 0 || journal->reserve_error == 0 || journal->reserve_error == EOPNOTSUPP;

    if (has_next && journal->waiting_len == 0 && journal->end.offset > 0)
        begin_segment(journal);
}

/* Always from the same offset: what a failed attempt left behind is written over. */
static bool write_at_end(struct journal *journal, const char *data, size_t len)
{
    for (size_t done = 0; done < len;) {
        ssize_t n =
            pwrite(journal->fd, data + done, len - done, journal->end.offset + (int64_t)done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            journal->trouble = n < 0 ? errno : ENOSPC;
            journal->is_torn = true;
            return false;
        }
        done += (size_t)n;
    }
    return true;
}

static bool write_lines(struct journal *journal, const char *data, size_t len, uint64_t lines)
{
    if (is_segment_full(journal, len))
        begin_segment(journal);
    if (!write_at_end(journal, data, len))
        return false;
    journal->end.offset += (int64_t)len;
    journal->end.sequence += lines;
    journal->trouble = 0;
    return true;
}

static bool write_waiting(struct journal *journal)
{
    if (journal->waiting_len == 0)
        return true;
    if (!write_lines(journal, journal->waiting, journal->waiting_len, journal->waiting_lines))
        return false;
    journal->waiting_len = 0;
    journal->waiting_lines = 0;
    return true;
}

/* False: it is too long. */
static bool print_line(struct buf *line, uint64_t sequence, struct slice event)
{
    enum { SUM_DIGITS = 16 };
    char sum[SUM_DIGITS + 1];

    assert(!memchr(event.at, '\n', event.len));
    buf_format(line, "%0*d %" PRIu64 " ", SUM_DIGITS, 0, sequence);
    buf_add_slice(line, event);
    struct slice rest = slice_skip(buf_slice(line), SUM_DIGITS + 1);
    snprintf(sum, sizeof sum, "%016" PRIx64, checksum(rest));
    memcpy(line->data, sum, SUM_DIGITS);
    buf_add_char(line, '\n');
    return !line->is_full;
}

bool journal_append(struct journal *journal, struct slice event)
{
    char text[JOURNAL_LINE_MAX];
    struct buf line;

    buf_init(&line, text, sizeof text);
    return write_waiting(journal) && print_line(&line, journal->end.sequence, event) &&
           write_lines(journal, text, line.len, 1);
}

bool journal_append_or_keep(struct journal *journal, struct slice event)
{
    char text[JOURNAL_LINE_MAX];
    struct buf line;

    if (journal_append(journal, event))
        return true;
    buf_init(&line, text, sizeof text);
    if (!print_line(&line, journal->end.sequence + journal->waiting_lines, event) ||
        journal->waiting_len + line.len > JOURNAL_WAITING_BYTES)
        return false;
    memcpy(journal->waiting + journal->waiting_len, text, line.len);
    journal->waiting_len += line.len;
    journal->waiting_lines++;
    return true;
}

/* Zeros behind the end are no lines: this changes nothing but the size of the file. */
static bool write_zeros(struct journal *journal)
{
    static const char zeros[4 * USUAL_LINE];

    return write_at_end(journal, zeros, sizeof zeros);
}

bool journal_has_room(struct journal *journal)
{
    if (!write_waiting(journal))
        return false;
    int trouble = journal->trouble;
    if (trouble == 0 && journal_reserved(journal) >= USUAL_LINE)
        return true;
    bool has_room = write_zeros(journal);
    journal->trouble = trouble; /* no line was refused */
    return has_room;
}

bool journal_retry(struct journal *journal)
{
    if (write_waiting(journal) && write_zeros(journal))
        journal->trouble = 0;
    return journal->trouble == 0;
}

bool journal_is_written(const struct journal *journal) { return journal->waiting_len == 0; }

int journal_trouble(const struct journal *journal) { return journal->trouble; }

struct journal_place journal_end(const struct journal *journal) { return journal->end; }

/* ---- reading ---- */

static int64_t segment_number(const char *name)
{
    struct slice rest = slice_of(name);
    int64_t number;

    return slice_take(&rest, "journal-") && slice_to_int64(rest, &number) ? number : 0;
}

static int is_segment(const struct dirent *entry) { return segment_number(entry->d_name) > 0; }

int journal_list(const char *folder, uint64_t **segments)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_segment, versionsort); /* 9 before 10 */

    *segments = count > 0 ? memory_get((size_t)count, sizeof **segments) : NULL;
    for (int i = 0; i < count; i++) {
        (*segments)[i] = (uint64_t)segment_number(entries[i]->d_name);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return count;
}

int64_t journal_read(const char *folder, const struct journal_place *place, char *data, size_t size)
{
    char path[JOURNAL_PATH_SIZE];

    name_segment(path, folder, place->segment, "");
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    ssize_t n = pread(fd, data, size, place->offset);
    close(fd);
    return n;
}

/* "e5d0c2f1a3b49687 42 moved …" */
static bool is_sound(struct slice line, uint64_t sequence, struct slice *event)
{
    char sum[17];
    struct slice given = slice_take_until(&line, ' ');
    int64_t number;

    snprintf(sum, sizeof sum, "%016" PRIx64, checksum(line));
    *event = line;
    return slice_is(given, sum) && slice_to_int64(slice_take_until(event, ' '), &number) &&
           (uint64_t)number == sequence;
}

static bool is_blank(struct slice bytes)
{
    return bytes.len > 0 && bytes.at[0] == '\0' &&
           memcmp(bytes.at, bytes.at + 1, bytes.len - 1) == 0;
}

enum journal_line journal_parse_line(struct slice *bytes, struct journal_place *place,
                                     struct slice *event)
{
    struct slice rest = *bytes, line = slice_take_until(&rest, '\n');
    size_t len = bytes->len - rest.len;

    if (is_blank(*bytes))
        return JOURNAL_BLANK;
    if (len == line.len)
        return JOURNAL_PARTIAL;
    if (!is_sound(line, place->sequence, event))
        return JOURNAL_DAMAGED;
    *bytes = rest;
    place->offset += (int64_t)len;
    place->sequence++;
    return JOURNAL_WHOLE;
}

void journal_remove(const char *folder, uint64_t segment)
{
    char path[JOURNAL_PATH_SIZE];

    name_segment(path, folder, segment, "");
    unlink(path);
}

void journal_set_aside(const char *folder, uint64_t segment)
{
    char path[JOURNAL_PATH_SIZE], aside[JOURNAL_PATH_SIZE];

    name_segment(path, folder, segment, "");
    name_segment(aside, folder, segment, ".torn");
    rename(path, aside);
}
