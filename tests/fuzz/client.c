/* Any bytes as what a server says to a built-in player of ours. */

#include "fuzz.h"

#include "client/client.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int listener, port;
static struct slice said; /* by the server */
static sem_t is_served;

/* Says everything, then waits until the player has gone. */
static void serve_one(int line)
{
    char bytes[4096];
    struct slice rest = said;

    while (rest.len > 0) {
        ssize_t sent = send(line, rest.at, rest.len, MSG_NOSIGNAL);
        if (sent <= 0)
            break;
        rest = slice_skip(rest, (size_t)sent);
    }
    shutdown(line, SHUT_WR);
    while (recv(line, bytes, sizeof bytes, 0) > 0)
        ;
    close(line);
}

static void *serve(void *nothing)
{
    (void)nothing;
    for (;;) {
        int line = accept(listener, NULL, NULL);
        if (line >= 0) {
            serve_one(line);
            sem_post(&is_served);
        }
    }
    return NULL;
}

/* libFuzzer's own alarm, which looks for hangs, must not break off a connect. */
static void go_on_after_alarms(void)
{
    struct sigaction action;

    fuzz_require(sigaction(SIGALRM, NULL, &action) == 0);
    action.sa_flags |= SA_RESTART;
    fuzz_require(sigaction(SIGALRM, &action, NULL) == 0);
}

static void open_once(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof address;
    pthread_t thread;

    if (port > 0)
        return;
    go_on_after_alarms();
    listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    fuzz_require(listener >= 0 && bind(listener, (struct sockaddr *)&address, len) == 0);
    fuzz_require(listen(listener, 16) == 0 &&
                 getsockname(listener, (struct sockaddr *)&address, &len) == 0);
    port = ntohs(address.sin_port);
    fuzz_require(sem_init(&is_served, 0, 0) == 0 &&
                 pthread_create(&thread, NULL, serve, NULL) == 0);
}

/* Cheap, but a move all the same. */
static move_t choose(void *context, const struct position *pos, int64_t asked_us)
{
    static move_t moves[GAME_MOVES_MAX];
    const struct game_rules *rules = context;

    (void)asked_us;
    fuzz_require(rules->moves(pos, moves) > 0);
    return moves[0];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct game_rules *rules = fuzz_game(&data, &size);
    struct client_config config = {
        .rules = rules, .host = "127.0.0.1", .choose = choose, .context = (void *)(uintptr_t)rules};
    struct client_report report;
    struct err why = {0};

    if (!rules)
        return 0;
    open_once();
    config.port = port;
    said = slice_make((const char *)data, size);
    fuzz_require(player_spec_read(&config.player, "zufall", &why));
    bool is_played = client_play(&config, &report, &why);
    fuzz_require(is_played || why.code[0] != '\0');
    fuzz_require(strcmp(why.code, "no_server") != 0);
    while (sem_wait(&is_served) != 0)
        ; /* a signal */
    return 0;
}
