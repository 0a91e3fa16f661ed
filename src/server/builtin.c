#include "server/builtin.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/rng.h"
#include "search/builtin_player.h"
#include "server/internal.h"
#include "server/log_lines.h"
#include "server/player_pool.h"

#include <assert.h>
#include <stdlib.h>

enum { UV_THREADS = 4, POOL_SPARE = 4 };

/* A search for a seat, from the request for a move to its answer. */
struct thought {
    uv_work_t work;
    struct thought *next; /* of the server */
    struct server *server;
    struct room_slot *slot; /* stays while it counts us as thinking */
    enum side side;
    int64_t asked_us; /* the request that we answer */
    struct player_spec spec;
    const struct game_rules *rules;
    struct position pos;
    int ply;
    atomic_bool stop;
    atomic_bool has_begun; /* a thread is at work */
    int ticks;             /* since then: they do not count while the whole process is stopped */
    bool has_move;
    struct builtin_answer answer;
    struct err fault;
};

bool builtin_can_sit(const char *words, struct err *why)
{
    struct player_spec spec;

    if (!player_spec_read(&spec, words, why))
        return false;
    if (spec.is_open)
        return err_set(why, "player_open", words);
    if (strlen(words) >= PLAYER_WORDS_SIZE || spec.threads > LIMIT_BUILTIN_THREADS ||
        spec.time_ms > LIMIT_BUILTIN_MS || spec.sleep_ms > LIMIT_BUILTIN_MS)
        return err_set(why, "bad_value", "player");
    return true;
}

/* ---- on a thread ---- */

static uint64_t seat_number(const struct room_slot *slot, enum side side)
{
    return (uint64_t)slot->generation << 1 | (uint64_t)side;
}

/* libuv's own number, unless the environment says another one. */
static int thread_count(void)
{
    const char *wanted = getenv("UV_THREADPOOL_SIZE");
    int count = wanted ? atoi(wanted) : 0;

    return count > 0 && count <= SEARCH_THREADS_MAX ? count : UV_THREADS;
}

static void work(uv_work_t *request)
{
    struct thought *thought = request->data;
    struct player_pool *pool = thought->server->players;
    struct builtin_turn turn = {
        .rules = thought->rules,
        .pos = &thought->pos,
        .seed = rng_mix((uint64_t)thought->asked_us ^ thought->pos.key),
        .ply = thought->ply,
        .asked_us = thought->asked_us,
        .stop = &thought->stop,
    };

    atomic_store(&thought->has_begun, true);
    struct builtin_player *player =
        player_pool_borrow(pool, seat_number(thought->slot, thought->side), &thought->spec);
    thought->has_move = builtin_player_move(player, &turn, &thought->answer, &thought->fault);
    player_pool_return(pool, player);
}

/* ---- on the loop ---- */

/* The request may be gone: the game was paused and stepped, taken back, or is over. */
static bool is_wanted(const struct room *room, int64_t asked_us)
{
    return room->phase == ROOM_RUNNING && room->is_asked && room->asked_us == asked_us;
}

void builtin_fail(struct server *server, struct room_slot *slot, enum side side,
                  const struct err *fault)
{
    struct room *room = &slot->room;
    const char *player = slot->builtin[side][0] ? slot->builtin[side] : room->seats[side].name;

    server->stats.house_faults++;
    log_lines_house_fault(server->log, room, player, fault);
    room_house_fault(room, side, fault);
}

/* A score out of range ends no game, but says that an evaluation is wrong. */
static void note_clamped(struct server *server, const struct thought *thought)
{
    const struct search_result *result = &thought->answer.result;

    server->stats.scores_clamped += (int64_t)result->clamped;
    log_lines_clamped(server->log, &thought->slot->room, &result->clamped_pos, result->clamped);
}

static void give_answer(struct room_slot *slot, int64_t now_us)
{
    struct room *room = &slot->room;
    char words[GAME_WORDS_MAX];
    struct buf buf;

    slot->answer.due_us = 0;
    if (!is_wanted(room, slot->answer.asked_us))
        return;
    buf_init(&buf, words, sizeof words);
    room->rules->print_move(&room->pos, slot->answer.move, &buf);
    room_move(room, (enum side)room->pos.side, buf_slice(&buf), slice_of(""), now_us);
}

