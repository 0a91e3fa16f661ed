#include "search/solver.h"

#include <assert.h>

enum {
    INNER_NODES = 4000,     /* for the solver inside the tree */
    LEAST_NODES = 100,      /* with fewer nodes left the solver is not started */
    ROOT_NODES = 200000000, /* for the solver at the root, without a limit of nodes … */
    ROOT_NODES_PART = 2,    /* … and with one: the limit divided by this */
    ROOT_PERCENT = 50,      /* of the time limit, for the solver at the root */
};

static int clamp(int margin)
{
    return margin > SOLUTION_MAX    ? SOLUTION_MAX + 1
           : margin < -SOLUTION_MAX ? -SOLUTION_MAX - 1
                                    : margin;
}

static int score_of_margin(int margin)
{
    assert(margin >= -SOLUTION_MAX && margin <= SOLUTION_MAX);
    return margin > 0 ? SCORE_SOLVED + margin : margin < 0 ? margin - SCORE_SOLVED : 0;
}

/* The largest margin whose score is not above alpha. */
static int margin_of_alpha(int alpha)
{
    if (alpha > -SCORE_SOLVED && alpha < SCORE_SOLVED)
        return alpha >= 0 ? 0 : -1;
    return clamp(alpha > 0 ? alpha - SCORE_SOLVED : alpha + SCORE_SOLVED);
}

/* The least margin whose score is not below beta. */
static int margin_of_beta(int beta)
{
    if (beta > -SCORE_SOLVED && beta < SCORE_SOLVED)
        return beta > 0 ? 1 : 0;
    return clamp(beta > 0 ? beta - SCORE_SOLVED : beta + SCORE_SOLVED);
}

static enum bound bound_of(const struct solution *solution)
{
    switch (solution->kind) {
    case SOLUTION_EXACT:
        return BOUND_EXACT;
    case SOLUTION_AT_LEAST:
        return BOUND_LOWER;
    case SOLUTION_AT_MOST:
        return BOUND_UPPER;
    }
    return BOUND_NONE;
}

static bool is_stopped(void *context)
{
    struct ab *ab = context;

    return stop_is_due(ab->stop);
}

/* is_full_width asks for the pure depth-limited score: no solver. */
static bool has_solver(const struct ab *ab)
{
    return ab->eval->solve && !ab->lacks_solver_memory && !ab->stop->request->is_full_width;
}

/* Not more than the limit of nodes leaves. */
static uint64_t inner_nodes(const struct ab *ab)
{
    uint64_t left = ab->node_limit > ab->nodes ? ab->node_limit - ab->nodes : 0;

    return ab->node_limit > 0 && left < INNER_NODES ? left : INNER_NODES;
}

bool solver_ask(struct ab *ab, const struct window *w, struct table_entry *found)
{
    const struct position *pos = &ab->frames[w->ply].pos;
    const struct solve_request request = {
        .alpha = margin_of_alpha(w->alpha),
        .beta = margin_of_beta(w->beta),
        .nodes = inner_nodes(ab),
        .is_stopped = is_stopped,
        .context = ab,
        .memory = ab->solver_memory,
    };
    struct solution solution = {0};

    if (!has_solver(ab) || request.nodes < LEAST_NODES || !ab->eval->is_solvable(pos))
        return false;
    bool is_solved = ab->eval->solve(pos, &request, &solution);
    ab->nodes += solution.nodes;
    if (!is_solved)
        return false;
    *found = (struct table_entry){
        .move = table_fold(solution.best),
        .eval = TABLE_NO_EVAL,
        .score = (int16_t)score_of_margin(solution.margin),
        .depth = TABLE_DEPTH_MAX,
        .bound = (uint8_t)bound_of(&solution),
    };
    return true;
}

static bool is_root_stopped(void *context)
{
    struct ab *ab = context;

    return stop_is_due(ab->stop) || stop_has_used_percent(ab->stop, ROOT_PERCENT);
}

bool solver_ask_root(struct ab *ab, struct search_line *line)
{
    const struct solve_request request = {
        .alpha = -SOLUTION_MAX - 1,
        .beta = SOLUTION_MAX + 1,
        .nodes = ab->node_limit > 0 ? ab->node_limit / ROOT_NODES_PART : ROOT_NODES,
        .is_stopped = is_root_stopped,
        .context = ab,
        .memory = ab->solver_memory,
    };
    struct solution solution = {0};

    if (!has_solver(ab))
        return false;
    bool is_solved = ab->eval->solve(&ab->frames[0].pos, &request, &solution);
    ab->nodes += solution.nodes;
    if (!is_solved || solution.kind != SOLUTION_EXACT)
        return false;
    assert(ab->rules->legal(&ab->frames[0].pos, solution.best));
    line->score = score_of_margin(solution.margin);
    line->moves[0] = solution.best;
    line->length = 1;
    return true;
}
