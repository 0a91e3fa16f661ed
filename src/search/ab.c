#include "search/ab.h"

#include "base/memory.h"
#include "search/solver.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHECK_EVERY = 64,        /* nodes between two looks at the clock */
    FUTILITY_DEPTH_MAX = 6,  /* reverse futility pruning up to this depth */
    NULL_MOVE_DEPTH_MIN = 3, /* null move pruning from this depth on */
    IIR_DEPTH_MIN = 4,       /* internal iterative reduction from this depth on */
    LMR_DEPTH_MIN = 2,       /* late move reductions from this depth on … */
    LMR_FIRST_MOVE = 2,      /* … and from the move with this number (the first has 0) */
    PLY = 1024,              /* reductions are counted in 1/1024 ply */
    CACHE_LINE = 64,
};

/* ---- a thread's memory ---- */

static bool get_cache(struct ab *ab, size_t bytes)
{
    ab->cache_start = memory_try_leaving(bytes + CACHE_LINE, MEMORY_LEFT_BY_SEARCHES);
    if (ab->cache_start)
        ab->cache = (char *)ab->cache_start + CACHE_LINE - (uintptr_t)ab->cache_start % CACHE_LINE;
    return ab->cache_start != NULL;
}

static bool get_memory(struct ab *ab)
{
    size_t room = (size_t)ab->rules->moves_max * SEARCH_PLY_MAX;

    ab->moves = memory_try_leaving(room * sizeof *ab->moves, MEMORY_LEFT_BY_SEARCHES);
    ab->values = memory_try_leaving(room * sizeof *ab->values, MEMORY_LEFT_BY_SEARCHES);
    if (!ab->moves || !ab->values)
        return false;
    if (ab->eval->solver_bytes > 0)
        ab->solver_memory = memory_try_leaving(ab->eval->solver_bytes, MEMORY_LEFT_BY_TABLES);
    ab->lacks_solver_memory = ab->eval->solver_bytes > 0 && !ab->solver_memory;
    return ab->eval->cache_bytes == 0 || get_cache(ab, ab->eval->cache_bytes);
}

struct ab *ab_create(const struct game_rules *rules)
{
    struct ab *ab = memory_try_large(1, sizeof *ab);

    assert(rules->moves_max > 0 && rules->moves_max <= GAME_MOVES_MAX);
    if (!ab)
        return NULL;
    ab->rules = rules;
    ab->eval = eval_of(rules);
    assert(ab->eval && ab->eval->score && ab->eval->scale > 0);
    assert(!ab->eval->solve == !ab->eval->is_solvable);
    if (get_memory(ab))
        return ab;
    ab_destroy(ab);
    return NULL;
}

void ab_destroy(struct ab *ab)
{
    if (!ab)
        return;
    free(ab->moves);
    free(ab->values);
    free(ab->solver_memory);
    free(ab->cache_start);
    free(ab);
}

void ab_clear_solver(struct ab *ab)
{
    if (ab && ab->solver_memory)
        memset(ab->solver_memory, 0, ab->eval->solver_bytes);
}

/* Contempt: a move that is going to be played is chosen as if a draw were worse than level. */
static void set_contempt(struct ab *ab, const struct search_request *request)
{
    static const uint64_t key_salts[SIDE_NONE] = {UINT64_C(0x6c62272e07bb0142),
                                                  UINT64_C(0x9ae16a3b2f90404f)};

    ab->contempt_side = (enum side)request->pos->side;
    ab->contempt = request->is_played ? ab->eval->params.contempt : 0;
    ab->key_salt = ab->contempt ? key_salts[ab->contempt_side] : 0;
}

void ab_begin(struct ab *ab, struct table *table, struct stop *stop, uint64_t node_limit)
{
    assert(stop->request->rules == ab->rules && stop->request->pos->side != SIDE_NONE);
    ab->table = table;
    ab->stop = stop;
    ab->node_limit = node_limit;
    ab->nodes = ab->next_check = 0;
    ab->is_stopped = false;
    ab->clamped = 0;
    ab->top = 0;
    if (stop->request->is_full_width)
        prune_nothing(&ab->prune);
    else
        prune_init(&ab->prune, ab->eval);
    set_contempt(ab, stop->request);
    ab->frames[0].pos = *stop->request->pos;
    order_clear(&ab->order);
    for (int ply = 0; ply <= SEARCH_PLY_MAX; ply++)
        memset(ab->frames[ply].killers, 0, sizeof ab->frames[ply].killers);
}

