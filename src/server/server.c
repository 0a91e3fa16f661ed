#include "server/server.h"

#include "base/clock.h"
#include "base/minmax.h"
#include "base/rng.h"
#include "bots/bot_files.h"
#include "server/admin_password.h"
#include "server/archive.h"
#include "server/bot_check.h"
#include "server/bot_process.h"
#include "server/bot_sandbox.h"
#include "server/builtin.h"
#include "server/internal.h"
#include "server/owner_socket.h"
#include "server/resume.h"
#include "server/room_tcp_port.h"
#include "server/seat_logs.h"
#include "server/status.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static void on_look(void *context, int64_t now_us) { rooms_tick(context, now_us); }

static void start_clock(struct server *server)
{
    lag_start(&server->lag, server->loop,
              &(struct lag_config){.look_ms = TICK_MS, .on_look = on_look, .context = server});
}

/* Descriptors that the system lets connections have; some are left for files. */
static int allowed_connections(void)
{
    const int wanted = LIMIT_SESSIONS + LIMIT_WEB_CONNECTIONS;
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) != 0 ||
        files.rlim_cur >= (rlim_t)wanted + LIMIT_FILES_SPARE)
        return wanted;
    return files.rlim_cur > 4 * LIMIT_FILES_SPARE ? (int)files.rlim_cur - LIMIT_FILES_SPARE
                                                  : 2 * LIMIT_FILES_SPARE;
}

int server_web_connections_max(void)
{
    return int_min(LIMIT_WEB_CONNECTIONS, allowed_connections() / 3);
}

static int allowed_sessions(void) { return allowed_connections() - server_web_connections_max(); }

static bool take_memory(struct server *server)
{
    server->sessions = calloc(LIMIT_SESSIONS, sizeof *server->sessions);
    server->rooms = calloc(LIMIT_ROOMS, sizeof *server->rooms);
    server->visitors = visitors_create();
    server->cells = visitors_enter(server->visitors, &in6addr_any);
    server->scratch = malloc(LIMIT_MESSAGE_BYTES);
    server->greeting = malloc(LIMIT_MESSAGE_BYTES + 64);
    return server->sessions && server->rooms && server->scratch && server->greeting;
}

static bool open_archive(struct server *server, struct err *why)
{
    server->log = log_create(server->config.log_path, why);
    if (!server->log)
        return false;
    server->archive =
        archive_create(&(struct archive_config){.loop = server->loop,
                                                .folder = server->config.data_dir,
                                                .store = server->config.store,
                                                .keep = server->config.keep,
                                                .keep_strangers = server->config.keep_strangers,
                                                .reserve_bytes = server->config.reserve_bytes,
                                                .log = server->log},
                       why);
    return server->archive != NULL;
}

struct server *server_create(uv_loop_t *loop, const struct server_config *config, struct err *why)
{
    struct server *server = calloc(1, sizeof *server);

    assert(config->data_dir && config->default_game && config->options);
    if (!server || sodium_init() < 0 || !take_memory(server)) {
        err_set(why, "no_memory", "");
        server_destroy(server);
        return NULL;
    }
    server->config = *config;
    if (config->join_ms == 0)
        server->config.join_ms = BOT_JOIN_MS;
    server->loop = loop;
    server->started_us = clock_now_us();
    server->session_max = allowed_sessions();
    server->next_seed = config->has_seed ? config->seed : rng_mix((uint64_t)clock_now_us());
    if (open_archive(server, why))
        server->password = admin_password_create(loop, config->data_dir, config->password, why);
    if (server->password)
        server->listener =
            listener_create(loop, config->address, config->port, session_accept, server, why);
    bot_user_choose(&server->bot_user, &server->no_bot_user);
    bot_files_let_read(config->data_dir);
    if (!server->listener || !bot_sandbox_open(server, why) || !status_listen(server, why) ||
        !owner_socket_open(server, why)) {
        status_close(server);
        listener_close(server->listener);
        bot_sandbox_close(server->sandbox);
        archive_stop(server->archive);
        uv_run(loop, UV_RUN_NOWAIT);
        server_destroy(server);
        return NULL;
    }
    start_clock(server);
    rooms_resume(server);
    return server;
}

