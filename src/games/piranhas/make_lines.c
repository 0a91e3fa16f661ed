/* Writes lines.h for rules.c while the project is being built: the moves along every line
 * (count_line_moves.h). */

#include "games/piranhas/count_line_moves.h"

#include <stdio.h>

int main(void)
{
    printf("/* Made by make_lines.c. */\nstatic const uint8_t line_table[%d] = {", COUNT_LINES);
    for (uint32_t line = 0; line < COUNT_LINES; line++)
        printf("%s%d,", line % 32 == 0 ? "\n" : "", count_moves_along(line));
    printf("\n};\n\nstatic inline int line_moves(uint32_t line) { return line_table[line]; }\n");
    return 0;
}
