#include "base/clock.h"

#include <time.h>

int64_t clock_now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t clock_wall_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

__attribute__((format(strftime, 2, 0))) void clock_format(int64_t wall_ms, const char *format,
                                                          char *text, size_t size)
{
    time_t seconds = (time_t)(wall_ms / 1000);
    struct tm parts;

    text[0] = '\0';
    if (gmtime_r(&seconds, &parts))
        strftime(text, size, format, &parts);
}
