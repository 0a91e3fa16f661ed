#include "arena/shift.h"

#include "base/memory.h"
#include "search/signature.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TICK_MS = 200, SIGNALS = 2 };

/* A test that was entered, and the chores about it. */
struct entry {
    struct entry *next;
    struct shift *shift;
    struct queue_test *test;
    int64_t id; /* of the test, when it is entered */
    const struct terms *terms;
    struct chore chore;
    bool is_entered;
};

struct shift {
    const struct shift_config *config;
    uv_loop_t loop;
    uv_timer_t timer;
    uv_signal_t signals[SIGNALS];
    struct clerk *clerk;
    struct crew *crew; /* NULL: not yet, or nobody plays here */
    struct follower *follower;
    struct entry *entries;
    struct chore settling;
    int start_failures; /* in a row */
    bool is_settling;   /* what was played before is being told … */
    bool has_caught_up; /* … and has been */
    bool is_stopping;   /* the person has asked for it */
    bool is_quiet;      /* … and nobody plays any more */
    bool is_over;
    enum shift_end end;
    struct err why;
};

/* ---- what a test is called ---- */

/* Programs play the same whatever our own search does. */
static bool has_builtin(const struct terms *terms)
{
    return terms->players[ARENA_A].kind == ARENA_BUILTIN ||
           terms->players[ARENA_B].kind == ARENA_BUILTIN;
}

void shift_describe(struct queue_test *test, const char *kind, const struct terms *terms,
                    struct slice text)
{
    *test = (struct queue_test){.terms = text};
    snprintf(test->kind, sizeof test->kind, "%s", kind);
    snprintf(test->name, sizeof test->name, "%.60s : %.60s", terms->players[ARENA_A].name,
             terms->players[ARENA_B].name);
    if (has_builtin(terms))
        search_signature(terms->rules, test->signature);
}

void shift_key(const struct terms *terms, const char *more, char key[QUEUE_KEY_SIZE])
{
    unsigned char hash[(QUEUE_KEY_SIZE - 1) / 2];
    char of_terms[TERMS_KEY_SIZE];
    crypto_generichash_state state;

    terms_key(terms, of_terms);
    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    crypto_generichash_update(&state, (const unsigned char *)of_terms, strlen(of_terms));
    crypto_generichash_update(&state, (const unsigned char *)more, strlen(more));
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2hex(key, QUEUE_KEY_SIZE, hash, sizeof hash);
}

void shift_crew_name(const char *key, char name[CREW_NAME_SIZE])
{
    char host[CREW_NAME_SIZE / 2] = "";

    gethostname(host, sizeof host - 1);
    snprintf(name, CREW_NAME_SIZE, "%s %.12s", host, key);
}

struct clerk *shift_clerk(struct shift *shift) { return shift->clerk; }

bool shift_is_stopping(const struct shift *shift) { return shift->is_stopping || shift->is_over; }

/* ---- the end ---- */

static bool close_test(struct db *db, struct chore *chore, struct err *why)
{
    struct entry *entry = chore->context;

    return queue_close(db, entry->id, why);
}

static void on_closed(struct chore *chore) { (void)chore; }

static void send_close(struct entry *entry)
{
    entry->chore = (struct chore){.work = close_test, .done = on_closed, .context = entry};
    clerk_send(entry->shift->clerk, &entry->chore);
}

/* Nobody plays here any more: the tests are closed, and the clerk goes home.  What is still being entered is
 * closed when it is. */
static void leave(void *context)
{
    struct shift *shift = context;

    for (struct entry *entry = shift->entries; entry; entry = entry->next) {
        if (entry->is_entered)
            send_close(entry);
    }
    clerk_stop(shift->clerk);
}

void shift_finish(struct shift *shift, enum shift_end end, const struct err *why)
{
    if (shift->is_over)
        return;
    shift->is_over = true;
    shift->end = end;
    if (why)
        shift->why = *why;
    follow_stop(shift->follower);
    uv_close((uv_handle_t *)&shift->timer, NULL);
    for (int i = 0; i < SIGNALS; i++)
        uv_close((uv_handle_t *)&shift->signals[i], NULL);
    if (shift->crew && !shift->is_quiet)
        crew_stop(shift->crew, CREW_AT_ONCE, leave);
    else
        leave(shift);
}

static void fail(struct shift *shift, const struct err *why)
{
    shift_finish(shift, SHIFT_FAILED, why);
}

/* ---- people ---- */

