/* HTTP by libmicrohttpd on the server's loop: the loop watches the daemon's epoll descriptor and
 * calls it at its timeouts. */

#define _GNU_SOURCE /* POLLRDHUP */

#include "web/client_address.h"
#include "web/connections.h"
#include "web/events.h"
#include "web/network.h"
#include "web/upload.h"

#include "base/file.h"
#include "base/memory.h"
#include "store/old_json_files.h"
#include "store/store.h"
#include "web/runs.h"

#include <arpa/inet.h>
#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BEAT_MS = 1000, BACKLOG = 1024, HANGUPS_AT_ONCE = 64 };

/* ---- the loop ---- */

static void run_daemon(struct web *web);

static void on_timer(uv_timer_t *timer) { run_daemon(timer->data); }

static void on_poll(uv_poll_t *poll, int status, int events)
{
    (void)status, (void)events;
    run_daemon(poll->data);
}

static void run_daemon(struct web *web)
{
    MHD_UNSIGNED_LONG_LONG timeout_ms;

    if (web->is_stopping)
        return;
    web->is_woken = false;
    MHD_run(web->daemon);
    /* Connections resumed while the daemon ran are served only in its next run. */
    if (web->is_woken)
        uv_timer_start(&web->timer, on_timer, 0, 0);
    else if (MHD_get_timeout(web->daemon, &timeout_ms) == MHD_YES)
        uv_timer_start(&web->timer, on_timer, timeout_ms, 0);
    else
        uv_timer_stop(&web->timer);
}

void web_wake(struct web *web)
{
    web->is_woken = true;
    if (!web->is_stopping)
        uv_timer_start(&web->timer, on_timer, 0, 0);
}

/* The daemon notices a hang-up only while it waits for bytes, and not if the last bytes came
 * together with it.  After it has read them, a socket that is shut down makes it read on. */
static void on_hangup(uv_poll_t *poll_handle, int status, int what)
{
    struct web *web = poll_handle->data;
    struct epoll_event found[HANGUPS_AT_ONCE];
    int count = epoll_wait(web->hangups, found, HANGUPS_AT_ONCE, 0);

    (void)status, (void)what;
    for (int i = 0; i < count; i++)
        epoll_ctl(web->hangups, EPOLL_CTL_DEL, found[i].data.fd, NULL);
    run_daemon(web);
    for (int i = 0; i < count; i++) {
        struct pollfd socket = {.fd = found[i].data.fd, .events = POLLRDHUP};
        if (poll(&socket, 1, 0) != 1 || !(socket.revents & POLLRDHUP))
            continue; /* the daemon has closed it */
        shutdown(socket.fd, SHUT_RD);
        events_hangup(web->events, socket.fd);
    }
}

/* A socket that is closed leaves the epoll descriptor by itself. */
static void on_connection(void *context, struct MHD_Connection *connection, void **memory,
                          enum MHD_ConnectionNotificationCode code)
{
    struct web *web = context;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);

    if (code != MHD_CONNECTION_NOTIFY_STARTED) {
        connection_closed(*memory);
        return;
    }
    *memory = connection_opened(web, connection);
    struct epoll_event wanted = {.events = EPOLLRDHUP, .data.fd = info->connect_fd};
    epoll_ctl(web->hangups, EPOLL_CTL_ADD, info->connect_fd, &wanted);
}

static void on_beat(uv_timer_t *timer)
{
    struct web *web = timer->data;

    /* After the system had no descriptor for a new connection the daemon listens again only when
     * it runs. */
    web_wake(web);
    connections_beat(web);
    events_beat(web->events);
    runs_beat(web->runs);
}

/* ---- requests ---- */

struct json *web_begin_json(struct web *web)
{
    buf_init(&web->text, web->scratch, WEB_TEXT_MAX);
    json_init(&web->json, &web->text);
    return &web->json;
}

