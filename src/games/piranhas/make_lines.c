/* Writes line_table.c while the project is being built. */

#include "games/piranhas/count_line_moves.h"

#include <stdio.h>

int main(void)
{
    printf("/* Made by make_lines.c. */\n#include \"games/piranhas/line_table.h\"\n\n");
    printf("const uint8_t piranhas_line_table[%d] = {", COUNT_LINES);
    for (uint32_t line = 0; line < COUNT_LINES; line++)
        printf("%s%d,", line % 32 == 0 ? "\n" : "", count_moves_along(line));
    printf("\n};\n");
    return 0;
}
