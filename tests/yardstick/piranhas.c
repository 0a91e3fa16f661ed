/* The evaluation of the player `klassik`: never to be changed. */

#include "yardstick/classic.h"

#include "games/piranhas/piranhas.h"

/* Points. */
enum {
    PER_FISH = 30,
    PER_STEP = 12,        /* a square that a fish is too far from the middle of its side */
    PER_MOVE = 2,         /* a move to choose from */
    PER_FISH_AT_END = 15, /* a fish in the largest swarm, in the last round */
    UNITED = 150,         /* all fish together, in the middle of a round */
    TO_MOVE = 32,
    LAST_WORD = 115, /* blue ends every round */
};

static int larger(int a, int b) { return a > b ? a : b; }
static int distance(int a, int b) { return a > b ? a - b : b - a; }

/* The squares of a shoal, row by row; returns how many. */
static int list_squares(const struct shoal *shoal, uint8_t squares[])
{
    int n = 0;

    for (int half = 0; half < 2; half++) {
        for (uint64_t bits = shoal->half[half]; bits; bits &= bits - 1) {
            int bit = __builtin_ctzll(bits);
            squares[n++] = (uint8_t)square_at(bit % SHOAL_ROW, bit / SHOAL_ROW + half * SHOAL_ROWS);
        }
    }
    return n;
}

/* The least sum of distances of n fish to their middle: one there, 8 around it, then 16, 24 … */
static int least_steps(int n)
{
    int steps = 0, ring = 1;

    for (int left = n - 1; left > 0; left -= 8 * ring++)
        steps += ring * (left < 8 * ring ? left : 8 * ring);
    return steps;
}

/* How many steps in all the fish of a side are farther from their middle than they need to be. */
static int surplus_steps(const struct shoal *shoal)
{
    uint8_t squares[BOARD_SIZE * BOARD_SIZE];
    int n = list_squares(shoal, squares);
    int x = 0, y = 0, steps = 0;

    if (n == 0)
        return 0;
    for (int i = 0; i < n; i++) {
        x += column_of(squares[i]);
        y += row_of(squares[i]);
    }
    x = (x + n / 2) / n;
    y = (y + n / 2) / n;
    for (int i = 0; i < n; i++)
        steps += larger(distance(column_of(squares[i]), x), distance(row_of(squares[i]), y));
    return steps - least_steps(n);
}

static int side_score(const struct position *pos, enum side side)
{
    const struct piranhas *game = piranhas_of(pos);
    const struct shoal *shoal = &game->fish[side];
    struct swarms swarms = piranhas_swarms(shoal);
    int score = PER_FISH * shoal_size(shoal) + PER_MOVE * game->moves[side] +
                PER_FISH_AT_END * swarms.largest * pos->turn / PIRANHAS_TURN_MAX -
                PER_STEP * surplus_steps(shoal);

    if (swarms.count == 1)
        score += UNITED;
    if (side == pos->side)
        score += TO_MOVE;
    if (side == SIDE_BLUE)
        score += LAST_WORD;
    return score;
}

static int score(const struct position *pos, void *cache)
{
    (void)cache;
    enum side side = (enum side)pos->side;
    int lead = side_score(pos, side) - side_score(pos, game_other(side));

    return lead > EVAL_MAX ? EVAL_MAX : lead < -EVAL_MAX ? -EVAL_MAX : lead;
}

/* Twice the distance to the middle of the board. */
static int eccentricity(int square)
{
    return larger(distance(2 * column_of(square), 9), distance(2 * row_of(square), 9));
}

/* Towards the middle, and captures. */
static int promise(const struct position *pos, move_t move)
{
    enum side enemy = game_other((enum side)pos->side);
    bool is_capture = shoal_has(&piranhas_of(pos)->fish[enemy], piranhas_to(move));

    return eccentricity(piranhas_from(move)) - eccentricity(piranhas_to(move)) +
           (is_capture ? 4 : 0);
}

static void promises(const struct position *pos, void *cache, const move_t moves[], int n,
                     int out[])
{
    (void)cache;
    for (int i = 0; i < n; i++)
        out[i] = promise(pos, moves[i]);
}

const struct game_eval piranhas_classic = {.score = score, .order_values = promises, .scale = 150};
