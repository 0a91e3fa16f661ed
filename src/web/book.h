#ifndef WEB_BOOK_H
#define WEB_BOOK_H

/*
 * The games of a match that another process plays: its games.jsonl (match/folder.h), read as it
 * grows.  A row is kept of each game; for more its line is read again.  Reading is done on a
 * thread, asking on the loop: between book_lock and book_unlock totals and rows do not change.
 */

#include "match/tally.h"

#include <limits.h>
#include <uv.h>

enum { BOOK_READ_MAX = 4 << 20 }; /* bytes that are read at a time */

struct book_row {
    int64_t offset; /* of its line in the file */
    int16_t plies;
    uint8_t red, winner, offender; /* enum match_seat */
    uint8_t ending;                /* enum ending */
};

struct book {
    uv_mutex_t lock;
    char path[PATH_MAX];
    struct match match; /* the rules only: that is all that reading a line needs */
    struct tally tally;
    struct book_row *rows; /* of tally.games games */
    int room;
    int64_t offset; /* everything before is counted */
    int next;       /* game */
    int unplayed;   /* games that are missing: no worker survived their pairs */
    int damaged;    /* lines that are none */
};

struct book *book_create(const struct game_rules *rules, const char *path);
void book_destroy(struct book *book); /* NULL is fine */

enum book_end { BOOK_GROWS, BOOK_IS_WRITTEN };
/* Reads what is new, at most BOOK_READ_MAX bytes; true: there is more.  A match that is continued
 * writes the file again from its beginning, with the same lines; so a file that is shorter than
 * before is read anew only when it is written. */
bool book_read(struct book *book, enum book_end end);

void book_lock(struct book *book);
void book_unlock(struct book *book);
int book_games(struct book *book); /* locks it itself */

/* The line that begins at this place of the file, for threads; `bytes` has room for
 * RESULT_LINE_SIZE.  Empty: there is none (any more). */
struct slice book_line(const char *path, int64_t offset, char *bytes);

#endif
