#include "store/schema_tables.h"

#define M5  "$1, $2, $3, $4, $5"
#define M7  M5 ", $6, $7"
#define M9  M7 ", $8, $9"
#define M6  M5 ", $6"
#define M20 M9 ", $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20"
#define M25 M20 ", $21, $22, $23, $24, $25"

#define TABLE(table, list, marks)                                                                  \
    .name = table, .columns = list, .count = "SELECT count(*) FROM " table,                        \
    .write = "INSERT INTO " table "(" list ") VALUES(" marks ") ON CONFLICT DO NOTHING"
#define ONE_KEY(table, list, key)                                                                  \
    .keys = 1, .read = "SELECT " list " FROM " table " WHERE " key " > $1 ORDER BY " key " LIMIT $2"
#define TWO_KEYS(table, list, key)                                                                 \
    .keys = 2,                                                                                     \
    .read = "SELECT " list " FROM " table " WHERE (" key ") > ($1, $2) ORDER BY " key " LIMIT $3"

#define META "key, value"
#define GAMES                                                                                       \
    "number, id, game, game_type, red, blue, red_player, blue_player, rules, seed, start, started," \
    " ended, winner, red_cause, blue_cause, red_reason, blue_reason, red_scores, blue_scores,"      \
    " replay, red_key, blue_key, red_fault, blue_fault"
#define PLIES "game, ply, words, hint, time_ms, lag_ms"
#define BOTS  "id, name, game, command, folder, note, added"
#define TESTS "id, key, kind, name, signature, match, games, is_open, created"
#define PAIRS "test, pair, games, params, state, worker, lease, tries"
#define RESULTS                                                                                    \
    "test, game, pair, seed, red, winner, ending, offender, end_word, fault, scores, start,"       \
    " movers, times, lags, moves, hints, output, worker, at"
#define WORKERS "name, host, version, cores, since, seen, games"

const struct schema_table schema_tables[SCHEMA_COUNT] = {
    [SCHEMA_META] = {TABLE("meta", META, "$1, $2"), ONE_KEY("meta", META, "key"), .kinds = "ti",
                     .page = 1000},
    [SCHEMA_GAMES] = {TABLE("games", GAMES, M25), ONE_KEY("games", GAMES, "number"),
                      .kinds = "ittttttttItiITTTTTTTTtttt", .page = 500},
    [SCHEMA_PLIES] = {TABLE("plies", PLIES, M6), TWO_KEYS("plies", PLIES, "game, ply"),
                      .kinds = "iittii", .page = 1000},
    [SCHEMA_BOTS] = {TABLE("bots", BOTS, M7), ONE_KEY("bots", BOTS, "id"), .kinds = "ittttti",
                     .page = 500},
    [SCHEMA_TESTS] = {TABLE("tests", TESTS, M9), ONE_KEY("tests", TESTS, "id"),
                      .kinds = "itttttiii", .page = 8},
    [SCHEMA_PAIRS] = {TABLE("pairs", PAIRS, M7 ", $8"), TWO_KEYS("pairs", PAIRS, "test, pair"),
                      .kinds = "iiititii", .page = 1000},
    [SCHEMA_RESULTS] = {TABLE("results", RESULTS, M20), TWO_KEYS("results", RESULTS, "test, game"),
                        .kinds = "iiiittttttttttttttti", .page = 500},
    [SCHEMA_WORKERS] = {TABLE("workers", WORKERS, M7), ONE_KEY("workers", WORKERS, "name"),
                        .kinds = "tttiiii", .page = 1000},
};

int schema_find_table(struct slice name)
{
    int found = 0;

    while (found < SCHEMA_COUNT && !slice_is(name, schema_tables[found].name))
        found++;
    return found;
}

int schema_columns(const struct schema_table *table, struct slice columns[SCHEMA_COLUMNS_MAX])
{
    struct slice rest = slice_of(table->columns);
    int count = 0;

    while (rest.len > 0)
        columns[count++] = slice_trim(slice_take_until(&rest, ','));
    return count;
}
