#ifndef GAMES_MISSISSIPPI_MOVE_BUILDER_2024_H
#define GAMES_MISSISSIPPI_MOVE_BUILDER_2024_H

/* A move of season 2024 under construction, action by action, and what it shares with the view of
 * the board. */

#include "game/view.h"
#include "games/mississippi/mississippi_2024.h"

/* The name of the field at x,y: the season's q,r. */
void mississippi24_json_place(struct json *out, const char *key, int x, int y);
/* The members of a ship. */
void mississippi24_json_ship(const struct mississippi24 *g, const struct ship *ship,
                             struct json *out);

/* The members of a move under construction (docs/web.md). */
void mississippi24_json_partial_move(const struct position *pos, struct slice words,
                                     enum view_mode mode, struct json *out);

#endif
