/* `kielwasser worker`: plays what others have entered into a store, on as many machines as there are. */

#include "arena/bots.h"
#include "arena/cores.h"
#include "arena/crew.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "cli/sitting.h"
#include "cli/ticker.h"
#include "game/reason.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { TICK_MS = 200, LEASE_MAX_S = 24 * 3600, SENTENCE_SIZE = 512 };

struct wishes {
    const char *store, *bots, *name, *data;
    int64_t concurrency, lease_s;
    enum sandbox_wish sandbox;
    bool is_once;
};

struct worker {
    enum lang lang;
    char name[CREW_NAME_SIZE];
    char scratch[PATH_MAX];
    bool is_once;
    struct bots bots;
    const char *bots_path;
    uv_loop_t loop;
    uv_timer_t timer;
    uv_signal_t signals[2];
    struct clerk *clerk;
    struct crew *crew;
    struct ticker ticker;
    int64_t start_us;
    bool is_lost, is_stopping, has_failed;
};

/* ---- what is told ---- */

/* The reason in the person's words. */
static const char *sentence(const struct worker *worker, const struct err *why,
                            char text[SENTENCE_SIZE])
{
    struct buf buf;

    buf_init(&buf, text, SENTENCE_SIZE);
    reason_print(NULL, why, worker->lang, &buf);
    return text;
}

/* Whoever named the test shall not write anywhere else on our terminal. */
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
    struct worker *worker = context;
    char name[QUEUE_NAME_SIZE];

    ticker_clear(&worker->ticker);
    printf(cli_text(worker->lang, TEXT_WORKER_BEGUN), plain_name(test, name), test->games);
    fflush(stdout);
}

static void on_refused(void *context, const struct queue_test *test, const struct err *why)
{
    struct worker *worker = context;
    char text[SENTENCE_SIZE], name[QUEUE_NAME_SIZE];

    ticker_clear(&worker->ticker);
    printf(cli_text(worker->lang, TEXT_WORKER_REFUSED), plain_name(test, name),
           sentence(worker, why, text));
    fflush(stdout);
}

static void on_lost(void *context, const struct err *why)
{
    struct worker *worker = context;
    char text[SENTENCE_SIZE];

    worker->is_lost = true;
    ticker_clear(&worker->ticker);
    printf(cli_text(worker->lang, TEXT_WORKER_LOST), sentence(worker, why, text));
    fflush(stdout);
}

static void on_back(void *context)
{
    struct worker *worker = context;

    worker->is_lost = false;
    ticker_clear(&worker->ticker);
    fputs(cli_text(worker->lang, TEXT_WORKER_BACK), stdout);
    fflush(stdout);
}

static void on_timer(uv_timer_t *timer)
{
    struct worker *worker = timer->data;
    char line[TICKER_LINE_SIZE];
    double seconds = (double)(clock_now_us() - worker->start_us) / 1e6;
    long long played = (long long)crew_played(worker->crew);

    if (!ticker_is_due(&worker->ticker))
        return;
    snprintf(line, sizeof line, cli_text(worker->lang, TEXT_WORKER_PROGRESS), played, seconds,
             (double)played / seconds, crew_busy(worker->crew));
    ticker_show(&worker->ticker, line);
}

/* ---- the end ---- */

static void on_stopped(void *context)
{
    struct worker *worker = context;

    uv_close((uv_handle_t *)&worker->timer, NULL);
    for (int i = 0; i < 2; i++)
        uv_close((uv_handle_t *)&worker->signals[i], NULL);
    clerk_stop(worker->clerk);
}

/* Nobody waits for a store that is away. */
static void stop(struct worker *worker, enum crew_stopping stopping)
{
    worker->is_stopping = true;
    crew_stop(worker->crew, stopping, on_stopped);
    if (worker->is_lost && stopping == CREW_AT_ONCE)
        clerk_stop(worker->clerk);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct worker *worker = handle->data;
    bool is_second = worker->is_stopping;

    (void)number;
    ticker_clear(&worker->ticker);
    if (!is_second && crew_busy(worker->crew) > 0) {
        printf(cli_text(worker->lang, TEXT_WORKER_STOPPING), crew_busy(worker->crew));
        fflush(stdout);
    }
    stop(worker, is_second ? CREW_AT_ONCE : CREW_AFTER_GAMES);
}

static void on_idle(void *context)
{
    struct worker *worker = context;

    if (worker->is_once)
        stop(worker, CREW_AFTER_GAMES);
}

