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
    .move = move,
    .pick = pick,
    .look = look,
};
