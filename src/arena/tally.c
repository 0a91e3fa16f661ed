#include "arena/tally.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tally_init(struct tally *tally)
{
    memset(tally, 0, sizeof *tally);
    tally->failures = memory_get(TALLY_FAILURES_MAX, sizeof *tally->failures);
    crypto_hash_sha256_init(&tally->essence);
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

static void add_points(struct tally *tally, const struct note *note)
{
    int points = note_points(note);

    add_score(&tally->total, points);
    add_score(note->red == ARENA_A ? &tally->as_red : &tally->as_blue, points);
    if (note->game % 2 == 0)
        tally->open_points = points;
    else
        stats_add(&tally->pairs, tally->open_points + points);
}

static void add_moves(struct tally *tally, const struct note *note)
{
    tally->plies += note->plies;
    for (int i = 0; i < note->plies; i++) {
        int seat = note->by[i] == 'A' ? ARENA_A : ARENA_B;
        int32_t time_ms = note->times_ms[i];
        meter_add(&tally->times[seat], (int64_t)time_ms * 1000);
        if (time_ms > tally->slowest_ms[seat])
            tally->slowest_ms[seat] = time_ms;
        tally->lags[seat] += note->lags_ms[i] > 0;
        if (note->lags_ms[i] > tally->longest_lag_ms[seat])
            tally->longest_lag_ms[seat] = note->lags_ms[i];
    }
}

static void add_ending(struct tally *tally, const struct note *note)
{
    tally->endings[note->ending][note->offender]++;
    for (int seat = 0; seat < ARENA_SEATS; seat++) {
        bool is_guilty = note->offender == (enum arena_seat)seat || note->offender == ARENA_SEATS;
        bool has_failed = note->ending == ENDING_NO_JOIN && is_guilty;
        tally->start_failures[seat] = has_failed ? tally->start_failures[seat] + 1 : 0;
    }
    if (note->ending == ENDING_REGULAR || tally->failure_count == TALLY_FAILURES_MAX)
        return;
    struct tally_failure *failure = &tally->failures[tally->failure_count++];
    *failure = (struct tally_failure){.game = note->game,
                                      .ending = note->ending,
                                      .offender = note->offender,
                                      .fault = note->fault};
    memcpy(failure->why, note->why, sizeof failure->why);
    memcpy(failure->output, note->output, sizeof failure->output);
}

/* Keeps the shortest regular games that A lost, the shortest first. */
static void add_loss(struct tally *tally, const struct note *note)
{
    struct tally_loss *losses = tally->losses;
    int at = tally->loss_count;

    if (note->winner != ARENA_B || note->ending != ENDING_REGULAR)
        return;
    while (at > 0 && losses[at - 1].plies > note->plies)
        at--;
    if (at == TALLY_LOOKS_MAX)
        return;
    tally->loss_count += tally->loss_count < TALLY_LOOKS_MAX;
    memmove(&losses[at + 1], &losses[at], (size_t)(tally->loss_count - at - 1) * sizeof *losses);
    losses[at] = (struct tally_loss){.game = note->game, .plies = note->plies};
}

static void add_essence(struct tally *tally, const struct note *note)
{
    char text[NOTE_MOVES_SIZE + 512];
    struct buf out;

    buf_init(&out, text, sizeof text);
    note_essence(note, &out);
    crypto_hash_sha256_update(&tally->essence, (const unsigned char *)text, out.len);
}

void tally_add(struct tally *tally, const struct note *note)
{
    tally->games++;
    add_points(tally, note);
    add_moves(tally, note);
    add_ending(tally, note);
    add_loss(tally, note);
    add_essence(tally, note);
    for (int seat = 0; seat < ARENA_SEATS; seat++) {
        for (int i = 0; i < GAME_SCORES_MAX; i++)
            tally->scores[seat][i] += note->scores[seat][i];
    }
}

void tally_digest(const struct tally *tally, char digest[TALLY_DIGEST_SIZE])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_state state = tally->essence;

    crypto_hash_sha256_final(&state, hash);
    sodium_bin2hex(digest, TALLY_DIGEST_SIZE, hash, sizeof hash);
}
