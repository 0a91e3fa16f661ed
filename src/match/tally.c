#include "match/tally.h"

#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tally_init(struct tally *tally)
{
    memset(tally, 0, sizeof *tally);
    tally->failures = memory_get(TALLY_FAILURES_MAX, sizeof *tally->failures);
    crypto_hash_sha256_init(&tally->essence);
    tally->curve.step = 1;
}

void tally_finish(struct tally *tally)
{
    free(tally->failures);
    tally->failures = NULL;
}

static void add_score(struct tally_score *score, int points)
{
    score->wins += points == 2;
    score->draws += points == 1;
    score->losses += points == 0;
}

/* A full curve keeps every second point. */
static void add_point(struct tally_curve *curve, const struct stats_pairs *pairs)
{
    if (stats_count(pairs) % curve->step != 0)
        return;
    if (curve->count == TALLY_POINTS_MAX) {
        curve->count /= 2;
        curve->step *= 2;
        for (int i = 0; i < curve->count; i++)
            curve->points[i] = curve->points[2 * i + 1];
        add_point(curve, pairs);
        return;
    }
    curve->points[curve->count++] = *pairs;
}

static void add_points(struct tally *tally, const struct result *result)
{
    int points = result_half_points(result);

    add_score(&tally->total, points);
    add_score(result->red == MATCH_A ? &tally->as_red : &tally->as_blue, points);
    if (result->game % 2 == 0) {
        tally->open_points = points;
        return;
    }
    stats_add(&tally->pairs, tally->open_points + points);
    add_point(&tally->curve, &tally->pairs);
}

static void add_moves(struct tally *tally, const struct result *result)
{
    tally->plies += result->plies;
    for (int i = 0; i < result->plies; i++) {
        int seat = result->movers[i] == 'A' ? MATCH_A : MATCH_B;
        int32_t time_ms = result->times_ms[i];
        meter_add(&tally->times[seat], (int64_t)time_ms * 1000);
        if (time_ms > tally->slowest_ms[seat])
            tally->slowest_ms[seat] = time_ms;
        tally->lags[seat] += result->lags_ms[i] > 0;
        if (result->lags_ms[i] > tally->longest_lag_ms[seat])
            tally->longest_lag_ms[seat] = result->lags_ms[i];
    }
}

static void add_ending(struct tally *tally, const struct result *result)
{
    tally->endings[result->ending][result->offender]++;
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        bool is_guilty =
            result->offender == (enum match_seat)seat || result->offender == MATCH_SEATS;
        bool has_failed = result->ending == ENDING_NO_JOIN && is_guilty;
        tally->start_failures[seat] = has_failed ? tally->start_failures[seat] + 1 : 0;
    }
    if (result->ending == ENDING_REGULAR || tally->failure_count == TALLY_FAILURES_MAX)
        return;
    struct tally_failure *failure = &tally->failures[tally->failure_count++];
    *failure = (struct tally_failure){.game = result->game,
                                      .ending = result->ending,
                                      .offender = result->offender,
                                      .fault = result->fault};
    memcpy(failure->why, result->why, sizeof failure->why);
    memcpy(failure->output, result->output, sizeof failure->output);
}

/* Keeps the shortest regular games that A lost, the shortest first. */
static void add_loss(struct tally *tally, const struct result *result)
{
    struct tally_loss *losses = tally->losses;
    int at = tally->loss_count;

    if (result->winner != MATCH_B || result->ending != ENDING_REGULAR)
        return;
    while (at > 0 && losses[at - 1].plies > result->plies)
        at--;
    assert(at <= tally->loss_count && tally->loss_count <= TALLY_LOOKS_MAX);
    if (at == TALLY_LOOKS_MAX)
        return;
    tally->loss_count += tally->loss_count < TALLY_LOOKS_MAX;
    memmove(&losses[at + 1], &losses[at], (size_t)(tally->loss_count - at - 1) * sizeof *losses);
    losses[at] = (struct tally_loss){.game = result->game, .plies = result->plies};
}

static void add_essence(struct tally *tally, const struct result *result)
{
    char text[RESULT_MOVES_SIZE + 512];
    struct buf out;

    buf_init(&out, text, sizeof text);
    result_essence(result, &out);
    crypto_hash_sha256_update(&tally->essence, (const unsigned char *)text, out.len);
}

void tally_add(struct tally *tally, const struct result *result)
{
    assert(tally->failures); /* after tally_init() */
    assert(result->ending < ENDING_COUNT && result->offender <= MATCH_SEATS);
    tally->games++;
    tally->next = result->game + 1;
    add_points(tally, result);
    add_moves(tally, result);
    add_ending(tally, result);
    add_loss(tally, result);
    add_essence(tally, result);
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        for (int i = 0; i < GAME_SCORES_MAX; i++)
            tally->scores[seat][i] += result->scores[seat][i];
    }
}

/* ---- pages of results ---- */

/* Does a game pass that ended like this by the fault of this seat?  Then its winner is the other
 * one; of a regular end nothing is known. */
static bool passes(const struct queue_page *page, int ending, int offender)
{
    if (page->ending && (strcmp(page->ending, ending_name((enum ending)ending)) != 0 ||
                         strcmp(page->offender, match_seat_name((enum match_seat)offender)) != 0))
        return false;
    switch (page->filter) {
    case QUEUE_EVERY:
    case QUEUE_SHORT:
        return true;
    case QUEUE_FAILED:
        return ending != ENDING_REGULAR;
    case QUEUE_LOST:
        return ending != ENDING_REGULAR && offender == MATCH_A;
    case QUEUE_WON:
        return ending != ENDING_REGULAR && offender == MATCH_B;
    case QUEUE_FILTERS:
        break;
    }
    return false;
}

/* Games that A has lost, or won, and that ended regularly. */
static int count_regular(const struct tally *tally, enum queue_filter filter)
{
    int count = filter == QUEUE_LOST ? tally->total.losses : tally->total.wins;
    int offender = filter == QUEUE_LOST ? MATCH_A : MATCH_B;

    for (int ending = ENDING_REGULAR + 1; ending < ENDING_COUNT; ending++)
        count -= tally->endings[ending][offender];
    return count;
}

int tally_count_page(const struct tally *tally, const struct queue_page *page)
{
    bool is_won_or_lost = page->filter == QUEUE_LOST || page->filter == QUEUE_WON;
    bool has_regular = !page->ending || strcmp(page->ending, ending_name(ENDING_REGULAR)) == 0;
    int count = is_won_or_lost && has_regular ? count_regular(tally, page->filter) : 0;

    for (int ending = 0; ending < ENDING_COUNT; ending++) {
        for (int offender = 0; offender <= MATCH_SEATS; offender++)
            count += passes(page, ending, offender) ? tally->endings[ending][offender] : 0;
    }
    return count;
}

void tally_digest(const struct tally *tally, char digest[TALLY_DIGEST_SIZE])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_state state = tally->essence;

    crypto_hash_sha256_final(&state, hash);
    sodium_bin2hex(digest, TALLY_DIGEST_SIZE, hash, sizeof hash);
}
