#include "games/newgame/newgame.h"

#include "base/rng.h"

#include <assert.h>

static const struct reason reasons[] = {
#include "games/newgame/reasons.def"
    {0},
};

void newgame_settle(struct position *pos)
{
    int stones = newgame_of(pos)->stones;

    pos->side = stones == 0 ? SIDE_NONE : pos->turn % 2 == 0 ? SIDE_RED : SIDE_BLUE;
    pos->key = rng_mix((uint64_t)stones << 32 | (uint64_t)pos->turn << 8 | pos->ruleset);
}

static void play(struct position *pos, move_t move)
{
    assert(newgame_legal(pos, move));
    newgame_body(pos)->stones = (uint8_t)(newgame_body(pos)->stones - move);
    pos->turn++;
    newgame_settle(pos);
}

/* The side that took the last stone has won; the second score part is the number of stones left. */
static void result(const struct position *pos, struct game_result *result)
{
    *result = (struct game_result){.winner = SIDE_NONE};
    if (pos->side == SIDE_NONE) {
        result->winner = pos->turn % 2 == 0 ? SIDE_BLUE : SIDE_RED;
        result->reason = "last";
    }
    game_score_win(result);
    result->score[SIDE_RED][1] = result->score[SIDE_BLUE][1] = newgame_of(pos)->stones;
}

const struct game_rules newgame_rules = {
    .name = "newgame",
    .title = "Newgame",
    .year = 2027,
    .scores = {{"Siegpunkte", AGGREGATION_SUM}, {"Steine", AGGREGATION_AVERAGE}},
    .score_count = 2,
    .body_size = sizeof(struct newgame),
    .turn_max = NEWGAME_STONES_MAX,
    .moves_max = NEWGAME_TAKE_MAX,
    .reasons = reasons,
    .setup = newgame_setup,
    .moves = newgame_moves,
    .count = newgame_count,
    .read = newgame_read,
    .legal = newgame_legal,
    .play = play,
    .result = result,
    .print = newgame_print,
    .parse = newgame_parse,
    .print_move = newgame_print_move,
};
