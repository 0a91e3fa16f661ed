/* Where others in the network find the page. */

#include "web/internal.h"

#include <stdio.h>
#include <string.h>

bool web_is_open(const struct web *web)
{
    const char *bound = web->config.address;

    return strcmp(bound, "localhost") != 0 && strcmp(bound, "::1") != 0 &&
           strncmp(bound, "127.", 4) != 0;
}

static bool is_bound_to_all(const struct web *web)
{
    const char *bound = web->config.address;

    return strcmp(bound, "0.0.0.0") == 0 || strcmp(bound, "::") == 0;
}

static int all_interfaces(const struct web *web, char found[][WEB_ADDRESS_SIZE])
{
    uv_interface_address_t *interfaces;
    int count, n = 0;
    char name[64];

    if (uv_interface_addresses(&interfaces, &count) != 0)
        return 0;
    for (int i = 0; i < count && n < WEB_NETWORK_MAX; i++) {
        if (interfaces[i].is_internal || interfaces[i].address.address4.sin_family != AF_INET)
            continue;
        uv_ip4_name(&interfaces[i].address.address4, name, sizeof name);
        snprintf(found[n++], WEB_ADDRESS_SIZE, "http://%s:%d/", name, web->port);
    }
    uv_free_interface_addresses(interfaces, count);
    return n;
}

int web_network(const struct web *web, char found[WEB_NETWORK_MAX][WEB_ADDRESS_SIZE])
{
    if (!web_is_open(web))
        return 0;
    if (is_bound_to_all(web))
        return all_interfaces(web, found);
    web_address(web, found[0]);
    return 1;
}
