#ifndef GAMES_PIRANHAS_FEATURES_H
#define GAMES_PIRANHAS_FEATURES_H

/*
 * What the evaluation looks at: numbers, for the side to move minus the other where nothing else is
 * said.  The score is their sum, each times its weight (weights.h), which changes with the turn.
 */

#include "games/piranhas/shape.h"

enum feature {
    /* The shapes (shape.h), that is what each side's fish are worth by themselves … */
    FEATURE_FISH,
    FEATURE_FEW, /* fish that a side has less than seven */
    FEATURE_STEPS,
    FEATURE_FAR,
    FEATURE_LONERS,
    FEATURE_OFF, /* how far the middle of the fish is from that of the board */
    FEATURE_EDGE,
    FEATURE_SECOND,
    FEATURE_THIRD,
    FEATURE_BLOCKS,
    FEATURE_SWARMS,
    FEATURE_LARGEST,
    SHAPE_FEATURES,
    /* … and what depends on both sides. */
    FEATURE_MOVES = SHAPE_FEATURES,
    FEATURE_WALLS,     /* fish of the other on the edge, one of ours in front of them */
    FEATURE_THREAT,    /* 1: the side to move can unite at once */
    FEATURE_DANGER,    /* 1: the other side could, if it were to move */
    FEATURE_PRESSED,   /* 1: the other side is one swarm, in the middle of a round */
    FEATURE_TEMPO,     /* always 1 */
    FEATURE_LAST_WORD, /* 1: the side to move is blue, which ends every round; -1: red */
    PIRANHAS_FEATURES
};

/* The weights are given for turn 0, 10, 20 …, those between are on the line. */
enum { PIRANHAS_KNOTS = 7, KNOT_TURNS = 10 };

enum { WEIGHT_ONE = 16 }; /* weights are in parts of a point */

/* Of a running position; returns PIRANHAS_FEATURES. */
int piranhas_features(const struct position *pos, int out[PIRANHAS_FEATURES]);

/* ---- its parts, for eval.c and for later seasons ---- */

/* Of one side alone. */
void piranhas_shape_features(const struct shape *shape, int out[SHAPE_FEATURES]);

/* Fish of `other` on the edge with one of `own` right in front of them. */
int piranhas_walls(const struct shoal *own, const struct shoal *other);

/* Which side is about to be one swarm: the features with these names. */
struct unions {
    bool is_threat, is_danger, is_pressed;
};

/* What depends on both sides: from FEATURE_MOVES on. */
void piranhas_both_sides_features(const struct position *pos, struct unions unions,
                                  int out[PIRANHAS_FEATURES]);

/* Blue is about to unite and red is not, which ends the game (unless blue takes red's last loner by
 * it, which the search sees).  The score is no sum then. */
bool piranhas_is_decided(const struct position *pos, struct unions unions);

#endif
