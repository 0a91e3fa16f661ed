#include "search/builtin_player.h"

#include "base/memory.h"
#include "base/rng.h"
#include "search/real_clock.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    TIMED_TABLE_BYTES = 64 << 20,
    TABLE_BYTES = 16 << 20, /* at most, with a number of nodes */
    TABLE_BYTES_MIN = 64 << 10,
    TABLE_BYTES_SHORT = 1 << 20, /* at least, where memory is short */
    BYTES_PER_NODE = 32, /* a small search needs no large table, which takes long to clear */
    TABLE_MOVES = 8,     /* so many moves' nodes have room in the table */
    LEAST_TIME_PART =
        32, /* a move that was asked for long ago gets this part of its time at least */
};

struct builtin_player {
    struct player_spec spec;
    struct search *search;
    bool is_fresh; /* the table is empty */
};

static size_t table_bytes(const struct player_spec *spec)
{
    int64_t bytes = spec->nodes * BYTES_PER_NODE * TABLE_MOVES;

    if (spec->level->is_random)
        return TABLE_BYTES_MIN;
    if (spec->nodes == 0)
        return TIMED_TABLE_BYTES;
    if (bytes > TABLE_BYTES)
        return TABLE_BYTES;
    return bytes < TABLE_BYTES_MIN ? TABLE_BYTES_MIN : (size_t)bytes;
}

/* With the largest table for which there is memory. */
static struct search *create_search(size_t bytes)
{
    struct search *search = search_create(bytes);

    while (!search && bytes > TABLE_BYTES_SHORT) {
        bytes /= 2;
        search = search_create(bytes);
    }
    return search;
}

struct builtin_player *builtin_player_create(const struct player_spec *spec)
{
    struct builtin_player *player = memory_try_large(1, sizeof *player);

    assert(spec->level && !spec->is_open);
    if (!player)
        return NULL;
    player->spec = *spec;
    player->search = create_search(table_bytes(spec));
    player->is_fresh = true;
    if (player->search)
        return player;
    free(player);
    return NULL;
}

void builtin_player_destroy(struct builtin_player *player)
{
    if (!player)
        return;
    search_destroy(player->search);
    free(player);
}

struct builtin_player *builtin_player_reuse_or_create(struct builtin_player *player,
                                                      const struct player_spec *spec)
{
    if (player && memcmp(&player->spec, spec, sizeof *spec) == 0)
        return player;
    builtin_player_destroy(player);
    player = builtin_player_create(spec);
    if (spec->time_ms > 0)
        builtin_player_warm_up(player);
    return player;
}

void builtin_player_change(struct builtin_player *player, const struct player_spec *spec)
{
    assert(spec->level && !spec->is_open);
    player->spec = *spec;
}

void builtin_player_clear(struct builtin_player *player)
{
    if (!player->is_fresh)
        search_clear(player->search);
    player->is_fresh = true;
}

void builtin_player_warm_up(struct builtin_player *player)
{
    assert(player->is_fresh);
    search_clear(player->search);
}

/* What is left of the time for this move; 0: it has no limit. */
static int64_t time_left_us(const struct player_spec *spec, int64_t asked_us)
{
    int64_t time_us = spec->time_ms * 1000, least_us = time_us / LEAST_TIME_PART;
    int64_t left_us = asked_us + time_us - real_clock.now_us(real_clock.context);

    return time_us == 0 ? 0 : left_us > least_us ? left_us : least_us;
}

/* The player that chooses the move after `ply` others: among the first random moves the weakest
 * level. */
static struct level player_after(const struct player_spec *spec, int ply)
{
    struct level player = ply < spec->random_plies ? *level_at(0) : *spec->level;

    if (spec->choices > 0 || spec->tolerance > 0)
        player.is_easy = false; /* the words count, not the game's own numbers */
    if (spec->choices > 0)
        player.choices = spec->choices;
    if (spec->tolerance > 0)
        player.tolerance = spec->tolerance;
    return player;
}

/* False: there is no memory. */
static bool think(struct builtin_player *player, const struct builtin_turn *turn, int64_t asked_us,
                  struct builtin_answer *answer)
{
    const struct player_spec *spec = &player->spec;
    struct level level = player_after(spec, turn->ply);
    struct search_request request = {
        .rules = turn->rules,
        .pos = &answer->sample,
        .limits = {.nodes = (uint64_t)spec->nodes, .depth = spec->depth},
        .player = &level,
        .lines = turn->lines,
        .threads = spec->threads,
        .samples = spec->samples,
        .is_played = turn->lines == 0,
        .seed = turn->seed,
        .clock = &real_clock,
        .stop = turn->stop,
        .report = turn->report,
        .report_context = turn->report_context,
    };

    real_clock_wait(spec->sleep_ms * INT64_C(1000), turn->stop);
    request.limits.time_us = time_left_us(spec, asked_us);
    player->is_fresh = player->is_fresh && level.is_random;
    bool has_memory = search_run(player->search, &request, &answer->result);
    answer->move = answer->result.best;
    return has_memory;
}

/* fail=late: a search that ignores its limits, until it is stopped. */
static void never_end(const struct player_spec *spec, const atomic_bool *stop)
{
    real_clock_wait((spec->time_ms + BUILTIN_PLAYER_GRACE_MS * 6 / 5) * 1000, stop);
}

/* What a player does that is made to fail. */
static void fail_on_purpose(const struct builtin_player *player, const struct builtin_turn *turn,
                            struct builtin_answer *answer)
{
    switch (player->spec.failure) {
    case FAILURE_NONE:
        break;
    case FAILURE_LATE:
        never_end(&player->spec, turn->stop);
        answer->move = 0;
        break;
    case FAILURE_NO_MOVE:
        answer->move = 0;
        break;
    case FAILURE_SCORE:
        answer->result.clamped++;
        answer->result.clamped_pos = answer->sample;
        break;
    }
}

bool builtin_player_move(struct builtin_player *player, const struct builtin_turn *turn,
                         struct builtin_answer *answer, struct err *fault)
{
    const struct game_rules *rules = turn->rules;
    int64_t now_us = real_clock.now_us(real_clock.context);
    bool is_late = player->spec.failure == FAILURE_LATE;

    assert(turn->pos->side != SIDE_NONE && turn->lines >= 0 && turn->lines <= SEARCH_LINES_MAX &&
           turn->asked_us <= now_us);
    memset(answer, 0, sizeof *answer);
    answer->sample = *turn->pos;
    game_sample_hidden(rules, &answer->sample, rng_mix(turn->seed + 1));
    if (rules->count(&answer->sample) > 0 &&
        !think(player, turn, turn->asked_us ? turn->asked_us : now_us, answer))
        return err_set(fault, "no_memory", "");
    fail_on_purpose(player, turn, answer);
    if (answer->move == 0 || !rules->legal(&answer->sample, answer->move))
        return err_set(fault, is_late ? "house_late" : "house_no_move", player->spec.level->name);
    return true;
}
