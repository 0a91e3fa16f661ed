#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/* The monotonic clock: it never jumps, whatever happens to the time of day. */

#include <stdint.h>

/* Microseconds since some fixed moment. */
int64_t clock_now_us(void);

#endif
