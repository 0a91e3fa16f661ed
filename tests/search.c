/* The search against a search without any cleverness, and what its door promises. */

#include "support.h"

#include "base/memory.h"
#include "base/rng.h"
#include "search/eval.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

enum { PLAIN_NODES_MAX = 60000, POSITIONS = 24, TABLE_BYTES = 1 << 20 };

/* ---- the plain reference: every candidate, no window, no table ---- */

struct plain {
    const struct game_rules *rules;
    uint64_t nodes;
};

static int plain_score(struct plain *plain, const struct position *pos, int depth, int ply);

static int plain_move(struct plain *plain, const struct position *pos, move_t move, int depth,
                      int ply)
{
    struct position next = *pos;
    struct game_result result = {0};

    plain->rules->play(&next, move);
    if (next.side == SIDE_NONE) {
        plain->rules->result(&next, &result);
        int win = SCORE_WIN - (ply + 1);
        return result.winner == SIDE_NONE ? 0 : result.winner == pos->side ? win : -win;
    }
    int score = plain_score(plain, &next, depth - 1, ply + 1);
    return next.side == pos->side ? score : -score;
}

static int plain_score(struct plain *plain, const struct position *pos, int depth, int ply)
{
    plain->nodes++;
    if (depth == 0)
        return eval_of(plain->rules)->score(pos);

    const struct game_eval *eval = eval_of(plain->rules);
    move_t *moves = memory_get(plain->rules->moves_max, sizeof *moves);
    int n = eval->candidates ? eval->candidates(pos, moves) : plain->rules->moves(pos, moves);
    int best = -(SCORE_WIN - ply);
    for (int i = 0; i < n; i++) {
        int score = plain_move(plain, pos, moves[i], depth, ply);
        best = i == 0 || score > best ? score : best;
    }
    free(moves);
    return best;
}

/* ---- helpers ---- */

static bool random_position(const struct game_rules *rules, uint64_t seed, struct position *pos)
{
    struct game_options options = {.ruleset = seed % 3 == 0 ? RULES_SERVER : RULES_BOOK};
    struct rng rng = rng_make(seed);
    move_t *moves = memory_get(rules->moves_max, sizeof *moves);

    memset(pos, 0, sizeof *pos);
    rules->setup(pos, seed, &options, NULL);
    for (int plies = rng_below(&rng, rules->turn_max); plies > 0; plies--) {
        struct position next = *pos;
        int n = rules->moves(pos, moves);
        rules->play(&next, moves[rng_below(&rng, n)]);
        if (next.side == SIDE_NONE || rules->count(&next) == 0)
            break;
        *pos = next;
    }
    free(moves);
    return pos->side != SIDE_NONE;
}

static int depth_within(const struct game_rules *rules, const struct position *pos)
{
    uint64_t nodes = (uint64_t)rules->count(pos);
    int depth = 1;

    while (depth < 4 && nodes * (uint64_t)rules->count(pos) < PLAIN_NODES_MAX) {
        nodes *= (uint64_t)rules->count(pos);
        depth++;
    }
    return depth;
}

/* ---- tests ---- */

/* Same value as looking at everything; the move found really has that value. */
static void test_exact(void **state)
{
    const struct game_rules *rules = *state;
    struct search *search = search_create(TABLE_BYTES);

    for (uint64_t seed = 1; seed <= POSITIONS; seed++) {
        struct position pos;
        struct search_result result;
        struct plain plain = {.rules = rules};
        if (!random_position(rules, seed, &pos))
            continue;
        int depth = depth_within(rules, &pos);
        struct search_request request = {
            .rules = rules, .pos = &pos, .limits.depth = depth, .is_full_width = true};
        search_clear(search);
        search_run(search, &request, &result);
        int expected = plain_score(&plain, &pos, result.depth, 0);
        assert_int_equal(result.lines[0].score, expected);
        assert_int_equal(plain_move(&plain, &pos, result.best, result.depth, 0), expected);
        assert_true(rules->legal(&pos, result.best));
    }
    search_destroy(search);
}

