#include "search/win_probability.h"

#include "search/eval.h"

/* e to the power of x for 0 <= x <= 40, close enough for a percentage and without a library, so
 * that it is the same everywhere. */
static double power_of_e(double x)
{
    double result = 1 + x / 65536;

    for (int i = 0; i < 16; i++)
        result *= result;
    return result;
}

static double win_probability(int score, int scale)
{
    double x = (double)score / scale;

    if (score >= SCORE_SOLVED)
        return 1;
    if (score <= -SCORE_SOLVED)
        return 0;
    if (x < 0)
        return 1 - win_probability(-score, scale);
    return 1 - 1 / (1 + power_of_e(x < 40 ? x : 40));
}

/* The first score part after the win points, mine minus yours. */
static int own_number(const struct game_rules *rules, const struct position *pos, enum side side)
{
    struct game_result result = {0};

    rules->result(pos, &result);
    return result.score[side][1] - result.score[game_other(side)][1];
}

/* A solver that counts points knows the end better than the line, which may be short. */
static bool is_margin(const struct game_eval *eval, int score)
{
    int size = score < 0 ? -score : score;

    return eval->solves_points && size >= SCORE_SOLVED && size < SCORE_PROVEN;
}

void win_probability_fill(const struct game_rules *rules, const struct position *pos,
                          struct search_line *line)
{
    const struct game_eval *eval = eval_of(rules);
    struct position end = *pos;

    for (int i = 0; i < line->length; i++)
        rules->play(&end, line->moves[i]);
    line->win = win_probability(line->score, eval->scale);
    line->own = own_number(rules, &end, pos->side);
    if (is_margin(eval, line->score))
        line->own = line->score > 0 ? line->score - SCORE_SOLVED : line->score + SCORE_SOLVED;
}
