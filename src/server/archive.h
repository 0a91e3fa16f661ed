#ifndef SERVER_ARCHIVE_H
#define SERVER_ARCHIVE_H

/*
 * Nothing is lost: every move is in the journal before it is shown.  The journal is appended on
 * the loop (write, never fsync); a task thread feeds the store and writes the replays.
 *
 * While the disk takes nothing, running games go on (their lines wait in memory or in the journal)
 * and new ones are refused.
 */

#include "base/err.h"
#include "base/log.h"
#include "server/resume.h"

#include <uv.h>

struct archive;
struct room;
struct room_event;

struct archive_config {
    uv_loop_t *loop;
    const char *folder;
    const char *store; /* its place; NULL: in the folder */
    /* Games and replays; 0: all. */
    int64_t keep, keep_strangers;
    int64_t reserve_bytes; /* for a segment of the journal; 0: as always */
    struct log *log;       /* borrowed */
};

/* Locks the folder and brings the journal of an earlier server into the store.
 * NULL: cannot start, `why` says it. */
struct archive *archive_create(const struct archive_config *config, struct err *why);
/* What becomes of the games of an earlier server; only before the first archive_tick. */
bool archive_resume(struct archive *archive, resume_take *take, void *context, struct err *why);
/* From here on the thread takes no work; it ends while the loop still runs.  NULL is fine. */
void archive_stop(struct archive *archive);
/* After the loop has ended.  Writes what can be written in ARCHIVE_STOP_MS; what is left is in the
 * journal or in the store, and the next server finds it. */
void archive_destroy(struct archive *archive);

/* False while nothing can be stored; `why` has the cause as details. */
bool archive_takes_games(struct archive *archive, struct err *why);
/* Every TICK_MS: gives the thread its work, tries again what the disk has refused. */
void archive_tick(struct archive *archive, int64_t now_us);

/* Games without a move of which nothing is kept, because a plain join opened them and no player did
 * worse than to leave. */
int64_t archive_unkept(const struct archive *archive);

/* A subscriber of room events (server/rooms.h), the first of all: gives a game its number and
 * writes what must survive. */
void archive_hear(void *server, struct room *room, const struct room_event *event);

#endif
