#ifndef SERVER_ARCHIVE_H
#define SERVER_ARCHIVE_H

/*
 * Nothing is lost: every move is in the journal before it is shown.  The journal is appended on
 * the loop (write, never fsync); a task thread feeds the store and writes the replays.
 *
 * When the disk is full and the reserve of the journal is nearly used up, running games are paused
 * (server/rooms.c) and new ones are refused.  A move that cannot be written is not played; ends and
 * settings that cannot be written wait in memory.  While only the store takes nothing, running
 * games go on in the journal.
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

/* The lock of a data folder, which every server holds; close() gives it back.  -1: another process
 * has it. */
int archive_lock(const char *folder, struct err *why);

/* Locks the folder, finishes a restore (server/restore.h) and brings the journal of an earlier
 * server into the store.  NULL: cannot start, `why` says it. */
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

/* What is wrong with the database; no code: nothing.  A damaged one (store/database_file.h) is not
 * written to any more; the journal keeps everything for `store repair`. */
const struct err *archive_store_trouble(const struct archive *archive);
/* Another part of the program has met this damage; only that of the archive's own file counts. */
void archive_note_damage(struct archive *archive, const struct err *why);

/* Is there hardly room for another line of the journal?  Then running games are to be paused. */
bool archive_is_disk_full(const struct archive *archive);
/* Makes sure that a line of the journal can be written. */
bool archive_has_room(struct archive *archive);
/* Is everything in the journal, so that a crash loses nothing? */
bool archive_is_written(const struct archive *archive);
/* Bytes that the journal can surely write; 0: the file system guarantees none, or it is full. */
int64_t archive_reserved(const struct archive *archive);
/* False: the last attempt to reserve some has failed, `why` says it. */
bool archive_can_reserve(const struct archive *archive, struct err *why);

/* Games without a move of which nothing is kept, because a plain join opened them and no player did
 * worse than to leave. */
int64_t archive_unkept(const struct archive *archive);

/* Deletes games that are over, on the archive's thread (server/game_removal.h). */
struct game_removal;
void archive_remove_games(struct archive *archive, struct game_removal *removal);

/* Writes the last move of the room's record; false: that cannot be done, nothing has changed. */
bool archive_keep_move(struct archive *archive, struct room *room);
/* A subscriber of room events (server/rooms.h), the first of all: gives a game its number and
 * writes what must survive besides moves. */
void archive_hear(void *server, struct room *room, const struct room_event *event);

#endif
