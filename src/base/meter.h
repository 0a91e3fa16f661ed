#ifndef BASE_METER_H
#define BASE_METER_H

/* Counts durations in classes that grow by a quarter each, so that quantiles cost no memory. */

#include <stdint.h>

enum { METER_CLASSES = 96 };

struct meter {
    uint64_t counts[METER_CLASSES];
    uint64_t total;
};

void meter_add(struct meter *meter, int64_t us);
/* The duration that this part of all stays below (0.99: the slowest hundredth is longer). */
double meter_quantile_ms(const struct meter *meter, double part);

/* The longest duration of a class. */
double meter_upper_ms(int number);

#endif
