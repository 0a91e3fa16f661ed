#ifndef ARENA_LEDGER_H
#define ARENA_LEDGER_H

/*
 * A match on disk: DIR/match.json says what is played, DIR/games.jsonl has a line for every finished game
 * in the order of the games, DIR/replays their records.  A line is written in one go before the next game
 * counts, so a match that was killed at any moment goes on where it was: a last line that is not whole is
 * dropped and its game played again.
 */

#include "arena/note.h"

enum ledger_saving { LEDGER_SAVE_ALL, LEDGER_SAVE_LOST, LEDGER_SAVE_FAILED, LEDGER_SAVE_NONE };

/* "all", "lost" (by A), "failed" or "none". */
bool ledger_saving_find(const char *word, enum ledger_saving *saving);

struct ledger;

typedef void ledger_on_note(void *context, const struct note *note);

/* Opens or makes the ledger in this folder, which must exist, and tells all games that are in it.  NULL:
 * it belongs to another match, somebody is at it, or it cannot be read; `why` says it. */
struct ledger *ledger_open(const char *folder, const struct terms *terms, ledger_on_note *on_note,
                           void *context, struct err *why);
/* False: the disk refuses; nothing counts then. */
bool ledger_add(struct ledger *ledger, const struct played *played, enum ledger_saving saving,
                struct err *why);
/* The games as a table for spreadsheets: DIR/summary.csv. */
bool ledger_write_csv(struct ledger *ledger, struct err *why);
/* After this even a power cut takes nothing away. */
void ledger_sync(struct ledger *ledger);
/* NULL is fine. */
void ledger_close(struct ledger *ledger);

#endif
