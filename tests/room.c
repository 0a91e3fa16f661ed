/* The room in virtual time: stories of players who answer, wait, leave or cheat, for every game. */

#include "support.h"

#include "base/memory.h"
#include "base/rng.h"
#include "server/room.h"

#include <stdlib.h>
#include <string.h>

enum { MS = 1000, LOG_SIZE = 1 << 16 };

/* A room on a stage: what it said, and whether it kept its promises. */
struct stage {
    struct room room;
    int64_t now_us;
    char text[LOG_SIZE];
    struct buf log;
    int ends;
    move_t *moves;
};

static const char *const letters[] = {"red", "blue", "none"};

static void on_event(void *context, struct room *room, const struct room_event *event)
{
    static const char *const names[] = {
        [ROOM_EVENT_SEATED] = "seated",   [ROOM_EVENT_STARTED] = "started",
        [ROOM_EVENT_MOVED] = "moved",     [ROOM_EVENT_STATE] = "state",
        [ROOM_EVENT_ASKED] = "asked",     [ROOM_EVENT_PAUSED] = "paused",
        [ROOM_EVENT_REFUSED] = "refused", [ROOM_EVENT_UNASKED] = "unasked",
        [ROOM_EVENT_ENDED] = "ended",
    };
    struct stage *stage = context;

    assert_int_equal(stage->ends, 0); /* nothing follows the end */
    if (stage->log.len > 0)
        buf_add_char(&stage->log, ' ');
    buf_add(&stage->log, names[event->kind]);
    switch (event->kind) {
    case ROOM_EVENT_ASKED:
        assert_true(room->is_asked && room->phase == ROOM_RUNNING);
        assert_int_equal(event->side, room->pos.side);
        buf_format(&stage->log, ":%s", letters[event->side]);
        break;
    case ROOM_EVENT_SEATED:
    case ROOM_EVENT_MOVED:
        buf_format(&stage->log, ":%s", letters[event->side]);
        break;
    case ROOM_EVENT_REFUSED:
    case ROOM_EVENT_UNASKED:
        assert_true(event->message[0] != '\0');
        buf_format(&stage->log, ":%s", letters[event->side]);
        break;
    case ROOM_EVENT_STATE:
        buf_add(&stage->log, event->audience == AUDIENCE_ALL ? ":all" : ":observers");
        break;
    case ROOM_EVENT_ENDED:
        assert_false(room->is_asked);
        assert_int_equal(room->phase, ROOM_ENDED);
        stage->ends++;
        break;
    case ROOM_EVENT_STARTED:
    case ROOM_EVENT_PAUSED:
        break;
    }
}

static void forget(struct stage *stage) { buf_init(&stage->log, stage->text, LOG_SIZE); }

static struct stage *stage_at(const struct game_rules *rules, const struct position *start)
{
    struct stage *stage = memory_get(1, sizeof *stage);

    stage->moves = memory_get(rules->moves_max, sizeof *stage->moves);
    stage->now_us = 1000 * MS;
    forget(stage);
    room_init(&stage->room, rules, start, on_event, stage);
    stage->room.limits = (struct room_limits){.soft_ms = 2000, .hard_ms = 10000};
    return stage;
}

static struct stage *stage_create(const struct game_rules *rules)
{
    struct game_options options = {0};
    struct position start = {0};

    assert_true(rules->setup(&start, 7, &options, NULL));
    return stage_at(rules, &start);
}

static void stage_destroy(struct stage *stage)
{
    free(stage->moves);
    free(stage);
}

static void sit(struct stage *stage)
{
    room_seat(&stage->room, SIDE_RED, stage->now_us);
    room_seat(&stage->room, SIDE_BLUE, stage->now_us);
}

/* Both have sat down and red is asked. */
static struct stage *stage_started(const struct game_rules *rules)
{
    struct stage *stage = stage_create(rules);

    sit(stage);
    forget(stage);
    return stage;
}

