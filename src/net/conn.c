#include "net/conn.h"

#include "base/clock.h"
#include "base/memory.h"
#include "net/peer_user.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    READ_SIZE = 16 * 1024,     /* the XML parser keeps twice as much for each connection */
    LINGER_MS = 3000,          /* for what is queued */
    LAST_LOOK_MS = 500,        /* for the peer to hang up, once everything is written */
    DISCARD_MAX = 1024 * 1024, /* bytes of a peer that talks on */
    BACKLOG = 1024,
};

/* A message that waits, or is on its way. */
struct entry {
    struct entry *next;
    uint64_t tag;
    enum conn_timing timing;
    size_t len;
    char data[];
};

/* One end of a line: TCP, or a unix socket. */
union line {
    uv_handle_t handle;
    uv_stream_t stream;
    uv_tcp_t tcp;
    uv_pipe_t pipe;
};

struct conn {
    union line line;
    uv_timer_t pause;  /* until the next message may go out */
    uv_timer_t linger; /* until a closing connection is cut */
    uv_write_t write;
    uv_shutdown_t shutdown;
    struct conn_events events;
    void *context;
    struct entry *first, *last; /* waiting; `first` may be on its way */
    size_t queued, discarded;
    struct conn_queue_limit limit;
    struct in6_addr address; /* of TCP */
    int message_gap_ms;
    int64_t written_us; /* when the last message went out */
    int open_handles;
    bool is_writing, is_closing, is_shut, is_cut;
    bool has_hung_up; /* the peer says no more, but may still read */
};

struct listener {
    union line line;
    net_on_accept *on_accept;
    void *context;
};

/* ---- what waits ---- */

static void count_queued(struct conn *conn, ssize_t more)
{
    conn->queued += (size_t)more;
    if (conn->limit.total)
        *conn->limit.total += (size_t)more;
}

/* Many short messages take more memory than their bytes. */
static ssize_t size_of(const struct entry *entry) { return (ssize_t)(sizeof *entry + entry->len); }

size_t conn_queued(const struct conn *conn) { return conn->queued; }

void conn_limit_queue(struct conn *conn, struct conn_queue_limit limit)
{
    size_t queued = conn->queued;

    count_queued(conn, -(ssize_t)queued);
    conn->limit = limit;
    count_queued(conn, (ssize_t)queued);
}

static bool has_room(const struct conn *conn, size_t len)
{
    size_t more = sizeof(struct entry) + len;
    const struct conn_queue_limit *limit = &conn->limit;
    bool is_scant = limit->total && *limit->total + more > limit->total_max;

    return conn->queued == 0 ||
           conn->queued + more <= (is_scant ? limit->bytes_scant : limit->bytes);
}

/* ---- closing ---- */

static void drop_first(struct conn *conn)
{
    struct entry *entry = conn->first;

    conn->first = entry->next;
    if (!conn->first)
        conn->last = NULL;
    count_queued(conn, -size_of(entry));
    free(entry);
}

static void on_handle_closed(uv_handle_t *handle)
{
    struct conn *conn = handle->data;

    if (--conn->open_handles > 0)
        return;
    while (conn->first)
        drop_first(conn);
    if (conn->events.on_closed)
        conn->events.on_closed(conn->context);
    free(conn);
}

/* Closes at once; what is queued is lost. */
static void cut(struct conn *conn)
{
    if (conn->is_cut)
        return;
    conn->is_closing = conn->is_cut = true;
    uv_close(&conn->line.handle, on_handle_closed);
    uv_close((uv_handle_t *)&conn->pause, on_handle_closed);
    uv_close((uv_handle_t *)&conn->linger, on_handle_closed);
}

static void on_linger(uv_timer_t *timer) { cut(timer->data); }

static void on_shut(uv_shutdown_t *request, int status) { (void)request, (void)status; }

/* Everything is written.  Closing while bytes of the peer are unread would reset the connection and
 * destroy what the peer has not read yet, so the peer gets LAST_LOOK_MS to hang up first. */
static void shut(struct conn *conn)
{
    uint64_t wait_ms = conn->has_hung_up ? 0 : LAST_LOOK_MS;

    if (conn->is_shut || conn->is_cut)
        return;
    conn->is_shut = true;
    if (uv_shutdown(&conn->shutdown, &conn->line.stream, on_shut) < 0)
        wait_ms = 0;
    uv_update_time(conn->line.handle.loop);
    uv_timer_start(&conn->linger, on_linger, wait_ms, 0);
}

static void listen_on(struct conn *conn);

