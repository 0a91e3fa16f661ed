#include "search/real_clock.h"

#include "base/clock.h"

#include <time.h>

enum { NAP_US = 20 * 1000 };

static int64_t now_us(void *context)
{
    (void)context;
    return clock_now_us();
}

const struct search_clock real_clock = {.now_us = now_us};

void real_clock_wait(int64_t wait_us, const atomic_bool *stop)
{
    for (int64_t left_us = wait_us; left_us > 0; left_us -= NAP_US) {
        int64_t nap_us = left_us < NAP_US ? left_us : NAP_US;
        if (stop && atomic_load(stop))
            return;
        nanosleep(&(struct timespec){.tv_nsec = nap_us * 1000}, NULL);
    }
}