static void wait_us(struct stage *stage, int64_t us) { stage->now_us += us; }

static void answer(struct stage *stage, enum side side, const char *words)
{
    room_move(&stage->room, side, slice_of(words), slice_of(""), stage->now_us);
}

/* The words of some legal move of the side to move. */
static void choose(struct stage *stage, struct rng *rng, char words[GAME_WORDS_MAX])
{
    const struct room *room = &stage->room;
    int n = room->rules->moves(&room->pos, stage->moves);
    struct buf buf;

    assert_true(n > 0);
    buf_init(&buf, words, GAME_WORDS_MAX);
    room->rules->print_move(&room->pos, stage->moves[rng ? rng_below(rng, n) : 0], &buf);
}

static void play_well(struct stage *stage, struct rng *rng)
{
    char words[GAME_WORDS_MAX];

    choose(stage, rng, words);
    answer(stage, stage->room.pos.side, words);
}

static void expect_log(struct stage *stage, const char *events)
{
    assert_string_equal(stage->text, events);
    forget(stage);
}

/* The offender has lost for this cause, the other one has won. */
static void expect_lost(const struct stage *stage, enum side offender, enum cause cause)
{
    const struct outcome *outcome = &stage->room.outcome;
    enum side winner = game_other(offender);

    assert_int_equal(stage->ends, 1);
    assert_int_equal(stage->room.phase, ROOM_ENDED);
    assert_int_equal(outcome->cause[offender], cause);
    assert_int_equal(outcome->cause[winner], CAUSE_REGULAR);
    assert_int_equal(outcome->result.winner, winner);
    assert_int_equal(outcome->result.score[winner][0], 2);
    assert_int_equal(outcome->result.score[offender][0], 0);
    assert_true(outcome->reason[offender][0] != '\0');
}

static void expect_void(const struct stage *stage, enum cause cause)
{
    assert_int_equal(stage->ends, 1);
    assert_int_equal(stage->room.outcome.result.winner, SIDE_NONE);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        assert_int_equal(stage->room.outcome.cause[side], cause);
        assert_int_equal(stage->room.outcome.result.score[side][0], 0);
    }
}

/* ---- seats and order of events ---- */

static void test_order_of_events(void **state)
{
    struct stage *stage = stage_create(*state);

    assert_int_equal(room_free_seat(&stage->room), SIDE_RED);
    room_seat(&stage->room, SIDE_RED, stage->now_us);
    expect_log(stage, "seated:red");
    assert_int_equal(room_free_seat(&stage->room), SIDE_BLUE);
    assert_true(room_deadline_us(&stage->room) == INT64_MAX);
    room_seat(&stage->room, SIDE_BLUE, stage->now_us);
    assert_int_equal(room_free_seat(&stage->room), SIDE_NONE);
    expect_log(stage, "seated:blue started state:all asked:red");
    wait_us(stage, 5 * MS);
    play_well(stage, NULL);
    assert_int_equal(stage->room.record.plies[0].time_ms, 5);
    expect_log(stage, stage->room.pos.side == SIDE_RED ? "moved:red state:all asked:red"
                                                       : "moved:red state:all asked:blue");
    stage_destroy(stage);
}

static void test_seats(void **state)
{
    struct stage *stage = stage_create(*state);

    strcpy(stage->room.seats[SIDE_RED].code, "reserved");
    assert_int_equal(room_free_seat(&stage->room), SIDE_BLUE);
    room_seat(&stage->room, SIDE_BLUE, stage->now_us);
    assert_int_equal(room_free_seat(&stage->room), SIDE_NONE);
    room_leave(&stage->room, SIDE_BLUE, "", stage->now_us);
    assert_int_equal(room_free_seat(&stage->room), SIDE_BLUE);
    room_seat(&stage->room, SIDE_BLUE, stage->now_us);
    room_seat(&stage->room, SIDE_RED, stage->now_us);
    expect_log(stage, "seated:blue seated:blue seated:red started state:all asked:red");
    stage_destroy(stage);
}

