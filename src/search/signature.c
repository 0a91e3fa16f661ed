#include "search/signature.h"

#include "base/clock.h"
#include "base/rng.h"
#include "search/search.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

/* The processor's time: other programs do not count. */
static int64_t worked_us(void *context)
{
    (void)context;
    return clock_worked_us();
}

static const struct search_clock work_clock = {.now_us = worked_us};

#define GAME(name, family) extern const struct bench_lines name##_bench;
#include "game/games.def"
#undef GAME

static const struct bench_lines *const lines[] = {
#define GAME(name, family) &name##_bench,
#include "game/games.def"
#undef GAME
};

/* The recorded moves on the board of this seed; empty: there are none. */
static struct slice recorded_moves(const struct game_rules *rules, uint64_t seed)
{
    assert(seed >= 1 && seed <= BENCH_LINES);
    const char *moves = lines[game_index(rules)]->moves[seed - 1];
    return slice_of(moves ? moves : "");
}

void signature_bench_position(const struct game_rules *rules, uint64_t seed, int plies,
                              struct position *pos)
{
    struct game_options options = {0};
    struct slice rest = recorded_moves(rules, seed), words;
    struct err why;
    move_t move = 0;

    rules->setup(pos, seed, &options, NULL);
    while (plies-- > 0 && (words = slice_take_word(&rest)).len > 0) {
        enum verdict verdict = rules->read(pos, words, &move, &why);
        assert(verdict == VERDICT_LEGAL);
        (void)verdict;
        rules->play(pos, move);
    }
}

static void search_one(struct search *search, const struct game_rules *rules,
                       const struct position *pos, uint64_t nodes, struct signature *signature)
{
    struct position sample = *pos;
    struct search_result result;
    struct search_request request = {.rules = rules,
                                     .pos = &sample,
                                     .limits.nodes = nodes,
                                     .player = level_find(slice_of("stark")),
                                     .clock = &work_clock};

    game_sample_hidden(rules, &sample, 1);
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
            signature_bench_position(rules, (uint64_t)seed, plies, &pos);
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
