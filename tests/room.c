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

/* ---- people ---- */

static const char *refusal(struct stage *stage, struct room_action action)
{
    static struct err why;

    why.code[0] = '\0';
    assert_false(room_do(&stage->room, &action, stage->now_us, &why));
    return why.code;
}

static void seat_people(struct stage *stage)
{
    stage->room.seats[SIDE_RED].kind = stage->room.seats[SIDE_BLUE].kind = SEAT_PERSON;
}

static bool say(struct stage *stage, enum room_action_kind kind, enum side side)
{
    return room_do(&stage->room, &(struct room_action){.kind = kind, .side = side}, stage->now_us,
                   NULL);
}

static const char *refused(struct stage *stage, enum room_action_kind kind, enum side side)
{
    return refusal(stage, (struct room_action){.kind = kind, .side = side});
}

/* A person's move is taken back only if the other person agrees. */
static void test_taking_back_by_consent(void **state)
{
    struct stage *stage = stage_started(*state);

    if (stage->room.rules->hide) {
        stage_destroy(stage);
        return; /* the first move may reveal something */
    }
    seat_people(stage);
    assert_string_equal(refused(stage, ROOM_TAKE_BACK, SIDE_RED), "no_past");
    stage_play_well(stage, NULL);
    enum side asked = stage->room.pos.side;
    stage_forget(stage);
    assert_true(say(stage, ROOM_TAKE_BACK, SIDE_RED));
    assert_true(say(stage, ROOM_TAKE_BACK, SIDE_RED)); /* once more says nothing new */
    stage_expect_log(stage, "offer");
    assert_int_equal(stage->room.record.ply_count, 1);
    assert_string_equal(refused(stage, ROOM_ACCEPT, SIDE_RED), "no_offer");
    assert_true(say(stage, ROOM_DECLINE, SIDE_BLUE));
    assert_string_equal(refused(stage, ROOM_TAKE_BACK, SIDE_RED), "offer_again");
    assert_true(say(stage, ROOM_OFFER_DRAW, SIDE_RED)); /* something else */
    assert_true(say(stage, ROOM_DECLINE, SIDE_BLUE));
    assert_string_equal(refused(stage, ROOM_OFFER_DRAW, SIDE_RED), "offer_again");
    assert_string_equal(refused(stage, ROOM_DECLINE, SIDE_BLUE), "no_offer");
    stage_play_well(stage, NULL);
    assert_true(say(stage, ROOM_TAKE_BACK, asked));
    stage_play_well(stage, NULL); /* a move ends the question */
    assert_int_equal(stage->room.settings.offer.kind, OFFER_NONE);
    assert_true(say(stage, ROOM_TAKE_BACK, asked));
    stage_forget(stage);
    assert_true(say(stage, ROOM_ACCEPT, game_other(asked)));
    stage_expect_log(stage, asked == SIDE_BLUE ? "taken state:all asked:blue"
                                               : "taken state:all asked:red");
    assert_int_equal(stage->room.settings.offer.kind, OFFER_NONE);
    assert_true(say(stage, ROOM_TAKE_BACK, SIDE_NONE)); /* both sit here: at once */
    assert_int_equal(stage->room.record.ply_count, 0);
    stage_destroy(stage);
}