static void test_whole_games(void **state)
{
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct stage *stage = stage_started(*state);
        struct rng rng = rng_make(seed);
        struct game_result result = {0};
        int plies = 0;

        for (; stage->room.phase == ROOM_RUNNING; plies++) {
            wait_us(stage, 2000 * MS); /* exactly at the limit is in time */
            room_tick(&stage->room, stage->now_us);
            play_well(stage, &rng);
        }
        stage->room.rules->result(&stage->room.pos, &result);
        assert_int_equal(stage->room.record.ply_count, plies);
        assert_int_equal(stage->room.outcome.result.winner, result.winner);
        assert_int_equal(stage->room.outcome.cause[SIDE_RED], CAUSE_REGULAR);
        assert_int_equal(stage->room.outcome.cause[SIDE_BLUE], CAUSE_REGULAR);
        assert_string_equal(stage->text + stage->log.len - 15, "state:all ended");
        stage_destroy(stage);
    }
}

/* A position that is over already: shown and ended, nobody is asked. */
static void test_over_at_the_start(void **state)
{
    struct stage *first = stage_started(*state);
    struct rng rng = rng_make(3);

    while (first->room.phase == ROOM_RUNNING)
        play_well(first, &rng);
    for (int is_paused = 0; is_paused < 2; is_paused++) {
        struct stage *stage = stage_at(*state, &first->room.pos);
        stage->room.is_paused = is_paused;
        sit(stage);
        expect_log(stage, "seated:red seated:blue started state:all ended");
        assert_int_equal(stage->room.outcome.result.winner, first->room.outcome.result.winner);
        assert_int_equal(stage->room.outcome.cause[SIDE_RED], CAUSE_REGULAR);
        stage_destroy(stage);
    }
    stage_destroy(first);
}

/* ---- time ---- */

static void test_soft_limit(void **state)
{
    struct stage *stage = stage_started(*state);

    wait_us(stage, 2000 * MS);
    play_well(stage, NULL);
    assert_int_equal(stage->room.phase, ROOM_RUNNING);
    enum side late = stage->room.pos.side;
    wait_us(stage, 2000 * MS + 1);
    play_well(stage, NULL);
    expect_lost(stage, late, CAUSE_SOFT_TIMEOUT);
    assert_non_null(strstr(stage->room.outcome.reason[late], " 2 Sekunden"));
    assert_int_equal(stage->room.record.ply_count, 1);
    stage_destroy(stage);
}

static void test_hard_limit(void **state)
{
    struct stage *stage = stage_started(*state);

    stage->room.limits.hard_ms = 2500;
    assert_true(room_deadline_us(&stage->room) == stage->now_us + 2500 * MS);
    wait_us(stage, 2500 * MS - 1);
    room_tick(&stage->room, stage->now_us);
    assert_int_equal(stage->ends, 0);
    wait_us(stage, 1);
    room_tick(&stage->room, stage->now_us);
    expect_lost(stage, SIDE_RED, CAUSE_HARD_TIMEOUT);
    assert_non_null(strstr(stage->room.outcome.reason[SIDE_RED], " 2.5 Sekunden"));
    assert_true(room_deadline_us(&stage->room) == INT64_MAX);
    stage_destroy(stage);
}

/* Nobody has looked at the clock since, but the time was over: an answer does not change that. */
static void test_hard_limit_before_the_tick(void **state)
{
    for (int is_foul = 0; is_foul < 2; is_foul++) {
        struct stage *stage = stage_started(*state);
        struct err why = {.code = "bad_move"};
        stage->room.limits.soft_ms = 0;
        wait_us(stage, 10000 * MS);
        if (is_foul)
            room_foul(&stage->room, SIDE_RED, &why, stage->now_us);
        else
            play_well(stage, NULL);
        expect_lost(stage, SIDE_RED, CAUSE_HARD_TIMEOUT);
        stage_destroy(stage);
    }
}

