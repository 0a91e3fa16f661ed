/* `kielwasser selfplay`: games of a player against itself, as material for learning. */

#include "learn/selfplay.h"
#include "cli/match_options.h"
#include "cli/options.h"
#include "cli/paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GAMES = 100, RANDOM_PLIES = 4, RANDOM_UNSAID = -1 };

static const char usual_player[] = "stark:nodes=1000";

struct selfplay_command {
    struct selfplay selfplay;
    struct match_options options;
    int games, random_plies;
    struct match match;
    struct match_screen screen;
    char player[BOT_COMMAND_LINE_SIZE]; /* its words, with random= */
    char scratch[PATH_MAX], place[PATH_MAX];
};

static void print_line(void *context, struct buf *out)
{
    const struct selfplay_command *command = context;

    buf_format(out, cli_text(TEXT_SELFPLAY_GAMES), command->selfplay.games, command->match.games);
}

/* ---- what is wanted ---- */

/* A built-in player begins by chance unless its words, or the option, say otherwise. */
static bool choose_player(struct selfplay_command *command, const char *words)
{
    int plies = command->random_plies;
    bool is_builtin = player_spec_is_one(words);
    struct buf player;

    if (plies > 0 && !is_builtin)
        return cli_deny(TEXT_SELFPLAY_RANDOM);
    if (plies == RANDOM_UNSAID)
        plies = is_builtin && !strstr(words, "random=") ? RANDOM_PLIES : 0;
    buf_init(&player, command->player, sizeof command->player);
    buf_add(&player, words);
    if (plies > 0)
        buf_format(&player, "%crandom=%d", strchr(words, ':') ? ',' : ':', plies);
    return !player.is_full || cli_deny(TEXT_TOO_MUCH, words);
}

static bool fill_match(struct selfplay_command *command, const char *words)
{
    struct match *match = &command->match;
    const char *const players[MATCH_SEATS] = {command->player, command->player};

    if (!choose_player(command, words) ||
        !match_options_fill_match(&command->options, players, match) ||
        !match_options_refuse_missing_values(match))
        return false;
    match->games = command->games;
    match->has_opinions = true;
    match_complete(match);
    return true;
}

/* All that there is until the file is complete lies beside it, so that a killed run leaves nothing
 * elsewhere. */
static bool fill_selfplay(struct selfplay_command *command)
{
    struct selfplay *selfplay = &command->selfplay;
    struct err why = {0};

    if (!match_options_fill_worker(&command->options, selfplay->path, &command->match,
                                   &selfplay->worker))
        return false;
    snprintf(command->scratch, PATH_MAX, "%.*s.server", PATH_MAX - 16, selfplay->path);
    if (mkdir(command->scratch, 0700) != 0 && errno != EEXIST) {
        err_set(&why, "file_write", selfplay->path);
        return cli_deny_err(command->match.rules, &why);
    }
    snprintf(command->place, PATH_MAX, "%.*s.db", PATH_MAX - 16, selfplay->path);
    selfplay->match = &command->match;
    selfplay->worker.scratch = command->scratch;
    selfplay->place = command->options.store ? command->options.store : command->place;
    selfplay->worker.events = &command->screen.events;
    return true;
}

/* ---- playing ---- */

/* The queue of its own has done its work. */
static void remove_place(const struct selfplay_command *command)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    char path[PATH_MAX + 8];

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s%s", command->place, endings[i]);
        unlink(path);
    }
}

static int tell_end(const struct selfplay_command *command)
{
    const struct selfplay *selfplay = &command->selfplay;

    ticker_clear(&command->screen.ticker);
    if (selfplay->end != RUNNER_DONE) {
        printf(cli_text(TEXT_SELFPLAY_INTERRUPTED), selfplay->games, command->match.games);
        return EXIT_FAILED;
    }
    printf(cli_text(TEXT_SELFPLAY_END), (long long)selfplay->positions, selfplay->games,
           selfplay->path);
    if (selfplay->left_out > 0)
        printf(cli_text(TEXT_SELFPLAY_LEFT_OUT), selfplay->left_out);
    if (selfplay->closed_pairs > 0) {
        printf(cli_text(TEXT_MATCH_PAIRS_CLOSED), selfplay->closed_pairs);
        return EXIT_FAILED;
    }
    if (!command->options.store)
        remove_place(command);
    return EXIT_FINE;
}

static int play(struct selfplay_command *command)
{
    const struct match *match = &command->match;
    struct err why = {0};

    printf(cli_text(TEXT_SELFPLAY_HEAD), command->player, match->rules->title, match->games,
           (long long)match->seed, command->selfplay.worker.slots);
    fflush(stdout);
    match_screen_init(&command->screen, print_line, command);
    paths_raise_limit();
    int status = selfplay_run(&command->selfplay, &why) ? tell_end(command)
                                                        : cli_refuse_err(match->rules, &why);
    paths_remove(command->scratch);
    return status;
}

static int run(int argc, char **argv)
{
    struct selfplay_command command = {
        .games = GAMES, .random_plies = RANDOM_UNSAID, .options = match_options_default};
    const struct option options[] = {
        {"games", OPTION_INT, &command.games, 1, 100000000},
        {"out", OPTION_TEXT, &command.selfplay.path, 0, 0},
        {"random-plies", OPTION_INT, &command.random_plies, 0, 100},
        MATCH_OPTIONS(command.options),
        {0},
    };

    argc = options_read(options, "[PLAYER] --game GAME --out FILE", argc, argv);
    if (argc < 0)
        return EXIT_REFUSED;
    int status = EXIT_REFUSED;
    if (fill_match(&command, argc == 1 ? argv[0] : usual_player) && fill_selfplay(&command))
        status = play(&command);
    match_finish(&command.match);
    return status;
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
         "--sandbox auto|on|off, --bot-user NAME, --port N, --data ORDNER   wie bei „match“",
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
         "--sandbox auto|on|off, --bot-user NAME, --port N, --data FOLDER   as for \"match\""},
    .example =
        {"  kielwasser selfplay stark:nodes=500 --game penguins --games 1000 --out pinguine.txt.gz",
         "  kielwasser selfplay stark:nodes=500 --game penguins --games 1000 --out "
         "penguins.txt.gz"},
    .run = run,
};