static void on_quiet(void *context)
{
    struct shift *shift = context;

    if (shift->is_over) {
        leave(shift);
        return;
    }
    shift->is_quiet = true;
    follow_look(shift->follower);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct shift *shift = handle->data;

    (void)number;
    if (shift->is_stopping || !shift->crew) {
        shift_finish(shift, SHIFT_INTERRUPTED, NULL);
        return;
    }
    shift->is_stopping = true;
    crew_stop(shift->crew, CREW_AFTER_GAMES, on_quiet);
}

static void on_timer(uv_timer_t *timer)
{
    struct shift *shift = timer->data;

    if (shift->config->on_tick)
        shift->config->on_tick(shift->config->context);
    if (shift->is_quiet && follow_is_quiet(shift->follower))
        shift_finish(shift, SHIFT_INTERRUPTED, NULL);
}

/* ---- those who play ---- */

static void on_submitted(void *context)
{
    struct shift *shift = context;

    if (!shift->is_over)
        follow_look(shift->follower);
}

static void on_refused(void *context, const struct queue_test *test, const struct err *why)
{
    struct shift *shift = context;

    if (shift->config->on_refused)
        shift->config->on_refused(shift->config->context, test, why);
    else
        fail(shift, why);
}

static void on_crew_failed(void *context, const struct err *why) { fail(context, why); }

static void on_wait(void *context, int game, int port, const char *reservation)
{
    struct shift *shift = context;

    if (shift->config->on_wait)
        shift->config->on_wait(shift->config->context, game, port, reservation);
}

/* What is known here of the one who has this name. */
static bool find_player(const struct terms *terms, const char *name, struct arena_player *player,
                        struct err *why)
{
    for (int seat = 0; seat < ARENA_SEATS; seat++) {
        const struct arena_player *known = &terms->players[seat];
        if (strcmp(known->name, name) != 0)
            continue;
        memcpy(player->command, known->command, sizeof player->command);
        memcpy(player->folder, known->folder, sizeof player->folder);
        return true;
    }
    return err_say(why, "bot_unknown", name);
}

static bool resolve(void *context, const char *name, struct arena_player *player, struct err *why)
{
    const struct shift_config *config = ((const struct shift *)context)->config;

    return config->only_terms ? find_player(config->only_terms, name, player, why)
                              : config->resolve(config->context, name, player, why);
}

static void begin_playing(struct shift *shift)
{
    struct crew_config config = shift->config->crew;
    struct err why = {0};

    if (config.size == 0)
        return;
    config.clerk = shift->clerk;
    config.only_test = shift->config->only_terms ? shift->entries->test->id : 0;
    config.resolve = resolve;
    config.on_wait = on_wait;
    config.on_submitted = on_submitted;
    config.on_refused = on_refused;
    config.on_failed = on_crew_failed;
    config.context = shift;
    shift->crew = crew_create(&shift->loop, &config, &why);
    if (!shift->crew)
        fail(shift, &why);
}

void shift_look(struct shift *shift)
{
    if (shift->crew && !shift->is_stopping && !shift->is_over)
        crew_look(shift->crew);
}

/* ---- tests ---- */

static bool enter_test(struct db *db, struct chore *chore, struct err *why)
{
    struct entry *entry = chore->context;

    return queue_enter(db, entry->test, why);
}

static bool do_nothing(struct db *db, struct chore *chore, struct err *why)
{
    (void)db, (void)chore, (void)why;
    return true;
}

/* Chores are done in order, so the follower's have been done before. */
static void on_settled(struct chore *chore)
{
    struct shift *shift = chore->context;

    if (shift->is_over)
        return;
    if (!follow_is_quiet(shift->follower)) {
        clerk_send(shift->clerk, chore);
        return;
    }
    shift->has_caught_up = true;
    if (shift->config->on_caught_up)
        shift->config->on_caught_up(shift->config->context);
    if (!shift->is_over && !shift->is_stopping)
        begin_playing(shift);
}

/* What was decided long ago is not played again: nobody plays before everything is told. */
static void settle(struct shift *shift)
{
    if (shift->is_settling)
        return;
    shift->is_settling = true;
    shift->settling = (struct chore){.work = do_nothing, .done = on_settled, .context = shift};
    clerk_send(shift->clerk, &shift->settling);
}

static void on_entered(struct chore *chore)
{
    struct entry *entry = chore->context;
    struct shift *shift = entry->shift;

    if (!chore->is_fine) {
        fail(shift, &chore->why);
        return;
    }
    entry->id = entry->test->id;
    if (shift->is_over) {
        send_close(entry);
        return;
    }
    entry->is_entered = true;
    follow_add(shift->follower, entry->test->id, entry->terms);
    shift->config->on_entered(shift->config->context, entry->test);
    if (shift->is_over)
        return;
    follow_look(shift->follower);
    settle(shift);
    shift_look(shift);
}

