/*
 * The evaluation of Piranhas beside the same in the simplest words: shapes counted square by
 * square, unions found by trying every move, forced wins by trying everything; and with a cache
 * beside without.  On boards drawn by chance, with fish close enough together to make swarms.
 */

#include "base/minmax.h"
#include "games/piranhas/features.h"
#include "games/piranhas/shape.h"
#include "games/piranhas/solver.h"
#include "games/piranhas/weights.h"
#include "tries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct game_eval piranhas_eval;

enum {
    BOARDS = 5000,
    CACHE_BOARDS = 60,
    PROOF_BOARDS = 400,
    PROOF_CHECKED = 2,
    FISH_MAX = 16,
    FEW_FISH = 5
};

/* ---- boards ---- */

static int tell(const struct position *pos, const char *what)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    piranhas_print_position(pos, &buf);
    printf("%s: %s\n", what, text);
    return 1;
}

static bool is_free(const struct piranhas *game, int square)
{
    return line_cell(game->lines[row_of(square)], column_of(square)) == CELL_WATER;
}

static int some_square(struct rng *rng, int x, int y, int reach)
{
    for (;;) {
        int at_x = x + rng_below(rng, 2 * reach + 1) - reach;
        int at_y = y + rng_below(rng, 2 * reach + 1) - reach;
        if (square_is_on_board(at_x, at_y))
            return square_at(at_x, at_y);
    }
}

static void put_shoal(struct position *pos, struct rng *rng, enum side side, int n)
{
    int x = rng_below(rng, BOARD_SIZE), y = rng_below(rng, BOARD_SIZE), reach = 2;

    while (n > 0) {
        int square = some_square(rng, x, y, reach);
        if (is_free(piranhas_of(pos), square)) {
            piranhas_put_fish(pos, side, square);
            n--;
        }
        reach = 1 + rng_below(rng, BOARD_SIZE - 1);
    }
}

/* A running position with 1 to `most` fish on each side. */
static void draw_board(struct position *pos, struct rng *rng, int most)
{
    do {
        piranhas_clear(pos, RULES_BOOK);
        piranhas_put_octopus(pos, square_at(2 + rng_below(rng, 3), 2 + rng_below(rng, 3)));
        piranhas_put_octopus(pos, square_at(5 + rng_below(rng, 3), 5 + rng_below(rng, 3)));
        put_shoal(pos, rng, SIDE_RED, 1 + rng_below(rng, most));
        put_shoal(pos, rng, SIDE_BLUE, 1 + rng_below(rng, most));
        piranhas_set_turn(pos, rng_below(rng, PIRANHAS_TURN_MAX));
    } while (pos->side == SIDE_NONE);
}

/* ---- shapes, square by square ---- */

static int steps_between(int a, int b)
{
    return int_max(abs(column_of(a) - column_of(b)), abs(row_of(a) - row_of(b)));
}

static int list_fish(const struct shoal *shoal, int squares[])
{
    int n = 0;

    for (int y = 0; y < BOARD_SIZE; y++) {
        for (int x = 0; x < BOARD_SIZE; x++) {
            if (shoal_has(shoal, square_at(x, y)))
                squares[n++] = square_at(x, y);
        }
    }
    return n;
}

/* Numbers the swarms: fish that touch take the lower number until nothing changes any more. */
static void plain_swarms(const int squares[], int n, struct shape *out)
{
    int number[BOARD_SIZE * BOARD_SIZE], size[BOARD_SIZE * BOARD_SIZE] = {0};
    bool is_changed = true;

    for (int i = 0; i < n; i++)
        number[i] = i;
    while (is_changed) {
        is_changed = false;
        for (int i = 0; i < n * n; i++) {
            int a = i / n, b = i % n;
            if (steps_between(squares[a], squares[b]) == 1 && number[a] > number[b]) {
                number[a] = number[b];
                is_changed = true;
            }
        }
    }
    for (int i = 0; i < n; i++)
        size[number[i]]++;
    for (int i = 0; i < n; i++) {
        out->swarms += size[i] > 0;
        out->loners += size[i] == 1;
        out->largest = int_max(out->largest, size[i]);
    }
}

