#ifndef GAMES_PIRANHAS_PIRANHAS_2026_H
#define GAMES_PIRANHAS_PIRANHAS_2026_H

/*
 * Piranhas, season 2026: fish of three sizes, which weigh 1, 2 or 3.  They swim as in season 2019;
 * the weight of the heaviest swarm decides, then the first union.
 */

#include "games/piranhas/piranhas.h"

/* The body of a position. */
struct piranhas26 {
    struct piranhas board;       /* first, so that piranhas_of() finds it */
    struct fish_weights weights; /* of the fish of both sides */
    uint8_t first_union;         /* enum side; SIDE_NONE: no colour has been complete yet */
    bool is_split[SIDE_NONE];    /* surely more than one swarm: most colours, known quickly */
};

enum { FISH_WEIGHT_MAX = 3 };

_Static_assert(sizeof(struct piranhas26) <= GAME_BODY_MAX, "the position must fit into its body");

static inline struct piranhas26 *piranhas26_body(struct position *pos)
{
    return (struct piranhas26 *)pos->body;
}

static inline const struct piranhas26 *piranhas26_of(const struct position *pos)
{
    return (const struct piranhas26 *)pos->body;
}

/* 0: there is no fish. */
static inline int piranhas26_weight_on(const struct piranhas26 *game, int square)
{
    return shoal_has(&game->weights.ones, square) + 2 * shoal_has(&game->weights.twos, square);
}

/* All fish of a colour are one swarm.  A colour without fish is not complete (2019: it was). */
static inline bool piranhas26_is_complete(const struct piranhas26 *game, enum side side)
{
    const struct shoal *fish = &game->board.fish[side];

    return !game->is_split[side] && !shoal_is_empty(*fish) && piranhas_is_united(fish);
}

static inline bool piranhas26_is_any_complete(const struct piranhas26 *game)
{
    return piranhas26_is_complete(game, SIDE_RED) || piranhas26_is_complete(game, SIDE_BLUE);
}

/* ending_2026.c: the weight of a side's heaviest swarm, as it is counted at the end. */
int piranhas26_swarm_weight(const struct position *pos, enum side side);
/* Judged by the board, the turn and the first union; pos->side is not read. */
struct piranhas_ending piranhas26_ending(const struct position *pos);

/* rules_2026.c: builds a position. First piranhas26_clear, then fish and octopuses
 * (piranhas_put_octopus) in any order, then the start. */
void piranhas26_clear(struct position *pos, enum ruleset ruleset);
void piranhas26_put_fish(struct position *pos, enum side side, int weight, int square);
void piranhas26_start(struct position *pos, int turn, enum side first_union);

/* setup_2026.c: where the generator's numbers come from. */
struct piranhas26_draws {
    int (*draw)(void *context, int below); /* 0 .. below-1 */
    void *context;
};
/* The board that the official generator makes of these numbers. */
void piranhas26_draw_board(struct position *pos, enum ruleset ruleset,
                           const struct piranhas26_draws *draws);

/* setup_2026.c, text_2026.c: their places in the table of rules. */
bool piranhas26_setup(struct position *pos, uint64_t seed, const struct game_options *options,
                      struct err *why);
void piranhas26_print_position(const struct position *pos, struct buf *out);
bool piranhas26_parse_position(struct slice text, struct position *pos, struct err *why);

/* rules_2026.c: the table itself. */
extern const struct game_rules piranhas26_rules;

#endif