static void test_nobody_is_late_without_limits(void **state)
{
    for (int is_off = 0; is_off < 2; is_off++) {
        struct stage *stage = stage_started(*state);
        if (is_off)
            stage->room.limits = (struct room_limits){0};
        else
            stage->room.seats[SIDE_RED].can_timeout = false;
        wait_us(stage, INT64_C(3600000) * MS);
        assert_true(room_deadline_us(&stage->room) == INT64_MAX);
        room_tick(&stage->room, stage->now_us);
        play_well(stage, NULL);
        assert_int_equal(stage->room.phase, ROOM_RUNNING);
        assert_int_equal(stage->room.record.ply_count, 1);
        stage_destroy(stage);
    }
}

/* Only the one who may not be late is excused. */
static void test_can_timeout_is_personal(void **state)
{
    struct stage *stage = stage_started(*state);

    stage->room.seats[SIDE_RED].can_timeout = false;
    while (stage->room.pos.side == SIDE_RED)
        play_well(stage, NULL);
    wait_us(stage, 10000 * MS);
    room_tick(&stage->room, stage->now_us);
    expect_lost(stage, SIDE_BLUE, CAUSE_HARD_TIMEOUT);
    stage_destroy(stage);
}

/* The clock counts from when the request went out. */
static void test_restarted_clock(void **state)
{
    struct stage *stage = stage_started(*state);

    wait_us(stage, 1500 * MS);
    room_restart_clock(&stage->room, stage->now_us);
    wait_us(stage, 2000 * MS);
    play_well(stage, NULL);
    assert_int_equal(stage->room.phase, ROOM_RUNNING);
    assert_int_equal(stage->room.record.plies[0].time_ms, 2000);
    stage_destroy(stage);
}

/* A foul that comes too late is too late. */
static void test_late_foul(void **state)
{
    struct stage *stage = stage_started(*state);
    struct err why = {.code = "bad_move"};

    wait_us(stage, 2000 * MS + 1);
    room_foul(&stage->room, SIDE_RED, &why, stage->now_us);
    expect_lost(stage, SIDE_RED, CAUSE_SOFT_TIMEOUT);
    stage_destroy(stage);
}

/* ---- cheating and leaving ---- */

static void test_out_of_turn(void **state)
{
    struct stage *stage = stage_started(*state);
    char words[GAME_WORDS_MAX];

    choose(stage, NULL, words);
    answer(stage, SIDE_BLUE, words);
    expect_lost(stage, SIDE_BLUE, CAUSE_RULE_VIOLATION);
    expect_log(stage, "unasked:blue ended");
    stage_destroy(stage);
}

static void test_duplicate_answer(void **state)
{
    struct stage *stage = stage_started(*state);
    char words[GAME_WORDS_MAX];

    while (stage->room.pos.side == SIDE_RED) {
        choose(stage, NULL, words);
        answer(stage, SIDE_RED, words);
    }
    answer(stage, SIDE_RED, words);
    expect_lost(stage, SIDE_RED, CAUSE_RULE_VIOLATION);
    stage_destroy(stage);
}

static void test_nonsense(void **state)
{
    static const char *const nonsense[] = {"", "x", "a4>NOWHERE", "\xff\xff", ";;;;", "step:99999"};

    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
        struct stage *stage = stage_started(*state);
        answer(stage, SIDE_RED, nonsense[i]);
        expect_lost(stage, SIDE_RED, CAUSE_RULE_VIOLATION);
        expect_log(stage, "refused:red ended");
        stage_destroy(stage);
    }
}

static void test_foul(void **state)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        struct stage *stage = stage_started(*state);
        struct err why = {.code = "bad_move", .details = "x=99"};
        room_foul(&stage->room, side, &why, stage->now_us);
        expect_lost(stage, side, CAUSE_RULE_VIOLATION);
        stage_destroy(stage);
    }
}

