#ifndef WEB_MATCH_TOTALS_H
#define WEB_MATCH_TOTALS_H

/*
 * The games of a match that another process plays in a folder: totals and results are read from the
 * folder's own database (store/queue.h), where that process writes them.  The totals are kept here;
 * between match_totals_lock and match_totals_unlock they do not change.  Results are read when they
 * are asked for, a page at a time, on threads.
 */

#include "match/tally.h"

#include <limits.h>
#include <uv.h>

struct match_totals {
    uv_mutex_t lock;
    char folder[PATH_MAX];
    const struct game_rules *rules;
    struct tally tally;
    int64_t test; /* in the database; 0: not known yet */
};

struct match_totals *match_totals_create(const struct game_rules *rules, const char *folder);
void match_totals_destroy(struct match_totals *games); /* NULL is fine */

enum match_totals_end { MATCH_IS_PLAYED, MATCH_IS_OVER };
/* Reads the totals, for threads.  The database of a match that is over is brought up to date, and a
 * folder of an older version gets one (match/old_folder.h). */
void match_totals_read(struct match_totals *games, enum match_totals_end end);

void match_totals_lock(struct match_totals *games);
void match_totals_unlock(struct match_totals *games);
int match_totals_count(struct match_totals *games); /* locks it itself */

/* For threads.  The database of a folder; NULL: there is none, or it cannot be opened. */
struct db *match_totals_open(const char *folder, struct err *why);
/* The names of the players; `match` has its rules. */
bool match_totals_names(struct db *db, struct match *match, struct err *why);
/* The names in a JSON text with `players`: of a match, or a line of games.jsonl. */
void match_totals_take_names(struct slice text, struct match *match);

#endif
