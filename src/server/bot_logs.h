#ifndef SERVER_BOT_LOGS_H
#define SERVER_BOT_LOGS_H

/* What bots have printed, one file each in the data folder: bots-logs/DATE-TIME_ROOM_SIDE.log.  The
 * oldest make room for new ones. */

#include "game/game.h"

#include <limits.h>

/* A name for a new file; "": there can be none. */
void bot_logs_name(const char *data_dir, const char *room, enum side side, char path[PATH_MAX]);

#endif
