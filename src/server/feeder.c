#include "server/feeder.h"

#include "base/memory.h"
#include "server/report.h"

#include <stdlib.h>

enum { CHUNK_BYTES = 256 * 1024 }; /* read at a time, and one transaction; many lines fit */

enum fed {
    FED_SOME,
    FED_ALL,    /* nothing more to read */
    FED_BROKEN, /* the next line is torn or damaged */
    FED_FAILED, /* the store refuses, or the segment cannot be read; nothing has changed */
};

bool feeder_init(struct feeder *feeder, const char *folder, struct store *store, struct log *log,
                 struct err *why)
{
    *feeder = (struct feeder){.folder = folder, .store = store, .log = log};
    feeder->chunk = memory_get(CHUNK_BYTES, 1);
    return store_journal_sequence(store, &feeder->stored, why);
}

void feeder_finish(struct feeder *feeder) { free(feeder->chunk); }

/* A sound line that we do not understand was written by another version: it is kept in the log. */
static bool store_event(struct feeder *feeder, struct slice event, struct err *why)
{
    char text[LOG_LINE_SIZE];

    if (entry_parse(event, &feeder->entry))
        return entry_store(&feeder->entry, feeder->store, why);
    buf_copy(text, sizeof text, event);
    report_text(feeder->log, "journal-strange", "event", text);
    return true;
}

/* Stores the whole lines of `bytes`; `place` follows. */
static enum fed store_lines(struct feeder *feeder, struct slice bytes, struct journal_place *place,
                            struct err *why)
{
    struct slice event;
    size_t before = bytes.len;

    for (;;) {
        uint64_t sequence = place->sequence;
        enum journal_line line = journal_take(&bytes, place, &event);
        if (line != JOURNAL_WHOLE)
            return bytes.len < before ? FED_SOME : FED_BROKEN;
        if (sequence > feeder->stored && !store_event(feeder, event, why))
            return FED_FAILED;
    }
}

/* One transaction: the lines and how far they go. */
static enum fed store_chunk(struct feeder *feeder, struct slice bytes, struct err *why)
{
    struct journal_place place = feeder->place;

    if (!store_begin(feeder->store, why))
        return FED_FAILED;
    enum fed fed = store_lines(feeder, bytes, &place, why);
    uint64_t last = place.sequence - 1 > feeder->stored ? place.sequence - 1 : feeder->stored;
    bool is_fine = fed == FED_SOME && store_set_journal_sequence(feeder->store, last, why);
    if (!store_end(feeder->store, is_fine, why))
        return fed == FED_BROKEN ? FED_BROKEN : FED_FAILED;
    feeder->place = place;
    feeder->stored = last;
    return FED_SOME;
}

/* The next chunk of the segment, but nothing at or behind `limit`. */
static enum fed feed_chunk(struct feeder *feeder, int64_t limit, struct err *why)
{
    int64_t room = limit - feeder->place.offset;
    int64_t len = journal_read(feeder->folder, &feeder->place, feeder->chunk,
                               room < CHUNK_BYTES ? (size_t)room : CHUNK_BYTES);

    if (len < 0) {
        err_set(why, "file_missing", feeder->folder);
        return FED_FAILED;
    }
    return len == 0 ? FED_ALL : store_chunk(feeder, slice_make(feeder->chunk, (size_t)len), why);
}

static void report_torn(struct feeder *feeder)
{
    struct log_line line;

    log_begin(&line, "journal-torn");
    log_int(&line, "segment", (int64_t)feeder->place.segment);
    log_int(&line, "offset", feeder->place.offset);
    log_end(feeder->log, &line);
}

static bool recover_segment(struct feeder *feeder, uint64_t segment, struct err *why)
{
    enum fed fed;

    feeder->place = (struct journal_place){.segment = segment, .sequence = segment};
    do
        fed = feed_chunk(feeder, INT64_MAX, why);
    while (fed == FED_SOME);
    if (fed == FED_FAILED)
        return false;
    if (fed == FED_ALL) {
        journal_remove(feeder->folder, segment);
        return true;
    }
    report_torn(feeder);
    journal_set_aside(feeder->folder, segment);
    return true;
}

bool feeder_recover(struct feeder *feeder, struct err *why)
{
    uint64_t *segments;
    int count = journal_list(feeder->folder, &segments);
    bool is_recovered = count >= 0 || err_set(why, "file_missing", feeder->folder);

    for (int i = 0; i < count && is_recovered; i++)
        is_recovered = recover_segment(feeder, segments[i], why);
    free(segments);
    feeder->place =
        (struct journal_place){.segment = feeder->stored + 1, .sequence = feeder->stored + 1};
    return is_recovered;
}

bool feeder_feed(struct feeder *feeder, const struct journal_place *end, struct err *why)
{
    while (feeder->place.sequence < end->sequence || feeder->place.segment < end->segment) {
        bool is_last = feeder->place.segment == end->segment;
        switch (feed_chunk(feeder, is_last ? end->offset : INT64_MAX, why)) {
        case FED_SOME:
            break;
        case FED_ALL:
            if (is_last)
                return err_set(why, "journal_damaged", feeder->folder);
            /* Read to its end, and the journal is further: the next one begins here. */
            journal_remove(feeder->folder, feeder->place.segment);
            feeder->place.segment = feeder->place.sequence;
            feeder->place.offset = 0;
            break;
        case FED_BROKEN:
            return err_set(why, "journal_damaged", feeder->folder);
        case FED_FAILED:
            return false;
        }
    }
    return true;
}
