#include "search/deepen.h"

#include "search/solver.h"
#include "search/win_probability.h"

#include <assert.h>
#include <string.h>

enum { ASPIRATION_DEPTH_MIN = 4 };

/* The moves of the root stay at the bottom of the stack of moves, the best ones in front. */
struct root {
    struct ab *ab;
    struct move_list list;
    int wanted; /* lines */
};

/* Lists the moves of the root in their first order.  Afterwards their values are all 0: from now on
 * the order is what the iterations found, and order_pick() leaves it as it is. */
static void list_root(struct root *root)
{
    struct ab *ab = root->ab;
    const struct order_hints none = {.killers = ab->frames[0].killers};
    struct table_entry entry = {0};

    root->list = ab_list(ab, &ab->frames[0]);
    order_add_learned(&ab->order, ab->frames[0].pos.side, &none, &root->list);
    if (table_find(ab->table, ab_key(ab, &ab->frames[0].pos), &entry))
        order_put_table_move(&root->list, entry.move);
    for (int i = 0; i < root->list.count; i++)
        order_pick(&root->list, i);
    memset(root->list.values, 0, (size_t)root->list.count * sizeof *root->list.values);
    ab->top = root->list.count;
}

/* The moves of the root from `first` on. */
static struct move_list rest_of_root(const struct root *root, int first)
{
    assert(first < root->list.count);
    return (struct move_list){.moves = root->list.moves + first,
                              .values = root->list.values + first,
                              .count = root->list.count - first};
}

static void write_line(const struct frame *root, int score, struct search_line *line)
{
    line->score = score;
    line->length = root->line_length;
    memcpy(line->moves, root->line, (size_t)root->line_length * sizeof(move_t));
}

/* The score of the best of the moves from `first` on.  `line` is written if it is above alpha. */
static int search_root(struct root *root, int first, struct window w, struct search_line *line)
{
    struct ab *ab = root->ab;
    struct move_list list = rest_of_root(root, first);
    struct node node = {.w = w,
                        .side = ab->frames[0].pos.side,
                        .eval = ab->frames[0].eval,
                        .is_improving = true,
                        .best_score = -SCORE_WIN - 1};

    ab_search_moves(ab, &node, &list, 0);
    if (node.best_score > w.alpha)
        write_line(&ab->frames[0], node.best_score, line);
    if (first == 0 && !ab->is_stopped)
        ab_store(ab, &node);
    return node.best_score;
}

/* Aspiration: starts with a small window around the last score and widens it until the score is
 * inside. */
static void search_line(struct root *root, int first, int depth, struct search_line *line)
{
    struct ab *ab = root->ab;
    int delta = ab->prune.aspiration, guess = line->score;
    struct window w = {.alpha = -SCORE_WIN - 1, .beta = SCORE_WIN + 1, .depth = depth};

    if (depth >= ASPIRATION_DEPTH_MIN && delta > 0 && line->length > 0 && !is_decided(guess)) {
        w.alpha = guess - delta;
        w.beta = guess + delta;
    }
    for (;;) {
        int score = search_root(root, first, w, line);
        if (ab->is_stopped || (score > w.alpha && score < w.beta))
            return;
        delta *= 2;
        if (score <= w.alpha)
            w.alpha = is_decided(score) || delta > EVAL_MAX ? -SCORE_WIN - 1 : score - delta;
        else
            w.beta = is_decided(score) || delta > EVAL_MAX ? SCORE_WIN + 1 : score + delta;
    }
}

static int find_root(const struct root *root, move_t move)
{
    int i = 0;

    while (i < root->list.count && root->list.moves[i] != move)
        i++;
    assert(i < root->list.count);
    return i;
}

/* Puts a line into its place.  If another place has a line with the same first move, it gets the
 * line that was here. */
static void set_line(struct search_result *result, int place, const struct search_line *line)
{
    assert(place <= result->line_count && line->length > 0);
    for (int i = place + 1; i < result->line_count; i++) {
        if (result->lines[i].moves[0] == line->moves[0])
            result->lines[i] = result->lines[place];
    }
    result->lines[place] = *line;
    if (result->line_count <= place)
        result->line_count = place + 1;
}

/* One iteration for all wanted lines: each is the best of the moves that are not in a line
 * before it.  What was finished counts even if the search stops halfway. */
