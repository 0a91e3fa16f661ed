#include "match/stats.h"

#include <assert.h>
#include <math.h>

#define PI        3.14159265358979323846
#define Z95       1.959963984540054    /* 2.5 % of a normal distribution lie above */
#define NELO_UNIT 347.4355855226014592 /* 800 / ln 10: a whole deviation of a game in nElo */

static const double class_score[STATS_CLASSES] = {0, 0.25, 0.5, 0.75, 1};

/* How the pairs are spread over the classes; the parts add up to 1. */
struct spread {
    double pairs;
    double part[STATS_CLASSES];
};

struct moments {
    double mean, variance;
};

/* With at least so many pairs in every class, and so many more. */
static struct spread spread_of(const struct stats_pairs *pairs, double least, double more)
{
    struct spread spread = {0};

    for (int i = 0; i < STATS_CLASSES; i++) {
        spread.part[i] = fmax((double)pairs->count[i], least) + more;
        spread.pairs += spread.part[i];
    }
    for (int i = 0; i < STATS_CLASSES && spread.pairs > 0; i++)
        spread.part[i] /= spread.pairs;
    return spread;
}

static struct moments moments_of(const struct spread *spread)
{
    struct moments moments = {0};

    for (int i = 0; i < STATS_CLASSES; i++)
        moments.mean += spread->part[i] * class_score[i];
    for (int i = 0; i < STATS_CLASSES; i++) {
        double off = class_score[i] - moments.mean;
        moments.variance += spread->part[i] * off * off;
    }
    return moments;
}

static double normal_below(double z) { return 0.5 * erfc(-z / sqrt(2)); }

/* How much of Student's distribution lies between -t and t: the finite sums for whole degrees. */
static double student_within(double t, int degrees)
{
    double angle = atan(t / sqrt(degrees)), c = cos(angle), s = sin(angle);
    double term = degrees % 2 ? c : 1, sum = degrees > 1 ? term : 0;

    for (int k = degrees % 2 ? 3 : 2; k < degrees; k += 2) {
        term *= c * c * (k - 1) / k;
        sum += term;
    }
    return degrees % 2 ? 2 / PI * (angle + s * sum) : s * sum;
}

