#include "arena/run.h"

#include "arena/shift.h"
#include "base/clock.h"
#include "base/file.h"
#include "search/signature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_KEY = 12, ASK_EVERY = 5 /* ticks */ };

struct run {
    const struct run_config *config;
    struct run_report *report;
    struct shift *shift;
    struct queue_test test;
    struct ledger *ledger;
    char place[PATH_MAX];
    char name[CREW_NAME_SIZE];
    bool has_begun;
    bool is_resuming; /* what is told was played by an earlier run */
    bool is_over;
    int64_t start_us;
    int ticks;
    /* How many work elsewhere. */
    struct chore asking;
    bool is_asking;
    struct queue_counts counts;
};

/* ---- results, in order ---- */

static void end(struct run *run, enum run_end how)
{
    run->is_over = true;
    run->report->end = how;
    shift_finish(run->shift, SHIFT_DONE, NULL);
}

static void fail(struct run *run, const struct err *why)
{
    run->is_over = true;
    shift_finish(run->shift, SHIFT_FAILED, why);
}

/* Who starts a run again has tried something: failures of an earlier one do not count. */
static bool find_broken(struct run *run)
{
    const struct run_config *config = run->config;

    for (int seat = 0; seat < ARENA_SEATS && !run->is_resuming; seat++) {
        if (config->start_failures_max > 0 &&
            run->report->tally.start_failures[seat] >= config->start_failures_max) {
            run->report->broken = (enum arena_seat)seat;
            return true;
        }
    }
    return false;
}

static bool is_decided(const struct run *run, const struct note *note)
{
    const struct run_config *config = run->config;
    bool is_pair_complete = note->game % 2 == 1;

    return is_pair_complete && config->has_test &&
           stats_judge(&config->test, stats_llr(&run->report->tally.pairs, &config->test)) !=
               STATS_OPEN;
}

static void judge(struct run *run, const struct note *note)
{
    if (find_broken(run))
        end(run, RUN_BROKEN);
    else if (is_decided(run, note))
        end(run, RUN_DECIDED);
    else if (run->report->tally.games >= run->config->terms->games)
        end(run, RUN_COMPLETE);
}

static void on_note(void *context, int64_t test, const struct note *note)
{
    struct run *run = context;
    struct err why = {0};

    (void)test;
    if (run->is_over)
        return;
    if (run->ledger &&
        !ledger_add(run->ledger, note, run->is_resuming ? LEDGER_KNOWN : LEDGER_NEW, &why)) {
        fail(run, &why);
        return;
    }
    tally_add(&run->report->tally, note);
    run->report->resumed += run->is_resuming;
    if (run->config->on_note && !run->is_resuming)
        run->config->on_note(run->config->context, note);
    judge(run, note);
}

static void on_caught_up(void *context)
{
    struct run *run = context;
    struct tally *tally = &run->report->tally;

    run->is_resuming = false;
    memset(tally->start_failures, 0, sizeof tally->start_failures);
}

/* ---- the beginning ---- */

static void on_begin(void *context, struct shift *shift)
{
    struct run *run = context;

    run->shift = shift;
    shift_enter(shift, &run->test, run->config->terms);
}

static void on_entered(void *context, struct queue_test *test)
{
    struct run *run = context;
    struct err why = {0};

    (void)test;
    run->has_begun = true;
    if (run->ledger && !ledger_begin(run->ledger, &why))
        fail(run, &why);
}

/* What to start is known here and nowhere else. */
static bool resolve(void *context, const char *name, struct arena_player *player, struct err *why)
{
    const struct run *run = context;

    for (int seat = 0; seat < ARENA_SEATS; seat++) {
        const struct arena_player *own = &run->config->terms->players[seat];
        if (own->kind != player->kind || strcmp(own->name, name) != 0)
            continue;
        memcpy(player->command, own->command, sizeof player->command);
        memcpy(player->folder, own->folder, sizeof player->folder);
        return true;
    }
    return err_say(why, "bot_unknown", name);
}

/* ---- time and people ---- */

static bool count_workers(struct db *db, struct chore *chore, struct err *why)
{
    struct run *run = chore->context;

    return queue_count(db, &run->counts, why);
}

static void on_counted(struct chore *chore)
{
    struct run *run = chore->context;

    run->is_asking = false;
}

static void ask_for_workers(struct run *run)
{
    if (run->config->concurrency > 0 || run->is_asking || run->ticks++ % ASK_EVERY != 0)
        return;
    run->is_asking = true;
    run->asking = (struct chore){.work = count_workers, .done = on_counted, .context = run};
    clerk_send(shift_clerk(run->shift), &run->asking);
}

