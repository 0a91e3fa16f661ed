#include "search/review.h"

#include "search/real_clock.h"

#include <string.h>

enum { SAMPLE = 1 }; /* where something is hidden, every position is filled alike */

static const struct {
    const char *text;
    double least;
} signs[REVIEW_SIGNS] = {
    [REVIEW_FINE] = {"", 0},
    [REVIEW_DOUBTFUL] = {"?!", 0.1},
    [REVIEW_MISTAKE] = {"?", 0.2},
    [REVIEW_BLUNDER] = {"??", 0.3},
};

/* A game that is over needs no search. */
static void take_result(const struct game_rules *rules, const struct position *pos,
                        struct review_opinion *opinion)
{
    static const double red_wins[] = {[SIDE_RED] = 1, [SIDE_BLUE] = 0, [SIDE_NONE] = 0.5};
    struct game_result result = {0};

    rules->result(pos, &result);
    opinion->red_win = red_wins[result.winner];
    opinion->red_own = result.score[SIDE_RED][1] - result.score[SIDE_BLUE][1];
}

static void take_line(const struct search_line *line, struct review_opinion *opinion)
{
    bool is_red = opinion->side == SIDE_RED;

    opinion->red_win = is_red ? line->win : 1 - line->win;
    opinion->red_own = is_red ? line->own : -line->own;
    opinion->line_length = line->length;
    memcpy(opinion->line, line->moves, sizeof opinion->line);
}

static bool can_play(const struct game_rules *rules, const struct position *pos, move_t move)
{
    return (!rules->ready || rules->ready(pos, NULL)) && rules->legal(pos, move);
}

/* A sample may differ from the position in what is hidden: later moves of the line, found in the
 * sample, need not exist in the position. */
static void cut_line(const struct game_rules *rules, const struct position *pos,
                     struct review_opinion *opinion)
{
    struct position next = *pos;
    int length = 0;

    while (length < opinion->line_length && can_play(rules, &next, opinion->line[length]))
        rules->play(&next, opinion->line[length++]);
    opinion->line_length = length;
}

void review_look(struct search *search, const struct game_rules *rules, const struct position *pos,
                 const struct search_limits *limits, struct review_opinion *opinion)
{
    struct position sample = *pos;
    struct search_result result;

    *opinion = (struct review_opinion){.side = (enum side)pos->side};
    if (pos->side == SIDE_NONE) {
        take_result(rules, pos, opinion);
        return;
    }
    game_sample_hidden(rules, &sample, SAMPLE);
    struct search_request request = {
        .rules = rules, .pos = &sample, .limits = *limits, .lines = 1, .clock = &real_clock};
    search_run(search, &request, &result);
    take_line(&result.lines[0], opinion);
    if (rules->hide)
        cut_line(rules, pos, opinion);
    opinion->depth = result.depth;
    opinion->nodes = result.nodes;
    opinion->time_us = result.time_us;
}

double review_loss(const struct review_opinion *before, move_t move,
                   const struct review_opinion *after)
{
    double change = before->red_win - after->red_win;
    double loss = before->side == SIDE_RED ? change : -change;
    bool is_best = before->line_length > 0 && before->line[0] == move;

    return loss > 0 && !is_best ? loss : 0;
}

enum review_sign review_sign_of(double loss)
{
    enum review_sign sign = REVIEW_BLUNDER;

    while (sign > REVIEW_FINE && loss < signs[sign].least)
        sign--;
    return sign;
}

const char *review_sign_text(enum review_sign sign) { return signs[sign].text; }
