#ifndef SERVER_GUEST_GAMES_H
#define SERVER_GUEST_GAMES_H

/* Games that guests have opened: visitors of the page without the owner's token.  They have places
 * of their own, for each address and for all (server/limits.h), and end without moves. */

#include "server/internal.h"

/* Takes a place for a game; `address` NULL: the owner's game, which needs none.  False: there is
 * none left. */
bool guest_games_begin(struct server *server, const struct in6_addr *address,
                       struct visitor **guest, struct err *why);
/* Gives the place back, and forgets it. */
void guest_games_end(struct server *server, struct visitor **guest);
/* Calls a game off in which no move was made for too long. */
void guest_games_tick(struct room_slot *slot, int64_t now_us);

#endif
