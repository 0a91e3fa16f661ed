#ifndef WEB_MATCH_GAMES_H
#define WEB_MATCH_GAMES_H

/*
 * The games of a match that another process plays: its games.jsonl (match/folder.h), read as it
 * grows.  A row is kept of each game; for more its line is read again.  Reading is done on a
 * thread, asking on the loop: between match_games_lock and match_games_unlock totals and rows do
 * not change.
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

struct match_games {
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

struct match_games *match_games_create(const struct game_rules *rules, const char *path);
void match_games_destroy(struct match_games *book); /* NULL is fine */

enum book_end { BOOK_GROWS, BOOK_IS_WRITTEN };
/* Reads what is new, at most BOOK_READ_MAX bytes; true: there is more.  A match that is continued
 * writes the file again from its beginning, with the same lines; so a file that is shorter than
 * before is read anew only when it is written. */
bool match_games_read(struct match_games *book, enum book_end end);

void match_games_lock(struct match_games *book);
void match_games_unlock(struct match_games *book);
int match_games_games(struct match_games *book); /* locks it itself */

/* The line that begins at this place of the file, for threads; `bytes` has room for
 * RESULT_LINE_SIZE.  Empty: there is none (any more). */
struct slice match_games_line(const char *path, int64_t offset, char *bytes);

#endif
