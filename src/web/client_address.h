#ifndef WEB_CLIENT_ADDRESS_H
#define WEB_CLIENT_ADDRESS_H

/*
 * Where a request comes from: the address at the other end of its connection or, if that is a proxy
 * of ours (--behind-proxy), the one that this proxy names.  What passes through any proxy is not
 * local.
 */

#include "web/internal.h"

/* Reads the list of --behind-proxy; NULL: there are none. */
bool client_address_read_proxies(struct web *web, const char *list, struct err *why);
bool client_address_is_proxy(const struct web *web, const struct in6_addr *address);
/* Fills address, is_loopback, is_forwarded and is_behind_proxy. */
void client_address_find(struct request *request);
/* The address that this connection came in at, as a browser writes it. */
void client_address_own_name(struct request *request, char name[WEB_NAME_SIZE]);

#endif
