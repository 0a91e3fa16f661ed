/* Piranhas once more, as the rules tell it: an array of squares and loops along the lines. */

#include "games/piranhas/plain.h"

#include <assert.h>

static const int axes[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

static bool is_fish(char square) { return square == 'r' || square == 'b'; }

/* Fish of both sides on the squares from x, y (not counted) to the edge. */
static int fish_towards(const struct plain_board *board, int x, int y, int dx, int dy)
{
    int n = 0;

    for (x += dx, y += dy; square_is_on_board(x, y); x += dx, y += dy)
        n += is_fish(board->squares[y][x]);
    return n;
}

static bool can_move(const struct plain_board *board, int x, int y, int dx, int dy, int n)
{
    int to_x = x + n * dx, to_y = y + n * dy;

    if (!square_is_on_board(to_x, to_y))
        return false;
    char target = board->squares[to_y][to_x];
    if (target == board->own || target == PLAIN_OCTOPUS)
        return false;
    for (int i = 1; i < n; i++) {
        if (board->squares[y + i * dy][x + i * dx] == board->enemy)
            return false;
    }
    return true;
}

/* Writes the moves of the fish on x, y to `out`, or only counts them if that is NULL. */
static int fish_moves(const struct plain_board *board, int x, int y, move_t *out)
{
    int count = 0;

    for (int axis = 0; axis < 4; axis++) {
        int dx = axes[axis][0], dy = axes[axis][1];
        int n = 1 + fish_towards(board, x, y, dx, dy) + fish_towards(board, x, y, -dx, -dy);
        for (int sign = 1; sign >= -1; sign -= 2) {
            if (!can_move(board, x, y, sign * dx, sign * dy, n))
                continue;
            if (out)
                out[count] =
                    piranhas_move(square_at(x, y), square_at(x + sign * n * dx, y + sign * n * dy));
            count++;
        }
    }
    return count;
}

int plain_fish_count(const struct plain_board *board, char fish)
{
    int count = 0;

    for (int y = 0; y < BOARD_SIZE; y++) {
        for (int x = 0; x < BOARD_SIZE; x++)
            count += board->squares[y][x] == fish;
    }
    return count;
}

/* Takes the swarm of the fish on x, y off the board and says how large it was. */
static int take_swarm(struct plain_board *board, int x, int y)
{
    int stack[BOARD_SIZE * BOARD_SIZE], height = 0, size = 0;
    char fish = board->squares[y][x];

    board->squares[y][x] = PLAIN_EMPTY;
    stack[height++] = square_at(x, y);
    while (height > 0) {
        int square = stack[--height];
        size++;
        for (int i = 0; i < 9; i++) {
            x = column_of(square) + i % 3 - 1;
            y = row_of(square) + i / 3 - 1;
            if (!square_is_on_board(x, y) || board->squares[y][x] != fish)
                continue;
            board->squares[y][x] = PLAIN_EMPTY;
            stack[height++] = square_at(x, y);
        }
    }
    return size;
}

int plain_some_swarm(const struct plain_board *board, char fish)
{
    struct plain_board copy = *board;

    for (int y = 0; y < BOARD_SIZE; y++) {
        for (int x = 0; x < BOARD_SIZE; x++) {
            if (copy.squares[y][x] == fish)
                return take_swarm(&copy, x, y);
        }
    }
    return 0;
}

/* A side without a move needs no word here: it has no moves to count. */
static bool is_over(const struct plain_board *board)
{
    if (board->turn % 2 != 0)
        return false;
    if (board->turn >= PIRANHAS_TURN_MAX)
        return true;

    int red = plain_fish_count(board, 'r'), blue = plain_fish_count(board, 'b');
    bool is_red_united = plain_some_swarm(board, 'r') == red;
    bool is_blue_united = plain_some_swarm(board, 'b') == blue;
    if (is_red_united && is_blue_united && board->ruleset == RULES_SERVER)
        return red != blue;
    return is_red_united || is_blue_united;
}

int plain_list_moves(const struct plain_board *board, move_t out[])
{
    int count = 0;

    for (int y = 0; y < BOARD_SIZE; y++) {
        for (int x = 0; x < BOARD_SIZE; x++) {
            if (board->squares[y][x] == board->own)
                count += fish_moves(board, x, y, out ? out + count : NULL);
        }
    }
    return count;
}

static int moves(void *memory, move_t out[])
{
    return is_over(memory) ? 0 : plain_list_moves(memory, out);
}

void plain_make_move(void *memory, move_t move)
{
    struct plain_board *board = memory;
    int from = piranhas_from(move), to = piranhas_to(move);
    char mover = board->own;

    assert(board->squares[row_of(from)][column_of(from)] == mover);
    board->squares[row_of(to)][column_of(to)] = mover;
    board->squares[row_of(from)][column_of(from)] = PLAIN_EMPTY;
    board->own = board->enemy;
    board->enemy = mover;
    board->turn++;
}

void plain_load_text(struct plain_board *board, const struct position *pos, const char *text)
{
    bool is_red = piranhas_side_of_turn(pos->turn) == SIDE_RED;

    *board = (struct plain_board){.own = is_red ? 'r' : 'b',
                                  .enemy = is_red ? 'b' : 'r',
                                  .turn = pos->turn,
                                  .ruleset = (enum ruleset)pos->ruleset};
    for (int y = 0; y < BOARD_SIZE; y++)
        memcpy(board->squares[y], text + (BOARD_SIZE - 1 - y) * (BOARD_SIZE + 1), BOARD_SIZE);
}

static void load(void *memory, const struct position *pos)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    piranhas_print_position(pos, &buf);
    plain_load_text(memory, pos, text);
}

const struct game_plain piranhas_plain = {.board_size = sizeof(struct plain_board),
                                          .load = load,
                                          .moves = moves,
                                          .play = plain_make_move};
