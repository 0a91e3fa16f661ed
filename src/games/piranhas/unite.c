/* Moves that make one swarm of all fish of a side. */

#include "games/piranhas/shape.h"

#include <assert.h>

/* Squares that touch all swarms; `but` one, the swarm of a lonely fish that moves, or -1. */
static struct shoal common_near(const struct shape *shape, int but)
{
    struct shoal common = {{SHOAL_HALF, SHOAL_HALF}};

    for (int i = 0; i < shape->swarms; i++) {
        if (i != but)
            common = shoal_and(common, shoal_touch(shape->swarm[i]));
    }
    return common;
}

static bool is_united_after(const struct shoal *shoal, int from, int to)
{
    struct shoal after = *shoal;

    assert(shoal_has(shoal, from) && !shoal_has(shoal, to));
    shoal_flip(&after, from);
    shoal_flip(&after, to);
    return piranhas_is_united(&after);
}

/* Moves of the fish on `from` to one of `targets`. */
static move_t *add_leaving(const struct piranhas *game, enum side side, int from,
                           struct shoal targets, move_t *out)
{
    for (int i = 0; i < 2 * AXES; i++) {
        enum axis axis = (enum axis)(i / 2);
        uint32_t line = game->lines[line_of(from, axis)];
        int n = i % 2 == 0 ? line_distance(line) : -line_distance(line);
        int place = place_of(from, axis);
        if (!line_can_swim(line, side, place, place + n))
            continue;
        int to = from + n * step_along(axis);
        if (shoal_has(&targets, to))
            *out++ = piranhas_move(from, to);
    }
    return out;
}

/* Moves of fish that are not lonely to `to`, which touches all swarms. */
static move_t *add_arriving(const struct piranhas *game, enum side side, int to, move_t *out)
{
    struct shoal sociable = shoal_sociable(game->fish[side]);

    for (int i = 0; i < 2 * AXES; i++) {
        enum axis axis = (enum axis)(i / 2);
        uint32_t line = game->lines[line_of(to, axis)];
        int n = i % 2 == 0 ? line_distance(line) : -line_distance(line);
        int place = place_of(to, axis) - n;
        if (place < 0 || place >= BOARD_SIZE || line_cell(line, place) != cell_of(side) ||
            !line_can_swim(line, side, place, place + n))
            continue;
        int from = to - n * step_along(axis);
        if (shoal_has(&sociable, from) && is_united_after(&game->fish[side], from, to))
            *out++ = piranhas_move(from, to);
    }
    return out;
}

static bool is_hopeless(const struct shape *shape)
{
    return shape->swarms < 2 || shape->swarms > SHAPE_SWARMS;
}

bool piranhas_may_unite(const struct shape *shape)
{
    if (is_hopeless(shape))
        return false;
    for (int but = -1; but < shape->loners; but++) {
        if (!shoal_is_empty(common_near(shape, but)))
            return true;
    }
    return false;
}

int piranhas_uniting_moves(const struct piranhas *game, enum side side, const struct shape *shape,
                           move_t out[])
{
    move_t *end = out;

    if (is_hopeless(shape))
        return 0;
    for (int i = 0; i < shape->loners; i++)
        end = add_leaving(game, side, shoal_first_square(shape->swarm[i]), common_near(shape, i),
                          end);
    for (struct shoal rest = common_near(shape, -1); !shoal_is_empty(rest);
         rest = shoal_without(rest, shoal_first(rest)))
        end = add_arriving(game, side, shoal_first_square(rest), end);
    assert(end - out <= PIRANHAS_MOVES_MAX);
    return (int)(end - out);
}

bool piranhas_can_unite(const struct piranhas *game, enum side side, const struct shape *shape)
{
    move_t moves[PIRANHAS_MOVES_MAX];

    if (is_hopeless(shape))
        return false;
    for (int i = 0; i < shape->loners; i++) {
        struct shoal common = common_near(shape, i);
        if (!shoal_is_empty(common) &&
            add_leaving(game, side, shoal_first_square(shape->swarm[i]), common, moves) > moves)
            return true;
    }
    for (struct shoal rest = common_near(shape, -1); !shoal_is_empty(rest);
         rest = shoal_without(rest, shoal_first(rest))) {
        if (add_arriving(game, side, shoal_first_square(rest), moves) > moves)
            return true;
    }
    return false;
}