static void search_lines(struct root *root, int depth, struct search_result *result)
{
    for (int i = 0; i < root->wanted && !root->ab->is_stopped; i++) {
        struct search_line line = result->lines[i];
        /* Another move may have taken this place: its last score is not known. */
        if (line.moves[0] != root->list.moves[i])
            line.length = 0;
        search_line(root, i, depth, &line);
        if (line.length > 0)
            set_line(result, i, &line);
    }
}

/* Best line first.  The root's moves get the same order, with which the next iteration begins. */
static void sort_lines(struct root *root, struct search_result *result)
{
    for (int i = 1; i < result->line_count; i++) {
        struct search_line line = result->lines[i];
        int place = i;
        for (; place > 0 && result->lines[place - 1].score < line.score; place--)
            result->lines[place] = result->lines[place - 1];
        result->lines[place] = line;
    }
    for (int i = 0; i < result->line_count; i++) {
        struct move_list rest = rest_of_root(root, i);
        order_move_to_front(&rest, find_root(root, result->lines[i].moves[0]) - i);
    }
}

/* One legal move and no lines wanted: nothing to search. */
static bool is_single_reply(const struct root *root)
{
    return root->list.count == 1 && root->ab->stop->request->lines == 0;
}

/* Is it useless to search deeper? */
static bool is_settled(const struct root *root, const struct search_result *result)
{
    if (is_single_reply(root))
        return true;
    for (int i = 0; i < result->line_count; i++) {
        if (!is_decided(result->lines[i].score))
            return false;
    }
    return true;
}

static void report(const struct ab *ab, struct search_result *result)
{
    const struct search_request *request = ab->stop->request;

    if (!request->report)
        return;
    for (int i = 0; i < result->line_count; i++)
        win_probability_fill(ab->rules, &ab->frames[0].pos, &result->lines[i]);
    result->time_us = stop_elapsed_us(ab->stop);
    request->report(request->report_context, result);
}

/* Does the solver know the best move?  It gives one line only. */
static bool is_root_solved(struct root *root, struct search_result *result)
{
    if (root->wanted > 1 || is_single_reply(root) || !solver_ask_root(root->ab, &result->lines[0]))
        return false;
    result->line_count = 1;
    result->best = result->lines[0].moves[0];
    result->depth = 1;
    result->is_solved = true;
    result->nodes = root->ab->nodes;
    report(root->ab, result);
    return true;
}

/* Lazy SMP: the other threads skip every second depth, each in its own way, so that not all do the
 * same work. */
static int next_depth(int depth, int number)
{
    return depth + 1 + (number + depth) % 2 * (number > 0);
}

/* Stopped before the first line was found: the first move of the order, and the evaluation. */
static void take_static_score(const struct ab *ab, struct search_result *result)
{
    result->lines[0] =
        (struct search_line){.moves = {result->best}, .length = 1, .score = ab->frames[0].eval};
    result->line_count = 1;
}

void deepen_run(struct ab *ab, int number, struct search_result *result)
{
    const struct search_request *request = ab->stop->request;
    int deepest = request->limits.depth > 0 ? request->limits.depth : SEARCH_DEPTH_MAX;
    struct root root = {.ab = ab, .wanted = request->lines > 1 ? request->lines : 1};

    ab->frames[0].eval = ab_static_score(ab, &ab->frames[0].pos);
    list_root(&root);
    assert(root.list.count > 0 && root.wanted <= SEARCH_LINES_MAX && deepest <= SEARCH_DEPTH_MAX);
    if (root.wanted > root.list.count)
        root.wanted = root.list.count;
    result->best = root.list.moves[0];
    bool is_done = number == 0 && is_root_solved(&root, result);
    for (int depth = 1; depth <= deepest && !is_done; depth = next_depth(depth, number)) {
        ab->root_depth = depth;
        search_lines(&root, depth, result);
        sort_lines(&root, result);
        if (result->line_count > 0)
            result->best = result->lines[0].moves[0];
        result->nodes = ab->nodes;
        if (ab->is_stopped)
            break;
        result->depth = depth;
        if (number == 0)
            report(ab, result);
        is_done = is_settled(&root, result);
    }
    if (result->line_count == 0)
        take_static_score(ab, result);
    result->nodes = ab->nodes;
    result->clamped = ab->clamped;
    if (ab->clamped > 0)
        result->clamped_pos = ab->clamped_pos;
}
