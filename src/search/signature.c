#include "search/signature.h"

#include "base/clock.h"
#include "base/rng.h"
#include "search/search.h"

#include <inttypes.h>
#include <stdio.h>

enum { WARM_UP_NODES = 500 };

/* The processor's time: other programs do not count. */
static int64_t worked_us(void *context)
{
    (void)context;
    return clock_worked_us();
}

static const struct search_clock work_clock = {.now_us = worked_us};

/* Who plays to the positions: never to be changed, whatever becomes of the levels. */
static const struct player guide = {.is_classic = true, .depth = 2, .choices = 3, .tolerance = 8};

/* A move of the guide, unless it ends the game. */
static bool play_on(const struct game_rules *rules, struct position *pos, struct search *search,
                    uint64_t seed)
{
    struct position sample = *pos, next = *pos;
    struct search_result result;
    struct search_request request = {.rules = rules,
                                     .pos = &sample,
                                     .limits.nodes = WARM_UP_NODES,
                                     .player = &guide,
                                     .seed = seed};

    game_sample(rules, &sample, 1);
    search_clear(search);
    search_run(search, &request, &result);
    rules->play(&next, result.best);
    if (next.side == SIDE_NONE)
        return false;
    *pos = next;
    return true;
}

void signature_position(const struct game_rules *rules, uint64_t seed, int plies,
                        struct position *pos)
{
    struct game_options options = {0};
    struct search *search = search_create(0);

    rules->setup(pos, seed, &options, NULL);
    while (plies-- > 0 && play_on(rules, pos, search, seed))
        ;
    search_destroy(search);
}

static void search_one(struct search *search, const struct game_rules *rules,
                       const struct position *pos, uint64_t nodes, struct signature *signature)
{
    struct position sample = *pos;
    struct search_result result;
    struct search_request request = {.rules = rules,
                                     .pos = &sample,
                                     .limits.nodes = nodes,
                                     .player = player_find(slice_of("stark")),
                                     .clock = &work_clock};

    game_sample(rules, &sample, 1);
    search_clear(search);
    search_run(search, &request, &result);
    signature->time_us += result.time_us;
    signature->nodes += result.nodes;
    signature->value = rng_mix(signature->value ^ result.nodes);
    signature->value = rng_mix(signature->value ^ result.best);
    signature->value = rng_mix(signature->value ^ (uint64_t)result.lines[0].score);
}

void signature_make(const struct game_rules *rules, const struct signature_size *size,
                    struct signature *signature)
{
    struct search *search = search_create(size->table_bytes);
    struct position pos = {0};

    *signature = (struct signature){0};
    for (int seed = 1; seed <= size->seeds; seed++) {
        for (int plies = 0; plies <= size->plies; plies += size->step) {
            signature_position(rules, (uint64_t)seed, plies, &pos);
            search_one(search, rules, &pos, size->nodes, signature);
        }
    }
    search_destroy(search);
}

void search_signature(const struct game_rules *rules, char text[SIGNATURE_TEXT_SIZE])
{
    static const struct signature_size small = {
        .nodes = 1000, .table_bytes = 1 << 20, .seeds = 2, .plies = 4, .step = 4};
    struct signature signature;

    signature_make(rules, &small, &signature);
    snprintf(text, SIGNATURE_TEXT_SIZE, "%016" PRIx64, signature.value);
}
