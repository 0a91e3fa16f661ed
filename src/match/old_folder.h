#ifndef MATCH_OLD_FOLDER_H
#define MATCH_OLD_FOLDER_H

/* Folders of matches that an older version has played: their database has no totals, or there is
 * none, but every game is a line of games.jsonl. */

#include "base/err.h"
#include "game/game.h"

/* Brings the folder's database up to date; if it has no totals, they are counted from games.jsonl
 * once, and games that are only there become results.  Does nothing in a folder of today and in one
 * without games. */
bool old_folder_convert(const char *folder, const struct game_rules *rules, struct err *why);

#endif