static int fish_in_block(const struct shoal *shoal, int x, int y)
{
    return shoal_has(shoal, square_at(x, y)) + shoal_has(shoal, square_at(x + 1, y)) +
           shoal_has(shoal, square_at(x, y + 1)) + shoal_has(shoal, square_at(x + 1, y + 1));
}

static int steps_to_edge(int square)
{
    int x = column_of(square), y = row_of(square), last = BOARD_SIZE - 1;
    int across = x < last - x ? x : last - x, along = y < last - y ? y : last - y;

    return across < along ? across : along;
}

/* One fish in the middle, eight around it, sixteen around those … */
static int plain_least_steps(int n)
{
    int steps = 0, ring = 0, left_in_ring = 1;

    for (; n > 0; n--) {
        if (left_in_ring == 0)
            left_in_ring = 8 * ++ring;
        steps += ring;
        left_in_ring--;
    }
    return steps;
}

static int plain_middle(const int squares[], int n)
{
    int x = 0, y = 0;

    for (int i = 0; i < n; i++) {
        x += column_of(squares[i]);
        y += row_of(squares[i]);
    }
    return square_at((x + n / 2) / n, (y + n / 2) / n);
}

static void plain_shape(const struct shoal *shoal, struct shape *out)
{
    int squares[BOARD_SIZE * BOARD_SIZE], rings[BOARD_SIZE] = {0};

    *out = (struct shape){.fish = list_fish(shoal, squares)};
    out->middle = plain_middle(squares, out->fish);
    plain_swarms(squares, out->fish, out);
    for (int i = 0; i < out->fish; i++) {
        int steps = steps_between(squares[i], out->middle);
        out->steps += steps;
        out->far += steps > 3 ? steps - 3 : 0;
        rings[steps_to_edge(squares[i])]++;
    }
    out->steps -= plain_least_steps(out->fish);
    out->edge = rings[0];
    out->second = rings[1];
    out->third = rings[2];
    for (int i = 0; i < 81; i++)
        out->blocks += fish_in_block(shoal, i % 9, i / 9) >= 3;
}

static bool is_same_shape(const struct shape *a, const struct shape *b)
{
    return a->fish == b->fish && a->swarms == b->swarms && a->largest == b->largest &&
           a->loners == b->loners && a->steps == b->steps && a->far == b->far &&
           a->blocks == b->blocks && a->edge == b->edge && a->second == b->second &&
           a->third == b->third && a->middle == b->middle;
}

static bool is_shape_right(const struct shoal *shoal)
{
    struct shape fast, plain;
    struct swarms swarms = piranhas_swarms(shoal);

    piranhas_shape(shoal, &fast);
    plain_shape(shoal, &plain);
    return is_same_shape(&fast, &plain) && shoal_size(&fast.main) == plain.largest &&
           swarms.count == plain.swarms && swarms.largest == plain.largest &&
           piranhas_is_united(shoal) == (plain.swarms == 1) &&
           piranhas_euler(shoal) <= plain.swarms;
}

/* ---- unions ---- */

static bool is_one_of(move_t move, const move_t list[], int n)
{
    for (int i = 0; i < n; i++) {
        if (list[i] == move)
            return true;
    }
    return false;
}

static bool is_uniting(const struct position *pos, move_t move)
{
    struct shoal shoal = piranhas_of(pos)->fish[pos->side];
    struct shape shape;

    shoal_flip(&shoal, piranhas_from(move));
    shoal_flip(&shoal, piranhas_to(move));
    plain_shape(&shoal, &shape);
    return shape.swarms == 1;
}

