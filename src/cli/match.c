/* `kielwasser match`: is A better than B?  Many games, honest numbers. */

#include "arena/run.h"
#include "cli/match_report.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "cli/sitting.h"
#include "cli/ticker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_DEFAULT = 100,
    GAMES_TEST_MAX = 40000, /* of a test that finds no end */
};

struct wishes {
    const char *names[ARENA_SEATS];
    const char *sprt, *out, *save;
    int64_t games, failures;
    struct sitting_wishes sitting;
};

struct match {
    enum lang lang;
    struct terms terms;
    struct run_config config;
    struct match_view view;
    char scratch[PATH_MAX];
    struct ticker ticker;
};

/* ---- while it is played ---- */

static void on_progress(void *context, const struct run_progress *progress)
{
    struct match *match = context;
    char line[TICKER_LINE_SIZE];
    struct buf buf;

    if (!ticker_is_due(&match->ticker))
        return;
    buf_init(&buf, line, sizeof line);
    match_print_line(&match->view, progress, &buf);
    ticker_show(&match->ticker, line);
}

/* Whatever goes wrong is told at once. */
static void on_note(void *context, const struct note *note)
{
    struct match *match = context;
    const char *name = note->offender == ARENA_SEATS ? cli_text(match->lang, TEXT_MATCH_BOTH)
                                                     : match->terms.players[note->offender].name;

    if (note->ending == ENDING_REGULAR)
        return;
    ticker_clear(&match->ticker);
    printf(cli_text(match->lang, TEXT_MATCH_FAILURE), note->game, name,
           match_ending(match->lang, note->ending), note->why);
    fflush(stdout);
}

static void on_wait(void *context, int game, int port, const char *reservation)
{
    struct match *match = context;

    ticker_clear(&match->ticker);
    printf(cli_text(match->lang, TEXT_MATCH_MANUAL), game, port, reservation);
    fflush(stdout);
}

static void on_lost(void *context, const struct err *why)
{
    struct match *match = context;

    sitting_tell_store(match->lang, &match->ticker, why);
}

/* ---- what is wanted ---- */

static bool read_test(const char *text, struct stats_test *test)
{
    char *end;

    *test = (struct stats_test){.alpha = 0.05, .beta = 0.05};
    test->elo0 = strtod(text, &end);
    if (end == text || (*end != ',' && *end != ':'))
        return false;
    const char *second = end + 1;
    test->elo1 = strtod(second, &end);
    return end != second && *end == '\0' && test->elo0 < test->elo1;
}

static bool fill_terms(struct match *match, const struct wishes *wishes)
{
    struct terms *terms = &match->terms;

    if (!sitting_fill_terms(match->lang, &wishes->sitting, wishes->names, terms) ||
        !sitting_refuse_open(match->lang, terms))
        return false;
    terms->games = wishes->games > 0 ? (int)wishes->games
                   : wishes->sprt    ? GAMES_TEST_MAX
                                     : GAMES_DEFAULT;
    terms_complete(terms);
    return true;
}

static bool fill_config(struct match *match, const struct wishes *wishes)
{
    struct run_config *config = &match->config;

    config->terms = &match->terms;
    config->folder = wishes->out;
    config->store = wishes->sitting.store;
    config->version = KIELWASSER_VERSION;
    config->port = (int)wishes->sitting.port;
    config->sandbox = wishes->sitting.sandbox;
    config->start_failures_max = (int)wishes->failures;
    config->scratch = match->scratch;
    config->on_note = on_note;
    config->on_progress = on_progress;
    config->on_wait = on_wait;
    config->on_lost = on_lost;
    config->context = match;
    config->has_test = wishes->sprt != NULL;
    if (wishes->sprt && !read_test(wishes->sprt, &config->test)) {
        cli_refuse(match->lang, TEXT_MATCH_SPRT, wishes->sprt);
        return false;
    }
    if (!ledger_saving_find(wishes->save, &config->saving)) {
        cli_refuse(match->lang, TEXT_OPTION_CHOICE, "save", wishes->save,
                   "all, lost, failed, none");
        return false;
    }
    return sitting_choose_size(match->lang, &wishes->sitting, wishes->out, &match->terms,
                               &config->concurrency);
}

/* ---- the end ---- */

