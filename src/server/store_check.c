#include "server/store_check.h"

#include "base/file.h"
#include "base/gz.h"
#include "base/memory.h"
#include "proto/wire.h"
#include "server/journal.h"
#include "server/replay_files.h"
#include "store/database_file.h"
#include "store/store.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    CHUNK_BYTES = 256 * 1024, /* of the journal, read at a time */
    XML_BYTES_MAX = 64 << 20, /* of an unpacked replay */
};

struct work {
    struct store_check *check;
    struct store *store;
    struct db *db;
    /* Listed before the moment of which everything is read: a server that runs removes segments and
     * replays only after the database has changed, or together with it. */
    uint64_t *segments;
    int segment_count;
    struct replay_files files;
    uint64_t stored; /* lines of the journal that are in the store */
    /* The game at hand. */
    struct store_game game;
    struct record record, other;
    int64_t *missing; /* games whose replay was not there */
    size_t missing_count;
};

static void find(struct work *work, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void tell(struct work *work, const struct err *finding)
{
    work->check->findings++;
    work->check->on_finding(work->check->context, finding);
}

static void find(struct work *work, const char *code, const char *format, ...)
{
    char details[ERR_DETAILS_SIZE];
    struct err finding = {0};
    va_list args;

    va_start(args, format);
    vsnprintf(details, sizeof details, format, args);
    va_end(args);
    err_set(&finding, code, details);
    tell(work, &finding);
}

/* ---- the database itself ---- */

static bool take_fault(void *context, const struct db_row *row)
{
    struct slice text = db_row_text(row, 0);

    if (slice_take(&text, "***"))
        slice_take_until(&text, '\n'); /* a headline: in which of several databases */
    if (text.len > 0 && !slice_is(text, "ok"))
        find(context, "check_integrity", "%.*s", (int)text.len, text.at);
    return true;
}

static bool take_foreign_key(void *context, const struct db_row *row)
{
    struct slice table = db_row_text(row, 0);

    find(context, "check_integrity", "foreign key of %.*s", (int)table.len, table.at);
    return true;
}

static bool check_file(struct work *work, struct err *why)
{
    return db_engine(work->db) != DB_SQLITE ||
           (db_ask(work->db, "PRAGMA integrity_check(20)", DB_NO_VALUES, take_fault, work, why) &&
            db_ask(work->db, "PRAGMA foreign_key_check", DB_NO_VALUES, take_foreign_key, work,
                   why));
}

/* ---- what rows say about each other ---- */

/* Each counts rows that should not be. */
static const struct {
    const char *code;
    const char *sql;
} rules_of_rows[] = {
    {"check_lone_moves", "SELECT count(*) FROM plies WHERE NOT EXISTS"
                         " (SELECT 1 FROM games WHERE number = plies.game)"},
    {"check_lone_pairs", "SELECT count(*) FROM pairs WHERE NOT EXISTS"
                         " (SELECT 1 FROM tests WHERE id = pairs.test)"},
    {"check_lone_results", "SELECT count(*) FROM results WHERE NOT EXISTS"
                           " (SELECT 1 FROM tests WHERE id = results.test)"},
    {"check_pairs_done", "SELECT count(*) FROM pairs WHERE state = 2 AND NOT EXISTS"
                         " (SELECT 1 FROM results WHERE results.test = pairs.test"
                         " AND results.pair = pairs.pair)"},
    {"check_lone_versions", "SELECT count(*) FROM bot_versions WHERE NOT EXISTS"
                            " (SELECT 1 FROM bots WHERE id = bot_versions.bot)"},
    {"check_bots_active", "SELECT count(*) FROM bots WHERE NOT EXISTS (SELECT 1 FROM bot_versions"
                          " WHERE bot = bots.id AND number = bots.active)"},
};

static bool check_rows(struct work *work, struct err *why)
{
    for (size_t i = 0; i < sizeof rules_of_rows / sizeof *rules_of_rows; i++) {
        int64_t count;
        if (!db_number(work->db, rules_of_rows[i].sql, DB_NO_VALUES, 0, &count, why))
            return false;
        if (count > 0)
            find(work, rules_of_rows[i].code, "%" PRId64, count);
    }
    return true;
}

static size_t count_char(struct slice text, char c)
{
    size_t count = 0;

    for (size_t i = 0; i < text.len; i++)
        count += text.at[i] == c;
    return count;
}

/* A letter for each mover, a line for each move; the winner is A, B or empty. */
static bool take_result(void *context, const struct db_row *row)
{
    struct work *work = context;
    struct slice movers = db_row_text(row, 3), winner = db_row_text(row, 5);
    bool is_sound = count_char(db_row_text(row, 4), '\n') == movers.len &&
                    db_row_int(row, 1) / 2 == db_row_int(row, 2) &&
                    (winner.len == 0 || slice_is(winner, "A") || slice_is(winner, "B"));

    work->check->results++;
    if (!is_sound)
        find(work, "check_result", "%" PRId64 " %" PRId64, db_row_int(row, 0), db_row_int(row, 1));
    return true;
}

static bool check_results(struct work *work, struct err *why)
{
    return db_stream(work->db,
                     "SELECT test, game, pair, movers, moves, winner FROM results"
                     " ORDER BY test, game",
                     take_result, work, why);
}

/* ---- games ---- */

/* The right winner: by the rules if the game came to its end, else by the causes. */
static enum side winner_of(const struct work *work, const struct position *end)
{
    const struct game_rules *rules = record_rules(&work->record);
    struct outcome outcome = work->game.outcome;
    bool is_regular =
        outcome.cause[SIDE_RED] == CAUSE_REGULAR && outcome.cause[SIDE_BLUE] == CAUSE_REGULAR;

    if (end->side == SIDE_NONE && is_regular)
        wire_end_regular(&work->record, end, &outcome);
    else
        outcome_settle(&outcome, rules, end);
    return outcome.result.winner;
}

static void check_end(struct work *work)
{
    const struct store_game *game = &work->game;
    const struct record *record = &work->record;
    char text[GAME_TEXT_MAX];
    struct slice words = slice_make("", 0);
    struct position end;
    struct buf buf;

    if (record->ply_count > 0)
        words = record_slice(record, record->plies[record->ply_count - 1].words);
    record_position(record, record->ply_count, &end);
    buf_init(&buf, text, sizeof text);
    record_rules(&work->record)->print(&end, &buf);
    enum side winner = winner_of(work, &end);
    if (game->plies != work->record.ply_count)
        find(work, "check_count", "%" PRId64 " %d %d", game->number, work->record.ply_count,
             game->plies);
    else if (strcmp(game->last_position, text) != 0 || !slice_is(words, game->last_words))
        find(work, "check_last", "%" PRId64, game->number);
    if (winner != game->outcome.result.winner)
        find(work, "check_winner", "%" PRId64 " %s %s", game->number,
             side_name(game->outcome.result.winner), side_name(winner));
}

static bool is_packed_file_sound(const struct work *work)
{
    char path[PATH_MAX];
    struct slice text;

    replay_files_path(work->check->folder, work->game.replay, ".xml.gz", path);
    if (!gz_read(path, XML_BYTES_MAX, &text, NULL))
        return false;
    file_free(text);
    return true;
}

/* A running server may just be removing it together with its game: that is asked later. */
static void note_missing(struct work *work)
{
    work->missing = memory_grow(work->missing, (work->missing_count + 1) * sizeof *work->missing);
    work->missing[work->missing_count++] = work->game.number;
}

static void check_replay(struct work *work)
{
    char path[PATH_MAX];
    struct err why = {0};

    work->check->replays++;
    replay_files_path(work->check->folder, work->game.replay, ".kw", path);
    if (access(path, F_OK) != 0) {
        note_missing(work);
        return;
    }
    record_end(&work->record, &work->game.outcome);
    if (!replay_files_load(path, &work->other, &why))
        find(work, "check_replay", "%" PRId64 " %s.kw", work->game.number, work->game.replay);
    else if (!replay_files_are_same(&work->record, &work->other))
        find(work, "check_replay_differs", "%" PRId64 " %s.kw", work->game.number,
             work->game.replay);
    else if (!is_packed_file_sound(work))
        find(work, "check_replay", "%" PRId64 " %s.xml.gz", work->game.number, work->game.replay);
}

/* False: the store cannot be read. */
static bool check_game(struct work *work, int64_t number, struct err *why)
{
    struct err fault = {0};

    work->record.game[0] = '\0';
    if (!store_load_game(work->store, number, &work->game, why))
        return false;
    bool is_sound = store_load_record(work->store, &work->game, &work->record, &fault);
    if (!is_sound && store_is_trouble(&fault))
        return err_set(why, fault.code, fault.details);
    work->check->games++;
    if (!work->record.game[0]) {
        find(work, "check_start", "%" PRId64 " %s", number, fault.code);
        return true;
    }
    work->check->plies += work->record.ply_count;
    if (!is_sound)
        find(work, strcmp(fault.code, "store_gap") == 0 ? "check_gap" : "check_move",
             "%" PRId64 " %d %s", number, work->record.ply_count + 1, fault.code);
    if (is_sound && work->game.ended_ms > 0)
        check_end(work);
    if (is_sound && work->check->folder && work->game.replay[0])
        check_replay(work);
    return true;
}

static bool check_games(struct work *work, struct err *why)
{
    int64_t last, number = 0;

    if (!store_last_number(work->store, &last, why))
        return false;
    for (;;) {
        if (!db_number(work->db,
                       "SELECT number FROM games WHERE number > $1 ORDER BY number LIMIT 1",
                       DB_VALUES(db_int(number)), 0, &number, why))
            return false;
        if (number == 0)
            return true;
        if (!check_game(work, number, why))
            return false;
        if (work->check->on_progress && number % 16 == 0)
            work->check->on_progress((double)number / (double)last);
    }
}

/* Replays whose game is not in the store. */
static bool check_lone_replays(struct work *work, struct err *why)
{
    char path[PATH_MAX];

    for (size_t i = 0; i < work->files.count; i++) {
        const struct replay_file *file = &work->files.list[i];
        int64_t count;
        if (!db_number(work->db, "SELECT count(*) FROM games WHERE number = $1",
                       DB_VALUES(db_int(file->number)), 0, &count, why))
            return false;
        replay_files_path(work->check->folder, file->replay, ".kw", path);
        if (count == 0 && access(path, F_OK) == 0)
            find(work, "check_lone_replay", "%" PRId64 " %s.kw", file->number, file->replay);
    }
    return true;
}

/* After the moment of which everything was read. */
static bool check_missing(struct work *work, struct err *why)
{
    for (size_t i = 0; i < work->missing_count; i++) {
        int64_t count;
        if (!db_number(work->db, "SELECT count(*) FROM games WHERE number = $1",
                       DB_VALUES(db_int(work->missing[i])), 0, &count, why))
            return false;
        if (count > 0)
            find(work, "check_replay_missing", "%" PRId64, work->missing[i]);
    }
    return true;
}

/* ---- the journal ---- */

/* Reads a segment to its end; `place` follows.  False: it is gone, because everything in it is in
 * the store. */
static bool read_segment(struct work *work, struct journal_place *place, enum journal_line *last)
{
    char *chunk = memory_get(CHUNK_BYTES, 1);
    int64_t len;
    bool has_more = true;

    *last = JOURNAL_WHOLE;
    while (has_more && (len = journal_read(work->check->folder, place, chunk, CHUNK_BYTES)) > 0) {
        struct slice bytes = slice_make(chunk, (size_t)len), event;
        size_t before = bytes.len;
        while ((*last = journal_parse_line(&bytes, place, &event)) == JOURNAL_WHOLE)
            work->check->lines++;
        has_more = bytes.len < before;
    }
    if (has_more && len == 0)
        *last = JOURNAL_WHOLE;
    free(chunk);
    return !has_more || len == 0;
}

static void check_segments(struct work *work)
{
    uint64_t next = 0;

    for (int i = 0; i < work->segment_count; i++) {
        struct journal_place place = {.segment = work->segments[i], .sequence = work->segments[i]};
        bool is_last = i == work->segment_count - 1;
        enum journal_line line;
        if (next > 0 && place.sequence > next)
            find(work, "check_journal_gap", "%" PRIu64 " %" PRIu64, next, place.sequence - 1);
        if (!read_segment(work, &place, &line))
            continue;
        work->check->segments++;
        if (line == JOURNAL_DAMAGED || (line == JOURNAL_PARTIAL && !is_last))
            find(work, "check_journal", "%" PRIu64 " %" PRId64, place.segment, place.offset);
        next = place.sequence;
    }
}

static void check_journal(struct work *work)
{
    if (work->segment_count > 0 && work->segments[0] > work->stored + 1)
        find(work, "check_journal_gap", "%" PRIu64 " %" PRIu64, work->stored + 1,
             work->segments[0] - 1);
    check_segments(work);
}

/* ---- everything ---- */

static bool check_all(struct work *work, struct err *why)
{
    return check_file(work, why) && store_journal_sequence(work->store, &work->stored, why) &&
           check_rows(work, why) && check_results(work, why) && check_games(work, why) &&
           check_lone_replays(work, why);
}

/* Where the games are on a server, only they have to do with journal and replays. */
static bool has_folder(const struct store_check *check)
{
    return check->folder && (db_is_server(check->place) || !database_file_has_owner(check->folder));
}

static bool read_moment(struct work *work, struct err *why)
{
    if (!db_begin_reading(work->db, why))
        return false;
    bool is_read = check_all(work, why);
    db_rollback(work->db);
    return is_read && check_missing(work, why);
}

bool store_check_run(struct store_check *check)
{
    struct work *work = memory_get(1, sizeof *work);
    struct err why = {0};

    work->check = check;
    if (!has_folder(check))
        check->folder = NULL;
    if (check->folder) {
        work->segment_count = journal_list(check->folder, &work->segments);
        replay_files_list(&work->files, check->folder);
    }
    work->store = store_open_to_look(check->place, &why);
    work->db = work->store ? store_db(work->store, &why) : NULL;
    bool is_read = work->db && read_moment(work, &why);
    if (!is_read)
        tell(work, &why);
    if (check->folder && is_read)
        check_journal(work);
    store_close(work->store);
    replay_files_free(&work->files);
    free(work->segments);
    free(work->missing);
    free(work);
    return check->findings == 0;
}
