/* The referee: reads `a4c4` or `a4>LEFT`, and says why a move is not allowed. */

#include "games/piranhas/referee.h"

#include "game/text.h"

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

bool piranhas_take_square(struct slice *words, int *square)
{
    if (words->len < 2)
        return false;

    int x = words->at[0] - 'a', y = words->at[1] - '0';
    if (!is_on_board(x, y))
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
    int dx = column_of(to) - column_of(from), dy = row_of(to) - row_of(from);

    dx = dx < 0 ? -dx : dx;
    dy = dy < 0 ? -dy : dy;
    return dx > dy ? dx : dy;
}

/* The square so many steps away, or NOWHERE. */
static int square_ahead(int from, const struct piranhas_direction *d, int steps)
{
    int x = column_of(from) + steps * d->dx, y = row_of(from) + steps * d->dy;

    return is_on_board(x, y) ? square_at(x, y) : NOWHERE;
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

static bool parse_wish(struct slice words, struct wish *wish)
{
    if (!piranhas_take_square(&words, &wish->from))
        return false;
    if (slice_take_char(&words, '>')) {
        wish->to = NOWHERE;
        wish->direction = piranhas_direction_named(words);
        return wish->direction;
    }
    if (!piranhas_take_square(&words, &wish->to) || words.len > 0)
        return false;
    wish->direction = direction_between(wish->from, wish->to);
    return true;
}

/* Refuses with the squares of a move as details; the third one may be NOWHERE. */
static bool refuse_squares(struct err *why, const char *code, const int squares[3])
{
    char details[ERR_DETAILS_SIZE];
    struct buf buf;

    buf_init(&buf, details, sizeof details);
    for (int i = 0; i < 3 && squares[i] != NOWHERE; i++) {
        if (i > 0)
            buf_add_char(&buf, ' ');
        piranhas_print_square(squares[i], &buf);
    }
    return err_say(why, code, details);
}

static bool refuse_distance(struct err *why, const struct wish *wish, int distance)
{
    char details[ERR_DETAILS_SIZE];
    struct buf buf;

    buf_init(&buf, details, sizeof details);
    piranhas_print_square(wish->from, &buf);
    buf_add_char(&buf, ' ');
    piranhas_print_square(wish->to, &buf);
    buf_format(&buf, " %d %d", distance, piranhas_steps_between(wish->from, wish->to));
    return err_say(why, "distance", details);
}

static bool refuse_off_board(struct err *why, const struct wish *wish, int distance)
{
    char details[ERR_DETAILS_SIZE];
    struct buf buf;

    buf_init(&buf, details, sizeof details);
    piranhas_print_square(wish->from, &buf);
    buf_format(&buf, " %s %d", wish->direction->name, distance);
    return err_say(why, "off_board", details);
}

/* The first enemy fish on the squares between start and target, or NOWHERE. */
static int enemy_between(const struct piranhas *game, enum side side, const struct wish *wish,
                         int distance)
{
    for (int i = 1; i < distance; i++) {
        int square = square_ahead(wish->from, wish->direction, i);
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

/* The questions in the order in which the official server asked them. */
static bool judge(const struct position *pos, const struct wish *wish, move_t *out, struct err *why)
{
    const struct piranhas *game = piranhas_in(pos);
    enum side side = (enum side)pos->side;
    int from = wish->from;

    if (side == SIDE_NONE)
        return err_say(why, "over", "");
    if (!shoal_has(&game->fish[side], from))
        return refuse_squares(why, "not_own", (int[]){from, NOWHERE, NOWHERE});
    if (!wish->direction)
        return refuse_squares(why, "no_line", (int[]){from, wish->to, NOWHERE});

    int distance = fish_on_line(game, from, wish->direction);
    if (wish->to != NOWHERE && piranhas_steps_between(from, wish->to) != distance)
        return refuse_distance(why, wish, distance);

    int to = square_ahead(from, wish->direction, distance);
    if (to == NOWHERE)
        return refuse_off_board(why, wish, distance);

    int enemy = enemy_between(game, side, wish, distance);
    if (enemy != NOWHERE)
        return refuse_squares(why, "blocked", (int[]){from, to, enemy});
    if (shoal_has(&game->fish[side], to))
        return refuse_squares(why, "own_fish_on_target", (int[]){from, to, NOWHERE});
    if (has_octopus(game, to))
        return refuse_squares(why, "octopus_on_target", (int[]){from, to, NOWHERE});
    *out = move_make(from, to);
    return true;
}

enum verdict piranhas_read(const struct position *pos, struct slice words, move_t *out,
                           struct err *why)
{
    struct wish wish;

    if (!parse_wish(words, &wish)) {
        text_refuse(why, "bad_move", words);
        return VERDICT_FOUL;
    }
    return judge(pos, &wish, out, why) ? VERDICT_LEGAL : VERDICT_ILLEGAL;
}