static void write_report(struct match *match, const struct run_report *report)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%.*s/report.txt", PATH_MAX - 16, match->config.folder);
    FILE *file = fopen(path, "w");
    if (!file)
        return;
    match_print_report(&match->view, report, file);
    fclose(file);
    printf(cli_text(match->lang, TEXT_MATCH_KEPT), match->config.folder);
}

static int tell_end(const struct match *match, const struct run_report *report)
{
    const struct tally *tally = &report->tally;

    switch (report->end) {
    case RUN_COMPLETE:
    case RUN_DECIDED:
        return EXIT_FINE;
    case RUN_BROKEN:
        printf(cli_text(match->lang, TEXT_MATCH_BROKEN), match->terms.players[report->broken].name,
               match->config.start_failures_max, tally->failures[tally->failure_count - 1].why);
        return EXIT_FAILED;
    case RUN_INTERRUPTED:
        fputs(cli_text(match->lang, TEXT_MATCH_INTERRUPTED), stdout);
        return EXIT_FAILED;
    case RUN_FAILED:
        cli_refuse_err(match->lang, match->terms.rules, &report->why);
        return EXIT_FAILED;
    }
    return EXIT_FAILED;
}

static int play(struct match *match)
{
    struct run_report report;
    struct err why = {0};
    int status = EXIT_REFUSED;

    if (run_match(&match->config, &report, &why)) {
        ticker_clear(&match->ticker);
        if (report.resumed > 0)
            printf(cli_text(match->lang, TEXT_MATCH_GOES_ON), report.resumed);
        match_print_report(&match->view, &report, stdout);
        if (match->config.folder)
            write_report(match, &report);
        paths_remove(match->scratch);
        status = tell_end(match, &report);
    } else {
        cli_refuse_err(match->lang, match->terms.rules, &why);
    }
    tally_finish(&report.tally);
    return status;
}

static int play_with(enum lang lang, const struct wishes *wishes)
{
    struct match match = {.lang = lang};
    int status = EXIT_REFUSED;

    if (fill_terms(&match, wishes) && fill_config(&match, wishes) &&
        sitting_make_scratch(lang, wishes->out, match.scratch)) {
        const struct terms *terms = &match.terms;
        match.view = (struct match_view){.lang = lang, .terms = terms};
        match.view.test = match.config.has_test ? &match.config.test : NULL;
        ticker_start(&match.ticker);
        printf(cli_text(lang, TEXT_MATCH_HEAD), terms->players[ARENA_A].name,
               terms->players[ARENA_B].name, terms->rules->title, terms->games,
               (long long)terms->seed, match.config.concurrency);
        fflush(stdout);
        paths_raise_limit();
        status = play(&match);
    }
    terms_finish(&match.terms);
    return status;
}

static int run(enum lang lang, int argc, char **argv)
{
    struct wishes wishes = {
        .save = "failed", .failures = RUN_START_FAILURES, .sitting = sitting_usual};
    const struct option options[] = {
        {"games", OPTION_NUMBER, &wishes.games, 2, 1000000},
        {"sprt", OPTION_TEXT, &wishes.sprt, 0, 0},
        {"out", OPTION_TEXT, &wishes.out, 0, 0},
        {"save", OPTION_TEXT, &wishes.save, 0, 0},
        {"failures", OPTION_NUMBER, &wishes.failures, 0, 1000000},
        SITTING_OPTIONS(wishes.sitting),
        {0},
    };

    argc = options_take(lang, options, argc, argv);
    if (argc < 0)
        return EXIT_REFUSED;
    if (argc < 2 || !wishes.sitting.game)
        return cli_refuse(lang, TEXT_MISSING, argc < 2 ? "A B" : "--game GAME");
    if (argc > 2)
        return cli_refuse(lang, TEXT_TOO_MUCH, argv[2]);
    wishes.names[ARENA_A] = argv[0];
    wishes.names[ARENA_B] = argv[1];
    return play_with(lang, &wishes);
}

