/* `kielwasser tune`: weights of an evaluation, fitted to positions from self-play. */

#include "base/file.h"
#include "base/memory.h"
#include "cli/options.h"
#include "cli/ticker.h"
#include "learn/training_set.h"
#include "learn/weights.h"
#include "search/eval.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HOLD = 100,
    HELD_OUT = 10,
    STEPS_MAX = 50,
    ORIGIN_SIZE = 8 * 1024,
    COMMANDS_SIZE = 32 * 1024,
};

static const char usual_lambda[] = "0.5";

struct tune_run {
    const char *game, *out, *lambda;
    int hold;
    bool is_kept;
    char **files;
    int file_count;
    const struct game_rules *rules;
    const struct linear_eval *linear;
    struct training_set_plan plan;
    struct training_set lessons;
    struct ticker ticker;
    char commands[COMMANDS_SIZE]; /* that make the table */
    struct buf commands_buf;
    double before[LINEAR_WEIGHTS_MAX], after[LINEAR_WEIGHTS_MAX];
    int16_t table[LINEAR_WEIGHTS_MAX];
};

/* A signal has nowhere else to leave its word. */
static volatile sig_atomic_t is_interrupted;

static void on_signal(int number)
{
    (void)number;
    is_interrupted = 1;
}

static bool on_read(void *context, const char *path, double part)
{
    struct tune_run *run = context;
    char line[TICKER_LINE_SIZE];

    if (ticker_is_due(&run->ticker)) {
        snprintf(line, sizeof line, cli_text(TEXT_TUNE_READ), path, 100 * part);
        ticker_show(&run->ticker, line);
    }
    return !is_interrupted;
}

static bool on_step(void *context, int step, double loss)
{
    struct tune_run *run = context;
    char line[TICKER_LINE_SIZE];

    if (ticker_is_due(&run->ticker)) {
        snprintf(line, sizeof line, cli_text(TEXT_TUNE_STEP), step, loss);
        ticker_show(&run->ticker, line);
    }
    return !is_interrupted;
}

static int interrupted(const struct tune_run *run)
{
    ticker_clear(&run->ticker);
    fputs(cli_text(TEXT_TUNE_INTERRUPTED), stdout);
    return EXIT_FAILED;
}

/* ---- the commands that make the table ---- */

/* The table names files without their folders. */
static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static void add_origin(struct tune_run *run, const char *origin, const char *path)
{
    buf_format(&run->commands_buf, "%s --out %s\n", origin[0] ? origin : "kielwasser selfplay …",
               last_name(path));
}

static void add_command(struct tune_run *run)
{
    struct buf *out = &run->commands_buf;

    buf_add(out, "kielwasser tune");
    for (int i = 0; i < run->file_count; i++)
        buf_format(out, " %s", last_name(run->files[i]));
    buf_format(out, " --game %s --lambda %s --hold %d --held-out %d%s", run->rules->name,
               run->lambda, run->hold, run->plan.held_out, run->is_kept ? " --keep" : "");
    buf_add(out, " --out ");
    weights_print_path(run->rules, out);
}

/* ---- learning ---- */

static bool read_files(struct tune_run *run, struct err *why)
{
    char text[ORIGIN_SIZE];
    struct buf origin;

    for (int i = 0; i < run->file_count; i++) {
        const char *path = run->files[i];
        buf_init(&origin, text, sizeof text);
        if (!training_set_read(&run->lessons, &run->plan, path, &origin, why))
            return false;
        add_origin(run, text, path);
    }
    add_command(run);
    return true;
}

static void tell_lessons(const struct tune_run *run)
{
    const struct fit *fit = run->lessons.fit;

    ticker_clear(&run->ticker);
    printf(cli_text(TEXT_TUNE_HEAD), run->rules->title, run->linear->sets * run->linear->features,
           (long long)fit_count(fit, FIT_TRAINING), (long long)fit_count(fit, FIT_HELD_OUT),
           run->lessons.games);
    if (run->lessons.left_out > 0)
        printf(cli_text(TEXT_TUNE_LEFT_OUT), (long long)run->lessons.left_out);
    fflush(stdout);
}

