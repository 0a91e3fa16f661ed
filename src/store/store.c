#include "store/store.h"

#include "base/buf.h"
#include "base/memory.h"
#include "store/database_file.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

struct store {
    struct db *db;
    bool is_in_transaction;
    int64_t owner;    /* the data folder that has claimed it; 0: no claim needed */
    bool needs_claim; /* the connection on which it was claimed is gone */
};

/* ---- coming and going ---- */

void store_place(const char *folder, char *place, size_t size)
{
    snprintf(place, size, "%s/" DATABASE_FILE_NAME, folder);
}

struct store *store_open(const char *folder, struct err *why)
{
    char place[PATH_MAX];

    store_place(folder, place, sizeof place);
    return store_open_at(place, why);
}

struct store *store_open_at(const char *place, struct err *why)
{
    struct store *store = memory_get(1, sizeof *store);

    store->db = db_open(place, DB_SYNCED, why);
    if (store->db && schema_migrate(store->db, why))
        return store;
    store_close(store);
    return NULL;
}

struct store *store_open_to_look(const char *place, struct err *why)
{
    struct store *store = memory_get(1, sizeof *store);
    int version;

    store->db = db_open(place, DB_LOOKING, why);
    if (store->db && schema_version(store->db, &version, why)) {
        if (version == STORE_SCHEMA)
            return store;
        if (version == 0 && db_engine(store->db) == DB_SQLITE) /* every file of ours has one */
            err_set(why, "store_damaged", place);
        else
            err_setf(why, version < STORE_SCHEMA ? "store_older" : "store_newer", "%d %d", version,
                     STORE_SCHEMA);
    }
    store_close(store);
    return NULL;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    db_close(store->db);
    free(store);
}

bool store_is_trouble(const struct err *why)
{
    return strcmp(why->code, "store_failed") == 0 || strcmp(why->code, "store_lost") == 0 ||
           database_file_needs_repair(why);
}

/* The number is ours; that of schema.c is another one. */
static bool lock_store(struct db *db, struct err *why)
{
    int64_t is_locked = 1;

    if (db_engine(db) == DB_POSTGRES &&
        !db_number(db, "SELECT CAST(pg_try_advisory_lock(7739828951146656628) AS INTEGER)",
                   DB_NO_VALUES, 0, &is_locked, why))
        return false;
    return is_locked || err_set(why, "store_in_use", "");
}

bool store_lock(struct store *store, struct err *why) { return lock_store(store->db, why); }

static bool check_owner(struct db *db, int64_t owner, struct err *why)
{
    int64_t known;

    if (!db_run(db, "INSERT INTO meta(key, value) VALUES('owner', $1) ON CONFLICT DO NOTHING",
                DB_VALUES(db_int(owner)), why) ||
        !db_number(db, "SELECT value FROM meta WHERE key = 'owner'", DB_NO_VALUES, 0, &known, why))
        return false;
    return known == owner || err_set(why, "store_other_folder", "");
}

bool store_claim_for_folder(struct store *store, int64_t owner, struct err *why)
{
    if (!lock_store(store->db, why) || !check_owner(store->db, owner, why))
        return false;
    store->owner = owner;
    store->needs_claim = false;
    return true;
}

static bool come_back(struct store *store, struct err *why)
{
    if (db_is_lost(store->db)) {
        store->needs_claim = store->owner != 0;
        if (!db_reconnect(store->db, why))
            return false;
    }
    return !store->needs_claim || store_claim_for_folder(store, store->owner, why);
}

struct db *store_db(struct store *store, struct err *why)
{
    bool is_there = store->is_in_transaction || come_back(store, why);

    return is_there ? store->db : NULL;
}

bool store_begin(struct store *store, struct err *why)
{
    struct db *db = store_db(store, why);

    store->is_in_transaction = db && db_begin(db, why);
    return store->is_in_transaction;
}

bool store_end(struct store *store, bool is_fine, struct err *why)
{
    store->is_in_transaction = false;
    return db_end(store->db, is_fine, why);
}

static bool run(struct store *store, const char *sql, struct db_values values, struct err *why)
{
    struct db *db = store_db(store, why);

    return db && db_run(db, sql, values, why);
}

static bool ask(struct store *store, const char *sql, struct db_values values, int64_t *number,
                struct err *why)
{
    struct db *db = store_db(store, why);

    return db && db_number(db, sql, values, 0, number, why);
}

/* ---- writing ---- */

