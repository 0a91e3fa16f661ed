#ifndef SEARCH_AB_H
#define SEARCH_AB_H

/*
 * Alpha-beta over game.h, private to the search: one root position, deeper and deeper.  Scores are
 * for the side to move in the position they belong to; the sides need not alternate.
 */

#include "search/eval.h"
#include "search/search.h"
#include "search/table.h"

enum { AB_HISTORY = 4096, AB_KILLERS = 2 };

struct ab {
    const struct search_request *request;
    const struct game_rules *rules;
    const struct game_eval *eval;
    struct table *table;

    uint64_t nodes;
    uint64_t next_look; /* at the clock, in nodes */
    int64_t start_us;
    bool is_stopped;
    int root_depth;

    int excluded_count; /* root moves that belong to better lines */
    move_t excluded[SEARCH_LINES_MAX];

    struct ab_moves {
        move_t move;
        int promise;
    } * moves; /* a stack for the move lists of all plies */
    move_t *scratch;
    int *promises;
    void *solver_memory;
    int line_length[SEARCH_PLY_MAX + 1];
    move_t line[SEARCH_PLY_MAX + 1][SEARCH_PLY_MAX];
    move_t killers[SEARCH_PLY_MAX][AB_KILLERS];
    int history[SIDE_NONE][AB_HISTORY]; /* moves that were good elsewhere in this tree */
};

/* Deepens until a limit is reached; fills everything in `result` but the time. */
void ab_run(struct ab *ab, struct search_result *result);

#endif