static void on_failed(void *context, const struct err *why)
{
    struct worker *worker = context;

    ticker_clear(&worker->ticker);
    cli_refuse_err(worker->lang, NULL, why);
    worker->has_failed = true;
    stop(worker, CREW_AT_ONCE);
}

/* ---- bots ---- */

static bool resolve(void *context, const char *name, struct arena_player *player, struct err *why)
{
    return bots_resolve(&((struct worker *)context)->bots, name, player, why);
}

static void on_mistake(void *context, int line, const struct err *why)
{
    const struct worker *worker = context;
    char text[SENTENCE_SIZE];

    fprintf(stderr, cli_text(worker->lang, TEXT_WORKER_BOTS_LINE), worker->bots_path, line,
            sentence(worker, why, text));
}

static bool find_bots(struct worker *worker, const struct wishes *wishes)
{
    struct store *roster = sitting_roster(wishes->data);
    struct err why = {0};

    worker->bots_path = wishes->bots;
    if (wishes->bots && !bots_load(&worker->bots, wishes->bots, on_mistake, worker, &why)) {
        if (why.code[0])
            cli_refuse_err(worker->lang, NULL, &why);
        else
            cli_refuse(worker->lang, TEXT_WORKER_BOTS_BAD, wishes->bots);
        store_close(roster);
        return false;
    }
    bots_add_registered(&worker->bots, roster);
    store_close(roster);
    return true;
}

/* ---- the beginning ---- */

static void on_news(void *context) { crew_look(((struct worker *)context)->crew); }

static void start_handles(struct worker *worker)
{
    static const int numbers[] = {SIGINT, SIGTERM};

    ticker_start(&worker->ticker);
    worker->start_us = clock_now_us();
    uv_timer_init(&worker->loop, &worker->timer);
    worker->timer.data = worker;
    uv_timer_start(&worker->timer, on_timer, TICK_MS, TICK_MS);
    for (int i = 0; i < 2; i++) {
        uv_signal_init(&worker->loop, &worker->signals[i]);
        worker->signals[i].data = worker;
        uv_signal_start(&worker->signals[i], on_signal, numbers[i]);
    }
}

static bool join(struct worker *worker, const struct wishes *wishes)
{
    static const char *const channels[] = {QUEUE_NEWS_JOBS, NULL};
    const struct clerk_events events = {
        .on_news = on_news, .on_lost = on_lost, .on_back = on_back, .context = worker};
    struct crew_config config = {
        .name = worker->name,
        .version = KIELWASSER_VERSION,
        .size = wishes->concurrency > 0 ? (int)wishes->concurrency : cores_allowed(),
        .lease_ms = (int)wishes->lease_s * 1000,
        .scratch = worker->scratch,
        .sandbox = wishes->sandbox,
        .lang = worker->lang,
        .resolve = resolve,
        .on_begun = on_begun,
        .on_refused = on_refused,
        .on_idle = on_idle,
        .on_failed = on_failed,
        .context = worker,
    };
    struct err why = {0};

    config.clerk = worker->clerk =
        clerk_create(&worker->loop, wishes->store, channels, &events, &why);
    if (worker->clerk)
        worker->crew = crew_create(&worker->loop, &config, &why);
    if (worker->crew) {
        sitting_warn(worker->lang, config.size);
        printf(cli_text(worker->lang, TEXT_WORKER_JOINED), worker->name, config.size,
               crew_has_cores(worker->crew) ? cli_text(worker->lang, TEXT_WORKER_CORES) : "");
        fflush(stdout);
        return true;
    }
    cli_refuse_err(worker->lang, NULL, &why);
    if (worker->clerk)
        clerk_stop(worker->clerk);
    return false;
}

static int work(struct worker *worker, const struct wishes *wishes)
{
    int status = EXIT_REFUSED;

    uv_loop_init(&worker->loop);
    if (join(worker, wishes)) {
        start_handles(worker);
        status = EXIT_FINE;
    }
    uv_run(&worker->loop, UV_RUN_DEFAULT);
    ticker_clear(&worker->ticker);
    if (worker->crew)
        printf(cli_text(worker->lang, TEXT_WORKER_DONE), worker->name,
               (long long)crew_played(worker->crew));
    crew_destroy(worker->crew);
    clerk_destroy(worker->clerk);
    uv_loop_close(&worker->loop);
    return worker->has_failed ? EXIT_FAILED : status;
}

static void choose_name(struct worker *worker, const char *wished)
{
    char host[CREW_NAME_SIZE - 16] = "";

    gethostname(host, sizeof host - 1);
    if (wished)
        snprintf(worker->name, sizeof worker->name, "%s", wished);
    else
        snprintf(worker->name, sizeof worker->name, "%s-%d", host, (int)getpid());
}

