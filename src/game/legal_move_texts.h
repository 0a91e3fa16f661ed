#ifndef GAME_LEGAL_MOVE_TEXTS_H
#define GAME_LEGAL_MOVE_TEXTS_H

/* All moves of a position as text, sorted bytewise: what people and scripts see of a move list. */

#include "game/game.h"

struct legal_move_texts {
    int n;
    const char **text; /* n texts, sorted */
    char *storage;     /* where they live */
};

/* Never fails; the owner calls legal_move_texts_destroy. */
void legal_move_texts_create(struct legal_move_texts *list, const struct game_rules *rules,
                             const struct position *pos);
void legal_move_texts_destroy(struct legal_move_texts *list);

#endif
