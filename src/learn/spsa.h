#ifndef LEARN_SPSA_H
#define LEARN_SPSA_H

/*
 * Tuning by simultaneous perturbation (Spall 1998; the gains are those of Fishtest and OpenBench).
 * In an iteration every parameter moves by ±c_k, all at once; player A has one direction, B the
 * other; after some pairs of games everything moves towards the winner.  With N iterations, A = N /
 * 10, alpha = 0.602, gamma = 0.101:
 *
 *   c_k = c_end · (N / k)^gamma          a_k = r_end · c_end² · ((A + N) / (A + k))^alpha
 *   theta += a_k / c_k · (wins − losses of A) · delta
 *
 * Nothing but the plan and the results of the iterations before says where theta is, so a run that
 * begins again reports the same results and comes to the same point.
 */

#include "base/buf.h"
#include "base/err.h"

enum {
    SPSA_PARAMS_MAX = 12,
    SPSA_NAME_SIZE = 16,
    SPSA_ITERATIONS_MAX = 100000,
    SPSA_BATCH_MAX = 1000,
    SPSA_BATCH = 4, /* pairs in an iteration, by default */
};

struct spsa_param {
    char name[SPSA_NAME_SIZE];
    double start, min, max;
    double
        c_end; /* how far it is moved in the last iteration: should be felt in games, but barely */
    double r_end; /* how much it learns then */
    bool is_whole;
};

/* "w=START,MIN,MAX,C[,R][,int]".  False: `why` says what is wrong. */
bool spsa_read_param(struct spsa_param *param, const char *text, struct err *why);

struct spsa_plan {
    struct spsa_param params[SPSA_PARAMS_MAX];
    int count;
    int iterations;
    int batch; /* pairs of games in each */
    int64_t seed;
};

struct spsa {
    struct spsa_plan plan;
    int done; /* iterations that are reported */
    double theta[SPSA_PARAMS_MAX];
};

/* Refused: two parameters of one name. */
bool spsa_begin(struct spsa *spsa, const struct spsa_plan *plan, struct err *why);
bool spsa_is_over(const struct spsa *spsa);

/* What the players of the next iteration have.  A whole number is rounded up or down by chance
 * (from the seed, for both players alike), so that the mean is right even where c is smaller than a
 * half. */
struct spsa_trial {
    double values[2][SPSA_PARAMS_MAX]; /* of A and of B, within the bounds */
    int delta[SPSA_PARAMS_MAX];        /* 1 or -1: which way A went */
};
void spsa_try(const struct spsa *spsa, struct spsa_trial *trial);
/* A's wins minus A's losses in the games of this iteration. */
void spsa_add_result(struct spsa *spsa, int balance);

/* "A:w=12 A:x=0.5 B:w=8 B:x=0.25" */
void spsa_print_trial(const struct spsa *spsa, const struct spsa_trial *trial, struct buf *out);
/* "12" or "0.25": as a player is told. */
void spsa_print_value(const struct spsa_param *param, double value, struct buf *out);
/* Where a parameter is at the moment, rounded if it is whole. */
double spsa_value(const struct spsa *spsa, int param);

#endif
