/*
 * Writes the table line_moves[] for rules.c while the project is being built: how many moves each
 * side has along a line with these ten cells (piranhas.h).  Red's number is in the lower four bits,
 * blue's in the upper four; there are never more than six.
 */

#include <stdbool.h>
#include <stdio.h>

enum { PLACES = 10, CONTENTS = 1 << 2 * PLACES };

enum cell { WATER, RED, BLUE, NO_WATER };

static enum cell cell_at(int line, int place) { return (enum cell)(line >> 2 * place & 3); }

static bool is_fish(enum cell cell) { return cell == RED || cell == BLUE; }

static int count_fish(int line)
{
    int n = 0;

    for (int place = 0; place < PLACES; place++)
        n += is_fish(cell_at(line, place));
    return n;
}

/* `step` is 1 or -1. */
static bool can_swim(int line, int from, int step, int distance)
{
    int to = from + step * distance;
    enum cell own = cell_at(line, from);

    if (to < 0 || to >= PLACES || cell_at(line, to) == own || cell_at(line, to) == NO_WATER)
        return false;
    for (int place = from + step; place != to; place += step) {
        if (is_fish(cell_at(line, place)) && cell_at(line, place) != own)
            return false;
    }
    return true;
}

static int count_moves(int line, enum cell own)
{
    int distance = count_fish(line), moves = 0;

    for (int place = 0; place < PLACES; place++) {
        if (cell_at(line, place) == own)
            moves += can_swim(line, place, 1, distance) + can_swim(line, place, -1, distance);
    }
    return moves;
}

int main(void)
{
    printf("/* Made by make_lines.c. */\nstatic const uint8_t line_moves[%d] = {", CONTENTS);
    for (int line = 0; line < CONTENTS; line++)
        printf("%s%d,", line % 32 == 0 ? "\n" : "",
               count_moves(line, RED) + 16 * count_moves(line, BLUE));
    printf("\n};\n");
    return 0;
}
