#ifndef GAMES_PIRANHAS_FEATURES_2026_H
#define GAMES_PIRANHAS_FEATURES_2026_H

/*
 * What the evaluation of season 2026 looks at, for the side to move minus the other where nothing
 * else is said.  The shapes are those of features.h, with the weight of the heaviest swarm in place
 * of the size of the largest; the weights are in weights_2026.h.
 */

#include "games/piranhas/features.h"
#include "games/piranhas/piranhas_2026.h"

enum feature_2026 {
    FEATURE26_WEIGHT = SHAPE_FEATURES, /* of all fish */
    SHAPE26_FEATURES,
    /* What depends on both sides. */
    FEATURE26_MOVES = SHAPE26_FEATURES,
    FEATURE26_WALLS,
    FEATURE26_LEAD,      /* 1, 0, -1: the heaviest swarm is that of the side to move, … */
    FEATURE26_UNION,     /* 1, 0, -1: the first union belongs to the side to move, … */
    FEATURE26_THREAT,    /* 1: the side to move can unite at once and would be heavier */
    FEATURE26_DANGER,    /* 1: the other side could, if it were to move */
    FEATURE26_PRESSED,   /* 1: the other side is complete in the middle of a round and heavier */
    FEATURE26_TEMPO,     /* always 1 */
    FEATURE26_LAST_WORD, /* 1: the side to move is blue, which ends every round; -1: red */
    PIRANHAS26_FEATURES
};

/* What is known of one side beside its features. */
struct side_2026 {
    int weight, heaviest; /* of all its fish, of its heaviest swarm */
    bool is_complete;
    bool can_unite; /* by one move, if it were its turn */
};

/* Of a running position; returns PIRANHAS26_FEATURES. */
int piranhas26_features(const struct position *pos, int out[PIRANHAS26_FEATURES]);

/* ---- its parts, for eval_2026.c ---- */

/* Of one side alone. */
void piranhas26_shape_features(const struct shape *shape, int out[SHAPE26_FEATURES]);
/* What depends on both sides: from FEATURE26_MOVES on. */
void piranhas26_both_sides_features(const struct position *pos, const struct side_2026 *own,
                                    const struct side_2026 *other, int out[PIRANHAS26_FEATURES]);

/* Blue is about to unite and is the heavier then, which ends the game.  The score is no sum. */
bool piranhas26_is_decided(const struct position *pos, const struct side_2026 *own,
                           const struct side_2026 *other);

#endif
