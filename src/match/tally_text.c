/*
 * Totals as a text of three lines: numbers, the fault of the last failure, and the state of the
 * SHA-256 in hexadecimal digits.
 */

#include "match/tally.h"

#include "base/memory.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TALLY_FORMAT = 1, ESSENCE_SIZE = 2 * sizeof(crypto_hash_sha256_state) + 1 };

/* One way through the numbers: written to `out` or, where that is NULL, taken from `line`. */
struct pass {
    struct buf *out;
    struct slice line;
    bool is_fine; /* every number that was taken makes sense */
};

static void pass_int64(struct pass *pass, int64_t *value, int64_t min, int64_t max)
{
    if (pass->out) {
        buf_format(pass->out, "%" PRId64 " ", *value);
        return;
    }
    pass->is_fine = pass->is_fine && slice_to_int64(slice_take_until(&pass->line, ' '), value) &&
                    *value >= min && *value <= max;
}

static void pass_int(struct pass *pass, int *value, int max)
{
    int64_t wide = *value;

    pass_int64(pass, &wide, 0, max);
    *value = pass->is_fine ? (int)wide : 0;
}

static void pass_ints(struct pass *pass, int *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        pass_int(pass, &values[i], INT_MAX);
}

static void pass_pairs(struct pass *pass, struct stats_pairs *pairs)
{
    for (int i = 0; i < STATS_CLASSES; i++)
        pass_int64(pass, &pairs->count[i], 0, INT_MAX);
}

static void pass_score(struct pass *pass, struct tally_score *score)
{
    pass_int(pass, &score->wins, INT_MAX);
    pass_int(pass, &score->draws, INT_MAX);
    pass_int(pass, &score->losses, INT_MAX);
}

/* The total is the sum of the classes. */
static void pass_meter(struct pass *pass, struct meter *meter)
{
    for (int i = 0; i < METER_CLASSES; i++) {
        int64_t count = (int64_t)meter->counts[i];
        pass_int64(pass, &count, 0, INT64_MAX / METER_CLASSES);
        if (pass->out)
            continue;
        meter->counts[i] = (uint64_t)count;
        meter->total += meter->counts[i];
    }
}

static void pass_curve(struct pass *pass, struct tally_curve *curve)
{
    pass_int(pass, &curve->step, INT_MAX);
    pass_int(pass, &curve->count, TALLY_POINTS_MAX);
    for (int i = 0; i < curve->count; i++)
        pass_pairs(pass, &curve->points[i]);
}

static void pass_numbers(struct pass *pass, struct tally *tally)
{
    int format = TALLY_FORMAT;

    pass_int(pass, &format, TALLY_FORMAT);
    pass_int(pass, &tally->games, INT_MAX);
    pass_int(pass, &tally->next, INT_MAX);
    pass_score(pass, &tally->total);
    pass_score(pass, &tally->as_red);
    pass_score(pass, &tally->as_blue);
    pass_pairs(pass, &tally->pairs);
    pass_int(pass, &tally->open_points, 2);
    pass_ints(pass, tally->endings[0], sizeof tally->endings / sizeof tally->endings[0][0]);
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        for (int i = 0; i < GAME_SCORES_MAX; i++)
            pass_int64(pass, &tally->scores[seat][i], INT64_MIN, INT64_MAX);
        pass_meter(pass, &tally->times[seat]);
    }
    pass_int64(pass, &tally->plies, 0, INT64_MAX);
    pass_ints(pass, tally->slowest_ms, MATCH_SEATS);
    pass_ints(pass, tally->longest_lag_ms, MATCH_SEATS);
    pass_ints(pass, tally->lags, MATCH_SEATS);
    pass_ints(pass, tally->start_failures, MATCH_SEATS);
    pass_curve(pass, &tally->curve);
    pass->is_fine = pass->is_fine && format == TALLY_FORMAT && tally->next >= tally->games;
}

void tally_print(const struct tally *tally, struct buf *out)
{
    struct tally copy = *tally; /* a pass takes what it may change */
    struct pass pass = {.out = out, .is_fine = true};
    char essence[ESSENCE_SIZE];

    pass_numbers(&pass, &copy);
    buf_add_char(out, '\n');
    if (tally->failure_count > 0)
        err_print(&tally->failures[tally->failure_count - 1].fault, out);
    sodium_bin2hex(essence, sizeof essence, (const unsigned char *)&tally->essence,
                   sizeof tally->essence);
    buf_format(out, "\n%s\n", essence);
}

bool tally_parse(struct slice text, struct tally *tally)
{
    struct pass pass = {.line = slice_take_until(&text, '\n'), .is_fine = true};
    struct slice fault = slice_take_until(&text, '\n');
    struct slice essence = slice_take_until(&text, '\n');
    size_t len = 0;

    memset(tally, 0, sizeof *tally);
    pass_numbers(&pass, tally);
    if (!pass.is_fine ||
        sodium_hex2bin((unsigned char *)&tally->essence, sizeof tally->essence, essence.at,
                       essence.len, NULL, &len, NULL) != 0 ||
        len != sizeof tally->essence)
        return false;
    tally->failures = memory_get(1, sizeof *tally->failures);
    tally->failure_count = fault.len > 0;
    err_parse(fault, &tally->failures[0].fault);
    return true;
}
