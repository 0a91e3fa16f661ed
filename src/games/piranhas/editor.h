#ifndef GAMES_PIRANHAS_EDITOR_H
#define GAMES_PIRANHAS_EDITOR_H

/* Setting up a position, for all seasons of the game: the board is a table of letters. */

#include "game/edit.h"

/* Where a field's letter is in the text. */
bool piranhas_edit_find(struct slice field, size_t *place);

#endif
