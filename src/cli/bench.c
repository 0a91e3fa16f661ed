#include "base/clock.h"
#include "cli/bench_match.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "client/load.h"
#include "game/perft.h"
#include "game/plain.h"
#include "search/signature.h"
#include "server/status.h"

#include <dirent.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SEARCH_NODES = 20000, /* per position, unless told otherwise */
    SEARCH_NODES_MAX = 100000000,
    TABLE_BYTES = 16 << 20,
    START_SEEDS = 4,
    MIDDLE_PLIES = 10,     /* moves before a middle position */
    ROUNDS = 3,            /* of the race against the plain generator */
    LEAVES_MIN = 100000,   /* a measurement counts at least so many */
    LEAVES_MAX = 20000000, /* … and at most about so many */
    ARCHIVE_LOOKS = 1200,  /* at the replays of a server, one every 50 ms, until all are there */
};

/* ---- search ---- */

static void bench_search(const struct game_rules *rules, int nodes)
{
    const struct signature_size size = {.nodes = (uint64_t)nodes,
                                        .table_bytes = TABLE_BYTES,
                                        .seeds = START_SEEDS,
                                        .plies = 2 * MIDDLE_PLIES,
                                        .step = MIDDLE_PLIES / 2};
    struct signature signature;

    signature_make(rules, &size, &signature);
    printf("%-13s %10" PRIu64 " %9.1f %12.0f  %016" PRIx64 "\n", rules->name, signature.nodes,
           (double)signature.time_us / 1000,
           (double)signature.nodes * 1e6 / (double)signature.time_us, signature.value);
}

/* ---- rules ---- */

struct speed {
    uint64_t leaves;
    int64_t time_us;
};

static double millions_per_second(struct speed speed)
{
    return speed.time_us > 0 ? (double)speed.leaves / (double)speed.time_us : 0;
}

typedef uint64_t leaf_counter(const struct game_rules *rules, const struct position *pos,
                              int depth);

/* Counts the leaves, again and again if they are few; keeps the time if it is the best so far. */
static uint64_t measure(leaf_counter *count, const struct game_rules *rules,
                        const struct position *pos, int depth, struct speed *best)
{
    uint64_t leaves = 0;
    int64_t start_us = clock_worked_us();

    while (leaves < LEAVES_MIN)
        leaves += count(rules, pos, depth);
    int64_t time_us = clock_worked_us() - start_us;
    if (best->time_us == 0 || time_us < best->time_us)
        *best = (struct speed){.leaves = leaves, .time_us = time_us};
    return leaves;
}

static void add(struct speed *sum, struct speed part)
{
    sum->leaves += part.leaves;
    sum->time_us += part.time_us;
}

/* Both generators take turns, and the best of a few rounds counts for each, so that a busy machine
 * disturbs neither.  False: they do not count the same. */
static bool race(const struct game_rules *rules, const struct position *pos, int depth,
                 struct speed *fast, struct speed *plain)
{
    struct speed best_fast = {0}, best_plain = {0};
    bool is_equal = true;

    for (int round = 0; round < ROUNDS && is_equal; round++)
        is_equal = measure(perft, rules, pos, depth, &best_fast) ==
                   measure(plain_perft, rules, pos, depth, &best_plain);
    add(fast, best_fast);
    add(plain, best_plain);
    return is_equal;
}

/* The deepest perft of at most so many leaves. */
static int find_depth(const struct game_rules *rules, const struct position *pos,
                      uint64_t leaves_max)
{
    int depth = 1;

    while (depth < 12) {
        uint64_t leaves = perft(rules, pos, depth);
        uint64_t branching = (uint64_t)rules->count(pos) + 1;
        if (leaves == 0)
            return depth - 1;
        if (leaves * branching > leaves_max)
            return depth;
        depth++;
    }
    return depth;
}

