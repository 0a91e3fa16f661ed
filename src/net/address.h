#ifndef NET_ADDRESS_H
#define NET_ADDRESS_H

/* Addresses of peers, all of them as IPv6: one of IPv4 is ::ffff:a.b.c.d. */

#include <netinet/in.h>
#include <stdbool.h>
#include <sys/types.h>

struct in6_addr address_of_socket(const struct sockaddr *socket);
bool address_is_loopback(const struct in6_addr *address);
/* Stands for another account of this machine: no peer has such an address (0100::/8). */
struct in6_addr address_of_account(uid_t user);
/* What limits count together: an address of IPv4, a /64 of IPv6 (one household, one machine), all
 * of loopback. */
struct in6_addr address_group(const struct in6_addr *address);

#endif