bool ab_check_limits(struct ab *ab)
{
    bool is_out_of_nodes = ab->node_limit > 0 && ab->nodes >= ab->node_limit;

    ab->next_check = ab->nodes + CHECK_EVERY;
    if (ab->node_limit > 0 && ab->next_check > ab->node_limit)
        ab->next_check = ab->node_limit;
    ab->is_stopped = ab->is_stopped || is_out_of_nodes || stop_is_due(ab->stop);
    return ab->is_stopped;
}

/* ---- scores ---- */

static int draw_score(const struct ab *ab, enum side side)
{
    return side == ab->contempt_side ? -ab->contempt : ab->contempt;
}

static int final_score(const struct ab *ab, const struct position *pos, enum side side, int ply)
{
    struct game_result result = {0};

    ab->rules->result(pos, &result);
    if (result.winner == SIDE_NONE)
        return draw_score(ab, side);
    return result.winner == side ? SCORE_WIN - ply : -(SCORE_WIN - ply);
}

/* The table counts the plies to a win from the position itself, the search from its root. */
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

/* A score beyond EVAL_MAX could pass for a proven win: a mistake in a game's evaluation. */
static int clamp_score(struct ab *ab, const struct position *pos, int score)
{
    assert(score >= -EVAL_MAX && score <= EVAL_MAX);
    if (ab->clamped++ == 0)
        ab->clamped_pos = *pos;
    return score < 0 ? -EVAL_MAX : EVAL_MAX;
}

int ab_static_score(struct ab *ab, const struct position *pos)
{
    assert(pos->side != SIDE_NONE);
    int score = ab->eval->score(pos, ab->cache);

    if (ab->contempt && ab->eval->draw)
        score += draw_score(ab, (enum side)pos->side) * ab->eval->draw(pos) / DRAW_SURE;
    return score >= -EVAL_MAX && score <= EVAL_MAX ? score : clamp_score(ab, pos, score);
}

/* ---- the transposition table ---- */

static bool is_pv_node(const struct window *w) { return w->beta - w->alpha > 1; }

static bool is_bound_enough(const struct table_entry *entry, int score, const struct window *w)
{
    switch ((enum bound)entry->bound) {
    case BOUND_EXACT:
        return true;
    case BOUND_LOWER:
        return score >= w->beta;
    case BOUND_UPPER:
        return score <= w->alpha;
    case BOUND_NONE:
        break;
    }
    return false;
}

/* Does the entry answer the question?  In a node of the principal variation only what was solved
 * does: elsewhere in it the line of moves is wanted, too. */
static bool is_table_cutoff(const struct table_entry *entry, const struct window *w, int *score)
{
    if (entry->depth < w->depth || (is_pv_node(w) && entry->depth < TABLE_DEPTH_MAX))
        return false;
    *score = score_from_table(entry->score, w->ply);
    return is_bound_enough(entry, *score, w);
}

void ab_store(struct ab *ab, const struct node *node)
{
    const struct window *w = &node->w;
    int score = node->best_score;
    enum bound bound = score >= w->beta    ? BOUND_LOWER
                       : score <= w->alpha ? BOUND_UPPER
                                           : BOUND_EXACT;

    assert(score >= -SCORE_WIN && score <= SCORE_WIN);
    assert(bound == BOUND_UPPER || node->best != 0);
    table_store(ab->table, ab_key(ab, &ab->frames[w->ply].pos),
                (struct table_entry){
                    .move = bound == BOUND_UPPER ? 0 : table_fold(node->best),
                    .eval = (int16_t)node->eval,
                    .score = (int16_t)score_to_table(score, w->ply),
                    .depth = (uint8_t)w->depth,
                    .bound = (uint8_t)bound,
                });
}

/*
 * ---- the tree ----
 *
 * One node is searched in the steps below.  search_node() does steps 1 to 8 and 16,
 * search_all_moves() step 9, ab_search_moves() steps 10, 11 and 15, search_move() steps 12 to 14.
 */

static int search_node(struct ab *ab, struct window w);

/* Searches the position in the next frame.  The score is for the side to move in this node,
 * which may be to move again there. */
static int search_child(struct ab *ab, const struct node *node, int alpha, int beta, int depth)
{
    int ply = node->w.ply + 1;

    if (ab->frames[ply].pos.side == node->side)
        return search_node(ab, (struct window){alpha, beta, depth, ply});
    return -search_node(ab, (struct window){-beta, -alpha, depth, ply});
}

/* ---- steps 12 to 14: one move ---- */

