#include "web/connections.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/minmax.h"
#include "web/client_address.h"
#include "web/upload.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/socket.h>

struct connection {
    struct connection *next, **place; /* the pointer that leads here */
    struct web *web;
    struct visitor *visitor; /* the address of the peer; NULL: there are too many addresses */
    int socket;
    int64_t since_us; /* when we began to wait for a request, or to answer one */
    int64_t due_us;   /* when the request must be there; 0: it is being answered */
    bool is_new;      /* no request has come yet */
    bool is_stream;   /* the answer is an event stream */
    bool is_owners;   /* its last request had the token */
    bool is_refused;  /* its address had too many when it came */
    bool is_cut;      /* it is being closed */
};

static struct connection *of_request(const struct request *request)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    return info->socket_context;
}

static struct visitors *visitors_of(const struct web *web)
{
    return server_visitors(web->config.server);
}

/* ---- too many ---- */

/* The daemon notices it and ends the connection. */
static void cut(struct connection *connection)
{
    connection->is_cut = true;
    shutdown(connection->socket, SHUT_RDWR);
}

/* How many its address has; too many addresses count as one with very many. */
static int count_of_address(const struct connection *connection)
{
    return connection->visitor ? connection->visitor->counts[VISITOR_BROWSERS] : INT_MAX;
}

/* Which of two is closed first when places run out: event streams last, then by the number that the
 * address has, then those that are waited for, then the oldest. */
static bool goes_first(const struct connection *one, const struct connection *other)
{
    if (one->is_stream != other->is_stream)
        return other->is_stream;
    if (count_of_address(one) != count_of_address(other))
        return count_of_address(one) > count_of_address(other);
    if ((one->due_us > 0) != (other->due_us > 0))
        return one->due_us > 0;
    return one->since_us < other->since_us;
}

/* Any of all addresses but the owner's, or NULL. */
static struct connection *find_first_to_go(const struct web *web)
{
    struct connection *first = NULL;

    for (struct connection *each = web->connections; each; each = each->next) {
        if (!each->is_cut && !each->is_owners && (!first || goes_first(each, first)))
            first = each;
    }
    return first;
}

/* The one of this address that has been waited for longest, or NULL.  An answer that is on its way
 * is not broken off for a new connection of the same address. */
static struct connection *find_waiting(const struct web *web, const struct visitor *visitor)
{
    struct connection *oldest = NULL;

    for (struct connection *each = web->connections; each; each = each->next) {
        bool is_waiting = each->due_us > 0 && !each->is_cut && !each->is_owners;
        if (is_waiting && each->visitor == visitor && (!oldest || goes_first(each, oldest)))
            oldest = each;
    }
    return oldest;
}

/* All visitors behind a proxy of ours have its address. */
static bool take_place(const struct connection *connection, const struct in6_addr *address)
{
    if (!connection->visitor)
        return false;
    if (!client_address_is_proxy(connection->web, address))
        return visitor_take(connection->visitor, VISITOR_BROWSERS);
    visitor_add(connection->visitor, VISITOR_BROWSERS);
    return true;
}

/* Another one goes, or the new one is refused when it says what it wants. */
static void make_room(struct connection *connection, const struct in6_addr *address)
{
    struct web *web = connection->web;
    int most = server_web_connections_max();
    struct connection *going = NULL;
    bool has_place = take_place(connection, address);

    if (!has_place && connection->visitor) {
        going = find_waiting(web, connection->visitor);
        visitor_add(connection->visitor, VISITOR_BROWSERS);
    }
    connection->is_refused = !has_place && !going;
    if (!going && web->connection_count >= most - int_min(LIMIT_WEB_SPARE, most / LIMIT_RESERVE))
        going = find_first_to_go(web);
    if (going)
        cut(going);
}

/* ---- coming and going ---- */

static void wait_for(struct connection *connection)
{
    connection->since_us = server_now_us(connection->web->config.server);
    connection->due_us = connection->since_us + WEB_TIMEOUT_S * 1000000LL;
    connection->is_stream = false;
}

