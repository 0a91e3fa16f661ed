#include "server/status.h"

#include "base/memory.h"
#include "server/archive.h"
#include "server/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { PATH_SIZE = 108 };

/* False: the folder's name is too long for a socket. */
static bool status_path(const char *data_dir, char path[PATH_SIZE])
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

static int of_all(const struct server *server, enum visitor_kind kind)
{
    struct visitor_limit limit;

    visitors_limit(server->visitors, kind, &limit);
    return limit.all;
}

void server_total(const struct server *server, enum visitors_total total,
                  struct server_total *answer)
{
    const struct server_total totals[TOTAL_KINDS] = {
        [TOTAL_CONNECTIONS] = {"connections", server->stats.sessions, server->session_max, 0},
        [TOTAL_ROOMS] = {"rooms", server->stats.rooms, LIMIT_ROOMS, 0},
        [TOTAL_STREAMS] = {"streams", of_all(server, VISITOR_STREAMS),
                           LIMIT_STREAMS - LIMIT_STREAMS_OWNER, 0},
        [TOTAL_PASSWORDS] = {"passwords", of_all(server, VISITOR_PASSWORDS), LIMIT_PASSWORD_CHECKS,
                             0},
        [TOTAL_ADDRESSES] = {"addresses", visitors_count(server->visitors), LIMIT_VISITORS, 0},
        [TOTAL_UNREAD] = {"unread_bytes", (int64_t)server->unread_bytes, LIMIT_QUEUE_GUESTS, 0},
    };

    *answer = totals[total];
    answer->refused = visitors_refused(server->visitors, total);
}

static void describe_totals(const struct server *server, struct buf *out)
{
    for (int total = 0; total < TOTAL_KINDS; total++) {
        struct server_total one;
        server_total(server, (enum visitors_total)total, &one);
        buf_format(out, "all_%s %" PRId64 "\n", one.name, one.now);
        buf_format(out, "all_limit_%s %" PRId64 "\n", one.name, one.most);
        buf_format(out, "all_over_%s %" PRId64 "\n", one.name, one.refused);
    }
}

/* For each kind of thing: how many one address may have, one of this machine, and how often that
 * was too few. */
static void describe_limits(struct server *server, struct buf *out)
{
    for (int kind = 0; kind < VISITOR_KINDS; kind++) {
        struct visitor_limit limit;
        visitors_limit(server->visitors, (enum visitor_kind)kind, &limit);
        buf_format(out, "limit_%s %d\n", limit.name, limit.each);
        buf_format(out, "limit_%s_loopback %d\n", limit.name, limit.loopback);
        buf_format(out, "over_%s %" PRId64 "\n", limit.name, limit.refused);
    }
}

/* A reason as a line: "cells_why sandbox_missing". */
static void describe_reason(const char *key, const struct err *why, struct buf *out)
{
    if (why->code[0] == '\0')
        return;
    buf_format(out, "%s ", key);
    err_print(why, out);
    buf_add(out, "\n");
}

/* ---- the disk and the database ---- */

/* Games that are paused because the disk is full, and bytes that moves can surely be written to. */
static void describe_disk(const struct server *server, const struct server_counts *counts,
                          struct buf *out)
{
    struct err full = {0}, unreserved = {0};

    buf_format(out, "games_paused %d\n", counts->games_paused);
    buf_format(out, "disk_full %d\n", counts->is_disk_full);
    if (counts->is_disk_full && !archive_takes_games(server->archive, &full))
        describe_reason("disk_full" STATUS_WHY, &full, out);
    buf_format(out, "journal_reserved %" PRId64 "\n", counts->journal_reserved);
    if (!archive_can_reserve(server->archive, &unreserved))
        describe_reason("journal_reserved" STATUS_WHY, &unreserved, out);
}

static void describe_store(const struct server *server, struct buf *out)
{
    const struct err *why = archive_store_trouble(server->archive);

    buf_format(out, STATUS_STORE " %d\n", why->code[0] == '\0');
    describe_reason(STATUS_STORE STATUS_WHY, why, out);
}

static void describe(struct server *server, struct buf *out)
{
    struct server_counts counts;
    int phases[3] = {0};

    server_count(server, &counts);
    count_rooms(server, phases);
    buf_format(out, "port %d\n", server_port(server));
    buf_format(out, "uptime_s %.3f\n", (double)counts.uptime_ms / 1000);
    buf_format(out, "connections %d\n", counts.sessions);
    buf_format(out, "rooms %d\n", counts.rooms);
    buf_format(out, "memory_short %d\n", memory_is_short());
    buf_format(out, "memory_refused %" PRId64 "\n", memory_refusals());
    buf_format(out, "rooms_waiting %d\n", phases[ROOM_WAITING]);
    buf_format(out, "rooms_running %d\n", phases[ROOM_RUNNING]);
    buf_format(out, "games %" PRId64 "\n", counts.games);
    buf_format(out, "games_unkept %" PRId64 "\n", counts.games_unkept);
    buf_format(out, "moves %" PRId64 "\n", counts.moves);
    buf_format(out, "messages %" PRId64 "\n", counts.messages);
    buf_format(out, "refused %" PRId64 "\n", counts.refused);
    buf_format(out, "house_faults %" PRId64 "\n", counts.house_faults);
    buf_format(out, "scores_clamped %" PRId64 "\n", counts.scores_clamped);
    buf_format(out, "longest_turn_ms %.3f\n", (double)counts.longest_turn_us / 1000);
    buf_format(out, "longest_work_ms %.3f\n", (double)counts.longest_work_us / 1000);
    buf_format(out, "longest_lag_ms %.3f\n", (double)counts.longest_lag_us / 1000);
    buf_format(out, "gaps_ms %.3f\n", (double)counts.gaps_us / 1000);
    buf_format(out, "move_p50_ms %.3f\n", meter_quantile_ms(&counts.move_times, 0.5));
    buf_format(out, "move_p99_ms %.3f\n", meter_quantile_ms(&counts.move_times, 0.99));
    describe_store(server, out);
    describe_disk(server, &counts, out);
    describe_limits(server, out);
    describe_totals(server, out);
}

/* Writes the figures and closes. */
static void on_accept(void *server, struct conn *conn)
{
    char answer[STATUS_SIZE];
    struct buf buf;

    buf_init(&buf, answer, sizeof answer);
    describe(server, &buf);
    conn_send(conn, buf_slice(&buf), CONN_AT_ONCE, 0);
    conn_close(conn);
}

struct listener *status_listen(struct server *server, struct err *why)
{
    char path[PATH_SIZE];
    struct listener *listener = NULL;

    if (status_path(server->config.data_dir, path)) {
        unlink(path); /* left behind by a server that was killed; the lock says it is ours */
        listener = listener_create_at(server->loop, path, on_accept, server, why);
    }
    if (!listener)
        err_set(why, "no_status", server->config.data_dir);
    return listener;
}
