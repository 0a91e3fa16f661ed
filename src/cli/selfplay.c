/* `kielwasser selfplay`: games of a player against itself, as material for learning. */

#include "learn/selfplay.h"
#include "cli/match_options.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "cli/ticker.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GAMES = 100, RANDOM_PLIES = 4, RANDOM_UNSAID = -1 };

static const char usual_player[] = "stark:nodes=1000";

struct wishes {
    const char *player, *out;
    int64_t games, random_plies;
    struct match_options options;
};

struct selfplay_run {
    enum lang lang;
    const struct wishes *wishes;
    struct match match;
    struct selfplay_config config;
    struct ticker ticker;
    char player[COMMAND_LINE_SIZE]; /* its words, with random= */
    char scratch[PATH_MAX], place[PATH_MAX], worker[WORKER_NAME_SIZE];
};

static void on_tick(void *context, int games)
{
    struct selfplay_run *run = context;
    char line[TICKER_LINE_SIZE];

    if (!ticker_is_due(&run->ticker))
        return;
    snprintf(line, sizeof line, cli_text(run->lang, TEXT_SELFPLAY_GAMES), games, run->match.games);
    ticker_show(&run->ticker, line);
}

static void on_lost(void *context, const struct err *why)
{
    const struct selfplay_run *run = context;

    match_options_report_store(run->lang, &run->ticker, why);
}

/* ---- what is wanted ---- */

/* A built-in player begins by chance unless its words, or the option, say otherwise. */
static bool choose_player(struct selfplay_run *run)
{
    const char *words = run->wishes->player;
    int64_t plies = run->wishes->random_plies;
    bool is_builtin = player_spec_is_one(words);
    int len;

    if (plies > 0 && !is_builtin) {
        cli_refuse(run->lang, TEXT_SELFPLAY_RANDOM);
        return false;
    }
    if (plies == RANDOM_UNSAID)
        plies = is_builtin && !strstr(words, "random=") ? RANDOM_PLIES : 0;
    if (plies > 0)
        len = snprintf(run->player, sizeof run->player, "%s%crandom=%d", words,
                       strchr(words, ':') ? ',' : ':', (int)plies);
    else
        len = snprintf(run->player, sizeof run->player, "%s", words);
    if (len >= 0 && (size_t)len < sizeof run->player)
        return true;
    cli_refuse(run->lang, TEXT_TOO_MUCH, words);
    return false;
}

/* All that there is until the file is complete lies beside it, so that a killed run leaves nothing
 * elsewhere. */
static bool choose_place(struct selfplay_run *run)
{
    const struct wishes *wishes = run->wishes;
    struct err why = {0};

    snprintf(run->scratch, sizeof run->scratch, "%.*s.server", PATH_MAX - 16, wishes->out);
    if (mkdir(run->scratch, 0700) != 0 && errno != EEXIST) {
        err_say(&why, "file_write", wishes->out);
        cli_refuse_err(run->lang, run->match.rules, &why);
        return false;
    }
    run->config.worker.scratch = run->scratch;
    snprintf(run->place, sizeof run->place, "%.*s.db", PATH_MAX - 16, wishes->out);
    run->config.place = wishes->options.store ? wishes->options.store : run->place;
    return true;
}

static bool fill_config(struct selfplay_run *run)
{
    struct selfplay_config *config = &run->config;
    char key[QUEUE_KEY_SIZE];

    config->match = &run->match;
    config->path = run->wishes->out;
    config->on_tick = on_tick;
    config->on_lost = on_lost;
    config->context = run;
    if (!match_options_fill_worker(run->lang, &run->wishes->options, run->wishes->out, &run->match,
                                   &config->worker))
        return false;
    selfplay_key(&run->match, key);
    runner_worker_name(key, run->worker);
    config->worker.name = run->worker;
    return choose_place(run);
}

static bool fill_terms(struct selfplay_run *run)
{
    struct match *match = &run->match;
    const char *const words[MATCH_SEATS] = {run->player, run->player};

    if (!choose_player(run) ||
        !match_options_fill_match(run->lang, &run->wishes->options, words, match) ||
        !match_options_refuse_open(run->lang, match))
        return false;
    match->games = (int)run->wishes->games;
    match->has_opinions = true;
    match_complete(match);
    return true;
}

/* ---- playing ---- */

/* The queue of its own has done its work. */
static void remove_place(const struct selfplay_run *run)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    char path[PATH_MAX + 8];

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s%s", run->place, endings[i]);
        unlink(path);
    }
}

static int tell_end(const struct selfplay_run *run, const struct selfplay_report *report)
{
    ticker_clear(&run->ticker);
    if (report->end != RUNNER_DONE) {
        printf(cli_text(run->lang, TEXT_SELFPLAY_INTERRUPTED), report->games, run->match.games);
        return EXIT_FAILED;
    }
    printf(cli_text(run->lang, TEXT_SELFPLAY_END), (long long)report->positions, report->games,
           run->wishes->out);
    if (report->left_out > 0)
        printf(cli_text(run->lang, TEXT_SELFPLAY_LEFT_OUT), report->left_out);
    if (report->closed_pairs > 0) {
        printf(cli_text(run->lang, TEXT_MATCH_PAIRS_CLOSED), report->closed_pairs);
        return EXIT_FAILED;
    }
    if (!run->wishes->options.store)
        remove_place(run);
    return EXIT_FINE;
}

