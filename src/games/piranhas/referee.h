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

/* The direction in the words of a legal move behind its first square: the direction's name after a
 * '>', or the square at the other end. */
const struct piranhas_direction *piranhas_direction_from(int from, struct slice words);

/* Cuts `a4` off the words; false: they do not begin with a square. */
bool piranhas_parse_square(struct slice *words, int *square);
/* What is said of a move that both meets an enemy and leaves the board. */
enum piranhas_order {
    PIRANHAS_EDGE_FIRST,  /* 2019: that it leaves the board */
    PIRANHAS_ENEMY_FIRST, /* 2026: that it is blocked; the details have no target then */
};
/* The referee of all seasons. */
enum verdict piranhas_read_words(const struct position *pos, struct slice words,
                                 enum piranhas_order order, move_t *out, struct err *why);

/* How far it is along a line. */
int piranhas_steps_between(int from, int to);

#endif
