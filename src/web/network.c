/* Where others in the network find the page, and listening there when the owner wants it. */

#define _GNU_SOURCE /* accept4 */

#include "web/network.h"
#include "web/connections.h"
#include "web/internal.h"

#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    BACKLOG = 128,
    ACCEPT_AT_ONCE = 32, /* connections of one turn of the loop; the rest waits for the next */
};

/* One address of this machine, at the page's port. */
struct web_listener {
    struct web_listener *next;
    struct web *web;
    uv_poll_t poll;
    int socket;
    struct sockaddr_in where;
};

/* ---- the addresses ---- */

static bool is_bound_to_network(const struct web *web)
{
    const char *bound = web->config.address;

    return strcmp(bound, "localhost") != 0 && strcmp(bound, "::1") != 0 &&
           strncmp(bound, "127.", 4) != 0;
}

bool web_is_open(const struct web *web) { return web->network != NULL || is_bound_to_network(web); }

static bool is_bound_to_all(const struct web *web)
{
    const char *bound = web->config.address;

    return strcmp(bound, "0.0.0.0") == 0 || strcmp(bound, "::") == 0;
}

static void print_address(const struct web *web, const struct sockaddr_in *where,
                          char text[WEB_ADDRESS_SIZE])
{
    char name[INET_ADDRSTRLEN];

    uv_ip4_name(where, name, sizeof name);
    snprintf(text, WEB_ADDRESS_SIZE, "http://%s:%d/", name, web->port);
}

/* The addresses that this machine has in networks. */
static int find_interfaces(struct sockaddr_in found[WEB_NETWORK_MAX])
{
    uv_interface_address_t *interfaces;
    int count, n = 0;

    if (uv_interface_addresses(&interfaces, &count) != 0)
        return 0;
    for (int i = 0; i < count && n < WEB_NETWORK_MAX; i++) {
        if (!interfaces[i].is_internal && interfaces[i].address.address4.sin_family == AF_INET)
            found[n++] = interfaces[i].address.address4;
    }
    uv_free_interface_addresses(interfaces, count);
    return n;
}

int web_network(const struct web *web, char found[WEB_NETWORK_MAX][WEB_ADDRESS_SIZE])
{
    struct sockaddr_in own[WEB_NETWORK_MAX];
    int count = 0;

    for (const struct web_listener *each = web->network; each; each = each->next)
        print_address(web, &each->where, found[count++]);
    if (count > 0 || !is_bound_to_network(web))
        return count;
    if (!is_bound_to_all(web)) {
        web_address(web, found[0]);
        return 1;
    }
    count = find_interfaces(own);
    for (int i = 0; i < count; i++)
        print_address(web, &own[i], found[i]);
    return count;
}

void network_json(const struct web *web, struct json *json)
{
    char found[WEB_NETWORK_MAX][WEB_ADDRESS_SIZE];
    int count = web_network(web, found);

    if (!web_is_open(web)) {
        json_nothing(json, "network");
        return;
    }
    json_begin_array(json, "network");
    for (int i = 0; i < count; i++)
        json_text(json, NULL, found[i]);
    json_end_array(json);
}

/* ---- listening ---- */

/* The daemon has one socket of its own; connections of others are handed to it, and it closes those
 * that it does not take. */
static void on_connection(uv_poll_t *poll, int status, int events)
{
    struct web_listener *listener = poll->data;
    struct sockaddr_storage from;

    (void)status, (void)events;
    for (int i = 0; i < ACCEPT_AT_ONCE; i++) {
        socklen_t len = sizeof from;
        int socket =
            accept4(listener->socket, (struct sockaddr *)&from, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (socket < 0)
            break;
        MHD_add_connection(listener->web->daemon, socket, (struct sockaddr *)&from, len);
    }
    web_wake(listener->web);
}

static int listen_at(const struct sockaddr_in *where)
{
    int line = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), yes = 1;

    if (line >= 0 && setsockopt(line, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        bind(line, (const struct sockaddr *)where, sizeof *where) == 0 &&
        listen(line, BACKLOG) == 0)
        return line;
    if (line >= 0)
        close(line);
    return -1;
}

static void add_listener(struct web *web, struct sockaddr_in where)
{
    where.sin_port = htons((uint16_t)web->port);
    int line = listen_at(&where);
    struct web_listener *listener = line >= 0 ? memory_get(1, sizeof *listener) : NULL;

    if (!listener)
        return; /* others may do */
    *listener =
        (struct web_listener){.next = web->network, .web = web, .socket = line, .where = where};
    uv_poll_init(web->config.loop, &listener->poll, line);
    listener->poll.data = listener;
    uv_poll_start(&listener->poll, UV_READABLE, on_connection);
    web->network = listener;
}

bool network_open(struct web *web, struct err *why)
{
    struct sockaddr_in found[WEB_NETWORK_MAX];
    int count;

    if (web_is_open(web))
        return true;
    count = find_interfaces(found);
    for (int i = count - 1; i >= 0; i--)
        add_listener(web, found[i]);
    return web->network ||
           err_setf(why, count > 0 ? "network_refused" : "network_none", "%d", web->port);
}

static void on_closed(uv_handle_t *handle)
{
    struct web_listener *listener = handle->data;

    close(listener->socket);
    free(listener);
}

void network_close(struct web *web)
{
    if (!web->network)
        return;
    while (web->network) {
        struct web_listener *listener = web->network;
        web->network = listener->next;
        uv_close((uv_handle_t *)&listener->poll, on_closed);
    }
    connections_cut_network(web);
}