/* How many plies less deep a late move is searched at first. */
static int lmr_plies(const struct ab *ab, const struct node *node, move_t move, int number,
                     int value)
{
    const struct window *w = &node->w;

    if (number < LMR_FIRST_MOVE || w->depth < LMR_DEPTH_MIN || value >= ORDER_FORCING)
        return 0;
    int reduction = prune_reduction(&ab->prune, w->depth, number);
    if (reduction == 0)
        return 0;
    reduction -= ab->order.history[node->side][order_slot(move)] * PLY / (ORDER_HISTORY_MAX / 2);
    if (is_pv_node(w))
        reduction -= PLY;
    if (!node->is_improving)
        reduction += PLY / 2;
    int plies = reduction / PLY;
    return plies < 0 ? 0 : plies >= w->depth ? w->depth - 1 : plies;
}

/* The score of the move with this number in the order, for the side that plays it. */
static int search_move(struct ab *ab, const struct node *node, move_t move, int number, int value)
{
    const struct window *w = &node->w;
    struct frame *here = &ab->frames[w->ply], *next = here + 1;
    int depth = w->depth - 1;

    /* Step 12. Make the move (copy-make: nothing is undone).  The game may be over then. */
    ab->nodes++;
    game_copy(ab->rules, &next->pos, &here->pos);
    ab->rules->play(&next->pos, move);
    next->move = move;
    next->line_length = 0;
    if (next->pos.side == SIDE_NONE)
        return final_score(ab, &next->pos, node->side, w->ply + 1);
    if (depth > 0)
        table_expect(ab->table, ab_key(ab, &next->pos));

    /* Step 13. Principal variation search: the first move has the whole window. */
    if (number == 0)
        return search_child(ab, node, w->alpha, w->beta, depth);

    /* Step 14. Late move reduction (LMR) with a null window.  A move that turns out better than
     * alpha is searched again at full depth, and if it is inside the window, with the whole
     * window. */
    int reduction = lmr_plies(ab, node, move, number, value);
    int score = search_child(ab, node, w->alpha, w->alpha + 1, depth - reduction);
    if (reduction > 0 && score > w->alpha)
        score = search_child(ab, node, w->alpha, w->alpha + 1, depth);
    if (score > w->alpha && score < w->beta)
        score = search_child(ab, node, w->alpha, w->beta, depth);
    return score;
}

/* ---- steps 10, 11 and 15: the moves of a list ---- */

struct move_list ab_list(struct ab *ab, const struct frame *frame)
{
    const struct game_eval *eval = ab->eval;
    struct move_list list = {.moves = ab->moves + ab->top, .values = ab->values + ab->top};

    assert(ab->top >= 0 && ab->top <= (SEARCH_PLY_MAX - 1) * ab->rules->moves_max);
    if (eval->candidates && !ab->stop->request->is_full_width)
        list.count = eval->candidates(&frame->pos, list.moves);
    else
        list.count = ab->rules->moves(&frame->pos, list.moves);
    assert(list.count > 0 && list.count <= ab->rules->moves_max); /* a running game has a move */
    if (eval->order_values)
        eval->order_values(&frame->pos, ab->cache, list.moves, list.count, list.values);
    else
        memset(list.values, 0, (size_t)list.count * sizeof *list.values);
    return list;
}

/* Late move pruning (LMP): near the leaves late moves are left out, unless all before them lose. */
static bool is_late_move_pruned(const struct ab *ab, const struct node *node, int number, int value)
{
    const struct window *w = &node->w;

    if (number == 0 || value >= ORDER_FORCING || is_pv_node(w) || node->best_score <= -SCORE_SOLVED)
        return false;
    return number >= prune_late_moves(&ab->prune, w->depth, node->is_improving);
}

static void extend_line(struct frame *frame, move_t move)
{
    const struct frame *next = frame + 1;

    assert(next->line_length < SEARCH_PLY_MAX);
    frame->line[0] = move;
    memcpy(&frame->line[1], next->line, (size_t)next->line_length * sizeof(move_t));
    frame->line_length = next->line_length + 1;
}

/* The best move of the node caused a beta cutoff: similar nodes try it early. */
static void update_order(struct ab *ab, const struct node *node, const struct move_list *list,
                         int tried)
{
    struct frame *here = &ab->frames[node->w.ply];
    move_t move = node->best;

    order_update_history(&ab->order, node->side, list, tried, node->w.depth);
    order_set_countermove(&ab->order, node->side, here->move, move);
    if (here->killers[0] != move) {
        here->killers[1] = here->killers[0];
        here->killers[0] = move;
    }
}

