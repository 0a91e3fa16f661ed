/* What people do in a room beside moving: taking back, draws, resigning, pausing, a seat that is
 * handed over. */

#include "stage.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

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
