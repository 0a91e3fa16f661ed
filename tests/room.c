/* The room in virtual time: players answer, wait, leave or cheat, for every game. */

#include "stage.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- seats and order of events ---- */

static void test_order_of_events(void **state)
{
    struct stage *stage = stage_create(*state);

    assert_int_equal(room_free_seat(&stage->room), SIDE_RED);
    stage_do(stage, (struct room_action){.kind = ROOM_SIT, .side = SIDE_RED});
    stage_expect_log(stage, "seated:red");
    assert_int_equal(room_free_seat(&stage->room), SIDE_BLUE);
    assert_true(room_deadline_us(&stage->room) == INT64_MAX);
    stage_do(stage, (struct room_action){.kind = ROOM_SIT, .side = SIDE_BLUE});
    assert_int_equal(room_free_seat(&stage->room), SIDE_NONE);
    stage_expect_log(stage, "seated:blue started state:all asked:red");
    stage_wait_us(stage, 5 * MS);
    stage_play_well(stage, NULL);
    assert_int_equal(stage->room.record.plies[0].time_ms, 5);
    stage_expect_log(stage, stage->room.pos.side == SIDE_RED ? "moved:red state:all asked:red"
                                                             : "moved:red state:all asked:blue");
    stage_destroy(stage);
}