static bool bench_rules(const struct game_rules *rules, int plies)
{
    struct speed fast = {0}, plain = {0};
    struct position pos = {0};
    int depth = 0;
    bool is_equal = true;

    for (uint64_t seed = 1; seed <= START_SEEDS; seed++) {
        signature_bench_position(rules, seed, plies, &pos);
        depth = find_depth(rules, &pos, LEAVES_MAX);
        is_equal = race(rules, &pos, depth, &fast, &plain) && is_equal;
    }
    printf("%-13s %-10s %6d %12.1f %10.1f %7.1f\n", rules->name,
           cli_text(plies == 0 ? TEXT_BENCH_START : TEXT_BENCH_MIDDLE), depth,
           millions_per_second(fast), millions_per_second(plain),
           millions_per_second(fast) / millions_per_second(plain));
    return is_equal;
}

/* ---- a server of our own in another process, and a load for it ---- */

struct child {
    pid_t pid;
    int port;
    char folder[PATH_MAX];
};

static bool start_server(struct child *child, const char *program)
{
    int out[2];
    char line[256] = "", log[PATH_MAX + 8];

    if (!paths_make_temporary("kielwasser-bench", child->folder) || pipe(out) != 0)
        return false;
    child->pid = fork();
    if (child->pid == 0) {
        dup2(out[1], STDOUT_FILENO);
        snprintf(log, sizeof log, "%s/log", child->folder);
        execl(program, "kielwasser", "serve", "--no-web", "--port", "0", "--pace", "0",
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

/* Games whose replays are complete. */
static int count_replays(const struct child *child)
{
    char path[PATH_MAX + 16];
    int count = 0;

    snprintf(path, sizeof path, "%s/replays", child->folder);
    DIR *dir = opendir(path);
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
        struct slice name = slice_of(entry->d_name);
        count += name.len > 7 && slice_is(slice_skip(name, name.len - 7), ".xml.gz");
    }
    if (dir)
        closedir(dir);
    return count;
}

/* So that the processor time of a game has all of its work. */
static void wait_for_archive(const struct child *child, int games)
{
    for (int i = 0; i < ARCHIVE_LOOKS && count_replays(child) < games; i++)
        usleep(50 * 1000);
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

static int measure_server(const char *program, int pairs, int games)
{
    struct child child = {0};
    struct load_report report;
    struct err why = {0};

    if (!start_server(&child, program)) {
        cli_refuse(TEXT_BENCH_NO_SERVER);
        return EXIT_FAILED;
    }
    struct load_config config = {
        .host = "127.0.0.1", .port = child.port, .pairs = pairs, .games = games};
    bool is_done = load_run(&config, &report, &why);
    long kb = resident_kb(child.pid);
    double own_p99_ms = status_number(&child, "move_p99_ms"),
           turn_ms = status_number(&child, "longest_turn_ms");
    wait_for_archive(&child, report.games);
    double cpu = stop_server(&child);
    if (!is_done) {
        cli_refuse_err(NULL, &why);
        return EXIT_FAILED;
    }
    printf("%6d %8d %9.1f %9.0f %11.3f %9.2f %12.2f %11.2f %10.2f %7ld %7d\n", pairs, report.games,
           report.games / report.seconds, report.moves / report.seconds, own_p99_ms, turn_ms,
           report.answer_p50_ms, report.answer_p99_ms, cpu * 1000 / report.games, kb / 1024,
           report.failures);
    return report.failures == 0 ? EXIT_FINE : EXIT_FAILED;
}

static int bench_server(const char *program, int rooms, int games)
{
    static const int usual[][2] = {{1, 200}, {50, 3000}, {500, 3000}, {2000, 4000}};
    int status = EXIT_FINE;

    paths_raise_limit();
    puts(cli_text(TEXT_BENCH_SERVER_HEAD));
    fflush(stdout);
    if (rooms > 0)
        return measure_server(program, rooms, games > rooms ? games : rooms);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        int one = measure_server(program, usual[i][0], usual[i][1]);
        status = one == EXIT_FINE ? status : one;
    }
    return status;
}

/* ---- the command ---- */

static void print_head(enum text_id id, const int *widths)
{
    struct slice rest = slice_of(cli_text(id));

    for (int i = 0; rest.len > 0; i++) {
        struct slice word = slice_take_until(&rest, ',');
        printf("%*.*s%s", widths[i], (int)word.len, word.at, rest.len > 0 ? " " : "\n");
    }
}

static int bench_games(const struct game_rules *only, int nodes, bool is_quick)
{
    static const int search_widths[] = {-13, 10, 9, 12, -10};
    static const int rules_widths[] = {-13, -10, 6, 12, 10, 7};
    bool is_equal = true;

    printf(cli_text(TEXT_BENCH_SEARCH), nodes);
    print_head(TEXT_BENCH_HEAD, search_widths);
    for (int i = 0; game_at(i); i++) {
        if (!only || only == game_at(i))
            bench_search(game_at(i), nodes);
    }
    if (is_quick)
        return EXIT_FINE;
    printf("\n%s", cli_text(TEXT_BENCH_RULES));
    print_head(TEXT_BENCH_RULES_HEAD, rules_widths);
    for (int i = 0; game_at(i); i++) {
        if (only && only != game_at(i))
            continue;
        is_equal = bench_rules(game_at(i), 0) && is_equal;
        is_equal = bench_rules(game_at(i), MIDDLE_PLIES) && is_equal;
    }
    return is_equal ? EXIT_FINE : EXIT_FAILED;
}

static int run(int argc, char **argv)
{
    bool is_quick = false;
    int rooms = 0, games = 0, nodes = SEARCH_NODES;
    const char *bot = NULL, *program = "/proc/self/exe";
    const struct option options[] = {{"quick", OPTION_FLAG, &is_quick, 0, 0},
                                     {"nodes", OPTION_INT, &nodes, 1, SEARCH_NODES_MAX},
                                     {"rooms", OPTION_INT, &rooms, 1, 4000},
                                     {"games", OPTION_INT, &games, 1, 1000000},
                                     {"bot", OPTION_TEXT, &bot, 0, 0},
                                     {"program", OPTION_TEXT, &program, 0, 0},
                                     BOT_USER_OPTION,
                                     {0}};
    const struct game_rules *only = NULL;

    argc = options_read(options, "[GAME]", argc, argv);
    if (argc < 0)
        return EXIT_REFUSED;
    if (argc == 1 && strcmp(argv[0], "server") == 0)
        return bench_server(program, rooms, games);
    if (argc == 1 && (strcmp(argv[0], "match") == 0 || strcmp(argv[0], "arena") == 0))
        return bench_match(games, bot);
    if (argc == 1 && !(only = cli_game(argv[0])))
        return EXIT_REFUSED;
    return bench_games(only, nodes, is_quick);
}

const struct cmd bench_cmd = {
    .name = "bench",
    .usage = "[GAME] [--quick] [--nodes N] | server [--rooms N] [--games N] [--program PATH] | "
             "match [--games N] "
             "[--bot COMMAND]",
    .summary = {"misst Suche und Regeln auf festen Stellungen",
                "measures search and rules on fixed positions"},
    .help =
        {"Die Signatur ändert sich nur, wenn sich die Suche oder die Regeln ändern. Der Faktor\n"
         "vergleicht mit einem schlichten Zuggenerator aus Feldern und Schleifen, im selben Lauf.\n"
         "--quick misst nur die Suche, --nodes N so viele Knoten je Stellung.\n"
         "server misst den Spielleiter, match Spiele je Sekunde, in "
         "diesem\n"
         "Programm und mit Bots (sich selbst, oder --bot BEFEHL). --program PFAD misst den Server "
         "eines\n"
         "anderen Programms, etwa einer älteren Version.",
         "The signature changes only when the search or the rules change.  The factor compares\n"
         "with a plain move generator of arrays and loops, in the same run.\n"
         "--quick measures the search only, --nodes N so many nodes of each position.\n"
         "server measures the referee, match games per "
         "second, in\n"
         "this program and with bots (itself, or --bot COMMAND).  --program PATH measures the "
         "server of\n"
         "another program, for example an older version."},
    .example = {"  kielwasser bench hive"},
    .run = run,
};
