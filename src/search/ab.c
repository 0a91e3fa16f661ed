#include "search/ab.h"

#include "search/opinion.h"

#include <assert.h>
#include <string.h>

enum {
    SOLVER_NODES = 4000,
    SOLVER_ROOT_SHARE = 4, /* this part of the nodes goes to the solver */
    SOLVER_ROOT_NODES = 50000000,
    CLOCK_EVERY = 16, /* nodes between two looks at the clock */
    PROMISE_TABLE = 1 << 30,
    PROMISE_KILLER = 1 << 28,
    PROMISE_LIMIT = 1 << 26, /* a game's own guess and the history stay below */
};

static bool is_time_up(struct ab *ab)
{
    const struct search_request *request = ab->request;

    if (request->stop && atomic_load_explicit(request->stop, memory_order_relaxed))
        return true;
    if (!request->clock || request->limits.time_us <= 0)
        return false;
    return request->clock->now_us(request->clock->context) - ab->start_us >=
           request->limits.time_us;
}

static bool must_stop(struct ab *ab)
{
    uint64_t node_limit = ab->request->limits.nodes;

    if (!ab->is_stopped) {
        bool is_out_of_nodes = node_limit > 0 && ab->nodes >= node_limit;
        bool is_due = ab->nodes >= ab->next_look;
        if (is_due)
            ab->next_look = ab->nodes + CLOCK_EVERY;
        ab->is_stopped = is_out_of_nodes || (is_due && is_time_up(ab));
    }
    return ab->is_stopped;
}

static int final_score(const struct ab *ab, const struct position *pos, enum side side, int ply)
{
    struct game_result result = {0};

    ab->rules->result(pos, &result);
    if (result.winner == SIDE_NONE)
        return 0;
    return result.winner == side ? SCORE_WIN - ply : -(SCORE_WIN - ply);
}

/* Certain wins are stored as "so many plies from here", not from the root. */
static int score_to_table(int score, int ply)
{
    if (score >= SCORE_PROVEN)
        return score + ply;
    return score <= -SCORE_PROVEN ? score - ply : score;
}

static int score_from_table(int score, int ply)
{
    if (score >= SCORE_PROVEN)
        return score - ply;
    return score <= -SCORE_PROVEN ? score + ply : score;
}

static bool is_cut_off(const struct table_entry *known, int score, int alpha, int beta)
{
    switch ((enum bound)known->bound) {
    case BOUND_EXACT:
        return true;
    case BOUND_LOWER:
        return score >= beta;
    case BOUND_UPPER:
        return score <= alpha;
    case BOUND_NONE:
        break;
    }
    return false;
}

static int *history_of(struct ab *ab, enum side side, move_t move)
{
    return &ab->history[side][(move * UINT64_C(0x9e3779b97f4a7c15)) >> 52];
}

static int promise_of(struct ab *ab, enum side side, move_t move, move_t known, int ply)
{
    int promise = *history_of(ab, side, move);

    if (move == known)
        return PROMISE_TABLE;
    if (move == ab->killers[ply][0] || move == ab->killers[ply][1])
        promise += PROMISE_KILLER;
    return promise;
}

static int candidates(const struct ab *ab, const struct position *pos, move_t *out)
{
    return ab->eval->candidates ? ab->eval->candidates(pos, out) : ab->rules->moves(pos, out);
}

/* Lists the moves on the stack with what they promise. */
static int list_moves(struct ab *ab, const struct position *pos, struct ab_moves *list,
                      move_t known, int ply)
{
    int n = candidates(ab, pos, ab->scratch);

    if (ab->eval->promises)
        ab->eval->promises(pos, ab->scratch, n, ab->promises);
    for (int i = 0; i < n; i++) {
        list[i].move = ab->scratch[i];
        list[i].promise = promise_of(ab, pos->side, ab->scratch[i], known, ply);
        if (ab->eval->promises && list[i].move != known)
            list[i].promise += 64 * ab->promises[i];
    }
    return n;
}

/* Brings the most promising of the rest to the front. */
static move_t pick(struct ab_moves *list, int n, int from)
{
    int best = from;

    for (int i = from + 1; i < n; i++) {
        if (list[i].promise > list[best].promise)
            best = i;
    }
    struct ab_moves picked = list[best];
    list[best] = list[from];
    list[from] = picked;
    return picked.move;
}

static void remember_good_move(struct ab *ab, const struct position *pos, move_t move, int depth,
                               int ply)
{
    int *history = history_of(ab, pos->side, move);

    *history += depth * depth * 16;
    if (*history > PROMISE_LIMIT)
        *history /= 2;
    if (ab->killers[ply][0] != move) {
        ab->killers[ply][1] = ab->killers[ply][0];
        ab->killers[ply][0] = move;
    }
}