static void test_draw_by_agreement(void **state)
{
    struct stage *stage = stage_started(*state);
    struct game_result standing = {0};

    assert_string_equal(refused(stage, ROOM_OFFER_DRAW, SIDE_RED), "offer_no_person");
    seat_people(stage);
    assert_true(say(stage, ROOM_OFFER_DRAW, SIDE_RED));
    assert_string_equal(refused(stage, ROOM_ACCEPT, SIDE_RED), "no_offer");
    assert_true(say(stage, ROOM_DECLINE, SIDE_RED));    /* thought better of it … */
    assert_true(say(stage, ROOM_OFFER_DRAW, SIDE_RED)); /* … and of that */
    stage_play_well(stage, NULL);                       /* the offer goes with one's own move, */
    assert_int_equal(stage->room.settings.offer.kind, OFFER_DRAW);
    while (stage->room.pos.side == SIDE_RED)
        stage_play_well(stage, NULL);
    assert_string_equal(refused(stage, ROOM_TAKE_BACK, SIDE_BLUE), "no_past");
    stage_play_well(stage, NULL); /* and not with that of the other */
    assert_int_equal(stage->room.settings.offer.kind, OFFER_NONE);
    assert_true(say(stage, ROOM_PAUSE, SIDE_NONE));
    assert_true(say(stage, ROOM_OFFER_DRAW, SIDE_BLUE));
    stage->room.rules->result(&stage->room.pos, &standing);
    stage_forget(stage);
    assert_true(say(stage, ROOM_OFFER_DRAW, SIDE_RED)); /* both want it */
    stage_expect_log(stage, "ended");
    const struct outcome *outcome = &stage->room.outcome;
    assert_int_equal(outcome->result.winner, SIDE_NONE);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        assert_int_equal(outcome->cause[side], CAUSE_AGREED);
        assert_int_equal(outcome->result.score[side][0], DRAW_POINTS);
        for (int i = 1; i < stage->room.rules->score_count; i++)
            assert_int_equal(outcome->result.score[side][i], standing.score[side][i]);
        assert_string_equal(outcome->fault[side].code, "agreed");
    }
    assert_int_equal(stage->room.settings.offer.kind, OFFER_NONE);
    assert_string_equal(refused(stage, ROOM_OFFER_DRAW, SIDE_RED), "over");
    assert_string_equal(refused(stage, ROOM_ACCEPT, SIDE_BLUE), "over");
    stage_destroy(stage);
}

/* Before the start and after a restart. */
static void test_offers_of_every_phase(void **state)
{
    struct stage *stage = stage_create(*state), *later;
    char text[ROOM_SETTINGS_TEXT_SIZE];
    struct buf buf;

    seat_people(stage);
    assert_string_equal(refused(stage, ROOM_OFFER_DRAW, SIDE_RED), "still_waiting");
    assert_string_equal(refused(stage, ROOM_DECLINE, SIDE_RED), "still_waiting");
    stage_sit(stage);
    assert_true(say(stage, ROOM_OFFER_DRAW, SIDE_RED));
    stage_play_well(stage, NULL);
    buf_init(&buf, text, sizeof text);
    room_settings_print(&stage->room.settings, &buf);
    assert_non_null(strstr(text, " offer=draw,red,0"));
    later = stage_create(*state);
    seat_people(later);
    assert_true(room_settings_parse(buf_slice(&buf), &later->room.settings));
    room_resume(&later->room, &stage->room.record, later->now_us);
    assert_true(say(later, ROOM_ACCEPT, SIDE_BLUE));
    assert_int_equal(later->room.outcome.cause[SIDE_RED], CAUSE_AGREED);
    assert_false(room_settings_parse(slice_of("offer=draw,green,1"), &later->room.settings));
    assert_false(room_settings_parse(slice_of("offer=win,red,1"), &later->room.settings));
    stage_destroy(stage);
    stage_destroy(later);
}

static void test_handing_over(void **state)
{
    struct stage *stage = stage_started(*state);
    struct room_action action = {.kind = ROOM_HAND_OVER, .side = SIDE_BLUE, .name = "Mia"};

    assert_string_equal(refusal(stage, action), "no_seat");
    seat_people(stage);
    stage_forget(stage);
    stage_do(stage, action);
    stage_expect_log(stage, "handed:blue");
    assert_string_equal(stage->room.seats[SIDE_BLUE].name, "Mia");
    assert_string_equal(stage->room.record.names[SIDE_BLUE], "Mia");
    action.name = NULL;
    stage_do(stage, action);
    assert_string_equal(stage->room.seats[SIDE_BLUE].name, "Mia");
    assert_true(say(stage, ROOM_RESIGN, SIDE_RED));
    assert_string_equal(refusal(stage, action), "over");
    stage_destroy(stage);
}

