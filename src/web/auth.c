/*
 * Which requests are answered at all, and which rights they have.
 *
 * A page of another site in the same browser must not reach this server, whatever name it resolves
 * to us: Host has to be an address of this machine and Origin, where there is one, the same.
 * Requests that change something need the token of the data folder; those of a player need the
 * secret of the seat.
 */

#include "web/upload.h"

#include "base/file.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the token ---- */

static bool read_token(struct web *web, const char *path)
{
    struct slice text;

    if (!file_read(path, WEB_TOKEN_SIZE, &text, NULL))
        return false;
    struct slice token = slice_trim(text);
    bool is_whole = token.len == WEB_TOKEN_SIZE - 1;
    if (is_whole)
        memcpy(web->token, token.at, token.len);
    file_free(text);
    return is_whole;
}

static bool write_token(const struct web *web, const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    size_t len = strlen(web->token);

    if (file < 0)
        return false;
    bool is_written = fchmod(file, 0600) == 0 && write(file, web->token, len) == (ssize_t)len;
    return close(file) == 0 && is_written;
}

bool auth_open(struct web *web, struct err *why)
{
    unsigned char random[(WEB_TOKEN_SIZE - 1) / 2];
    char path[PATH_MAX + 16];

    snprintf(path, sizeof path, "%s/web-token", web->data_dir);
    if (read_token(web, path))
        return true;
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(web->token, sizeof web->token, random, sizeof random);
    return write_token(web, path) || err_set(why, "file_write", path);
}

static bool is_token(const struct web *web, const char *given)
{
    return given && strlen(given) == WEB_TOKEN_SIZE - 1 &&
           sodium_memcmp(given, web->token, WEB_TOKEN_SIZE - 1) == 0;
}

/* ---- addresses ---- */

/* An address of IPv4 becomes ::ffff:a.b.c.d, as a socket that listens at :: tells it. */
static struct in6_addr address_of(const struct sockaddr *socket)
{
    struct in6_addr address = {.s6_addr = {[10] = 0xff, [11] = 0xff}};

    if (socket->sa_family == AF_INET6)
        return ((const struct sockaddr_in6 *)socket)->sin6_addr;
    memcpy(&address.s6_addr[12], &((const struct sockaddr_in *)socket)->sin_addr, 4);
    return address;
}

static bool is_loopback(const struct in6_addr *address)
{
    return IN6_IS_ADDR_LOOPBACK(address) ||
           (IN6_IS_ADDR_V4MAPPED(address) && address->s6_addr[12] == 127);
}

/* The address that this connection came in at, as a browser writes it. */
static void own_name(struct MHD_Connection *connection, char name[INET6_ADDRSTRLEN + 3])
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct sockaddr_storage own;
    socklen_t len = sizeof own;
    char text[INET6_ADDRSTRLEN] = "";

    name[0] = '\0';
    if (!info || getsockname(info->connect_fd, (struct sockaddr *)&own, &len) != 0)
        return;
    struct in6_addr address = address_of((struct sockaddr *)&own);
    bool is_four = IN6_IS_ADDR_V4MAPPED(&address);
    inet_ntop(is_four ? AF_INET : AF_INET6, &address.s6_addr[is_four ? 12 : 0], text, sizeof text);
    snprintf(name, INET6_ADDRSTRLEN + 3, is_four ? "%s" : "[%s]", text);
}

static bool is_host(const struct web *web, const char *host, const char *name)
{
    char wanted[128];

    snprintf(wanted, sizeof wanted, "%s:%d", name, web->port);
    return name[0] &&
           (strcasecmp(host, wanted) == 0 || (web->port == 80 && strcasecmp(host, name) == 0));
}

/* Only addresses, and the one name that always means this machine: any other name may belong to a
 * stranger, whose page would then count as ours. */
static bool knows_host(struct request *request, const char *host)
{
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    char own[INET6_ADDRSTRLEN + 3];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (is_host(request->web, host, names[i]))
            return true;
    }
    own_name(request->connection, own);
    return is_host(request->web, host, own);
}

static bool check_origin(struct request *request)
{
    const char *host = request_header(request, MHD_HTTP_HEADER_HOST);
    const char *origin = request_header(request, MHD_HTTP_HEADER_ORIGIN);

    if (!host || !knows_host(request, host))
        return refuse(request, 403, "bad_host", host ? host : "?");
    if (!origin)
        return true;
    return (strncmp(origin, "http://", 7) == 0 && strcasecmp(origin + 7, host) == 0) ||
           refuse(request, 403, "bad_origin", origin);
}

/* ---- rights ---- */

static void find_rights(struct request *request)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const char *secret = request_header(request, "X-Kielwasser-Seat");

    request->address = address_of(info->client_addr);
    request->is_loopback = is_loopback(&request->address);
    request->has_token = is_token(request->web, request_header(request, "X-Kielwasser-Token")) ||
                         is_token(request->web, request_argument(request, "token"));
    if (secret && request->id[0])
        request->seat = rooms_side_of_secret(request->web->config.server, request->id, secret);
}

static bool check_right(struct request *request)
{
    bool has_seat = request->seat != SIDE_NONE;

    switch (request->route ? request->route->right : RIGHT_ANYONE) {
    case RIGHT_ANYONE:
        return true;
    case RIGHT_OWNER:
        return request->has_token || refuse(request, 403, "no_token", "");
    case RIGHT_OWNER_LOCAL:
        return (request->has_token && request->is_loopback) || refuse(request, 403, "no_token", "");
    case RIGHT_SEAT:
        return has_seat || refuse(request, 403, "no_seat", "");
    case RIGHT_SEAT_OR_OWNER:
        return has_seat || request->has_token || refuse(request, 403, "no_seat", "");
    }
    return false;
}

static bool is_type(const char *type, const char *wanted)
{
    size_t len = strlen(wanted);

    return type && strncasecmp(type, wanted, len) == 0 &&
           (type[len] == '\0' || strchr("; ", type[len]));
}

/* A form of a foreign page can send text, but neither JSON nor plain bytes. */
static bool check_content(struct request *request)
{
    const char *type = request_header(request, MHD_HTTP_HEADER_CONTENT_TYPE);
    const char *length = request_header(request, MHD_HTTP_HEADER_CONTENT_LENGTH);
    bool is_file = upload_is(request);
    int64_t bytes = 0, most = is_file ? UPLOAD_BYTES_MAX : BODY_MAX;

    if (strcmp(request->method, "POST") != 0)
        return true;
    if (!is_type(type, is_file ? "application/octet-stream" : "application/json"))
        return refuse(request, 415, is_file ? "not_bytes" : "not_json", "");
    if (length && (!slice_to_int64(slice_of(length), &bytes) || bytes > most))
        return refuse(request, 413, is_file ? "upload_large" : "body_large", UPLOAD_MEGABYTES);
    return true;
}

bool auth_admits(struct request *request)
{
    if (!check_origin(request))
        return false;
    find_rights(request);
    return check_right(request) && check_content(request);
}
