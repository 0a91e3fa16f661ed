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
 * The writer lives on the loop: it writes and never syncs.  Where the file system can, the space of
 * a segment is reserved (fallocate), and that of the next one (`journal-spare`) before it is
 * needed: a full disk does not stop the writer before both are used up.  What is reserved and not
 * written yet reads as zeros: a zero byte where a line should begin is the end of a segment.
 */

#include "base/err.h"
#include "base/slice.h"

#include <limits.h>

enum {
    JOURNAL_LINE_MAX = 16 * 1024,
    JOURNAL_SEGMENT_BYTES = 1 << 20,   /* reserved at a time */
    JOURNAL_PATH_SIZE = PATH_MAX + 48, /* folder and name of a segment */
    JOURNAL_WAITING_BYTES = 8 << 20,   /* of kept lines that the disk does not take */
};

/* A point between two lines. */
struct journal_place {
    uint64_t segment;
    int64_t offset;
    uint64_t sequence; /* of the line that follows */
};

/* ---- writing ---- */

struct journal;

/* Begins a new segment whose first line has this number.  If its space cannot be reserved it is
 * written without. */
struct journal *journal_create(const char *folder, uint64_t sequence, int64_t segment_bytes,
                               struct err *why);
/* Removes the spare segment, too. */
void journal_destroy(struct journal *journal);

/* False: the disk refuses, and the event is not in the journal; nothing has changed. */
bool journal_append(struct journal *journal, struct slice event);
/* What the disk refuses is kept in memory, and written before anything else.  False: there is no
 * room in memory either. */
bool journal_append_or_keep(struct journal *journal, struct slice event);
/* Makes sure that a line can be written, by writing zeros where nothing is reserved. */
bool journal_has_room(struct journal *journal);
/* After trouble: tries to write what is kept, or zeros.  True: it works again. */
bool journal_retry(struct journal *journal);
/* The next line begins a segment, so that those before can be removed.  Without room for a new file
 * nothing changes. */
void journal_begin_segment(struct journal *journal);
/* Is nothing kept in memory? */
bool journal_is_written(const struct journal *journal);
/* Why the last write failed (errno); 0: it did not. */
int journal_trouble(const struct journal *journal);
/* The end of what is written: all before it may be read. */
struct journal_place journal_end(const struct journal *journal);

/* ---- the reserve ---- */

/* A segment in the making; may be made on any thread. */
struct journal_spare {
    char path[JOURNAL_PATH_SIZE];
    int64_t bytes;
    int fd;    /* -1: there is none … */
    int error; /* … because of this */
};

/* Is the next segment to be reserved?  Then `spare` says which file. */
bool journal_wants_spare(const struct journal *journal, struct journal_spare *spare);
void journal_reserve(struct journal_spare *spare);
/* Takes what journal_reserve has made, or notes why there is none. */
void journal_take_spare(struct journal *journal, const struct journal_spare *spare);

/* Bytes that can surely be written; 0: nothing is reserved. */
int64_t journal_reserved(const struct journal *journal);
/* Why nothing could be reserved the last time (errno), or 0.  EOPNOTSUPP: this file system never
 * guarantees it. */
int journal_reserve_error(const struct journal *journal);
/* Is the disk full?  A write has failed, or the next segment cannot be reserved and less than a
 * quarter of the present one is left: enough for ends of games and moves that are under way. */
bool journal_is_short(const struct journal *journal);

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
    JOURNAL_BLANK,   /* only zeros: reserved, and never written */
    JOURNAL_DAMAGED,
};

/* Takes the next line from `bytes`, which begin at `place`; moves both behind it if it is whole. */
enum journal_line journal_parse_line(struct slice *bytes, struct journal_place *place,
                                     struct slice *event);

/* Everything in it is in the store. */
void journal_remove(const char *folder, uint64_t segment);
/* Removes the spare segment that an earlier server left behind. */
void journal_remove_spare(const char *folder);
/* Keeps a segment with a torn end for people to look at, as journal-N.torn. */
void journal_set_aside(const char *folder, uint64_t segment);

#endif
