#include "server/builtin.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/rng.h"
#include "search/real_clock.h"
#include "search/search.h"
#include "server/house.h"

#include <stdlib.h>

enum { TABLE_BYTES = 64 << 20, MOVE_MIN_US = 50 * 1000 };

struct thought {
    uv_work_t work;
    struct server *server;
    struct room_slot *slot; /* stays while it counts us as thinking */
    int64_t asked_us;       /* the request that we answer */
    const struct game_rules *rules;
    const struct player *player;
    struct position sample;
    move_t best;
};

/* The time runs since the request, also while we waited for a thread. */
static int64_t time_left_us(const struct thought *thought)
{
    int64_t left_us = thought->asked_us + BUILTIN_MOVE_MS * 1000 - clock_now_us();

    return left_us > MOVE_MIN_US ? left_us : MOVE_MIN_US;
}

static void work(uv_work_t *request)
{
    struct thought *thought = request->data;
    struct search_result result;
    struct search_request wanted = {
        .rules = thought->rules,
        .pos = &thought->sample,
        .limits.time_us = time_left_us(thought),
        .player = thought->player,
        .seed = rng_mix((uint64_t)clock_now_us()),
        .is_played = true,
        .clock = &real_clock,
        .stop = &thought->server->stops_thinking,
    };

    /* In the old server's Mississippi Queen only overdrafts may be left, which no search finds. */
    if (thought->rules->count(&thought->sample) == 0)
        return;
    struct search *search = search_create(TABLE_BYTES);
    search_run(search, &wanted, &result);
    thought->best = result.best;
    search_destroy(search);
}

/* The request may be gone: the game was paused and stepped, taken back, or is over. */
static bool is_wanted(const struct room *room, int64_t asked_us)
{
    return room->phase == ROOM_RUNNING && room->is_asked && room->asked_us == asked_us;
}

void builtin_tick(struct room_slot *slot, int64_t now_us)
{
    struct room *room = &slot->room;
    char words[GAME_WORDS_MAX];
    struct buf buf;

    if (slot->answer.due_us == 0 || now_us < slot->answer.due_us)
        return;
    slot->answer.due_us = 0;
    if (!is_wanted(room, slot->answer.asked_us))
        return;
    buf_init(&buf, words, sizeof words);
    if (slot->answer.move != 0)
        room->rules->print_move(&room->pos, slot->answer.move, &buf);
    room_move(room, room->pos.side, buf_slice(&buf), slice_of(""), now_us);
}

static void done(uv_work_t *request, int status)
{
    struct thought *thought = request->data;
    struct room_slot *slot = thought->slot;
    int64_t pause_ms = slot_has_person(slot) ? HALL_PERSON_ANSWER_MS : 0;

    slot->thinking--;
    /* A search that was cut short by the end of the server gives no move. */
    if (status == 0 && !thought->server->is_stopping && is_wanted(&slot->room, thought->asked_us)) {
        slot->answer.move = thought->best;
        slot->answer.asked_us = thought->asked_us;
        slot->answer.due_us = thought->asked_us + pause_ms * 1000;
        builtin_tick(slot, clock_now_us());
    }
    free(thought);
}

void builtin_think(struct server *server, struct room_slot *slot)
{
    struct room *room = &slot->room;
    struct thought *thought = memory_get(1, sizeof *thought);

    thought->work.data = thought;
    thought->server = server;
    thought->slot = slot;
    thought->asked_us = room->asked_us;
    thought->rules = room->rules;
    thought->player = player_find(slice_of(slot->builtin[room->pos.side]));
    thought->sample = room->pos;
    game_sample(room->rules, &thought->sample, rng_mix((uint64_t)clock_now_us()));
    /* Its thinking is our own business: it never loses by time. */
    room->seats[room->pos.side].can_timeout = false;
    slot->thinking++;
    uv_queue_work(server->loop, &thought->work, work, done);
}
