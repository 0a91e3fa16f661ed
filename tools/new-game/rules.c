#include "games/newgame/newgame.h"

#include "base/rng.h"
#include "game/text.h"

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

static bool setup(struct position *pos, uint64_t seed, const struct game_options *options,
                  struct err *why)
{
    struct rng rng = rng_make(seed);

    if (options->words.len > 0)
        return text_refuse(why, "bad_option", options->words);
    memset(pos, 0, sizeof *pos);
    pos->ruleset = (uint8_t)options->ruleset;
    newgame_body(pos)->stones = (uint8_t)(20 + rng_below(&rng, 20));
    newgame_settle(pos);
    return true;
}

static int count(const struct position *pos)
{
    int stones = newgame_of(pos)->stones;

    return stones < NEWGAME_TAKE_MAX ? stones : NEWGAME_TAKE_MAX;
}

static int moves(const struct position *pos, move_t out[])
{
    int n = count(pos);

    for (int i = 0; i < n; i++)
        out[i] = (move_t)i + 1;
    return n;
}

static bool legal(const struct position *pos, move_t move)
{
    return move >= 1 && move <= (move_t)count(pos);
}

static void play(struct position *pos, move_t move)
{
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
    .scores = {{"Siegpunkte", AGGREGATION_SUM}, {"Steine", AGGREGATION_AVERAGE}},
    .score_count = 2,
    .body_size = sizeof(struct newgame),
    .turn_max = NEWGAME_STONES_MAX,
    .moves_max = NEWGAME_TAKE_MAX,
    .reasons = reasons,
    .setup = setup,
    .moves = moves,
    .count = count,
    .read = newgame_read,
    .legal = legal,
    .play = play,
    .result = result,
    .print = newgame_print,
    .parse = newgame_parse,
    .print_move = newgame_print_move,
};
