/* `kielwasser bench server`: a server of our own in another process, and a load for it. */

#include "cli/bench_server.h"

#include "base/clock.h"
#include "cli/paths.h"
#include "client/load.h"
#include "server/status.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct child {
    pid_t pid;
    int port;
    char folder[PATH_MAX];
};

static bool start_server(struct child *child)
{
    int out[2];
    char line[256] = "", log[PATH_MAX + 8];

    if (!paths_make_temporary("kielwasser-bench", child->folder) || pipe(out) != 0)
        return false;
    child->pid = fork();
    if (child->pid == 0) {
        dup2(out[1], STDOUT_FILENO);
        snprintf(log, sizeof log, "%s/log", child->folder);
        execl("/proc/self/exe", "kielwasser", "serve", "--no-web", "--port", "0", "--pace", "0",
              "--no-timeout", "--password", "bench", "--data", child->folder, "--log", log,
              (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    FILE *answer = fdopen(out[0], "r");
    while (child->pid > 0 && answer && fgets(line, sizeof line, answer)) {
        char *colon = strrchr(line, ':');
        if (strstr(line, "127.0.0.1") && colon) {
            child->port = atoi(colon + 1);
            return true;
        }
    }
    return false;
}

/* Resident kilobytes of a process. */
static long resident_kb(pid_t pid)
{
    char path[64], line[256];
    long kb = 0;

    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "VmRSS: %ld", &kb) == 1)
            break;
    }
    if (file)
        fclose(file);
    return kb;
}

/* A figure that the server tells of itself. */
static double status_number(const struct child *child, const char *name)
{
    char answer[2048];
    const char *at = status_ask(child->folder, answer, sizeof answer) ? strstr(answer, name) : NULL;

    return at ? atof(at + strlen(name)) : -1;
}

static double stop_server(struct child *child)
{
    struct rusage usage = {0};

    kill(child->pid, SIGTERM);
    wait4(child->pid, NULL, 0, &usage);
    paths_remove(child->folder);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6 +
           (double)usage.ru_stime.tv_sec + (double)usage.ru_stime.tv_usec / 1e6;
}

static int measure(enum lang lang, int pairs, int games)
{
    struct child child = {0};
    struct load_report report;
    struct err why = {0};

    if (!start_server(&child)) {
        cli_refuse(lang, TEXT_BENCH_NO_SERVER);
        return EXIT_FAILED;
    }
    struct load_config config = {
        .host = "127.0.0.1", .port = child.port, .pairs = pairs, .games = games};
    bool is_done = load_run(&config, &report, &why);
    long kb = resident_kb(child.pid);
    double own_p99_ms = status_number(&child, "move_p99_ms"),
           turn_ms = status_number(&child, "longest_turn_ms");
    double cpu = stop_server(&child);
    if (!is_done) {
        cli_refuse_err(lang, NULL, &why);
        return EXIT_FAILED;
    }
    printf("%6d %8d %9.1f %9.0f %11.3f %9.2f %12.2f %11.2f %10.2f %7ld %7d\n", pairs, report.games,
           report.games / report.seconds, report.moves / report.seconds, own_p99_ms, turn_ms,
           report.answer_p50_ms, report.answer_p99_ms, cpu * 1000 / report.games, kb / 1024,
           report.failures);
    return report.failures == 0 ? EXIT_FINE : EXIT_FAILED;
}

int bench_server(enum lang lang, int rooms, int games)
{
    static const int usual[][2] = {{1, 200}, {50, 3000}, {500, 3000}, {2000, 4000}};
    int status = EXIT_FINE;

    paths_raise_limit();
    puts(cli_text(lang, TEXT_BENCH_SERVER_HEAD));
    fflush(stdout);
    if (rooms > 0)
        return measure(lang, rooms, games > rooms ? games : rooms);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        int one = measure(lang, usual[i][0], usual[i][1]);
        status = one == EXIT_FINE ? status : one;
    }
    return status;
}
