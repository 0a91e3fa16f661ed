#include "games/mississippi/mississippi.h"

void mississippi_print_move(const struct position *pos, move_t move, struct buf *out)
{
    (void)pos, (void)move, (void)out;
}

bool mississippi_has_overdraft(const struct position *pos, enum side side)
{
    (void)pos, (void)side;
    return false;
}