const struct cmd match_cmd = {
    .name = "match",
    .usage = "A B --game GAME [--games N] [--sprt ELO0,ELO1] [--time MS] [--concurrency N] [--out "
             "FOLDER] …",
    .summary = {"viele Spiele zweier Bots: wer ist besser, und wie sicher ist das?",
                "many games of two bots: which is better, and how sure is that?"},
    .help =
        {"A und B sind eingebaute Spieler (mittel, leicht:nodes=5000, stark:time=100), Befehle\n"
         "(\"java -jar bot.jar\"; --host, --port und --reservation werden angehängt oder\n"
         "{host}, {port}, {reservation} ersetzt), Namen aus „kielwasser bot list“ oder manual\n"
         "(du startest den Bot selbst). Jedes Brett wird zweimal gespielt, mit vertauschten Farben.\n\n"
         "--games N         so viele Spiele (100)\n"
         "--sprt E0,E1      hört auf, sobald feststeht, ob A eher E1 als E0 nElo stärker ist\n"
         "--time MS         Zeit je Zug: für Programme die Grenze (2000), eingebaute denken kürzer\n"
         "--concurrency N   so viele Spiele zugleich (ein Spiel je Kern); 0: nur Worker spielen\n"
         "--store ORT       Datei oder postgresql://BENUTZER@RECHNER/NAME: dort helfen Worker mit\n"
         "                  („kielwasser worker“), und derselbe Befehl macht dort weiter\n"
         "--seed N          daraus folgen alle Bretter (1)\n"
         "--positions DATEI Anfangsstellungen: eine je Zeile, oder eine Aufzeichnung\n"
         "--pace MS         Pause zwischen zwei Nachrichten an ein Programm (20)\n"
         "--out ORDNER      games.jsonl, games.pgn, summary.csv, report.txt, Aufzeichnungen; derselbe Befehl\n"
         "                  macht nach einem Abbruch dort weiter, wo er war\n"
         "--save WAS        welche Aufzeichnungen: all, lost, failed (so ist es sonst), none\n"
         "--rules book|server, --set OPTION   Regeln und Optionen des Spiels\n"
         "--sandbox auto|on|off   Programme laufen abgeschottet: wo es geht (sonst), unbedingt, nie\n"
         "--failures K      ein Bot, der K-mal hintereinander nicht startet, beendet alles (3)\n"
         "--port N, --data ORDNER   Port der Spiele mit Programmen; wo eingetragene Bots stehen\n"
         "Strg-C lässt die laufenden Spiele zu Ende gehen, beim zweiten Mal endet alles sofort.\n\n"
         "Beispiel:\n"
         "  kielwasser match mittel leicht --game piranhas --games 200\n"
         "  kielwasser match \"java -jar neu.jar\" \"java -jar alt.jar\" --game hive --sprt 0,10 --out probe",
         "A and B are built-in players (mittel, leicht:nodes=5000, stark:time=100), commands\n"
         "(\"java -jar bot.jar\"; --host, --port and --reservation are appended, or {host}, {port},\n"
         "{reservation} replaced), names from \"kielwasser bot list\", or manual (you start the bot\n"
         "yourself).  Every board is played twice, with colours swapped.\n\n"
         "--games N         so many games (100)\n"
         "--sprt E0,E1      stops as soon as it is clear whether A is E1 rather than E0 nElo stronger\n"
         "--time MS         time for a move: the limit of programs (2000), built-in ones think less\n"
         "--concurrency N   so many games at a time (one for each core); 0: only workers play\n"
         "--store PLACE     a file or postgresql://USER@HOST/NAME: there workers can help\n"
         "                  (\"kielwasser worker\"), and the same command goes on from there\n"
         "--seed N          all boards follow from it (1)\n"
         "--positions FILE  where to begin: a position in each line, or a recorded game\n"
         "--pace MS         pause between two messages to a program (20)\n"
         "--out FOLDER      games.jsonl, games.pgn, summary.csv, report.txt, replays; afterwards the\n"
         "                  same command goes on where it was\n"
         "--save WHAT       which replays: all, lost, failed (the default), none\n"
         "--rules book|server, --set OPTION   rules and options of the game\n"
         "--sandbox auto|on|off   programs run in a cell: where there is one (the default), always, never\n"
         "--failures K      a bot that does not start K times in a row ends everything (3)\n"
         "--port N, --data FOLDER   port of games with programs; where registered bots are\n"
         "Ctrl-C lets the running games finish, the second time everything ends at once.\n\n"
         "Example:\n"
         "  kielwasser match mittel leicht --game piranhas --games 200\n"
         "  kielwasser match \"java -jar new.jar\" \"java -jar old.jar\" --game hive --sprt 0,10 --out trial"},
    .run = run,
};
