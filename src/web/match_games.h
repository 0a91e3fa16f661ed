#ifndef WEB_MATCH_GAMES_H
#define WEB_MATCH_GAMES_H

/*
 * The games of a match that another process plays in a folder: totals and results are read from the
 * folder's own database (store/queue.h), where that process writes them.  The totals are kept here;
 * between match_games_lock and match_games_unlock they do not change.  Results are read when they
 * are asked for, a page at a time, on threads.
 */

#include "match/tally.h"

#include <limits.h>
#include <uv.h>

struct match_games {
    uv_mutex_t lock;
    char folder[PATH_MAX];
    const struct game_rules *rules;
    struct tally tally;
    int64_t test; /* in the database; 0: not known yet */
};

struct match_games *match_games_create(const struct game_rules *rules, const char *folder);
void match_games_destroy(struct match_games *games); /* NULL is fine */

enum match_games_end { MATCH_IS_PLAYED, MATCH_IS_OVER };
/* Reads the totals, for threads.  The database of a match that is over is brought up to date, and a
 * folder of an older version gets one (match/old_folder.h). */
void match_games_read(struct match_games *games, enum match_games_end end);

void match_games_lock(struct match_games *games);
void match_games_unlock(struct match_games *games);
int match_games_count(struct match_games *games); /* locks it itself */

/* For threads.  The database of a folder; NULL: there is none, or it cannot be opened. */
struct db *match_games_open(const char *folder, struct err *why);
/* The names of the players; `match` has its rules. */
bool match_games_names(struct db *db, struct match *match, struct err *why);
/* The names in a JSON text with `players`: of a match, or a line of games.jsonl. */
void match_games_take_names(struct slice text, struct match *match);

#endif
