#ifndef SERVER_LOG_LINES_H
#define SERVER_LOG_LINES_H

/* The lines that the server writes into its log. */

#include "base/log.h"
#include "server/room.h"
#include "store/store.h"

void log_lines_game_started(struct log *log, const struct store_game *game);
void log_lines_game_ended(struct log *log, const struct store_game *game);
/* A game of an earlier server goes on. */
void log_lines_game_resumed(struct log *log, const struct store_game *game, int plies);
/* A built-in player has failed in this position. */
void log_lines_house_fault(struct log *log, const struct room *room, const char *player,
                           const struct err *fault);
/* Scores of this room's game were out of range, one of them in this position. */
void log_lines_clamped(struct log *log, const struct room *room, const struct position *pos,
                       uint64_t count);
/* An event with one field; `key` NULL: with none. */
void log_lines_write_event(struct log *log, const char *event, const char *key, const char *text);
/* The owner has deleted so many games. */
void log_lines_games_removed(struct log *log, int count);

/* The database is damaged: the file, and what helps. */
void log_lines_store_damaged(struct log *log, const struct err *why);

#endif
