#ifndef GAMES_PIRANHAS_PAINTER_H
#define GAMES_PIRANHAS_PAINTER_H

/* What the views (game/view.h) of the seasons share; view.c has it and the view of 2019. */

#include "game/view.h"
#include "games/piranhas/piranhas.h"

/* In what a season differs. */
struct piranhas_painter {
    const struct game_rules *rules;
    /* What the fish weigh; NULL: they have no sizes. */
    const struct fish_weights *(*weights)(const struct position *pos);
    /* More members of "facts"; NULL: none. */
    void (*facts)(const struct position *pos, struct json *out);
};

/* The weight of a side's heaviest swarm, or the size of its largest. */
int piranhas_view_best_swarm(const struct piranhas_painter *painter, const struct position *pos,
                             enum side side);
/* How many swarms its fish are. */
int piranhas_view_swarms(const struct piranhas_painter *painter, const struct position *pos,
                         enum side side);

/* The functions of a struct game_view, for this season. */
bool piranhas_view_is_field(struct slice word);
void piranhas_view_board(const struct piranhas_painter *painter, const struct position *pos,
                         struct json *out);
void piranhas_view_move(const struct piranhas_painter *painter, const struct position *pos,
                        move_t move, struct json *out);
bool piranhas_view_pick(const struct piranhas_painter *painter, const struct position *pos,
                        struct slice field, struct err *why);
void piranhas_view_look(const struct piranhas_painter *painter, const struct position *pos,
                        struct slice field, struct json *out);

#endif
