#include "server/journal_to_store.h"

#include "base/memory.h"
#include "server/log_lines.h"

#include <assert.h>
#include <stdlib.h>

enum { CHUNK_BYTES = 256 * 1024 }; /* read at a time, and one transaction; many lines fit */

enum fed {
    FED_SOME,
    FED_ALL,    /* nothing more to read */
    FED_BROKEN, /* the next line is torn or damaged */
    FED_FAILED, /* the store refuses, or the segment cannot be read; nothing has changed */
};

bool journal_to_store_init(struct journal_to_store *to_store, const char *folder,
                           struct store *store, struct log *log, struct err *why)
{
    *to_store = (struct journal_to_store){.folder = folder, .store = store, .log = log};
    to_store->chunk = memory_get(CHUNK_BYTES, 1);
    return store_journal_sequence(store, &to_store->stored, why);
}

void journal_to_store_finish(struct journal_to_store *to_store) { free(to_store->chunk); }

/* A sound line that we do not understand was written by another version: it is kept in the log. */
static bool store_event(struct journal_to_store *to_store, struct slice event, struct err *why)
{
    char text[LOG_LINE_SIZE];

    if (journal_event_parse(event, &to_store->entry))
        return journal_event_store(&to_store->entry, to_store->store, why);
    buf_copy(text, sizeof text, event);
    log_lines_write_event(to_store->log, "journal-strange", "event", text);
    return true;
}

/* Stores the whole lines of `bytes`; `place` follows. */
static enum fed store_lines(struct journal_to_store *to_store, struct slice bytes,
                            struct journal_place *place, struct err *why)
{
    struct slice event;
    size_t before = bytes.len;

    for (;;) {
        uint64_t sequence = place->sequence;
        enum journal_line line = journal_parse_line(&bytes, place, &event);
        if (line != JOURNAL_WHOLE && bytes.len < before)
            return FED_SOME;
        if (line != JOURNAL_WHOLE)
            return line == JOURNAL_BLANK ? FED_ALL : FED_BROKEN;
        if (sequence > to_store->stored && !store_event(to_store, event, why))
            return FED_FAILED;
    }
}

/* One transaction: the lines and how far they go. */
static enum fed store_chunk(struct journal_to_store *to_store, struct slice bytes, struct err *why)
{
    struct journal_place place = to_store->place;

    assert(bytes.len > 0 && bytes.len <= CHUNK_BYTES);
    if (!store_begin(to_store->store, why))
        return FED_FAILED;
    enum fed fed = store_lines(to_store, bytes, &place, why);
    uint64_t last = place.sequence - 1 > to_store->stored ? place.sequence - 1 : to_store->stored;
    bool is_fine = fed == FED_SOME && store_set_journal_sequence(to_store->store, last, why);
    if (!store_end(to_store->store, is_fine, why))
        return fed == FED_BROKEN || fed == FED_ALL ? fed : FED_FAILED;
    to_store->place = place;
    to_store->stored = last;
    return FED_SOME;
}

/* The next chunk of the segment, but nothing at or behind `limit`. */
static enum fed feed_chunk(struct journal_to_store *to_store, int64_t limit, struct err *why)
{
    int64_t room = limit - to_store->place.offset;
    int64_t len = journal_read(to_store->folder, &to_store->place, to_store->chunk,
                               room < CHUNK_BYTES ? (size_t)room : CHUNK_BYTES);

    assert(limit >= to_store->place.offset);
    if (len < 0) {
        err_set(why, "file_missing", to_store->folder);
        return FED_FAILED;
    }
    return len == 0 ? FED_ALL
                    : store_chunk(to_store, slice_make(to_store->chunk, (size_t)len), why);
}

static void report_torn(struct journal_to_store *to_store)
{
    struct log_line line;

    log_begin(&line, "journal-torn");
    log_int(&line, "segment", (int64_t)to_store->place.segment);
    log_int(&line, "offset", to_store->place.offset);
    log_end(to_store->log, &line);
}

/* Is there nothing but reserved space behind the last line? */
static bool is_rest_blank(const struct journal_to_store *to_store)
{
    struct journal_place place = to_store->place;
    struct slice event;
    int64_t len;

    while ((len = journal_read(to_store->folder, &place, to_store->chunk, CHUNK_BYTES)) > 0) {
        struct slice bytes = slice_make(to_store->chunk, (size_t)len);
        if (journal_parse_line(&bytes, &place, &event) != JOURNAL_BLANK)
            return false;
        place.offset += len;
    }
    return len == 0;
}

/* `next`: the segment that follows; 0: it is the last one. */
static bool recover_segment(struct journal_to_store *to_store, uint64_t segment, uint64_t next,
                            struct err *why)
{
    enum fed fed;

    to_store->place = (struct journal_place){.segment = segment, .sequence = segment};
    do
        fed = feed_chunk(to_store, INT64_MAX, why);
    while (fed == FED_SOME);
    if (fed == FED_FAILED)
        return false;
    if (to_store->keeps_segments)
        return true;
    bool is_whole = next == 0 || next == to_store->place.sequence;
    if (fed == FED_ALL && is_whole && is_rest_blank(to_store)) {
        journal_remove(to_store->folder, segment);
        return true;
    }
    report_torn(to_store);
    journal_set_aside(to_store->folder, segment);
    return true;
}

bool journal_to_store_recover(struct journal_to_store *to_store, struct err *why)
{
    uint64_t *segments;
    int count = journal_list(to_store->folder, &segments);
    bool is_recovered = count >= 0 || err_set(why, "file_missing", to_store->folder);

    for (int i = 0; i < count && is_recovered; i++)
        is_recovered =
            recover_segment(to_store, segments[i], i + 1 < count ? segments[i + 1] : 0, why);
    free(segments);
    to_store->place =
        (struct journal_place){.segment = to_store->stored + 1, .sequence = to_store->stored + 1};
    return is_recovered;
}

bool journal_to_store_feed(struct journal_to_store *to_store, const struct journal_place *end,
                           struct err *why)
{
    assert(to_store->place.segment <= end->segment);
    while (to_store->place.sequence < end->sequence || to_store->place.segment < end->segment) {
        bool is_last = to_store->place.segment == end->segment;
        switch (feed_chunk(to_store, is_last ? end->offset : INT64_MAX, why)) {
        case FED_SOME:
            break;
        case FED_ALL:
            if (is_last)
                return err_set(why, "journal_damaged", to_store->folder);
            /* Read to its end, and the journal is further: the next one begins here. */
            journal_remove(to_store->folder, to_store->place.segment);
            to_store->place.segment = to_store->place.sequence;
            to_store->place.offset = 0;
            break;
        case FED_BROKEN:
            return err_set(why, "journal_damaged", to_store->folder);
        case FED_FAILED:
            return false;
        }
    }
    return true;
}
