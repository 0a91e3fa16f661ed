#include "server/held_answer.h"

#include "server/internal.h"

#include <assert.h>
#include <string.h>

bool held_answer_take(struct room_slot *slot, const struct room_action *action, int64_t now_us)
{
    struct held_answer *held = &slot->held;

    if (action->kind != ROOM_MOVE || action->judging != JUDGE_STRICT)
        return false;
    held->is_there = true;
    held->side = action->side;
    held->came_us = now_us - action->lag_us;
    buf_copy(held->words, sizeof held->words, action->words);
    buf_copy(held->hint, sizeof held->hint, action->hint);
    return true;
}

bool held_answer_is_before(struct room_slot *slot, const struct room_action *action)
{
    bool is_message = action->kind == ROOM_MOVE || action->kind == ROOM_FOUL;

    if (!slot->held.is_there)
        return false;
    if (action->kind == ROOM_LEAVE)
        slot->held.how_left[action->side] = action->how;
    else if (is_message && action->side == slot->held.side)
        slot->held.is_followed = true;
    else
        return false;
    return true;
}

/* What players did after the move. */
static void judge_followers(struct room_slot *slot, const struct held_answer *held, int64_t now_us)
{
    struct err unasked = {0};
    struct room_action foul = {.kind = ROOM_FOUL, .side = held->side, .fault = &unasked};

    err_set(&unasked, "player_unasked", "");
    if (held->is_followed)
        rooms_do_at(slot, &foul, now_us, NULL);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        struct room_action leave = {.kind = ROOM_LEAVE, .side = side, .how = held->how_left[side]};
        if (held->how_left[side])
            rooms_do_at(slot, &leave, now_us, NULL);
    }
}

/* The time that the move has waited for the disk is told as lag. */
void held_answer_release(struct room_slot *slot, int64_t now_us)
{
    const struct held_answer held = slot->held;
    struct room_action move = {.kind = ROOM_MOVE,
                               .side = held.side,
                               .words = slice_of(held.words),
                               .hint = slice_of(held.hint),
                               .lag_us = now_us - held.came_us};

    assert(held.is_there && move.lag_us >= 0);
    slot->held.is_there = false;
    rooms_do_at(slot, &move, now_us, NULL);
    if (slot->held.is_there)
        return;
    memset(&slot->held, 0, sizeof slot->held);
    judge_followers(slot, &held, now_us);
}
