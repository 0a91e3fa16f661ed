#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/* The monotonic clock: it never jumps, whatever happens to the time of day. */

#include <stdint.h>

/* Microseconds since some fixed moment. */
int64_t clock_now_us(void);

/* Microseconds that this thread has worked: what a busy machine does meanwhile does not count. */
int64_t clock_worked_us(void);

#endif
