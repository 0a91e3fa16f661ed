#include "net/address.h"

#include <string.h>

struct in6_addr address_of_socket(const struct sockaddr *socket)
{
    struct in6_addr address = {.s6_addr = {[10] = 0xff, [11] = 0xff}};

    if (socket->sa_family == AF_INET6)
        return ((const struct sockaddr_in6 *)socket)->sin6_addr;
    memcpy(&address.s6_addr[12], &((const struct sockaddr_in *)socket)->sin_addr, 4);
    return address;
}

bool address_is_loopback(const struct in6_addr *address)
{
    return IN6_IS_ADDR_LOOPBACK(address) ||
           (IN6_IS_ADDR_V4MAPPED(address) && address->s6_addr[12] == 127);
}

struct in6_addr address_of_account(uid_t user)
{
    struct in6_addr address = {.s6_addr = {[0] = 1}};

    memcpy(&address.s6_addr[4], &user, sizeof user); /* in the /64 */
    return address;
}

struct in6_addr address_group(const struct in6_addr *address)
{
    struct in6_addr group = *address;

    if (address_is_loopback(address))
        return in6addr_loopback;
    if (!IN6_IS_ADDR_V4MAPPED(address))
        memset(&group.s6_addr[8], 0, 8);
    return group;
}
