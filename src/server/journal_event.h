#ifndef SERVER_JOURNAL_EVENT_H
#define SERVER_JOURNAL_EVENT_H

/*
 * The events of the journal as text: a word and fields, separated by tabs.
 *
 *     started  NUMBER ID GAME TYPE RED BLUE REDPLAYER BLUEPLAYER RULES SEED|- START MS
 *              REDKEY BLUEKEY SETTINGS STRANGERS
 *     moved    NUMBER PLY TIME_MS WORDS HINT LAG_MS
 *     changed  NUMBER SETTINGS (server/room_settings.h)
 *     taken    NUMBER PLIES, those that stay
 *     seated   NUMBER SIDE NAME KEY: another person plays on
 *     ended    NUMBER GAME MS WINNER, then CAUSE REASON SCORE SCORE SCORE for red and for blue,
 *              then REDFAULT BLUEFAULT LAST, the last position
 *
 * In a field \t, \n and \\ stand for a tab, a newline and a backslash.
 */

#include "base/buf.h"
#include "store/store.h"

enum journal_event_kind {
    JOURNAL_EVENT_STARTED,
    JOURNAL_EVENT_MOVED,
    JOURNAL_EVENT_CHANGED,
    JOURNAL_EVENT_TAKEN,
    JOURNAL_EVENT_SEATED,
    JOURNAL_EVENT_ENDED
};

struct journal_event {
    enum journal_event_kind kind;
    struct store_game game; /* started; ended: what store_end_game() takes */
    struct store_ply ply;   /* moved; taken: number and ply, the first one that is gone */
    enum side side;         /* seated, with its name and key in `game` */
};

void journal_event_print(struct journal_event *entry, struct buf *out);
bool journal_event_parse(struct slice text, struct journal_event *entry);
bool journal_event_store(const struct journal_event *entry, struct store *store, struct err *why);

#endif
