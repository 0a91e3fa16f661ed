#ifndef STORE_SQLITE_PAGES_H
#define STORE_SQLITE_PAGES_H

/*
 * The pages of a SQLite file, read without SQLite, because the file may be damaged anywhere: each
 * page as its write-ahead log (WAL) has it, else as the file has it.  Of a damaged log all frames
 * count whose own checksum holds.  (https://sqlite.org/fileformat2.html)
 */

#include "base/err.h"

#include <stdint.h>

enum { SQLITE_PAGE_MAX = 65536 };

struct sqlite_pages {
    int file, wal;       /* descriptors; -1: there is none */
    size_t size;         /* of a page */
    int64_t count;       /* pages have numbers from 1 on */
    int64_t *in_wal;     /* by number: where the log has the page; 0: it does not */
    bool *is_free;       /* by number: on the list of free pages */
    bool has_head;       /* the first page begins as it should */
    int64_t missing;     /* pages that the head speaks of and the file does not have */
    int64_t wal_frames;  /* that hold … */
    int64_t wal_damaged; /* … and that do not */
};

/* A file that is missing or empty has no pages. */
void sqlite_pages_open(struct sqlite_pages *pages, const char *path);
void sqlite_pages_close(struct sqlite_pages *pages);
/* False: it cannot be read. */
bool sqlite_pages_read(const struct sqlite_pages *pages, int64_t number, unsigned char *page);

/* Numbers in the file are big-endian. */
static inline uint32_t sqlite_u32(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}
static inline unsigned sqlite_u16(const unsigned char *at) { return (unsigned)at[0] << 8 | at[1]; }

#endif
