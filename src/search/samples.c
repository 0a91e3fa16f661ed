#include "search/samples.h"

#include "base/rng.h"

#include <assert.h>

/* The first sample is the caller's own. */
static void draw(const struct search_request *request, int number, struct position *sample)
{
    *sample = *request->pos;
    if (number > 0)
        game_sample_hidden(request->rules, sample, rng_mix(request->seed ^ (uint64_t)number));
}

int samples_choose_count(const struct search_request *request)
{
    struct position second;

    if (request->samples <= 1 || !request->rules->hide)
        return 1;
    draw(request, 1, &second);
    return second.key == request->pos->key ? 1 : request->samples;
}

/* An equal part of what is left; all times count from the start of the first sample. */
static struct search_limits share(const struct search_limits *all, int number, int count,
                                  int64_t elapsed_us)
{
    struct search_limits limits = *all;
    int64_t left_us = limits.time_us - elapsed_us;

    if (limits.nodes > 0)
        limits.nodes = limits.nodes > (uint64_t)count ? limits.nodes / (uint64_t)count : 1;
    if (limits.time_us > 0)
        limits.time_us = elapsed_us + (left_us > count - number ? left_us / (count - number) : 1);
    return limits;
}

struct search_request samples_search_request(const struct search_request *request, int number,
                                             int count, int64_t elapsed_us, struct position *sample)
{
    struct search_request part = *request;

    assert(number >= 0 && number < count && count <= SEARCH_SAMPLES_MAX);
    draw(request, number, sample);
    part.pos = sample;
    part.limits = share(&request->limits, number, count, elapsed_us);
    if (number > 0)
        part.report = NULL; /* its lines assume another sample than the caller's */
    return part;
}

/* The first result whose move most of them have. */
static int elect(const struct search_result results[], int count)
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

void samples_vote(const struct search_result results[], int count, struct search_result *result)
{
    int elected = elect(results, count);

    *result = results[elected];
    /* Later moves of a line assume another sample than the caller's, so only the first is shown. */
    for (int i = 0; i < result->line_count && elected > 0; i++)
        result->lines[i].length = 1;
}
