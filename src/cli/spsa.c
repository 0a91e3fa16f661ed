/* `kielwasser spsa`: finds better numbers for a player by letting it play against itself. */

#include "cli/match_options.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "learn/spsa_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITERATIONS = 100, WORDS_SIZE = 2 * BOT_COMMAND_LINE_SIZE };

struct spsa_command {
    struct spsa_run run;
    const char *player;
    struct option_texts params;
    struct match_options options;
    struct match match;
    struct match_screen screen;
    char scratch[PATH_MAX], place[PATH_MAX];
};

/* ---- while it is played ---- */

/* "w = 12, x = 0.25" */
static void print_values(const struct spsa *spsa, struct buf *out)
{
    for (int i = 0; i < spsa->plan.count; i++) {
        buf_format(out, "%s%s = ", i > 0 ? ", " : "", spsa->plan.params[i].name);
        spsa_print_value(&spsa->plan.params[i], spsa_value(spsa, i), out);
    }
}

static void print_line(void *context, struct buf *out)
{
    const struct spsa_command *command = context;
    const struct spsa *spsa = &command->run.spsa;

    buf_format(out, "%s %d/%d  ", cli_text(TEXT_SPSA_ITERATION), spsa->done, spsa->plan.iterations);
    print_values(spsa, out);
}

/* ---- the end ---- */

/* The player's words with the values in them. */
static void print_player(const char *words, const struct spsa *spsa, struct buf *out)
{
    char place[SPSA_NAME_SIZE + 3];

    while (*words) {
        int i = 0;
        for (; i < spsa->plan.count; i++) {
            snprintf(place, sizeof place, "{%s}", spsa->plan.params[i].name);
            if (strncmp(words, place, strlen(place)) == 0)
                break;
        }
        if (i < spsa->plan.count) {
            spsa_print_value(&spsa->plan.params[i], spsa_value(spsa, i), out);
            words += strlen(place);
        } else {
            buf_add_char(out, *words++);
        }
    }
}

static void print_end(const struct spsa_command *command)
{
    const struct spsa *spsa = &command->run.spsa;
    char values[TICKER_LINE_SIZE], tuned[WORDS_SIZE], first[WORDS_SIZE];
    struct spsa start;
    struct buf buf;

    spsa_begin(&start, &spsa->plan, NULL);
    buf_init(&buf, values, sizeof values);
    print_values(spsa, &buf);
    buf_init(&buf, tuned, sizeof tuned);
    print_player(command->player, spsa, &buf);
    buf_init(&buf, first, sizeof first);
    print_player(command->player, &start, &buf);
    printf(cli_text(TEXT_SPSA_END), spsa->done, values);
    printf(cli_text(TEXT_SPSA_USE), tuned, tuned, first, command->match.rules->name);
    if (command->run.folder)
        printf(cli_text(TEXT_MATCH_KEPT), command->run.folder);
}

static int tell_end(const struct spsa_command *command)
{
    const struct spsa_run *run = &command->run;

    ticker_clear(&command->screen.ticker);
    if (run->end != RUNNER_DONE) {
        printf(cli_text(TEXT_SPSA_INTERRUPTED), run->spsa.done, run->spsa.plan.iterations);
        return EXIT_FAILED;
    }
    print_end(command);
    if (run->closed_pairs > 0)
        printf(cli_text(TEXT_MATCH_PAIRS_CLOSED), run->closed_pairs);
    return run->closed_pairs == 0 ? EXIT_FINE : EXIT_FAILED;
}

/* ---- what is wanted ---- */

static bool deny(const struct spsa_command *command, const struct err *why)
{
    return cli_deny_err(command->match.rules, why);
}

static bool is_in_player(const struct spsa_command *command, const char *name)
{
    char place[SPSA_NAME_SIZE + 3];
    struct err why = {0};

    snprintf(place, sizeof place, "{%s}", name);
    if (strstr(command->player, place))
        return true;
    err_setf(&why, "spsa_unused", "%s %.200s", place, command->player);
    return deny(command, &why);
}

