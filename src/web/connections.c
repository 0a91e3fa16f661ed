#include "web/connections.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/minmax.h"
#include "web/client_address.h"
#include "web/upload.h"

#include <stdlib.h>
#include <sys/socket.h>

struct connection {
    struct connection *next, **place; /* the pointer that leads here */
    struct web *web;
    struct visitor *visitor; /* the address of the peer; NULL: there are too many addresses */
    int socket;
    int64_t since_us; /* it has been waited for since then … */
    int64_t due_us;   /* … at most until then; 0: it is being answered */
    bool is_new;      /* no request has come yet */
    bool is_owners;   /* its last request had the token */
    bool is_refused;  /* its address has too many */
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

/* The one that has been waited for longest; `visitor` NULL: of any address. */
static struct connection *find_oldest(const struct web *web, const struct visitor *visitor)
{
    struct connection *oldest = NULL;

    for (struct connection *each = web->connections; each; each = each->next) {
        bool is_waiting = each->due_us > 0 && !each->is_cut && !each->is_owners;
        if (is_waiting && (!visitor || each->visitor == visitor) &&
            (!oldest || each->since_us < oldest->since_us))
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
    struct connection *oldest = NULL;
    bool has_place = take_place(connection, address);

    if (!has_place && connection->visitor) {
        oldest = find_oldest(web, connection->visitor);
        visitor_add(connection->visitor, VISITOR_BROWSERS);
    }
    connection->is_refused = !has_place && !oldest;
    if (has_place && web->connection_count >= most - int_min(LIMIT_WEB_SPARE, most / LIMIT_RESERVE))
        oldest = find_oldest(web, NULL);
    if (oldest)
        cut(oldest);
}

/* ---- coming and going ---- */

static void wait_for(struct connection *connection)
{
    connection->since_us = server_now_us(connection->web->config.server);
    connection->due_us = connection->since_us + WEB_TIMEOUT_S * 1000000LL;
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

void connection_is_answered(struct request *request) { of_request(request)->due_us = 0; }

void connection_waits(struct request *request) { wait_for(of_request(request)); }

/* An answer that it has already stays. */
static bool deny(struct request *request, unsigned status, const char *code)
{
    return !request->response && refuse(request, status, code, "");
}

bool connection_admits(struct request *request)
{
    struct connection *connection = of_request(request);

    connection->is_owners = request->has_token;
    request->visitor = visitors_enter(visitors_of(request->web), &request->address);
    if (request->has_token)
        return true;
    if (connection->is_refused || !request->visitor)
        return deny(request, MHD_HTTP_SERVICE_UNAVAILABLE, "connections_full");
    return visitor_may_ask(request->visitor, VISITOR_REQUESTS, clock_now_us()) ||
           deny(request, MHD_HTTP_TOO_MANY_REQUESTS, "requests_full");
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