static void test_taking_back(void **state)
{
    struct stage *stage = stage_started(*state);
    struct position then = stage->room.pos;
    struct record *record = memory_get(1, sizeof *record);
    struct room_action action = {.kind = ROOM_TAKE_BACK, .side = SIDE_RED};

    *record = stage->room.record;
    assert_string_equal(refusal(stage, action), "taken_program");
    stage->room.seats[SIDE_RED].kind = SEAT_PERSON;
    stage->room.seats[SIDE_BLUE].kind = SEAT_BUILTIN;
    assert_string_equal(refusal(stage, action), "no_past");
    stage_play_well(stage, NULL);
    stage_forget(stage);
    if (stage->room.rules->hide && !room_do(&stage->room, &action, stage->now_us, NULL)) {
        assert_string_equal(refusal(stage, action), "taken_river");
        free(record);
        stage_destroy(stage);
        return;
    }
    if (!stage->room.rules->hide)
        stage_do(stage, action);
    stage_expect_log(stage, "taken state:all asked:red");
    assert_memory_equal(&stage->room.pos, &then, sizeof then);
    assert_memory_equal(&stage->room.record, record, sizeof *record);
    stage_play_well(stage, NULL);
    assert_int_equal(stage->room.record.ply_count, 1);
    free(record);
    stage_destroy(stage);
}

/* With SIDE_NONE any person's turn counts, a built-in player's does not. */
static void test_taking_back_for_any_person(void **state)
{
    struct stage *stage = stage_started(*state);
    struct room_action action = {.kind = ROOM_TAKE_BACK, .side = SIDE_NONE};

    stage->room.seats[SIDE_RED].kind = SEAT_BUILTIN;
    stage->room.seats[SIDE_BLUE].kind = SEAT_PERSON;
    while (stage->room.pos.side == SIDE_RED)
        stage_play_well(stage, NULL);
    int plies = stage->room.record.ply_count;
    assert_string_equal(refusal(stage, action), "no_past");
    stage_play_well(stage, NULL);
    if (!stage->room.rules->hide) {
        stage_do(stage, action);
        assert_int_equal(stage->room.record.ply_count, plies);
        assert_int_equal(stage->room.pos.side, SIDE_BLUE);
    }
    stage_destroy(stage);
}

/* A person's move that is not meant for this turn, or illegal, is refused and changes nothing. */
static void test_lenient_moves(void **state)
{
    struct stage *stage = stage_started(*state);
    struct room_action move = {.kind = ROOM_MOVE,
                               .side = SIDE_RED,
                               .judging = JUDGE_LENIENT,
                               .ply = 1,
                               .words = slice_of("nonsense")};

    assert_string_equal(refusal(stage, move), "stale");
    move.ply = 0;
    move.side = SIDE_BLUE;
    assert_string_equal(refusal(stage, move), "not_your_turn");
    move.side = SIDE_RED;
    assert_true(refusal(stage, move)[0] != '\0');
    stage_expect_log(stage, "");
    move.judging = JUDGE_TURN;
    stage_do(stage, move);
    stage_expect_lost(stage, SIDE_RED, CAUSE_RULE_VIOLATION);
    stage_destroy(stage);
}

