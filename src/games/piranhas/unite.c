/* Moves that make one swarm of all fish of a side. */

#include "games/piranhas/shape.h"

enum { JOIN_MAX = 5 }; /* more swarms than that are hardly ever joined by one move */

/* What a move has to touch: each swarm, or each but the one of a lonely fish that moves. */
struct joint {
    struct shoal swarms[SWARMS_MAX];
    int count;
    struct shoal everywhere; /* squares that touch all swarms */
};

static bool find_joint(const struct shoal *shoal, struct joint *joint)
{
    joint->count = piranhas_list_swarms(shoal, joint->swarms);
    if (joint->count < 2 || joint->count > JOIN_MAX)
        return false;
    joint->everywhere = shoal_near(joint->swarms[0]);
    for (int i = 1; i < joint->count; i++)
        joint->everywhere = shoal_and(joint->everywhere, shoal_near(joint->swarms[i]));
    return true;
}

/* The squares that touch all swarms but one. */
static struct shoal everywhere_but(const struct joint *joint, int lonely)
{
    struct shoal common = {{SHOAL_HALF, SHOAL_HALF}};

    for (int i = 0; i < joint->count; i++) {
        if (i != lonely)
            common = shoal_and(common, shoal_near(joint->swarms[i]));
    }
    return common;
}

static bool is_united_after(const struct shoal *shoal, int from, int to)
{
    struct shoal after = *shoal;

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
            *out++ = move_make(from, to);
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
        if (place < 0 || place >= BOARD_SIZE || cell_at(line, place) != cell_of(side) ||
            !line_can_swim(line, side, place, place + n))
            continue;
        int from = to - n * step_along(axis);
        if (shoal_has(&sociable, from) && is_united_after(&game->fish[side], from, to))
            *out++ = move_make(from, to);
    }
    return out;
}

int piranhas_uniting_moves(const struct piranhas *game, enum side side, move_t out[])
{
    struct joint joint;
    move_t *end = out;

    if (!find_joint(&game->fish[side], &joint))
        return 0;
    for (int i = 0; i < joint.count; i++) {
        if (shoal_size(&joint.swarms[i]) == 1)
            end = add_leaving(game, side, shoal_first_square(joint.swarms[i]),
                              everywhere_but(&joint, i), end);
    }
    for (struct shoal rest = joint.everywhere; !shoal_is_empty(rest);
         rest = shoal_without(rest, shoal_first(rest)))
        end = add_arriving(game, side, shoal_first_square(rest), end);
    return (int)(end - out);
}

bool piranhas_can_unite(const struct piranhas *game, enum side side)
{
    move_t moves[MOVES_MAX];

    return piranhas_euler(&game->fish[side]) <= JOIN_MAX &&
           piranhas_uniting_moves(game, side, moves) > 0;
}