static bool read_params(struct spsa_command *command, struct spsa_plan *plan)
{
    const struct option_texts *texts = &command->params;
    struct err why = {0};

    if (texts->count > SPSA_PARAMS_MAX)
        return cli_deny(TEXT_TOO_MUCH, texts->at[SPSA_PARAMS_MAX]);
    for (plan->count = 0; plan->count < texts->count; plan->count++) {
        struct spsa_param *param = &plan->params[plan->count];
        if (!spsa_read_param(param, texts->at[plan->count], &why))
            return deny(command, &why);
        if (!is_in_player(command, param->name))
            return false;
    }
    return spsa_begin(&command->run.spsa, plan, &why) || deny(command, &why);
}

static bool makes_player(const struct spsa_command *command, const struct spsa_trial *trial)
{
    char params[QUEUE_PARAMS_SIZE];
    struct match applied;
    struct err why = {0};
    struct buf buf;

    buf_init(&buf, params, sizeof params);
    spsa_print_trial(&command->run.spsa, trial, &buf);
    return match_set_params(&command->match, params, &applied, &why) || deny(command, &why);
}

/* The smallest, the largest and the first values must make a player; then all between do. */
static bool try_player(const struct spsa_command *command)
{
    const struct spsa *spsa = &command->run.spsa;
    struct spsa_trial first, ends = {0};

    spsa_try(spsa, &first);
    for (int i = 0; i < spsa->plan.count; i++) {
        ends.values[0][i] = spsa->plan.params[i].min;
        ends.values[1][i] = spsa->plan.params[i].max;
    }
    return makes_player(command, &ends) && makes_player(command, &first);
}

static bool fill_run(struct spsa_command *command, struct spsa_plan *plan)
{
    struct spsa_run *run = &command->run;
    const char *const words[MATCH_SEATS] = {command->player, command->player};

    if (!match_options_fill_match(&command->options, words, &command->match))
        return false;
    match_complete(&command->match);
    plan->seed = command->options.seed;
    if (!read_params(command, plan) || !try_player(command) ||
        !match_options_fill_worker(&command->options, run->folder, &command->match, &run->worker) ||
        !match_options_make_scratch(run->folder, command->scratch))
        return false;
    snprintf(command->place, PATH_MAX, "%.*s/spsa.db", PATH_MAX - 16,
             run->folder ? run->folder : command->scratch);
    run->match = &command->match;
    run->worker.scratch = command->scratch;
    run->place = command->options.store ? command->options.store : command->place;
    run->worker.events = &command->screen.events;
    return true;
}

static int play(struct spsa_command *command)
{
    const struct spsa_plan *plan = &command->run.spsa.plan;
    struct err why = {0};

    printf(cli_text(TEXT_SPSA_HEAD), command->player, command->match.rules->title, plan->iterations,
           2 * plan->batch, (long long)plan->seed, command->run.worker.slots);
    fflush(stdout);
    match_screen_init(&command->screen, print_line, command);
    paths_raise_limit();
    int status = spsa_run(&command->run, &why) ? tell_end(command)
                                               : cli_refuse_err(command->match.rules, &why);
    paths_remove(command->scratch);
    return status;
}

static int run(int argc, char **argv)
{
    struct spsa_command command = {.options = match_options_default};
    struct spsa_plan plan = {.iterations = ITERATIONS, .batch = SPSA_BATCH};
    const struct option options[] = {
        {"param", OPTION_TEXTS, &command.params, 0, 0},
        {"iterations", OPTION_INT, &plan.iterations, 1, SPSA_ITERATIONS_MAX},
        {"batch", OPTION_INT, &plan.batch, 1, SPSA_BATCH_MAX},
        {"out", OPTION_TEXT, &command.run.folder, 0, 0},
        MATCH_OPTIONS(command.options),
        {0},
    };
    static const char words[] = "PLAYER --game GAME --param NAME=START,MIN,MAX,C";

    if (options_read(options, words, argc, argv) < 0)
        return EXIT_REFUSED;
    command.player = argv[0];
    int status = fill_run(&command, &plan) ? play(&command) : EXIT_REFUSED;
    match_finish(&command.match);
    return status;
}