/* The move is shown to a person not before a moment has passed. */
static void take_answer(struct room_slot *slot, const struct thought *thought)
{
    int64_t pause_ms = slot_has_person(slot) ? PERSON_ANSWER_MS : 0;
    int64_t now_us = clock_now_us();

    slot->answer.move = thought->answer.move;
    slot->answer.asked_us = thought->asked_us;
    slot->answer.due_us = thought->asked_us + pause_ms * 1000;
    if (now_us >= slot->answer.due_us)
        give_answer(slot, now_us);
}

static void unlink_thought(struct thought *thought)
{
    struct thought **at = &thought->server->thoughts;

    while (*at != thought)
        at = &(*at)->next;
    *at = thought->next;
}

/* What comes of a search that was given up, or cut short by the end of the server, is not looked
 * at. */
static void done(uv_work_t *request, int status)
{
    struct thought *thought = request->data;
    struct server *server = thought->server;
    struct room_slot *slot = thought->slot;
    bool is_current = slot->thought == thought && status == 0 && !server->is_stopping;

    slot->thinking--;
    unlink_thought(thought);
    if (slot->thought == thought)
        slot->thought = NULL;
    if (is_current && thought->answer.result.clamped > 0)
        note_clamped(server, thought);
    if (is_current && is_wanted(&slot->room, thought->asked_us)) {
        if (thought->has_move)
            take_answer(slot, thought);
        else
            builtin_fail(server, slot, thought->side, &thought->fault);
    }
    free(thought);
}

/* Nothing waits for it any more; its thread is free as soon as the search looks at its flag. */
static void drop_thought(struct room_slot *slot)
{
    if (slot->thought)
        atomic_store(&slot->thought->stop, true);
    slot->thought = NULL;
}

static void guard_thought(struct server *server, struct room_slot *slot)
{
    struct thought *thought = slot->thought;
    struct err fault = {0};

    if (!is_wanted(&slot->room, thought->asked_us)) {
        drop_thought(slot);
        return;
    }
    if (!atomic_load(&thought->has_begun) ||
        ++thought->ticks * TICK_MS < thought->spec.time_ms + BUILTIN_PLAYER_GRACE_MS)
        return;
    drop_thought(slot);
    err_set(&fault, "house_late", thought->spec.level->name);
    builtin_fail(server, slot, thought->side, &fault);
}

void builtin_tick(struct server *server, struct room_slot *slot, int64_t now_us)
{
    if (slot->answer.due_us != 0 && now_us >= slot->answer.due_us)
        give_answer(slot, now_us);
    if (slot->thought)
        guard_thought(server, slot);
}

void builtin_think(struct server *server, struct room_slot *slot)
{
    struct room *room = &slot->room;
    struct thought *thought = memory_get(1, sizeof *thought);
    bool is_read = player_spec_read(&thought->spec, slot->builtin[room->pos.side], NULL);

    assert(is_read); /* builtin_can_sit() */
    (void)is_read;
    if (thought->spec.time_ms == 0)
        thought->spec.time_ms = BUILTIN_MOVE_MS;
    thought->work.data = thought;
    thought->server = server;
    thought->slot = slot;
    thought->side = (enum side)room->pos.side;
    thought->asked_us = room->asked_us;
    thought->rules = room->rules;
    thought->pos = room->pos;
    thought->ply = room->record.ply_count;
    thought->next = server->thoughts;
    server->thoughts = thought;
    if (!server->players)
        server->players = player_pool_create(thread_count() + POOL_SPARE);
    room->seats[room->pos.side].can_timeout = false; /* the guard above looks at its time */
    drop_thought(slot);
    slot->thought = thought;
    slot->thinking++;
    uv_queue_work(server->loop, &thought->work, work, done);
}

void builtin_stop(struct server *server)
{
    for (struct thought *thought = server->thoughts; thought; thought = thought->next)
        atomic_store(&thought->stop, true);
}
