#include "arena/crew.h"

#include "arena/cores.h"
#include "arena/crew_parts.h"
#include "arena/table.h"
#include "base/clock.h"
#include "base/memory.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TICK_MS = 100,
    LIST_MS = 500,   /* tests are looked for so often, if nobody says that there is news */
    AHEAD_MS = 200,  /* jobs for about so long are taken before they are needed … */
    AHEAD_MAX = 16,  /* … and at most so many for each lane */
    THREADS_MIN = 4, /* libuv's own number */
    US_PER_MS = 1000,
};

/* ---- games inside this process ---- */

static void work(uv_work_t *request)
{
    struct lane *lane = request->data;
    struct crew *crew = lane->crew;

    if (crew->has_cores)
        cores_stay_on(crew->cores[lane->index]);
    lane->is_played = table_play(lane->terms, &lane->job, lane->minds, &crew->stop, lane->played);
    if (crew->has_cores)
        cores_roam();
}

static void finish_game(struct lane *lane, const struct played *played);

static void done(uv_work_t *request, int status)
{
    struct lane *lane = request->data;

    finish_game(lane, status == 0 && lane->is_played ? lane->played : NULL);
}

static void play_inside(struct lane *lane)
{
    if (!lane->played)
        lane->played = memory_get(1, sizeof *lane->played);
    for (int seat = 0; seat < ARENA_SEATS; seat++)
        lane->minds[seat] = mind_of(lane->minds[seat], &lane->terms->players[seat]);
    lane->work.data = lane;
    uv_queue_work(lane->crew->loop, &lane->work, work, done);
}

/* ---- games at the venue ---- */

static void on_played(void *context, int table, const struct played *played)
{
    struct crew *crew = context;

    finish_game(&crew->lanes[table], played);
}

static void on_wait(void *context, int game, int port, const char *reservation)
{
    struct crew *crew = context;

    if (crew->config.on_wait)
        crew->config.on_wait(crew->config.context, game, port, reservation);
}

/* Only those who play with programs need a server. */
static bool open_venue(struct crew *crew, const struct game_rules *rules)
{
    struct err why = {0};
    struct venue_config venue = {
        .rules = rules,
        .tables = crew->tables,
        .cores = crew->has_cores ? crew->cores : NULL,
        .folder = crew->config.scratch,
        .port = crew->config.port,
        .sandbox = crew->config.sandbox,
        .on_played = on_played,
        .on_wait = on_wait,
        .context = crew,
    };

    if (!crew->venue)
        crew->venue = venue_create(crew->loop, &venue, &why);
    if (!crew->venue)
        crew_fail(crew, &why);
    return crew->venue != NULL;
}

static bool play_at_venue(struct lane *lane)
{
    if (!open_venue(lane->crew, lane->terms->rules))
        return false;
    lane->is_at_venue = true;
    venue_play(lane->crew->venue, lane->index, lane->terms, &lane->job);
    return true;
}

/* ---- jobs ---- */

static void leave(struct lane *lane)
{
    lane->is_busy = lane->is_at_venue = false;
    lane->crew->busy--;
    lane->test->users--;
}

static void note_duration(struct crew *crew, int64_t took_us)
{
    crew->job_us = crew->job_us == 0 ? took_us : (7 * crew->job_us + took_us) / 8;
}

static bool begin_game(struct lane *lane)
{
    struct err why = {0};

    if (!job_make(lane->terms, 2 * lane->order.pair + lane->leg, &lane->job, &why)) {
        tests_refuse(lane->crew, lane->test, &why);
        return false;
    }
    lane->leg++;
    if (!terms_are_inside(lane->terms))
        return play_at_venue(lane);
    play_inside(lane);
    return true;
}

/* The next game of the job that nobody has played yet; else the lane is free. */
static void go_on(struct lane *lane)
{
    const struct queue_job *order = &lane->order;
    struct crew *crew = lane->crew;

    while (lane->leg < order->games && order->is_done[lane->leg])
        lane->leg++;
    bool has_more = lane->leg < order->games;
    if (!has_more)
        note_duration(crew, clock_now_us() - lane->began_us);
    if (!has_more || crew->is_stopping || crew->has_failed || !begin_game(lane))
        leave(lane);
}