bool store_add_game(struct store *store, const struct store_game *game, struct err *why)
{
    return run(store,
               "INSERT INTO games(number, id, game, game_type, red, blue, red_player, blue_player,"
               " rules, seed, start, started, red_key, blue_key, settings, is_strangers)"
               " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)"
               " ON CONFLICT DO NOTHING",
               DB_VALUES(db_int(game->number), db_text(game->id), db_text(game->game),
                         db_text(game->game_type), db_text(game->names[SIDE_RED]),
                         db_text(game->names[SIDE_BLUE]), db_text(game->players[SIDE_RED]),
                         db_text(game->players[SIDE_BLUE]), db_text(ruleset_name(game->ruleset)),
                         game->has_seed ? db_int(game->seed) : db_nothing(), db_text(game->start),
                         db_int(game->started_ms), db_text(game->keys[SIDE_RED]),
                         db_text(game->keys[SIDE_BLUE]), db_text(game->settings),
                         db_int(game->is_strangers)),
               why);
}

bool store_add_ply(struct store *store, const struct store_ply *ply, struct err *why)
{
    return run(store,
               "INSERT INTO plies(game, ply, words, hint, time_ms, lag_ms)"
               " VALUES($1, $2, $3, $4, $5, $6)"
               " ON CONFLICT DO NOTHING",
               DB_VALUES(db_int(ply->number), db_int(ply->ply), db_text(ply->words),
                         db_text(ply->hint), db_int(ply->time_ms), db_int(ply->lag_ms)),
               why);
}

bool store_set_settings(struct store *store, int64_t number, const char *settings, struct err *why)
{
    return run(store, "UPDATE games SET settings = $2 WHERE number = $1",
               DB_VALUES(db_int(number), db_text(settings)), why);
}

bool store_set_seat(struct store *store, const struct store_game *game, enum side side,
                    struct err *why)
{
    static const char *const updates[SIDE_NONE] = {
        "UPDATE games SET red = $2, red_key = $3 WHERE number = $1",
        "UPDATE games SET blue = $2, blue_key = $3 WHERE number = $1"};

    assert(side < SIDE_NONE);
    return run(
        store, updates[side],
        DB_VALUES(db_int(game->number), db_text(game->names[side]), db_text(game->keys[side])),
        why);
}

bool store_truncate_game(struct store *store, int64_t number, int plies, struct err *why)
{
    return run(store, "DELETE FROM plies WHERE game = $1 AND ply >= $2",
               DB_VALUES(db_int(number), db_int(plies)), why);
}

enum { SCORES_SIZE = 64, FAULT_SIZE = sizeof(struct err) };

/* "2,8": as many as the game has. */
static const char *print_scores(const struct store_game *game, enum side side,
                                char text[SCORES_SIZE])
{
    const struct game_rules *rules = game_find(slice_of(game->game));
    int count = rules ? rules->score_count : GAME_SCORES_MAX;
    struct buf buf;

    buf_init(&buf, text, SCORES_SIZE);
    for (int i = 0; i < count; i++)
        buf_format(&buf, i > 0 ? ",%d" : "%d", game->outcome.result.score[side][i]);
    return text;
}

static const char *print_fault(const struct store_game *game, enum side side, char text[FAULT_SIZE])
{
    struct buf buf;

    buf_init(&buf, text, FAULT_SIZE);
    err_print(&game->outcome.fault[side], &buf);
    return text;
}

static bool fill_last_position(struct store *store, int64_t number, struct err *why);

bool store_end_game(struct store *store, const struct store_game *game, struct err *why)
{
    const struct outcome *outcome = &game->outcome;
    char red[SCORES_SIZE], blue[SCORES_SIZE], faults[SIDE_NONE][FAULT_SIZE];

    return run(store,
               "UPDATE games SET ended = $2, winner = $3, red_cause = $4, blue_cause = $5,"
               " red_reason = $6, blue_reason = $7, red_scores = $8, blue_scores = $9,"
               " red_fault = $10, blue_fault = $11, last_position = $12,"
               " ply_count = (SELECT coalesce(max(ply) + 1, 0) FROM plies WHERE game = $1),"
               " last_words = coalesce((SELECT words FROM plies WHERE game = $1"
               "  ORDER BY ply DESC LIMIT 1), '')"
               " WHERE number = $1 AND ended IS NULL",
               DB_VALUES(db_int(game->number), db_int(game->ended_ms),
                         db_text(side_name(outcome->result.winner)),
                         db_text(cause_name(outcome->cause[SIDE_RED])),
                         db_text(cause_name(outcome->cause[SIDE_BLUE])),
                         db_text(outcome->reason[SIDE_RED]), db_text(outcome->reason[SIDE_BLUE]),
                         db_text(print_scores(game, SIDE_RED, red)),
                         db_text(print_scores(game, SIDE_BLUE, blue)),
                         db_text(print_fault(game, SIDE_RED, faults[SIDE_RED])),
                         db_text(print_fault(game, SIDE_BLUE, faults[SIDE_BLUE])),
                         db_text(game->last_position)),
               why) &&
           (game->last_position[0] || fill_last_position(store, game->number, why));
}

