#ifndef MATCH_LOCAL_GAME_H
#define MATCH_LOCAL_GAME_H

/* A game between two built-in players in this process, from beginning to end in one call.  For a thread of
 * its own: it touches nothing but what it is given. */

#include "match/result.h"
#include "search/builtin_player.h"

/* False: it was stopped, and nothing of it counts. */
bool local_game_play(const struct match *match, const struct pair_game *job,
                     struct builtin_player *players[MATCH_SEATS], const atomic_bool *stop,
                     struct played *played);

#endif
