#include "server/status.h"

#include "base/clock.h"
#include "server/house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { ANSWER_SIZE = 1024, PATH_SIZE = 108 };

struct status {
    uv_pipe_t pipe;
    struct server *server;
    int64_t since_us;
    char path[PATH_SIZE];
};

/* One visitor: connects, is told, is gone. */
struct visit {
    uv_pipe_t pipe;
    uv_write_t write;
    char answer[ANSWER_SIZE];
};

bool status_path(const char *data_dir, char path[PATH_SIZE])
{
    int len = snprintf(path, PATH_SIZE, "%s/status.sock", data_dir);

    return len > 0 && len < PATH_SIZE;
}

static int visit_server(const char *data_dir)
{
    struct sockaddr_un where = {.sun_family = AF_UNIX};
    int line = socket(AF_UNIX, SOCK_STREAM, 0);

    if (line < 0)
        return -1;
    if (status_path(data_dir, where.sun_path) &&
        connect(line, (struct sockaddr *)&where, sizeof where) == 0)
        return line;
    close(line);
    return -1;
}

bool status_ask(const char *data_dir, char *answer, size_t size)
{
    int line = visit_server(data_dir);
    size_t len = 0;
    ssize_t n;

    if (line < 0)
        return false;
    while (len < size - 1 && (n = read(line, answer + len, size - 1 - len)) > 0)
        len += (size_t)n;
    answer[len] = '\0';
    close(line);
    return true;
}

static void count_rooms(const struct server *server, int phases[3])
{
    for (int i = 0; i < server->room_high; i++) {
        if (server->rooms[i])
            phases[server->rooms[i]->room.phase]++;
    }
}

static void describe(const struct status *status, struct buf *out)
{
    const struct server *server = status->server;
    int phases[3] = {0};

    count_rooms(server, phases);
    buf_format(out, "port %d\n", server_port(server));
    buf_format(out, "uptime_s %.1f\n", (double)(clock_now_us() - status->since_us) / 1e6);
    buf_format(out, "connections %d\n", server->stats.sessions);
    buf_format(out, "rooms %d\n", server->stats.rooms);
    buf_format(out, "rooms_waiting %d\n", phases[ROOM_WAITING]);
    buf_format(out, "rooms_running %d\n", phases[ROOM_RUNNING]);
    buf_format(out, "games %llu\n", (unsigned long long)server->stats.games);
    buf_format(out, "moves %llu\n", (unsigned long long)server->stats.moves);
    buf_format(out, "messages %llu\n", (unsigned long long)server->stats.messages);
    buf_format(out, "refused %llu\n", (unsigned long long)server->stats.refused);
    buf_format(out, "house_faults %llu\n", (unsigned long long)server->stats.house_faults);
    buf_format(out, "scores_clamped %llu\n", (unsigned long long)server->stats.scores_clamped);
    buf_format(out, "longest_turn_ms %.3f\n", (double)server->lag.longest_turn_us / 1000);
    buf_format(out, "longest_lag_ms %.3f\n", (double)server->stats.longest_lag_us / 1000);
    buf_format(out, "move_p50_ms %.3f\n", meter_quantile_ms(&server->move_times, 0.5));
    buf_format(out, "move_p99_ms %.3f\n", meter_quantile_ms(&server->move_times, 0.99));
}

static void on_visit_closed(uv_handle_t *handle) { free(handle->data); }

static void on_told(uv_write_t *request, int code)
{
    (void)code;
    uv_close((uv_handle_t *)request->handle, on_visit_closed);
}

static void on_visit(uv_stream_t *stream, int code)
{
    struct status *status = stream->data;
    struct visit *visit = code < 0 ? NULL : calloc(1, sizeof *visit);
    struct buf buf;

    if (!visit)
        return;
    uv_pipe_init(stream->loop, &visit->pipe, 0);
    visit->pipe.data = visit;
    if (uv_accept(stream, (uv_stream_t *)&visit->pipe) < 0) {
        uv_close((uv_handle_t *)&visit->pipe, on_visit_closed);
        return;
    }
    buf_init(&buf, visit->answer, sizeof visit->answer);
    describe(status, &buf);
    uv_buf_t bytes = uv_buf_init(visit->answer, (unsigned)buf.len);
    uv_write(&visit->write, (uv_stream_t *)&visit->pipe, &bytes, 1, on_told);
}

static void on_closed(uv_handle_t *handle) { free(handle->data); }

struct status *status_create(uv_loop_t *loop, struct server *server, struct err *why)
{
    struct status *status = calloc(1, sizeof *status);

    if (!status)
        return NULL;
    status->server = server;
    status->since_us = clock_now_us();
    uv_pipe_init(loop, &status->pipe, 0);
    status->pipe.data = status;
    if (status_path(server->config.data_dir, status->path)) {
        unlink(
            status->path); /* left behind by a server that was killed; the lock says it is ours */
        if (uv_pipe_bind(&status->pipe, status->path) == 0 &&
            uv_listen((uv_stream_t *)&status->pipe, 8, on_visit) == 0)
            return status;
    }
    err_say(why, "no_status", server->config.data_dir);
    uv_close((uv_handle_t *)&status->pipe, on_closed);
    return NULL;
}

void status_close(struct status *status)
{
    if (!status)
        return;
    unlink(status->path);
    uv_close((uv_handle_t *)&status->pipe, on_closed);
}
