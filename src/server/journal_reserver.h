#ifndef SERVER_JOURNAL_RESERVER_H
#define SERVER_JOURNAL_RESERVER_H

/* Reserves the next segment of the journal on a thread of its own: a disk may take its time, and
 * the thread of the store may wait for a database. */

#include "base/log.h"
#include "server/journal.h"

#include <uv.h>

struct journal_reserver;

/* Both are borrowed.  NULL: there is no thread, and the log says so. */
struct journal_reserver *journal_reserver_create(uv_loop_t *loop, struct journal *journal,
                                                 struct log *log);
/* Often; all of these take NULL. */
void journal_reserver_tick(struct journal_reserver *reserver, int64_t now_us);
/* From here on nothing is begun; the thread ends while the loop still runs. */
void journal_reserver_stop(struct journal_reserver *reserver);
/* After the loop has ended. */
void journal_reserver_destroy(struct journal_reserver *reserver);

#endif
