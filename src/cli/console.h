#ifndef CLI_CONSOLE_H
#define CLI_CONSOLE_H

/*
 * The line protocol of `kielwasser engine GAME`: every command is answered by one line (`go` may
 * send info lines first); an error is "error CODE sentence" and changes nothing.
 */

#include "base/lang.h"
#include "game/game.h"
#include "search/builtin_player.h"

#include <stdio.h>

enum { CONSOLE_LINE_MAX = 16 * 1024, CONSOLE_UNDO_MAX = 1024 };

struct console {
    const struct game_rules *rules;
    enum lang lang;
    FILE *out;
    struct position pos;
    struct position *past; /* for undo: CONSOLE_UNDO_MAX positions */
    int past_count;
    struct builtin_player *player; /* of `go`; its spec changes with every command */
};

/* A console with a new game on a board of `seed`. */
void console_init(struct console *console, const struct game_rules *rules, enum lang lang,
                  uint64_t seed, FILE *out);
void console_finish(struct console *console);

/* Answers one line; false once it was "quit". */
bool console_line(struct console *console, struct slice line);

/* Says that a line was longer than CONSOLE_LINE_MAX. */
void console_line_too_long(struct console *console);

#endif