static bool are_unions_right(const struct position *board, enum side side)
{
    struct position pos = *board;
    const struct piranhas *game = piranhas_of(&pos);
    move_t moves[PIRANHAS_MOVES_MAX], uniting[PIRANHAS_MOVES_MAX];
    struct shape shape;
    int expected = 0;

    pos.side = (uint8_t)side;
    piranhas_shape(&game->fish[side], &shape);
    int found = piranhas_uniting_moves(game, side, &shape, uniting);
    int n = piranhas_rules.moves(&pos, moves);
    if (shape.swarms < 2 || shape.swarms > SHAPE_SWARMS)
        return found == 0 && !piranhas_can_unite(game, side, &shape);
    for (int i = 0; i < n; i++) {
        bool is_expected = is_uniting(&pos, moves[i]);
        expected += is_expected;
        if (is_expected != is_one_of(moves[i], uniting, found))
            return false;
    }
    return found == expected && piranhas_can_unite(game, side, &shape) == (expected > 0);
}

/* ---- the score ---- */

static bool is_score_right(const struct position *pos)
{
    int features[PIRANHAS_FEATURES], knot = pos->turn / KNOT_TURNS, late = pos->turn % KNOT_TURNS;
    long sum = 0;

    piranhas_features(pos, features);
    int score = piranhas_eval.score(pos, NULL);
    for (int i = 0; i < PIRANHAS_FEATURES; i++) {
        long weight =
            (KNOT_TURNS - late) * piranhas_weights[knot][i] + late * piranhas_weights[knot + 1][i];
        sum += weight * features[i];
    }
    return score == sum / (KNOT_TURNS * WEIGHT_ONE) || abs(score) > EVAL_MAX / 2;
}

/* ---- the order of moves ---- */

/* 24 for each step towards the middle of the own fish, 64 for a capture, 48 for a square at the
 * largest swarm, 32 less for leaving it. */
static int plain_order_value(const struct position *pos, const struct shape *own, move_t move)
{
    struct shoal near = shoal_touch(own->main);
    int from = piranhas_from(move), to = piranhas_to(move);
    int value = 24 * (steps_between(from, own->middle) - steps_between(to, own->middle));

    value += shoal_has(&piranhas_of(pos)->fish[game_other((enum side)pos->side)], to) ? 64 : 0;
    value += shoal_has(&near, to) ? 48 : 0;
    value -= shoal_has(&own->main, from) ? 32 : 0;
    return value;
}

static bool is_order_right(const struct position *pos)
{
    const struct piranhas *game = piranhas_of(pos);
    enum side side = (enum side)pos->side;
    move_t moves[PIRANHAS_MOVES_MAX], uniting[PIRANHAS_MOVES_MAX];
    int values[PIRANHAS_MOVES_MAX], n = piranhas_rules.moves(pos, moves);
    struct shape own;

    piranhas_shape(&game->fish[side], &own);
    int found = piranhas_uniting_moves(game, side, &own, uniting);
    piranhas_eval.order_values(pos, NULL, moves, n, values);
    for (int i = 0; i < n; i++) {
        int forcing = is_one_of(moves[i], uniting, found) ? ORDER_VALUE_FORCING : 0;
        if (values[i] != plain_order_value(pos, &own, moves[i]) + forcing)
            return false;
    }
    return true;
}

/* ---- the same with a cache ---- */

static bool are_order_values_same(const struct position *pos, void *memory)
{
    move_t moves[PIRANHAS_MOVES_MAX];
    int cached[PIRANHAS_MOVES_MAX], expected[PIRANHAS_MOVES_MAX];
    int n = piranhas_rules.moves(pos, moves);

    piranhas_eval.order_values(pos, memory, moves, n, cached);
    piranhas_eval.order_values(pos, NULL, moves, n, expected);
    return memcmp(cached, expected, (size_t)n * sizeof *expected) == 0;
}

static bool is_cached_same(const struct position *pos, void *memory)
{
    return piranhas_eval.score(pos, memory) == piranhas_eval.score(pos, NULL) &&
           piranhas_eval.extension(pos, memory) == piranhas_eval.extension(pos, NULL) &&
           are_order_values_same(pos, memory);
}

