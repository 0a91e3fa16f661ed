#include "server/builtin.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/rng.h"
#include "search/real_clock.h"
#include "search/search.h"
#include "server/house.h"

#include <stdlib.h>

enum { TABLE_BYTES = 8 << 20 };

struct thought {
    uv_work_t work;
    struct server *server;
    struct room_slot *slot; /* stays while is_thinking is set */
    const struct game_rules *rules;
    const struct player *player;
    struct position sample;
    move_t best;
};

static void work(uv_work_t *request)
{
    struct thought *thought = request->data;
    struct search_result result;
    struct search_request wanted = {
        .rules = thought->rules,
        .pos = &thought->sample,
        .limits.time_us = BUILTIN_MOVE_MS * 1000,
        .player = thought->player,
        .seed = rng_mix((uint64_t)clock_now_us()),
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

static void done(uv_work_t *request, int status)
{
    struct thought *thought = request->data;
    struct room_slot *slot = thought->slot;
    struct room *room = &slot->room;
    char words[GAME_WORDS_MAX];
    struct buf buf;

    slot->is_thinking = false;
    if (status == 0 && room->phase == ROOM_RUNNING && room->is_asked) {
        buf_init(&buf, words, sizeof words);
        if (thought->best != 0)
            room->rules->print_move(&room->pos, thought->best, &buf);
        room_move(room, room->pos.side, buf_slice(&buf), slice_of(""), clock_now_us());
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
    thought->rules = room->rules;
    thought->player = player_find(slice_of(slot->builtin[room->pos.side]));
    thought->sample = room->pos;
    game_sample(room->rules, &thought->sample, rng_mix((uint64_t)clock_now_us()));
    /* Its thinking is our own business: it never loses by time. */
    room->seats[room->pos.side].can_timeout = false;
    slot->is_thinking = true;
    uv_queue_work(server->loop, &thought->work, work, done);
}