static void test_moves_before_the_start(void **state)
{
    struct stage *stage = stage_create(*state);
    struct err why = {.code = "bad_move"};
    char words[GAME_WORDS_MAX];

    room_seat(&stage->room, SIDE_RED, stage->now_us);
    forget(stage);
    choose(stage, NULL, words);
    answer(stage, SIDE_RED, words);
    room_foul(&stage->room, SIDE_RED, &why, stage->now_us);
    room_restart_clock(&stage->room, stage->now_us);
    wait_us(stage, 20000 * MS);
    room_tick(&stage->room, stage->now_us);
    expect_log(stage, "");
    room_seat(&stage->room, SIDE_BLUE, stage->now_us);
    expect_log(stage, "seated:blue started state:all asked:red");
    stage_destroy(stage);
}

static void test_leaving(void **state)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        struct stage *stage = stage_started(*state);
        room_leave(&stage->room, side, "LOST_CONNECTION", stage->now_us);
        expect_lost(stage, side, CAUSE_LEFT);
        bool tells_how = season_at(stage->room.wire->season)->tells_how_left;
        assert_true(tells_how ==
                    (strstr(stage->room.outcome.reason[side], "LOST_CONNECTION") != NULL));
        assert_non_null(strstr(stage->room.outcome.reason[side], "verlassen"));
        stage_destroy(stage);

        stage = stage_started(*state);
        play_well(stage, NULL);
        room_pause(&stage->room, true, stage->now_us);
        room_leave(&stage->room, side, "", stage->now_us);
        expect_lost(stage, side, CAUSE_LEFT);
        stage_destroy(stage);

        stage = stage_create(*state);
        room_seat(&stage->room, side, stage->now_us);
        room_leave(&stage->room, side, "LOST_CONNECTION", stage->now_us);
        assert_int_equal(stage->room.phase, ROOM_WAITING);
        assert_false(stage->room.seats[side].is_taken);
        stage_destroy(stage);
    }
}

/* A prepared seat is taken once: the game ends, or goes on without him until his time is over. */
static void test_leaving_a_prepared_game(void **state)
{
    struct stage *stage = stage_create(*state);

    stage->room.is_prepared = true;
    room_seat(&stage->room, SIDE_RED, stage->now_us);
    room_leave(&stage->room, SIDE_RED, "LOST_CONNECTION", stage->now_us);
    if (season_at(stage->room.wire->season)->has_dummies) {
        room_seat(&stage->room, SIDE_BLUE, stage->now_us);
        wait_us(stage, 10000 * MS);
        room_tick(&stage->room, stage->now_us);
        expect_lost(stage, SIDE_RED, CAUSE_HARD_TIMEOUT);
    } else {
        expect_void(stage, CAUSE_LEFT);
    }
    stage_destroy(stage);
}

/* Everything that can come after an end changes nothing. */
static void test_after_the_end(void **state)
{
    struct stage *stage = stage_started(*state);
    struct err why = {.code = "bad_move"};
    struct room *before = memory_get(1, sizeof *before);
    char words[GAME_WORDS_MAX];

    choose(stage, NULL, words);
    room_leave(&stage->room, SIDE_BLUE, "", stage->now_us);
    memcpy(before, &stage->room, sizeof *before);
    wait_us(stage, 60000 * MS);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        answer(stage, side, words);
        room_foul(&stage->room, side, &why, stage->now_us);
        room_leave(&stage->room, side, "", stage->now_us);
    }
    room_pause(&stage->room, true, stage->now_us);
    room_pause(&stage->room, false, stage->now_us);
    room_step(&stage->room, false, stage->now_us);
    room_step(&stage->room, true, stage->now_us);
    room_restart_clock(&stage->room, stage->now_us);
    room_tick(&stage->room, stage->now_us);
    room_cancel(&stage->room, stage->now_us);
    room_abandon(&stage->room, stage->now_us);
    assert_memory_equal(before, &stage->room, sizeof *before);
    assert_int_equal(stage->ends, 1);
    free(before);
    stage_destroy(stage);
}

