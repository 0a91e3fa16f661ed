/*
 * The evaluation with a memory.  After a move of one side the other one's fish mostly lie as they lay
 * before, and the same shoal meets many enemies: so what a shoal is worth by itself is counted once
 * and written down.
 */

#include "search/eval.h"

#include "games/piranhas/features.h"
#include "games/piranhas/weights.h"

#include <stdlib.h>

enum { NOTE_BITS = 11, NOTES = 1 << NOTE_BITS }; /* kept for each side */

/* What is remembered of a shoal: a line of the processor's cache. */
struct note {
    struct shoal fish; /* whose it is */
    struct shoal main; /* its largest swarm */
    int worth[KNOTS];  /* its features, weighted */
    uint8_t swarms, middle;
    bool may_unite; /* there are squares from which one fish would join all swarms */
    bool is_written;
};

struct notes {
    struct note of[SIDE_NONE][NOTES];
};

/* ---- writing and finding notes ---- */

static int place_of_note(struct shoal fish)
{
    uint64_t mixed =
        fish.half[0] * UINT64_C(0x9e3779b97f4a7c15) ^ fish.half[1] * UINT64_C(0xd1342543de82ef95);

    return (int)(mixed >> (64 - NOTE_BITS));
}

static void write_note(struct note *note, struct shoal fish)
{
    int features[SHAPE_FEATURES];
    struct shape shape;

    piranhas_shape(&fish, &shape);
    piranhas_shape_features(&shape, features);
    *note = (struct note){
        .fish = fish,
        .main = shape.main,
        .swarms = (uint8_t)shape.swarms,
        .middle = (uint8_t)shape.middle,
        .may_unite = piranhas_may_unite(&shape),
        .is_written = true,
    };
    for (int knot = 0; knot < KNOTS; knot++) {
        for (int i = 0; i < SHAPE_FEATURES; i++)
            note->worth[knot] += piranhas_weights[knot][i] * features[i];
    }
}

/* Notes of the two sides never take each other's place. */
static const struct note *note_on(const struct position *pos, enum side side, struct notes *notes)
{
    struct shoal fish = piranhas_in(pos)->fish[side];
    struct note *note = &notes->of[side][place_of_note(fish)];

    if (!shoal_is_same(note->fish, fish) || !note->is_written)
        write_note(note, fish);
    return note;
}

/* ---- scores ---- */

static bool can_unite(const struct position *pos, enum side side, const struct note *note)
{
    struct shape shape;

    if (!note->may_unite)
        return false;
    piranhas_find_swarms(&note->fish, &shape);
    return piranhas_can_unite(piranhas_in(pos), side, &shape);
}

static int sum_at_knot(int knot, int worth, const int features[FEATURES])
{
    int sum = worth;

    for (int i = SHAPE_FEATURES; i < FEATURES; i++)
        sum += piranhas_weights[knot][i] * features[i];
    return sum;
}

static int score(const struct position *pos, void *memory)
{
    enum side side = (enum side)pos->side, enemy = game_other(side);
    const struct note *own = note_on(pos, side, memory), *other = note_on(pos, enemy, memory);
    int features[FEATURES], last = pos->turn / KNOT_TURNS, next = last + 1;
    struct unions unions = {
        .is_threat = can_unite(pos, side, own),
        .is_danger = can_unite(pos, enemy, other),
        .is_pressed = other->swarms == 1,
    };

    if (piranhas_is_decided(pos, unions))
        return SCORE_SURE;
    piranhas_common_features(pos, unions, features);
    return piranhas_mix_knots(pos->turn,
                              sum_at_knot(last, own->worth[last] - other->worth[last], features),
                              sum_at_knot(next, own->worth[next] - other->worth[next], features));
}

static int extension(const struct position *pos, void *memory)
{
    const struct note *red = note_on(pos, SIDE_RED, memory);

    return pos->side == SIDE_BLUE ? red->swarms <= 1 : can_unite(pos, SIDE_RED, red);
}

