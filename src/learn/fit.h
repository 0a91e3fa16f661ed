#ifndef LEARN_FIT_H
#define LEARN_FIT_H

/*
 * Weights that explain results: logistic regression on sums (search/linear.h).  A position with the
 * sum x is won with probability 1 / (1 + exp(-x / unit)), and the weights are those that make what
 * happened most likely.  There is but one best answer and Newton's method goes there in a few
 * steps, so it does not depend on chance, on a speed of learning or on where it began.
 *
 * Each weight is held where it was (or at zero) as if so many level positions said so in which
 * nothing else counts; where many positions say otherwise that is little, where none does it
 * decides.
 */

#include "search/linear.h"

enum fit_part { FIT_TRAINING, FIT_HELD_OUT, FIT_PARTS };

struct fit;

/* For sets times features weights; `unit` is divisor times scale. */
struct fit *fit_create(int sets, int features, double unit);
void fit_destroy(struct fit *fit);

/* A position and what is to be foretold: a probability, 0 to 1. */
void fit_add(struct fit *fit, enum fit_part part, const int features[], const int parts[],
             double target);
int64_t fit_count(const struct fit *fit, enum fit_part part);

/* The mean surprise (cross entropy, in nats) about the positions of a part, with these weights; 0
 * if there are none. */
double fit_loss(const struct fit *fit, enum fit_part part, const double weights[]);

struct fit_plan {
    double hold; /* positions, see above; more than 0 */
    int steps_max;
    /* After each step; false ends it, and fit_run says false.  May be NULL. */
    bool (*on_step)(void *context, int step, double loss);
    void *context;
};

/* `weights` are where they are held, and then the answer. */
bool fit_run(const struct fit *fit, const struct fit_plan *plan, double weights[]);

/* The nearest whole numbers that fit into a table. */
void fit_round_weights(const double weights[], int count, int16_t table[]);

#endif