struct connection *connection_opened(struct web *web, struct MHD_Connection *from_daemon)
{
    struct connection *connection = memory_get(1, sizeof *connection);
    struct in6_addr address = address_of_socket(
        MHD_get_connection_info(from_daemon, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr);

    connection->web = web;
    connection->socket =
        MHD_get_connection_info(from_daemon, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    connection->visitor = visitors_enter(visitors_of(web), &address);
    connection->is_new = true;
    make_room(connection, &address);
    wait_for(connection);
    connection->next = web->connections;
    connection->place = &web->connections;
    if (connection->next)
        connection->next->place = &connection->next;
    web->connections = connection;
    web->connection_count++;
    return connection;
}

void connection_closed(struct connection *connection)
{
    struct web *web = connection->web;

    if (connection->visitor)
        visitor_give_back(connection->visitor, VISITOR_BROWSERS, 1);
    visitors_leave(visitors_of(web), connection->visitor);
    *connection->place = connection->next;
    if (connection->next)
        connection->next->place = connection->place;
    web->connection_count--;
    free(connection);
}

/* ---- a request ---- */

void connection_head_came(struct request *request)
{
    struct connection *connection = of_request(request);

    if (!connection->is_new)
        wait_for(connection);
    connection->is_new = false;
}

void connection_bytes_came(struct request *request, size_t count)
{
    struct connection *connection = of_request(request);
    int64_t latest_us = server_now_us(request->web->config.server) + WEB_TIMEOUT_S * 1000000LL;

    if (!upload_is(request))
        return;
    connection->due_us += (int64_t)count * 1000000 / LIMIT_UPLOAD_BYTES_PER_S;
    if (connection->due_us > latest_us)
        connection->due_us = latest_us;
}

void connection_is_answered(struct request *request)
{
    struct connection *connection = of_request(request);

    if (connection->due_us == 0)
        return;
    connection->since_us = server_now_us(request->web->config.server);
    connection->due_us = 0;
}

void connection_is_stream(struct request *request) { of_request(request)->is_stream = true; }

void connection_waits(struct request *request) { wait_for(of_request(request)); }

/* An answer that it has already stays. */
static bool deny(struct request *request, unsigned status, const char *code)
{
    return !request->response && refuse(request, status, code, "");
}

/* The client may try again on a new connection. */
static bool deny_connection(struct request *request)
{
    deny(request, MHD_HTTP_SERVICE_UNAVAILABLE, "connections_full");
    answer_header(request, MHD_HTTP_HEADER_CONNECTION, "close");
    return false;
}

bool connection_admits(struct request *request)
{
    struct connection *connection = of_request(request);

    connection->is_owners = request->has_token;
    request->visitor = visitors_enter(visitors_of(request->web), &request->address);
    if (request->has_token)
        return true;
    if (connection->is_refused || !request->visitor)
        return deny_connection(request);
    return visitor_may_ask(request->visitor, VISITOR_REQUESTS, clock_now_us()) ||
           deny(request, MHD_HTTP_TOO_MANY_REQUESTS, "requests_full");
}

/* Did it come to an address in a network? */
static bool is_from_network(const struct connection *connection)
{
    struct sockaddr_storage own;
    socklen_t len = sizeof own;

    if (getsockname(connection->socket, (struct sockaddr *)&own, &len) != 0)
        return true;
    struct in6_addr address = address_of_socket((struct sockaddr *)&own);
    return !address_is_loopback(&address);
}

void connections_cut_network(struct web *web)
{
    for (struct connection *each = web->connections; each; each = each->next) {
        if (!each->is_cut && is_from_network(each))
            cut(each);
    }
}

void connections_beat(struct web *web)
{
    int64_t now_us = server_now_us(web->config.server);

    for (struct connection *each = web->connections; each; each = each->next) {
        if (each->due_us == 0 || each->due_us > now_us || each->is_cut)
            continue;
        web->slow_count++;
        cut(each);
    }
}
