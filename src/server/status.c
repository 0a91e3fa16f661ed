#include "server/status.h"

#include "base/memory.h"
#include "net/program_trial.h"
#include "server/archive.h"
#include "server/bot_sandbox.h"
#include "server/folder_socket.h"
#include "server/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct status {
    struct listener *figures, *trial;
    struct program_trial java; /* do Java bots run here? */
};

#define FIGURES_SOCKET "status.sock"
#define TRIAL_SOCKET   "trial.sock"

bool status_ask(const char *data_dir, char *answer, size_t size)
{
    const struct timeval patience = {.tv_sec = STATUS_ANSWER_S};
    int line = folder_socket_connect(data_dir, FIGURES_SOCKET);

    if (line < 0)
        return false;
    setsockopt(line, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    folder_socket_read(line, answer, size);
    close(line);
    return answer[0] != '\0';
}

bool status_find(const char *answer, const char *key, struct slice *value)
{
    struct slice rest = slice_of(answer);

    while (rest.len > 0) {
        *value = slice_take_until(&rest, '\n');
        if (slice_is(slice_take_word(value), key))
            return true;
    }
    return false;
}

bool status_ask_all(const char *data_dir, char answer[STATUS_SIZE])
{
    const struct timespec pause = {.tv_nsec = STATUS_PAUSE_MS * 1000000L};
    struct slice value;
    int line = folder_socket_connect(data_dir, TRIAL_SOCKET);

    if (line >= 0)
        close(line);
    for (int waited_ms = 0; waited_ms < STATUS_PATIENCE_MS; waited_ms += STATUS_PAUSE_MS) {
        if (!status_ask(data_dir, answer, STATUS_SIZE))
            return false;
        if (status_find(answer, STATUS_JAVA, &value))
            return true;
        nanosleep(&pause, NULL);
    }
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
        [TOTAL_GUEST_GAMES] = {"guest_games", of_all(server, VISITOR_GAMES), LIMIT_GUEST_GAMES, 0},
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

/* ---- programs ---- */

/* Nothing to wait for: until it is known there is no line. */
static void describe_java(const struct server *server, struct buf *out)
{
    const struct program_trial *java = &server->status->java;
    const struct err *refusal = java->state == TRIAL_FAILED ? &java->why : &server->no_bot_user;

    if (java->state != TRIAL_FINE && refusal->code[0] == '\0')
        return;
    buf_format(out, STATUS_JAVA " %d\n", java->state == TRIAL_FINE);
    if (java->state != TRIAL_FINE)
        describe_reason(STATUS_JAVA STATUS_WHY, refusal, out);
}

static void describe_programs(struct server *server, struct buf *out)
{
    buf_format(out, STATUS_CELLS " %d\n", bot_sandbox_is_on(server));
    describe_reason(STATUS_CELLS STATUS_WHY, &server->no_cell, out);
    describe_java(server, out);
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
    describe_programs(server, out);
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

/* A visitor wants to know whether Java bots run: tried once. */
static void on_trial(void *context, struct conn *conn)
{
    struct server *server = context;

    conn_close(conn);
    if (server->no_bot_user.code[0] == '\0' && server->status->java.state == TRIAL_NONE)
        program_trial_start(&server->status->java,
                            &(struct program_trial_config){.loop = server->loop,
                                                           .interpreter = interpreter_java,
                                                           .sandbox = bot_sandbox_of(server),
                                                           .user = &server->bot_user});
}

bool status_listen(struct server *server, struct err *why)
{
    struct status *status = memory_get(1, sizeof *status);

    server->status = status;
    status->figures = folder_socket_listen(server, FIGURES_SOCKET, on_accept, why);
    if (status->figures)
        status->trial = folder_socket_listen(server, TRIAL_SOCKET, on_trial, why);
    return status->trial != NULL;
}

void status_close(struct server *server)
{
    if (!server->status)
        return;
    listener_close(server->status->figures);
    listener_close(server->status->trial);
    program_trial_stop(&server->status->java);
}

void status_destroy(struct status *status) { free(status); }
