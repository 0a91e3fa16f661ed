#ifndef NET_PEER_USER_H
#define NET_PEER_USER_H

/* Which account of this machine is at the other end of a TCP connection over loopback. */

#include <stdbool.h>
#include <sys/socket.h>
#include <sys/types.h>

#define PEER_USER_GONE ((uid_t)-1) /* it has closed its end already */

/* `own` and `peer` are the two addresses of the connection.  False: this system cannot say. */
bool peer_user_find(const struct sockaddr *own, const struct sockaddr *peer, uid_t *user);

#endif
