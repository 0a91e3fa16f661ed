#ifndef SERVER_ENTRY_H
#define SERVER_ENTRY_H

/*
 * The events of the journal as text: a word and fields, separated by tabs.
 *
 *     started  NUMBER ID GAME TYPE RED BLUE REDPLAYER BLUEPLAYER RULES SEED|- START MS
 *              REDKEY BLUEKEY
 *     moved    NUMBER PLY TIME_MS WORDS HINT LAG_MS
 *     taken    NUMBER PLIES, those that stay
 *     ended    NUMBER GAME MS WINNER, then CAUSE REASON SCORE SCORE SCORE for red and for blue,
 *              then REDFAULT BLUEFAULT
 *
 * In a field \t, \n and \\ stand for a tab, a newline and a backslash.
 */

#include "base/buf.h"
#include "store/store.h"

enum entry_kind { ENTRY_STARTED, ENTRY_MOVED, ENTRY_TAKEN, ENTRY_ENDED };

struct entry {
    enum entry_kind kind;
    struct store_game game; /* started; ended: number, game, ended_ms and outcome */
    struct store_ply ply;   /* moved; taken: number and ply, the first one that is gone */
};

void entry_print(struct entry *entry, struct buf *out);
bool entry_parse(struct slice text, struct entry *entry);
bool entry_store(const struct entry *entry, struct store *store, struct err *why);

#endif