static void on_tick(void *context)
{
    struct run *run = context;
    struct run_progress progress = {
        .tally = &run->report->tally,
        .games = run->config->terms->games,
        .resumed = run->report->resumed,
        .elapsed_us = clock_now_us() - run->start_us,
        .is_stopping = shift_is_stopping(run->shift),
        .workers = run->config->concurrency > 0 ? -1 : (int)run->counts.workers,
    };

    ask_for_workers(run);
    if (run->config->on_progress)
        run->config->on_progress(run->config->context, &progress);
}

static void on_wait(void *context, int game, int port, const char *reservation)
{
    struct run *run = context;

    if (run->config->on_wait)
        run->config->on_wait(run->config->context, game, port, reservation);
}

static void on_lost(void *context, const struct err *why)
{
    struct run *run = context;

    if (run->config->on_lost)
        run->config->on_lost(run->config->context, why);
}

/* ---- what is entered ---- */

/* The same for the same match in the same folder on the same machine: who was killed finds his jobs. */
static void choose_name(struct run *run)
{
    const char *folder = run->config->folder ? run->config->folder : "";
    char host[QUEUE_WORKER_SIZE / 2] = "", hex[2 * NAME_KEY + 1], path[PATH_MAX];
    unsigned char hash[crypto_generichash_BYTES];
    crypto_generichash_state state;

    gethostname(host, sizeof host - 1);
    if (!realpath(folder, path))
        path[0] = '\0';
    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    crypto_generichash_update(&state, (const unsigned char *)run->test.key, QUEUE_KEY_SIZE);
    crypto_generichash_update(&state, (const unsigned char *)path, strlen(path));
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2hex(hex, sizeof hex, hash, NAME_KEY);
    snprintf(run->name, sizeof run->name, "match@%s %s", host, hex);
}

static void choose_place(struct run *run)
{
    const struct run_config *config = run->config;
    const char *folder = config->folder ? config->folder : config->scratch;

    if (config->store)
        snprintf(run->place, sizeof run->place, "%s", config->store);
    else
        snprintf(run->place, sizeof run->place, "%.*s/arena.db", PATH_MAX - 16, folder);
}

/* Programs play the same whatever our own search does. */
static void sign(struct run *run)
{
    const struct terms *terms = run->config->terms;

    for (int seat = 0; seat < ARENA_SEATS; seat++) {
        if (terms->players[seat].kind == ARENA_BUILTIN)
            search_signature(terms->rules, run->test.signature);
    }
}

static void describe(struct run *run)
{
    const struct terms *terms = run->config->terms;
    struct buf name;

    run->test =
        (struct queue_test){.kind = "match", .games = terms->games, .terms = terms_print(terms)};
    terms_key(terms, run->test.key);
    buf_init(&name, run->test.name, sizeof run->test.name);
    buf_format(&name, "%s - %s", terms->players[ARENA_A].name, terms->players[ARENA_B].name);
    sign(run);
    choose_name(run);
    choose_place(run);
}

/* ---- a run ---- */

static bool work(struct run *run, struct err *why)
{
    const struct run_config *config = run->config;
    const struct shift_config shift = {
        .place = run->place,
        .crew = {.name = run->name,
                 .version = config->version,
                 .size = config->concurrency,
                 .lease_ms = QUEUE_LEASE_MS,
                 .scratch = config->scratch,
                 .port = config->port,
                 .sandbox = config->sandbox,
                 .lang = config->terms->lang},
        .has_one_test = true,
        .on_begin = on_begin,
        .on_entered = on_entered,
        .on_caught_up = on_caught_up,
        .on_note = on_note,
        .on_tick = on_tick,
        .on_wait = on_wait,
        .on_lost = on_lost,
        .resolve = resolve,
        .context = run,
    };
    enum shift_end end;

    bool is_fine = shift_work(&shift, &end, why);
    if (end == SHIFT_INTERRUPTED)
        run->report->end = RUN_INTERRUPTED;
    return is_fine;
}

static bool open_ledger(struct run *run, struct err *why)
{
    const struct run_config *config = run->config;

    if (!config->folder)
        return true;
    run->ledger = ledger_open(config->folder, config->terms, config->saving, why);
    return run->ledger != NULL;
}

bool run_match(const struct run_config *config, struct run_report *report, struct err *why)
{
    struct run run = {
        .config = config, .report = report, .is_resuming = true, .start_us = clock_now_us()};

    memset(report, 0, sizeof *report);
    tally_init(&report->tally);
    describe(&run);
    bool is_fine = open_ledger(&run, why) && work(&run, why);
    is_fine = ledger_close(run.ledger, is_fine ? why : NULL) && is_fine;
    file_free(run.test.terms);
    report->elapsed_us = clock_now_us() - run.start_us;
    if (is_fine || !run.has_begun)
        return is_fine;
    report->end = RUN_FAILED;
    report->why = *why;
    return true;
}
