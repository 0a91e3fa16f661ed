#ifndef GAMES_HIVE_FEATURES_H
#define GAMES_HIVE_FEATURES_H

/*
 * What the evaluation looks at, as whole numbers: each is the count of the side to move minus that
 * of the other one.  A feature has three weights (weights.h), for the first turn, half of the game
 * and the last turn; in between they change evenly.
 */

#include "games/hive/hive.h"

/* A name with _S stands for four: spiders, beetles, grasshoppers, ants. */
enum hive_feature {
    FEATURE_TEMPO, /* always 1 */
    FEATURE_QUEEN_IN_HAND,
    FEATURE_QUEEN_FREE_0, /* so many free fields beside the own queen, 5 or 6 in the last one … */
    FEATURE_QUEEN_FREE_5 = FEATURE_QUEEN_FREE_0 + 5,
    FEATURE_FREE_AT_END, /* … and their number times the turns since LATE_TURN */
    FEATURE_OWN_FREE_0,  /* so many that are not beside the other queen too: no draw then */
    FEATURE_OWN_FREE_2 = FEATURE_OWN_FREE_0 + 2,
    FEATURE_QUEEN_RIDDEN,                  /* an enemy beetle sits on her */
    FEATURE_QUEEN_MOBILE,                  /* she can step aside */
    FEATURE_QUEEN_OPEN,                    /* free fields beside her that an ant can slide into */
    FEATURE_GUARD_LOOSE,                   /* own pieces beside her that can leave */
    FEATURE_GUARD_STUCK,                   /* … that cannot */
    FEATURE_SIEGE_LOOSE,                   /* own pieces beside the other queen that can leave */
    FEATURE_SIEGE_STUCK,                   /* … that cannot */
    FEATURE_HAND_S,                        /* pieces in hand */
    FEATURE_LOOSE_S = FEATURE_HAND_S + 4,  /* pieces that can move */
    FEATURE_STUCK_S = FEATURE_LOOSE_S + 4, /* pieces that hold the hive together or are shut in */
    FEATURE_BURIED = FEATURE_STUCK_S + 4,  /* pieces under others */
    FEATURE_ROOM,                          /* fields for a piece from the hand */
    FEATURE_ROOM_AT_QUEEN,                 /* … beside the other queen */
    FEATURE_ANT_AIMS,    /* loose ants away from the other queen that has an open field */
    FEATURE_HOPPER_AIMS, /* loose grasshoppers that can jump beside her */
    FEATURE_SPIDER_AIMS, /* loose spiders that are three steps from a free field beside her */
    FEATURE_BEETLE_1,    /* loose beetles at this distance from her */
    FEATURE_BEETLE_2,
    FEATURE_BEETLE_3,
    FEATURE_AIMS_0, /* 0, 1 or 2 free fields beside her more than pieces that can go there */
    FEATURE_AIMS_1,
    FEATURE_AIMS_2,
    FEATURE_STRIKE, /* 1: the side to move can fill the last field beside the other queen */
    FEATURE_THREAT, /* 1: the other side threatens to */
    HIVE_FEATURES,
};

/* Where weights are given; between two of them is so much. */
enum { HIVE_KNOTS = 3, PHASE_TURNS = HIVE_TURN_MAX / (HIVE_KNOTS - 1) };
enum { LATE_TURN = 44, FEATURE_ROOM_MAX = 12 };

/* What a lead is worth: while a free field is beside both queens, many games end with both
 * surrounded. */
enum { STAKE_FULL = 64 };

/* Of a running position, for the side to move. */
void hive_features(const struct position *pos, int16_t out[HIVE_FEATURES]);

/* At most STAKE_FULL, the score is in proportion: the less, the more likely a draw. */
int hive_draw_scale(const struct hive *hive);
/* Will the queen of the side to move be surrounded unless something is done? */
bool hive_is_threatened(const struct position *pos);
#endif
