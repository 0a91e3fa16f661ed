#include "game/plain.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

#define GAME(name, family) extern const struct game_plain name##_plain;
#include "game/games.def"
#undef GAME

static const struct game_plain *const twins[] = {
#define GAME(name, family) &name##_plain,
#include "game/games.def"
#undef GAME
};

int plain_moves(const struct game_rules *rules, const struct position *pos, move_t out[])
{
    const struct game_plain *plain = twins[game_index(rules)];
    void *board = memory_get(1, plain->board_size);

    plain->load(board, pos);
    int n = plain->moves(board, out);
    free(board);
    return n;
}

/* `boards` and `moves` are the parts of the stacks that this ply and the plies below may use.  The
 * last ply is counted, not played. */
static uint64_t count_leaves(const struct game_plain *plain, char *boards, int depth, move_t *moves)
{
    if (depth == 1)
        return (uint64_t)plain->moves(boards, NULL);

    char *next = boards + plain->board_size;
    int n = plain->moves(boards, moves);
    uint64_t leaves = 0;

    for (int i = 0; i < n; i++) {
        memcpy(next, boards, plain->board_size);
        plain->play(next, moves[i]);
        leaves += count_leaves(plain, next, depth - 1, moves + n);
    }
    return leaves;
}

uint64_t plain_perft(const struct game_rules *rules, const struct position *pos, int depth)
{
    const struct game_plain *plain = twins[game_index(rules)];

    assert(depth >= 0);
    if (depth == 0)
        return 1;
    char *boards = memory_get((size_t)depth, plain->board_size);
    move_t *moves = memory_get((size_t)depth * rules->moves_max, sizeof *moves);
    plain->load(boards, pos);
    uint64_t leaves = count_leaves(plain, boards, depth, moves);
    free(moves);
    free(boards);
    return leaves;
}
