#ifndef MATCH_TALLY_H
#define MATCH_TALLY_H

/* The totals of a match, counted from its results in the order of the games. */

#include "base/meter.h"
#include "match/result.h"
#include "match/stats.h"

#include <sodium.h>

enum {
    TALLY_FAILURES_MAX = 200, /* irregular ends that are reported one by one */
    TALLY_LOOKS_MAX = 5,
    TALLY_DIGEST_SIZE = 65,
    TALLY_POINTS_MAX = 200,
    TALLY_TEXT_MAX = 64 * 1024,
};

struct tally_score {
    int wins, draws, losses; /* of A */
};

struct tally_failure {
    int game;
    enum ending ending;
    enum match_seat offender;
    char why[RESULT_WHY_SIZE];
    struct err fault;
    char output[RESULT_OUTPUT_SIZE];
};

/* A game that A lost, worth a look. */
struct tally_loss {
    int game, plies;
};

/* The pairs so far at certain moments, for a curve: after every `step` pairs. */
struct tally_curve {
    int step, count;
    struct stats_pairs points[TALLY_POINTS_MAX];
};

struct tally {
    int games;
    int next; /* the game after the last one; more than `games`, if pairs before it are closed */
    struct tally_score total, as_red, as_blue;
    struct stats_pairs pairs;
    int open_points; /* of the first game of a pair whose second is missing */
    int endings[ENDING_COUNT][MATCH_SEATS + 1];
    int64_t scores[MATCH_SEATS][GAME_SCORES_MAX];
    int64_t plies;
    struct meter times[MATCH_SEATS];
    int32_t slowest_ms[MATCH_SEATS];
    int32_t longest_lag_ms[MATCH_SEATS]; /* moves that waited for the server, … */
    int lags[MATCH_SEATS];               /* … and how many they were */
    int start_failures[MATCH_SEATS];     /* in a row, up to now */
    int failure_count;                   /* kept; the others are in the results */
    struct tally_failure *failures;
    int loss_count;
    struct tally_loss losses[TALLY_LOOKS_MAX]; /* the shortest ones */
    struct tally_curve curve;
    crypto_hash_sha256_state essence;
};

void tally_init(struct tally *tally);
void tally_finish(struct tally *tally);
void tally_add(struct tally *tally, const struct result *result);

/* As a text, for readers elsewhere; of failures and losses only the fault of the last failure. */
void tally_print(const struct tally *tally, struct buf *out);
/* And back, into memory that tally_finish() is needed for.  False: this is no such text, and there
 * is nothing to finish. */
bool tally_parse(struct slice text, struct tally *tally);

/* How many games all pages of such results have together. */
int tally_count_page(const struct tally *tally, const struct queue_page *page);

/* SHA-256 over results and moves of all games so far. */
void tally_digest(const struct tally *tally, char digest[TALLY_DIGEST_SIZE]);

#endif
