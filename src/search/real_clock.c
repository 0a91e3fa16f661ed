#include "search/real_clock.h"

#include "base/clock.h"

static int64_t now_us(void *context)
{
    (void)context;
    return clock_now_us();
}

const struct search_clock real_clock = {.now_us = now_us};
