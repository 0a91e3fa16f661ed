/* The room under an administrator: paused, stepped, forced, called off, for every game. */

#include "stage.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void test_calling_off(void **state)
{
    for (int phase = 0; phase < 3; phase++) {
        for (int is_cancel = 0; is_cancel < 2; is_cancel++) {
            struct stage *stage = stage_create(*state);
            if (phase > 0)
                stage_sit(stage);
            if (phase > 1)
                stage_do(stage, (struct room_action){.kind = ROOM_PAUSE});
            if (is_cancel)
                stage_do(stage,
                         (struct room_action){.kind = ROOM_CALL_OFF, .cause = CAUSE_REGULAR});
            else
                stage_do(stage,
                         (struct room_action){.kind = ROOM_CALL_OFF, .cause = CAUSE_UNKNOWN});
            stage_expect_void(stage, is_cancel ? CAUSE_REGULAR : CAUSE_UNKNOWN);
            stage_destroy(stage);
        }
    }
}

static void test_paused_from_the_start(void **state)
{
    struct stage *stage = stage_create(*state);

    stage->room.settings.is_paused = true;
    stage_sit(stage);
    assert_null(strstr(stage->text, "asked"));
    stage_wait_us(stage, 60000 * MS);
    room_tick(&stage->room, stage->now_us);
    assert_int_equal(stage->ends, 0);
    stage_forget(stage);
    stage_do(stage, (struct room_action){.kind = ROOM_STEP});
    assert_non_null(strstr(stage->text, "asked:red"));
    stage_forget(stage);
    stage_do(stage, (struct room_action){.kind = ROOM_STEP});
    stage_do(stage, (struct room_action){.kind = ROOM_STEP_FORCED});
    stage_do(stage, (struct room_action){.kind = ROOM_PAUSE});
    stage_expect_log(stage, "");
    assert_true(stage->room.asked_us == stage->now_us);
    stage_play_well(stage, NULL);
    assert_false(stage->room.is_asked);
    assert_null(strstr(stage->text, "asked"));
    stage_destroy(stage);
}

/* A pause does not take back the request that is open; it only holds the next one. */
static void test_pause_with_an_open_request(void **state)
{
    struct stage *stage = stage_started(*state);
    int64_t asked_us = stage->room.asked_us;

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        stage->room.settings.seats[side].can_be_paused = true;
    stage_wait_us(stage, 1000 * MS);
    stage_do(stage, (struct room_action){.kind = ROOM_PAUSE});
    stage_do(stage, (struct room_action){.kind = ROOM_GO_ON});
    stage_expect_log(stage, "paused paused");
    assert_true(stage->room.asked_us == asked_us);
    stage_do(stage, (struct room_action){.kind = ROOM_PAUSE});
    stage_play_well(stage, NULL);
    assert_int_equal(stage->room.phase, ROOM_RUNNING);
    assert_false(stage->room.is_asked);
    stage_wait_us(stage, 60000 * MS);
    room_tick(&stage->room, stage->now_us);
    stage_forget(stage);
    stage_do(stage, (struct room_action){.kind = ROOM_GO_ON});
    assert_non_null(strstr(stage->text, "asked"));
    assert_true(stage->room.asked_us == stage->now_us);
    stage_destroy(stage);
}

static void test_move_into_a_pause(void **state)
{
    struct stage *stage = stage_create(*state);
    char words[GAME_WORDS_MAX];

    stage->room.settings.is_paused = true;
    stage_sit(stage);
    stage_choose(stage, NULL, words);
    stage_answer(stage, SIDE_RED, words);
    stage_expect_lost(stage, SIDE_RED, CAUSE_RULE_VIOLATION);
    stage_destroy(stage);
}

/* Where a pause holds back the requests of some seats only, the others play on. */
static void test_pause_by_seat(void **state)
{
    struct stage *stage = stage_create(*state);

    stage->room.settings.is_paused = true;
    stage->room.settings.seats[SIDE_RED].can_be_paused = false;
    stage_do(stage, (struct room_action){.kind = ROOM_SIT, .side = SIDE_RED});
    stage_do(stage, (struct room_action){.kind = ROOM_SIT, .side = SIDE_BLUE});
    assert_true(stage->room.is_asked);
    while (stage->room.pos.side == SIDE_RED)
        stage_play_well(stage, NULL);
    assert_false(stage->room.is_asked);
    stage_do(stage, (struct room_action){.kind = ROOM_STEP});
    assert_true(stage->room.is_asked);
    stage_destroy(stage);
}

