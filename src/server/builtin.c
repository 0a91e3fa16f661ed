#include "server/builtin.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/minmax.h"
#include "base/rng.h"
#include "base/task_thread.h"
#include "search/builtin_player.h"
#include "server/internal.h"
#include "server/log_lines.h"
#include "server/player_pool.h"

#include <assert.h>
#include <stdlib.h>

/* A search for a seat, from the request for a move to its answer. */
struct thought {
    struct task task;     /* first: the search thread's task is this search */
    struct thought *next; /* of those that wait for a thread */
    struct server *server;
    struct room_slot *slot; /* stays while it counts us as thinking */
    enum side side;
    int64_t asked_us;   /* the request that we answer, by the server's time */
    int64_t started_us; /* when a thread took it, by the machine's clock */
    struct player_spec spec;
    const struct game_rules *rules;
    struct position pos;
    int ply;
    atomic_bool stop;
    struct pooled_player *player; /* lent with the thread; NULL: waits for a thread */
    struct builtin_answer answer;
};

struct search_thread {
    struct task_thread *thread; /* NULL: not needed so far */
    struct thought *thought;    /* at work, or NULL */
};

struct builtin_searches {
    struct search_thread threads[SEARCH_THREADS];
    struct player_pool *players;
    struct thought *first, *last; /* waiting for a thread, in order */
    int64_t retry_us;             /* after a lack of memory no search begins before */
    int64_t refusals;             /* of memory, at the last look */
    int allowed;                  /* searches at a time: fewer after a lack of memory … */
    int done_so_far;              /* … and one more after so many that had enough */
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

static int count_at_work(const struct builtin_searches *searches)
{
    int count = 0;

    for (int i = 0; i < SEARCH_THREADS; i++)
        count += searches->threads[i].thought != NULL;
    return count;
}

bool builtin_has_memory(struct server *server, struct err *why)
{
    struct builtin_searches *searches = server->searches;

    if (searches && count_at_work(searches) > 0)
        return true; /* and leaves its memory to the next one */
    if (searches)
        player_pool_trim(searches->players);
    return memory_has_room(SEARCH_BYTES_LEAST) || rooms_refuse_for_memory(server, why);
}

/* ---- on a search thread ---- */

static bool work(struct task *task, struct err *fault)
{
    struct thought *thought = (struct thought *)task;
    struct builtin_turn turn = {
        .rules = thought->rules,
        .pos = &thought->pos,
        .seed = rng_mix((uint64_t)thought->asked_us ^ thought->pos.key),
        .ply = thought->ply,
        .asked_us = thought->started_us,
        .stop = &thought->stop,
    };

    struct builtin_player *player = pooled_player_use(thought->player, &thought->spec);

    return player ? builtin_player_move(player, &turn, &thought->answer, fault)
                  : err_set(fault, "no_memory", "");
}

/* ---- on the loop ---- */

/* The request may be gone: the game was paused and stepped, taken back, or is over. */
static bool is_wanted(const struct room *room, int64_t asked_us)
{
    return room->phase == ROOM_RUNNING && room->is_asked && room->asked_us == asked_us;
}

void builtin_note_fault(struct server *server, const struct room_slot *slot, enum side side,
                        const struct err *fault)
{
    const struct room *room = &slot->room;
    const char *player =
        slot->seats[side].player[0] ? slot->seats[side].player : room->seats[side].name;

    assert(fault->code[0]);
    server->stats.house_faults++;
    log_lines_house_fault(server->log, room, player, fault);
}

static void fail(struct room_slot *slot, enum side side, const struct err *fault)
{
    struct room_action action = {.kind = ROOM_FAIL, .side = side, .fault = fault};

    rooms_do_now(slot, &action, NULL);
}

/* A score out of range ends no game, but says that an evaluation is wrong. */
static void note_clamped(struct server *server, const struct thought *thought)
{
    const struct search_result *result = &thought->answer.result;

    server->stats.scores_clamped += (int64_t)result->clamped;
    log_lines_clamped(server->log, &thought->slot->room, &result->clamped_pos, result->clamped);
}

static void give_answer(struct room_slot *slot, int64_t now_us, int64_t lag)
{
    struct room *room = &slot->room;
    char words[GAME_WORDS_MAX];
    struct buf buf;

    assert(slot->answer.due_us != 0);
    slot->answer.due_us = 0;
    if (!is_wanted(room, slot->answer.asked_us))
        return;
    buf_init(&buf, words, sizeof words);
    room->rules->print_move(&room->pos, slot->answer.move, &buf);
    struct room_action action = {.kind = ROOM_MOVE,
                                 .side = (enum side)room->pos.side,
                                 .words = buf_slice(&buf),
                                 .lag_us = lag};
    rooms_do_at(slot, &action, now_us, NULL);
}

/* What is left of a time if the seat has a limit (0: none): the rest is for the way. */
static int64_t within_limit(int64_t time_ms, int limit_ms)
{
    int64_t most_ms = limit_ms - int_min(BUILTIN_RESERVE_MS, limit_ms / 4);

    return limit_ms == 0 || time_ms < most_ms ? time_ms : most_ms;
}

/* The move is shown to a person not before a moment has passed. */
static void take_answer(struct server *server, struct room_slot *slot,
                        const struct thought *thought)
{
    int64_t pause_ms = room_has_person(&slot->room) ? PERSON_ANSWER_MS : 0;
    int64_t now_us = server_now_us(server);

    slot->answer.move = thought->answer.move;
    slot->answer.asked_us = thought->asked_us;
    slot->answer.due_us = thought->asked_us +
                          within_limit(pause_ms, room_limit_ms(&slot->room, thought->side)) * 1000;
    if (now_us >= slot->answer.due_us)
        give_answer(slot, now_us, lag_us(&server->lag, now_us));
}

static void free_thought(struct thought *thought)
{
    struct room_slot *slot = thought->slot;

    assert(slot->thinking > 0);
    slot->thinking--;
    if (slot->thought == thought)
        slot->thought = NULL;
    free(thought);
}

/* The next search that waits and is still wanted, or NULL. */
static struct thought *take_waiting(struct builtin_searches *searches)
{
    struct thought *thought;