/* ---- administration ---- */

static void test_calling_off(void **state)
{
    for (int phase = 0; phase < 3; phase++) {
        for (int is_cancel = 0; is_cancel < 2; is_cancel++) {
            struct stage *stage = stage_create(*state);
            if (phase > 0)
                sit(stage);
            if (phase > 1)
                room_pause(&stage->room, true, stage->now_us);
            if (is_cancel)
                room_cancel(&stage->room, stage->now_us);
            else
                room_abandon(&stage->room, stage->now_us);
            expect_void(stage, is_cancel ? CAUSE_REGULAR : CAUSE_UNKNOWN);
            stage_destroy(stage);
        }
    }
}

static void test_paused_from_the_start(void **state)
{
    struct stage *stage = stage_create(*state);

    stage->room.is_paused = true;
    sit(stage);
    assert_null(strstr(stage->text, "asked"));
    wait_us(stage, 60000 * MS);
    room_tick(&stage->room, stage->now_us);
    assert_int_equal(stage->ends, 0);
    forget(stage);
    room_step(&stage->room, false, stage->now_us);
    assert_non_null(strstr(stage->text, "asked:red"));
    forget(stage);
    room_step(&stage->room, false, stage->now_us + 5);
    room_step(&stage->room, true, stage->now_us + 5);
    room_pause(&stage->room, true, stage->now_us + 5);
    expect_log(stage, "");
    assert_true(stage->room.asked_us == stage->now_us);
    play_well(stage, NULL);
    assert_false(stage->room.is_asked);
    assert_null(strstr(stage->text, "asked"));
    stage_destroy(stage);
}

/* A pause does not take back the request that is open; it only holds the next one. */
static void test_pause_with_an_open_request(void **state)
{
    struct stage *stage = stage_started(*state);
    int64_t asked_us = stage->room.asked_us;
    bool is_told = season_at(stage->room.wire->season)->has_paused_flag;

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        stage->room.seats[side].can_be_paused = true;
    wait_us(stage, 1000 * MS);
    room_pause(&stage->room, true, stage->now_us);
    room_pause(&stage->room, false, stage->now_us);
    expect_log(stage, is_told ? "paused paused" : "");
    assert_true(stage->room.asked_us == asked_us);
    room_pause(&stage->room, true, stage->now_us);
    play_well(stage, NULL);
    assert_int_equal(stage->room.phase, ROOM_RUNNING);
    assert_false(stage->room.is_asked);
    wait_us(stage, 60000 * MS);
    room_tick(&stage->room, stage->now_us);
    forget(stage);
    room_pause(&stage->room, false, stage->now_us);
    assert_non_null(strstr(stage->text, "asked"));
    assert_true(stage->room.asked_us == stage->now_us);
    stage_destroy(stage);
}

static void test_move_into_a_pause(void **state)
{
    struct stage *stage = stage_create(*state);
    char words[GAME_WORDS_MAX];

    stage->room.is_paused = true;
    sit(stage);
    choose(stage, NULL, words);
    answer(stage, SIDE_RED, words);
    expect_lost(stage, SIDE_RED, CAUSE_RULE_VIOLATION);
    stage_destroy(stage);
}

/* Where a pause holds back the requests of some seats only, the others play on. */
static void test_pause_by_seat(void **state)
{
    struct stage *stage = stage_create(*state);

    stage->room.is_paused = true;
    stage->room.seats[SIDE_RED].can_be_paused = false;
    room_seat(&stage->room, SIDE_RED, stage->now_us);
    room_seat(&stage->room, SIDE_BLUE, stage->now_us);
    assert_true(stage->room.is_asked);
    while (stage->room.pos.side == SIDE_RED)
        play_well(stage, NULL);
    assert_false(stage->room.is_asked);
    room_step(&stage->room, false, stage->now_us);
    assert_true(stage->room.is_asked);
    stage_destroy(stage);
}

