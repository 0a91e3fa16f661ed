#include "arena/contest.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { OPEN_MAX = 64 /* meetings that are entered at a time */ };

/* A test that is being played: a meeting, or the trial of a team. */
struct slot {
    bool is_used;
    bool is_trial;
    int team;                      /* of a trial */
    struct season_meeting meeting; /* else */
    int64_t id;                    /* of the test, once it is entered */
    struct fixture fixture;
    struct season_game *games;
    int done;
    char *lines; /* of the games, for those who want them */
    size_t len;
};

struct contest {
    const struct contest_config *config;
    struct squad *squad;
    struct shift *shift;
    struct season *season;
    int next_trial;             /* team that is to be tried */
    int trials;                 /* open or to come */
    int told_stage, told_round; /* the first round that has not been told */
    struct chore cleaning;
    char line[NOTE_LINE_SIZE];
    struct slot slots[OPEN_MAX];
};

/* ---- slots ---- */

static struct slot *free_slot(struct contest *contest)
{
    for (int i = 0; i < OPEN_MAX; i++) {
        if (!contest->slots[i].is_used)
            return &contest->slots[i];
    }
    return NULL;
}

static struct slot *slot_of_test(struct contest *contest, int64_t id)
{
    for (int i = 0; i < OPEN_MAX; i++) {
        if (contest->slots[i].is_used && contest->slots[i].id == id)
            return &contest->slots[i];
    }
    return NULL;
}

static bool is_at_place(const struct slot *slot, const struct season_meeting *meeting)
{
    return slot->is_used && !slot->is_trial && slot->meeting.stage == meeting->stage &&
           slot->meeting.group == meeting->group && slot->meeting.round == meeting->round &&
           slot->meeting.number == meeting->number;
}

static bool is_open(const struct contest *contest, const struct season_meeting *meeting)
{
    for (int i = 0; i < OPEN_MAX; i++) {
        if (is_at_place(&contest->slots[i], meeting))
            return true;
    }
    return false;
}

static void clear_slot(struct slot *slot)
{
    fixture_finish(&slot->fixture);
    free(slot->games);
    free(slot->lines);
    memset(slot, 0, sizeof *slot);
}

static void enter(struct contest *contest, struct slot *slot)
{
    slot->is_used = true;
    slot->games = memory_get((size_t)slot->fixture.test.games, sizeof *slot->games);
    shift_enter(contest->shift, &slot->fixture.test, &slot->fixture.terms);
}

static void on_entered(void *context, struct queue_test *test)
{
    struct contest *contest = context;

    for (int i = 0; i < OPEN_MAX; i++) {
        if (&contest->slots[i].fixture.test == test)
            contest->slots[i].id = test->id;
    }
}

/* ---- what is to be played ---- */

static void enter_trials(struct contest *contest)
{
    int teams = contest->squad->file->team_count;
    struct slot *slot;

    while (contest->next_trial < teams && (slot = free_slot(contest))) {
        int team = contest->next_trial++;
        if (!squad_needs_admission(contest->squad, team))
            continue;
        slot->is_trial = true;
        slot->team = team;
        fixture_of_admission(&slot->fixture, contest->squad, team);
        enter(contest, slot);
    }
}

static void begin_season(struct contest *contest)
{
    bool is_out[PLAN_TEAMS_MAX];

    squad_list_out(contest->squad, is_out);
    contest->season = season_create(contest->squad->file, is_out);
}

static void enter_meetings(struct contest *contest)
{
    struct season_meeting wanted[OPEN_MAX];
    int count = season_wanted(contest->season, wanted, OPEN_MAX);
    struct slot *slot;

    for (int i = 0; i < count && (slot = free_slot(contest)); i++) {
        if (is_open(contest, &wanted[i]))
            continue;
        slot->meeting = wanted[i];
        fixture_of_meeting(&slot->fixture, contest->squad, &wanted[i]);
        enter(contest, slot);
    }
}

/* ---- what has been played ---- */

static void tell_rounds(struct contest *contest)
{
    const struct season *season = contest->season;

    for (;;) {
        int stage = contest->told_stage;
        if (contest->told_round < season_rounds_done(season, stage)) {
            contest->config->on_round(contest->config->context, season, stage,
                                      contest->told_round++);
            continue;
        }
        if (stage == season_stage(season))
            return;
        contest->told_stage++;
        contest->told_round = 0;
    }
}

/* Whatever can be entered is; or it is over. */
static void go_on(struct contest *contest)
{
    if (contest->trials > 0) {
        if (!shift_is_stopping(contest->shift))
            enter_trials(contest);
        return;
    }
    if (!contest->season)
        begin_season(contest);
    tell_rounds(contest);
    if (season_is_over(contest->season))
        shift_finish(contest->shift, SHIFT_DONE, NULL);
    else if (!shift_is_stopping(contest->shift))
        enter_meetings(contest);
}

