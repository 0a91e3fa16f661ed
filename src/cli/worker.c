/* `kielwasser worker`: plays what others have entered into a store, on as many machines as there
 * are. */

#include "base/clock.h"
#include "base/utf8.h"
#include "cli/match_options.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "match/allowed_bots.h"
#include "match/cores.h"
#include "match/runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { LEASE_MAX_S = 24 * 3600 };

struct worker_command {
    const char *bots_path, *data;
    int lease_s;
    char own_name[WORKER_NAME_SIZE], scratch[PATH_MAX];
    struct allowed_bots bots;
    struct runner_config config;
    struct runner_calls calls;
    struct match_screen screen;
    const struct runner *runner;
    int64_t start_us; /* 0: it has not joined yet */
};

/* ---- what is told ---- */

/* The name of a test comes from elsewhere: no control characters on our terminal. */
static const char *plain_name(const struct queue_test *test, char name[QUEUE_NAME_SIZE])
{
    struct slice rest = slice_of(test->name);
    struct buf buf;

    buf_init(&buf, name, QUEUE_NAME_SIZE);
    while (rest.len > 0) {
        size_t len = utf8_showable_front(rest);
        buf_add_slice(&buf, len > 0 ? slice_make(rest.at, len) : slice_of("?"));
        rest = slice_skip(rest, len > 0 ? len : 1);
    }
    return name;
}

static void on_begun(void *context, const struct queue_test *test)
{
    char name[QUEUE_NAME_SIZE];

    match_screen_say(context, TEXT_WORKER_BEGUN, plain_name(test, name), test->games);
}

static void on_refused(void *context, const struct queue_test *test, const struct err *why)
{
    const struct worker_command *command = context;
    char text[CLI_SENTENCE_SIZE], name[QUEUE_NAME_SIZE];

    match_screen_say(&command->screen, TEXT_WORKER_REFUSED, plain_name(test, name),
                     cli_error_text(NULL, why, text));
}

static void on_lost(void *context, const struct err *why)
{
    const struct match_screen *screen = context;
    char text[CLI_SENTENCE_SIZE];

    if (why)
        match_screen_say(screen, TEXT_WORKER_LOST, cli_error_text(NULL, why, text));
    else
        match_screen_say(screen, TEXT_WORKER_BACK);
}

static void print_line(void *context, struct buf *out)
{
    const struct worker_command *command = context;
    const struct worker *worker = runner_worker(command->runner);
    double seconds = (double)(clock_now_us() - command->start_us) / 1e6;
    long long played = (long long)worker_games_played(worker);

    buf_format(out, cli_text(TEXT_WORKER_PROGRESS), played, seconds, (double)played / seconds,
               worker_games_running(worker));
}

/* ---- beginning and end ---- */

static void on_begin(void *context, struct runner *runner)
{
    ((struct worker_command *)context)->runner = runner;
}

static void on_playing(void *context)
{
    struct worker_command *command = context;
    const struct worker_config *worker = &command->config.worker;
    bool has_cores = worker_has_own_cores(runner_worker(command->runner));

    command->start_us = clock_now_us();
    match_options_warn_of_few_cores(worker->slots);
    match_screen_say(&command->screen, TEXT_WORKER_JOINED, worker->name, worker->slots,
                     has_cores ? cli_text(TEXT_WORKER_CORES) : "");
}

static void on_stopping(void *context)
{
    const struct worker_command *command = context;
    int busy = worker_games_running(runner_worker(command->runner));

    if (busy > 0)
        match_screen_say(&command->screen, TEXT_WORKER_STOPPING, busy);
}

static void on_stopped(void *context)
{
    const struct worker_command *command = context;

    match_screen_say(&command->screen, TEXT_WORKER_DONE, command->config.worker.name,
                     (long long)worker_games_played(runner_worker(command->runner)));
}

/* ---- bots ---- */

static void on_mistake(void *context, int line, const struct err *why)
{
    const struct worker_command *command = context;
    char text[CLI_SENTENCE_SIZE];

    fprintf(stderr, cli_text(TEXT_WORKER_BOTS_LINE), command->bots_path, line,
            cli_error_text(NULL, why, text));
}

static bool find_bots(struct worker_command *command)
{
    const char *path = command->bots_path;
    struct err why = {0};

    if (path && !allowed_bots_load(&command->bots, path, on_mistake, command, &why))
        return why.code[0] ? cli_deny_err(NULL, &why) : cli_deny(TEXT_WORKER_BOTS_BAD, path);
    struct store *registered;
    if (!match_options_open_bot_store(command->data, &registered))
        return false;
    allowed_bots_add_registered(&command->bots, registered);
    store_close(registered);
    return true;
}

/* ---- working ---- */