static void test_same_nodes_same_answer(void **state)
{
    const struct game_rules *rules = *state;
    struct search *search = search_create(TABLE_BYTES);
    struct search_result first, second;
    struct position pos;

    assert_true(random_position(rules, 5, &pos));
    struct search_request request = {.rules = rules, .pos = &pos, .limits.nodes = 3000};
    search_clear(search);
    search_run(search, &request, &first);
    search_clear(search);
    search_run(search, &request, &second);
    assert_true(first.nodes <= 3000 + 1);
    assert_memory_equal(&first, &second, sizeof first);
    search_destroy(search);
}

/* Many short calls get as far as the table remembers: the browser's way. */
static void test_slices_go_on(void **state)
{
    const struct game_rules *rules = *state;
    struct search *search = search_create(TABLE_BYTES);
    struct search_result result;
    struct position pos;
    int first_depth = 0;

    assert_true(random_position(rules, 8, &pos));
    struct search_request request = {.rules = rules, .pos = &pos, .limits.nodes = 2000};
    for (int slice = 0; slice < 20; slice++) {
        search_run(search, &request, &result);
        first_depth = slice == 0 ? result.depth : first_depth;
        assert_true(rules->legal(&pos, result.best));
    }
    assert_true(result.depth >= first_depth);
    search_destroy(search);
}

static void test_stop_flag(void **state)
{
    const struct game_rules *rules = *state;
    struct search *search = search_create(TABLE_BYTES);
    atomic_bool stop = true;
    struct search_result result;
    struct position pos;

    assert_true(random_position(rules, 3, &pos));
    struct search_request request = {.rules = rules, .pos = &pos, .stop = &stop};
    search_run(search, &request, &result);
    assert_true(rules->legal(&pos, result.best));
    assert_true(result.nodes < 100);
    search_destroy(search);
}

static void test_lines_are_different_and_sorted(void **state)
{
    const struct game_rules *rules = *state;
    struct search *search = search_create(TABLE_BYTES);
    struct search_result result;
    struct position pos = {0};

    rules->setup(&pos, 1, &(struct game_options){0}, NULL);
    struct search_request request = {.rules = rules, .pos = &pos, .limits.depth = 2, .lines = 4};
    search_run(search, &request, &result);
    int expected = rules->count(&pos) < 4 ? rules->count(&pos) : 4;
    assert_int_equal(result.line_count, expected);
    for (int i = 1; i < expected; i++) {
        assert_true(result.lines[i].score <= result.lines[i - 1].score);
        assert_true(result.lines[i].win <= result.lines[i - 1].win);
        for (int k = 0; k < i; k++)
            assert_true(result.lines[i].moves[0] != result.lines[k].moves[0]);
    }
    search_destroy(search);
}

static void test_every_player_moves(void **state)
{
    const struct game_rules *rules = *state;
    struct search *search = search_create(TABLE_BYTES);
    struct position pos;

    assert_true(random_position(rules, 11, &pos));
    for (int i = 0; player_at(i); i++) {
        struct search_result result;
        struct search_request request = {
            .rules = rules, .pos = &pos, .limits.nodes = 1000, .player = player_at(i), .seed = 7};
        assert_ptr_equal(player_find(slice_of(player_at(i)->name)), player_at(i));
        search_run(search, &request, &result);
        assert_true(rules->legal(&pos, result.best));
    }
    search_destroy(search);
}

int main(void)
{
    return run_for_every_game("exact search", test_exact) +
           run_for_every_game("same nodes, same answer", test_same_nodes_same_answer) +
           run_for_every_game("slices", test_slices_go_on) +
           run_for_every_game("stop flag", test_stop_flag) +
           run_for_every_game("lines", test_lines_are_different_and_sorted) +
           run_for_every_game("players", test_every_player_moves);
}
