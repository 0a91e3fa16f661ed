#include "tournament/tournament_run.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { OPEN_MAX = 64 /* meetings that are entered at a time */ };

/* A test that is being played: a meeting, or the trial of a team. */
struct slot {
    bool is_used;
    bool is_closed; /* no worker has survived one of its pairs: it stays open in the tournament */
    bool is_trial;
    int team;                          /* of a trial */
    struct tournament_meeting meeting; /* else */
    int64_t id;                        /* of the test, once it is entered */
    struct fixture fixture;
    struct tournament_game *games;
    int done;
    struct queue_result **rows; /* of a meeting: its results, `done` of them */
};

/* ---- slots ---- */

static struct slot *free_slot(struct tournament_run *run)
{
    for (int i = 0; i < OPEN_MAX; i++) {
        if (!run->slots[i].is_used)
            return &run->slots[i];
    }
    return NULL;
}

static struct slot *slot_of_test(struct tournament_run *run, int64_t id)
{
    for (int i = 0; i < OPEN_MAX; i++) {
        if (run->slots[i].is_used && run->slots[i].id == id)
            return &run->slots[i];
    }
    return NULL;
}

static bool is_at_place(const struct slot *slot, const struct tournament_meeting *meeting)
{
    return slot->is_used && !slot->is_trial && slot->meeting.stage == meeting->stage &&
           slot->meeting.group == meeting->group && slot->meeting.round == meeting->round &&
           slot->meeting.number == meeting->number;
}

static bool is_open(const struct tournament_run *run, const struct tournament_meeting *meeting)
{
    for (int i = 0; i < OPEN_MAX; i++) {
        if (is_at_place(&run->slots[i], meeting))
            return true;
    }
    return false;
}

static void clear_slot(struct slot *slot)
{
    fixture_finish(&slot->fixture);
    free(slot->games);
    for (int i = 0; slot->rows && i < slot->done; i++)
        free(slot->rows[i]);
    free(slot->rows);
    memset(slot, 0, sizeof *slot);
}

static void enter(struct tournament_run *run, struct slot *slot)
{
    slot->is_used = true;
    slot->games = memory_get((size_t)slot->fixture.test.games, sizeof *slot->games);
    if (!slot->is_trial)
        slot->rows = memory_get((size_t)slot->fixture.test.games, sizeof(struct queue_result *));
    runner_enter_test(run->runner, &slot->fixture.test, &slot->fixture.match);
}

static void on_entered(void *context, struct queue_test *test)
{
    struct tournament_run *run = context;

    for (int i = 0; i < OPEN_MAX; i++) {
        if (&run->slots[i].fixture.test == test)
            run->slots[i].id = test->id;
    }
}

/* ---- what is to be played ---- */

static void enter_trials(struct tournament_run *run)
{
    int teams = run->teams->file->team_count;
    struct slot *slot;

    while (run->next_trial < teams && (slot = free_slot(run))) {
        int team = run->next_trial++;
        if (!teams_needs_admission(run->teams, team))
            continue;
        slot->is_trial = true;
        slot->team = team;
        fixture_of_admission(&slot->fixture, run->teams, team);
        enter(run, slot);
    }
}

static void enter_meetings(struct tournament_run *run)
{
    struct tournament_meeting wanted[OPEN_MAX];
    int count = tournament_wanted(run->tournament, wanted, OPEN_MAX);
    struct slot *slot;

    for (int i = 0; i < count && (slot = free_slot(run)); i++) {
        if (is_open(run, &wanted[i]))
            continue;
        slot->meeting = wanted[i];
        fixture_of_meeting(&slot->fixture, run->teams, &wanted[i]);
        enter(run, slot);
    }
}

/* ---- what has been played ---- */

static void tell_rounds(struct tournament_run *run)
{
    const struct tournament *tournament = run->tournament;

    for (;;) {
        int stage = run->told_stage;
        if (run->told_round < tournament_rounds_done(tournament, stage)) {
            run->on_round(run, stage, run->told_round++);
            continue;
        }
        if (stage == tournament_current_stage(tournament))
            return;
        run->told_stage++;
        run->told_round = 0;
    }
}

/* Whatever can be entered is; or it is over. */
static void go_on(struct tournament_run *run)
{
    if (run->trials > 0) {
        if (!runner_is_stopping(run->runner))
            enter_trials(run);
        return;
    }
    if (!run->tournament)
        run->tournament = teams_tournament(run->teams);
    tell_rounds(run);
    if (tournament_is_over(run->tournament))
        runner_stop(run->runner, RUNNER_DONE, NULL);
    else if (!runner_is_stopping(run->runner))
        enter_meetings(run);
}

static bool finish_meeting(struct tournament_run *run, struct slot *slot, struct err *why)
{
    const struct tournament_games games = {.meeting = &slot->meeting,
                                           .match = &slot->fixture.match,
                                           .rows = slot->rows,
                                           .count = slot->done};

    run->on_meeting(run, &games);
    slot->rows = NULL;
    return tournament_add_result(run->tournament, &slot->meeting, slot->games, why);
}

