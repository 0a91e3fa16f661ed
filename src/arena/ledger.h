#ifndef ARENA_LEDGER_H
#define ARENA_LEDGER_H

/*
 * A match in a folder, for people and their programs.  It is written anew by every run, from what the store
 * says, game by game:
 *
 *   match.json    what is played (arena/terms.h)
 *   games.jsonl   a line for every game (arena/note.h)
 *   games.pgn     the results for rating programs
 *   summary.csv   the games as a table
 *   replays/      as the copyist writes them
 *
 * Nothing of it is ever read again, except match.json: a folder belongs to one match.
 */

#include "arena/copyist.h"

enum ledger_saving { LEDGER_SAVE_ALL, LEDGER_SAVE_LOST, LEDGER_SAVE_FAILED, LEDGER_SAVE_NONE };

/* "all", "lost" (by A), "failed" or "none". */
bool ledger_saving_find(const char *word, enum ledger_saving *saving);

struct ledger;

/* In this folder, which must exist.  NULL: it belongs to another match, somebody is at it, or it cannot be
 * written; `why` says it. */
struct ledger *ledger_open(const char *folder, const struct terms *terms, enum ledger_saving saving,
                           struct err *why);

/* The files of an earlier run are emptied: from now on games are told. */
bool ledger_begin(struct ledger *ledger, struct err *why);

/* The next game.  False: the disk refuses, or has refused an earlier replay. */
bool ledger_add(struct ledger *ledger, const struct note *note, enum copyist_age age,
                struct err *why);
/* Everything is on the disk.  NULL is fine.  False: the disk refuses. */
bool ledger_close(struct ledger *ledger, struct err *why);

#endif
