#include "yardstick/classic.h"

#include "base/memory.h"
#include "search/win_probability.h"
#include "yardstick/classic_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    HISTORY = 4096,
    KILLERS = 2,
    PROMISES = 64,    /* asked for at once */
    CLOCK_EVERY = 16, /* nodes between two looks at the clock */
    PROMISE_TABLE = 1 << 30,
    PROMISE_KILLER = 1 << 28,
    PROMISE_LIMIT = 1 << 26, /* a game's own guess and the history stay below */
};

extern const struct game_eval hive_classic, mississippi_classic, penguins_classic, piranhas_classic;

struct listed {
    move_t move;
    int promise;
};

struct classic {
    const struct search_request *request;
    const struct game_rules *rules;
    const struct game_eval *eval;
    struct classic_table table;

    uint64_t nodes;
    uint64_t next_look; /* at the clock, in nodes */
    int64_t start_us;
    bool is_stopped;

    int excluded_count; /* root moves that belong to better lines */
    move_t excluded[SEARCH_LINES_MAX];

    struct listed *moves; /* a stack for the move lists of all plies */
    move_t *scratch;
    int line_length[SEARCH_PLY_MAX + 1];
    move_t line[SEARCH_PLY_MAX + 1][SEARCH_PLY_MAX];
    move_t killers[SEARCH_PLY_MAX][KILLERS];
    int history[SIDE_NONE][HISTORY]; /* moves that were good elsewhere in this tree */
};

const struct game_eval *classic_eval(const struct game_rules *rules)
{
    static const struct {
        const char *game;
        const struct game_eval *eval;
    } own[] = {
        {"hive", &hive_classic},
        {"mississippi", &mississippi_classic},
        {"penguins", &penguins_classic},
        {"piranhas", &piranhas_classic},
    };

    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (strcmp(rules->name, own[i].game) == 0)
            return own[i].eval;
    }
    return eval_of(rules);
}

struct classic *classic_create(size_t table_bytes)
{
    struct classic *classic = memory_get(1, sizeof *classic);

    classic_table_init(&classic->table, table_bytes);
    return classic;
}

static void free_stacks(struct classic *classic)
{
    free(classic->moves);
    free(classic->scratch);
    classic->moves = NULL;
    classic->scratch = NULL;
}

void classic_destroy(struct classic *classic)
{
    if (!classic)
        return;
    free_stacks(classic);
    classic_table_finish(&classic->table);
    free(classic);
}

void classic_clear(struct classic *classic) { classic_table_clear(&classic->table); }

static bool is_time_up(struct classic *classic)
{
    const struct search_request *request = classic->request;

    if (request->stop && atomic_load_explicit(request->stop, memory_order_relaxed))
        return true;
    if (!request->clock || request->limits.time_us <= 0)
        return false;
    return request->clock->now_us(request->clock->context) - classic->start_us >=
           request->limits.time_us;
}

static bool must_stop(struct classic *classic)
{
    uint64_t node_limit = classic->request->limits.nodes;

    if (!classic->is_stopped) {
        bool is_out_of_nodes = node_limit > 0 && classic->nodes >= node_limit;
        bool is_due = classic->nodes >= classic->next_look;
        if (is_due)
            classic->next_look = classic->nodes + CLOCK_EVERY;
        classic->is_stopped = is_out_of_nodes || (is_due && is_time_up(classic));
    }
    return classic->is_stopped;
}

