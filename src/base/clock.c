#include "base/clock.h"

#include <time.h>

static int64_t read_us(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t clock_now_us(void) { return read_us(CLOCK_MONOTONIC); }

int64_t clock_worked_us(void) { return read_us(CLOCK_THREAD_CPUTIME_ID); }

int64_t clock_wall_ms(void) { return read_us(CLOCK_REALTIME) / 1000; }

__attribute__((format(strftime, 2, 0))) void clock_format(int64_t wall_ms, const char *format,
                                                          char *text, size_t size)
{
    time_t seconds = (time_t)(wall_ms / 1000);
    struct tm parts;

    text[0] = '\0';
    if (gmtime_r(&seconds, &parts))
        strftime(text, size, format, &parts);
}