/* 95 % of Student's distribution lie between -t and t. */
static double student_95(int64_t degrees)
{
    if (degrees >= 200) {
        double z = Z95, z2 = z * z, n = (double)degrees;
        return z + z * (z2 + 1) / (4 * n) + z * (5 * z2 * z2 + 16 * z2 + 3) / (96 * n * n) +
               z * (3 * z2 * z2 * z2 + 19 * z2 * z2 + 17 * z2 - 15) / (384 * n * n * n);
    }
    double low = 1, high = 13;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (student_within(middle, (int)degrees) < 0.95)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void stats_add(struct stats_pairs *pairs, int half_points)
{
    assert(half_points >= 0 && half_points < STATS_CLASSES);
    pairs->count[half_points]++;
}

int64_t stats_count(const struct stats_pairs *pairs)
{
    int64_t sum = 0;

    for (int i = 0; i < STATS_CLASSES; i++)
        sum += pairs->count[i];
    return sum;
}

/* Held within ±1200. */
static double elo_of_score(double score)
{
    double held = fmin(fmax(score, 1e-3), 1 - 1e-3);

    return -400 * log10(1 / held - 1);
}

double stats_score_of_elo(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

struct stats_summary stats_summarise(const struct stats_pairs *pairs)
{
    struct stats_summary summary = {.pairs = stats_count(pairs), .los = 0.5};
    struct spread spread = spread_of(pairs, 0, 0);
    struct moments seen = moments_of(&spread);

    if (summary.pairs == 0)
        return summary;
    assert(fabs(spread.pairs - (double)summary.pairs) < 0.5);
    summary.score = seen.mean;
    if (seen.variance < 1e-12) {
        spread = spread_of(pairs, 0, 0.5); /* the prior of Jeffreys */
        seen = moments_of(&spread);
    }
    summary.variance = seen.variance;

    double deviation = sqrt(seen.variance / spread.pairs);
    double within = student_95(summary.pairs > 1 ? summary.pairs - 1 : 1);
    summary.elo.value = elo_of_score(seen.mean);
    summary.elo.low = elo_of_score(seen.mean - within * deviation);
    summary.elo.high = elo_of_score(seen.mean + within * deviation);

    double nelo_unit = NELO_UNIT / sqrt(2);
    double nelo_within = within * nelo_unit / sqrt(spread.pairs);
    summary.nelo.value = (seen.mean - 0.5) / sqrt(seen.variance) * nelo_unit;
    summary.nelo.low = summary.nelo.value - nelo_within;
    summary.nelo.high = summary.nelo.value + nelo_within;
    summary.los = normal_below((seen.mean - 0.5) / deviation);
    return summary;
}

static double tilt(const struct spread *spread, const double weight[], double x)
{
    double sum = 0;

    for (int i = 0; i < STATS_CLASSES; i++)
        sum += spread->part[i] * weight[i] / (1 + x * weight[i]);
    return sum;
}

/*
 * Among all spreads whose mean of `weight` is 0 the one that explains `seen` best.  Lagrange leaves
 * one unknown x, and the sum of part·weight/(1 + x·weight) falls from plus to minus infinity
 * between the poles, so halving finds it.  False if all weights have the same sign: there is none.
 */
static bool most_likely(const struct spread *seen, const double weight[], struct spread *best)
{
    double least = weight[0], most = weight[0];

    for (int i = 1; i < STATS_CLASSES; i++) {
        least = fmin(least, weight[i]);
        most = fmax(most, weight[i]);
    }
    if (least >= 0 || most <= 0)
        return false;

    double low = -1 / most, high = -1 / least;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (tilt(seen, weight, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    *best = *seen;
    for (int i = 0; i < STATS_CLASSES; i++)
        best->part[i] /= 1 + (low + high) / 2 * weight[i];
    return true;
}

static double distance(const struct spread *a, const struct spread *b)
{
    double most = 0;

    for (int i = 0; i < STATS_CLASSES; i++)
        most = fmax(most, fabs(a->part[i] - b->part[i]));
    return most;
}

/* The best spread with (mean - 1/2) / deviation = wanted.  The condition is bent, so it is replaced
 * by its tangent at the last answer until the answers stand still. */
static struct spread most_likely_with_nelo(const struct spread *seen, double nelo)
{
    double wanted = nelo / NELO_UNIT * sqrt(2);
    struct spread best = *seen;

    for (int i = 0; i < STATS_CLASSES; i++)
        best.part[i] = 1.0 / STATS_CLASSES;
    for (int round = 0; round < 30; round++) {
        struct spread last = best;
        struct moments at = moments_of(&last);
        double deviation = sqrt(at.variance), weight[STATS_CLASSES];
        for (int i = 0; i < STATS_CLASSES; i++) {
            double off = (at.mean - class_score[i]) / deviation;
            weight[i] = class_score[i] - 0.5 - wanted * deviation * (1 + off * off) / 2;
        }
        if (!most_likely(seen, weight, &best) || distance(&best, &last) < 1e-9)
            break;
    }
    return best;
}

static double likelihood_ratio(const struct spread *seen, const struct spread *best0,
                               const struct spread *best1)
{
    double sum = 0;

    for (int i = 0; i < STATS_CLASSES; i++)
        sum += seen->part[i] * log(best1->part[i] / best0->part[i]);
    return seen->pairs * sum;
}

bool stats_test_init(struct stats_test *test, double elo0, double elo1)
{
    *test = (struct stats_test){.elo0 = elo0, .elo1 = elo1, .alpha = 0.05, .beta = 0.05};
    return elo0 < elo1 && elo0 > -STATS_ELO_MAX && elo1 < STATS_ELO_MAX;
}

double stats_llr(const struct stats_pairs *pairs, const struct stats_test *test)
{
    /* An empty class gets a little: the likelihood knows no logarithm of nothing. */
    struct spread seen = spread_of(pairs, 1e-3, 0);
    struct spread best0 = most_likely_with_nelo(&seen, test->elo0);
    struct spread best1 = most_likely_with_nelo(&seen, test->elo1);

    assert(test->elo0 < test->elo1);
    return stats_count(pairs) > 0 ? likelihood_ratio(&seen, &best0, &best1) : 0;
}

double stats_lower_bound(const struct stats_test *test)
{
    assert(test->alpha > 0 && test->beta > 0 && test->alpha + test->beta < 1);
    return log(test->beta / (1 - test->alpha));
}

double stats_upper_bound(const struct stats_test *test)
{
    return log((1 - test->beta) / test->alpha);
}

enum stats_verdict stats_judge(const struct stats_test *test, double llr)
{
    if (llr >= stats_upper_bound(test))
        return STATS_ACCEPTED;
    return llr <= stats_lower_bound(test) ? STATS_REJECTED : STATS_OPEN;
}
