#ifndef GAMES_PIRANHAS_LINE_TABLE_H
#define GAMES_PIRANHAS_LINE_TABLE_H

/* The moves along every line (count_line_moves.h), looked up in a table of a megabyte.  A page has
 * another line_table.h (wasm/games/piranhas), because it would have to download that table. */

#include "games/piranhas/count_line_moves.h"

/* In line_table.c, which make_lines.c writes while the project is being built.  Hidden: code that
 * may move in memory finds it without looking up its address. */
extern const uint8_t piranhas_line_table[COUNT_LINES] __attribute__((visibility("hidden")));

static inline int line_moves(uint32_t line) { return piranhas_line_table[line]; }

#endif
