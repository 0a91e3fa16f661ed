#include "search/prune.h"

#include <assert.h>
#include <limits.h>

enum {
    LOGS = 64,
    DEFAULT_NULL_MOVE_REDUCTION = 2,
    REDUCTION_DIVISOR = 40, /* ln(depth) * ln(number), 128 * 128 times as large, in 1/1024 ply */
    REDUCTION_BASE = 256,   /* 1/1024 ply */
    LATE_MOVES_DEPTH = 4,   /* late move pruning up to this depth */
};

/* Natural logarithms of 0 (none), 1, 2, 3 …, 128 times as large. */
static const int16_t logs[LOGS] = {
    0,   0,   89,  141, 177, 206, 229, 249, 266, 281, 295, 307, 318, 328, 338, 347,
    355, 363, 370, 377, 383, 390, 396, 401, 407, 412, 417, 422, 427, 431, 435, 440,
    444, 448, 451, 455, 459, 462, 466, 469, 472, 475, 478, 481, 484, 487, 490, 493,
    496, 498, 501, 503, 506, 508, 511, 513, 515, 518, 520, 522, 524, 526, 528, 530,
};

/* In search_params 0 means the default, and a negative number means off. */
static int or_default(int wanted, int otherwise)
{
    return wanted < 0 ? 0 : wanted > 0 ? wanted : otherwise;
}

void prune_init(struct prune *prune, const struct game_eval *eval)
{
    const struct search_params *params = &eval->params;

    *prune = (struct prune){
        .aspiration = or_default(params->aspiration, eval->scale / 4 + 1),
        .futility = or_default(params->futility, eval->scale / 2),
        .reduction = or_default(params->reduction, 100),
        .late_moves = or_default(params->late_moves, 100),
        .null_move_reduction = or_default(params->null_move_reduction, DEFAULT_NULL_MOVE_REDUCTION),
    };
}

void prune_nothing(struct prune *prune) { *prune = (struct prune){0}; }

int prune_reduction(const struct prune *prune, int depth, int number)
{
    int d = depth < LOGS ? depth : LOGS - 1, n = number < LOGS ? number : LOGS - 1;

    assert(depth > 0 && number > 0);
    if (prune->reduction == 0)
        return 0;
    return (logs[d] * logs[n] / REDUCTION_DIVISOR + REDUCTION_BASE) * prune->reduction / 100;
}

int prune_late_moves(const struct prune *prune, int depth, bool is_improving)
{
    if (prune->late_moves == 0 || depth > LATE_MOVES_DEPTH)
        return INT_MAX;
    return (4 + 2 * depth * depth) * prune->late_moves / (is_improving ? 166 : 250);
}