bool ab_search_moves(struct ab *ab, struct node *node, struct move_list *list, int number)
{
    const bool is_root = node->w.ply == 0;
    struct node now = *node; /* with the window that narrows */

    if (node->best && node->best_score > now.w.alpha)
        now.w.alpha = node->best_score;
    for (; number < list->count; number++) {
        /* Step 10. Pick the most promising of the moves that are left. */
        order_pick(list, number);
        move_t move = list->moves[number];

        /* Step 11. Late move pruning. */
        if (is_late_move_pruned(ab, node, number, list->values[number]))
            break;
        if (ab_must_stop(ab))
            return false;
        int score = search_move(ab, &now, move, number, list->values[number]);
        if (ab->is_stopped)
            return false;

        /* Step 15. A better move narrows the window; beyond beta the other side would not have
         * allowed this position: a cutoff, the other moves do not matter. */
        if (node->best && score <= node->best_score)
            continue;
        node->best_score = score;
        node->best = move;
        if (score <= now.w.alpha)
            continue;
        now.w.alpha = score;
        if (is_pv_node(&node->w))
            extend_line(&ab->frames[node->w.ply], move);
        if (is_root)
            order_move_to_front(list, number);
        if (score < node->w.beta)
            continue;
        if (!is_root)
            update_order(ab, node, list, number + 1);
        return true;
    }
    return false;
}

/* ---- step 9: moves that are tried before the others are listed ---- */

enum { EARLY_MAX = ORDER_KILLERS + 1 };

struct early {
    move_t moves[EARLY_MAX];
    int count;
    bool has_killers; /* no move forces here, so the killers are among them */
};

static void add_early(const struct ab *ab, const struct frame *here, struct early *early,
                      move_t move)
{
    for (int i = 0; i < early->count; i++) {
        if (early->moves[i] == move)
            return;
    }
    if (move && ab->rules->legal(&here->pos, move)) {
        assert(early->count < EARLY_MAX);
        early->moves[early->count++] = move;
    }
}

static bool are_killers_early(const struct ab *ab, const struct node *node)
{
    const struct game_eval *eval = ab->eval;

    return eval->is_quiet && !is_pv_node(&node->w) &&
           eval->is_quiet(&ab->frames[node->w.ply].pos, ab->cache);
}

/* The table's move, and the killers if the game says that no move forces. */
static void choose_early(const struct ab *ab, const struct node *node, uint16_t table_move,
                         struct early *early)
{
    const struct frame *here = &ab->frames[node->w.ply];

    if (!ab->eval->params.has_short_moves)
        return;
    add_early(ab, here, early, table_move);
    early->has_killers = are_killers_early(ab, node);
    for (int i = 0; i < ORDER_KILLERS && early->has_killers; i++)
        add_early(ab, here, early, here->killers[i]);
}

/* True: one of them caused a beta cutoff, so the moves need not be listed. */
static bool search_early(struct ab *ab, struct node *node, uint16_t table_move,
                         const struct early *early)
{
    struct move_list list = {
        .moves = ab->moves + ab->top, .values = ab->values + ab->top, .count = early->count};

    for (int i = 0; i < early->count; i++) {
        list.moves[i] = early->moves[i];
        list.values[i] = early->moves[i] == table_move ? ORDER_TABLE_MOVE : ORDER_KILLER;
    }
    ab->top += list.count;
    bool is_cutoff = ab_search_moves(ab, node, &list, 0);
    ab->top -= list.count;
    return is_cutoff;
}

static void search_all_moves(struct ab *ab, struct node *node, uint16_t table_move)
{
    struct frame *here = &ab->frames[node->w.ply];
    const struct order_hints hints = {.killers = here->killers, .before = here->move};
    struct early early = {0};

    /* Step 9. Staged move generation: first the moves that are known without listing any. */
    choose_early(ab, node, table_move, &early);
    if (search_early(ab, node, table_move, &early) || ab->is_stopped)
        return;
    /* Where no move forces, late move pruning would leave out all the others. */
    if (early.has_killers && is_late_move_pruned(ab, node, early.count, 0))
        return;
    struct move_list list = ab_list(ab, here);
    order_add_learned(&ab->order, node->side, &hints, &list);
    order_put_table_move(&list, table_move);
    for (int i = 0; i < early.count; i++)
        order_put_at(&list, i, early.moves[i]);
    ab->top += list.count;
    ab_search_moves(ab, node, &list, early.count);
    ab->top -= list.count;
}

/* ---- steps 1 to 8 and 16: a node ---- */

/* Reverse futility pruning: so far above beta that a few plies will hardly change it. */
static bool is_reverse_futile(const struct ab *ab, const struct node *node)
{
    const struct window *w = &node->w;

    return ab->prune.futility > 0 && w->depth <= FUTILITY_DEPTH_MAX && !is_decided(w->beta) &&
           node->eval - ab->prune.futility * w->depth >= w->beta;
}