void conn_close(struct conn *conn)
{
    if (conn->is_closing)
        return;
    conn->is_closing = true;
    listen_on(conn);
    uv_timer_start(&conn->linger, on_linger, LINGER_MS, 0);
    if (!conn->first)
        shut(conn);
}

bool conn_is_closing(const struct conn *conn) { return conn->is_closing; }

/* ---- writing ---- */

static void write_next(struct conn *conn);

static void on_write_done(uv_write_t *request, int status)
{
    struct conn *conn = request->handle->data;
    uint64_t tag = conn->first->tag;

    conn->is_writing = false;
    drop_first(conn);
    if (status < 0) {
        cut(conn);
        return;
    }
    conn->written_us = clock_now_us();
    if (tag && conn->events.on_written)
        conn->events.on_written(conn->context, tag);
    if (conn->is_closing && !conn->first)
        shut(conn);
    else
        write_next(conn);
}

static void on_pause(uv_timer_t *timer) { write_next(timer->data); }

static int64_t pause_left_ms(const struct conn *conn)
{
    if (conn->message_gap_ms <= 0 || conn->first->timing == CONN_AT_ONCE || conn->written_us == 0)
        return 0;
    int64_t left_us = conn->written_us + (int64_t)conn->message_gap_ms * 1000 - clock_now_us();
    return left_us > 0 ? (left_us + 999) / 1000 : 0;
}

static void write_next(struct conn *conn)
{
    if (conn->is_writing || conn->is_cut || !conn->first)
        return;
    int64_t left_ms = pause_left_ms(conn);
    if (left_ms > 0) {
        uv_update_time(conn->line.handle.loop);
        uv_timer_start(&conn->pause, on_pause, (uint64_t)left_ms, 0);
        return;
    }
    uv_buf_t bytes = uv_buf_init(conn->first->data, (unsigned)conn->first->len);
    conn->is_writing = true;
    if (uv_write(&conn->write, &conn->line.stream, &bytes, 1, on_write_done) < 0)
        cut(conn);
}

bool conn_send(struct conn *conn, struct slice message, enum conn_timing timing, uint64_t tag)
{
    struct entry *entry = NULL;

    if (conn->is_cut)
        return false;
    if (has_room(conn, message.len))
        entry = memory_try(1, sizeof *entry + message.len);
    if (!entry) {
        conn_close(conn);
        return false;
    }
    *entry = (struct entry){.tag = tag, .timing = timing, .len = message.len};
    memcpy(entry->data, message.at, message.len);
    count_queued(conn, size_of(entry));
    *(conn->last ? &conn->last->next : &conn->first) = entry;
    conn->last = entry;
    if (conn->first == entry)
        write_next(conn);
    return true;
}

void conn_set_message_gap(struct conn *conn, int message_gap_ms)
{
    conn->message_gap_ms = message_gap_ms;
}

/* ---- reading ---- */

/* One buffer for all: bytes are handed on before the next read. */
static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf)
{
    static _Thread_local char memory[READ_SIZE];

    (void)handle, (void)suggested;
    *buf = uv_buf_init(memory, sizeof memory);
}

/* Bytes of a peer whose connection is closing are dropped; what is queued for it goes out. */
static void discard(struct conn *conn, ssize_t n)
{
    conn->discarded += n > 0 ? (size_t)n : 0;
    if (n == UV_EOF && conn->first) {
        conn->has_hung_up = true;
        uv_read_stop(&conn->line.stream);
    } else if (n < 0 || conn->discarded > DISCARD_MAX) {
        cut(conn);
    }
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct conn *conn = stream->data;

    if (conn->is_closing)
        discard(conn, n);
    else if (n < 0)
        cut(conn);
    else if (n > 0 && conn->events.on_bytes)
        conn->events.on_bytes(conn->context, slice_make(buf->base, (size_t)n));
}

static void listen_on(struct conn *conn) { uv_read_start(&conn->line.stream, on_alloc, on_read); }

void conn_hold(struct conn *conn, bool is_held)
{
    if (conn->is_closing)
        return;
    if (is_held)
        uv_read_stop(&conn->line.stream);
    else
        listen_on(conn);
}

void conn_set_events(struct conn *conn, const struct conn_events *events, void *context)
{
    conn->events = *events;
    conn->context = context;
    conn_hold(conn, false);
}

/* ---- listening ---- */

static void line_init(union line *line, uv_loop_t *loop, uv_handle_type type)
{
    if (type == UV_TCP)
        uv_tcp_init(loop, &line->tcp);
    else
        uv_pipe_init(loop, &line->pipe, 0);
}

