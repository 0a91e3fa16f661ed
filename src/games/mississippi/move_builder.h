#ifndef GAMES_MISSISSIPPI_MOVE_BUILDER_H
#define GAMES_MISSISSIPPI_MOVE_BUILDER_H

/* A move under construction, action by action, and what it shares with the view of the board. */

#include "game/view.h"
#include "games/mississippi/mississippi.h"

/* The members of a ship. */
void mississippi_json_ship(const struct ship *ship, struct json *out);

/* What is under a ship and around it, counted from its bow: why it may be unable to move. */
typedef const char *spot_name(const struct mississippi *m, int x, int y);
void mississippi_json_beside(const struct mississippi *m, enum side side, spot_name *name_of,
                             struct json *out);
/* The members of a move under construction (docs/web.md). */
void mississippi_json_partial_move(const struct position *pos, struct slice words,
                                   enum view_mode mode, struct json *out);

#endif