static void hand_in(struct lane *lane, const struct played *played)
{
    struct crew *crew = lane->crew;
    char *line = memory_get(1, NOTE_LINE_SIZE);
    struct buf buf;

    buf_init(&buf, line, NOTE_LINE_SIZE);
    note_print(&played->note, lane->terms, &buf);
    desk_keep(crew, lane->order.test, played->note.game, buf_slice(&buf));
    free(line);
    crew->played++;
}

static void finish_game(struct lane *lane, const struct played *played)
{
    if (played)
        hand_in(lane, played);
    go_on(lane);
    crew_turn(lane->crew);
}

static bool choose_terms(struct lane *lane)
{
    struct err why = {0};

    lane->terms = &lane->test->terms;
    terms_finish(&lane->applied);
    if (!lane->order.params[0])
        return true;
    lane->terms = &lane->applied;
    if (terms_apply(&lane->test->terms, lane->order.params, &lane->applied, &why))
        return true;
    tests_refuse(lane->crew, lane->test, &why);
    return false;
}

static void begin_job(struct lane *lane)
{
    struct crew *crew = lane->crew;

    lane->order = crew->stock[crew->stock_first];
    crew->stock_first = (crew->stock_first + 1) % CREW_STOCK_MAX;
    crew->stock_count--;
    lane->test = tests_find(crew, lane->order.test);
    lane->leg = 0;
    lane->began_us = clock_now_us();
    lane->is_busy = true;
    crew->busy++;
    if (!lane->test->has_begun && crew->config.on_begun)
        crew->config.on_begun(crew->config.context, &lane->test->head);
    lane->test->has_begun = true;
    if (choose_terms(lane))
        go_on(lane);
    else
        leave(lane);
}

/* The venue has fewer tables than we may have lanes. */
static bool fits(const struct lane *lane, const struct queue_job *job)
{
    const struct crew *crew = lane->crew;

    return lane->index < crew->tables || terms_are_inside(&tests_find(crew, job->test)->terms);
}

static void fill_lanes(struct crew *crew)
{
    for (int i = 0; i < crew->config.size; i++) {
        struct lane *lane = &crew->lanes[i];
        while (!lane->is_busy && crew->stock_count > 0 && !crew->is_stopping && !crew->has_failed &&
               fits(lane, &crew->stock[crew->stock_first]))
            begin_job(lane);
    }
}

/* How many jobs to take: short ones are taken ahead of need, long ones are left for others. */
static int count_wanted(const struct crew *crew)
{
    int64_t ahead = crew->job_us > 0 ? AHEAD_MS * US_PER_MS / crew->job_us : 0;

    ahead = ahead < AHEAD_MAX ? ahead : AHEAD_MAX;
    ahead *= crew->config.size;
    int missing = crew->config.size - crew->busy - crew->stock_count;
    int room = CREW_STOCK_MAX - crew->stock_count;
    /* Half of it is used up before more is taken, so that not every job is a way of its own. */
    if (missing <= 0 && crew->stock_count > ahead / 2)
        return 0;
    missing += (int)ahead;
    return missing < room ? missing : room;
}

/* ---- the end ---- */

void crew_fail(struct crew *crew, const struct err *why)
{
    bool is_news = !crew->has_failed && !crew->is_stopping;

    crew->has_failed = true;
    if (is_news && crew->config.on_failed)
        crew->config.on_failed(crew->config.context, why);
}

static void close_handles(struct crew *crew)
{
    crew->is_closed = true;
    uv_close((uv_handle_t *)&crew->timer, NULL);
    if (crew->venue)
        venue_stop(crew->venue);
    if (crew->on_stopped)
        crew->on_stopped(crew->config.context);
}

/* Step by step, as the lanes and the clerk are through. */
static void go_on_stopping(struct crew *crew)
{
    if (!crew->is_stopping || crew->is_closed || crew->busy > 0 || crew->exam.test ||
        !desk_is_quiet(crew))
        return;
    if (crew->has_failed || crew->has_given_back) {
        close_handles(crew);
        return;
    }
    crew->has_given_back = true;
    desk_give_back(crew);
}