static void test_seats(void **state)
{
    struct stage *stage = stage_create(*state);

    strcpy(stage->room.seats[SIDE_RED].code, "reserved");
    assert_int_equal(room_free_seat(&stage->room), SIDE_BLUE);
    stage_do(stage, (struct room_action){.kind = ROOM_SIT, .side = SIDE_BLUE});
    assert_int_equal(room_free_seat(&stage->room), SIDE_NONE);
    stage_do(stage, (struct room_action){.kind = ROOM_LEAVE, .side = SIDE_BLUE, .how = ""});
    assert_int_equal(room_free_seat(&stage->room), SIDE_BLUE);
    stage_do(stage, (struct room_action){.kind = ROOM_SIT, .side = SIDE_BLUE});
    stage_do(stage, (struct room_action){.kind = ROOM_SIT, .side = SIDE_RED});
    stage_expect_log(stage,
                     "seated:blue left:blue seated:blue seated:red started state:all asked:red");
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
            stage_wait_us(stage, 2000 * MS); /* exactly at the limit is in time */
            room_tick(&stage->room, stage->now_us);
            stage_play_well(stage, &rng);
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

/* A position that is over already: shown and ended, no player is asked. */
static void test_over_at_the_start(void **state)
{
    struct stage *first = stage_started(*state);
    struct rng rng = rng_make(3);

    while (first->room.phase == ROOM_RUNNING)
        stage_play_well(first, &rng);
    for (int is_paused = 0; is_paused < 2; is_paused++) {
        struct stage *stage = stage_at(*state, &first->room.pos);
        stage->room.settings.is_paused = is_paused;
        stage_sit(stage);
        stage_expect_log(stage, "seated:red seated:blue started state:all ended");
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

    stage_wait_us(stage, 2000 * MS);
    stage_play_well(stage, NULL);
    assert_int_equal(stage->room.phase, ROOM_RUNNING);
    enum side late = stage->room.pos.side;
    stage_wait_us(stage, 2000 * MS + 1);
    stage_play_well(stage, NULL);
    stage_expect_lost(stage, late, CAUSE_SOFT_TIMEOUT);
    assert_non_null(strstr(stage->room.outcome.reason[late], " 2 Sekunden"));
    assert_string_equal(stage->room.outcome.fault[late].code, "player_late");
    assert_string_equal(stage->room.outcome.fault[late].details, "2");
    assert_int_equal(stage->room.record.ply_count, 1);
    stage_destroy(stage);
}

/* What waited for us is not the player's time, and is told where it was long. */
static void test_our_own_lag_is_taken_off(void **state)
{
    struct stage *stage = stage_started(*state);

    stage_wait_us(stage, 2030 * MS);
    stage->lag_us = 30 * MS;
    stage_play_well(stage, NULL);
    assert_int_equal(stage->room.phase, ROOM_RUNNING);
    assert_int_equal(stage->room.record.plies[0].time_ms, 2000);
    assert_int_equal(stage->room.record.plies[0].lag_ms, 30);
    stage_wait_us(stage, 100 * MS);
    stage->lag_us = 20 * MS;
    stage_play_well(stage, NULL);
    assert_int_equal(stage->room.record.plies[1].time_ms, 80);
    assert_int_equal(stage->room.record.plies[1].lag_ms, 0);
    stage_wait_us(stage, 5 * MS);
    stage->lag_us = 900 * MS; /* it was not even asked then */
    stage_play_well(stage, NULL);
    assert_int_equal(stage->room.record.plies[2].time_ms, 0);
    enum side late = stage->room.pos.side;
    stage_wait_us(stage, 2030 * MS);
    stage_play_well(stage, NULL); /* the lag was that of one move */
    stage_expect_lost(stage, late, CAUSE_SOFT_TIMEOUT);
    stage_destroy(stage);
}

/* Time in which the server was stopped has not passed here; it is told with the lag. */
static void test_gaps_are_told_as_lag(void **state)
{
    struct stage *stage = stage_started(*state);

    stage_wait_us(stage, 1990 * MS);
    stage->lag_us = 30 * MS;
    stage->gaps_us = 5000 * MS;
    stage_play_well(stage, NULL);
    assert_int_equal(stage->room.record.plies[0].time_ms, 1960);
    assert_int_equal(stage->room.record.plies[0].lag_ms, 5030);
    stage_wait_us(stage, 10 * MS);
    stage->gaps_us = INT64_C(30) * 24 * 3600 * 1000 * MS; /* more than a record can hold */
    stage_play_well(stage, NULL);
    assert_int_equal(stage->room.record.plies[1].time_ms, 10);
    assert_int_equal(stage->room.record.plies[1].lag_ms, INT32_MAX);
    enum side late = stage->room.pos.side;
    stage_wait_us(stage, 2001 * MS);
    stage->gaps_us = 5000 * MS;
    stage_play_well(stage, NULL); /* its own time was too long, whatever was left out */
    stage_expect_lost(stage, late, CAUSE_SOFT_TIMEOUT);
    stage_destroy(stage);
}

static void test_builtin_players_have_limits(void **state)
{
    static const int64_t waits_ms[] = {2001, 10000};
    static const enum cause causes[] = {CAUSE_SOFT_TIMEOUT, CAUSE_HARD_TIMEOUT};

    for (int i = 0; i < 2; i++) {
        struct stage *stage = stage_create(*state);
        for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
            stage->room.seats[side].kind = SEAT_BUILTIN;
        stage_sit(stage);
        assert_int_equal(room_limit_ms(&stage->room, SIDE_RED), 2000);
        stage_wait_us(stage, waits_ms[i] * MS);
        room_tick(&stage->room, stage->now_us);
        if (stage->room.phase == ROOM_RUNNING)
            stage_play_well(stage, NULL);
        stage_expect_lost(stage, SIDE_RED, causes[i]);
        stage_destroy(stage);
    }
}

static void test_hard_limit(void **state)
{
    struct stage *stage = stage_started(*state);

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        stage->room.settings.seats[side].limits.hard_ms = 2500;
    assert_true(room_deadline_us(&stage->room) == stage->now_us + 2500 * MS);
    stage_wait_us(stage, 2500 * MS - 1);
    room_tick(&stage->room, stage->now_us);
    assert_int_equal(stage->ends, 0);
    stage_wait_us(stage, 1);
    room_tick(&stage->room, stage->now_us);
    stage_expect_lost(stage, SIDE_RED, CAUSE_HARD_TIMEOUT);
    assert_non_null(strstr(stage->room.outcome.reason[SIDE_RED], " 2.5 Sekunden"));
    assert_true(room_deadline_us(&stage->room) == INT64_MAX);
    stage_destroy(stage);
}

/* The time was over before the clock was looked at: a late answer does not change that. */
static void test_hard_limit_before_the_tick(void **state)
{
    for (int is_foul = 0; is_foul < 2; is_foul++) {
        struct stage *stage = stage_started(*state);
        struct err why = {.code = "bad_move"};
        for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
            stage->room.settings.seats[side].limits.soft_ms = 0;
        stage_wait_us(stage, 10000 * MS);
        if (is_foul)
            stage_do(stage,
                     (struct room_action){.kind = ROOM_FOUL, .side = SIDE_RED, .fault = &why});
        else
            stage_play_well(stage, NULL);
        stage_expect_lost(stage, SIDE_RED, CAUSE_HARD_TIMEOUT);
        stage_destroy(stage);
    }
}

static void test_nobody_is_late_without_limits(void **state)
{
    for (int is_off = 0; is_off < 2; is_off++) {
        struct stage *stage = stage_started(*state);
        if (is_off)
            for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
                stage->room.settings.seats[side].limits = (struct room_limits){0};
        else
            stage->room.settings.seats[SIDE_RED].can_timeout = false;
        stage_wait_us(stage, INT64_C(3600000) * MS);
        assert_true(room_deadline_us(&stage->room) == INT64_MAX);
        room_tick(&stage->room, stage->now_us);
        stage_play_well(stage, NULL);
        assert_int_equal(stage->room.phase, ROOM_RUNNING);
        assert_int_equal(stage->room.record.ply_count, 1);
        stage_destroy(stage);
    }
}

/* Only the seat without can_timeout is excused. */
static void test_can_timeout_is_personal(void **state)
{
    struct stage *stage = stage_started(*state);

    stage->room.settings.seats[SIDE_RED].can_timeout = false;
    while (stage->room.pos.side == SIDE_RED)
        stage_play_well(stage, NULL);
    stage_wait_us(stage, 10000 * MS);
    room_tick(&stage->room, stage->now_us);
    stage_expect_lost(stage, SIDE_BLUE, CAUSE_HARD_TIMEOUT);
    stage_destroy(stage);
}

/* The clock counts from when the request went out. */
static void test_restarted_clock(void **state)
{
    struct stage *stage = stage_started(*state);

    stage_wait_us(stage, 1500 * MS);
    room_restart_clock(&stage->room, stage->now_us);
    stage_wait_us(stage, 2000 * MS);
    stage_play_well(stage, NULL);
    assert_int_equal(stage->room.phase, ROOM_RUNNING);
    assert_int_equal(stage->room.record.plies[0].time_ms, 2000);
    stage_destroy(stage);
}

/* A foul that comes too late is too late. */
static void test_late_foul(void **state)
{
    struct stage *stage = stage_started(*state);
    struct err why = {.code = "bad_move"};

    stage_wait_us(stage, 2000 * MS + 1);
    stage_do(stage, (struct room_action){.kind = ROOM_FOUL, .side = SIDE_RED, .fault = &why});
    stage_expect_lost(stage, SIDE_RED, CAUSE_SOFT_TIMEOUT);
    stage_destroy(stage);
}

/* ---- cheating and leaving ---- */

static void test_out_of_turn(void **state)
{
    struct stage *stage = stage_started(*state);
    char words[GAME_WORDS_MAX];

    stage_choose(stage, NULL, words);
    stage_answer(stage, SIDE_BLUE, words);
    stage_expect_lost(stage, SIDE_BLUE, CAUSE_RULE_VIOLATION);
    stage_expect_log(stage, "unasked:blue ended");
    stage_destroy(stage);
}

static void test_duplicate_answer(void **state)
{
    struct stage *stage = stage_started(*state);
    char words[GAME_WORDS_MAX];

    while (stage->room.pos.side == SIDE_RED) {
        stage_choose(stage, NULL, words);
        stage_answer(stage, SIDE_RED, words);
    }
    stage_answer(stage, SIDE_RED, words);
    stage_expect_lost(stage, SIDE_RED, CAUSE_RULE_VIOLATION);
    stage_destroy(stage);
}

static void test_nonsense(void **state)
{
    static const char *const nonsense[] = {"", "x", "a4>NOWHERE", "\xff\xff", ";;;;", "step:99999"};

    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
        struct stage *stage = stage_started(*state);
        stage_answer(stage, SIDE_RED, nonsense[i]);
        stage_expect_lost(stage, SIDE_RED, CAUSE_RULE_VIOLATION);
        stage_expect_log(stage, "refused:red ended");
        stage_destroy(stage);
    }
}

static void test_foul(void **state)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        struct stage *stage = stage_started(*state);
        struct err why = {.code = "bad_move", .details = "x=99"};
        stage_do(stage, (struct room_action){.kind = ROOM_FOUL, .side = side, .fault = &why});
        stage_expect_lost(stage, side, CAUSE_RULE_VIOLATION);
        stage_destroy(stage);
    }
}

