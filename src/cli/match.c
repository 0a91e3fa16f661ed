/* `kielwasser match`: is A better than B?  Many games, honest numbers. */

#include "cli/match_options.h"
#include "cli/match_report.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "match/match_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_DEFAULT = 100,
    GAMES_TEST_MAX = 40000, /* of a test that finds no end */
};

struct match_command {
    /* As it is wanted. */
    struct match_options options;
    const char *sprt_words, *save;
    int games; /* 0: not said */
    /* As it is played. */
    struct match match;
    struct match_config config;
    struct runner_calls calls;
    struct stats_test sprt;
    struct match_report report;
    struct match_view view;
    struct match_screen screen;
    char scratch[PATH_MAX];
};

/* ---- while it is played ---- */

static void print_line(void *context, struct buf *out)
{
    const struct match_command *command = context;

    match_report_print_line(&command->view, &command->report, out);
}

/* Whatever goes wrong is told at once. */
static void on_result(void *context, int64_t test, const struct result *result)
{
    struct match_command *command = context;
    const char *name = result->offender == MATCH_SEATS
                           ? cli_text(TEXT_MATCH_BOTH)
                           : command->match.players[result->offender].name;

    (void)test;
    if (result->ending == ENDING_REGULAR || command->report.is_resuming)
        return;
    match_screen_say(&command->screen, TEXT_MATCH_FAILURE, result->game, name,
                     match_report_ending_text(result->ending), result->why);
}

static void on_pair_closed(void *context, int64_t test, int pair)
{
    const struct match_command *command = context;

    (void)test;
    match_screen_say(&command->screen, TEXT_MATCH_PAIR_CLOSED, pair, 2 * pair, 2 * pair + 1);
}

/* ---- what is wanted ---- */

static bool read_test(const char *text, struct stats_test *test)
{
    char *end;

    double elo0 = strtod(text, &end);
    if (end == text || (*end != ',' && *end != ':'))
        return false;
    const char *second = end + 1;
    double elo1 = strtod(second, &end);
    return stats_test_init(test, elo0, elo1) && end != second && *end == '\0';
}

static bool fill_match(struct match_command *command, const char *const players[MATCH_SEATS])
{
    struct match *match = &command->match;

    if (!match_options_fill_match(&command->options, players, match) ||
        !match_options_refuse_missing_values(match))
        return false;
    match->games = command->games > 0    ? command->games
                   : command->sprt_words ? GAMES_TEST_MAX
                                         : GAMES_DEFAULT;
    match_complete(match);
    return true;
}

static bool fill_config(struct match_command *command)
{
    struct match_config *config = &command->config;
    struct runner_config *runner = &config->runner;

    if (command->sprt_words) {
        config->sprt = &command->sprt;
        if (!read_test(command->sprt_words, &command->sprt))
            return cli_deny(TEXT_MATCH_SPRT, command->sprt_words);
    }
    if (!folder_saving_find(command->save, &config->saving))
        return cli_deny(TEXT_OPTION_CHOICE, "save", command->save, "all, lost, failed, none");
    if (!match_options_fill_worker(&command->options, config->folder, &command->match,
                                   &runner->worker))
        return false;
    command->calls = (struct runner_calls){
        .on_result = on_result, .on_pair_closed = on_pair_closed, .context = command};
    runner->place = command->options.store;
    runner->match = &command->match;
    runner->calls = &command->calls;
    runner->worker.scratch = command->scratch;
    runner->worker.events = &command->screen.events;
    return match_options_make_scratch(config->folder, command->scratch);
}

/* ---- the end ---- */

static void write_report(struct match_command *command)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%.*s/report.txt", PATH_MAX - 16, command->config.folder);
    FILE *file = fopen(path, "w");
    if (!file)
        return;
    match_report_print(&command->view, &command->report, file);
    fclose(file);
    printf(cli_text(TEXT_MATCH_KEPT), command->config.folder);
}