bool store_set_replay(struct store *store, int64_t number, const char *path, struct err *why)
{
    return run(store, "UPDATE games SET replay = $2 WHERE number = $1",
               DB_VALUES(db_int(number), db_text(path)), why);
}

bool store_remove_game(struct store *store, int64_t number, struct err *why)
{
    struct db_values values = DB_VALUES(db_int(number));

    return run(store, "DELETE FROM plies WHERE game = $1", values, why) &&
           run(store, "DELETE FROM games WHERE number = $1", values, why);
}

static bool read_busy(void *is_clean, const struct db_row *row)
{
    *(bool *)is_clean = db_row_int(row, 0) == 0;
    return false;
}

/* Removed rows are zeros (secure_delete), but the WAL has older pages until it is emptied. */
bool store_wipe(struct store *store, bool *is_clean, struct err *why)
{
    struct db *db = store_db(store, why);

    *is_clean = true;
    return db && (db_engine(db) != DB_SQLITE || db_ask(db, "PRAGMA wal_checkpoint(TRUNCATE)",
                                                       DB_NO_VALUES, read_busy, is_clean, why));
}

/* ---- asking ---- */

bool store_set_journal_sequence(struct store *store, uint64_t sequence, struct err *why)
{
    return run(store,
               "INSERT INTO meta(key, value) VALUES('journal', $1)"
               " ON CONFLICT(key) DO UPDATE SET value = excluded.value",
               DB_VALUES(db_int((int64_t)sequence)), why);
}

bool store_journal_sequence(struct store *store, uint64_t *sequence, struct err *why)
{
    int64_t value;

    if (!ask(store, "SELECT value FROM meta WHERE key = 'journal'", DB_NO_VALUES, &value, why))
        return false;
    *sequence = (uint64_t)value;
    return true;
}

bool store_last_number(struct store *store, int64_t *number, struct err *why)
{
    return ask(store, "SELECT max(number) FROM games", DB_NO_VALUES, number, why);
}

bool store_next_in_list(struct store *store, enum store_list list, int64_t from, int64_t *number,
                        struct err *why)
{
    static const char *const lists[] = {
        [STORE_UNFINISHED] = "SELECT number FROM games WHERE ended IS NULL AND number > $1"
                             " ORDER BY number LIMIT 1",
        [STORE_UNWRITTEN] = "SELECT number FROM games WHERE ended IS NOT NULL AND replay IS NULL"
                            " AND number > $1 ORDER BY number LIMIT 1",
        [STORE_EXPIRED] = "SELECT number FROM games WHERE ended IS NOT NULL AND is_strangers = 0"
                          " AND number <= $1 ORDER BY number LIMIT 1",
        [STORE_EXPIRED_STRANGERS] =
            "SELECT number FROM games WHERE ended IS NOT NULL AND is_strangers = 1"
            " AND number <= $1 ORDER BY number LIMIT 1",
    };

    return ask(store, lists[list], DB_VALUES(db_int(from)), number, why);
}

bool store_last_expired(struct store *store, bool is_strangers, int64_t keep, int64_t *number,
                        struct err *why)
{
    return ask(store,
               "SELECT number FROM games WHERE ended IS NOT NULL AND is_strangers = $1"
               " ORDER BY number DESC LIMIT 1 OFFSET $2",
               DB_VALUES(db_int(is_strangers), db_int(keep)), number, why);
}

bool store_find(struct store *store, const char *id, int64_t *number, struct err *why)
{
    return ask(store, "SELECT number FROM games WHERE id = $1 ORDER BY number DESC LIMIT 1",
               DB_VALUES(db_text(id)), number, why);
}

/* ---- reading ---- */

static enum side find_winner(struct slice text)
{
    enum side winner = SIDE_NONE;

    side_find(text, &winner);
    return winner;
}

static void read_scores(struct slice text, int scores[GAME_SCORES_MAX])
{
    for (int i = 0; i < GAME_SCORES_MAX && text.len > 0; i++)
        slice_to_int(slice_take_until(&text, ','), INT_MIN, INT_MAX, &scores[i]);
}