/* A missing player loses: at once, or by the hard limit where the season has dummies. */
static void expect_missing_lost(struct stage *stage, enum side missing)
{
    bool has_dummies = season_at(stage->room.wire->season)->has_dummies;

    while (has_dummies && stage->room.phase == ROOM_RUNNING && stage->room.pos.side != missing)
        stage_play_well(stage, NULL);
    if (has_dummies) {
        stage_wait_us(stage, 10000 * MS);
        room_tick(&stage->room, stage->now_us);
    }
    stage_expect_lost(stage, missing, has_dummies ? CAUSE_HARD_TIMEOUT : CAUSE_LEFT);
}

static void test_forced_step(void **state)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        struct stage *stage = stage_create(*state);
        stage_do(stage, (struct room_action){.kind = ROOM_STEP});
        stage_expect_log(stage, "");
        stage_do(stage, (struct room_action){.kind = ROOM_SIT, .side = side});
        stage_do(stage, (struct room_action){.kind = ROOM_STEP_FORCED});
        expect_missing_lost(stage, game_other(side));
        stage_destroy(stage);
    }
}

/* One seat may have limits of its own. */
static void test_limits_of_a_seat(void **state)
{
    struct stage *stage = stage_started(*state);

    stage_do(stage, (struct room_action){.kind = ROOM_LIMIT,
                                         .side = SIDE_RED,
                                         .limits = {.soft_ms = 100, .hard_ms = 300}});
    stage_expect_log(stage, "changed");
    assert_int_equal(room_limit_ms(&stage->room, SIDE_RED), 100);
    assert_int_equal(room_limit_ms(&stage->room, SIDE_BLUE), 2000);
    stage_wait_us(stage, 299 * MS);
    room_tick(&stage->room, stage->now_us);
    assert_int_equal(stage->room.phase, ROOM_RUNNING);
    stage_wait_us(stage, 1 * MS);
    room_tick(&stage->room, stage->now_us);
    stage_expect_lost(stage, SIDE_RED, CAUSE_HARD_TIMEOUT);
    stage_destroy(stage);
}

static void test_forced_step_without_limits(void **state)
{
    struct stage *stage = stage_create(*state);

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        stage->room.settings.seats[side].limits = (struct room_limits){0};
    stage_do(stage, (struct room_action){.kind = ROOM_STEP_FORCED});
    stage_expect_void(stage, CAUSE_LEFT);
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

    stage_forget(stage);
    switch (rng_below(rng, 4)) {
    case 0:
        stage_do(stage, (struct room_action){.kind = ROOM_PAUSE});
        break;
    case 1:
        stage_do(stage, (struct room_action){.kind = ROOM_GO_ON});
        break;
    case 2:
        stage_do(stage, (struct room_action){.kind = ROOM_STEP});
        break;
    case 3:
        stage_do(stage, (struct room_action){.kind = ROOM_STEP_FORCED});
        break;
    }
    assert_int_equal(room->record.ply_count, plies);
    assert_int_equal(strstr(stage->text, "asked") != NULL, room->is_asked && !was_asked);
    if (was_asked)
        assert_true(room->is_asked && room->asked_us == asked_us);
    if (!room->settings.is_paused)
        assert_true(room->is_asked);
}

static void test_pauses_in_every_order(void **state)
{
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct rng rng = rng_make(seed);
        struct stage *stage = stage_create(*state);
        stage->room.settings.is_paused = seed % 2;
        stage_sit(stage);
        while (stage->room.phase == ROOM_RUNNING) {
            stage_wait_us(stage, 10 * MS);
            press(stage, &rng);
            if (stage->room.is_asked && rng_below(&rng, 3) == 0)
                stage_play_well(stage, &rng);
        }
        assert_int_equal(stage->room.outcome.cause[SIDE_RED], CAUSE_REGULAR);
        assert_int_equal(stage->room.outcome.cause[SIDE_BLUE], CAUSE_REGULAR);
        stage_destroy(stage);
    }
}