/* The table is what counts, so the losses are those of whole numbers. */
static void tell_losses(struct tune_run *run)
{
    const struct fit *fit = run->lessons.fit;
    double loss[FIT_PARTS][2];

    for (int i = 0; i < run->linear->sets * run->linear->features; i++)
        run->after[i] = run->table[i];
    for (int part = 0; part < FIT_PARTS; part++) {
        loss[part][0] = fit_loss(fit, (enum fit_part)part, run->before);
        loss[part][1] = fit_loss(fit, (enum fit_part)part, run->after);
    }
    ticker_clear(&run->ticker);
    printf(cli_text(TEXT_TUNE_LOSSES), loss[FIT_TRAINING][0], loss[FIT_TRAINING][1],
           loss[FIT_HELD_OUT][0], loss[FIT_HELD_OUT][1]);
}

static bool learn(struct tune_run *run)
{
    struct fit_plan plan = {
        .hold = (double)run->hold, .steps_max = STEPS_MAX, .on_step = on_step, .context = run};
    int count = run->linear->sets * run->linear->features;

    for (int i = 0; i < count; i++) {
        run->before[i] = run->linear->weights[i];
        run->after[i] = run->is_kept ? run->before[i] : 0;
    }
    if (!fit_run(run->lessons.fit, &plan, run->after))
        return false;
    fit_round_weights(run->after, count, run->table);
    return true;
}

static int write_table(struct tune_run *run)
{
    const struct fit *fit = run->lessons.fit;
    char *text = memory_get(WEIGHTS_FILE_SIZE, 1), remark[256];
    const struct weights_sheet sheet = {
        .rules = run->rules, .table = run->table, .commands = run->commands, .remark = remark};
    struct err why = {0};
    struct buf buf;

    snprintf(remark, sizeof remark, "from %lld positions; %lld held out have a loss of %.6f.",
             (long long)fit_count(fit, FIT_TRAINING), (long long)fit_count(fit, FIT_HELD_OUT),
             fit_loss(fit, FIT_HELD_OUT, run->after));
    buf_init(&buf, text, WEIGHTS_FILE_SIZE);
    weights_print(&sheet, &buf);
    bool is_written = file_write(run->out, buf_slice(&buf), &why);
    free(text);
    if (!is_written)
        return cli_refuse_err(run->rules, &why);
    printf(cli_text(TEXT_TUNE_OUT), run->out);
    return EXIT_FINE;
}

static int tune(struct tune_run *run)
{
    struct err why = {0};

    if (!read_files(run, &why)) {
        if (run->lessons.is_stopped)
            return interrupted(run);
        ticker_clear(&run->ticker);
        return cli_refuse_err(run->rules, &why);
    }
    if (fit_count(run->lessons.fit, FIT_TRAINING) == 0)
        return cli_refuse(TEXT_TUNE_NOTHING);
    tell_lessons(run);
    if (!learn(run))
        return interrupted(run);
    tell_losses(run);
    return run->out ? write_table(run) : EXIT_FINE;
}

/* ---- what is wanted ---- */

static bool read_lambda(const char *text, double *lambda)
{
    char *end;

    *lambda = strtod(text, &end);
    return (end != text && *end == '\0' && *lambda >= 0 && *lambda <= 1) ||
           cli_deny(TEXT_TUNE_LAMBDA, text);
}

static int tune_with(struct tune_run *run)
{
    run->rules = cli_game(run->game);
    if (!run->rules || !read_lambda(run->lambda, &run->plan.lambda))
        return EXIT_REFUSED;
    run->linear = linear_of(run->rules);
    if (!run->linear)
        return cli_refuse(TEXT_TUNE_NO_TABLE, run->rules->title);
    run->plan.rules = run->rules;
    run->plan.on_tick = on_read;
    run->plan.context = run;
    run->lessons.fit = fit_create(run->linear->sets, run->linear->features,
                                  (double)run->linear->divisor * eval_of(run->rules)->scale);
    buf_init(&run->commands_buf, run->commands, sizeof run->commands);
    ticker_start(&run->ticker);
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    int status = tune(run);
    fit_destroy(run->lessons.fit);
    return status;
}