void server_reopen_log(struct server *server)
{
    struct err why = {0};

    if (!log_reopen(server->log, &why))
        log_err(server->log, "log-not-reopened", &why);
}

int server_port(const struct server *server) { return listener_port(server->listener); }

int64_t server_now_us(struct server *server) { return lag_now_us(&server->lag); }

/* ---- figures ---- */

void server_count(struct server *server, struct server_counts *counts)
{
    *counts = server->stats;
    counts->uptime_ms = (clock_now_us() - server->started_us) / 1000;
    counts->longest_turn_us = server->lag.longest_turn_us;
    counts->longest_work_us = server->lag.longest_work_us;
    counts->gaps_us = server->lag.clock.gaps_us;
    counts->programs = bot_processes_running(server);
    counts->games_unkept = archive_unkept(server->archive);
    counts->journal_reserved = archive_reserved(server->archive);
    counts->is_disk_full = server->is_disk_full;
    for (int i = 0; i < server->room_high; i++)
        counts->games_paused += server->rooms[i] && server->rooms[i]->room.is_disk_full;
}

struct visitors *server_visitors(struct server *server) { return server->visitors; }

void server_recent_log(struct server *server, struct last_lines *recent)
{
    log_recent(server->log, recent);
}

void server_note_store_damage(struct server *server, const struct err *why)
{
    archive_note_damage(server->archive, why);
}

bool server_takes_games(struct server *server, struct err *why)
{
    return archive_takes_games(server->archive, why);
}

const char *server_sandbox(const struct server *server)
{
    return sandbox_wish_words[server->config.sandbox];
}

/* ---- the end ---- */

/* Can the game go on without the connections of today? */
static bool survives_restart(const struct room *room)
{
    return room->phase == ROOM_RUNNING && !room_has_program(room);
}

void server_stop(struct server *server)
{
    static const struct room_action give_up = {.kind = ROOM_CALL_OFF, .cause = CAUSE_UNKNOWN};

    if (server->is_stopping)
        return;
    server->is_stopping = true;
    builtin_stop(server);
    admin_password_stop(server->password);
    for (int i = 0; i < server->room_high; i++) {
        /* Games of people and built-in players wait in the archive for the next server. */
        struct room_slot *slot = server->rooms[i];
        if (slot && !slot->is_done && !survives_restart(&slot->room))
            rooms_do_now(slot, &give_up, NULL);
    }
    for (int i = 0; i < LIMIT_SESSIONS; i++) {
        if (server->sessions[i].generation != 0)
            session_dismiss(&server->sessions[i]);
    }
    for (int i = 0; i < server->room_high; i++) {
        if (server->rooms[i])
            room_tcp_port_close(server->rooms[i]);
    }
    bot_checks_stop(server);
    bot_processes_stop(server);
    listener_close(server->listener);
    bot_sandbox_close(server->sandbox);
    status_close(server);
    owner_socket_close(server);
    lag_stop(&server->lag);
    archive_stop(server->archive);
}

void server_destroy(struct server *server)
{
    if (!server)
        return;
    for (int i = 0; server->rooms && i < LIMIT_ROOMS; i++)
        free(server->rooms[i]);
    builtin_destroy(server);
    bot_processes_destroy(server);
    seat_logs_destroy(server);
    bot_sandbox_destroy(server->sandbox);
    status_destroy(server->status);
    owner_socket_destroy(server->orders);
    archive_destroy(server->archive);
    log_destroy(server->log);
    admin_password_destroy(server->password);
    free(server->rooms);
    free(server->recent);
    visitors_destroy(server->visitors);
    free(server->sessions);
    free(server->scratch);
    free(server->greeting);
    free(server);
}
