/* The rules of Piranhas: what a board keeps, and what a move changes.  The end is in ending.c. */

#include "games/piranhas/board.h"

#include <assert.h>

/* What a fish, an octopus, a turn and a ruleset add to the key. */
enum { KEY_FISH = 1, KEY_OCTOPUS = 1024, KEY_SERVER = 2048 };
static const uint64_t key_of_turn = UINT64_C(0x9e3779b97f4a7c15);

static uint64_t key_of_fish(enum side side, int square)
{
    return rng_mix((uint64_t)(KEY_FISH + 256 * (int)side + square));
}

static void start_turn(struct position *pos)
{
    pos->side = (uint8_t)(piranhas_is_over(pos) ? SIDE_NONE : piranhas_side_of_turn(pos->turn));
}

static void play(struct position *pos, move_t move)
{
    struct piranhas *game = piranhas_body(pos);
    enum side side = (enum side)pos->side, enemy = game_other(side);
    int from = piranhas_from(move), to = piranhas_to(move);

    assert(side < SIDE_NONE && pos->turn < PIRANHAS_TURN_MAX);
    assert(shoal_has(&game->fish[side], from) && !shoal_has(&game->fish[side], to));
    assert(!piranhas_has_octopus(game, to));
    if (shoal_has(&game->fish[enemy], to)) {
        piranhas_flip_fish(game, enemy, to);
        pos->key -= key_of_fish(enemy, to);
    }
    piranhas_flip_fish(game, side, from);
    piranhas_flip_fish(game, side, to);
    pos->key += key_of_fish(side, to) - key_of_fish(side, from) + key_of_turn;

    pos->turn++;
    start_turn(pos);
}

static void result(const struct position *pos, struct game_result *out)
{
    const struct piranhas *game = piranhas_of(pos);
    struct piranhas_ending ending = {.winner = SIDE_NONE};

    if (pos->side == SIDE_NONE)
        ending = piranhas_ending(pos);
    *out = (struct game_result){.winner = ending.winner, .reason = ending.reason};
    game_score_win(out);
    for (int side = SIDE_RED; side < SIDE_NONE; side++)
        out->score[side][1] = piranhas_swarms(&game->fish[side]).largest;
}

void piranhas_clear(struct position *pos, enum ruleset ruleset)
{
    *pos = (struct position){.side = SIDE_NONE, .ruleset = (uint8_t)ruleset};
    if (ruleset == RULES_SERVER)
        pos->key = rng_mix(KEY_SERVER);
    piranhas_clear_board(piranhas_body(pos));
}

void piranhas_put_fish(struct position *pos, enum side side, int square)
{
    assert(piranhas_is_water(piranhas_of(pos), square));
    piranhas_flip_fish(piranhas_body(pos), side, square);
    pos->key += key_of_fish(side, square);
}

void piranhas_put_octopus(struct position *pos, int square)
{
    assert(piranhas_is_water(piranhas_of(pos), square));
    piranhas_flip_cells(piranhas_body(pos), square, CELL_NO_WATER);
    pos->key += rng_mix((uint64_t)(KEY_OCTOPUS + square));
}

void piranhas_set_turn(struct position *pos, int turn)
{
    assert(turn >= 0 && turn <= PIRANHAS_TURN_MAX);
    pos->turn = (uint16_t)turn;
    pos->key += (uint64_t)turn * key_of_turn;
    start_turn(pos);
}

static const struct reason reasons[] = {
#include "games/piranhas/reasons.def"
    {0},
};

const struct game_rules piranhas_rules = {
    .name = "piranhas",
    .title = "Piranhas 2019",
    .year = 2019,
    .scores = {{"Gewinner", AGGREGATION_SUM}, {"∅ Schwarm", AGGREGATION_AVERAGE}},
    .score_count = 2,
    .body_size = sizeof(struct piranhas),
    .turn_max = PIRANHAS_TURN_MAX,
    .moves_max = PIRANHAS_MOVES_MAX,
    .reasons = reasons,
    .setup = piranhas_setup,
    .moves = piranhas_moves,
    .count = piranhas_count,
    .read = piranhas_read_move,
    .legal = piranhas_legal,
    .play = play,
    .result = result,
    .print = piranhas_print_position,
    .parse = piranhas_parse_position,
    .print_move = piranhas_print_move,
};
