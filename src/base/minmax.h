#ifndef BASE_MINMAX_H
#define BASE_MINMAX_H

/* The smaller and the larger of two numbers, and a number kept between two others. */

#include <assert.h>

static inline int int_min(int a, int b) { return a < b ? a : b; }
static inline int int_max(int a, int b) { return a > b ? a : b; }

static inline int int_clamp(int value, int low, int high)
{
    assert(low <= high);
    return value < low ? low : value > high ? high : value;
}

#endif