/* Who is missing loses: at once, or by the hard limit where the season has dummies. */
static void expect_missing_lost(struct stage *stage, enum side missing)
{
    bool has_dummies = season_at(stage->room.wire->season)->has_dummies;

    while (has_dummies && stage->room.phase == ROOM_RUNNING && stage->room.pos.side != missing)
        play_well(stage, NULL);
    if (has_dummies) {
        wait_us(stage, 10000 * MS);
        room_tick(&stage->room, stage->now_us);
    }
    expect_lost(stage, missing, has_dummies ? CAUSE_HARD_TIMEOUT : CAUSE_LEFT);
}

static void test_forced_step(void **state)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        struct stage *stage = stage_create(*state);
        room_step(&stage->room, false, stage->now_us);
        expect_log(stage, "");
        room_seat(&stage->room, side, stage->now_us);
        room_step(&stage->room, true, stage->now_us);
        expect_missing_lost(stage, game_other(side));
        stage_destroy(stage);
    }
}

/* Without a time limit nobody waits for a dummy. */
/* One seat may have limits of its own. */
static void test_limits_of_a_seat(void **state)
{
    struct stage *stage = stage_started(*state);

    stage->room.seats[SIDE_RED].has_own_limits = true;
    stage->room.seats[SIDE_RED].limits = (struct room_limits){.soft_ms = 100, .hard_ms = 300};
    wait_us(stage, 299 * MS);
    room_tick(&stage->room, stage->now_us);
    assert_int_equal(stage->room.phase, ROOM_RUNNING);
    wait_us(stage, 1 * MS);
    room_tick(&stage->room, stage->now_us);
    expect_lost(stage, SIDE_RED, CAUSE_HARD_TIMEOUT);
    stage_destroy(stage);
}

static void test_forced_step_without_limits(void **state)
{
    struct stage *stage = stage_create(*state);

    stage->room.limits = (struct room_limits){0};
    room_step(&stage->room, true, stage->now_us);
    expect_void(stage, CAUSE_LEFT);
    stage_destroy(stage);
}

/* An administrator with shaking hands: whatever he presses, there is at most one open request, and
 * its clock runs from when it was asked.  The game still comes to its regular end. */
static void press(struct stage *stage, struct rng *rng)
{
    struct room *room = &stage->room;
    bool was_asked = room->is_asked;
    int64_t asked_us = room->asked_us;
    int plies = room->record.ply_count;

    forget(stage);
    switch (rng_below(rng, 4)) {
    case 0:
        room_pause(room, true, stage->now_us);
        break;
    case 1:
        room_pause(room, false, stage->now_us);
        break;
    case 2:
        room_step(room, false, stage->now_us);
        break;
    case 3:
        room_step(room, true, stage->now_us);
        break;
    }
    assert_int_equal(room->record.ply_count, plies);
    assert_int_equal(strstr(stage->text, "asked") != NULL, room->is_asked && !was_asked);
    if (was_asked)
        assert_true(room->is_asked && room->asked_us == asked_us);
    if (!room->is_paused)
        assert_true(room->is_asked);
}

static void test_pauses_in_every_order(void **state)
{
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct rng rng = rng_make(seed);
        struct stage *stage = stage_create(*state);
        stage->room.is_paused = seed % 2;
        sit(stage);
        while (stage->room.phase == ROOM_RUNNING) {
            wait_us(stage, 10 * MS);
            press(stage, &rng);
            if (stage->room.is_asked && rng_below(&rng, 3) == 0)
                play_well(stage, &rng);
        }
        assert_int_equal(stage->room.outcome.cause[SIDE_RED], CAUSE_REGULAR);
        assert_int_equal(stage->room.outcome.cause[SIDE_BLUE], CAUSE_REGULAR);
        stage_destroy(stage);
    }
}

/* ---- turns that do not alternate ---- */

