/* The search against a search without any cleverness, and what search.h promises. */

#include "support.h"
#include "tries.h"

#include "base/memory.h"
#include "base/minmax.h"
#include "base/rng.h"
#include "search/deepen.h"
#include "search/solver.h"
#include "search/spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_NODES_MAX = 60000, POSITIONS = 12, TABLE_BYTES = 1 << 20 };

/* ---- the plain reference: every move, no window, no table ---- */

struct plain {
    const struct game_rules *rules;
    uint64_t nodes;
    int double_moves;  /* the same side moved again */
    int contempt;      /* a draw is so much worse than level … */
    enum side hopeful; /* … for this side */
};

static int plain_draw(const struct plain *plain, enum side side)
{
    return side == plain->hopeful ? -plain->contempt : plain->contempt;
}

static int plain_leaf(const struct plain *plain, const struct position *pos)
{
    const struct game_eval *eval = eval_of(plain->rules);
    int likely = eval->draw ? eval->draw(pos) : 0;

    assert_in_range(likely, 0, DRAW_SURE);
    return eval->score(pos, NULL) + plain_draw(plain, (enum side)pos->side) * likely / DRAW_SURE;
}

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
        if (result.winner == SIDE_NONE)
            return plain_draw(plain, (enum side)pos->side);
        return result.winner == pos->side ? win : -win;
    }
    plain->double_moves += next.side == pos->side;
    int score = plain_score(plain, &next, depth - 1, ply + 1);
    return next.side == pos->side ? score : -score;
}

