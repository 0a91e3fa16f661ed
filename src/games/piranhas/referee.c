/* The referee: reads `a4c4` or `a4>LEFT`, and says why a move is not allowed. */

#include "games/piranhas/referee.h"

#include "base/minmax.h"
#include "game/text.h"

#include <assert.h>
#include <stdlib.h>

const struct piranhas_direction piranhas_directions[] = {
    {"UP", 0, 1},          {"UP_RIGHT", 1, 1}, {"RIGHT", 1, 0},
    {"DOWN_RIGHT", 1, -1}, {"DOWN", 0, -1},    {"DOWN_LEFT", -1, -1},
    {"LEFT", -1, 0},       {"UP_LEFT", -1, 1}, {NULL, 0, 0},
};

/* What a sender wants: from one square to another, or from a square in a direction. */
struct wish {
    int from;
    int to;                                     /* where the sender names it, otherwise NOWHERE */
    const struct piranhas_direction *direction; /* NULL: the two squares are not on a line */
};

enum { NOWHERE = -1 };

bool piranhas_parse_square(struct slice *words, int *square)
{
    if (words->len < 2)
        return false;

    int x = words->at[0] - 'a', y = words->at[1] - '0';
    if (!square_is_on_board(x, y))
        return false;
    *words = slice_skip(*words, 2);
    *square = square_at(x, y);
    return true;
}

const struct piranhas_direction *piranhas_direction_named(struct slice name)
{
    for (const struct piranhas_direction *d = piranhas_directions; d->name; d++) {
        if (slice_is(name, d->name))
            return d;
    }
    return NULL;
}

int piranhas_steps_between(int from, int to)
{
    return int_max(abs(column_of(to) - column_of(from)), abs(row_of(to) - row_of(from)));
}

/* The square so many steps away, or NOWHERE. */
static int square_ahead(int from, const struct piranhas_direction *d, int steps)
{
    int x = column_of(from) + steps * d->dx, y = row_of(from) + steps * d->dy;

    return square_is_on_board(x, y) ? square_at(x, y) : NOWHERE;
}

/* NULL if they are not on a line or the same square. */
static const struct piranhas_direction *direction_between(int from, int to)
{
    int steps = piranhas_steps_between(from, to);

    for (const struct piranhas_direction *d = piranhas_directions; steps > 0 && d->name; d++) {
        if (square_ahead(from, d, steps) == to)
            return d;
    }
    return NULL;
}

static int sign_of(int n) { return (n > 0) - (n < 0); }

const struct piranhas_direction *piranhas_direction_from(int from, struct slice words)
{
    int to;

    if (slice_take_char(&words, '>'))
        return piranhas_direction_named(words);
    if (!piranhas_parse_square(&words, &to))
        return NULL;
    for (const struct piranhas_direction *d = piranhas_directions; d->name; d++) {
        if (d->dx == sign_of(column_of(to) - column_of(from)) &&
            d->dy == sign_of(row_of(to) - row_of(from)))
            return d;
    }
    return NULL;
}

static bool parse_wish(struct slice words, struct wish *wish)
{
    if (!piranhas_parse_square(&words, &wish->from))
        return false;
    if (slice_take_char(&words, '>')) {
        wish->to = NOWHERE;
        wish->direction = piranhas_direction_named(words);
        return wish->direction;
    }
    if (!piranhas_parse_square(&words, &wish->to) || words.len > 0)
        return false;
    wish->direction = direction_between(wish->from, wish->to);
    return true;
}

static char letter(int square) { return (char)('a' + column_of(square)); }

static bool refuse(struct err *why, const char *code, const int squares[], int n)
{
    return text_refuse_fields(why, code, piranhas_print_square, squares, n);
}

static bool refuse_way(struct err *why, const char *code, int from, int to)
{
    return refuse(why, code, (const int[]){from, to}, 2);
}

/* The first enemy fish on the squares between start and target, which may be beyond the edge, or
 * NOWHERE. */
