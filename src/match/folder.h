#ifndef MATCH_FOLDER_H
#define MATCH_FOLDER_H

/*
 * A match as files in a folder.  Every run writes them anew from the results in the store, in the
 * order of the games:
 *
 *   match.json    what is played (match/match.h)
 *   games.jsonl   a line for every game (match/result.h)
 *   games.pgn     winners and losers for rating programs (Ordo, BayesElo); Red is White, no moves
 *   summary.csv   the games as a table
 *   replays/      00012a.kw and the season's own 00012a.xml.gz for game 12
 *
 * Only match.json is read again: a folder belongs to one match.  Replays are written on a thread of
 * their own, so that a slow disk stops no clock; a replay that is missing after a crash is written
 * by the next run.
 */

#include "match/result.h"

enum folder_saving { FOLDER_SAVE_ALL, FOLDER_SAVE_LOST, FOLDER_SAVE_FAILED, FOLDER_SAVE_NONE };

/* "all", "lost" (by A), "failed" or "none". */
bool folder_saving_find(const char *word, enum folder_saving *saving);

enum folder_age {
    FOLDER_GAME_NEW, /* played just now: a replay of this name is of another game */
    FOLDER_GAME_OLD  /* of an earlier run, which may have written its replay */
};

struct folder;

/* In this place, which must exist.  NULL: it belongs to another match, another process writes
 * there, or it cannot be written; `why` says which. */
struct folder *folder_open(const char *place, const struct match *match, enum folder_saving saving,
                           struct err *why);

/* Empties the files of an earlier run; folder_add() follows for each game. */
bool folder_begin(struct folder *folder, struct err *why);

/* The next game.  False: a file cannot be written, or an earlier replay could not. */
bool folder_add(struct folder *folder, const struct result *result, enum folder_age age,
                struct err *why);
/* The next pair is closed (store/queue.h): its games are only in summary.csv, as unplayed. */
void folder_add_unplayed_pair(struct folder *folder, int pair);
/* Waits until everything is on the disk.  NULL is fine.  False: something is not. */
bool folder_close(struct folder *folder, struct err *why);

/* Both replays of one game, at once.  The place must exist. */
bool folder_write_game_replays(const char *place, const struct match *match,
                               const struct result *result, enum folder_age age, struct err *why);

#endif