static int plain_score(struct plain *plain, const struct position *pos, int depth, int ply)
{
    plain->nodes++;
    if (depth == 0)
        return plain_leaf(plain, pos);

    move_t *moves = memory_get(plain->rules->moves_max, sizeof *moves);
    int n = plain->rules->moves(pos, moves);
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
        if (next.side == SIDE_NONE)
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
    struct plain plain = {.rules = rules};

    for (uint64_t seed = 1; seed <= (uint64_t)tries(POSITIONS); seed++) {
        struct position pos;
        struct search_result result;
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
    if (strcmp(rules->name, "mississippi") == 0 || strcmp(rules->name, "penguins") == 0)
        assert_true(plain.double_moves > 0);
    search_destroy(search);
}

/* A move to be played has contempt for draws; the table entries of such a search do not spoil a
 * later analysis. */
static void test_contempt(void **state)
{
    const struct game_rules *rules = *state;
    struct search *search = search_create(TABLE_BYTES);

    for (uint64_t seed = 1; seed <= (uint64_t)tries(POSITIONS); seed++) {
        struct position pos;
        struct search_result result;
        if (!random_position(rules, seed, &pos))
            continue;
        int depth = int_min(2, depth_within(rules, &pos));
        struct search_request request = {
            .rules = rules, .pos = &pos, .limits.depth = depth, .is_full_width = true};
        search_clear(search);
        for (int i = 0; i < 3; i++) {
            request.is_played = i == 1;
            struct plain plain = {.rules = rules, .hopeful = (enum side)pos.side};
            plain.contempt = request.is_played ? eval_of(rules)->params.contempt : 0;
            search_run(search, &request, &result);
            assert_int_equal(result.lines[0].score, plain_score(&plain, &pos, result.depth, 0));
        }
    }
    search_destroy(search);
}

/* What is won by force within a few plies is found, whatever is left out elsewhere. */
static void test_forced_wins(void **state)
{
    const struct game_rules *rules = *state;
    struct search *search = search_create(TABLE_BYTES);
    int wins = 0;

    for (uint64_t seed = 1; seed <= 80 * POSITIONS && wins < 5; seed++) {
        struct position pos;
        struct search_result exact, usual;
        if (!random_position(rules, seed, &pos))
            continue;
        struct search_request request = {
            .rules = rules, .pos = &pos, .limits.depth = 3, .is_full_width = true};
        search_clear(search);
        search_run(search, &request, &exact);
        if (exact.lines[0].score < SCORE_PROVEN)
            continue;
        wins++;
        request.is_full_width = false;
        request.limits = (struct search_limits){.nodes = 20000};
        search_clear(search);
        search_run(search, &request, &usual);
        assert_true(usual.lines[0].score >= SCORE_SOLVED);
    }
    assert_true(wins > 0);
    search_destroy(search);
}

/* Plays random games of both rulesets and calls `look` on every running position. */
static void walk_random_games(const struct game_rules *rules, int games,
                              void (*look)(const struct game_rules *rules,
                                           const struct position *pos, void *context),
                              void *context)
{
    move_t *moves = memory_get(rules->moves_max, sizeof *moves);

    for (int game = 0; game < games; game++) {
        struct game_options options = {.ruleset = game % 2 ? RULES_SERVER : RULES_BOOK};
        struct rng rng = rng_make((uint64_t)game);
        struct position pos = {0};
        rules->setup(&pos, (uint64_t)game, &options, NULL);
        while (pos.side != SIDE_NONE) {
            look(rules, &pos, context);
            int n = rules->moves(&pos, moves);
            rules->play(&pos, moves[rng_below(&rng, n)]);
        }
    }
    free(moves);
}

/* After a null move the other side is to move in a running game that can be evaluated. */
static void try_null_move(const struct game_rules *rules, const struct position *pos, void *context)
{
    const struct game_eval *eval = eval_of(rules);
    struct position next = *pos;
    int *tried = context;

    if (!eval->null_move)
        return;
    if (!eval->null_move(&next)) {
        assert_memory_equal(&next, pos, sizeof next);
        return;
    }
    (*tried)++;
    assert_int_equal(next.side, game_other((enum side)pos->side));
    assert_true(next.key != pos->key);
    assert_in_range(eval->score(&next, NULL) + EVAL_MAX, 0, 2 * EVAL_MAX);
}

static void test_null_moves(void **state)
{
    const struct game_rules *rules = *state;
    int tried = 0;

    walk_random_games(rules, 400, try_null_move, &tried);
    assert_true(tried > 0 || !eval_of(rules)->null_move);
}

static void test_threads(void **state)
{
    const struct game_rules *rules = *state;
    struct search *search = search_create(TABLE_BYTES);
    struct search_result result;
    struct position pos;

    assert_true(random_position(rules, 5, &pos));
    struct search_request request = {.rules = rules, .pos = &pos, .threads = 3};
    /* The limit holds for all threads together; each may exceed its share by one. */
    for (uint64_t nodes = 1; nodes <= 4000; nodes = nodes * 5 / 2 + 1) {
        request.limits.nodes = nodes;
        search_run(search, &request, &result);
        assert_true(rules->legal(&pos, result.best));
        assert_true(result.nodes <= nodes + 3);
    }
    search_destroy(search);
}

static void search_with_threads(struct search *search, const struct position *pos, int threads,
                                struct search_result *result)
{
    const struct search_request request = {.rules = game_find(slice_of("penguins")),
                                           .pos = pos,
                                           .limits.nodes = 10000 * (uint64_t)threads,
                                           .threads = threads};

    search_clear(search);
    search_run(search, &request, result);
}

/* What the solver has proved is not replaced by the deeper look of another thread. */
static void test_proof_beats_depth(void **state)
{
    const struct game_rules *rules = game_find(slice_of("penguins"));
    struct search *search = search_create(TABLE_BYTES);
    int solved = 0;

    (void)state;
    for (uint64_t seed = 1; rules && seed <= 60; seed++) {
        struct search_result one, two;
        struct position pos;
        if (!random_position(rules, seed, &pos))
            continue;
        search_with_threads(search, &pos, 1, &one);
        if (!one.is_solved)
            continue;
        solved++;
        search_with_threads(search, &pos, 2, &two);
        assert_true(two.is_solved);
        assert_int_equal(two.lines[0].score, one.lines[0].score);
        assert_true(two.best == one.best);
    }
    assert_true(solved > 5 || !rules);
    search_destroy(search);
}

/* ---- the solver inside the tree ---- */

static bool give_up(const struct position *pos, const struct solve_request *request,
                    struct solution *solution)
{
    (void)pos;
    (void)request;
    *solution = (struct solution){.margin = 7, .best = 99, .nodes = 3};
    return false;
}

static bool always(const struct position *pos)
{
    (void)pos;
    return true;
}

static int far_too_good(const struct position *pos, void *cache)
{
    (void)pos, (void)cache;
    return 2 * EVAL_MAX;
}

/* One thread at the start of a game, with another evaluation than the game's own. */
struct bench {
    struct search_request request;
    struct position pos;
    struct stop stop;
    struct table table;
    struct ab *ab;
};

static void bench_init(struct bench *bench, const struct game_rules *rules,
                       const struct game_eval *eval)
{
    *bench = (struct bench){0};
    rules->setup(&bench->pos, 1, &(struct game_options){0}, NULL);
    bench->request = (struct search_request){.rules = rules, .pos = &bench->pos};
    stop_init(&bench->stop, &bench->request, 0);
    table_init(&bench->table, 0);
    bench->ab = ab_create(rules);
    bench->ab->eval = eval;
    ab_begin(bench->ab, &bench->table, &bench->stop, 0);
}

static void bench_finish(struct bench *bench)
{
    ab_destroy(bench->ab);
    table_free(&bench->table);
}

/* A solver that gives up leaves what the table knew as it was, but its nodes count. */
static void test_solver_gives_up(void **state)
{
    const struct game_eval eval = {
        .score = far_too_good, .scale = 1, .solve = give_up, .is_solvable = always};
    const struct table_entry known = {.move = 5, .eval = 6, .score = 7, .depth = 8, .bound = 1};
    struct table_entry found = known;
    struct bench bench;

    bench_init(&bench, *state, &eval);
    assert_false(solver_ask(bench.ab, &(struct window){-1, 1, 3, 0}, &found));
    assert_memory_equal(&found, &known, sizeof found);
    assert_int_equal(bench.ab->nodes, 3);
    bench_finish(&bench);
}

/* Guesses of what is hidden share the limits; where nothing is hidden there is one search. */
static void test_samples(void **state)
{
    const struct game_rules *rules = *state;
    struct search *search = search_create(TABLE_BYTES);
    struct search_result result;
    struct position pos = {0};

    rules->setup(&pos, 3, &(struct game_options){0}, NULL);
    struct search_request request = {
        .rules = rules, .pos = &pos, .limits.nodes = 900, .samples = 3};
    search_run(search, &request, &result);
    assert_true(rules->legal(&pos, result.best));
    assert_true(result.nodes <= 900 + 3 && result.line_count == 1);
    assert_true(result.lines[0].moves[0] == result.best);
    search_destroy(search);
}

/* A clock that advances whenever it is read. */
enum { TICK_US = 100 };

static int64_t tick(void *context) { return *(int64_t *)context += TICK_US; }

static void test_time_is_kept(void **state)
{
    const struct game_rules *rules = *state;
    struct search *search = search_create(TABLE_BYTES);
    struct search_result result;
    struct position pos = {0};
    int64_t now_us = 12345;
    const struct search_clock clock = {.now_us = tick, .context = &now_us};

    rules->setup(&pos, 2, &(struct game_options){0}, NULL);
    struct search_request request = {
        .rules = rules, .pos = &pos, .clock = &clock, .limits.time_us = 50 * TICK_US};
    search_run(search, &request, &result);
    assert_true(rules->legal(&pos, result.best));
    /* The look that finds out, and the one for the report; less only if there is nothing left to
     * find. */
    bool is_decided = abs(result.lines[0].score) >= SCORE_SOLVED;
    assert_in_range(result.time_us, is_decided ? 0 : 50 * TICK_US, 52 * TICK_US);
    search_destroy(search);
}

static void test_only_move_at_once(void **state)
{
    const struct game_rules *rules = *state;
    struct search *search = search_create(TABLE_BYTES);
    struct search_result result;
    struct position pos;

    for (uint64_t seed = 1; seed <= 80 * POSITIONS; seed++) {
        if (!random_position(rules, seed, &pos) || rules->count(&pos) != 1)
            continue;
        struct search_request request = {.rules = rules, .pos = &pos};
        search_run(search, &request, &result);
        assert_int_equal(result.depth, 1);
        assert_true(rules->legal(&pos, result.best));
        /* With lines wanted it is searched all the same. */
        request.lines = 1;
        request.limits.depth = 2;
        search_run(search, &request, &result);
        int score = abs(result.lines[0].score);
        assert_true(result.depth == 2 || score >= SCORE_SOLVED);
        break;
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
    assert_int_equal(result.line_count, 1);
    assert_true(result.lines[0].moves[0] == result.best);
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
    for (int i = 0; level_at(i); i++) {
        struct search_result result;
        struct search_request request = {
            .rules = rules, .pos = &pos, .limits.nodes = 1000, .player = level_at(i), .seed = 7};
        assert_ptr_equal(level_find(slice_of(level_at(i)->name)), level_at(i));
        search_run(search, &request, &result);
        assert_true(rules->legal(&pos, result.best));
    }
    search_destroy(search);
}

/* ---- limits in words ---- */

static void test_deepest_search(void **state)
{
    char words[32], limit[16];
    struct player_spec spec;
    struct err why;

    (void)state;
    snprintf(words, sizeof words, "stark:depth=%d", SEARCH_DEPTH_MAX);
    assert_true(player_spec_read(&spec, words, &why));
    assert_int_equal(spec.depth, SEARCH_DEPTH_MAX);
    snprintf(words, sizeof words, "stark:depth=%d", SEARCH_DEPTH_MAX + 1);
    assert_false(player_spec_read(&spec, words, &why));
    assert_string_equal(why.code, "player_range");
    snprintf(limit, sizeof limit, "depth %d ", SEARCH_DEPTH_MAX);
    assert_true(strncmp(why.details, limit, strlen(limit)) == 0);
}

/* The deepest search that can be asked for is carried out. */
static void test_deepest_search_runs(void **state)
{
    const struct game_rules *rules = *state;
    struct search *search = search_create(TABLE_BYTES);
    struct search_result result;
    struct position pos;

    assert_true(random_position(rules, 5, &pos));
    struct search_request request = {
        .rules = rules, .pos = &pos, .limits = {.nodes = 500, .depth = SEARCH_DEPTH_MAX}};
    search_run(search, &request, &result);
    assert_true(rules->legal(&pos, result.best));
    search_destroy(search);
}

/* ---- the table ---- */

static void test_table_keeps_the_deep(void **state)
{
    struct table table;
    struct table_entry found;

    (void)state;
    table_init(&table, 0);
    /* Many keys of one bucket: the deepest stays, the shallow ones give way. */
    uint64_t step = (table.mask + 1) * 3, first = 77;
    table_store(&table, first, (struct table_entry){.move = 5, .depth = 20, .bound = BOUND_EXACT});
    for (uint64_t i = 1; i < 50; i++)
        table_store(&table, first + i * step,
                    (struct table_entry){.depth = 3, .bound = BOUND_LOWER});
    assert_true(table_find(&table, first, &found));
    assert_int_equal(found.move, 5);
    assert_true(table_find(&table, first + 49 * step, &found));
    assert_false(table_find(&table, first + 1 * step, &found));
    /* It is kept through some searches, but not for ever. */
    for (int i = 0; i < 10; i++)
        table_age(&table);
    for (uint64_t i = 1; i < 5; i++)
        table_store(&table, first + i * step,
                    (struct table_entry){.depth = 3, .bound = BOUND_LOWER});
    assert_false(table_find(&table, first, &found));
    table_free(&table);
}

static void test_table_values(void **state)
{
    struct table table;
    struct table_entry found, wanted = {.move = 0xfedc,
                                        .eval = -20000,
                                        .score = -SCORE_WIN,
                                        .depth = TABLE_DEPTH_MAX,
                                        .bound = BOUND_UPPER};

    (void)state;
    table_init(&table, 0);
    table_store(&table, 1, wanted);
    assert_true(table_find(&table, 1, &found));
    assert_memory_equal(&found, &wanted, sizeof found);
    /* Without a move the old one stays. */
    wanted.move = 0;
    wanted.score = SCORE_WIN;
    table_store(&table, 1, wanted);
    assert_true(table_find(&table, 1, &found));
    assert_int_equal(found.move, 0xfedc);
    assert_int_equal(found.score, SCORE_WIN);
    /* Halves of two entries belong to none. */
    unsigned char *bytes = (unsigned char *)table.slots;
    bytes[(1 & table.mask) * 64 + 8] ^= 1;
    assert_false(table_find(&table, 1, &found));
    table_free(&table);
}

int main(void)
{
    const struct CMUnitTest table_tests[] = {
        cmocka_unit_test(test_table_keeps_the_deep),
        cmocka_unit_test(test_table_values),
        cmocka_unit_test(test_proof_beats_depth),
        cmocka_unit_test(test_deepest_search),
    };

    return cmocka_run_group_tests_name("table", table_tests, NULL, NULL) +
           run_for_every_game("forced wins", test_forced_wins) +
           run_for_every_game("null moves", test_null_moves) +
           run_for_every_game("threads", test_threads) +
           run_for_every_game("solver gives up", test_solver_gives_up) +
           run_for_every_game("deepest search", test_deepest_search_runs) +
           run_for_every_game("samples", test_samples) +
           run_for_every_game("time", test_time_is_kept) +
           run_for_every_game("only move", test_only_move_at_once) +
           run_for_every_game("exact search", test_exact) +
           run_for_every_game("contempt", test_contempt) +
           run_for_every_game("same nodes, same answer", test_same_nodes_same_answer) +
           run_for_every_game("slices", test_slices_go_on) +
           run_for_every_game("stop flag", test_stop_flag) +
           run_for_every_game("lines", test_lines_are_different_and_sorted) +
           run_for_every_game("players", test_every_player_moves);
}