static void keep_line(struct contest *contest, struct slot *slot, const struct note *note)
{
    struct buf line;

    buf_init(&line, contest->line, sizeof contest->line);
    note_print(note, &slot->fixture.terms, &line);
    slot->lines = memory_grow(slot->lines, slot->len + line.len);
    memcpy(slot->lines + slot->len, contest->line, line.len);
    slot->len += line.len;
}

static void finish_trial(struct contest *contest, const struct slot *slot)
{
    contest->trials--;
    contest->config->on_tried(contest->config->context, slot->team);
}

static bool finish_meeting(struct contest *contest, const struct slot *slot, struct err *why)
{
    contest->config->on_meeting(contest->config->context, &slot->meeting, &slot->fixture.terms,
                                slice_make(slot->lines, slot->len));
    return season_report(contest->season, &slot->meeting, slot->games, why);
}

static void finish_slot(struct contest *contest, struct slot *slot)
{
    struct err why = {0};

    if (slot->is_trial) {
        finish_trial(contest, slot);
    } else if (!finish_meeting(contest, slot, &why)) {
        shift_finish(contest->shift, SHIFT_FAILED, &why);
        return;
    }
    shift_drop(contest->shift, &slot->fixture.test);
    clear_slot(slot);
    go_on(contest);
}

static void on_note(void *context, int64_t test, const struct note *note)
{
    struct contest *contest = context;
    struct slot *slot = slot_of_test(contest, test);

    if (!slot)
        return;
    slot->games[slot->done++] = season_game_of(note);
    if (slot->is_trial)
        squad_admit(contest->squad, slot->team, note);
    else
        keep_line(contest, slot, note);
    if (slot->done == slot->fixture.test.games)
        finish_slot(contest, slot);
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

static bool clean_up(struct db *db, struct chore *chore, struct err *why)
{
    struct leftovers left = {0};

    (void)chore;
    if (!queue_tests(db, QUEUE_OPEN, keep_leftover, &left, why))
        return false;
    for (int i = 0; i < left.count; i++) {
        if (!queue_close(db, left.ids[i], why))
            return false;
    }
    return true;
}

static void on_cleaned(struct chore *chore) { (void)chore; }

/* Who was killed leaves open meetings; if the file has changed since then, nobody wants them.  Those that are
 * wanted are opened again.  A server may have other people's tournaments, which are none of our business. */
static void close_leftovers(struct contest *contest)
{
    if (db_is_server(contest->config->place))
        return;
    contest->cleaning = (struct chore){.work = clean_up, .done = on_cleaned};
    clerk_send(shift_clerk(contest->shift), &contest->cleaning);
}

/* ---- the sitting ---- */

static void on_begin(void *context, struct shift *shift)
{
    struct contest *contest = context;

    contest->shift = shift;
    close_leftovers(contest);
    for (int team = 0; team < contest->squad->file->team_count; team++)
        contest->trials += squad_needs_admission(contest->squad, team);
    go_on(contest);
}

static void on_tick(void *context)
{
    struct contest *contest = context;
    struct contest_progress progress = {
        .season = contest->season,
        .trials = contest->trials,
        .is_stopping = shift_is_stopping(contest->shift),
    };

    if (contest->season)
        season_progress(contest->season, &progress.played, &progress.planned);
    for (int i = 0; i < OPEN_MAX && contest->season; i++)
        progress.played += contest->slots[i].done;
    contest->config->on_progress(contest->config->context, &progress);
}

/* A test of somebody else may be refused; one of ours cannot be played by anybody here. */
static void on_refused(void *context, const struct queue_test *test, const struct err *why)
{
    struct contest *contest = context;

    if (slot_of_test(contest, test->id))
        shift_finish(contest->shift, SHIFT_FAILED, why);
}

static void on_wait(void *context, int game, int port, const char *reservation)
{
    struct contest *contest = context;

    contest->config->on_wait(contest->config->context, game, port, reservation);
}

static void on_lost(void *context, const struct err *why)
{
    struct contest *contest = context;

    contest->config->on_lost(contest->config->context, why);
}

static bool resolve(void *context, const char *name, struct arena_player *player, struct err *why)
{
    struct contest *contest = context;

    return squad_resolve(contest->squad, name, player, why);
}

struct season *contest_run(const struct contest_config *config, enum shift_end *end,
                           struct err *why)
{
    struct contest *contest = memory_get(1, sizeof *contest);
    struct shift_config shift = {
        .place = config->place,
        .crew = config->crew,
        .on_begin = on_begin,
        .on_entered = on_entered,
        .on_note = on_note,
        .on_tick = on_tick,
        .on_wait = on_wait,
        .on_refused = on_refused,
        .on_lost = on_lost,
        .resolve = resolve,
        .context = contest,
    };

    contest->config = config;
    contest->squad = config->squad;
    shift_work(&shift, end, why);
    for (int i = 0; i < OPEN_MAX; i++)
        clear_slot(&contest->slots[i]);
    struct season *season = contest->season;
    free(contest);
    return season;
}