/* ---- moves ---- */

static bool is_quiet(const struct position *pos, void *memory)
{
    enum side side = (enum side)pos->side;

    return !can_unite(pos, side, note_on(pos, side, memory));
}

enum { ROW_SQUARES = 16 }; /* numbers of squares in a row: ten of them are on the board */

/* The order value of leaving a square, and of coming to one. */
struct prospects {
    int16_t leaving[BOARD_SIZE * ROW_SQUARES], coming[BOARD_SIZE * ROW_SQUARES];
};

/* Whose squares they are in one row, a bit for each column. */
struct row {
    uint16_t main, near, enemies;
};

static uint16_t row_in(struct shoal shoal, int y)
{
    return (uint16_t)(shoal.half[y / SHOAL_ROWS] >> y % SHOAL_ROWS * SHOAL_ROW);
}

/* Column by column the same and without a branch, for the compiler to do many at once. */
static void look_along_row(struct row row, int steps_up, const int16_t steps_across[ROW_SQUARES],
                           int16_t leaving[ROW_SQUARES], int16_t coming[ROW_SQUARES])
{
    static const uint16_t column[ROW_SQUARES] = {1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 4,
                                                 1 << 5, 1 << 6, 1 << 7, 1 << 8, 1 << 9};

    for (int x = 0; x < ROW_SQUARES; x++) {
        int steps = steps_across[x] > steps_up ? steps_across[x] : steps_up;
        int leave = row.main & column[x] ? ORDER_LEAVE : 0;
        int join = row.near & column[x] ? ORDER_JOIN : 0;
        int capture = row.enemies & column[x] ? ORDER_CAPTURE : 0;
        leaving[x] = (int16_t)(ORDER_STEP * steps - leave);
        coming[x] = (int16_t)(join + capture - ORDER_STEP * steps);
    }
}

static void look_around(const struct note *own, struct shoal enemies, struct prospects *out)
{
    struct shoal near = shoal_touch(own->main);
    int16_t steps_across[ROW_SQUARES];

    for (int x = 0; x < ROW_SQUARES; x++)
        steps_across[x] = (int16_t)abs(x - column_of(own->middle));
    for (int y = 0; y < BOARD_SIZE; y++) {
        struct row row = {row_in(own->main, y), row_in(near, y), row_in(enemies, y)};
        look_along_row(row, abs(y - row_of(own->middle)), steps_across,
                       &out->leaving[ROW_SQUARES * y], &out->coming[ROW_SQUARES * y]);
    }
}

static void mark_forcing(move_t move, const move_t moves[], int n, int out[])
{
    for (int i = 0; i < n; i++) {
        if (moves[i] == move)
            out[i] += ORDER_VALUE_FORCING;
    }
}

static void mark_unions(const struct position *pos, const struct note *own, const move_t moves[],
                        int n, int out[])
{
    move_t uniting[MOVES_MAX];
    struct shape shape;

    piranhas_find_swarms(&own->fish, &shape);
    int unite = piranhas_uniting_moves(piranhas_in(pos), (enum side)pos->side, &shape, uniting);
    for (int i = 0; i < unite; i++)
        mark_forcing(uniting[i], moves, n, out);
}

static void order_values(const struct position *pos, void *memory, const move_t moves[], int n,
                         int out[])
{
    enum side side = (enum side)pos->side;
    const struct note *own = note_on(pos, side, memory);
    struct prospects prospects;

    look_around(own, piranhas_in(pos)->fish[game_other(side)], &prospects);
    for (int i = 0; i < n; i++)
        out[i] = prospects.leaving[move_from(moves[i])] + prospects.coming[move_to(moves[i])];
    if (own->may_unite)
        mark_unions(pos, own, moves, n, out);
}

const struct eval_cached piranhas_cached = {
    .bytes = sizeof(struct notes),
    .score = score,
    .order_values = order_values,
    .extension = extension,
    .is_quiet = is_quiet,
};