/* Only meetings are left that cannot be played, and those that wait for them. */
static void end_if_stuck(struct tournament_run *run)
{
    int used = 0, closed = 0;

    for (int i = 0; i < OPEN_MAX; i++) {
        used += run->slots[i].is_used;
        closed += run->slots[i].is_closed;
    }
    if (closed > 0 && closed == used)
        runner_stop(run->runner, RUNNER_FAILED, &run->closed);
}

static void finish_slot(struct tournament_run *run, struct slot *slot)
{
    struct err why = {0};

    if (slot->is_trial) {
        run->trials--;
        run->on_tried(run, slot->team);
    } else if (!finish_meeting(run, slot, &why)) {
        runner_stop(run->runner, RUNNER_FAILED, &why);
        return;
    }
    runner_drop_test(run->runner, &slot->fixture.test);
    clear_slot(slot);
    go_on(run);
    end_if_stuck(run);
}

/* The slot stays used, so that the meeting is not entered again in this run. */
static void on_pair_closed(void *context, int64_t test, int pair)
{
    struct tournament_run *run = context;
    struct slot *slot = slot_of_test(run, test);

    (void)pair;
    if (!slot || slot->is_closed)
        return;
    if (!run->closed.code[0])
        err_set(&run->closed, "pair_closed", slot->fixture.test.name);
    slot->is_closed = true;
    runner_drop_test(run->runner, &slot->fixture.test);
    end_if_stuck(run);
}

static void on_result(void *context, int64_t test, const struct result *result)
{
    struct tournament_run *run = context;
    struct slot *slot = slot_of_test(run, test);

    if (!slot)
        return;
    if (slot->is_trial)
        teams_add_admission_result(run->teams, slot->team, result);
    else
        slot->rows[slot->done] = result_to_row(result, test);
    slot->games[slot->done++] = tournament_game_from_result(result);
    if (slot->done == slot->fixture.test.games)
        finish_slot(run, slot);
}

/* ---- what is left of others ---- */

struct leftovers {
    int64_t ids[2 * OPEN_MAX];
    int count;
};

static bool keep_leftover(void *context, const struct queue_test *test)
{
    struct leftovers *left = context;
    bool is_ours = strcmp(test->kind, "tournament") == 0 || strcmp(test->kind, "admission") == 0;

    if (is_ours && left->count < 2 * OPEN_MAX)
        left->ids[left->count++] = test->id;
    return true;
}

static bool clean_up(struct db *db, struct db_task *task, struct err *why)
{
    struct leftovers left = {0};

    (void)task;
    if (!queue_tests(db, QUEUE_OPEN, keep_leftover, &left, why))
        return false;
    for (int i = 0; i < left.count; i++) {
        if (!queue_close_test(db, left.ids[i], why))
            return false;
    }
    return true;
}

static void on_cleaned(struct db_task *task) { (void)task; }

/* A killed run leaves open meetings; if the file has changed since then, they are not wanted any
 * more.  Those that are wanted are opened again.  A server may have other people's tournaments,
 * which are none of our business. */
static void close_leftovers(struct tournament_run *run)
{
    if (db_is_server(run->place))
        return;
    run->cleaning = (struct db_task){.work = clean_up, .done = on_cleaned};
    db_thread_send(runner_db_thread(run->runner), &run->cleaning);
}

/* ---- the run ---- */

static void on_begin(void *context, struct runner *runner)
{
    struct tournament_run *run = context;

    run->runner = runner;
    close_leftovers(run);
    for (int team = 0; team < run->teams->file->team_count; team++)
        run->trials += teams_needs_admission(run->teams, team);
    go_on(run);
}

void tournament_run_progress(const struct tournament_run *run, int *played, int *planned)
{
    tournament_progress(run->tournament, played, planned);
    for (int i = 0; i < OPEN_MAX; i++)
        *played += run->slots[i].done;
}

/* Another run's test may be refused here; one of ours must be playable. */
static void on_refused(void *context, const struct queue_test *test, const struct err *why)
{
    struct tournament_run *run = context;

    if (slot_of_test(run, test->id))
        runner_stop(run->runner, RUNNER_FAILED, why);
}

void tournament_run(struct tournament_run *run, struct err *why)
{
    const struct runner_calls calls = {
        .on_begin = on_begin,
        .on_entered = on_entered,
        .on_result = on_result,
        .on_pair_closed = on_pair_closed,
        .on_tick = run->on_tick,
        .on_refused = on_refused,
        .context = run,
    };
    struct runner_config runner = {.place = run->place, .worker = run->worker, .calls = &calls};

    runner.worker.bots = run->teams->players;
    runner.worker.bot_count = run->teams->file->team_count;
    run->slots = memory_get(OPEN_MAX, sizeof *run->slots);
    runner_work(&runner, &run->end, why);
    for (int i = 0; i < OPEN_MAX; i++)
        clear_slot(&run->slots[i]);
    free(run->slots);
}
