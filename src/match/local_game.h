#ifndef MATCH_LOCAL_GAME_H
#define MATCH_LOCAL_GAME_H

/* A game between two built-in players in this process, from beginning to end in one call.  May run
 * on any thread: it uses only what it is given. */

#include "match/live_games.h"
#include "search/builtin_player.h"

/* `live` NULL: the game is not shown.  False: it was stopped, and the result is not complete. */
bool local_game_play(const struct pair_game *game, struct builtin_player *players[MATCH_SEATS],
                     const atomic_bool *stop, struct live_game *live, struct result *result);

#endif