void shift_enter(struct shift *shift, struct queue_test *test, const struct terms *terms)
{
    struct entry *entry = memory_get(1, sizeof *entry);

    *entry = (struct entry){
        .next = shift->entries,
        .shift = shift,
        .test = test,
        .terms = terms,
        .chore = {.work = enter_test, .done = on_entered},
    };
    entry->chore.context = entry;
    shift->entries = entry;
    clerk_send(shift->clerk, &entry->chore);
}

static void on_dropped(struct chore *chore) { free(chore->context); }

void shift_drop(struct shift *shift, const struct queue_test *test)
{
    struct entry **place = &shift->entries;

    while ((*place)->test != test)
        place = &(*place)->next;
    struct entry *entry = *place;
    *place = entry->next;
    follow_drop(shift->follower, entry->id);
    entry->chore = (struct chore){.work = close_test, .done = on_dropped, .context = entry};
    clerk_send(shift->clerk, &entry->chore);
}

/* ---- results and news ---- */

/* A program that cannot be started would go on so for ever.  What happened to an earlier shift does not count:
 * whoever begins again has tried something. */
static void count_failure(struct shift *shift, const struct note *note)
{
    struct err why = {0};

    if (!shift->has_caught_up)
        return;
    shift->start_failures = note->ending == ENDING_NO_JOIN ? shift->start_failures + 1 : 0;
    if (shift->config->start_failures_max == 0 ||
        shift->start_failures < shift->config->start_failures_max)
        return;
    err_say(&why, "bot_broken", note->why);
    fail(shift, &why);
}

static void on_note(void *context, int64_t test, const struct note *note)
{
    struct shift *shift = context;

    shift->config->on_note(shift->config->context, test, note);
    count_failure(shift, note);
}

static void on_bad_line(void *context, const struct err *why) { fail(context, why); }

static void on_news(void *context)
{
    struct shift *shift = context;

    if (shift->is_over)
        return;
    follow_look(shift->follower);
    shift_look(shift);
}

static void on_lost(void *context, const struct err *why)
{
    struct shift *shift = context;

    if (shift->config->on_lost)
        shift->config->on_lost(shift->config->context, why);
}

static void on_back(void *context)
{
    on_lost(context, NULL);
    on_news(context);
}

/* ---- the beginning ---- */

static bool open_store(struct shift *shift, struct err *why)
{
    static const char *const channels[] = {QUEUE_NEWS_JOBS, QUEUE_NEWS_RESULTS, NULL};
    const struct clerk_events events = {
        .on_news = on_news, .on_lost = on_lost, .on_back = on_back, .context = shift};
    const struct follow_events follows = {
        .on_note = on_note, .on_failed = on_bad_line, .context = shift};

    shift->clerk = clerk_create(&shift->loop, shift->config->place, channels, &events, why);
    if (!shift->clerk)
        return false;
    shift->follower = follow_create(shift->clerk, &follows);
    return true;
}

static void start_handles(struct shift *shift)
{
    static const int numbers[SIGNALS] = {SIGINT, SIGTERM};

    uv_timer_init(&shift->loop, &shift->timer);
    shift->timer.data = shift;
    uv_timer_start(&shift->timer, on_timer, TICK_MS, TICK_MS);
    for (int i = 0; i < SIGNALS; i++) {
        uv_signal_init(&shift->loop, &shift->signals[i]);
        shift->signals[i].data = shift;
        uv_signal_start(&shift->signals[i], on_signal, numbers[i]);
    }
}

static void clear(struct shift *shift)
{
    crew_destroy(shift->crew);
    follow_destroy(shift->follower);
    clerk_destroy(shift->clerk);
    while (shift->entries) {
        struct entry *entry = shift->entries;
        shift->entries = entry->next;
        free(entry);
    }
}

bool shift_work(const struct shift_config *config, enum shift_end *end, struct err *why)
{
    struct shift shift = {.config = config};

    *end = SHIFT_FAILED;
    uv_loop_init(&shift.loop);
    if (open_store(&shift, why)) {
        start_handles(&shift);
        config->on_begin(config->context, &shift);
        uv_run(&shift.loop, UV_RUN_DEFAULT);
        *end = shift.end;
        if (why && shift.end == SHIFT_FAILED)
            *why = shift.why;
    }
    clear(&shift);
    uv_loop_close(&shift.loop);
    return *end != SHIFT_FAILED;
}
