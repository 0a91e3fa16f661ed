#ifndef SERVER_JOURNAL_H
#define SERVER_JOURNAL_H

/*
 * The journal: an append-only text in files (segments) of the data folder, one line per event.
 *
 *     e5d0c2f1a3b49687 42 moved<TAB>17<TAB>…
 *
 * A line is a checksum of the rest, a sequence number without gaps, and the event, whose words are
 * the caller's business but for the newline.  A segment `journal-N` begins with line N.  A line
 * that was torn by a crash is recognised, and so is everything behind it.
 *
 * The writer lives on the loop: it writes and never syncs.  What the disk refuses is kept in
 * memory, up to JOURNAL_WAITING_BYTES, and written first when there is room again.
 */

#include "base/err.h"
#include "base/slice.h"

enum {
    JOURNAL_LINE_MAX = 16 * 1024,
    JOURNAL_SEGMENT_BYTES = 1 << 20,  /* a new segment begins beyond */
    JOURNAL_WAITING_BYTES = 64 << 20, /* of lines that the disk does not take */
};

/* A point between two lines. */
struct journal_place {
    uint64_t segment;
    int64_t offset;
    uint64_t sequence; /* of the line that follows */
};

/* ---- writing ---- */

struct journal;

/* Begins a new segment whose first line has this number. */
struct journal *journal_create(const char *folder, uint64_t sequence, struct err *why);
void journal_destroy(struct journal *journal);

/* False: there is no room left in memory either, and the event is not in the journal. */
bool journal_append(struct journal *journal, struct slice event);
/* Tries again to write what is waiting.  True: nothing is waiting. */
bool journal_flush(struct journal *journal);
/* Why the last write failed (errno); 0: everything is written. */
int journal_trouble(const struct journal *journal);
/* The end of what is written: all before it may be read. */
struct journal_place journal_end(const struct journal *journal);

/* ---- reading ---- */

/* The segments of a folder in order; their number, or -1 if it cannot be read.  The
 * caller frees. */
int journal_list(const char *folder, uint64_t **segments);

/* Up to `size` bytes from a place on; how many, 0 at the end, -1 if it cannot be read. */
int64_t journal_read(const char *folder, const struct journal_place *place, char *data,
                     size_t size);

enum journal_line {
    JOURNAL_WHOLE,   /* the next line, and it is sound */
    JOURNAL_PARTIAL, /* no newline yet: read more, or, at the end, it is torn */
    JOURNAL_DAMAGED,
};

/* Takes the next line from `bytes`, which begin at `place`; moves both behind it if it is whole. */
enum journal_line journal_parse_line(struct slice *bytes, struct journal_place *place,
                                     struct slice *event);

/* Everything in it is in the store. */
void journal_remove(const char *folder, uint64_t segment);
/* Keeps a segment with a torn end for people to look at, as journal-N.torn. */
void journal_set_aside(const char *folder, uint64_t segment);

#endif