void web_json_copy_tree(struct json *json, const char *key, const struct json_t *tree)
{
    char *text = tree ? json_dumps(tree, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;

    json_raw(json, key, slice_of(text ? text : "null"));
    free(text);
}

/* Does a part of the path, between two slashes, fit?  What stands for the * goes into `star`. */
static bool part_fits(struct slice pattern, struct slice part, char star[WEB_PATH_MAX])
{
    struct slice head = slice_take_until(&pattern, '*'), tail = pattern;

    if (part.len <= head.len + tail.len || memcmp(part.at, head.at, head.len) != 0 ||
        memcmp(part.at + part.len - tail.len, tail.at, tail.len) != 0)
        return false;
    snprintf(star, WEB_PATH_MAX, "%.*s", (int)(part.len - head.len - tail.len), part.at + head.len);
    return true;
}

static bool is_same(struct slice a, struct slice b)
{
    return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

static bool fits(const char *pattern, struct request *request)
{
    struct slice wanted = slice_of(pattern), path = slice_of(request->path);
    int stars = 0;

    request->id[0] = '\0';
    if (path.len > 1 && path.at[path.len - 1] == '/')
        return false;
    while (wanted.len > 0 && path.len > 0) {
        struct slice one = slice_take_until(&wanted, '/'), part = slice_take_until(&path, '/');
        bool has_star = one.len > 0 && memchr(one.at, '*', one.len);
        if (has_star && part_fits(one, part, stars == 0 ? request->id : request->parts[stars - 1]))
            stars++;
        else if (has_star || !is_same(one, part))
            return false;
    }
    return wanted.len == 0 && path.len == 0;
}

static const struct route *find_route(struct request *request, bool *is_known)
{
    static const struct route *const tables[] = {
        server_routes,   game_routes,       game_action_routes, bot_routes,       bot_check_routes,
        log_routes,      metrics_routes,    test_routes,        test_game_routes, tournament_routes,
        position_routes, match_file_routes, live_game_routes,   guest_routes};

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        for (const struct route *route = tables[i]; route->method; route++) {
            if (!fits(route->pattern, request))
                continue;
            *is_known = true;
            if (strcmp(route->method, request->method) == 0)
                return route;
        }
    }
    return NULL;
}

static bool is_reading(const char *method)
{
    return strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
}

/* Finds the route and checks the rights; false: the request is refused and has its answer. */
static bool judge(struct request *request)
{
    bool is_known = false;

    client_address_find(request);
    request->route = find_route(request, &is_known);
    if (request->route)
        return auth_admits(request);
    if (strncmp(request->path, "/api/", 5) == 0 && !is_known)
        return refuse(request, 404, "no_such_page", request->path);
    if (is_known || !is_reading(request->method))
        return refuse(request, 405, "no_such_call", request->method);
    return auth_admits(request);
}

static bool begin_upload(struct request *request)
{
    return !upload_is(request) || upload_begin(request);
}

static bool has_body(const struct request *request)
{
    return strcmp(request->method, "POST") == 0 || strcmp(request->method, "PUT") == 0;
}

static void run_request(struct request *request)
{
    struct err why = {0};

    if (!request->route)
        static_files_answer(request);
    else if (request->body.is_large)
        refuse(request, 413, request->upload ? "upload_large" : "body_large", UPLOAD_MEGABYTES);
    else if (request->body.is_lost)
        refuse_for_memory(request);
    else if (has_body(request) && !request->upload && !body_read(&request->body, &why))
        answer_refusal(request, 400, NULL, &why);
    else
        request->route->run(request);
}

/* The one for want of memory is used again. */
static void drop_response(const struct web *web, struct MHD_Response *response)
{
    if (response && response != web->no_memory)
        MHD_destroy_response(response);
}

static enum MHD_Result give_answer(struct request *request)
{
    struct MHD_Response *response = request->response;

    request->response = NULL;
    connection_is_answered(request);
    enum MHD_Result result = MHD_queue_response(request->connection, request->status, response);
    drop_response(request->web, response);
    return result;
}

static struct request *begin(struct web *web, struct MHD_Connection *connection, const char *path,
                             const char *method)
{
    struct request *request = memory_try(1, sizeof *request);

    if (!request)
        return NULL;
    request->web = web;
    request->connection = connection;
    request->method = method;
    request->seat = SIDE_NONE;
    snprintf(request->path, sizeof request->path, "%s", path);
    return request;
}

static void take_bytes(struct request *request, struct slice bytes)
{
    connection_bytes_came(request, bytes.len);
    if (request->upload)
        upload_add(request, bytes);
    else
        body_add(&request->body, bytes);
}

/* Called when the head is there, with every piece of the body, and at the end; and again when a
 * connection that slept has its answer. */
static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
                                  const char *path, const char *method, const char *version,
                                  const char *upload, size_t *upload_size, void **memory)
{
    struct request *request = *memory;

    (void)version;
    if (!request) {
        request = begin(context, connection, path, method);
        *memory = request;
        if (!request)
            return MHD_NO;
        connection_head_came(request);
        bool is_allowed = judge(request);
        return connection_admits(request) && is_allowed && begin_upload(request)
                   ? MHD_YES
                   : give_answer(request);
    }
    if (request->response)
        return give_answer(request);
    if (request->is_waiting)
        return MHD_YES;
    if (*upload_size > 0) {
        take_bytes(request, slice_make(upload, *upload_size));
        *upload_size = 0;
        return MHD_YES;
    }
    connection_is_answered(request);
    run_request(request);
    return request->response ? give_answer(request) : MHD_YES;
}

