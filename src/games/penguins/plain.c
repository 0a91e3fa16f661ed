/*
 * Move generation once more, straight from the rules: an array of 64 letters, a table of
 * neighbours, loops.  Nothing here is shared with the fast rules but the packing of moves.
 */

#include "game/plain.h"
#include "games/penguins/penguins.h"

enum { DIRECTIONS = 6, EDGE = PENGUINS_FIELDS };

struct plain {
    /* Fish per field, 0 also for holes and penguins.  The last one is the edge of the board. */
    int8_t fish[PENGUINS_FIELDS + 1];
    int8_t neighbour[PENGUINS_FIELDS][DIRECTIONS]; /* EDGE where the board ends */
    int8_t penguin[SIDE_NONE][PENGUINS_FIELDS];    /* where each one stands */
    int placed[SIDE_NONE];
    int turn;
};

/* In doubled coordinates a neighbour is always the same step away, whatever the row. */
static int8_t find_neighbour(int field, int direction)
{
    static const int dx[DIRECTIONS] = {2, 1, -1, -2, -1, 1}, dy[DIRECTIONS] = {0, 1, 1, 0, -1, -1};
    int y = field / PENGUINS_ROW + dy[direction];
    int x = 2 * (field % PENGUINS_ROW) + field / PENGUINS_ROW % 2 + dx[direction];

    if (x < 0 || x / 2 >= PENGUINS_ROW || y < 0 || y >= PENGUINS_ROW)
        return EDGE;
    return (int8_t)(PENGUINS_ROW * y + x / 2);
}

static void fill_field(struct plain *plain, int field, char letter)
{
    if (letter == 'R')
        plain->penguin[SIDE_RED][plain->placed[SIDE_RED]++] = (int8_t)field;
    else if (letter == 'B')
        plain->penguin[SIDE_BLUE][plain->placed[SIDE_BLUE]++] = (int8_t)field;
    else
        plain->fish[field] = (int8_t)(letter - '0');
}

static void make_plain(struct plain *plain, const struct position *pos)
{
    *plain = (struct plain){.turn = pos->turn};
    for (int field = 0; field < PENGUINS_FIELDS; field++) {
        fill_field(plain, field, penguins_letter(penguins_of(pos), field));
        for (int direction = 0; direction < DIRECTIONS; direction++)
            plain->neighbour[field][direction] = find_neighbour(field, direction);
    }
}

static bool can_slide(const struct plain *plain, int side)
{
    for (int i = 0; i < plain->placed[side]; i++) {
        const int8_t *neighbour = plain->neighbour[plain->penguin[side][i]];
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            if (plain->fish[neighbour[direction]] > 0)
                return true;
        }
    }
    return false;
}

static bool is_stuck(const struct plain *plain, int side)
{
    return plain->placed[side] >= PENGUINS_TEAM && !can_slide(plain, side);
}

/* When both are stuck it is anybody's turn, to make none of no moves. */
static int side_to_move(const struct plain *plain)
{
    int side = plain->turn % 2;

    return is_stuck(plain, side) ? 1 - side : side;
}

static int list_moves(const struct plain *plain, int side, move_t out[])
{
    int n = 0;

    if (plain->placed[side] < PENGUINS_TEAM) {
        for (int field = 0; field < PENGUINS_FIELDS; field++) {
            if (plain->fish[field] == 1)
                out[n++] = penguins_place(field);
        }
        return n;
    }
    for (int i = 0; i < plain->placed[side]; i++) {
        int from = plain->penguin[side][i];
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            int to = plain->neighbour[from][direction];
            for (; plain->fish[to] > 0; to = plain->neighbour[to][direction])
                out[n++] = penguins_slide(from, to);
        }
    }
    return n;
}

static int count_moves(const struct plain *plain, int side)
{
    int n = 0;

    if (plain->placed[side] < PENGUINS_TEAM) {
        for (int field = 0; field < PENGUINS_FIELDS; field++)
            n += plain->fish[field] == 1;
        return n;
    }
    for (int i = 0; i < plain->placed[side]; i++) {
        int from = plain->penguin[side][i];
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            int to = plain->neighbour[from][direction];
            for (; plain->fish[to] > 0; to = plain->neighbour[to][direction])
                n++;
        }
    }
    return n;
}

/* The penguin of this side that stands on `field`. */
static int find_penguin(const struct plain *plain, int side, int field)
{
    int i = 0;

    while (plain->penguin[side][i] != field)
        i++;
    return i;
}

/* Plays the move and says how many fish it brought.  The field a penguin leaves has none. */
static int make(struct plain *plain, int side, move_t move)
{
    int to = penguins_to(move), fish = plain->fish[to];
    int i = penguins_is_slide(move) ? find_penguin(plain, side, penguins_from(move))
                                    : plain->placed[side]++;

    plain->penguin[side][i] = (int8_t)to;
    plain->fish[to] = 0;
    plain->turn++;
    return fish;
}

static void unmake(struct plain *plain, int side, move_t move, int fish)
{
    int to = penguins_to(move), i = find_penguin(plain, side, to);

    if (penguins_is_slide(move))
        plain->penguin[side][i] = (int8_t)penguins_from(move);
    else
        plain->placed[side]--;
    plain->fish[to] = (int8_t)fish;
    plain->turn--;
}

static uint64_t count_leaves(struct plain *plain, int depth)
{
    int side = side_to_move(plain);

    if (depth == 1)
        return (uint64_t)count_moves(plain, side);

    move_t moves[DIRECTIONS * PENGUINS_FIELDS];
    int n = list_moves(plain, side, moves);
    uint64_t leaves = 0;

    for (int i = 0; i < n; i++) {
        int fish = make(plain, side, moves[i]);
        leaves += count_leaves(plain, depth - 1);
        unmake(plain, side, moves[i], fish);
    }
    return leaves;
}

static int moves(const struct position *pos, move_t out[])
{
    struct plain plain;

    make_plain(&plain, pos);
    return list_moves(&plain, side_to_move(&plain), out);
}

static uint64_t perft(const struct position *pos, int depth)
{
    struct plain plain;

    make_plain(&plain, pos);
    return depth == 0 ? 1 : count_leaves(&plain, depth);
}

const struct game_plain penguins_plain = {.moves = moves, .perft = perft};
