#ifndef GAMES_PIRANHAS_PLAIN_H
#define GAMES_PIRANHAS_PLAIN_H

/* What the plain twins (game/plain.h) of the seasons share: everything but the end of a game. */

#include "game/plain.h"
#include "games/piranhas/piranhas.h"

enum { PLAIN_EMPTY = '.', PLAIN_OCTOPUS = 'o' };

struct plain_board {
    char squares[BOARD_SIZE][BOARD_SIZE]; /* [y][x]: r, b, o or a dot */
    char own, enemy;                      /* letters; own moves next */
    int turn;
    enum ruleset ruleset;
};

/* `text` begins with the rows of the position in these letters. */
void plain_load_text(struct plain_board *board, const struct position *pos, const char *text);
/* As if no game ended; `out` may be NULL: only their number. */
int plain_list_moves(const struct plain_board *board, move_t out[]);
void plain_make_move(void *board, move_t move);

int plain_fish_count(const struct plain_board *board, char fish);
/* The size of the swarm that is found first. */
int plain_some_swarm(const struct plain_board *board, char fish);

#endif