static void on_completed(void *context, struct MHD_Connection *connection, void **memory,
                         enum MHD_RequestTerminationCode code)
{
    struct request *request = *memory;

    (void)context, (void)connection, (void)code;
    if (!request)
        return;
    drop_response(request->web, request->response);
    connection_waits(request);
    body_free(&request->body);
    upload_finish(request);
    visitors_leave(server_visitors(request->web->config.server), request->visitor);
    free(request->bots);
    free(request);
    *memory = NULL;
}

/* ---- listening ---- */

static bool read_address(const char *address, int port, struct sockaddr_storage *where,
                         socklen_t *len)
{
    struct sockaddr_in *four = (struct sockaddr_in *)where;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)where;

    memset(where, 0, sizeof *where);
    if (strcmp(address, "localhost") == 0)
        address = "127.0.0.1";
    if (inet_pton(AF_INET, address, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons((uint16_t)port);
        *len = sizeof *four;
        return true;
    }
    six->sin6_family = AF_INET6;
    six->sin6_port = htons((uint16_t)port);
    *len = sizeof *six;
    return inet_pton(AF_INET6, address, &six->sin6_addr) == 1;
}

static bool refuse_port(const struct web_config *config, int trouble, struct err *why)
{
    if (trouble == EADDRINUSE)
        return err_setf(why, "web_port_busy", "%d", config->port);
    return err_setf(why, "web_refused", "%.60s:%d %s", config->address, config->port,
                    strerror(trouble));
}

/* Our own socket, because the daemon would not say what went wrong. */
static int listen_at(struct web *web, struct err *why)
{
    struct sockaddr_storage where;
    socklen_t len;
    int yes = 1, no = 0, trouble = EADDRNOTAVAIL, line = -1;

    if (read_address(web->config.address, web->config.port, &where, &len)) {
        line = socket(where.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        /* At :: visitors may come by IPv4, too, whatever the system's default is. */
        if (line >= 0 && where.ss_family == AF_INET6)
            setsockopt(line, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
        if (line >= 0 && setsockopt(line, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
            bind(line, (struct sockaddr *)&where, len) == 0 && listen(line, BACKLOG) == 0 &&
            getsockname(line, (struct sockaddr *)&where, &len) == 0) {
            /* The port is at the same place in sockaddr_in6. */
            web->port = ntohs(((struct sockaddr_in *)&where)->sin_port);
            return line;
        }
        trouble = errno;
    }
    if (line >= 0)
        close(line);
    refuse_port(&web->config, trouble, why);
    return -1;
}

static bool start_daemon(struct web *web, struct err *why)
{
    int line = listen_at(web, why);

    if (line < 0)
        return false;
    web->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, web,
        MHD_OPTION_LISTEN_SOCKET, line, MHD_OPTION_NOTIFY_COMPLETED, on_completed, web,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, web, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)server_web_connections_max(), MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)WEB_TIMEOUT_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)WEB_CONNECTION_BYTES,
        MHD_OPTION_END);
    if (web->daemon)
        return true;
    close(line);
    return err_set(why, "web_refused", web->config.address);
}

static void start_watching(struct web *web)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(web->daemon, MHD_DAEMON_INFO_EPOLL_FD);

    uv_poll_init(web->config.loop, &web->poll, info->epoll_fd);
    uv_poll_init(web->config.loop, &web->hangup_poll, web->hangups);
    uv_timer_init(web->config.loop, &web->timer);
    uv_timer_init(web->config.loop, &web->beat);
    web->poll.data = web->hangup_poll.data = web->timer.data = web->beat.data = web;
    uv_poll_start(&web->poll, UV_READABLE, on_poll);
    uv_poll_start(&web->hangup_poll, UV_READABLE, on_hangup);
    uv_timer_start(&web->beat, on_beat, BEAT_MS, BEAT_MS);
    web_wake(web);
}

/* ---- where we are, for a second start with the same folder ---- */

static void note_path(const char *data_dir, char path[PATH_MAX + 16])
{
    snprintf(path, PATH_MAX + 16, "%s/web-address", data_dir);
}

static void leave_note(const struct web *web)
{
    char path[PATH_MAX + 16], address[WEB_ADDRESS_SIZE];

    note_path(web->data_dir, path);
    web_address(web, address);
    file_write(path, slice_of(address), NULL); /* it may fail: only a second start reads it */
}