static int tell_end(const struct match_command *command)
{
    const struct match_report *report = &command->report;
    const struct tally *tally = &report->tally;

    switch (report->end) {
    case RUNNER_DONE:
    case RUNNER_DECIDED:
        return report->closed_pairs == 0 ? EXIT_FINE : EXIT_FAILED;
    case RUNNER_BROKEN:
        printf(cli_text(TEXT_MATCH_BROKEN), command->match.players[report->broken].name,
               command->config.runner.start_failures_max,
               tally->failures[tally->failure_count - 1].why);
        return EXIT_FAILED;
    case RUNNER_INTERRUPTED:
        fputs(cli_text(TEXT_MATCH_INTERRUPTED), stdout);
        return EXIT_FAILED;
    case RUNNER_FAILED:
        cli_refuse_err(command->match.rules, &report->why);
        return EXIT_FAILED;
    }
    return EXIT_FAILED;
}

static int play(struct match_command *command)
{
    struct match_report *report = &command->report;
    struct err why = {0};
    int status = EXIT_REFUSED;

    if (match_run(&command->config, report, &why)) {
        ticker_clear(&command->screen.ticker);
        if (report->resumed > 0)
            printf(cli_text(TEXT_MATCH_GOES_ON), report->resumed);
        match_report_print(&command->view, report, stdout);
        if (command->config.folder)
            write_report(command);
        paths_remove(command->scratch);
        status = tell_end(command);
    } else {
        cli_refuse_err(command->match.rules, &why);
    }
    tally_finish(&report->tally);
    return status;
}

static int prepare_and_play(struct match_command *command, const char *const players[MATCH_SEATS])
{
    const struct match *match = &command->match;

    if (!fill_match(command, players) || !fill_config(command))
        return EXIT_REFUSED;
    command->view = (struct match_view){.match = match, .test = command->config.sprt};
    match_screen_init(&command->screen, print_line, command);
    match_screen_say(&command->screen, TEXT_MATCH_HEAD, match->players[MATCH_A].name,
                     match->players[MATCH_B].name, match->rules->title, match->games,
                     (long long)match->seed, command->config.runner.worker.slots);
    if (!match_is_builtin_only(match))
        match_screen_say(&command->screen, TEXT_MATCH_GAP, match->message_gap_ms);
    paths_raise_limit();
    return play(command);
}

static int run(int argc, char **argv)
{
    struct match_command command = {
        .options = match_options_default,
        .save = "failed",
        .config.runner.start_failures_max = MATCH_START_FAILURES,
    };
    const struct option options[] = {
        {"games", OPTION_INT, &command.games, 2, 1000000},
        {"sprt", OPTION_TEXT, &command.sprt_words, 0, 0},
        {"out", OPTION_TEXT, &command.config.folder, 0, 0},
        {"save", OPTION_TEXT, &command.save, 0, 0},
        {"failures", OPTION_INT, &command.config.runner.start_failures_max, 0, 1000000},
        MATCH_OPTIONS(command.options),
        {0},
    };

    if (options_read(options, "A B --game GAME", argc, argv) < 0)
        return EXIT_REFUSED;
    int status = prepare_and_play(&command, (const char *const *)argv);
    match_finish(&command.match);
    return status;
}

