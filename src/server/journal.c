#define _GNU_SOURCE /* versionsort */

#include "server/journal.h"

#include "base/buf.h"
#include "base/memory.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct journal {
    char folder[PATH_MAX];
    int fd;
    struct journal_place end; /* of what is written */
    uint64_t next;            /* sequence number of the next line */
    char *waiting;            /* whole lines behind `end` */
    size_t waiting_len;
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

static void name_segment(char path[PATH_MAX], const char *folder, uint64_t segment,
                         const char *ending)
{
    snprintf(path, PATH_MAX, "%s/journal-%" PRIu64 "%s", folder, segment, ending);
}

/* ---- writing ---- */

static int create_segment(const char *folder, uint64_t segment)
{
    char path[PATH_MAX];

    name_segment(path, folder, segment, "");
    return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

struct journal *journal_create(const char *folder, uint64_t sequence, struct err *why)
{
    int fd = create_segment(folder, sequence);

    assert(sequence > 0);
    if (fd < 0) {
        err_set(why, "file_write", folder);
        return NULL;
    }
    struct journal *journal = memory_get(1, sizeof *journal);
    journal->waiting = memory_get(JOURNAL_WAITING_BYTES, 1);
    snprintf(journal->folder, sizeof journal->folder, "%s", folder);
    journal->fd = fd;
    journal->end = (struct journal_place){.segment = sequence, .sequence = sequence};
    journal->next = sequence;
    return journal;
}

void journal_destroy(struct journal *journal)
{
    if (!journal)
        return;
    close(journal->fd);
    free(journal->waiting);
    free(journal);
}

/* Where there is no room for a new file, the old one grows on. */
static void rotate(struct journal *journal)
{
    int fd = create_segment(journal->folder, journal->next);

    assert(journal->waiting_len == 0);
    if (fd < 0)
        return;
    close(journal->fd);
    journal->fd = fd;
    journal->end = (struct journal_place){.segment = journal->next, .sequence = journal->next};
}

/* Always from the same offset: what a failed attempt left behind is written over. */
static bool write_waiting(struct journal *journal)
{
    size_t done = 0;

    while (done < journal->waiting_len) {
        ssize_t n = pwrite(journal->fd, journal->waiting + done, journal->waiting_len - done,
                           journal->end.offset + (int64_t)done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            journal->trouble = n < 0 ? errno : ENOSPC;
            return false;
        }
        done += (size_t)n;
    }
    return true;
}

bool journal_flush(struct journal *journal)
{
    if (!write_waiting(journal))
        return false;
    journal->end.offset += (int64_t)journal->waiting_len;
    journal->end.sequence = journal->next;
    journal->waiting_len = 0;
    journal->trouble = 0;
    if (journal->end.offset > JOURNAL_SEGMENT_BYTES)
        rotate(journal);
    return true;
}

bool journal_append(struct journal *journal, struct slice event)
{
    enum { SUM_DIGITS = 16 };
    char text[JOURNAL_LINE_MAX], sum[SUM_DIGITS + 1];
    struct buf line;

    assert(!memchr(event.at, '\n', event.len));
    buf_init(&line, text, sizeof text);
    buf_format(&line, "%0*d %" PRIu64 " ", SUM_DIGITS, 0, journal->next);
    buf_add_slice(&line, event);
    struct slice rest = slice_skip(buf_slice(&line), SUM_DIGITS + 1);
    snprintf(sum, sizeof sum, "%016" PRIx64, checksum(rest));
    memcpy(text, sum, SUM_DIGITS);
    buf_add_char(&line, '\n');
    if (line.is_full || journal->waiting_len + line.len > JOURNAL_WAITING_BYTES)
        return false;
    memcpy(journal->waiting + journal->waiting_len, text, line.len);
    journal->waiting_len += line.len;
    journal->next++;
    journal_flush(journal);
    return true;
}

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
    char path[PATH_MAX];

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

enum journal_line journal_parse_line(struct slice *bytes, struct journal_place *place,
                                     struct slice *event)
{
    struct slice rest = *bytes, line = slice_take_until(&rest, '\n');
    size_t len = bytes->len - rest.len;

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
    char path[PATH_MAX];

    name_segment(path, folder, segment, "");
    unlink(path);
}

void journal_set_aside(const char *folder, uint64_t segment)
{
    char path[PATH_MAX], aside[PATH_MAX];

    name_segment(path, folder, segment, "");
    name_segment(aside, folder, segment, ".torn");
    rename(path, aside);
}
