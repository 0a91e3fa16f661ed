#ifndef CLI_ENGINE_PROTOCOL_H
#define CLI_ENGINE_PROTOCOL_H

/*
 * The line protocol of `kielwasser engine GAME`: every command is answered by one line (`go` may
 * send info lines first); an error is "error CODE sentence" and changes nothing.
 */

#include "base/lang.h"
#include "cli/input_lines.h"
#include "game/game.h"
#include "search/builtin_player.h"

#include <stdio.h>

enum { PROTOCOL_UNDO_MAX = 1024 };

struct engine_protocol {
    const struct game_rules *rules;
    enum lang lang;
    FILE *out;
    struct position pos;
    struct position *past; /* for undo: PROTOCOL_UNDO_MAX positions */
    int past_count;
    struct input_lines *input;     /* hears `stop` while `go` thinks; NULL: nothing does */
    struct builtin_player *player; /* of `go`; its spec changes with every command */
};

/* Begins with a new game on a board of `seed`. */
void engine_protocol_init(struct engine_protocol *protocol, const struct game_rules *rules,
                          enum lang lang, uint64_t seed, FILE *out);
void engine_protocol_finish(struct engine_protocol *protocol);

/* Answers one line; false once it was "quit". */
bool engine_protocol_line(struct engine_protocol *protocol, struct slice line);

/* Says that a line was longer than INPUT_LINE_MAX. */
void engine_protocol_line_too_long(struct engine_protocol *protocol);

#endif