const struct cmd match_cmd = {
    .name = "match",
    .usage = "A B --game GAME [--games N] [--sprt ELO0,ELO1] [--time MS] [--concurrency N] [--out "
             "FOLDER] …",
    .summary = {"viele Spiele zweier Bots: wer ist besser, und wie sicher ist das?",
                "many games of two bots: which is better, and how sure is that?"},
    .help =
        {"A und B sind eingebaute Spieler (mittel, leicht:nodes=5000, stark:time=100,\n"
         "stark:threads=2,samples=3; docs/players.md), Befehle\n"
         "(\"java -jar bot.jar\"; --host, --port und --reservation werden angehängt oder\n"
         "{host}, {port}, {reservation} ersetzt), Namen aus „kielwasser bot list“ oder manual\n"
         "(du startest den Bot selbst). Jedes Brett wird zweimal gespielt, mit vertauschten "
         "Farben.\n\n"
         "--games N         so viele Spiele (100)\n"
         "--sprt E0,E1      hört auf, sobald feststeht, ob A eher E1 als E0 nElo stärker ist\n"
         "--time MS         Zeit je Zug: für Programme die Grenze (2000), eingebaute denken "
         "kürzer\n"
         "--concurrency N   so viele Spiele zugleich (ein Spiel je Kern); 0: nur Worker spielen\n"
         "--store ORT       Datei oder postgresql://BENUTZER@RECHNER/NAME: dort helfen Worker mit\n"
         "                  („kielwasser worker“), und derselbe Befehl macht dort weiter\n"
         "--seed N          daraus folgen alle Bretter (1)\n"
         "--positions DATEI Anfangsstellungen: eine je Zeile, oder eine Aufzeichnung\n"
         "--pace MS         Pause zwischen zwei Nachrichten an ein Programm (60)\n"
         "--out ORDNER      games.jsonl, games.pgn, summary.csv, report.txt, Aufzeichnungen; "
         "derselbe Befehl\n"
         "                  macht nach einem Abbruch dort weiter, wo er war\n"
         "--save WAS        welche Aufzeichnungen: all, lost, failed (so ist es sonst), none\n"
         "--rules book|server, --set OPTION   Regeln und Optionen des Spiels\n"
         "--bot-user NAME   root: Programme laufen als dieser (sonst KIELWASSER_BOT_USER)\n"
         "--sandbox auto|on|off   Programme laufen abgeschottet: wo es geht (sonst), unbedingt, "
         "nie\n"
         "--failures K      ein Bot, der K-mal hintereinander nicht startet, beendet alles (3)\n"
         "--port N, --data ORDNER   Port der Spiele mit Programmen; wo eingetragene Bots stehen\n"
         "Strg-C lässt die laufenden Spiele zu Ende gehen, beim zweiten Mal endet alles sofort.",
         "A and B are built-in players (mittel, leicht:nodes=5000, stark:time=100,\n"
         "stark:threads=2,samples=3; docs/players.md), commands\n"
         "(\"java -jar bot.jar\"; --host, --port and --reservation are appended, or {host}, "
         "{port},\n"
         "{reservation} replaced), names from \"kielwasser bot list\", or manual (you start the "
         "bot\n"
         "yourself).  Every board is played twice, with colours swapped.\n\n"
         "--games N         so many games (100)\n"
         "--sprt E0,E1      stops as soon as it is clear whether A is E1 rather than E0 nElo "
         "stronger\n"
         "--time MS         time for a move: the limit of programs (2000), built-in ones think "
         "less\n"
         "--concurrency N   so many games at a time (one for each core); 0: only workers play\n"
         "--store PLACE     a file or postgresql://USER@HOST/NAME: there workers can help\n"
         "                  (\"kielwasser worker\"), and the same command goes on from there\n"
         "--seed N          all boards follow from it (1)\n"
         "--positions FILE  where to begin: a position in each line, or a recorded game\n"
         "--pace MS         pause between two messages to a program (60)\n"
         "--out FOLDER      games.jsonl, games.pgn, summary.csv, report.txt, replays; afterwards "
         "the\n"
         "                  same command goes on where it was\n"
         "--save WHAT       which replays: all, lost, failed (the default), none\n"
         "--rules book|server, --set OPTION   rules and options of the game\n"
         "--bot-user NAME   for root: programs run as this user (else KIELWASSER_BOT_USER)\n"
         "--sandbox auto|on|off   programs run in a cell: where there is one (the default), "
         "always, never\n"
         "--failures K      a bot that does not start K times in a row ends everything (3)\n"
         "--port N, --data FOLDER   port of games with programs; where registered bots are\n"
         "Ctrl-C lets the running games finish, the second time everything ends at once."},
    .example =
        {"  kielwasser match mittel leicht --game piranhas --games 200\n"
         "  kielwasser match \"java -jar neu.jar\" \"java -jar alt.jar\" --game hive --sprt 0,10 "
         "--out probe",
         "  kielwasser match mittel leicht --game piranhas --games 200\n"
         "  kielwasser match \"java -jar new.jar\" \"java -jar old.jar\" --game hive --sprt 0,10 "
         "--out trial"},
    .run = run,
};
