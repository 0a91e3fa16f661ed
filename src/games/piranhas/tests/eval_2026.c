/*
 * The evaluation of season 2026 beside the same in the simplest words: swarms weighed fish by fish,
 * scores with a cache beside those without, wins that are called sure or proven beside trying every
 * move.  On boards drawn by chance.
 */

#include "games/piranhas/features_2026.h"
#include "games/piranhas/solver.h"
#include "search/eval.h"
#include "tries.h"

#include <stdio.h>
#include <stdlib.h>

extern const struct game_eval piranhas26_eval;

enum { BOARDS = 1500, CACHE_BOARDS = 30, PROOF_BOARDS = 400, PROOF_CHECKED = 2 };
enum { FISH_MAX = 12, FEW_FISH = 5, SURE = 15000 };

/* ---- boards ---- */

static int tell(const struct position *pos, const char *what)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    piranhas26_print_position(pos, &buf);
    printf("%s: %s\n", what, text);
    return 1;
}

static bool is_free(const struct position *pos, int square)
{
    return line_cell(piranhas_of(pos)->lines[row_of(square)], column_of(square)) == CELL_WATER;
}

/* Close enough together to make swarms. */
static void put_shoal(struct position *pos, struct rng *rng, enum side side, int n)
{
    int x = rng_below(rng, 5), y = rng_below(rng, 5);

    while (n > 0) {
        int square = square_at(x + rng_below(rng, 6), y + rng_below(rng, 6));
        if (!is_free(pos, square))
            continue;
        piranhas26_put_fish(pos, side, 1 + rng_below(rng, FISH_WEIGHT_MAX), square);
        n--;
    }
}

/* A running position with 1 to `most` fish on each side. */
static void draw_board(struct position *pos, struct rng *rng, int most)
{
    do {
        piranhas26_clear(pos, rng_below(rng, 2) ? RULES_SERVER : RULES_BOOK);
        piranhas_put_octopus(pos, square_at(2 + rng_below(rng, 3), 2 + rng_below(rng, 3)));
        piranhas_put_octopus(pos, square_at(5 + rng_below(rng, 3), 5 + rng_below(rng, 3)));
        put_shoal(pos, rng, SIDE_RED, 1 + rng_below(rng, most));
        put_shoal(pos, rng, SIDE_BLUE, 1 + rng_below(rng, most));
        piranhas26_start(pos, rng_below(rng, PIRANHAS_TURN_MAX), (enum side)rng_below(rng, 3));
    } while (pos->side == SIDE_NONE);
}

/* ---- swarms, fish by fish ---- */

/* Takes the swarm of the fish on x, y off the board and says what it weighed. */
static int take_swarm(int weights[BOARD_SIZE][BOARD_SIZE], int x, int y)
{
    int weight = weights[y][x];

    weights[y][x] = 0;
    for (int i = 0; i < 9; i++) {
        int next_x = x + i % 3 - 1, next_y = y + i / 3 - 1;
        if (square_is_on_board(next_x, next_y) && weights[next_y][next_x] > 0)
            weight += take_swarm(weights, next_x, next_y);
    }
    return weight;
}

static bool is_shape_right(const struct position *pos, enum side side)
{
    const struct piranhas26 *game = piranhas26_of(pos);
    int weights[BOARD_SIZE][BOARD_SIZE] = {{0}}, heaviest = 0, all = 0, swarms = 0;
    struct shape shape;

    for (int i = 0; i < BOARD_SIZE * BOARD_SIZE; i++) {
        int square = square_at(i % BOARD_SIZE, i / BOARD_SIZE);
        if (shoal_has(&game->board.fish[side], square))
            weights[row_of(square)][column_of(square)] = piranhas26_weight_on(game, square);
    }
    for (int i = 0; i < BOARD_SIZE * BOARD_SIZE; i++) {
        int weight = 0;
        if (weights[i / BOARD_SIZE][i % BOARD_SIZE] > 0)
            weight = take_swarm(weights, i % BOARD_SIZE, i / BOARD_SIZE);
        swarms += weight > 0;
        all += weight;
        heaviest = weight > heaviest ? weight : heaviest;
    }
    piranhas_weighed_shape(&game->board.fish[side], &game->weights, &shape);
    return shape.weight == all && shape.largest == heaviest && shape.swarms == swarms &&
           shoal_weight(shape.main, &game->weights) == heaviest &&
           piranhas26_swarm_weight(pos, side) == heaviest &&
           piranhas26_is_complete(game, side) == (swarms == 1);
}

