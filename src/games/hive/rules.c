/* Hive 2020: the end, the score, and the table of rules. */

#include "games/hive/hive.h"

int hive_queen_free_fields(const struct hive *hive, enum side side)
{
    int queen = hive->queen[side];

    if (queen == CELL_NONE)
        return -1;
    return __builtin_popcountll(cells_window(hive_empty(hive), queen));
}

static const char *end_reason(const int free[SIDE_NONE])
{
    if (free[SIDE_RED] == 0 && free[SIDE_BLUE] == 0)
        return "both";
    return free[SIDE_RED] == 0 || free[SIDE_BLUE] == 0 ? "surrounded" : "roundlimit";
}

/* More free fields win, which makes a surrounded queen lose; but one in hand counts as -1, and her
 * side wins nevertheless if the other queen is surrounded. */
static enum side more_free(const int free[SIDE_NONE])
{
    int red = free[SIDE_RED], blue = free[SIDE_BLUE];

    if (red == blue)
        return SIDE_NONE;
    if (red == 0 || blue == 0)
        return red == 0 ? SIDE_BLUE : SIDE_RED;
    return red > blue ? SIDE_RED : SIDE_BLUE;
}

static void result(const struct position *pos, struct game_result *out)
{
    int free[SIDE_NONE] = {hive_queen_free_fields(hive_of(pos), SIDE_RED),
                           hive_queen_free_fields(hive_of(pos), SIDE_BLUE)};

    *out = (struct game_result){.winner = SIDE_NONE};
    if (pos->side == SIDE_NONE) {
        out->reason = end_reason(free);
        out->winner = more_free(free);
    }
    game_score_win(out);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        out->score[side][1] = free[side];
}

static const struct reason reasons[] = {
#include "games/hive/reasons.def"
    {0},
};

const struct game_rules hive_rules = {
    .name = "hive",
    .title = "Hive 2020",
    .year = 2020,
    .scores = {{"Gewinner", AGGREGATION_SUM}, {"∅ freie Felder", AGGREGATION_AVERAGE}},
    .score_count = 2,
    .body_size = sizeof(struct hive),
    .turn_max = HIVE_TURN_MAX,
    .moves_max = HIVE_MOVES_MAX,
    .reasons = reasons,
    .server_words = HIVE_SERVER_WORDS,
    .setup = hive_setup,
    .moves = hive_moves,
    .count = hive_count,
    .read = hive_read_move,
    .legal = hive_legal,
    .play = hive_play,
    .result = result,
    .print = hive_print_position,
    .parse = hive_parse_position,
    .print_move = hive_print_move,
};
