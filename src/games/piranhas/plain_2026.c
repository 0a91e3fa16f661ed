/* Piranhas 2026 once more: sizes do not matter for moves, so only the end is another one. */

#include "games/piranhas/piranhas_2026.h"
#include "games/piranhas/plain.h"

static bool is_complete(const struct plain_board *board, char fish)
{
    int count = plain_fish_count(board, fish);

    return count > 0 && plain_some_swarm(board, fish) == count;
}

/* A side without a move needs no word here: it has no moves to count. */
static bool is_over(const struct plain_board *board)
{
    if (board->turn >= PIRANHAS_TURN_MAX)
        return true;
    return board->turn % 2 == 0 && (is_complete(board, 'r') || is_complete(board, 'b'));
}

static int moves(void *memory, move_t out[])
{
    return is_over(memory) ? 0 : plain_list_moves(memory, out);
}

static void load(void *memory, const struct position *pos)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    piranhas26_print_position(pos, &buf);
    for (char *c = text; *c != ' '; c++) {
        if (*c >= '1' && *c <= '6')
            *c = *c <= '3' ? 'r' : 'b';
    }
    plain_load_text(memory, pos, text);
}

const struct game_plain piranhas26_plain = {.board_size = sizeof(struct plain_board),
                                            .load = load,
                                            .moves = moves,
                                            .play = plain_make_move};