static void extend_line(struct ab *ab, move_t move, int ply)
{
    int length = ab->line_length[ply + 1];

    ab->line[ply][0] = move;
    memcpy(&ab->line[ply][1], ab->line[ply + 1], (size_t)length * sizeof(move_t));
    ab->line_length[ply] = length + 1;
}

/* The bounds of a node and what was found in it so far. */
struct window {
    int alpha, beta, depth, ply;
};

static int search_node(struct ab *ab, const struct position *pos, struct window w,
                       struct ab_moves *stack);

/* The value of a move for the side that plays it; that side may be to move again. */
static int search_move(struct ab *ab, const struct position *pos, move_t move, struct window w,
                       struct ab_moves *stack)
{
    struct position next;

    if (must_stop(ab))
        return 0;
    ab->nodes++;
    game_copy(ab->rules, &next, pos);
    ab->rules->play(&next, move);
    ab->line_length[w.ply + 1] = 0;
    if (next.side == SIDE_NONE)
        return final_score(ab, &next, pos->side, w.ply + 1);
    struct window below = {.depth = w.depth - 1, .ply = w.ply + 1};
    if (next.side == pos->side) {
        below.alpha = w.alpha;
        below.beta = w.beta;
        return search_node(ab, &next, below, stack);
    }
    below.alpha = -w.beta;
    below.beta = -w.alpha;
    return -search_node(ab, &next, below, stack);
}

static bool is_excluded(const struct ab *ab, move_t move)
{
    for (int i = 0; i < ab->excluded_count; i++) {
        if (ab->excluded[i] == move)
            return true;
    }
    return false;
}

/* The best value of all moves; `best` is the move, 0 if the search was stopped before any. */
static int search_moves(struct ab *ab, const struct position *pos, struct window w,
                        struct ab_moves *stack, move_t *best)
{
    int n = list_moves(ab, pos, stack, *best, w.ply);
    int best_score = -SCORE_WIN;

    /* Only the old server's Mississippi Queen: nothing to list, yet not over; a loss in practice. */
    if (n == 0)
        return -(SCORE_WIN - w.ply);
    *best = 0;
    for (int i = 0; i < n && !ab->is_stopped; i++) {
        move_t move = pick(stack, n, i);
        if (w.ply == 0 && is_excluded(ab, move))
            continue;
        int score = search_move(ab, pos, move, w, stack + n);
        if (ab->is_stopped || (*best && score <= best_score))
            continue;
        best_score = score;
        *best = move;
        if (score > w.alpha) {
            w.alpha = score;
            extend_line(ab, move, w.ply);
        }
        if (score >= w.beta) {
            remember_good_move(ab, pos, move, w.depth, w.ply);
            break;
        }
    }
    return best_score;
}

static void store(struct ab *ab, const struct position *pos, struct window w, int score,
                  move_t best)
{
    enum bound bound = score <= w.alpha ? BOUND_UPPER : score >= w.beta ? BOUND_LOWER : BOUND_EXACT;

    table_store(ab->table, (struct table_entry){
                               .key = pos->key,
                               .move = bound == BOUND_UPPER ? 0 : best,
                               .score = (int16_t)score_to_table(score, w.ply),
                               .depth = (uint8_t)w.depth,
                               .bound = (uint8_t)bound,
                           });
}

static int static_score(const struct ab *ab, const struct position *pos)
{
    int score = ab->eval->score(pos);

    assert(score >= -EVAL_MAX && score <= EVAL_MAX);
    return score;
}

static int extension(const struct ab *ab, const struct position *pos)
{
    return ab->eval->extension ? ab->eval->extension(pos) : 0;
}

static bool is_stopped(void *context) { return is_time_up(context); }

static int score_of_margin(int margin)
{
    return margin > 0 ? SCORE_SOLVED + margin : margin < 0 ? margin - SCORE_SOLVED : 0;
}

/* Asks the game's solver.  True: `score` is the end of the game. */
static bool solve(struct ab *ab, const struct position *pos, uint64_t nodes, int *score,
                  move_t *best)
{
    const struct solve_request request = {
        .alpha = -SOLUTION_MAX - 1,
        .beta = SOLUTION_MAX + 1,
        .nodes = nodes,
        .is_stopped = is_stopped,
        .context = ab,
        .memory = ab->solver_memory,
    };
    struct solution solution = {0};
    bool is_solved = ab->eval->solve(pos, &request, &solution);

    ab->nodes += solution.nodes;
    *score = score_of_margin(solution.margin);
    *best = solution.best;
    return is_solved;
}

static bool is_solved(struct ab *ab, const struct position *pos, int *score)
{
    move_t best;

    return ab->eval->solve && ab->eval->is_solvable(pos) &&
           solve(ab, pos, SOLVER_NODES, score, &best);
}

