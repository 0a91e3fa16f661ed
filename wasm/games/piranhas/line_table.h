/* The moves along a line for a page: counted when a line is met for the first time, because the
 * table that the program is built with has a megabyte.  It takes the place of src's. */

#include "games/piranhas/count_line_moves.h"

enum { LINE_IS_KNOWN = 128 }; /* no number reaches this bit */

static inline int line_moves(uint32_t line)
{
    static uint8_t known[COUNT_LINES];

    if (!known[line])
        known[line] = (uint8_t)(count_moves_along(line) | LINE_IS_KNOWN);
    return known[line] & ~LINE_IS_KNOWN;
}