static struct conn *conn_make(uv_loop_t *loop, uv_handle_type type)
{
    struct conn *conn = memory_try(1, sizeof *conn);

    if (!conn)
        return NULL;
    line_init(&conn->line, loop, type);
    uv_timer_init(loop, &conn->pause);
    uv_timer_init(loop, &conn->linger);
    conn->line.handle.data = conn->pause.data = conn->linger.data = conn;
    conn->open_handles = 3;
    conn->limit.bytes = CONN_QUEUE_MAX;
    return conn;
}

static void find_address(struct conn *conn)
{
    struct sockaddr_storage peer, own;
    int peer_len = sizeof peer, own_len = sizeof own;
    uid_t user;

    if (uv_tcp_getpeername(&conn->line.tcp, (struct sockaddr *)&peer, &peer_len) != 0)
        return;
    conn->address = address_of_socket((struct sockaddr *)&peer);
    if (address_is_loopback(&conn->address) &&
        uv_tcp_getsockname(&conn->line.tcp, (struct sockaddr *)&own, &own_len) == 0 &&
        peer_user_find((struct sockaddr *)&own, (struct sockaddr *)&peer, &user) && user != 0 &&
        user != geteuid())
        conn->address = address_of_account(user);
}

const struct in6_addr *conn_address(const struct conn *conn)
{
    return conn->line.handle.type == UV_TCP ? &conn->address : NULL;
}

static void on_connection(uv_stream_t *server, int status)
{
    struct listener *listener = server->data;
    struct conn *conn = status < 0 ? NULL : conn_make(server->loop, server->type);

    if (!conn)
        return;
    if (uv_accept(server, &conn->line.stream) < 0) {
        cut(conn);
        return;
    }
    if (server->type == UV_TCP) {
        uv_tcp_nodelay(&conn->line.tcp, 1);
        uv_tcp_keepalive(&conn->line.tcp, 1, 60);
        find_address(conn);
    }
    listener->on_accept(listener->context, conn);
}

static void free_handle(uv_handle_t *handle) { free(handle->data); }

static struct listener *listener_make(uv_loop_t *loop, uv_handle_type type,
                                      net_on_accept *on_accept, void *context)
{
    struct listener *listener = calloc(1, sizeof *listener);

    if (!listener)
        return NULL;
    listener->on_accept = on_accept;
    listener->context = context;
    line_init(&listener->line, loop, type);
    listener->line.handle.data = listener;
    return listener;
}

/* Begins to listen, if `status` is 0; otherwise `why` names the error and the address. */
static struct listener *begin(struct listener *listener, int status, const char *place,
                              struct err *why)
{
    if (status == 0)
        status = uv_listen(&listener->line.stream, BACKLOG, on_connection);
    if (status == 0)
        return listener;
    err_setf(why, status == UV_EADDRINUSE ? "port_busy" : "port_refused", "%.200s (%s)", place,
             uv_strerror(status));
    listener_close(listener);
    return NULL;
}

struct listener *listener_create(uv_loop_t *loop, const char *address, int port,
                                 net_on_accept *on_accept, void *context, struct err *why)
{
    struct listener *listener = listener_make(loop, UV_TCP, on_accept, context);
    struct sockaddr_storage storage;
    char place[128];

    if (!listener)
        return NULL;
    int status = uv_ip4_addr(address, port, (struct sockaddr_in *)&storage);
    if (status < 0)
        status = uv_ip6_addr(address, port, (struct sockaddr_in6 *)&storage);
    if (status == 0)
        status = uv_tcp_bind(&listener->line.tcp, (struct sockaddr *)&storage, 0);
    snprintf(place, sizeof place, "%.100s:%d", address, port);
    return begin(listener, status, place, why);
}

struct listener *listener_create_at(uv_loop_t *loop, const char *path, net_on_accept *on_accept,
                                    void *context, struct err *why)
{
    struct listener *listener = listener_make(loop, UV_NAMED_PIPE, on_accept, context);

    return listener ? begin(listener, uv_pipe_bind(&listener->line.pipe, path), path, why) : NULL;
}

int listener_port(const struct listener *listener)
{
    struct sockaddr_storage where;
    int len = sizeof where;

    if (uv_tcp_getsockname(&listener->line.tcp, (struct sockaddr *)&where, &len) < 0)
        return 0;
    if (where.ss_family == AF_INET6)
        return ntohs(((struct sockaddr_in6 *)&where)->sin6_port);
    return ntohs(((struct sockaddr_in *)&where)->sin_port);
}

void listener_close(struct listener *listener)
{
    if (listener)
        uv_close(&listener->line.handle, free_handle);
}