static int search_node(struct ab *ab, const struct position *pos, struct window w,
                       struct ab_moves *stack)
{
    int solved;

    if (w.ply < 2 * ab->root_depth)
        w.depth += extension(ab, pos);
    if (w.depth <= 0 || w.ply >= SEARCH_PLY_MAX - 1)
        return static_score(ab, pos);

    const struct table_entry *known = table_find(ab->table, pos->key);
    if (known && known->depth >= w.depth) {
        int score = score_from_table(known->score, w.ply);
        if (is_cut_off(known, score, w.alpha, w.beta))
            return score;
    }
    if (is_solved(ab, pos, &solved))
        return solved;
    move_t best = known ? known->move : 0;
    int score = search_moves(ab, pos, w, stack, &best);
    if (!ab->is_stopped)
        store(ab, pos, w, score, best);
    return score;
}

/* Searches the root to this depth for the best line that is not excluded.  False: stopped before
 * its first move was done. */
static bool search_root(struct ab *ab, int depth, struct search_line *line)
{
    const struct position *pos = ab->request->pos;
    const struct table_entry *known = table_find(ab->table, pos->key);
    struct window w = {.alpha = -SCORE_WIN - 1, .beta = SCORE_WIN + 1, .depth = depth};
    /* The line of the last depth is the best guess, even if the table lost it. */
    move_t best = line->length > 0 ? line->moves[0] : known ? known->move : 0;

    int score = search_moves(ab, pos, w, ab->moves, &best);
    if (!best)
        return false;
    if (!ab->is_stopped && ab->excluded_count == 0)
        store(ab, pos, w, score, best);
    line->score = score;
    line->length = ab->line_length[0];
    memcpy(line->moves, ab->line[0], sizeof line->moves);
    return true;
}

/* One depth for all wanted lines; what was finished counts even if the search stops halfway. */
static void search_lines(struct ab *ab, int depth, int wanted, struct search_result *result)
{
    struct search_line line;

    ab->excluded_count = 0;
    for (int i = 0; i < wanted; i++) {
        line = result->lines[i];
        if (!search_root(ab, depth, &line))
            return;
        result->lines[i] = line;
        result->line_count = i >= result->line_count ? i + 1 : result->line_count;
        ab->excluded[ab->excluded_count++] = line.moves[0];
        if (ab->is_stopped)
            return;
    }
}

/* More depth cannot change a game that is decided, or a move that is the only one. */
static bool is_settled(const struct ab *ab, const struct search_result *result, int moves)
{
    const struct search_line *best = &result->lines[0];

    return (moves == 1 && ab->request->lines <= 1) || best->score >= SCORE_SOLVED ||
           best->score <= -SCORE_SOLVED;
}

static void report(const struct ab *ab, struct search_result *result)
{
    const struct search_request *request = ab->request;

    if (!request->report)
        return;
    for (int i = 0; i < result->line_count; i++)
        opinion_fill(ab->rules, request->pos, &result->lines[i]);
    if (request->clock)
        result->time_us = request->clock->now_us(request->clock->context) - ab->start_us;
    request->report(request->report_context, result);
}

/* The solver may use a part of the time; if it gives up, the search goes on as ever. */
static bool solve_root(struct ab *ab, struct search_result *result)
{
    uint64_t limit = ab->request->limits.nodes;
    uint64_t nodes = limit > 0 ? limit / SOLVER_ROOT_SHARE : SOLVER_ROOT_NODES;
    struct search_line *line = &result->lines[0];

    if (!ab->eval->solve || !solve(ab, ab->request->pos, nodes, &line->score, &line->moves[0]))
        return false;
    line->length = 1;
    result->line_count = 1;
    result->best = line->moves[0];
    result->nodes = ab->nodes;
    result->depth = 1;
    return true;
}

void ab_run(struct ab *ab, struct search_result *result)
{
    const struct search_request *request = ab->request;
    int moves = candidates(ab, request->pos, ab->scratch);
    int wanted = request->lines > 1 ? request->lines : 1;
    int deepest = request->limits.depth > 0 ? request->limits.depth : SEARCH_PLY_MAX - 1;

    assert(moves > 0 && wanted <= SEARCH_LINES_MAX && deepest < SEARCH_PLY_MAX);
    if (wanted > moves)
        wanted = moves;
    result->best = ab->scratch[0];
    if (wanted == 1 && moves > 1 && solve_root(ab, result))
        return;
    for (int depth = 1; depth <= deepest && !ab->is_stopped; depth++) {
        ab->root_depth = depth;
        search_lines(ab, depth, wanted, result);
        if (result->line_count > 0)
            result->best = result->lines[0].moves[0];
        result->nodes = ab->nodes;
        if (ab->is_stopped)
            break;
        result->depth = depth;
        report(ab, result);
        if (is_settled(ab, result, moves))
            break;
    }
}