static int play(struct selfplay_run *run)
{
    struct selfplay_report report;
    struct err why = {0};
    int status = EXIT_REFUSED;

    printf(cli_text(run->lang, TEXT_SELFPLAY_HEAD), run->player, run->match.rules->title,
           run->match.games, (long long)run->match.seed, run->config.worker.slots);
    fflush(stdout);
    ticker_start(&run->ticker);
    paths_raise_limit();
    if (selfplay_run(&run->config, &report, &why))
        status = tell_end(run, &report);
    else
        cli_refuse_err(run->lang, run->match.rules, &why);
    paths_remove(run->scratch);
    return status;
}

static int play_with(enum lang lang, const struct wishes *wishes)
{
    struct selfplay_run run = {.lang = lang, .wishes = wishes};
    int status = EXIT_REFUSED;

    if (fill_terms(&run) && fill_config(&run))
        status = play(&run);
    match_finish(&run.match);
    return status;
}

static int run(enum lang lang, int argc, char **argv)
{
    struct wishes wishes = {.player = usual_player,
                            .games = GAMES,
                            .random_plies = RANDOM_UNSAID,
                            .options = match_options_default};
    const struct option options[] = {
        {"games", OPTION_NUMBER, &wishes.games, 1, 100000000},
        {"out", OPTION_TEXT, &wishes.out, 0, 0},
        {"random-plies", OPTION_NUMBER, &wishes.random_plies, 0, 100},
        MATCH_OPTIONS(wishes.options),
        {0},
    };

    argc = options_take(lang, options, argc, argv);
    if (argc < 0)
        return EXIT_REFUSED;
    if (!wishes.options.game || !wishes.out)
        return cli_refuse(lang, TEXT_MISSING, wishes.options.game ? "--out FILE" : "--game GAME");
    if (argc > 1)
        return cli_refuse(lang, TEXT_TOO_MUCH, argv[1]);
    if (argc == 1)
        wishes.player = argv[0];
    return play_with(lang, &wishes);
}

const struct cmd selfplay_cmd = {
    .name = "selfplay",
    .usage = "[PLAYER] --game GAME --out FILE [--games N] [--random-plies K] [--concurrency N] …",
    .summary = {"ein Bot spielt gegen sich selbst: Stellungen mit Ergebnis zum Lernen",
                "a bot plays against itself: positions with results, to learn from"},
    .help =
        {"PLAYER (stark:nodes=1000) ist ein eingebauter Spieler oder ein Befehl wie bei "
         "„kielwasser\n"
         "match“. In die Datei kommt für jede Stellung jedes Spiels eine Zeile:\n\n"
         "  STELLUNG ; red|blue ; ZUG/ZÜGE ; ERGEBNIS 1, 0.5 oder 0 ; PUNKTEABSTAND ; AUSSICHT\n\n"
         "aus der Sicht dessen, der am Zug ist; AUSSICHT ist, mit wie viel Promille ein "
         "eingebauter Spieler\n"
         "zu gewinnen glaubte, sonst „-“. Mit nodes= oder depth= ist sie für dieselbe Startzahl\n"
         "immer dieselbe. Sie steht erst da, wenn alle Spiele gespielt sind; derselbe Befehl "
         "macht nach\n"
         "einem Abbruch weiter.\n\n"
         "--games N         so viele Spiele (100)\n"
         "--out DATEI       wohin; .gz am Ende heißt gepackt\n"
         "--random-plies K  die ersten K Züge eines Spiels sind Zufall (4)\n"
         "--store ORT       Datei oder postgresql://…, an der auch „kielwasser worker“ mitspielen\n"
         "                  (sonst DATEI.db, bis alles fertig ist)\n"
         "--concurrency N   so viele Spiele zugleich hier (ein Spiel je Kern); 0: nur Worker "
         "spielen\n"
         "--seed N          daraus folgen alle Bretter (1)\n"
         "--time MS, --pace MS, --positions DATEI, --rules book|server, --set OPTION,\n"
         "--sandbox auto|on|off, --port N, --data ORDNER   wie bei „kielwasser match“\n\n"
         "Beispiel:\n"
         "  kielwasser selfplay stark:nodes=500 --game penguins --games 1000 --out pinguine.txt.gz",
         "PLAYER (stark:nodes=1000) is a built-in player or a command, as for \"kielwasser "
         "match\".  The\n"
         "file has a line for every position of every game:\n\n"
         "  POSITION ; red|blue ; PLY/PLIES ; RESULT 1, 0.5 or 0 ; DIFFERENCE OF POINTS ; WIN\n\n"
         "as seen by the side to move; WIN is how likely a built-in player thought to win, in "
         "thousandths,\n"
         "otherwise \"-\".  With nodes= or depth= it is the same for the same seed.  It is\n"
         "there only when all games are played; after an interruption the same command goes on.\n\n"
         "--games N         so many games (100)\n"
         "--out FILE        where to; packed if it ends in .gz\n"
         "--random-plies K  the first K moves of a game are chance (4)\n"
         "--store PLACE     a file or postgresql://…, where \"kielwasser worker\" can play, too\n"
         "                  (else FILE.db, until everything is done)\n"
         "--concurrency N   so many games at a time here (one for each core); 0: only workers "
         "play\n"
         "--seed N          all boards follow from it (1)\n"
         "--time MS, --pace MS, --positions FILE, --rules book|server, --set OPTION,\n"
         "--sandbox auto|on|off, --port N, --data FOLDER   as for \"kielwasser match\"\n\n"
         "Example:\n"
         "  kielwasser selfplay stark:nodes=500 --game penguins --games 1000 --out "
         "penguins.txt.gz"},
    .run = run,
};