static int run(int argc, char **argv)
{
    struct tune_run *run = memory_get(1, sizeof *run);
    const struct option options[] = {
        {"game", OPTION_TEXT, &run->game, 0, 0},
        {"out", OPTION_TEXT, &run->out, 0, 0},
        {"lambda", OPTION_TEXT, &run->lambda, 0, 0},
        {"hold", OPTION_INT, &run->hold, 1, 1000000000},
        {"held-out", OPTION_INT, &run->plan.held_out, 0, 90},
        {"keep", OPTION_FLAG, &run->is_kept, 0, 0},
        {0},
    };

    run->lambda = usual_lambda;
    run->hold = HOLD;
    run->plan.held_out = HELD_OUT;
    run->files = argv;
    run->file_count = options_read(options, "FILE … --game GAME", argc, argv);
    int status = run->file_count > 0 ? tune_with(run) : EXIT_REFUSED;
    free(run);
    return status;
}

const struct cmd tune_cmd = {
    .name = "tune",
    .usage = "FILE… --game GAME [--out FILE] [--lambda L] [--hold N] [--keep] [--held-out PERCENT]",
    .summary = {"lernt die Gewichte einer Bewertung aus Stellungen von „kielwasser selfplay“",
                "learns the weights of an evaluation from positions of \"kielwasser selfplay\""},
    .help =
        {"Findet die Gewichte, mit denen die Bewertung die Ergebnisse der Spiele und die "
         "Aussichten, die\n"
         "die Suche sah, am besten vorhersagt (logistische Regression). Dieselben Dateien "
         "ergeben immer\n"
         "dieselbe Tabelle. Gezeigt wird die mittlere Überraschung je Stellung (in Nat) vorher "
         "und\n"
         "nachher, auch in Spielen, aus denen nicht gelernt wurde.\n\n"
         "--out DATEI       schreibt die Tabelle, wie sie in src/games/SPIEL/weights.h steht\n"
         "--lambda L        so viel zählt das Ergebnis, der Rest die Aussicht: 0 bis 1 (0.5)\n"
         "--hold N          jedes Gewicht wird bei 0 gehalten, als sprächen N Stellungen dafür "
         "(100)\n"
         "--keep            gehalten wird es bei seinem jetzigen Wert statt bei 0\n"
         "--held-out P      so viel Prozent der Spiele dienen nur zum Prüfen (10)",
         "Finds the weights with which the evaluation best foretells the results of the games "
         "and how\n"
         "likely the search thought to win (logistic regression).  The same files always make "
         "the same\n"
         "table.  It shows the mean surprise about a position (in nats) before and after, also "
         "in games\n"
         "that nothing was learned from.\n\n"
         "--out FILE        writes the table as it is in src/games/GAME/weights.h\n"
         "--lambda L        how much the result counts, the rest is the search's: 0 to 1 (0.5)\n"
         "--hold N          each weight is held at 0 as if N positions said so (100)\n"
         "--keep            it is held at its present value instead of 0\n"
         "--held-out P      so many percent of the games are only looked at in the end (10)"},
    .example =
        {"  kielwasser selfplay stark:nodes=3000 --game penguins --games 5000 --out "
         "pinguine.txt.gz\n"
         "  kielwasser tune pinguine.txt.gz --game penguins --out src/games/penguins/weights.h",
         "  kielwasser selfplay stark:nodes=3000 --game penguins --games 5000 --out "
         "penguins.txt.gz\n"
         "  kielwasser tune penguins.txt.gz --game penguins --out src/games/penguins/weights.h"},
    .run = run,
};
