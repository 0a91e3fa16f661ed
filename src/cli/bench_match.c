/* `kielwasser bench match`: matches of players without a search, inside this process and with
 * programs. */

#include "cli/bench_match.h"

#include "cli/match_options.h"
#include "cli/paths.h"
#include "match/cores.h"
#include "match/match_run.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { GAMES_INSIDE = 2000, GAMES_OUTSIDE = 200, WORDS_SIZE = BOT_COMMAND_LINE_SIZE };

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* Of this process and of all programs that have ended. */
static double worked_s(void)
{
    struct rusage own, others;

    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &others);
    return seconds(own.ru_utime) + seconds(own.ru_stime) + seconds(others.ru_utime) +
           seconds(others.ru_stime);
}

static bool fill_terms(const struct game_rules *rules, const char *words, int games,
                       struct match *match)
{
    *match = (struct match){.rules = rules, .lang = cli_lang(), .seed = 1, .games = games};
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        if (!match_options_read_player(words, NULL, &match->players[seat]))
            return false;
    }
    match_complete(match);
    return true;
}

static void print_row(const struct match *match, const struct match_report *report, double cpu_s)
{
    int games = report->tally.games;
    bool is_inside = match_is_builtin_only(match);

    printf("%-13s %-12s %7d %9.1f %12.2f\n", match->rules->name,
           cli_text(is_inside ? TEXT_BENCH_INSIDE : TEXT_BENCH_OUTSIDE), games,
           games * 1e6 / (double)report->elapsed_us, cpu_s * 1000 / games);
    fflush(stdout);
}

static bool play(const struct match *match, const char *scratch)
{
    static const struct match_events no_events = {0};
    static const struct runner_calls no_calls = {0};
    struct match_config config = {.runner = {.match = match,
                                             .worker = {.version = KIELWASSER_VERSION,
                                                        .slots = cores_allowed(),
                                                        .lease_ms = QUEUE_LEASE_MS,
                                                        .scratch = scratch,
                                                        .sandbox = SANDBOX_OFF,
                                                        .lang = cli_lang(),
                                                        .events = &no_events},
                                             .calls = &no_calls}};
    struct match_report report;
    struct err why = {0};
    double start_s = worked_s();

    if (!match_run(&config, &report, &why)) {
        cli_refuse_err(match->rules, &why);
        return false;
    }
    bool is_complete = report.end == RUNNER_DONE && report.tally.failure_count == 0;
    if (is_complete)
        print_row(match, &report, worked_s() - start_s);
    else
        cli_refuse(TEXT_BENCH_INCOMPLETE, report.tally.games, report.tally.failure_count);
    tally_finish(&report.tally);
    return is_complete;
}

static bool measure(const struct game_rules *rules, const char *words, int games)
{
    char scratch[PATH_MAX];
    struct match match;

    if (!fill_terms(rules, words, games, &match) || !match_options_make_scratch(NULL, scratch))
        return false;
    bool is_fine = play(&match, scratch);
    paths_remove(scratch);
    return is_fine;
}

/* This program as a bot. */
static void own_bot(const struct game_rules *rules, char words[WORDS_SIZE])
{
    char path[PATH_MAX] = "";
    struct buf buf;

    if (readlink("/proc/self/exe", path, sizeof path - 1) < 0)
        snprintf(path, sizeof path, "kielwasser");
    buf_init(&buf, words, WORDS_SIZE);
    bot_command_quote(&buf, path);
    buf_format(&buf, " client --game %s --player zufall", rules->name);
}

int bench_match(int games, const char *bot)
{
    const struct game_rules *rules = game_at(0);
    char words[WORDS_SIZE];

    own_bot(rules, words);
    puts(cli_text(TEXT_BENCH_ARENA_HEAD));
    fflush(stdout);
    bool is_fine = measure(rules, "zufall", games > 0 ? games : GAMES_INSIDE) &&
                   measure(rules, bot ? bot : words, games > 0 ? games : GAMES_OUTSIDE);
    return is_fine ? EXIT_FINE : EXIT_FAILED;
}
