#ifndef SERVER_PLAYER_POOL_H
#define SERVER_PLAYER_POOL_H

/*
 * Built-in players with their search tables (64 MiB each, less where memory is short), lent to
 * seats.  There is a fixed number of them, more than search threads; a seat finds its own one again
 * unless another seat needed it in the meantime, and then begins with an empty table.
 *
 * The pool belongs to the loop's thread.  A lent player belongs to the search thread that uses it.
 */

#include "search/builtin_player.h"

struct player_pool;
struct pooled_player;

struct player_pool *player_pool_create(int count);
/* No player is lent any more.  NULL is fine. */
void player_pool_destroy(struct player_pool *pool);

/* A player for one move of this seat; `seat` is any number but 0.  Fewer than `count` are lent. */
struct pooled_player *player_pool_borrow(struct player_pool *pool, uint64_t seat);
void player_pool_return(struct pooled_player *pooled);

/* Frees the tables of all players that are not lent. */
void player_pool_trim(struct player_pool *pool);

/* On the search thread: the lent player, with this spec; its memory is taken when needed.  NULL:
 * there is none. */
struct builtin_player *pooled_player_use(struct pooled_player *pooled,
                                         const struct player_spec *spec);

#endif
