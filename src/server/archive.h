#ifndef SERVER_ARCHIVE_H
#define SERVER_ARCHIVE_H

/*
 * Nothing is lost: every move is in the journal before anybody sees it.  The journal is appended on
 * the loop (write, never fsync); a thread of its own feeds the store and writes the replays.
 */

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

struct archive;
struct room_slot;

struct archive *archive_create(const char *data_dir, struct err *why);
/* Writes everything that is still to be written. */
void archive_destroy(struct archive *archive);

/* False while the disk is full: running games go on, new ones are refused. */
bool archive_takes_games(const struct archive *archive);

void archive_started(struct archive *archive, struct room_slot *slot);
void archive_moved(struct archive *archive, const struct room_slot *slot);
void archive_ended(struct archive *archive, const struct room_slot *slot);

#endif
