#ifndef GAMES_PIRANHAS_REFEREE_H
#define GAMES_PIRANHAS_REFEREE_H

/* How the referee reads squares and directions; wire.c and view.c read them, too. */

#include "games/piranhas/piranhas.h"

/* A way to swim; the words are those of the official protocol, and of our moves. */
struct piranhas_direction {
    const char *name;
    int dx, dy;
};

extern const struct piranhas_direction piranhas_directions[]; /* ended by a NULL name */
/* The direction with this name, or NULL. */
const struct piranhas_direction *piranhas_direction_named(struct slice name);

/* Cuts `a4` off the words; false: they do not begin with a square. */
bool piranhas_parse_square(struct slice *words, int *square);
/* How far it is along a line. */
int piranhas_steps_between(int from, int to);

#endif
