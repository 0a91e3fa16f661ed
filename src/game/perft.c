#include "game/perft.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

/* `moves` is the part of the move stack that this ply and the plies below may use.  The last ply is
 * counted here and not one call further down: there are many more leaves than inner nodes. */
static uint64_t count_leaves(const struct game_rules *rules, const struct position *pos, int depth,
                             move_t *moves)
{
    uint64_t leaves = 0;
    int n = rules->moves(pos, moves);
    struct position next;

    for (int i = 0; i < n; i++) {
        game_copy(rules, &next, pos);
        rules->play(&next, moves[i]);
        leaves += depth == 2 ? (uint64_t)rules->count(&next)
                             : count_leaves(rules, &next, depth - 1, moves + n);
    }
    return leaves;
}

uint64_t perft(const struct game_rules *rules, const struct position *pos, int depth)
{
    assert(depth >= 0 && depth <= PERFT_DEPTH_MAX);
    assert(game_knows_moves(rules, pos, NULL));
    if (depth == 0)
        return 1;
    if (depth == 1)
        return (uint64_t)rules->count(pos);

    move_t *moves = memory_get((size_t)depth * rules->moves_max, sizeof *moves);
    uint64_t leaves = count_leaves(rules, pos, depth, moves);
    free(moves);
    return leaves;
}