static void test_moves_before_the_start(void **state)
{
    struct stage *stage = stage_create(*state);
    struct err why = {.code = "bad_move"};
    char words[GAME_WORDS_MAX];

    stage_do(stage, (struct room_action){.kind = ROOM_SIT, .side = SIDE_RED});
    stage_forget(stage);
    stage_choose(stage, NULL, words);
    stage_answer(stage, SIDE_RED, words);
    stage_do(stage, (struct room_action){.kind = ROOM_FOUL, .side = SIDE_RED, .fault = &why});
    room_restart_clock(&stage->room, stage->now_us);
    stage_wait_us(stage, 20000 * MS);
    room_tick(&stage->room, stage->now_us);
    stage_expect_log(stage, "");
    stage_do(stage, (struct room_action){.kind = ROOM_SIT, .side = SIDE_BLUE});
    stage_expect_log(stage, "seated:blue started state:all asked:red");
    stage_destroy(stage);
}

static void test_leaving(void **state)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        struct stage *stage = stage_started(*state);
        stage_do(stage,
                 (struct room_action){.kind = ROOM_LEAVE, .side = side, .how = "LOST_CONNECTION"});
        stage_expect_lost(stage, side, CAUSE_LEFT);
        bool tells_how = season_at(stage->room.wire->season)->tells_how_left;
        assert_true(tells_how ==
                    (strstr(stage->room.outcome.reason[side], "LOST_CONNECTION") != NULL));
        assert_non_null(strstr(stage->room.outcome.reason[side], "verlassen"));
        stage_destroy(stage);

        stage = stage_started(*state);
        stage_play_well(stage, NULL);
        stage_do(stage, (struct room_action){.kind = ROOM_PAUSE});
        stage_do(stage, (struct room_action){.kind = ROOM_LEAVE, .side = side, .how = ""});
        stage_expect_lost(stage, side, CAUSE_LEFT);
        stage_destroy(stage);

        stage = stage_create(*state);
        stage_do(stage, (struct room_action){.kind = ROOM_SIT, .side = side});
        stage_do(stage,
                 (struct room_action){.kind = ROOM_LEAVE, .side = side, .how = "LOST_CONNECTION"});
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
    stage_do(stage, (struct room_action){.kind = ROOM_SIT, .side = SIDE_RED});
    stage_do(stage,
             (struct room_action){.kind = ROOM_LEAVE, .side = SIDE_RED, .how = "LOST_CONNECTION"});
    if (season_at(stage->room.wire->season)->has_dummies) {
        stage_do(stage, (struct room_action){.kind = ROOM_SIT, .side = SIDE_BLUE});
        stage_wait_us(stage, 10000 * MS);
        room_tick(&stage->room, stage->now_us);
        stage_expect_lost(stage, SIDE_RED, CAUSE_HARD_TIMEOUT);
    } else {
        stage_expect_void(stage, CAUSE_LEFT);
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

    stage_choose(stage, NULL, words);
    stage_do(stage, (struct room_action){.kind = ROOM_LEAVE, .side = SIDE_BLUE, .how = ""});
    memcpy(before, &stage->room, sizeof *before);
    stage_wait_us(stage, 60000 * MS);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        stage_answer(stage, side, words);
        stage_do(stage, (struct room_action){.kind = ROOM_FOUL, .side = side, .fault = &why});
        stage_do(stage, (struct room_action){.kind = ROOM_LEAVE, .side = side, .how = ""});
    }
    stage_do(stage, (struct room_action){.kind = ROOM_PAUSE});
    stage_do(stage, (struct room_action){.kind = ROOM_GO_ON});
    stage_do(stage, (struct room_action){.kind = ROOM_STEP});
    stage_do(stage, (struct room_action){.kind = ROOM_STEP_FORCED});
    room_restart_clock(&stage->room, stage->now_us);
    room_tick(&stage->room, stage->now_us);
    stage_do(stage, (struct room_action){.kind = ROOM_CALL_OFF, .cause = CAUSE_REGULAR});
    stage_do(stage, (struct room_action){.kind = ROOM_CALL_OFF, .cause = CAUSE_UNKNOWN});
    assert_memory_equal(before, &stage->room, sizeof *before);
    assert_int_equal(stage->ends, 1);
    free(before);
    stage_destroy(stage);
}