/* Games at the venue end without a word. */
static void cut_games(struct crew *crew)
{
    if (crew->is_cut)
        return;
    crew->is_cut = true;
    atomic_store(&crew->stop, true);
    if (crew->venue)
        venue_stop(crew->venue);
    for (int i = 0; i < crew->config.size; i++) {
        if (crew->lanes[i].is_at_venue)
            leave(&crew->lanes[i]);
    }
}

void crew_stop(struct crew *crew, enum crew_stopping stopping, void (*on_stopped)(void *context))
{
    if (crew->is_closed)
        return;
    crew->is_stopping = true;
    if (on_stopped)
        crew->on_stopped = on_stopped;
    if (stopping == CREW_AT_ONCE)
        cut_games(crew);
    crew_turn(crew);
}

/* ---- what can be done now ---- */

static void tell_idle(struct crew *crew)
{
    bool is_idle = crew->found_nothing && !crew->list_is_due && crew->busy == 0 &&
                   crew->stock_count == 0 && crew->result_count == 0 && !crew->look.is_out &&
                   !crew->submit.is_out && tests_are_examined(crew);
    bool is_news = is_idle && !crew->was_idle && !crew->is_stopping && !crew->has_failed;

    crew->was_idle = is_idle;
    if (is_news && crew->config.on_idle)
        crew->config.on_idle(crew->config.context);
}

void crew_turn(struct crew *crew)
{
    if (crew->is_closed)
        return;
    fill_lanes(crew);
    desk_submit(crew);
    tests_examine(crew);
    desk_look(crew, count_wanted(crew));
    desk_say_hello(crew);
    tell_idle(crew);
    go_on_stopping(crew);
}

void crew_look(struct crew *crew)
{
    crew->list_is_due = true;
    crew_turn(crew);
}

static void on_timer(uv_timer_t *timer)
{
    struct crew *crew = timer->data;

    if (clock_now_us() - crew->listed_us > LIST_MS * US_PER_MS)
        crew->list_is_due = true;
    crew_turn(crew);
}

/* ---- the beginning ---- */

/* libuv makes its threads at the first piece of work and asks the environment how many. */
static void allow_threads(int games)
{
    char number[16];

    snprintf(number, sizeof number, "%d", games + 2 > THREADS_MIN ? games + 2 : THREADS_MIN);
    setenv("UV_THREADPOOL_SIZE", number, 0);
}

static void open_lanes(struct crew *crew)
{
    crew->lanes = memory_get((size_t)crew->config.size, sizeof *crew->lanes);
    for (int i = 0; i < crew->config.size; i++) {
        crew->lanes[i].crew = crew;
        crew->lanes[i].index = i;
    }
}

struct crew *crew_create(uv_loop_t *loop, const struct crew_config *config, struct err *why)
{
    struct sandbox sandbox;

    /* Known before the first program is to be started. */
    if (config->sandbox == SANDBOX_ON && !sandbox_choose(SANDBOX_ON, &sandbox, why))
        return NULL;
    struct crew *crew = memory_get(1, sizeof *crew);
    crew->config = *config;
    snprintf(crew->name, sizeof crew->name, "%s", config->name);
    crew->config.name = crew->name;
    crew->loop = loop;
    crew->tables = config->size < VENUE_TABLES_MAX ? config->size : VENUE_TABLES_MAX;
    crew->has_cores = cores_claim(crew->cores, config->size);
    open_lanes(crew);
    allow_threads(config->size);
    signal(SIGPIPE, SIG_IGN);
    uv_timer_init(loop, &crew->timer);
    crew->timer.data = crew;
    uv_timer_start(&crew->timer, on_timer, TICK_MS, TICK_MS);
    desk_open(crew);
    crew_look(crew);
    return crew;
}

int crew_busy(const struct crew *crew) { return crew->busy; }

int64_t crew_played(const struct crew *crew) { return crew->played; }

bool crew_has_cores(const struct crew *crew) { return crew->has_cores; }

void crew_destroy(struct crew *crew)
{
    if (!crew)
        return;
    venue_destroy(crew->venue);
    for (int i = 0; i < crew->config.size; i++) {
        struct lane *lane = &crew->lanes[i];
        terms_finish(&lane->applied);
        free(lane->played);
        for (int seat = 0; seat < ARENA_SEATS; seat++)
            mind_destroy(lane->minds[seat]);
    }
    desk_close(crew);
    tests_free(crew->tests);
    free(crew->lanes);
    free(crew);
}
