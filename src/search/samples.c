#include "search/samples.h"

#include "base/rng.h"
#include "search/stop.h"

static void draw(const struct search_request *request, int number, struct position *sample)
{
    *sample = *request->pos;
    if (number > 0) /* the caller's own guess is the first */
        game_sample(request->rules, sample, rng_mix(request->seed ^ (uint64_t)number));
}

int samples_count(const struct search_request *request)
{
    struct position second;

    if (request->samples <= 1 || !request->rules->hide)
        return 1;
    draw(request, 1, &second);
    return second.key == request->pos->key ? 1 : request->samples;
}

/* An equal part of what is left; all times count from the start of the first one. */
static struct search_limits share(const struct search_request *request, int number, int count,
                                  int64_t elapsed_us)
{
    struct search_limits limits = request->limits;
    int64_t left_us = limits.time_us - elapsed_us;

    if (limits.nodes > 0)
        limits.nodes = limits.nodes > (uint64_t)count ? limits.nodes / (uint64_t)count : 1;
    if (limits.time_us > 0)
        limits.time_us = elapsed_us + (left_us > count - number ? left_us / (count - number) : 1);
    return limits;
}

/* The one that most agree with; among equals the first. */
static int elect(const struct search_result *results, int count)
{
    int elected = 0, most = 0;

    for (int i = 0; i < count; i++) {
        int votes = 0;
        for (int k = 0; k < count; k++)
            votes += results[k].best == results[i].best;
        if (votes > most) {
            most = votes;
            elected = i;
        }
    }
    return elected;
}

void samples_run(const struct search_request *request, int count, int64_t start_us,
                 sample_search *search, void *context, struct search_result *result)
{
    struct search_result results[SEARCH_SAMPLES_MAX] = {0};
    uint64_t nodes = 0, clamped = 0;

    for (int i = 0; i < count; i++) {
        struct search_request part = *request;
        struct position sample;
        draw(request, i, &sample);
        part.pos = &sample;
        part.limits = share(request, i, count, stop_now_us(request) - start_us);
        if (i > 0)
            part.report = NULL;
        search(context, &part, &results[i]);
        nodes += results[i].nodes;
        clamped += results[i].clamped;
    }
    int elected = elect(results, count);
    *result = results[elected];
    result->nodes = nodes;
    result->clamped = clamped;
    for (int i = 0; i < count; i++) {
        if (results[i].clamped > 0)
            result->clamped_pos = results[i].clamped_pos;
    }
    for (int i = 0; i < result->line_count && elected > 0; i++)
        result->lines[i].length = 1; /* the rest of the line is a line of another river */
}