/* Columns 13 to 19 of a game, 23 and 24. */
static void read_outcome(const struct db_row *row, struct outcome *outcome)
{
    outcome->result.winner = find_winner(db_row_text(row, 13));
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        cause_find(db_row_text(row, 14 + (int)side), &outcome->cause[side]);
        db_row_copy_text(row, 16 + (int)side, outcome->reason[side], OUTCOME_REASON_SIZE);
        read_scores(db_row_text(row, 18 + (int)side), outcome->result.score[side]);
        err_parse(db_row_text(row, 23 + (int)side), &outcome->fault[side]);
    }
}

static bool read_game(void *context, const struct db_row *row)
{
    struct store_game *game = context;

    game->number = db_row_int(row, 0);
    db_row_copy_text(row, 1, game->id, sizeof game->id);
    db_row_copy_text(row, 2, game->game, sizeof game->game);
    db_row_copy_text(row, 3, game->game_type, sizeof game->game_type);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        db_row_copy_text(row, 4 + (int)side, game->names[side], RECORD_NAME_SIZE);
        db_row_copy_text(row, 6 + (int)side, game->players[side], STORE_WORD_SIZE);
        db_row_copy_text(row, 21 + (int)side, game->keys[side], STORE_KEY_SIZE);
    }
    game->ruleset = slice_is(db_row_text(row, 8), "server") ? RULES_SERVER : RULES_BOOK;
    game->has_seed = !db_row_is_null(row, 9);
    game->seed = db_row_int(row, 9);
    db_row_copy_text(row, 10, game->start, sizeof game->start);
    game->started_ms = db_row_int(row, 11);
    game->ended_ms = db_row_int(row, 12);
    read_outcome(row, &game->outcome);
    db_row_copy_text(row, 20, game->replay, sizeof game->replay);
    game->plies = (int)db_row_int(row, 25);
    db_row_copy_text(row, 26, game->last_words, sizeof game->last_words);
    db_row_copy_text(row, 27, game->last_position, sizeof game->last_position);
    db_row_copy_text(row, 28, game->settings, sizeof game->settings);
    game->is_strangers = db_row_int(row, 29) != 0;
    return false;
}

#define SELECT_GAME(start)                                                                         \
    "SELECT number, id, game, game_type, red, blue, red_player, blue_player, rules, seed," start   \
    ", started, ended, winner, red_cause, blue_cause, red_reason, blue_reason, red_scores,"        \
    " blue_scores, replay, red_key, blue_key, red_fault, blue_fault, ply_count, last_words,"       \
    " last_position, settings, is_strangers FROM games"

bool store_load_game(struct store *store, int64_t number, struct store_game *game, struct err *why)
{
    struct db *db = store_db(store, why);

    memset(game, 0, sizeof *game);
    if (!db || !db_ask(db, SELECT_GAME(" start") " WHERE number = $1", DB_VALUES(db_int(number)),
                       read_game, game, why))
        return false;
    return game->number == number || err_set(why, "store_failed", "no such game");
}

struct game_reader {
    store_on_game *on_game;
    void *context;
    struct store_game game;
};

static bool pass_game(void *context, const struct db_row *row)
{
    struct game_reader *reader = context;

    memset(&reader->game, 0, sizeof reader->game);
    read_game(&reader->game, row);
    return reader->on_game(reader->context, &reader->game);
}

bool store_list_ended(struct store *store, int64_t before, int max, store_on_game *on_game,
                      void *context, struct err *why)
{
    struct game_reader *reader = memory_get(1, sizeof *reader);
    struct db *db = store_db(store, why);

    reader->on_game = on_game;
    reader->context = context;
    bool is_read = db && db_ask(db,
                                SELECT_GAME(" ''") " WHERE ended IS NOT NULL AND number < $1"
                                                   " AND last_position <> ''"
                                                   " ORDER BY number DESC LIMIT $2",
                                DB_VALUES(db_int(before), db_int(max)), pass_game, reader, why);
    free(reader);
    return is_read;
}

struct ply_reader {
    int64_t number;
    store_on_ply *on_ply;
    void *context;
};

static bool read_ply(void *context, const struct db_row *row)
{
    const struct ply_reader *reader = context;
    struct store_ply ply = {.number = reader->number};

    ply.ply = (int)db_row_int(row, 0);
    db_row_copy_text(row, 1, ply.words, sizeof ply.words);
    db_row_copy_text(row, 2, ply.hint, sizeof ply.hint);
    ply.time_ms = (int32_t)db_row_int(row, 3);
    ply.lag_ms = (int32_t)db_row_int(row, 4);
    return reader->on_ply(reader->context, &ply);
}

