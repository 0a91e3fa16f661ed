/*
 * Move generation once more, straight from the rules: an array of fish, a list of penguins, loops
 * in doubled coordinates.  Nothing here is shared with the fast rules but the packing of moves.
 */

#include "game/plain.h"
#include "games/penguins/penguins.h"

#include <assert.h>

enum { DIRECTIONS = 6, SIZE = PENGUINS_ROW };

/* Doubled coordinates: x counts half fields, so that a neighbour is the same step away in every
 * row. */
struct place {
    int x, y;
};

static const struct place steps[DIRECTIONS] = {{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}};

struct plain {
    int8_t fish[SIZE][SIZE]; /* by row and column; holes and penguins have none */
    struct place penguin[SIDE_NONE][PENGUINS_FIELDS];
    int placed[SIDE_NONE];
    int turn;
};

static struct place place_of(int field)
{
    int y = field / SIZE;

    return (struct place){.x = 2 * (field % SIZE) + y % 2, .y = y};
}

static int field_of(struct place at) { return SIZE * at.y + at.x / 2; }

static struct place next(struct place at, int direction)
{
    return (struct place){.x = at.x + steps[direction].x, .y = at.y + steps[direction].y};
}

static bool is_floe(const struct plain *plain, struct place at)
{
    return at.x >= 0 && at.x < 2 * SIZE && at.y >= 0 && at.y < SIZE &&
           plain->fish[at.y][at.x / 2] > 0;
}

static void load(void *board, const struct position *pos)
{
    struct plain *plain = board;

    *plain = (struct plain){.turn = pos->turn};
    for (int field = 0; field < PENGUINS_FIELDS; field++) {
        char letter = penguins_letter(penguins_of(pos), field);
        int side = letter == 'R' ? SIDE_RED : letter == 'B' ? SIDE_BLUE : SIDE_NONE;

        if (side == SIDE_NONE)
            plain->fish[field / SIZE][field % SIZE] = (int8_t)(letter - '0');
        else
            plain->penguin[side][plain->placed[side]++] = place_of(field);
    }
}

static bool must_place(const struct plain *plain, int side)
{
    return plain->placed[side] < PENGUINS_TEAM;
}

static bool can_slide(const struct plain *plain, int side)
{
    for (int i = 0; i < plain->placed[side]; i++) {
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            if (is_floe(plain, next(plain->penguin[side][i], direction)))
                return true;
        }
    }
    return false;
}

/* If both are stuck the side is arbitrary: the list is empty. */
static int side_to_move(const struct plain *plain)
{
    int side = plain->turn % 2;
    bool is_stuck = !must_place(plain, side) && !can_slide(plain, side);

    return is_stuck ? 1 - side : side;
}

static int list_places(const struct plain *plain, move_t *out)
{
    int n = 0;

    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            if (plain->fish[y][x] != 1)
                continue;
            if (out)
                out[n] = penguins_place(SIZE * y + x);
            n++;
        }
    }
    return n;
}

static int list_slides(const struct plain *plain, int side, move_t *out)
{
    int n = 0;

    for (int i = 0; i < plain->placed[side]; i++) {
        struct place from = plain->penguin[side][i];
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            struct place to = next(from, direction);
            for (; is_floe(plain, to); to = next(to, direction), n++) {
                if (out)
                    out[n] = penguins_slide(field_of(from), field_of(to));
            }
        }
    }
    return n;
}

static int moves(void *board, move_t out[])
{
    int side = side_to_move(board);

    return must_place(board, side) ? list_places(board, out) : list_slides(board, side, out);
}

/* The penguin of this side that stands on `field`. */
static struct place *find_penguin(struct plain *plain, int side, int field)
{
    struct place *penguin = plain->penguin[side];

    while (field_of(*penguin) != field)
        penguin++;
    return penguin;
}

/* The field a penguin leaves has no fish. */
static void play(void *board, move_t move)
{
    struct plain *plain = board;
    struct place to = place_of(penguins_to(move));
    int side = side_to_move(plain);

    assert(is_floe(plain, to) && penguins_is_slide(move) == !must_place(plain, side));
    if (penguins_is_slide(move))
        *find_penguin(plain, side, penguins_from(move)) = to;
    else
        plain->penguin[side][plain->placed[side]++] = to;
    plain->fish[to.y][to.x / 2] = 0;
    plain->turn++;
}

const struct game_plain penguins_plain = {
    .board_size = sizeof(struct plain), .load = load, .moves = moves, .play = play};