/* ---- wins ---- */

static bool is_won(const struct position *pos, enum side side)
{
    struct game_result result;

    piranhas26_rules.result(pos, &result);
    return pos->side == SIDE_NONE && result.winner == side;
}

/* Does this side win with so many moves of its own, whatever the other does? */
static bool plain_wins(const struct position *pos, enum side side, int left)
{
    move_t moves[PIRANHAS_MOVES_MAX];
    int n = piranhas26_rules.moves(pos, moves);
    bool is_own_turn = pos->side == side;

    if (pos->side == SIDE_NONE || (is_own_turn && left == 0))
        return is_won(pos, side);
    for (int i = 0; i < n; i++) {
        struct position next = *pos;
        piranhas26_rules.play(&next, moves[i]);
        if (plain_wins(&next, side, is_own_turn ? left - 1 : left) == is_own_turn)
            return is_own_turn;
    }
    return !is_own_turn;
}

/* A sure score is a win by one move. */
static bool is_score_right(const struct position *pos)
{
    int score = piranhas26_eval.score(pos, NULL);

    return score < SURE || plain_wins(pos, (enum side)pos->side, 1);
}

static bool is_proof_right(const struct position *pos, int *proven)
{
    struct solve_request request = {.nodes = 1000000};
    struct solution solution = {0};
    struct position next = *pos;

    if (!piranhas26_eval.solve(pos, &request, &solution))
        return true;
    int moves = 1 + PROOF_MOVES - solution.margin;
    if (moves > PROOF_CHECKED)
        return true;
    (*proven)++;
    piranhas26_rules.play(&next, solution.best);
    return plain_wins(&next, (enum side)pos->side, moves - 1);
}

/* ---- the cache ---- */

static bool is_cached_same(const struct position *pos, void *memory)
{
    move_t moves[PIRANHAS_MOVES_MAX];
    int plain[PIRANHAS_MOVES_MAX], cached[PIRANHAS_MOVES_MAX];
    int n = piranhas26_rules.moves(pos, moves);

    piranhas26_eval.order_values(pos, NULL, moves, n, plain);
    piranhas26_eval.order_values(pos, memory, moves, n, cached);
    for (int i = 0; i < n; i++) {
        if (plain[i] != cached[i])
            return false;
    }
    return piranhas26_eval.score(pos, memory) == piranhas26_eval.score(pos, NULL) &&
           piranhas26_eval.extension(pos, memory) == piranhas26_eval.extension(pos, NULL) &&
           piranhas26_eval.is_quiet(pos, memory) == piranhas26_eval.is_quiet(pos, NULL);
}

/* Along a random game, with all successors, so that entries are met again. */
static int check_cache(const struct position *start, struct rng *rng, void *memory)
{
    move_t moves[PIRANHAS_MOVES_MAX];

    for (struct position pos = *start; pos.side != SIDE_NONE;) {
        int n = piranhas26_rules.moves(&pos, moves);
        for (int i = 0; i < n; i++) {
            struct position next = pos;
            piranhas26_rules.play(&next, moves[i]);
            if (next.side != SIDE_NONE && !is_cached_same(&next, memory))
                return tell(&next, "cached");
        }
        piranhas26_rules.play(&pos, moves[rng_below(rng, n)]);
    }
    return 0;
}

/* ---- all together ---- */

static int check_board(const struct position *pos)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (!is_shape_right(pos, side))
            return tell(pos, "shape");
    }
    return is_score_right(pos) ? 0 : tell(pos, "score");
}

int main(void)
{
    struct rng rng = rng_make(1);
    struct position pos;
    void *memory = calloc(1, piranhas26_eval.cache_bytes);
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
    printf("Piranhas 2026: %d boards, %d proofs, %d wrong\n", tries(BOARDS), proven, wrong);
    return wrong > 0 || proven == 0;
}
