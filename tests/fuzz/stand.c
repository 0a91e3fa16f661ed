#include "stand.h"

#include "../patience.h"

#include "base/clock.h"
#include "base/file.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>

/* The usual hash takes 10 ms and more. */
static void write_password(const char *folder)
{
    char hash[crypto_pwhash_STRBYTES], path[PATH_MAX];

    fuzz_require(crypto_pwhash_str(hash, "geheim", 6, crypto_pwhash_OPSLIMIT_MIN,
                                   crypto_pwhash_MEMLIMIT_MIN) == 0);
    snprintf(path, sizeof path, "%.3000s/password.hash", folder);
    fuzz_require(file_write_private(path, slice_of(hash), NULL));
}

void stand_open(struct stand *stand, const char *name)
{
    struct err why = {0};

    snprintf(stand->folder, sizeof stand->folder, "%s/%s", fuzz_folder(), name);
    fuzz_require(mkdir(stand->folder, 0700) == 0);
    fuzz_require(sodium_init() >= 0 && signal(SIGPIPE, SIG_IGN) != SIG_ERR);
    write_password(stand->folder);
    fuzz_require(uv_loop_init(&stand->loop) == 0);
    stand->server =
        server_create(&stand->loop,
                      &(struct server_config){.address = "127.0.0.1",
                                              .default_game = game_at(0),
                                              .options = "",
                                              .has_seed = true,
                                              .limits = {.soft_ms = 60000, .hard_ms = 60000},
                                              .data_dir = stand->folder,
                                              .keep = 10,
                                              .keep_strangers = 10,
                                              .log_path = "/dev/null",
                                              .sandbox = SANDBOX_OFF},
                      &why);
    fuzz_require(stand->server != NULL);
}

void stand_run(struct stand *stand, int turns)
{
    for (int i = 0; i < turns; i++)
        uv_run(&stand->loop, UV_RUN_NOWAIT);
}

void stand_wait_for_none(struct stand *stand, const int *count)
{
    int64_t began_us = clock_now_us();

    while (*count > 0) {
        uv_run(&stand->loop, UV_RUN_ONCE);
        fuzz_require(clock_now_us() - began_us < PATIENCE_US);
    }
}

void stand_begin(struct stand *stand)
{
    struct server *server = stand->server;

    fuzz_restart_chance();
    server->next_seed = 1;
    server->is_testing = false;
    server->test_count = 0;
    server->recent_count = 0;
}

void stand_call_off(struct stand *stand)
{
    static const struct room_action call_off = {.kind = ROOM_CALL_OFF, .cause = CAUSE_UNKNOWN};
    struct server *server = stand->server;

    for (int i = 0; i < server->room_high; i++) {
        if (server->rooms[i] && !server->rooms[i]->is_done)
            rooms_do_now(server->rooms[i], &call_off, NULL);
    }
    rooms_tick(server, server_now_us(server));
    stand_wait_for_none(stand, &server->stats.rooms); /* searches hear that they are not wanted */
}

bool stand_drain(int line)
{
    char bytes[4096];
    bool is_shown = getenv("KIELWASSER_FUZZ_SHOW") != NULL, has_read = false;
    ssize_t count;

    while (line >= 0 && (count = recv(line, bytes, sizeof bytes, MSG_DONTWAIT)) > 0) {
        has_read = true;
        if (is_shown)
            fwrite(bytes, 1, (size_t)count, stdout);
    }
    return has_read;
}
