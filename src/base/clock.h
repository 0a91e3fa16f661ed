#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/* Two clocks: the monotonic one never jumps and measures, the wall's one says when
 * something was. */

#include <stddef.h>
#include <stdint.h>

/* Microseconds since some fixed moment. */
int64_t clock_now_us(void);

/* Microseconds that this thread has worked: what a busy machine does meanwhile does not count. */
int64_t clock_worked_us(void);

/* Milliseconds since 1970, UTC. */
int64_t clock_wall_ms(void);
/* A moment of the wall clock in UTC, as strftime formats it (without the milliseconds). */
void clock_format(int64_t wall_ms, const char *format, char *text, size_t size);

#endif
