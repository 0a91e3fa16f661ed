#ifndef MATCH_STATS_H
#define MATCH_STATS_H

/*
 * Is A stronger than B?  The unit is the pair: the same board twice with the seats swapped, because
 * two games on one board are not independent.  All numbers are seen from A.
 *
 * Scores are parts of what could be won (0 to 1).  Elo is the logistic one of chess.  Normalised
 * Elo (nElo) counts in deviations of a game instead, so that it needs the same number of games
 * whatever the share of draws.  A test decides between nElo elo0 and elo1 by the likelihood
 * ratio of the two.
 */

#include <stdbool.h>
#include <stdint.h>

/* What A won in a pair, in half points: 0 (lost both) to 4 (won both). */
enum { STATS_CLASSES = 5 };

/* Zero is a match before its first pair. */
struct stats_pairs {
    int64_t count[STATS_CLASSES];
};

/* A value with its interval of 95 %. */
struct stats_estimate {
    double value, low, high;
};

struct stats_summary {
    int64_t pairs;
    double score;
    double variance; /* of the score of a pair */
    struct stats_estimate elo, nelo;
    double los; /* likelihood that A is the stronger one */
};

enum { STATS_ELO_MAX = 1000 };

struct stats_test {
    double elo0, elo1;  /* in nElo, elo0 < elo1 */
    double alpha, beta; /* risks of a wrong yes and of a wrong no; 0.05 is usual */
};

enum stats_verdict { STATS_OPEN, STATS_ACCEPTED, STATS_REJECTED }; /* ACCEPTED: elo1 holds */

/* `half_points`: what A won in the two games, 0 to 4. */
void stats_add(struct stats_pairs *pairs, int half_points);
int64_t stats_count(const struct stats_pairs *pairs);

/* Without any pair everything is zero and the likelihood one half.  Where all pairs ended alike and
 * no variance could be seen, half a pair is added to every class, so that the intervals stay
 * honest. */
struct stats_summary stats_summarise(const struct stats_pairs *pairs);

double stats_score_of_elo(double elo);

/* The usual test of two hypotheses, both risks 5 %.  False: not elo0 < elo1, or one of them is no
 * difference between players (STATS_ELO_MAX). */
bool stats_test_init(struct stats_test *test, double elo0, double elo1);

/* The logarithm of the likelihood ratio; 0 without any pair. */
double stats_llr(const struct stats_pairs *pairs, const struct stats_test *test);

/* The test ends as soon as the ratio is at one of these. */
double stats_lower_bound(const struct stats_test *test);
double stats_upper_bound(const struct stats_test *test);
enum stats_verdict stats_judge(const struct stats_test *test, double llr);

#endif