/* Null move pruning: if the position is above beta even after passing, a move will be, too.  Never
 * twice in a row. */
static bool is_null_move_cutoff(struct ab *ab, const struct node *node, int *score)
{
    const struct window *w = &node->w;
    struct frame *here = &ab->frames[w->ply], *next = here + 1;

    if (!ab->eval->null_move || ab->prune.null_move_reduction == 0 ||
        w->depth < NULL_MOVE_DEPTH_MIN || node->eval < w->beta || is_decided(w->beta) ||
        (w->ply > 0 && here->move == 0) || ab_must_stop(ab))
        return false;
    game_copy(ab->rules, &next->pos, &here->pos);
    if (!ab->eval->null_move(&next->pos))
        return false;
    assert(next->pos.side == game_other(node->side));
    ab->nodes++;
    next->move = 0;
    int depth = w->depth - 1 - ab->prune.null_move_reduction - w->depth / 4;
    *score = search_child(ab, node, w->beta - 1, w->beta, depth);
    if (*score >= SCORE_SOLVED)
        *score = w->beta; /* a win after a null move is no proof */
    return !ab->is_stopped && *score >= w->beta;
}

static bool is_improving(const struct ab *ab, const struct node *node)
{
    const struct frame *before = &ab->frames[node->w.ply] - 2;

    return node->w.ply < 2 || before->pos.side != node->side || before->eval == TABLE_NO_EVAL ||
           node->eval > before->eval;
}

/* Only pruning and reductions need the static evaluation. */
static void evaluate(struct ab *ab, struct node *node, const struct table_entry *entry)
{
    struct frame *here = &ab->frames[node->w.ply];

    if (ab->prune.reduction == 0 && ab->prune.futility == 0)
        here->eval = TABLE_NO_EVAL;
    else if (entry->eval != TABLE_NO_EVAL)
        here->eval = entry->eval;
    else
        here->eval = ab_static_score(ab, &here->pos);
    node->eval = here->eval;
    node->is_improving = is_improving(ab, node);
}

/* At most as many extensions as plies were planned, so that the search ends. */
static int extension(const struct ab *ab, const struct window *w)
{
    const struct game_eval *eval = ab->eval;
    const struct position *pos = &ab->frames[w->ply].pos;

    if (!eval->extension || ab->stop->request->is_full_width || w->ply >= 2 * ab->root_depth)
        return 0;
    return eval->extension(pos, ab->cache);
}

static int search_node(struct ab *ab, struct window w)
{
    struct frame *here = &ab->frames[w.ply];
    struct table_entry entry = {.eval = TABLE_NO_EVAL};
    int score;

    assert(w.alpha < w.beta && w.ply > 0 && w.ply < SEARCH_PLY_MAX);
    assert(here->pos.side != SIDE_NONE);

    /* Step 1. Extension, where the game says that something is about to be decided. */
    w.depth += extension(ab, &w);

    /* Step 2. Leaf: static evaluation. */
    if (w.depth <= 0 || w.ply >= SEARCH_PLY_MAX - 1)
        return ab_static_score(ab, &here->pos);

    /* Step 3. Transposition table. */
    if (table_find(ab->table, ab_key(ab, &here->pos), &entry) &&
        is_table_cutoff(&entry, &w, &score))
        return score;

    /* Step 4. The game's solver, where it has a good chance. */
    if (solver_ask(ab, &w, &entry)) {
        table_store(ab->table, ab_key(ab, &here->pos), entry);
        if (is_table_cutoff(&entry, &w, &score))
            return score;
    }

    /* Step 5. Static evaluation, for steps 6, 7, 11 and 14. */
    struct node node = {.w = w, .side = here->pos.side, .best_score = -SCORE_WIN};
    evaluate(ab, &node, &entry);
    if (!is_pv_node(&w)) {
        /* Step 6. Reverse futility pruning. */
        if (is_reverse_futile(ab, &node))
            return node.eval;
        /* Step 7. Null move pruning. */
        if (is_null_move_cutoff(ab, &node, &score))
            return score;
        if (ab->is_stopped)
            return 0;
    }

    /* Step 8. Internal iterative reduction (IIR): without a move from the table the order is poor;
     * the next iteration will find one. */
    if (!entry.move && w.depth >= IIR_DEPTH_MIN && ab->prune.reduction > 0)
        node.w.depth--;

    /* Steps 9 to 15. The moves. */
    search_all_moves(ab, &node, entry.move);

    /* Step 16. Remember the result, unless the search was stopped halfway. */
    if (!ab->is_stopped)
        ab_store(ab, &node);
    return node.best_score;
}
