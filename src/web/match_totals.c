#include "web/match_totals.h"

#include "base/memory.h"
#include "match/old_folder.h"
#include "store/schema.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct match_totals *match_totals_create(const struct game_rules *rules, const char *folder)
{
    struct match_totals *games = memory_get(1, sizeof *games);

    uv_mutex_init(&games->lock);
    snprintf(games->folder, sizeof games->folder, "%s", folder);
    games->rules = rules;
    games->tally.curve.step = 1;
    crypto_hash_sha256_init(&games->tally.essence);
    return games;
}

void match_totals_destroy(struct match_totals *games)
{
    if (!games)
        return;
    uv_mutex_destroy(&games->lock);
    tally_finish(&games->tally);
    free(games);
}

void match_totals_lock(struct match_totals *games) { uv_mutex_lock(&games->lock); }

void match_totals_unlock(struct match_totals *games) { uv_mutex_unlock(&games->lock); }

int match_totals_count(struct match_totals *games)
{
    match_totals_lock(games);
    int count = games->tally.games;
    match_totals_unlock(games);
    return count;
}

/* ---- reading ---- */

struct db *match_totals_open(const char *folder, struct err *why)
{
    char place[PATH_MAX];

    snprintf(place, sizeof place, "%.*s/arena.db", PATH_MAX - 16, folder);
    if (access(place, F_OK) == 0)
        return db_open(place, DB_RELAXED, why);
    err_set(why, "file_missing", place);
    return NULL;
}

static bool take_totals(void *context, const struct queue_test *test)
{
    struct match_totals *games = context;
    struct tally tally;

    if (!tally_parse(test->totals, &tally))
        return false;
    match_totals_lock(games);
    tally_finish(&games->tally);
    games->tally = tally;
    games->test = test->id;
    match_totals_unlock(games);
    return false;
}

/* A match that has just begun may have no database, or none of today: then there is nothing yet. */
void match_totals_read(struct match_totals *games, enum match_totals_end end)
{
    if (end == MATCH_IS_OVER)
        old_folder_convert(games->folder, games->rules, NULL);
    struct db *db = match_totals_open(games->folder, NULL);

    if (db)
        queue_last_test(db, take_totals, games, NULL);
    db_close(db);
}

/* ---- names ---- */

void match_totals_take_names(struct slice text, struct match *match)
{
    json_t *root = json_loadb(text.at, text.len, 0, NULL);
    const json_t *players = json_object_get(root, "players");

    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        const json_t *player = json_array_get(players, (size_t)seat);
        const char *name = json_string_value(json_object_get(player, "name"));
        buf_copy(match->players[seat].name, sizeof match->players[seat].name,
                 slice_of(name ? name : ""));
    }
    json_decref(root);
}

static bool take_names(void *context, const struct queue_test *test)
{
    match_totals_take_names(test->match, context);
    return false;
}

bool match_totals_names(struct db *db, struct match *match, struct err *why)
{
    return queue_last_test(db, take_names, match, why);
}
