#ifndef MATCH_FOLDER_H
#define MATCH_FOLDER_H

/*
 * A match in a folder, for people and their programs.  It is written anew by every run, from what the store
 * says, game by game:
 *
 *   match.json    what is played (match/match.h)
 *   games.jsonl   a line for every game (match/result.h)
 *   games.pgn     the results for rating programs
 *   summary.csv   the games as a table
 *   replays/      as the copyist writes them
 *
 * Nothing of it is ever read again, except match.json: a folder belongs to one match.
 */

#include "match/copyist.h"

enum folder_saving { FOLDER_SAVE_ALL, FOLDER_SAVE_LOST, FOLDER_SAVE_FAILED, FOLDER_SAVE_NONE };

/* "all", "lost" (by A), "failed" or "none". */
bool folder_saving_find(const char *word, enum folder_saving *saving);

struct folder;

/* In this folder, which must exist.  NULL: it belongs to another match, somebody is at it, or it cannot be
 * written; `why` says it. */
struct folder *folder_open(const char *folder, const struct match *match, enum folder_saving saving,
                           struct err *why);

/* The files of an earlier run are emptied: from now on games are told. */
bool folder_begin(struct folder *folder, struct err *why);

/* The next game.  False: the disk refuses, or has refused an earlier replay. */
bool folder_add(struct folder *folder, const struct result *result, enum copyist_age age,
                struct err *why);
/* Everything is on the disk.  NULL is fine.  False: the disk refuses. */
bool folder_close(struct folder *folder, struct err *why);

#endif
