/* What a page shows of season 2026: also the sizes of the fish and the first union. */

#include "games/piranhas/painter.h"
#include "games/piranhas/piranhas_2026.h"

static const struct fish_weights *weights(const struct position *pos)
{
    return &piranhas26_of(pos)->weights;
}

static void facts(const struct position *pos, struct json *out)
{
    view_side(out, "firstUnion", (enum side)piranhas26_of(pos)->first_union);
}

static const struct piranhas_painter painter = {
    .rules = &piranhas26_rules, .weights = weights, .facts = facts};

static void board(const struct position *pos, struct json *out)
{
    piranhas_view_board(&painter, pos, out);
}

/* The heaviest swarm; where both weigh the same, the first union. */
static const char *decisive(const struct game_result *result)
{
    if (view_ended_by(result, "first_union"))
        return "union";
    return view_ended_by(result, "blocked") ? "moves" : result->reason ? "heaviest" : NULL;
}

static void criteria(const struct position *pos, const struct game_result *result, struct json *out)
{
    const char *what = decisive(result);
    int heaviest[SIDE_NONE], swarms[SIDE_NONE], first[SIDE_NONE], moves[SIDE_NONE];

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        heaviest[side] = piranhas_view_best_swarm(&painter, pos, side);
        swarms[side] = piranhas_view_swarms(&painter, pos, side);
        first[side] = piranhas26_of(pos)->first_union == side;
        moves[side] = piranhas_of(pos)->moves[side];
    }
    view_criterion(out, "heaviest", heaviest, what);
    view_criterion(out, "swarms", swarms, what);
    if (piranhas26_of(pos)->first_union != SIDE_NONE)
        view_criterion(out, "union", first, what);
    if (view_ended_by(result, "blocked"))
        view_criterion(out, "moves", moves, what);
}

static void move(const struct position *pos, move_t move, struct json *out)
{
    piranhas_view_move(&painter, pos, move, out);
}

static bool pick(const struct position *pos, struct slice field, struct err *why)
{
    return piranhas_view_pick(&painter, pos, field, why);
}

static void look(const struct position *pos, struct slice field, struct json *out)
{
    piranhas_view_look(&painter, pos, field, out);
}

const struct game_view piranhas26_view = {
    .is_field = piranhas_view_is_field,
    .board = board,
    .criteria = criteria,
    .move = move,
    .pick = pick,
    .look = look,
};
