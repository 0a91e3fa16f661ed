#include "server/seat_log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Places are counted from the beginning of time; the byte is the place modulo SEAT_LOG_BYTES. */
struct kept {
    uint64_t place;
    size_t len;
    struct seat_log_entry entry; /* without its text */
};

struct seat_log {
    uint64_t first, next; /* entries */
    uint64_t end;         /* the next place */
    struct kept kept[SEAT_LOG_ENTRIES];
    char text[SEAT_LOG_BYTES];
};

struct seat_log *seat_log_create(void) { return calloc(1, sizeof(struct seat_log)); }

void seat_log_destroy(struct seat_log *log) { free(log); }

static struct kept *kept_at(struct seat_log *log, uint64_t number)
{
    return &log->kept[number % SEAT_LOG_ENTRIES];
}

/* A place for so many bytes in one piece; what lay there is forgotten. */
static uint64_t make_room(struct seat_log *log, size_t len)
{
    uint64_t place = log->end, rest = SEAT_LOG_BYTES - place % SEAT_LOG_BYTES;

    assert(len <= SEAT_LOG_TEXT_MAX);
    if (len > rest)
        place += rest;
    log->end = place + len;
    while (log->first < log->next && log->end - kept_at(log, log->first)->place > SEAT_LOG_BYTES)
        log->first++;
    return place;
}

static size_t fitting(size_t had, size_t len)
{
    assert(had <= SEAT_LOG_TEXT_MAX);
    return len < SEAT_LOG_TEXT_MAX - had ? len : SEAT_LOG_TEXT_MAX - had;
}

void seat_log_add(struct seat_log *log, enum seat_log_kind kind, struct seat_log_moment when,
                  struct slice text)
{
    size_t len = fitting(0, text.len);
    uint64_t place = make_room(log, len);

    if (log->next - log->first == SEAT_LOG_ENTRIES)
        log->first++;
    *kept_at(log, log->next++) = (struct kept){
        .place = place,
        .len = len,
        .entry = {.kind = kind, .when = when, .left_out = text.len - len},
    };
    memcpy(log->text + place % SEAT_LOG_BYTES, text.at, len);
}

/* The last entry grows; where it lies there may be no room behind it. */
static void stretch(struct seat_log *log, struct kept *last, size_t more)
{
    uint64_t old = last->place;

    assert(last->entry.kind == SEAT_LOG_IN);
    log->end = old;
    last->place = make_room(log, last->len + more);
    if (last->place != old)
        memcpy(log->text + last->place % SEAT_LOG_BYTES, log->text + old % SEAT_LOG_BYTES,
               last->len);
}

bool seat_log_go_on(struct seat_log *log, struct slice text)
{
    struct kept *last = kept_at(log, log->next - 1);

    if (log->first == log->next || last->entry.kind != SEAT_LOG_IN)
        return false;
    size_t more = fitting(last->len, text.len);
    stretch(log, last, more);
    memcpy(log->text + last->place % SEAT_LOG_BYTES + last->len, text.at, more);
    last->len += more;
    last->entry.left_out += text.len - more;
    return true;
}

static struct kept *last_heard(struct seat_log *log)
{
    for (uint64_t number = log->next; number > log->first; number--) {
        if (kept_at(log, number - 1)->entry.kind == SEAT_LOG_IN)
            return kept_at(log, number - 1);
    }
    return NULL;
}

void seat_log_mark_error(struct seat_log *log, size_t back)
{
    struct kept *last = last_heard(log);

    if (!last)
        return;
    size_t whole = last->len + last->entry.left_out, mark = back < whole ? whole - back : 0;
    last->entry.has_mark = true;
    last->entry.mark = mark < last->len ? mark : last->len;
}

uint64_t seat_log_first(const struct seat_log *log) { return log->first; }

uint64_t seat_log_next(const struct seat_log *log) { return log->next; }

struct seat_log_entry seat_log_at(const struct seat_log *log, uint64_t number)
{
    const struct kept *kept = &log->kept[number % SEAT_LOG_ENTRIES];
    struct seat_log_entry entry = kept->entry;

    assert(number >= log->first && number < log->next);
    entry.text = slice_make(log->text + kept->place % SEAT_LOG_BYTES, kept->len);
    return entry;
}