/* What the journal writes of the settings is what a restarted server reads. */
static void test_settings_as_text(void **state)
{
    struct room_settings settings = {.is_paused = true, .is_logged = true, .move_pace_ms = 1500};
    struct room_settings again = {0};
    char text[ROOM_SETTINGS_TEXT_SIZE];
    struct buf buf;

    (void)state;
    settings.seats[SIDE_BLUE].can_timeout = true;
    settings.seats[SIDE_BLUE].limits = (struct room_limits){.soft_ms = 60000, .hard_ms = INT32_MAX};
    settings.seats[SIDE_RED].can_be_paused = true;
    buf_init(&buf, text, sizeof text);
    room_settings_print(&settings, &buf);
    assert_false(buf.is_full);
    assert_true(room_settings_parse(buf_slice(&buf), &again));
    assert_memory_equal(&settings, &again, sizeof settings);
    assert_true(room_settings_parse(slice_of(""), &again));
    assert_memory_equal(&settings, &again, sizeof settings);
    assert_true(room_settings_parse(slice_of("colour=7 pace=3"), &again));
    assert_int_equal(again.move_pace_ms, 3);
    assert_false(room_settings_parse(slice_of("paused=2"), &again));
    assert_false(room_settings_parse(slice_of("red=1,1,x,0"), &again));
}

static void test_resigning(void **state)
{
    struct stage *stage = stage_started(*state);

    stage_do(stage, (struct room_action){.kind = ROOM_RESIGN, .side = SIDE_BLUE});
    stage_expect_lost(stage, SIDE_BLUE, CAUSE_LEFT);
    stage_destroy(stage);
}

/* A move is shown for a while before the next one is asked for; a pause forgets that wait. */
static void test_pace(void **state)
{
    struct stage *stage = stage_started(*state);

    stage->room.settings.move_pace_ms = 300;
    stage_play_well(stage, NULL);
    assert_false(stage->room.is_asked);
    room_tick(&stage->room, stage->now_us + 299 * MS);
    assert_false(stage->room.is_asked);
    stage_wait_us(stage, 300 * MS);
    room_tick(&stage->room, stage->now_us);
    assert_true(stage->room.is_asked);
    assert_true(stage->room.asked_us == stage->now_us);
    stage_play_well(stage, NULL);
    stage_do(stage, (struct room_action){.kind = ROOM_PAUSE});
    stage_wait_us(stage, 20000 * MS);
    room_tick(&stage->room, stage->now_us);
    assert_false(stage->room.is_asked);
    stage_do(stage, (struct room_action){.kind = ROOM_GO_ON});
    assert_true(stage->room.is_asked);
    stage_destroy(stage);
}

/* In a pause a person's request is taken back, and the whole time is there again afterwards; a
 * program has read its request, and the time runs on. */
static void test_pause_stops_the_time_of_people(void **state)
{
    for (int is_person = 0; is_person < 2; is_person++) {
        struct stage *stage = stage_started(*state);
        stage->room.seats[SIDE_RED].kind = is_person ? SEAT_PERSON : SEAT_MANUAL;
        stage->room.settings.seats[SIDE_RED].limits = (struct room_limits){1000, 1000};
        stage_do(stage, (struct room_action){.kind = ROOM_PAUSE});
        stage_wait_us(stage, 5000 * MS);
        room_tick(&stage->room, stage->now_us);
        assert_int_equal(stage->room.phase, is_person ? ROOM_RUNNING : ROOM_ENDED);
        if (is_person) {
            stage_do(stage, (struct room_action){.kind = ROOM_GO_ON});
            assert_true(room_deadline_us(&stage->room) == stage->now_us + 1000 * MS);
        }
        stage_destroy(stage);
    }
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
        {"taking back", test_taking_back},
        {"taking back by consent", test_taking_back_by_consent},
        {"draw by agreement", test_draw_by_agreement},
        {"offers of every phase", test_offers_of_every_phase},
        {"handing over", test_handing_over},
        {"taking back for any person", test_taking_back_for_any_person},
        {"lenient moves", test_lenient_moves},
        {"settings as text", test_settings_as_text},
        {"resigning", test_resigning},
        {"pace", test_pace},
        {"pause stops the time of people", test_pause_stops_the_time_of_people},
    };

    return run_all_for_every_game(tests, sizeof tests / sizeof *tests);
}