bool store_list_plies(struct store *store, int64_t number, store_on_ply *on_ply, void *context,
                      struct err *why)
{
    struct ply_reader reader = {.number = number, .on_ply = on_ply, .context = context};
    struct db *db = store_db(store, why);

    return db &&
           db_ask(
               db,
               "SELECT ply, words, hint, time_ms, lag_ms FROM plies WHERE game = $1 ORDER BY ply",
               DB_VALUES(db_int(number)), read_ply, &reader, why);
}

/* ---- records ---- */

/* A record that grows ply by ply. */
struct loading {
    const struct game_rules *rules;
    struct record *record;
    struct position pos;
    struct err *why;
    bool is_broken;
};

static bool add_ply(void *context, const struct store_ply *ply)
{
    struct loading *loading = context;
    struct slice words = slice_of(ply->words);
    move_t move;

    loading->is_broken = true;
    if (ply->ply != loading->record->ply_count)
        return err_set(loading->why, "store_gap", "");
    if (loading->rules->read(&loading->pos, words, &move, loading->why) != VERDICT_LEGAL ||
        !record_add(loading->record, move, words, ply->time_ms, loading->why))
        return false;
    loading->is_broken = false;
    record_set_lag(loading->record, ply->lag_ms);
    game_play(loading->rules, &loading->pos, move);
    if (ply->hint[0])
        record_add_hint(loading->record, slice_of(ply->hint),
                        NULL); /* may be missing, a move may not */
    return true;
}

bool store_load_record(struct store *store, const struct store_game *game, struct record *record,
                       struct err *why)
{
    struct loading loading = {.rules = game_find(slice_of(game->game)), .record = record};

    loading.why = why;
    if (!loading.rules)
        return err_set(why, "record_game", game->game);
    if (!loading.rules->parse(slice_of(game->start), &loading.pos, why))
        return false;
    record_init(record, loading.rules, &loading.pos);
    record->has_seed = game->has_seed;
    record->seed = game->seed;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        record_set_name(record, side, slice_of(game->names[side]));
    return store_list_plies(store, game->number, add_ply, &loading, why) && !loading.is_broken;
}

/* ---- last positions ---- */

/* A game that cannot be played through ends where it can be read no further. */
static bool set_last(struct store *store, int64_t number, const struct record *record,
                     struct err *why)
{
    int plies = record->ply_count;
    char text[GAME_TEXT_MAX];
    struct position end;
    struct buf buf;

    record_position(record, plies, &end);
    buf_init(&buf, text, sizeof text);
    record_rules(record)->print(&end, &buf);
    return run(store,
               "UPDATE games SET ply_count = $2, last_words = $3, last_position = $4"
               " WHERE number = $1",
               DB_VALUES(db_int(number), db_int(plies),
                         db_slice(plies > 0 ? record_slice(record, record->plies[plies - 1].words)
                                            : slice_make("", 0)),
                         db_slice(buf_slice(&buf))),
               why);
}

static bool fill_last_position(struct store *store, int64_t number, struct err *why)
{
    struct store_game *game = memory_get(1, sizeof *game);
    struct record *record = memory_get(1, sizeof *record);
    struct err fault = {0};
    bool is_fine = store_load_game(store, number, game, why);

    if (is_fine && !store_load_record(store, game, record, &fault) && store_is_trouble(&fault))
        is_fine = err_set(why, fault.code, fault.details);
    if (is_fine && record->game[0])
        is_fine = set_last(store, number, record, why);
    free(record);
    free(game);
    return is_fine;
}

bool store_fill_last_positions(struct db *db, schema_on_progress *on_progress, struct err *why)
{
    struct store store = {.db = db, .is_in_transaction = true};
    int64_t number = 0, last;

    if (!db_number(db, "SELECT max(number) FROM games", DB_NO_VALUES, 0, &last, why))
        return false;
    for (;;) {
        if (!db_number(db,
                       "SELECT number FROM games WHERE ended IS NOT NULL AND last_position = ''"
                       " AND number > $1 ORDER BY number LIMIT 1",
                       DB_VALUES(db_int(number)), 0, &number, why))
            return false;
        if (number == 0)
            return true;
        if (!fill_last_position(&store, number, why))
            return false;
        if (on_progress && number % 100 == 0)
            on_progress((double)number / (double)last);
    }
}