static int work_with(enum lang lang, const struct wishes *wishes)
{
    struct worker worker = {.lang = lang, .is_once = wishes->is_once};
    int status = EXIT_REFUSED;

    choose_name(&worker, wishes->name);
    if (find_bots(&worker, wishes) && sitting_make_scratch(lang, NULL, worker.scratch)) {
        paths_raise_limit();
        status = work(&worker, wishes);
        paths_remove(worker.scratch);
    }
    bots_finish(&worker.bots);
    return status;
}

static int run(enum lang lang, int argc, char **argv)
{
    struct wishes wishes = {.sandbox = SANDBOX_AUTO, .lease_s = QUEUE_LEASE_MS / 1000};
    const struct option options[] = {
        {"store", OPTION_TEXT, &wishes.store, 0, 0},
        {"bots", OPTION_TEXT, &wishes.bots, 0, 0},
        {"name", OPTION_TEXT, &wishes.name, 0, 0},
        {"concurrency", OPTION_NUMBER, &wishes.concurrency, 1, CREW_SIZE_MAX},
        {"sandbox", OPTION_SANDBOX, &wishes.sandbox, 0, 0},
        {"once", OPTION_FLAG, &wishes.is_once, 0, 0},
        {"lease", OPTION_NUMBER, &wishes.lease_s, 1, LEASE_MAX_S},
        {"data", OPTION_TEXT, &wishes.data, 0, 0},
        {0},
    };

    argc = options_take(lang, options, argc, argv);
    if (argc < 0)
        return EXIT_REFUSED;
    if (argc > 0)
        return cli_refuse(lang, TEXT_TOO_MUCH, argv[0]);
    if (!wishes.store)
        return cli_refuse(lang, TEXT_MISSING, "--store PLACE");
    return work_with(lang, &wishes);
}

const struct cmd worker_cmd = {
    .name = "worker",
    .usage = "--store PLACE [--bots FILE] [--name N] [--concurrency N] [--sandbox auto|on|off] "
             "[--once] [--lease S]",
    .summary = {"spielt mit, was andere in einen gemeinsamen Speicher eingetragen haben",
                "helps to play what others have entered into a shared store"},
    .help =
        {"PLACE ist eine Datei oder postgresql://NUTZER@RECHNER/NAME. Gespielt wird alles, was hier\n"
         "gespielt werden kann, bis Strg-C (nach den laufenden Spielen; beim zweiten Mal sofort).\n"
         "Gestartet werden nur Bots aus der eigenen Liste und aus „kielwasser bot list“, und nur,\n"
         "wenn sie dieselben Dateien haben wie dort, wo der Wettkampf eingetragen wurde.\n\n"
         "--bots DATEI      Zeilen „Name = Befehl“, # für Bemerkungen; Pfade ab dem Ordner der Datei\n"
         "--name N          Name dieses Helfers (RECHNER-PROZESS); kein anderer darf so heißen\n"
         "--concurrency N   so viele Spiele zugleich (eins je Kern)\n"
         "--sandbox auto|on|off   Programme laufen abgeschottet: wenn es geht, unbedingt, nicht\n"
         "--once            hört auf, wenn nichts mehr zu tun ist\n"
         "--lease S         wer so lange kein Zeichen gibt, dessen Spiele spielen andere (60)\n"
         "--data ORDNER     wo eingetragene Bots stehen\n\n"
         "Beispiel:\n"
         "  kielwasser worker --store postgresql://arena@server/arena --bots bots.txt",
         "PLACE is a file or postgresql://USER@HOST/NAME.  Everything is played that can be played\n"
         "here, until Ctrl-C (after the running games; the second time at once).  Only bots of the\n"
         "own list and of \"kielwasser bot list\" are started, and only if their files are the same\n"
         "as where the match was entered.\n\n"
         "--bots FILE       lines \"Name = command\", # for remarks; paths from the file's folder\n"
         "--name N          name of this worker (HOST-PROCESS); no other one may have it\n"
         "--concurrency N   so many games at a time (one for each core)\n"
         "--sandbox auto|on|off   programs run in a cell of their own: if possible, always, never\n"
         "--once            ends when nothing is left to do\n"
         "--lease S         who gives no sign for so long has its games played by others (60)\n"
         "--data FOLDER     where registered bots are\n\n"
         "Example:\n"
         "  kielwasser worker --store postgresql://arena@server/arena --bots bots.txt"},
    .run = run,
};