static void fill_config(struct worker_command *command)
{
    struct worker_config *worker = &command->config.worker;
    char host[WORKER_NAME_SIZE - 16] = "";

    match_screen_init(&command->screen, print_line, command);
    command->screen.events.on_lost = on_lost;
    command->screen.events.on_begun = on_begun;
    command->calls = (struct runner_calls){.on_begin = on_begin,
                                           .on_playing = on_playing,
                                           .on_refused = on_refused,
                                           .on_stopping = on_stopping,
                                           .on_stopped = on_stopped,
                                           .context = command};
    command->config.calls = &command->calls;
    gethostname(host, sizeof host - 1);
    snprintf(command->own_name, sizeof command->own_name, "%s-%d", host, (int)getpid());
    if (!worker->name)
        worker->name = command->own_name;
    if (worker->slots == 0)
        worker->slots = cores_allowed();
    worker->lease_ms = command->lease_s * 1000;
    worker->scratch = command->scratch;
    worker->bots = command->bots.list;
    worker->bot_count = command->bots.count;
    worker->events = &command->screen.events;
}

static int work(struct worker_command *command)
{
    enum runner_end end;
    struct err why = {0};

    fill_config(command);
    paths_raise_limit();
    bool is_fine = runner_work(&command->config, &end, &why);
    if (!is_fine)
        cli_refuse_err(NULL, &why);
    paths_remove(command->scratch);
    return is_fine ? EXIT_FINE : command->start_us > 0 ? EXIT_FAILED : EXIT_REFUSED;
}

static int run(int argc, char **argv)
{
    struct worker_command command = {
        .lease_s = QUEUE_LEASE_MS / 1000,
        .config = {.worker = {.version = KIELWASSER_VERSION,
                              .sandbox = SANDBOX_AUTO,
                              .lang = cli_lang()},
                   .is_helper = true},
    };
    struct worker_config *worker = &command.config.worker;
    const struct option options[] = {
        {"store", OPTION_TEXT, &command.config.place, 0, 0},
        {"bots", OPTION_TEXT, &command.bots_path, 0, 0},
        {"name", OPTION_TEXT, &worker->name, 0, 0},
        {"concurrency", OPTION_INT, &worker->slots, 1, WORKER_SLOTS_MAX},
        {"sandbox", OPTION_SANDBOX, &worker->sandbox, 0, 0},
        BOT_USER_OPTION,
        {"once", OPTION_FLAG, &command.config.ends_when_idle, 0, 0},
        {"lease", OPTION_INT, &command.lease_s, 1, LEASE_MAX_S},
        {"data", OPTION_TEXT, &command.data, 0, 0},
        {0},
    };
    int status = EXIT_REFUSED;

    if (options_read(options, "--store PLACE", argc, argv) < 0)
        return EXIT_REFUSED;
    if (find_bots(&command) && match_options_make_scratch(NULL, command.scratch))
        status = work(&command);
    allowed_bots_finish(&command.bots);
    return status;
}

const struct cmd worker_cmd = {
    .name = "worker",
    .usage = "--store PLACE [--bots FILE] [--name N] [--concurrency N] [--sandbox auto|on|off] "
             "[--once] [--lease S]",
    .summary = {"spielt mit, was andere in einen gemeinsamen Speicher eingetragen haben",
                "helps to play what others have entered into a shared store"},
    .help =
        {"PLACE ist eine Datei oder postgresql://NUTZER@RECHNER/NAME. Gespielt wird alles, was "
         "hier\n"
         "gespielt werden kann, bis Strg-C (nach den laufenden Spielen; beim zweiten Mal sofort).\n"
         "Gestartet werden nur Bots aus der eigenen Liste und aus „kielwasser bot list“, und nur,\n"
         "wenn sie dieselben Dateien haben wie dort, wo der Wettkampf eingetragen wurde.\n\n"
         "--bots DATEI      Zeilen „Name = Befehl“, # für Bemerkungen; Pfade ab dem Ordner der "
         "Datei\n"
         "--name N          Name dieses Helfers (RECHNER-PROZESS); kein anderer darf so heißen\n"
         "--concurrency N   so viele Spiele zugleich (eins je Kern)\n"
         "--bot-user NAME   root: Programme laufen als dieser (sonst KIELWASSER_BOT_USER)\n"
         "--sandbox auto|on|off   Programme laufen abgeschottet: wenn es geht, unbedingt, nicht\n"
         "--once            hört auf, wenn nichts mehr zu tun ist\n"
         "--lease S         wer so lange kein Zeichen gibt, dessen Spiele spielen andere (60)\n"
         "--data ORDNER     wo eingetragene Bots stehen",
         "PLACE is a file or postgresql://USER@HOST/NAME.  Everything is played that can be "
         "played\n"
         "here, until Ctrl-C (after the running games; the second time at once).  Only bots of "
         "the\n"
         "own list and of \"kielwasser bot list\" are started, and only if their files are the "
         "same\n"
         "as where the match was entered.\n\n"
         "--bots FILE       lines \"Name = command\", # for remarks; paths from the file's folder\n"
         "--name N          name of this worker (HOST-PROCESS); no other one may have it\n"
         "--concurrency N   so many games at a time (one for each core)\n"
         "--bot-user NAME   for root: programs run as this user (else KIELWASSER_BOT_USER)\n"
         "--sandbox auto|on|off   programs run in a cell of their own: if possible, always, never\n"
         "--once            ends when nothing is left to do\n"
         "--lease S         a worker silent for so long has its games played by others (60)\n"
         "--data FOLDER     where registered bots are"},
    .example = {"  kielwasser worker --store postgresql://arena@server/arena --bots bots.txt"},
    .run = run,
};
