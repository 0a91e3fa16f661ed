#include "arena/job.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/rng.h"
#include "proto/replay_file.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEED_SHIFT = 16, /* 48 bits: a number that every JSON reader keeps */
    POSITIONS_FILE_MAX = 64 << 20,
    TIME_PART = 85, /* of a hundred: a built-in player leaves some of its time for the way */
};

/* ---- terms ---- */

static void limit_builtin(struct arena_player *player, const struct terms *terms)
{
    bool is_limited = player->nodes > 0 || player->depth > 0 || player->time_ms > 0;

    if (player->kind != ARENA_BUILTIN || is_limited || player->level->is_random)
        return;
    player->time_ms = ARENA_BUILTIN_MS;
    if (terms->has_time && terms->time_ms > 0)
        player->time_ms = terms->time_ms > 1 ? terms->time_ms * TIME_PART / 100 : 1;
}

void terms_complete(struct terms *terms)
{
    struct arena_player *a = &terms->players[ARENA_A], *b = &terms->players[ARENA_B];

    if (strcmp(a->name, b->name) == 0) {
        snprintf(a->name + strnlen(a->name, RECORD_NAME_SIZE - 3), 3, " A");
        snprintf(b->name + strnlen(b->name, RECORD_NAME_SIZE - 3), 3, " B");
    }
    for (int seat = 0; seat < ARENA_SEATS; seat++)
        limit_builtin(&terms->players[seat], terms);
    terms->games += terms->games % 2;
}

/* ---- jobs ---- */

bool job_make(const struct terms *terms, int game, struct job *job, struct err *why)
{
    const struct game_rules *rules = terms->rules;

    memset(job, 0, sizeof *job);
    job->game = game;
    job->pair = game / 2;
    job->red = game % 2 == 0 ? ARENA_A : ARENA_B;
    struct rng rng = rng_make(rng_mix((uint64_t)terms->seed) + (uint64_t)job->pair);
    job->seed = (int64_t)(rng_next(&rng) >> SEED_SHIFT);
    job->chance = rng_mix((uint64_t)job->seed + (uint64_t)job->red * 0x9e37);
    if (!terms->positions)
        return rules->setup(&job->start, (uint64_t)job->seed, &terms->options, why);
    job->start = terms->positions[job->pair % terms->position_count];
    if (rules->fill)
        rules->fill(&job->start, (uint64_t)job->seed);
    return true;
}

uint64_t job_chance(const struct job *job, int ply) { return rng_mix(job->chance + (uint64_t)ply); }

/* ---- positions ---- */

static bool is_playable(const struct game_rules *rules, const struct position *pos)
{
    struct position filled = *pos;

    if (rules->fill)
        rules->fill(&filled, 1);
    return filled.side != SIDE_NONE && (!rules->ready || rules->ready(&filled, NULL));
}

static bool read_lines(struct slice text, struct terms *terms, struct position **positions,
                       struct err *why)
{
    char number[16];
    int line = 0;

    while (text.len > 0) {
        struct slice words = slice_take_until(&text, '\n');
        struct position pos = {0};
        words = slice_trim(slice_take_until(&words, '#'));
        snprintf(number, sizeof number, "%d", ++line);
        if (words.len == 0)
            continue;
        if (!terms->rules->parse(words, &pos, NULL) || !is_playable(terms->rules, &pos))
            return err_say(why, "position_line", number);
        *positions =
            memory_grow(*positions, (size_t)(terms->position_count + 1) * sizeof **positions);
        (*positions)[terms->position_count++] = pos;
    }
    return terms->position_count > 0;
}

static bool read_record(const char *path, struct terms *terms, struct position **positions)
{
    struct record *record = memory_get(1, sizeof *record);
    struct replay_report report;

    bool is_read = replay_load(path, REPLAY_RULES_FITTING, record, &report, NULL) &&
                   record_rules(record) == terms->rules &&
                   is_playable(terms->rules, &record->start);
    if (is_read) {
        *positions = memory_get(1, sizeof **positions);
        **positions = record->start;
        terms->position_count = 1;
    }
    free(record);
    return is_read;
}

bool positions_load(const char *path, struct terms *terms, struct position **positions,
                    struct err *why)
{
    unsigned char hash[crypto_generichash_BYTES];
    struct slice text;

    *positions = NULL;
    terms->position_count = 0;
    if (!file_read(path, POSITIONS_FILE_MAX, &text, why))
        return false;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text.at, text.len, NULL, 0);
    sodium_bin2hex(terms->positions_digest, ARENA_DIGEST_SIZE, hash, sizeof hash);
    err_say(why, "no_positions", path);
    bool is_read = read_record(path, terms, positions) || read_lines(text, terms, positions, why);
    file_free(text);
    terms->positions = *positions;
    return is_read;
}
