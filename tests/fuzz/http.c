/* Requests to a whole server with its page, from the socket to the tables of its database:
 *
 *     \1 HEAD AND BODY AS THEY ARE              from this machine
 *     \2 METHOD PATH \n [HEADERS \n] \n BODY     the same with the owner's token, and
 *     \3 METHOD PATH \n [HEADERS \n] \n BODY     from another machine without it; what else a
 *                                              request needs is added
 *     \5 METHOD PATH \n [HEADERS \n] \n BODY     the same through our own proxy, with the token
 *     \4                                       the connection before hangs up
 *
 * Ids, secrets and the token are the same in every run.  No program can be started. */

#include "stand.h"

#include "base/file.h"
#include "web/internal.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    LINES_MAX = 8,
    TURNS = 3,
    TURNS_MAX = 1000,
    RUNS_OF_A_SERVER = 500, /* then a new one begins: bots, tests and tournaments stay in it */
    TEXT_MAX = 64 * 1024,
};

static struct stand stand;
static struct web *web;
static int lines[LINES_MAX], line_count;
static char request[TEXT_MAX];

static void open_server(void)
{
    static int number;
    char name[32];

    snprintf(name, sizeof name, "http-%d", ++number);
    stand_open(&stand, name);
    web = web_create(&(struct web_config){.loop = &stand.loop,
                                          .server = stand.server,
                                          .address = "127.0.0.1",
                                          .data_dir = stand.folder,
                                          .proxies = "192.0.2.9",
                                          .version = "fuzz"},
                     NULL);
    fuzz_require(web != NULL);
    memset(web->token, '0', WEB_TOKEN_SIZE - 1);
    web->port = WEB_DEFAULT_PORT;
}

static void close_server(void)
{
    web_stop(web);
    server_stop(stand.server);
    uv_run(&stand.loop, UV_RUN_DEFAULT);
    web_destroy(web);
    server_destroy(stand.server);
    fuzz_require(uv_loop_close(&stand.loop) == 0);
    file_remove_all(stand.folder);
}

static void prepare(void)
{
    static int runs;

    if (runs == 0) {
        fuzz_fix_chance();
        fuzz_lock_in();
        open_server();
    } else if (runs % RUNS_OF_A_SERVER == 0) {
        close_server();
        open_server();
    }
    runs++;
    stand_begin(&stand);
}

/* ---- a connection ---- */

static bool drain(void)
{
    bool has_read = false;

    for (int i = 0; i < line_count; i++)
        has_read |= stand_drain(lines[i]);
    return has_read;
}

/* Until all answers are there. */
static void settle(void)
{
    bool is_moving = true;

    for (int i = 0; i < TURNS_MAX && (is_moving || i < TURNS); i++) {
        stand_wait_for_none(&stand, &web->background_count);
        stand_wait_for_none(&stand, &web->store_count);
        stand_run(&stand, 1);
        is_moving = drain();
    }
}

static void connect_from(const char *address)
{
    struct sockaddr_in peer = {.sin_family = AF_INET, .sin_port = htons(4000)};
    int ends[2];

    inet_pton(AF_INET, address, &peer.sin_addr);
    fuzz_require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0);
    lines[line_count++] = ends[0];
    if (MHD_add_connection(web->daemon, ends[1], (struct sockaddr *)&peer, sizeof peer) != MHD_YES)
        return; /* the daemon has closed it */
    web_wake(web);
}

static void send_bytes(struct slice bytes)
{
    while (bytes.len > 0) {
        ssize_t sent = send(lines[line_count - 1], bytes.at, bytes.len, MSG_NOSIGNAL);
        settle();
        if (sent <= 0)
            return;
        bytes = slice_skip(bytes, (size_t)sent);
    }
}

static void hang_up(void)
{
    if (line_count == 0)
        return;
    close(lines[--line_count]);
    settle();
}

/* ---- requests ---- */

static void send_composed(struct slice text, bool is_owner)
{
    struct slice line = slice_take_until(&text, '\n');
    struct buf buf;

    buf_init(&buf, request, sizeof request);
    buf_add_slice(&buf, line);
    buf_add(&buf, " HTTP/1.1\r\nHost: 127.0.0.1:8050\r\n");
    if (is_owner)
        buf_format(&buf, "X-Kielwasser-Token: %s\r\n", web->token);
    while (text.len > 0 && (line = slice_take_until(&text, '\n')).len > 0) {
        buf_add_slice(&buf, line);
        buf_add(&buf, "\r\n");
    }
    buf_format(&buf, "Content-Type: application/%s\r\nContent-Length: %zu\r\n\r\n",
               strstr(request, "/api/uploads") ? "octet-stream" : "json", text.len);
    buf_add_slice(&buf, text);
    if (!buf.is_full)
        send_bytes(buf_slice(&buf));
}

static void ask(int how, struct slice text)
{
    if (line_count == LINES_MAX)
        hang_up();
    static const char *const addresses[] = {
        [1] = "127.0.0.1", [2] = "127.0.0.1", [3] = "192.0.2.7", [5] = "192.0.2.9"};
    connect_from(addresses[how]);
    if (how == 1)
        send_bytes(text);
    else
        send_composed(text, how != 3);
}

/* The next run draws the same names for its own. */
static void remove_uploads(void)
{
    char path[PATH_MAX + 16];

    snprintf(path, sizeof path, "%s/bots/uploads", stand.folder);
    file_remove_all(path);
}

static void end_run(void)
{
    while (line_count > 0)
        hang_up();
    remove_uploads();
    stand_wait_for_none(&stand, &web->connection_count);
    stand_call_off(&stand);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t begin = 0;
    int how = 0;

    prepare();
    for (size_t i = 0; i <= size; i++) {
        if (i < size && (data[i] < 1 || data[i] > 5))
            continue;
        if (how == 4)
            hang_up();
        else if (how > 0)
            ask(how, slice_make((const char *)data + begin, i - begin));
        how = i < size ? data[i] : 0;
        begin = i + 1;
    }
    end_run();
    return 0;
}