static void remove_note(const struct web *web)
{
    char path[PATH_MAX + 16];

    note_path(web->data_dir, path);
    unlink(path);
}

bool web_address_of_folder(const char *data_dir, char address[WEB_ADDRESS_SIZE])
{
    char path[PATH_MAX + 16];
    struct slice text;

    note_path(data_dir, path);
    if (!file_read(path, WEB_ADDRESS_SIZE - 1, &text, NULL))
        return false;
    buf_copy(address, WEB_ADDRESS_SIZE, text);
    file_free(text);
    return true;
}

int web_port(const struct web *web) { return web->port; }

void web_address(const struct web *web, char address[WEB_ADDRESS_SIZE])
{
    const char *bound = web->config.address;
    bool is_any = strcmp(bound, "0.0.0.0") == 0 || strcmp(bound, "::") == 0;
    bool is_six = !is_any && strchr(bound, ':');

    snprintf(address, WEB_ADDRESS_SIZE, is_six ? "http://[%.80s]:%d/" : "http://%.80s:%d/",
             is_any ? "127.0.0.1" : bound, web->port);
}

/* ---- coming and going ---- */

/* What earlier servers have left: their files become rows, and runs go on. */
static bool open_tables(struct web *web, struct err *why)
{
    struct store *store = store_open(web->data_dir, why);
    struct db *db = store ? store_db(store, why) : NULL;

    if (db && old_files_migrate(db, web->data_dir, why))
        web->runs = runs_create(web, db, why);
    store_close(store);
    return web->runs != NULL;
}

static bool start_db_thread(struct web *web, struct err *why)
{
    char place[PATH_MAX];
    const struct db_thread_config config = {
        .loop = web->config.loop, .place = place, .is_synced = true};

    store_place(web->data_dir, place, sizeof place);
    web->db = db_thread_create(&config, why);
    return web->db != NULL;
}

static bool open_hangups(struct web *web, struct err *why)
{
    web->hangups = epoll_create1(EPOLL_CLOEXEC);
    return web->hangups >= 0 || err_set(why, "system_refused", strerror(errno));
}

static bool start_pool(struct web *web, struct err *why)
{
    const struct task_thread_config config = {.loop = web->config.loop, .threads = WEB_THREADS};

    web->pool = task_thread_create(&config, why);
    return web->pool != NULL;
}

struct web *web_create(const struct web_config *config, struct err *why)
{
    struct web *web = memory_get(1, sizeof *web);

    web->config = *config;
    web->hangups = -1;
    web->guests = config->guests;
    snprintf(web->data_dir, sizeof web->data_dir, "%s", config->data_dir);
    if (config->store)
        snprintf(web->store, sizeof web->store, "%s", config->store);
    else
        store_place(web->data_dir, web->store, sizeof web->store);
    web->scratch = memory_get(1, WEB_TEXT_MAX);
    web->events = events_create(web);
    if (!answer_keep_for_no_memory(web, why) ||
        !client_address_read_proxies(web, config->proxies, why) || !auth_open(web, why) ||
        !open_hangups(web, why) || !start_pool(web, why) || !open_tables(web, why) ||
        !start_daemon(web, why) || !start_db_thread(web, why)) {
        web_destroy(web);
        return NULL;
    }
    start_watching(web);
    leave_note(web);
    web->subscriber = (struct rooms_subscriber){.hear = events_hear, .context = web->events};
    rooms_subscribe(config->server, &web->subscriber);
    rooms_keep_recent(config->server);
    return web;
}

void web_stop(struct web *web)
{
    if (web->is_stopping)
        return;
    web->is_stopping = true;
    remove_note(web);
    network_close(web);
    rooms_unsubscribe(web->config.server, &web->subscriber);
    events_close(web->events);
    runs_stop(web->runs);
    db_thread_stop(web->db);
    task_thread_stop(web->pool);
    uv_close((uv_handle_t *)&web->poll, NULL);
    uv_close((uv_handle_t *)&web->hangup_poll, NULL);
    uv_close((uv_handle_t *)&web->timer, NULL);
    uv_close((uv_handle_t *)&web->beat, NULL);
}

void web_destroy(struct web *web)
{
    if (!web)
        return;
    if (web->daemon)
        MHD_stop_daemon(web->daemon);
    db_thread_destroy(web->db);
    task_thread_destroy(web->pool, NULL);
    runs_destroy(web->runs);
    events_destroy(web->events);
    if (web->no_memory)
        MHD_destroy_response(web->no_memory);
    if (web->hangups >= 0)
        close(web->hangups);
    free(web->scratch);
    free(web);
}