/* Along a game, where the same shoals are met again and again. */
static int check_cache(const struct position *start, struct rng *rng, void *memory)
{
    move_t moves[PIRANHAS_MOVES_MAX];

    for (struct position pos = *start; pos.side != SIDE_NONE;) {
        int n = piranhas_rules.moves(&pos, moves);
        for (int i = 0; i < n; i++) {
            struct position next = pos;
            piranhas_rules.play(&next, moves[i]);
            if (next.side != SIDE_NONE && !is_cached_same(&next, memory))
                return tell(&next, "cached");
        }
        piranhas_rules.play(&pos, moves[rng_below(rng, n)]);
    }
    return 0;
}

/* ---- forced wins ---- */

static bool is_won(const struct position *pos, enum side side)
{
    struct game_result result;

    piranhas_rules.result(pos, &result);
    return pos->side == SIDE_NONE && result.winner == side;
}

/* Does this side win with so many moves of its own, whatever the other does? */
static bool plain_wins(const struct position *pos, enum side side, int left)
{
    move_t moves[PIRANHAS_MOVES_MAX];
    int n = piranhas_rules.moves(pos, moves);
    bool is_own_turn = pos->side == side;

    if (pos->side == SIDE_NONE || (is_own_turn && left == 0))
        return is_won(pos, side);
    for (int i = 0; i < n; i++) {
        struct position next = *pos;
        piranhas_rules.play(&next, moves[i]);
        if (plain_wins(&next, side, is_own_turn ? left - 1 : left) == is_own_turn)
            return is_own_turn;
    }
    return !is_own_turn;
}

static bool wins_by_union(const struct position *pos)
{
    move_t moves[PIRANHAS_MOVES_MAX];
    int n = piranhas_rules.moves(pos, moves);

    for (int i = 0; i < n; i++) {
        struct position next = *pos;
        if (!is_uniting(pos, moves[i]))
            continue;
        piranhas_rules.play(&next, moves[i]);
        if (plain_wins(&next, (enum side)pos->side, 0))
            return true;
    }
    return false;
}

/* What is proven is true, and a win by one move that unites is found. */
static bool is_proof_right(const struct position *pos, int *proven)
{
    struct solve_request request = {.nodes = 1000000};
    struct solution solution = {0};
    struct position next = *pos;
    enum side side = (enum side)pos->side;

    if (!piranhas_prove(pos, &request, &solution))
        return !wins_by_union(pos) || piranhas_is_united(&piranhas_of(pos)->fish[side]);
    int moves = 1 + PROOF_MOVES - solution.margin;
    if (moves > PROOF_CHECKED)
        return true;
    (*proven)++;
    piranhas_rules.play(&next, solution.best);
    return plain_wins(&next, side, moves - 1);
}

/* ---- all together ---- */

static int check_board(const struct position *pos)
{
    const struct piranhas *game = piranhas_of(pos);

    for (int side = SIDE_RED; side < SIDE_NONE; side++) {
        if (!is_shape_right(&game->fish[side]))
            return tell(pos, "shape");
        if (!are_unions_right(pos, (enum side)side))
            return tell(pos, "unions");
    }
    if (!is_order_right(pos))
        return tell(pos, "order values");
    return is_score_right(pos) ? 0 : tell(pos, "score");
}

int main(void)
{
    struct rng rng = rng_make(1);
    struct position pos;
    void *memory = calloc(1, piranhas_eval.cache_bytes);
    int wrong = 0, proven = 0;

    for (int i = 0; i < tries(BOARDS); i++) {
        draw_board(&pos, &rng, FISH_MAX);
        wrong += check_board(&pos);
    }
    for (int i = 0; i < tries(CACHE_BOARDS); i++) {
        draw_board(&pos, &rng, FISH_MAX);
        wrong += check_cache(&pos, &rng, memory);
    }
    free(memory);
    for (int i = 0; i < tries(PROOF_BOARDS); i++) {
        draw_board(&pos, &rng, FEW_FISH);
        if (!is_proof_right(&pos, &proven))
            wrong += tell(&pos, "proof");
    }
    printf("Piranhas: %d boards, %d proofs, %d wrong\n", tries(BOARDS), proven, wrong);
    return wrong > 0 || proven == 0;
}
