#ifndef GAMES_MISSISSIPPI_BUILD_H
#define GAMES_MISSISSIPPI_BUILD_H

/* A move under construction, action by action, and what it shares with the view of the board. */

#include "game/view.h"
#include "games/mississippi/mississippi.h"

void mississippi_add_field(struct json *out, const char *key, int x, int y);
/* The members of a ship. */
void mississippi_print_ship(const struct ship *ship, struct json *out);

#endif