const struct cmd spsa_cmd = {
    .name = "spsa",
    .usage = "PLAYER --game GAME --param NAME=START,MIN,MAX,C[,R][,int] … [--iterations N] [--out "
             "FOLDER] …",
    .summary = {"findet bessere Zahlen für einen Bot: er spielt gegen sich selbst",
                "finds better numbers for a bot: it plays against itself"},
    .help =
        {"PLAYER ist ein eingebauter Spieler (stark:nodes={n}) oder ein Befehl (\"./bot --wert "
         "{w}\")\n"
         "mit {NAME}, wo eine Zahl hingehört. In jeder Iteration spielen zwei Fassungen "
         "gegeneinander,\n"
         "deren Zahlen ein wenig auseinanderliegen; alle rücken in die Richtung der besseren "
         "(SPSA).\n\n"
         "--param NAME=START,MIN,MAX,C[,R][,int]   eine Zahl: C ist der Abstand am Ende, groß "
         "genug,\n"
         "                  dass man ihn in Spielen merkt; R das Lerntempo (0.002); int: ganze "
         "Zahlen\n"
         "--iterations N    so viele Iterationen (100); mit B=4 sind 1000 ein guter Anfang\n"
         "--batch B         Paare von Spielen je Iteration (4)\n"
         "--out ORDNER      spsa.csv mit dem Weg; derselbe Befehl macht nach einem Abbruch weiter\n"
         "--store ORT       Datei oder postgresql://…, an der auch „kielwasser worker“ mitspielen\n"
         "--concurrency N   so viele Spiele zugleich hier (ein Spiel je Kern); 0: nur Worker "
         "spielen\n"
         "--seed N          daraus folgt der ganze Weg, zusammen mit den Ergebnissen (1)\n"
         "--time MS, --pace MS, --positions DATEI, --rules book|server, --set OPTION,\n"
         "--sandbox auto|on|off, --bot-user NAME, --port N, --data ORDNER   wie bei „match“",
         "PLAYER is a built-in player (stark:nodes={n}) or a command (\"./bot --weight {w}\") "
         "with\n"
         "{NAME} where a number belongs.  In every iteration two versions meet whose numbers are\n"
         "a little apart; all of them move towards the better one (SPSA).\n\n"
         "--param NAME=START,MIN,MAX,C[,R][,int]   a number: C is the distance at the end, large\n"
         "                  enough to be felt in games; R how fast it learns (0.002); int: whole "
         "ones\n"
         "--iterations N    so many iterations (100); with B=4, 1000 are a good beginning\n"
         "--batch B         pairs of games in an iteration (4)\n"
         "--out FOLDER      spsa.csv with the way; after an interruption the same command goes on\n"
         "--store PLACE     a file or postgresql://…, where \"kielwasser worker\" can play, too\n"
         "--concurrency N   so many games at a time here (one for each core); 0: only workers "
         "play\n"
         "--seed N          the whole way follows from it and from the results (1)\n"
         "--time MS, --pace MS, --positions FILE, --rules book|server, --set OPTION,\n"
         "--sandbox auto|on|off, --bot-user NAME, --port N, --data FOLDER   as for \"match\""},
    .example =
        {"  kielwasser spsa \"stark:nodes={n}\" --game hive --param n=100,10,1000,50,0.05,int\n"
         "  kielwasser spsa \"./bot --weight {w}\" --game penguins --param w=1,0,4,0.3 --out "
         "tuning"},
    .run = run,
};