/* Plays until one side has moved twice running.  False: it never happened in this game. */
static bool find_second_turn(struct stage *stage, uint64_t seed)
{
    struct rng rng = rng_make(seed);

    while (stage->room.phase == ROOM_RUNNING) {
        enum side side = stage->room.pos.side;
        forget(stage);
        wait_us(stage, 100 * MS);
        play_well(stage, &rng);
        if (stage->room.pos.side == side)
            return true;
    }
    return false;
}

static void test_second_turn(void **state)
{
    const struct game_rules *rules = *state;
    bool may_repeat =
        strcmp(rules->name, "mississippi") == 0 || strcmp(rules->name, "penguins") == 0;
    int found = 0;

    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct stage *stage = stage_started(rules);
        if (find_second_turn(stage, seed)) {
            enum side side = stage->room.pos.side;
            found++;
            assert_non_null(strstr(stage->text, side == SIDE_RED
                                                    ? "moved:red state:all asked:red"
                                                    : "moved:blue state:all asked:blue"));
            assert_true(stage->room.asked_us == stage->now_us);
            room_leave(&stage->room, side, "", stage->now_us);
            expect_lost(stage, side, CAUSE_LEFT);
        }
        stage_destroy(stage);
    }
    assert_int_equal(found > 0, may_repeat);
}

/* ---- the record ---- */

/* Talkative players lose their hints, never their moves. */
static void test_hints_leave_room_for_moves(void **state)
{
    struct stage *stage = stage_started(*state);
    struct rng rng = rng_make(5);
    char hint[GAME_WORDS_MAX], words[GAME_WORDS_MAX];
    int plies = 0;

    memset(hint, 'h', sizeof hint);
    for (; stage->room.phase == ROOM_RUNNING; plies++) {
        choose(stage, &rng, words);
        size_t left = RECORD_WORDS_SIZE - stage->room.record.words_len - strlen(words);
        size_t len = left < sizeof hint - 1 ? left : sizeof hint - 1; /* up to the brim */
        room_move(&stage->room, stage->room.pos.side, slice_of(words), slice_make(hint, len),
                  stage->now_us);
        assert_int_equal(stage->room.record.ply_count, plies + 1);
        assert_true(slice_is(room_state(&stage->room).words, words));
    }
    stage_destroy(stage);
}

int main(void)
{
    static const struct {
        const char *name;
        CMUnitTestFunction test;
    } tests[] = {
        {"order of events", test_order_of_events},
        {"seats", test_seats},
        {"whole games", test_whole_games},
        {"over at the start", test_over_at_the_start},
        {"soft limit", test_soft_limit},
        {"hard limit", test_hard_limit},
        {"hard limit before the tick", test_hard_limit_before_the_tick},
        {"no limits", test_nobody_is_late_without_limits},
        {"can_timeout is personal", test_can_timeout_is_personal},
        {"restarted clock", test_restarted_clock},
        {"late foul", test_late_foul},
        {"out of turn", test_out_of_turn},
        {"duplicate answer", test_duplicate_answer},
        {"nonsense", test_nonsense},
        {"foul", test_foul},
        {"moves before the start", test_moves_before_the_start},
        {"leaving", test_leaving},
        {"leaving a prepared game", test_leaving_a_prepared_game},
        {"after the end", test_after_the_end},
        {"calling off", test_calling_off},
        {"paused from the start", test_paused_from_the_start},
        {"pause with an open request", test_pause_with_an_open_request},
        {"move into a pause", test_move_into_a_pause},
        {"limits of a seat", test_limits_of_a_seat},
        {"pause by seat", test_pause_by_seat},
        {"forced step", test_forced_step},
        {"forced step without limits", test_forced_step_without_limits},
        {"pauses in every order", test_pauses_in_every_order},
        {"second turn", test_second_turn},
        {"hints and moves", test_hints_leave_room_for_moves},
    };
    int failed = 0;

    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        failed += run_for_every_game(tests[i].name, tests[i].test);
    return failed;
}
