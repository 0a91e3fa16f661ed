/* The rules of Piranhas 2026: what a move changes.  The end is in ending_2026.c. */

#include "games/piranhas/board.h"
#include "games/piranhas/piranhas_2026.h"
#include "games/piranhas/referee.h"

#include <assert.h>

/* What a fish, a turn and the first union add to the key; octopuses and the ruleset are in
 * rules.c. */
enum { KEY_FISH = 4096, KEY_UNION = 8192 };
static const uint64_t key_of_turn = UINT64_C(0x9e3779b97f4a7c15);

static inline uint64_t key_of_fish(enum side side, int weight, int square)
{
    return rng_mix((uint64_t)(KEY_FISH + 1024 * (int)side + 256 * weight + square));
}

/* Adds the weight of a fish that comes to a square without one, and takes it away again.  Masks of
 * all bits or none: there is nothing to foresee for a branch. */
static inline void flip_weight(struct fish_weights *weights, int square, int weight)
{
    int half = row_of(square) / SHOAL_ROWS;
    uint64_t bit = shoal_bit(square);

    weights->ones.half[half] ^= bit & -(uint64_t)(weight & 1);
    weights->twos.half[half] ^= bit & -(uint64_t)(weight >> 1);
}

static inline void look_for_split(struct piranhas26 *game, enum side side)
{
    game->is_split[side] = piranhas_is_surely_split(&game->board.fish[side]);
}

static void set_first_union(struct position *pos, enum side side)
{
    piranhas26_body(pos)->first_union = (uint8_t)side;
    if (side != SIDE_NONE)
        pos->key += rng_mix((uint64_t)(KEY_UNION + (int)side));
}

/* Once a colour is complete: by the book the union is that of the side which has just moved, on the
 * official server that of the colour, of red if both are complete. */
static inline void note_union(struct position *pos, enum side mover)
{
    const struct piranhas26 *game = piranhas26_of(pos);

    if (game->first_union != SIDE_NONE || (game->is_split[SIDE_RED] && game->is_split[SIDE_BLUE]))
        return;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (!piranhas26_is_complete(game, side))
            continue;
        set_first_union(pos, pos->ruleset == RULES_SERVER ? side : mover);
        return;
    }
}

/* After a blue move a round is over, and only then swarms and the limit count. */
static inline bool is_over(const struct position *pos)
{
    const struct piranhas26 *game = piranhas26_of(pos);
    enum side side = piranhas_side_of_turn(pos->turn);

    if (game->board.moves[side] == 0 || pos->turn >= PIRANHAS_TURN_MAX)
        return true;
    return side == SIDE_RED && piranhas26_is_any_complete(game);
}

static inline void start_turn(struct position *pos)
{
    pos->side = (uint8_t)(is_over(pos) ? SIDE_NONE : piranhas_side_of_turn(pos->turn));
}

static void play(struct position *pos, move_t move)
{
    struct piranhas26 *game = piranhas26_body(pos);
    struct piranhas *board = &game->board;
    enum side side = (enum side)pos->side, enemy = game_other(side);
    int from = piranhas_from(move), to = piranhas_to(move);
    int weight = piranhas26_weight_on(game, from);

    assert(side < SIDE_NONE && pos->turn < PIRANHAS_TURN_MAX);
    assert(shoal_has(&board->fish[side], from) && !shoal_has(&board->fish[side], to));
    assert(!piranhas_has_octopus(board, to));
    if (shoal_has(&board->fish[enemy], to)) {
        int eaten = piranhas26_weight_on(game, to);
        piranhas_flip_fish(board, enemy, to);
        flip_weight(&game->weights, to, eaten);
        pos->key -= key_of_fish(enemy, eaten, to);
        look_for_split(game, enemy);
    }
    piranhas_flip_fish(board, side, from);
    piranhas_flip_fish(board, side, to);
    flip_weight(&game->weights, from, weight);
    flip_weight(&game->weights, to, weight);
    look_for_split(game, side);
    pos->key += key_of_fish(side, weight, to) - key_of_fish(side, weight, from) + key_of_turn;

    pos->turn++;
    note_union(pos, side);
    start_turn(pos);
}

static void result(const struct position *pos, struct game_result *out)
{
    struct piranhas_ending ending = {.winner = SIDE_NONE};

    if (pos->side == SIDE_NONE)
        ending = piranhas26_ending(pos);
    *out = (struct game_result){.winner = ending.winner, .reason = ending.reason};
    game_score_win(out);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        out->score[side][1] = piranhas26_swarm_weight(pos, side);
}

void piranhas26_clear(struct position *pos, enum ruleset ruleset)
{
    piranhas_clear(pos, ruleset);
    piranhas26_body(pos)->first_union = SIDE_NONE;
}

void piranhas26_put_fish(struct position *pos, enum side side, int weight, int square)
{
    struct piranhas26 *game = piranhas26_body(pos);

    assert(piranhas_is_water(&game->board, square));
    assert(weight >= 1 && weight <= FISH_WEIGHT_MAX);
    piranhas_flip_fish(&game->board, side, square);
    flip_weight(&game->weights, square, weight);
    pos->key += key_of_fish(side, weight, square);
}

void piranhas26_start(struct position *pos, int turn, enum side first_union)
{
    assert(turn >= 0 && turn <= PIRANHAS_TURN_MAX);
    pos->turn = (uint16_t)turn;
    pos->key += (uint64_t)turn * key_of_turn;
    set_first_union(pos, first_union);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        look_for_split(piranhas26_body(pos), side);
    start_turn(pos);
}

static enum verdict read_move(const struct position *pos, struct slice words, move_t *out,
                              struct err *why)
{
    return piranhas_read_words(pos, words, PIRANHAS_ENEMY_FIRST, out, why);
}

/* The sentences of this season come first, so that they are found instead of the older ones. */
static const struct reason reasons[] = {
#include "games/piranhas/reasons_2026.def"
/* The rest. */
#include "games/piranhas/reasons.def"
    {0},
};

const struct game_rules piranhas26_rules = {
    .name = "piranhas26",
    .title = "Piranhas 2026",
    .year = 2026,
    .scores = {{"Siegpunkte", AGGREGATION_SUM}, {"Schwarmgröße", AGGREGATION_AVERAGE}},
    .score_count = 2,
    .forfeit = FORFEIT_TAKES_ALL,
    .body_size = sizeof(struct piranhas26),
    .turn_max = PIRANHAS_TURN_MAX,
    .moves_max = PIRANHAS_MOVES_MAX,
    .reasons = reasons,
    .setup = piranhas26_setup,
    .moves = piranhas_moves,
    .count = piranhas_count,
    .read = read_move,
    .legal = piranhas_legal,
    .play = play,
    .result = result,
    .print = piranhas26_print_position,
    .parse = piranhas26_parse_position,
    .print_move = piranhas_print_move,
};
