#ifndef SERVER_PLAYER_POOL_H
#define SERVER_PLAYER_POOL_H

/*
 * Built-in players with their search tables (64 MiB each), lent to seats.  There is a fixed number
 * of them, more than threads that think; a seat finds its own one again unless another seat needed
 * it in the meantime, and then begins with an empty table.
 *
 * Any thread may call these functions.
 */

#include "search/builtin_player.h"

struct player_pool;

struct player_pool *player_pool_create(int count);
/* No player is lent any more. */
void player_pool_destroy(struct player_pool *pool);

/* A player for one move of this seat; `seat` is any number but 0.  Waits while all of them are
 * lent. */
struct builtin_player *player_pool_borrow(struct player_pool *pool, uint64_t seat,
                                          const struct player_spec *spec);
void player_pool_return(struct player_pool *pool, const struct builtin_player *player);

#endif