    while ((thought = searches->first)) {
        searches->first = thought->next;
        if (!atomic_load(&thought->stop))
            return thought;
        free_thought(thought);
    }
    return NULL;
}

/* Searches begin again in a while, fewer at a time: each of them may have had a part of what one
 * needs.  Tables that no search uses are freed. */
static void wait_for_memory(struct builtin_searches *searches)
{
    player_pool_trim(searches->players);
    searches->allowed = int_max(1, count_at_work(searches));
    searches->done_so_far = 0;
    searches->retry_us = clock_now_us() + SEARCH_RETRY_MS * 1000;
}

static struct search_thread *find_idle(struct server *server)
{
    for (int i = 0; i < SEARCH_THREADS; i++) {
        struct search_thread *place = &server->searches->threads[i];
        if (!place->thread)
            place->thread =
                task_thread_create(&(struct task_thread_config){.loop = server->loop}, NULL);
        if (place->thread && !place->thought)
            return place;
    }
    return NULL;
}

static uint64_t seat_number(const struct room_slot *slot, enum side side)
{
    return (uint64_t)slot->generation << 1 | (uint64_t)side;
}

/* Waiting for one of our threads is no time of the player: its clock begins anew, and the wait is
 * told as lag. */
static void excuse_waiting(struct thought *thought, int64_t now_us)
{
    struct room_slot *slot = thought->slot;

    if (!is_wanted(&slot->room, thought->asked_us) || now_us <= thought->asked_us)
        return;
    slot->gaps_us -= now_us - thought->asked_us;
    room_restart_clock(&slot->room, now_us);
    thought->asked_us = now_us;
}

static void start_waiting(struct server *server)
{
    struct builtin_searches *searches = server->searches;
    struct search_thread *place;

    if (!server->is_open || clock_now_us() < searches->retry_us)
        return;
    while (searches->first && count_at_work(searches) < searches->allowed &&
           (place = find_idle(server))) {
        struct thought *thought = take_waiting(searches);
        if (!thought)
            return;
        thought->player =
            player_pool_borrow(searches->players, seat_number(thought->slot, thought->side));
        place->thought = thought;
        excuse_waiting(thought, server_now_us(server));
        thought->started_us = clock_now_us();
        task_thread_send(place->thread, &thought->task);
    }
    if (searches->first && count_at_work(searches) == 0)
        wait_for_memory(searches); /* not one thread could be made */
}

static void leave_thread(struct builtin_searches *searches, struct thought *thought)
{
    player_pool_return(thought->player);
    for (int i = 0; i < SEARCH_THREADS; i++) {
        if (searches->threads[i].thought == thought)
            searches->threads[i].thought = NULL;
    }
}

static bool is_without_memory(const struct task *task)
{
    return !task->is_fine && strcmp(task->why.code, "no_memory") == 0;
}

/* No game ends for want of memory: its search is the next one as soon as there is some, and the
 * wait is no time of the player. */
static void think_later(struct builtin_searches *searches, struct thought *thought)
{
    thought->player = NULL;
    thought->next = searches->first;
    if (!searches->first)
        searches->last = thought;
    searches->first = thought;
    wait_for_memory(searches);
}

static void note_enough_memory(struct builtin_searches *searches)
{
    if (searches->allowed < SEARCH_THREADS && ++searches->done_so_far == SEARCHES_TO_TRUST) {
        searches->allowed++;
        searches->done_so_far = 0;
    }
}

/* The result of a search that was given up, or cut short by the end of the server, is dropped. */
static void done(struct task *task)
{
    struct thought *thought = (struct thought *)task;
    struct server *server = thought->server;
    struct room_slot *slot = thought->slot;
    bool is_current = slot->thought == thought && !server->is_stopping;

    leave_thread(server->searches, thought);
    if (is_current && is_without_memory(task) && is_wanted(&slot->room, thought->asked_us)) {
        think_later(server->searches, thought);
        return;
    }
    note_enough_memory(server->searches);
    if (is_current && thought->answer.result.clamped > 0)
        note_clamped(server, thought);
    if (is_current && is_wanted(&slot->room, thought->asked_us)) {
        slot->thought = NULL;
        if (task->is_fine)
            take_answer(server, slot, thought);
        else
            fail(slot, thought->side, &task->why);
    }
    free_thought(thought);
    if (!server->is_stopping)
        start_waiting(server);
}

/* No answer is wanted any more; its thread is free as soon as the search looks at its flag. */
static void drop_thought(struct room_slot *slot)
{
    if (slot->thought)
        atomic_store(&slot->thought->stop, true);
    slot->thought = NULL;
}

static void guard_thought(struct room_slot *slot, int64_t now_us)
{
    struct thought *thought = slot->thought;
    struct err fault = {0};

    if (!is_wanted(&slot->room, thought->asked_us)) {
        drop_thought(slot);
        return;
    }
    if (!thought->player)
        excuse_waiting(thought, now_us);
    int64_t thinks_ms = (now_us - thought->asked_us) / 1000;
    if (thinks_ms >= thought->spec.time_ms + BUILTIN_PLAYER_GRACE_MS)
        err_set(&fault, "house_late", thought->spec.level->name);
    else
        return;
    drop_thought(slot);
    fail(slot, thought->side, &fault);
}

static struct builtin_searches *create_searches(void)
{
    struct builtin_searches *searches = memory_get(1, sizeof *searches);

