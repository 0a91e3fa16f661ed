/* `kielwasser spsa`: finds better numbers for a player by letting it play against itself. */

#include "cli/match_options.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "cli/ticker.h"
#include "learn/spsa_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITERATIONS = 100, WORDS_SIZE = 2 * COMMAND_LINE_SIZE };

struct wishes {
    const char *player, *out;
    struct option_texts params;
    int64_t iterations, batch;
    struct match_options options;
};

struct spsa_run {
    enum lang lang;
    const struct wishes *wishes;
    struct match match;
    struct spsa_run_config config;
    struct ticker ticker;
    char scratch[PATH_MAX], place[PATH_MAX], worker[WORKER_NAME_SIZE];
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

static void on_tick(void *context, const struct spsa *spsa)
{
    struct spsa_run *run = context;
    char line[TICKER_LINE_SIZE];
    struct buf buf;

    if (!ticker_is_due(&run->ticker))
        return;
    buf_init(&buf, line, sizeof line);
    buf_format(&buf, "%s %d/%d  ", cli_text(run->lang, TEXT_SPSA_ITERATION), spsa->done,
               spsa->plan.iterations);
    print_values(spsa, &buf);
    ticker_show(&run->ticker, line);
}

static void on_lost(void *context, const struct err *why)
{
    const struct spsa_run *run = context;

    match_options_report_store(run->lang, &run->ticker, why);
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

static void print_end(const struct spsa_run *run, const struct spsa *spsa)
{
    char values[TICKER_LINE_SIZE], tuned[WORDS_SIZE], first[WORDS_SIZE];
    struct spsa start;
    struct buf buf;

    spsa_begin(&start, &spsa->plan, NULL);
    buf_init(&buf, values, sizeof values);
    print_values(spsa, &buf);
    buf_init(&buf, tuned, sizeof tuned);
    print_player(run->wishes->player, spsa, &buf);
    buf_init(&buf, first, sizeof first);
    print_player(run->wishes->player, &start, &buf);
    printf(cli_text(run->lang, TEXT_SPSA_END), spsa->done, values);
    printf(cli_text(run->lang, TEXT_SPSA_USE), tuned, tuned, first, run->match.rules->name);
    if (run->wishes->out)
        printf(cli_text(run->lang, TEXT_MATCH_KEPT), run->wishes->out);
}

static int tell_end(const struct spsa_run *run, const struct spsa_run_report *report)
{
    ticker_clear(&run->ticker);
    if (report->end == RUNNER_DONE) {
        print_end(run, &report->spsa);
        if (report->closed_pairs > 0)
            printf(cli_text(run->lang, TEXT_MATCH_PAIRS_CLOSED), report->closed_pairs);
        return report->closed_pairs == 0 ? EXIT_FINE : EXIT_FAILED;
    }
    printf(cli_text(run->lang, TEXT_SPSA_INTERRUPTED), report->spsa.done,
           report->spsa.plan.iterations);
    return EXIT_FAILED;
}

/* ---- what is wanted ---- */

static bool refuse(const struct spsa_run *run, const struct err *why)
{
    cli_refuse_err(run->lang, run->match.rules, why);
    return false;
}

static bool is_in_player(const struct spsa_run *run, const char *name)
{
    char place[SPSA_NAME_SIZE + 3], details[ERR_DETAILS_SIZE];
    struct err why = {0};

    snprintf(place, sizeof place, "{%s}", name);
    if (strstr(run->wishes->player, place))
        return true;
    snprintf(details, sizeof details, "%s %.200s", place, run->wishes->player);
    err_say(&why, "spsa_unused", details);
    return refuse(run, &why);
}

static bool read_params(struct spsa_run *run)
{
    const struct option_texts *texts = &run->wishes->params;
    struct spsa_plan *plan = &run->config.plan;
    struct spsa trial;
    struct err why = {0};

    if (texts->count > SPSA_PARAMS_MAX) {
        cli_refuse(run->lang, TEXT_TOO_MUCH, texts->at[SPSA_PARAMS_MAX]);
        return false;
    }
    for (plan->count = 0; plan->count < texts->count; plan->count++) {
        struct spsa_param *param = &plan->params[plan->count];
        if (!spsa_read_param(param, texts->at[plan->count], &why))
            return refuse(run, &why);
        if (!is_in_player(run, param->name))
            return false;
    }
    return spsa_begin(&trial, plan, &why) || refuse(run, &why);
}

static bool makes_player(const struct spsa_run *run, const struct spsa *spsa,
                         const struct spsa_trial *trial)
{
    char params[QUEUE_PARAMS_SIZE];
    struct match applied;
    struct err why = {0};
    struct buf buf;

    buf_init(&buf, params, sizeof params);
    spsa_print_trial(spsa, trial, &buf);
    if (!match_apply(&run->match, params, &applied, &why))
        return refuse(run, &why);
    match_finish(&applied);
    return true;
}

/* The smallest, the largest and the first values must make a player; then all between do. */
static bool try_player(const struct spsa_run *run)
{
    struct spsa spsa;
    struct spsa_trial first, ends = {0};

    spsa_begin(&spsa, &run->config.plan, NULL);
    spsa_try(&spsa, &first);
    for (int i = 0; i < spsa.plan.count; i++) {
        ends.values[0][i] = spsa.plan.params[i].min;
        ends.values[1][i] = spsa.plan.params[i].max;
    }
    return makes_player(run, &spsa, &ends) && makes_player(run, &spsa, &first);
}

static bool choose_place(struct spsa_run *run)
{
    const struct wishes *wishes = run->wishes;
    const char *store = wishes->options.store;

    if (!match_options_make_scratch(run->lang, wishes->out, run->scratch))
        return false;
    run->config.worker.scratch = run->scratch;
    run->config.folder = wishes->out;
    snprintf(run->place, sizeof run->place, "%.*s/spsa.db", PATH_MAX - 16,
             wishes->out ? wishes->out : run->scratch);
    run->config.place = store ? store : run->place;
    return true;
}

static bool fill_config(struct spsa_run *run)
{
    struct spsa_run_config *config = &run->config;
    char key[QUEUE_KEY_SIZE];

    config->match = &run->match;
    config->plan.iterations = (int)run->wishes->iterations;
    config->plan.batch = (int)run->wishes->batch;
    config->plan.seed = run->wishes->options.seed;
    config->on_tick = on_tick;
    config->on_lost = on_lost;
    config->context = run;
    if (!read_params(run) || !try_player(run) ||
        !match_options_fill_worker(run->lang, &run->wishes->options, run->wishes->out, &run->match,
                                   &config->worker))
        return false;
    spsa_run_key(&run->match, &config->plan, key);
    runner_worker_name(key, run->worker);
    config->worker.name = run->worker;
    return choose_place(run);
}

static int play(struct spsa_run *run)
{
    struct spsa_run_report report;
    struct err why = {0};
    int status = EXIT_REFUSED;

    printf(cli_text(run->lang, TEXT_SPSA_HEAD), run->wishes->player, run->match.rules->title,
           run->config.plan.iterations, 2 * run->config.plan.batch,
           (long long)run->config.plan.seed, run->config.worker.slots);
    fflush(stdout);
    ticker_start(&run->ticker);
    paths_raise_limit();
    if (spsa_run(&run->config, &report, &why))
        status = tell_end(run, &report);
    else
        cli_refuse_err(run->lang, run->match.rules, &why);
    paths_remove(run->scratch);
    return status;
}

static int play_with(enum lang lang, const struct wishes *wishes)
{
    struct spsa_run run = {.lang = lang, .wishes = wishes};
    const char *const words[MATCH_SEATS] = {wishes->player, wishes->player};
    int status = EXIT_REFUSED;

    if (match_options_fill_match(lang, &wishes->options, words, &run.match)) {
        match_complete(&run.match);
        if (fill_config(&run))
            status = play(&run);
    }
    match_finish(&run.match);
    return status;
}

static int run(enum lang lang, int argc, char **argv)
{
    struct wishes wishes = {
        .iterations = ITERATIONS, .batch = SPSA_BATCH, .options = match_options_default};
    const struct option options[] = {
        {"param", OPTION_TEXTS, &wishes.params, 0, 0},
        {"iterations", OPTION_NUMBER, &wishes.iterations, 1, SPSA_ITERATIONS_MAX},
        {"batch", OPTION_NUMBER, &wishes.batch, 1, SPSA_BATCH_MAX},
        {"out", OPTION_TEXT, &wishes.out, 0, 0},
        MATCH_OPTIONS(wishes.options),
        {0},
    };

    argc = options_take(lang, options, argc, argv);
    if (argc < 0)
        return EXIT_REFUSED;
    if (argc < 1 || !wishes.options.game || wishes.params.count == 0)
        return cli_refuse(lang, TEXT_MISSING,
                          argc < 1               ? "PLAYER"
                          : !wishes.options.game ? "--game GAME"
                                                 : "--param NAME=START,MIN,MAX,C");
    if (argc > 1)
        return cli_refuse(lang, TEXT_TOO_MUCH, argv[1]);
    wishes.player = argv[0];
    return play_with(lang, &wishes);
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
         "--sandbox auto|on|off, --port N, --data ORDNER   wie bei „kielwasser match“\n\n"
         "Beispiel:\n"
         "  kielwasser spsa \"stark:nodes={n}\" --game hive --param n=100,10,1000,50,0.05,int\n"
         "  kielwasser spsa \"./bot --weight {w}\" --game penguins --param w=1,0,4,0.3 --out "
         "tuning",
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
         "--sandbox auto|on|off, --port N, --data FOLDER   as for \"kielwasser match\"\n\n"
         "Example:\n"
         "  kielwasser spsa \"stark:nodes={n}\" --game hive --param n=100,10,1000,50,0.05,int\n"
         "  kielwasser spsa \"./bot --weight {w}\" --game penguins --param w=1,0,4,0.3 --out "
         "tuning"},
    .run = run,
};
