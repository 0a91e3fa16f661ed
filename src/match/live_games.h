#ifndef MATCH_LIVE_GAMES_H
#define MATCH_LIVE_GAMES_H

/*
 * The games that a worker is playing at the moment, for spectators: a file with a line for each
 * slot, written anew about twice a second while moves are made.  A line is
 *
 *     TEST SINCE ENDED {…}
 *
 * the number of the test in the store, when the game began and when it ended (milliseconds since
 * 1970; 0: it is running), and a line of games.jsonl (match/result.h) with the moves so far.  The
 * end of a game that took long enough to be watched is shown for a while before the next one.
 *
 * Nothing depends on this file: where it cannot be written the games go on unseen.  All functions
 * take NULL, where nothing is shown.  On the loop's thread, except live_game_add_move().
 */

#include "match/result.h"

#include <uv.h>

struct live_games;
struct live_game; /* in one slot */

/* NULL: there is no thread to write with. */
struct live_games *live_games_create(uv_loop_t *loop, const char *path, int slots);
/* NULL: the games of this slot are not shown. */
struct live_game *live_games_at(struct live_games *games, int slot);
/* Writes the file if something has changed and it is time to. */
void live_games_write(struct live_games *games);
/* The loop then loses its handle. */
void live_games_stop(struct live_games *games);
/* After the loop has ended: removes the file. */
void live_games_destroy(struct live_games *games);

/* A game begins in this slot; it is borrowed until live_game_end(). */
void live_game_begin(struct live_game *live, const struct pair_game *game, int64_t test);
/* On any thread. */
void live_game_add_move(struct live_game *live, const struct result_move *move);
/* `result` NULL: the game was cut off, and nothing is kept of it. */
void live_game_end(struct live_game *live, const struct result *result);

#endif
