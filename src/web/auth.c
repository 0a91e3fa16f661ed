/*
 * Which requests are answered at all, and which rights they have.
 *
 * A page of another site in the same browser must not reach this server, whatever name it resolves
 * to us: Host has to be an address of this machine and Origin, where there is one, the same.
 * Requests that change something need the token of the data folder, wherever they come from; those
 * of a player need the secret of the seat.
 */

#include "web/client_address.h"
#include "web/upload.h"

#include "base/file.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

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

bool auth_open(struct web *web, struct err *why)
{
    unsigned char random[(WEB_TOKEN_SIZE - 1) / 2];
    char path[PATH_MAX + 16];

    snprintf(path, sizeof path, "%s/web-token", web->data_dir);
    if (read_token(web, path))
        return true;
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(web->token, sizeof web->token, random, sizeof random);
    return file_write_private(path, slice_of(web->token), why);
}

static bool is_token(const struct web *web, const char *given)
{
    return given && strlen(given) == WEB_TOKEN_SIZE - 1 &&
           sodium_memcmp(given, web->token, WEB_TOKEN_SIZE - 1) == 0;
}

/* ---- where a request comes from ---- */

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
    char own[WEB_NAME_SIZE];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (is_host(request->web, host, names[i]))
            return true;
    }
    client_address_own_name(request, own);
    return is_host(request->web, host, own);
}

/* Our own proxy may have any name: a browser's own page has the same one, and a foreign page no
 * token. */
static const char *find_host(struct request *request)
{
    const char *named =
        request->is_behind_proxy ? request_header(request, "X-Forwarded-Host") : NULL;

    return named ? named : request_header(request, MHD_HTTP_HEADER_HOST);
}

static bool is_page_of(const struct request *request, const char *origin, const char *host)
{
    const char *secure = "https://", *plain = "http://";
    size_t len = strlen(plain);

    if (request->is_behind_proxy && strncmp(origin, secure, strlen(secure)) == 0)
        len = strlen(secure);
    else if (strncmp(origin, plain, len) != 0)
        return false;
    return strcasecmp(origin + len, host) == 0;
}

static bool check_origin(struct request *request)
{
    const char *host = find_host(request);
    const char *origin = request_header(request, MHD_HTTP_HEADER_ORIGIN);

    if (!host || !(request->is_behind_proxy || knows_host(request, host)))
        return refuse(request, 403, "bad_host", host ? host : "?");
    if (!origin)
        return true;
    return is_page_of(request, origin, host) || refuse(request, 403, "bad_origin", origin);
}

/* ---- rights ---- */

static void find_rights(struct request *request)
{
    const char *secret = request_header(request, "X-Kielwasser-Seat");
    /* A token in an address is for scrapers, which only read. */
    const char *argument =
        strcmp(request->method, "GET") == 0 ? request_argument(request, "token") : NULL;

    request->has_token = (is_token(request->web, request_header(request, "X-Kielwasser-Token")) ||
                          is_token(request->web, argument)) &&
                         (!request->is_forwarded || request->is_behind_proxy);
    if (secret && request->id[0])
        request->seat = rooms_side_of_secret(request->web->config.server, request->id, secret);
}

static bool check_right(struct request *request)
{
    bool has_seat = request->seat != SIDE_NONE;

    switch (request->route ? request->route->right : RIGHT_ANYONE) {
    case RIGHT_ANYONE:
        return true;
    case RIGHT_WATCH:
        return request->has_token || request->web->guests != GUESTS_OFF ||
               refuse(request, 403, "guests_off", "");
    case RIGHT_GUEST:
        return request->has_token || request->web->guests == GUESTS_PLAY ||
               refuse(request, 403, "guests_watch", "");
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
