#include "search/stop.h"

int64_t stop_now_us(const struct search_request *request)
{
    return request->clock ? request->clock->now_us(request->clock->context) : 0;
}

void stop_init(struct stop *stop, const struct search_request *request, int64_t start_us)
{
    stop->request = request;
    stop->start_us = start_us;
    atomic_init(&stop->is_over, false);
}

int64_t stop_elapsed_us(const struct stop *stop)
{
    return stop->request->clock ? stop_now_us(stop->request) - stop->start_us : 0;
}

bool stop_has_used_percent(const struct stop *stop, int percent)
{
    int64_t limit_us = stop->request->limits.time_us;

    return limit_us > 0 && stop->request->clock &&
           stop_elapsed_us(stop) >= limit_us / 100 * percent;
}

bool stop_is_due(struct stop *stop)
{
    const atomic_bool *flag = stop->request->stop;

    if (atomic_load_explicit(&stop->is_over, memory_order_relaxed))
        return true;
    if (!(flag && atomic_load_explicit(flag, memory_order_relaxed)) &&
        !stop_has_used_percent(stop, 100))
        return false;
    atomic_store_explicit(&stop->is_over, true, memory_order_relaxed);
    return true;
}