/* ---- turns that do not alternate ---- */

/* Plays until one side has moved twice running.  False: it never happened in this game. */
static bool find_second_turn(struct stage *stage, uint64_t seed)
{
    struct rng rng = rng_make(seed);

    while (stage->room.phase == ROOM_RUNNING) {
        enum side side = stage->room.pos.side;
        stage_forget(stage);
        stage_wait_us(stage, 100 * MS);
        stage_play_well(stage, &rng);
        if (stage->room.pos.side == side)
            return true;
    }
    return false;
}

static void test_second_turn(void **state)
{
    const struct game_rules *rules = *state;
    bool may_repeat =
        strcmp(game_family(rules), "mississippi") == 0 || strcmp(rules->name, "penguins") == 0;
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
            stage_do(stage, (struct room_action){.kind = ROOM_LEAVE, .side = side, .how = ""});
            stage_expect_lost(stage, side, CAUSE_LEFT);
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
        stage_choose(stage, &rng, words);
        size_t left = RECORD_WORDS_SIZE - stage->room.record.words_len - strlen(words);
        size_t len = left < sizeof hint - 1 ? left : sizeof hint - 1; /* up to the brim */
        stage_do(stage, (struct room_action){.kind = ROOM_MOVE,
                                             .side = stage->room.pos.side,
                                             .words = slice_of(words),
                                             .hint = slice_make(hint, len)});
        assert_int_equal(stage->room.record.ply_count, plies + 1);
        assert_true(slice_is(room_state(&stage->room).words, words));
    }
    stage_destroy(stage);
}

int main(void)
{
    static const struct game_test tests[] = {
        {"order of events", test_order_of_events},
        {"seats", test_seats},
        {"whole games", test_whole_games},
        {"over at the start", test_over_at_the_start},
        {"soft limit", test_soft_limit},
        {"our own lag", test_our_own_lag_is_taken_off},
        {"gaps are told as lag", test_gaps_are_told_as_lag},
        {"built-in players have limits", test_builtin_players_have_limits},
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
        {"second turn", test_second_turn},
        {"hints and moves", test_hints_leave_room_for_moves},
    };

    return run_all_for_every_game(tests, sizeof tests / sizeof *tests);
}