static int enemy_between(const struct piranhas *game, enum side side, const struct wish *wish,
                         int distance)
{
    for (int i = 1; i < distance; i++) {
        int square = square_ahead(wish->from, wish->direction, i);
        if (square == NOWHERE)
            break;
        if (shoal_has(&game->fish[game_other(side)], square))
            return square;
    }
    return NOWHERE;
}

/* Fish of both sides: how far a fish on this line swims. */
static int fish_on_line(const struct piranhas *game, int from, const struct piranhas_direction *d)
{
    int count = 0;

    for (int steps = -BOARD_SIZE; steps <= BOARD_SIZE; steps++) {
        int square = square_ahead(from, d, steps);
        if (square != NOWHERE)
            count += shoal_has(&game->fish[SIDE_RED], square) ||
                     shoal_has(&game->fish[SIDE_BLUE], square);
    }
    return count;
}

static bool refuse_edge(struct err *why, const struct wish *wish, int distance)
{
    return err_setf(why, "off_board", "%c%d %s %d", letter(wish->from), row_of(wish->from),
                    wish->direction->name, distance);
}

/* `to` is NOWHERE if the way ends beyond the edge; then the direction stands in its place. */
static bool refuse_blocked(struct err *why, const struct wish *wish, int to, int enemy)
{
    if (to != NOWHERE)
        return refuse(why, "blocked", (const int[]){wish->from, to, enemy}, 3);
    return err_setf(why, "blocked", "%c%d %s %c%d", letter(wish->from), row_of(wish->from),
                    wish->direction->name, letter(enemy), row_of(enemy));
}

/* Can the fish get to the end of its way?  On the board, that is, and past no enemy. */
static bool judge_way(const struct position *pos, const struct wish *wish, int distance,
                      enum piranhas_order order, struct err *why)
{
    int to = square_ahead(wish->from, wish->direction, distance);
    int enemy = enemy_between(piranhas_of(pos), (enum side)pos->side, wish, distance);

    if (enemy != NOWHERE && (to != NOWHERE || order == PIRANHAS_ENEMY_FIRST))
        return refuse_blocked(why, wish, to, enemy);
    return to != NOWHERE || refuse_edge(why, wish, distance);
}

/* The questions in the order in which the official server of the season asked them. */
static bool judge(const struct position *pos, const struct wish *wish, enum piranhas_order order,
                  move_t *out, struct err *why)
{
    const struct piranhas *game = piranhas_of(pos);
    enum side side = (enum side)pos->side;
    int from = wish->from;

    if (side == SIDE_NONE)
        return err_set(why, "over", "");
    if (!shoal_has(&game->fish[side], from))
        return refuse(why, "not_own", &from, 1);
    if (!wish->direction)
        return refuse_way(why, "no_line", from, wish->to);

    int distance = fish_on_line(game, from, wish->direction);
    if (wish->to != NOWHERE && piranhas_steps_between(from, wish->to) != distance)
        return err_setf(why, "distance", "%c%d %c%d %d %d", letter(from), row_of(from),
                        letter(wish->to), row_of(wish->to), distance,
                        piranhas_steps_between(from, wish->to));
    if (!judge_way(pos, wish, distance, order, why))
        return false;

    int to = square_ahead(from, wish->direction, distance);
    if (shoal_has(&game->fish[side], to))
        return refuse_way(why, "own_fish_on_target", from, to);
    if (piranhas_has_octopus(game, to))
        return refuse_way(why, "octopus_on_target", from, to);
    *out = piranhas_move(from, to);
    assert(piranhas_legal(pos, *out)); /* referee and generator agree */
    return true;
}

enum verdict piranhas_read_words(const struct position *pos, struct slice words,
                                 enum piranhas_order order, move_t *out, struct err *why)
{
    struct wish wish;

    if (!parse_wish(words, &wish)) {
        text_refuse(why, "bad_move", words);
        return VERDICT_FOUL;
    }
    return judge(pos, &wish, order, out, why) ? VERDICT_LEGAL : VERDICT_ILLEGAL;
}

enum verdict piranhas_read_move(const struct position *pos, struct slice words, move_t *out,
                                struct err *why)
{
    return piranhas_read_words(pos, words, PIRANHAS_EDGE_FIRST, out, why);
}
