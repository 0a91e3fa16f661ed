#include "stage.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static const char *const letters[] = {"red", "blue", "none"};

static void on_event(void *context, struct room *room, const struct room_event *event)
{
    static const char *const names[] = {
        [ROOM_EVENT_SEATED] = "seated",   [ROOM_EVENT_STARTED] = "started",
        [ROOM_EVENT_MOVED] = "moved",     [ROOM_EVENT_STATE] = "state",
        [ROOM_EVENT_ASKED] = "asked",     [ROOM_EVENT_PAUSED] = "paused",
        [ROOM_EVENT_REFUSED] = "refused", [ROOM_EVENT_UNASKED] = "unasked",
        [ROOM_EVENT_TAKEN] = "taken",     [ROOM_EVENT_LEFT] = "left",
        [ROOM_EVENT_HELD] = "held",       [ROOM_EVENT_CHANGED] = "changed",
        [ROOM_EVENT_DISK] = "disk",       [ROOM_EVENT_ENDED] = "ended",
        [ROOM_EVENT_OFFER] = "offer",     [ROOM_EVENT_HANDED] = "handed",
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
    case ROOM_EVENT_HANDED:
    case ROOM_EVENT_LEFT:
    case ROOM_EVENT_MOVED:
    case ROOM_EVENT_HELD:
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
    case ROOM_EVENT_DISK:
    case ROOM_EVENT_TAKEN:
    case ROOM_EVENT_CHANGED:
    case ROOM_EVENT_OFFER:
    case ROOM_EVENT_REMATCH:
    case ROOM_EVENT_PROGRAM:
        break;
    }
}

void stage_forget(struct stage *stage) { buf_init(&stage->log, stage->text, LOG_SIZE); }

struct stage *stage_at(const struct game_rules *rules, const struct position *start)
{
    struct stage *stage = memory_get(1, sizeof *stage);

    stage->moves = memory_get(rules->moves_max, sizeof *stage->moves);
    stage->now_us = 1000 * MS;
    stage_forget(stage);
    room_init(&stage->room, rules, start, on_event, stage);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        stage->room.settings.seats[side].limits =
            (struct room_limits){.soft_ms = 2000, .hard_ms = 10000};
    return stage;
}

struct stage *stage_create(const struct game_rules *rules)
{
    struct game_options options = {0};
    struct position start = {0};

    assert_true(rules->setup(&start, 7, &options, NULL));
    return stage_at(rules, &start);
}

void stage_destroy(struct stage *stage)
{
    free(stage->moves);
    free(stage);
}

void stage_sit(struct stage *stage)
{
    stage_do(stage, (struct room_action){.kind = ROOM_SIT, .side = SIDE_RED});
    stage_do(stage, (struct room_action){.kind = ROOM_SIT, .side = SIDE_BLUE});
}

struct stage *stage_started(const struct game_rules *rules)
{
    struct stage *stage = stage_create(rules);

    stage_sit(stage);
    stage_forget(stage);
    return stage;
}

void stage_wait_us(struct stage *stage, int64_t us) { stage->now_us += us; }

bool stage_do(struct stage *stage, struct room_action action)
{
    return room_do(&stage->room, &action, stage->now_us, NULL);
}

void stage_answer(struct stage *stage, enum side side, const char *words)
{
    struct room_action move = {.kind = ROOM_MOVE,
                               .side = side,
                               .words = slice_of(words),
                               .lag_us = stage->lag_us,
                               .gaps_us = stage->gaps_us};

    stage->lag_us = stage->gaps_us = 0;
    stage_do(stage, move);
}

void stage_choose(struct stage *stage, struct rng *rng, char words[GAME_WORDS_MAX])
{
    const struct room *room = &stage->room;
    int n = room->rules->moves(&room->pos, stage->moves);
    struct buf buf;

    assert_true(n > 0);
    buf_init(&buf, words, GAME_WORDS_MAX);
    room->rules->print_move(&room->pos, stage->moves[rng ? rng_below(rng, n) : 0], &buf);
}

void stage_play_well(struct stage *stage, struct rng *rng)
{
    char words[GAME_WORDS_MAX];

    stage_choose(stage, rng, words);
    stage_answer(stage, stage->room.pos.side, words);
}

void stage_expect_log(struct stage *stage, const char *events)
{
    assert_string_equal(stage->text, events);
    stage_forget(stage);
}

void stage_expect_lost(const struct stage *stage, enum side offender, enum cause cause)
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
    assert_true(outcome->fault[offender].code[0] != '\0');
}

void stage_expect_void(const struct stage *stage, enum cause cause)
{
    assert_int_equal(stage->ends, 1);
    assert_int_equal(stage->room.outcome.result.winner, SIDE_NONE);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        assert_int_equal(stage->room.outcome.cause[side], cause);
        assert_int_equal(stage->room.outcome.result.score[side][0], 0);
    }
}