static int final_score(const struct classic *classic, const struct position *pos, enum side side,
                       int ply)
{
    struct game_result result = {0};

    classic->rules->result(pos, &result);
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

static bool is_cut_off(const struct classic_entry *known, int score, int alpha, int beta)
{
    switch ((enum classic_bound)known->bound) {
    case CLASSIC_EXACT:
        return true;
    case CLASSIC_LOWER:
        return score >= beta;
    case CLASSIC_UPPER:
        return score <= alpha;
    case CLASSIC_NONE:
        break;
    }
    return false;
}

static int *history_of(struct classic *classic, enum side side, move_t move)
{
    return &classic->history[side][(move * UINT64_C(0x9e3779b97f4a7c15)) >> 52];
}

static int promise_of(struct classic *classic, enum side side, move_t move, move_t known, int ply)
{
    int promise = *history_of(classic, side, move);

    if (move == known)
        return PROMISE_TABLE;
    if (move == classic->killers[ply][0] || move == classic->killers[ply][1])
        promise += PROMISE_KILLER;
    return promise;
}

static void add_promises_of_game(struct classic *classic, const struct position *pos,
                                 struct listed *list, int n)
{
    int promises[PROMISES];

    if (!classic->eval->order_values)
        return;
    for (int done = 0; done < n; done += PROMISES) {
        int part = n - done < PROMISES ? n - done : PROMISES;
        classic->eval->order_values(pos, NULL, classic->scratch + done, part, promises);
        for (int i = 0; i < part; i++) {
            if (list[done + i].promise != PROMISE_TABLE)
                list[done + i].promise += 64 * promises[i];
        }
    }
}

/* Lists the moves on the stack with what they promise. */
static int list_moves(struct classic *classic, const struct position *pos, struct listed *list,
                      move_t known, int ply)
{
    int n = classic->rules->moves(pos, classic->scratch);

    for (int i = 0; i < n; i++) {
        list[i].move = classic->scratch[i];
        list[i].promise = promise_of(classic, pos->side, classic->scratch[i], known, ply);
    }
    add_promises_of_game(classic, pos, list, n);
    return n;
}

/* Brings the most promising of the rest to the front. */
static move_t pick(struct listed *list, int n, int from)
{
    int best = from;

    for (int i = from + 1; i < n; i++) {
        if (list[i].promise > list[best].promise)
            best = i;
    }
    struct listed picked = list[best];
    list[best] = list[from];
    list[from] = picked;
    return picked.move;
}

static void remember_good_move(struct classic *classic, const struct position *pos, move_t move,
                               int depth, int ply)
{
    int *history = history_of(classic, pos->side, move);

    *history += depth * depth * 16;
    if (*history > PROMISE_LIMIT)
        *history /= 2;
    if (classic->killers[ply][0] != move) {
        classic->killers[ply][1] = classic->killers[ply][0];
        classic->killers[ply][0] = move;
    }
}

static void extend_line(struct classic *classic, move_t move, int ply)
{
    int length = classic->line_length[ply + 1];

    classic->line[ply][0] = move;
    memcpy(&classic->line[ply][1], classic->line[ply + 1], (size_t)length * sizeof(move_t));
    classic->line_length[ply] = length + 1;
}

/* The bounds of a node and what was found in it so far. */
struct window {
    int alpha, beta, depth, ply;
};

static int search_node(struct classic *classic, const struct position *pos, struct window w,
                       struct listed *stack);

/* The value of a move for the side that plays it; that side may be to move again. */
static int search_move(struct classic *classic, const struct position *pos, move_t move,
                       struct window w, struct listed *stack)
{
    struct position next;

    if (must_stop(classic))
        return 0;
    classic->nodes++;
    game_copy(classic->rules, &next, pos);
    classic->rules->play(&next, move);
    classic->line_length[w.ply + 1] = 0;
    if (next.side == SIDE_NONE)
        return final_score(classic, &next, pos->side, w.ply + 1);
    struct window below = {.depth = w.depth - 1, .ply = w.ply + 1};
    if (next.side == pos->side) {
        below.alpha = w.alpha;
        below.beta = w.beta;
        return search_node(classic, &next, below, stack);
    }
    below.alpha = -w.beta;
    below.beta = -w.alpha;
    return -search_node(classic, &next, below, stack);
}

static bool is_excluded(const struct classic *classic, move_t move)
{
    for (int i = 0; i < classic->excluded_count; i++) {
        if (classic->excluded[i] == move)
            return true;
    }
    return false;
}

/* The best value of all moves; `best` is the move, 0 if the search was stopped before any. */
static int search_moves(struct classic *classic, const struct position *pos, struct window w,
                        struct listed *stack, move_t *best)
{
    int n = list_moves(classic, pos, stack, *best, w.ply);
    int best_score = -SCORE_WIN;

    /* Only the old server's Mississippi Queen: nothing to list, yet not over; a loss
     * in practice. */
    if (n == 0)
        return -(SCORE_WIN - w.ply);
    *best = 0;
    for (int i = 0; i < n && !classic->is_stopped; i++) {
        move_t move = pick(stack, n, i);
        if (w.ply == 0 && is_excluded(classic, move))
            continue;
        int score = search_move(classic, pos, move, w, stack + n);
        if (classic->is_stopped || (*best && score <= best_score))
            continue;
        best_score = score;
        *best = move;
        if (score > w.alpha) {
            w.alpha = score;
            extend_line(classic, move, w.ply);
        }
        if (score >= w.beta) {
            remember_good_move(classic, pos, move, w.depth, w.ply);
            break;
        }
    }
    return best_score;
}

static void store(struct classic *classic, const struct position *pos, struct window w, int score,
                  move_t best)
{
    enum classic_bound bound = score <= w.alpha  ? CLASSIC_UPPER
                               : score >= w.beta ? CLASSIC_LOWER
                                                 : CLASSIC_EXACT;

    classic_table_store(&classic->table, (struct classic_entry){
                                             .key = pos->key,
                                             .move = bound == CLASSIC_UPPER ? 0 : best,
                                             .score = (int16_t)score_to_table(score, w.ply),
                                             .depth = (uint8_t)w.depth,
                                             .bound = (uint8_t)bound,
                                         });
}

static int static_score(const struct classic *classic, const struct position *pos)
{
    int score = classic->eval->score(pos, NULL);

    assert(score >= -EVAL_MAX && score <= EVAL_MAX);
    return score;
}

static int search_node(struct classic *classic, const struct position *pos, struct window w,
                       struct listed *stack)
{
    if (w.depth <= 0 || w.ply >= SEARCH_PLY_MAX - 1)
        return static_score(classic, pos);

    const struct classic_entry *known = classic_table_find(&classic->table, pos->key);
    if (known && known->depth >= w.depth) {
        int score = score_from_table(known->score, w.ply);
        if (is_cut_off(known, score, w.alpha, w.beta))
            return score;
    }
    move_t best = known ? known->move : 0;
    int score = search_moves(classic, pos, w, stack, &best);
    if (!classic->is_stopped)
        store(classic, pos, w, score, best);
    return score;
}

/* Searches the root to this depth for the best line that is not excluded.  False: stopped before
 * its first move was done. */
static bool search_root(struct classic *classic, int depth, struct search_line *line)
{
    const struct position *pos = classic->request->pos;
    const struct classic_entry *known = classic_table_find(&classic->table, pos->key);
    struct window w = {.alpha = -SCORE_WIN - 1, .beta = SCORE_WIN + 1, .depth = depth};
    /* The line of the last depth is the best guess, even if the table lost it. */
    move_t best = line->length > 0 ? line->moves[0] : known ? known->move : 0;

    int score = search_moves(classic, pos, w, classic->moves, &best);
    if (!best)
        return false;
    if (!classic->is_stopped && classic->excluded_count == 0)
        store(classic, pos, w, score, best);
    line->score = score;
    line->length = classic->line_length[0];
    memcpy(line->moves, classic->line[0], sizeof line->moves);
    return true;
}

/* One depth for all wanted lines; what was finished counts even if the search stops halfway. */
static void search_lines(struct classic *classic, int depth, int wanted,
                         struct search_result *result)
{
    struct search_line line;

    classic->excluded_count = 0;
    for (int i = 0; i < wanted; i++) {
        line = result->lines[i];
        if (!search_root(classic, depth, &line))
            return;
        result->lines[i] = line;
        result->line_count = i >= result->line_count ? i + 1 : result->line_count;
        classic->excluded[classic->excluded_count++] = line.moves[0];
        if (classic->is_stopped)
            return;
    }
}

/* More depth cannot change a game that is decided, or a move that is the only one. */
static bool is_settled(const struct classic *classic, const struct search_result *result, int moves)
{
    const struct search_line *best = &result->lines[0];

    return (moves == 1 && classic->request->lines <= 1) || best->score >= SCORE_PROVEN ||
           best->score <= -SCORE_PROVEN;
}

static void report(const struct classic *classic, struct search_result *result)
{
    const struct search_request *request = classic->request;

    if (!request->report)
        return;
    for (int i = 0; i < result->line_count; i++)
        win_probability_fill(classic->rules, request->pos, &result->lines[i]);
    if (request->clock)
        result->time_us = request->clock->now_us(request->clock->context) - classic->start_us;
    request->report(request->report_context, result);
}

static void turn_to_game(struct classic *classic, const struct game_rules *rules)
{
    if (classic->rules == rules)
        return;
    if (classic->rules)
        classic_clear(classic);
    free_stacks(classic);
    classic->rules = rules;
    classic->eval = classic_eval(rules);
    classic->moves = memory_get((size_t)rules->moves_max * SEARCH_PLY_MAX, sizeof *classic->moves);
    classic->scratch = memory_get(rules->moves_max, sizeof *classic->scratch);
}

static void prepare(struct classic *classic, const struct search_request *request, int64_t start_us)
{
    turn_to_game(classic, request->rules);
    classic_table_age(&classic->table);
    classic->request = request;
    classic->start_us = start_us;
    classic->nodes = classic->next_look = 0;
    classic->is_stopped = false;
    memset(classic->killers, 0, sizeof classic->killers);
    memset(classic->history, 0, sizeof classic->history);
}

static void deepen(struct classic *classic, int wanted, int moves, struct search_result *result)
{
    const struct search_request *request = classic->request;
    int deepest = request->limits.depth > 0 ? request->limits.depth : SEARCH_PLY_MAX - 1;

    assert(deepest < SEARCH_PLY_MAX);
    for (int depth = 1; depth <= deepest && !classic->is_stopped; depth++) {
        search_lines(classic, depth, wanted, result);
        if (result->line_count > 0)
            result->best = result->lines[0].moves[0];
        result->nodes = classic->nodes;
        if (classic->is_stopped)
            break;
        result->depth = depth;
        report(classic, result);
        if (is_settled(classic, result, moves))
            break;
    }
}

void classic_run(struct classic *classic, const struct search_request *request, int64_t start_us,
                 struct search_result *result)
{
    int wanted = request->lines > 1 ? request->lines : 1;

    prepare(classic, request, start_us);
    int moves = classic->rules->moves(request->pos, classic->scratch);
    assert(moves > 0 && wanted <= SEARCH_LINES_MAX);
    result->best = classic->scratch[0];
    deepen(classic, wanted > moves ? moves : wanted, moves, result);
}