/* A full disk pauses the game for all seats; what a person has paused stays so. */
static void test_a_full_disk_pauses(void **state)
{
    struct stage *stage = stage_started(*state);

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        stage->room.settings.seats[side].can_be_paused = false;
    stage_do(stage, (struct room_action){.kind = ROOM_DISK_FULL});
    stage_do(stage, (struct room_action){.kind = ROOM_DISK_FULL});
    stage_expect_log(stage, "disk");
    assert_true(room_is_paused(&stage->room) && stage->room.is_asked);
    stage_play_well(stage, NULL); /* a program has read its request already */
    assert_false(stage->room.is_asked);
    stage_wait_us(stage, 60000 * MS);
    room_tick(&stage->room, stage->now_us);
    assert_false(stage_do(stage, (struct room_action){.kind = ROOM_STEP}));
    stage_do(stage, (struct room_action){.kind = ROOM_PAUSE});
    stage_do(stage, (struct room_action){.kind = ROOM_GO_ON});
    assert_false(stage->room.is_asked);
    stage_forget(stage);
    stage_do(stage, (struct room_action){.kind = ROOM_DISK_FREE});
    assert_non_null(strstr(stage->text, "asked"));
    assert_true(stage->room.asked_us == stage->now_us);

    stage_do(stage, (struct room_action){.kind = ROOM_DISK_FULL});
    stage_play_well(stage, NULL);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        stage->room.settings.seats[side].can_be_paused = true;
    stage_do(stage, (struct room_action){.kind = ROOM_PAUSE});
    stage_do(stage, (struct room_action){.kind = ROOM_DISK_FREE});
    assert_true(room_is_paused(&stage->room) && !stage->room.is_asked);
    stage_do(stage, (struct room_action){.kind = ROOM_GO_ON});
    assert_true(stage->room.is_asked);
    stage_destroy(stage);
}

/* A person's request is taken back; a move then has the reason. */
static void test_a_full_disk_and_a_person(void **state)
{
    struct stage *stage = stage_started(*state);
    struct room_action move = {.kind = ROOM_MOVE, .side = SIDE_RED, .judging = JUDGE_LENIENT};
    char words[GAME_WORDS_MAX];
    struct err why = {0};

    stage->room.seats[SIDE_RED].kind = SEAT_PERSON;
    stage_do(stage, (struct room_action){.kind = ROOM_DISK_FULL});
    stage_choose(stage, NULL, words);
    move.words = slice_of(words);
    assert_false(room_do(&stage->room, &move, stage->now_us, &why));
    assert_string_equal(why.code, "disk_full");
    stage_do(stage, (struct room_action){.kind = ROOM_DISK_FREE});
    assert_true(room_do(&stage->room, &move, stage->now_us, &why));
    stage_destroy(stage);
}

static bool keep_nothing(void *context, struct room *room)
{
    assert_ptr_equal(context, (struct stage *)room);
    return false;
}

/* A move that cannot be kept changes nothing and can be sent again. */
static void test_a_move_that_cannot_be_kept(void **state)
{
    struct stage *stage = stage_started(*state);
    struct room *before = memory_get(1, sizeof *before);
    char words[GAME_WORDS_MAX];
    struct err why = {0};

    stage_wait_us(stage, 100 * MS);
    stage_choose(stage, NULL, words);
    struct room_action move = {.kind = ROOM_MOVE,
                               .side = SIDE_RED,
                               .words = slice_of(words),
                               .hint = slice_of("a hint"),
                               .gaps_us = 1000 * MS};
    stage->room.keep_move = keep_nothing;
    *before = stage->room;
    assert_false(room_do(&stage->room, &move, stage->now_us, &why));
    assert_string_equal(why.code, "disk_full");
    assert_memory_equal(before, &stage->room, sizeof *before);
    stage_expect_log(stage, "");
    stage->room.keep_move = NULL;
    assert_true(room_do(&stage->room, &move, stage->now_us, &why));
    assert_int_equal(stage->room.record.ply_count, 1);
    free(before);
    stage_destroy(stage);
}

int main(void)
{
    static const struct game_test tests[] = {
        {"calling off", test_calling_off},
        {"paused from the start", test_paused_from_the_start},
        {"pause with an open request", test_pause_with_an_open_request},
        {"move into a pause", test_move_into_a_pause},
        {"limits of a seat", test_limits_of_a_seat},
        {"pause by seat", test_pause_by_seat},
        {"forced step", test_forced_step},
        {"forced step without limits", test_forced_step_without_limits},
        {"pauses in every order", test_pauses_in_every_order},
        {"a full disk pauses", test_a_full_disk_pauses},
        {"a full disk and a person", test_a_full_disk_and_a_person},
        {"a move that cannot be kept", test_a_move_that_cannot_be_kept},
    };

    return run_all_for_every_game(tests, sizeof tests / sizeof *tests);
}