    searches->allowed =
        memory_has_room((size_t)SEARCH_THREADS * SEARCH_BYTES_LEAST) ? SEARCH_THREADS : 1;
    searches->players = player_pool_create(SEARCH_THREADS + SEARCH_TABLES_SPARE);
    return searches;
}

static struct thought *make_thought(struct server *server, struct room_slot *slot)
{
    const struct room *room = &slot->room;
    struct thought *thought = memory_try(1, sizeof *thought);

    if (!thought)
        return NULL;
    bool is_read = player_spec_read(&thought->spec, slot->seats[room->pos.side].player, NULL);

    assert(is_read); /* builtin_can_sit() */
    (void)is_read;
    if (thought->spec.time_ms == 0)
        thought->spec.time_ms = BUILTIN_MOVE_MS;
    thought->spec.time_ms =
        within_limit(thought->spec.time_ms, room_limit_ms(room, (enum side)room->pos.side));
    if (slot->is_guests && thought->spec.time_ms > LIMIT_GUEST_MOVE_MS)
        thought->spec.time_ms = LIMIT_GUEST_MOVE_MS;
    thought->task = (struct task){.work = work, .done = done};
    thought->server = server;
    thought->slot = slot;
    thought->side = (enum side)room->pos.side;
    thought->asked_us = room->asked_us;
    thought->rules = room->rules;
    thought->pos = room->pos;
    thought->ply = room->record.ply_count;
    return thought;
}

static void think(struct server *server, struct room_slot *slot)
{
    assert(slot->room.is_asked);
    if (server->is_stopping)
        return;
    if (!server->searches)
        server->searches = create_searches();
    struct builtin_searches *searches = server->searches;
    struct thought *thought = make_thought(server, slot);
    drop_thought(slot);
    slot->is_thought_due = thought == NULL;
    if (!thought)
        return;
    slot->thought = thought;
    slot->thinking++;
    if (searches->first)
        searches->last->next = thought;
    else
        searches->first = thought;
    searches->last = thought;
    start_waiting(server);
}

/* A player was asked when there was no memory for its search; it may not be wanted any more. */
static void think_if_wanted(struct server *server, struct room_slot *slot)
{
    const struct room *room = &slot->room;

    slot->is_thought_due = false;
    if (room->phase == ROOM_RUNNING && room->is_asked &&
        room->seats[room->pos.side].kind == SEAT_BUILTIN)
        think(server, slot);
}

void builtin_tick(struct server *server, struct room_slot *slot, int64_t now_us)
{
    if (slot->answer.due_us != 0 && now_us >= slot->answer.due_us)
        give_answer(slot, now_us, 0);
    if (slot->thought)
        guard_thought(slot, now_us);
    else if (slot->is_thought_due)
        think_if_wanted(server, slot);
}

void builtin_tick_all(struct server *server)
{
    struct builtin_searches *searches = server->searches;

    if (!searches)
        return;
    if (memory_is_short() || memory_refusals() != searches->refusals)
        player_pool_trim(searches->players);
    searches->refusals = memory_refusals();
    if (searches->first && !server->is_stopping)
        start_waiting(server);
}

void builtin_hear(void *server, struct room *room, const struct room_event *event)
{
    if (event->kind == ROOM_EVENT_ASKED && room->seats[event->side].kind == SEAT_BUILTIN)
        think(server, slot_of(room));
}

void builtin_stop(struct server *server)
{
    struct builtin_searches *searches = server->searches;

    if (!searches)
        return;
    while (searches->first) {
        struct thought *thought = searches->first;
        searches->first = thought->next;
        free_thought(thought);
    }
    for (int i = 0; i < SEARCH_THREADS; i++) {
        struct search_thread *place = &searches->threads[i];
        if (!place->thread)
            continue;
        if (place->thought)
            atomic_store(&place->thought->stop, true);
        task_thread_stop(place->thread);
    }
}

void builtin_destroy(struct server *server)
{
    struct builtin_searches *searches = server->searches;

    if (!searches)
        return;
    for (int i = 0; i < SEARCH_THREADS; i++)
        task_thread_destroy(searches->threads[i].thread, NULL);
    player_pool_destroy(searches->players);
    free(searches);
}
