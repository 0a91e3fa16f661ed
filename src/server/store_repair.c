#include "server/store_repair.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "proto/wire.h"
#include "server/archive.h"
#include "server/internal.h"
#include "server/journal_to_store.h"
#include "server/replay_files.h"
#include "server/store_check.h"
#include "store/database_file.h"
#include "store/transfer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BATCH_ROWS = 2000, PATH_SIZE = PATH_MAX + 32 };

struct work {
    struct store_repair *repair;
    char fresh[PATH_SIZE]; /* the new store while it grows */
    struct store *store;
    struct db *db;
    struct err *why;
    int64_t batch; /* rows of the open transaction */
    struct store_game game;
    struct record record, known; /* of a replay; of the store */
    struct err unsound;          /* why the new store is refused */
};

static void find(struct work *work, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void find(struct work *work, const char *code, const char *format, ...)
{
    char details[ERR_DETAILS_SIZE];
    struct err finding = {0};
    va_list args;

    va_start(args, format);
    vsnprintf(details, sizeof details, format, args);
    va_end(args);
    err_set(&finding, code, details);
    work->repair->on_finding(work->repair->context, &finding);
}

/* ---- 1. rows of the old store ---- */

static bool add_row(void *context, const struct salvage_row *row)
{
    struct work *work = context;

    if (work->batch == 0 && !db_begin(work->db, work->why))
        return false;
    if (!db_run(work->db, schema_tables[row->table].write, row->values, work->why)) {
        db_rollback(work->db);
        return false;
    }
    work->repair->rows += db_changed(work->db);
    work->batch = (work->batch + 1) % BATCH_ROWS;
    return work->batch != 0 || db_commit(work->db, work->why);
}

static bool take_rows(struct work *work)
{
    struct salvage *salvage = &work->repair->salvage;

    *salvage = (struct salvage){
        .on_row = add_row, .on_progress = work->repair->on_progress, .context = work};
    return salvage_read(salvage, work->repair->place) &&
           (work->batch == 0 || db_commit(work->db, work->why));
}

/* Is nothing missing, as far as that can be seen? */
static bool is_whole(const struct salvage *salvage)
{
    return salvage->has_head && salvage->damaged_pages == 0 && salvage->wal_damaged == 0 &&
           salvage->rows[SCHEMA_META] > 0;
}

/* ---- 2. replays ---- */

static bool has_game(struct work *work, int64_t number, bool *is_there)
{
    int64_t count;

    if (!db_number(work->db, "SELECT count(*) FROM games WHERE number = $1",
                   DB_VALUES(db_int(number)), 0, &count, work->why))
        return false;
    *is_there = count > 0;
    return true;
}

/* What the row says that follows from the moves, for lists. */
static bool is_same_summary(const struct store_game *game, const struct record *record)
{
    struct slice words = slice_make("", 0);
    char text[GAME_TEXT_MAX];
    struct position end;
    struct buf buf;

    if (record->ply_count > 0)
        words = record_slice(record, record->plies[record->ply_count - 1].words);
    record_position(record, record->ply_count, &end);
    buf_init(&buf, text, sizeof text);
    record_rules(record)->print(&end, &buf);
    return game->plies == record->ply_count && slice_is(words, game->last_words) &&
           strcmp(game->last_position, text) == 0 &&
           strcmp(game->game_type, wire_of(record_rules(record))->game_type) == 0;
}

/* Does the row say about the end what the replay says? */
static bool is_same_end(const struct store_game *game, const struct outcome *outcome)
{
    const struct game_result *a = &game->outcome.result, *b = &outcome->result;

    return game->ended_ms > 0 && a->winner == b->winner &&
           memcmp(a->score, b->score, sizeof a->score) == 0 &&
           strcmp(game->outcome.reason[SIDE_RED], outcome->reason[SIDE_RED]) == 0 &&
           strcmp(game->outcome.reason[SIDE_BLUE], outcome->reason[SIDE_BLUE]) == 0 &&
           game->outcome.cause[SIDE_RED] == outcome->cause[SIDE_RED] &&
           game->outcome.cause[SIDE_BLUE] == outcome->cause[SIDE_BLUE];
}

static void find_outcome(const struct record *record, struct outcome *outcome)
{
    const struct game_rules *rules = record_rules(record);
    struct position end;

    if (record->has_outcome) {
        *outcome = record->outcome;
        return;
    }
    record_position(record, record->ply_count, &end);
    if (end.side == SIDE_NONE)
        wire_end_regular(record, &end, outcome);
    else
        outcome_void(outcome, rules, &end, CAUSE_UNKNOWN);
}

/* What a replay does not know, but a row must have. */
static void describe_lost(struct work *work, const struct replay_file *file)
{
    struct store_game *game = &work->game;
    char path[PATH_MAX];
    struct stat info;

    *game = (struct store_game){.number = file->number, .started_ms = file->started_ms};
    replay_files_path(work->repair->folder, file->replay, ".kw", path);
    game->ended_ms = stat(path, &info) == 0 ? (int64_t)info.st_mtime * 1000 : clock_wall_ms();
    rooms_draw_id(game->id, LIMIT_ROOMS); /* no room that lives has this place */
    snprintf(game->game_type, sizeof game->game_type, "%s", file->game_type);
}

/* The game as its replay has it; what only the row knows stays. */
static void take_record(struct work *work)
{
    const struct record *record = &work->record;
    struct store_game *game = &work->game;
    struct buf start;

    snprintf(game->game, sizeof game->game, "%s", record->game);
    snprintf(game->game_type, sizeof game->game_type, "%s",
             wire_of(record_rules(record))->game_type);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        snprintf(game->names[side], RECORD_NAME_SIZE, "%s", record->names[side]);
    game->ruleset = (enum ruleset)record->start.ruleset;
    game->has_seed = record->has_seed;
    game->seed = record->seed;
    buf_init(&start, game->start, sizeof game->start);
    record_rules(record)->print(&record->start, &start);
    game->last_position[0] = '\0';
    find_outcome(record, &game->outcome);
}

static bool add_plies(struct work *work)
{
    const struct record *record = &work->record;
    struct store_ply ply = {.number = work->game.number};

    for (ply.ply = 0; ply.ply < record->ply_count; ply.ply++) {
        const struct record_ply *from = &record->plies[ply.ply];
        ply.time_ms = from->time_ms;
        ply.lag_ms = from->lag_ms;
        buf_copy(ply.words, sizeof ply.words, record_slice(record, from->words));
        buf_copy(ply.hint, sizeof ply.hint, record_slice(record, from->hint));
        if (!store_add_ply(work->store, &ply, work->why))
            return false;
    }
    return true;
}

static bool replace_game(struct work *work, const char *replay)
{
    struct store_game *game = &work->game;

    take_record(work);
    if (game->ended_ms == 0)
        game->ended_ms = clock_wall_ms();
    return store_remove_game(work->store, game->number, work->why) &&
           store_add_game(work->store, game, work->why) && add_plies(work) &&
           store_end_game(work->store, game, work->why) &&
           store_set_replay(work->store, game->number, replay, work->why);
}

/* Words that the store reads leniently: a damaged one would be taken for the usual. */
static bool has_words(struct work *work, const char *replay, const struct outcome *outcome)
{
    int64_t count = 0;

    return db_number(work->db,
                     "SELECT count(*) FROM games WHERE number = $1 AND replay = $2 AND rules = $3"
                     " AND winner = $4 AND red_cause = $5 AND blue_cause = $6",
                     DB_VALUES(db_int(work->game.number), db_text(replay),
                               db_text(ruleset_name((enum ruleset)work->record.start.ruleset)),
                               db_text(side_name(outcome->result.winner)),
                               db_text(cause_name(outcome->cause[SIDE_RED])),
                               db_text(cause_name(outcome->cause[SIDE_BLUE]))),
                     0, &count, NULL) &&
           count == 1;
}

static bool is_as_replayed(struct work *work, const char *replay)
{
    struct outcome outcome;

    find_outcome(&work->record, &outcome);
    if (!has_words(work, replay, &outcome) ||
        !store_load_record(work->store, &work->game, &work->known, NULL))
        return false;
    record_end(&work->known, &work->game.outcome);
    return replay_files_are_same(&work->known, &work->record) &&
           is_same_end(&work->game, &outcome) && is_same_summary(&work->game, &work->record);
}

/* False: the new store cannot be written. */
static bool take_replay(struct work *work, const struct replay_file *file)
{
    char path[PATH_MAX];
    bool is_there;

    replay_files_path(work->repair->folder, file->replay, ".kw", path);
    if (!replay_files_load(path, &work->record, NULL)) {
        find(work, "check_replay", "%" PRId64 " %s.kw", file->number, file->replay);
        return true;
    }
    if (!has_game(work, file->number, &is_there))
        return false;
    if (!is_there) {
        describe_lost(work, file);
        work->repair->games_added++;
        return replace_game(work, file->replay);
    }
    if (!store_load_game(work->store, file->number, &work->game, work->why))
        return false;
    if (is_as_replayed(work, file->replay))
        return true;
    work->repair->games_mended++;
    return replace_game(work, file->replay);
}

static bool take_all_replays(struct work *work, const struct replay_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        if (!take_replay(work, &files->list[i]))
            return false;
        if (work->repair->on_progress && i % 16 == 0)
            work->repair->on_progress((double)i / (double)files->count);
    }
    return true;
}

static bool take_replays(struct work *work)
{
    struct replay_files files;

    if (!work->repair->has_journal)
        return true;
    replay_files_list(&files, work->repair->folder);
    bool is_done = store_begin(work->store, work->why) &&
                   store_end(work->store, take_all_replays(work, &files), work->why);
    replay_files_free(&files);
    return is_done;
}

/* ---- 3. the journal ---- */

/* The line up to which nothing more will come: at least that before the last segment. */
static uint64_t reached(const char *folder, uint64_t stored)
{
    uint64_t *segments;
    int count = journal_list(folder, &segments);

    if (count > 0 && segments[count - 1] > stored + 1)
        stored = segments[count - 1] - 1;
    free(segments);
    return stored;
}

/* Adding what is there already changes nothing; so if anything may be missing, all lines that are
 * left are brought in again. */
static bool take_journal(struct work *work)
{
    struct store_repair *repair = work->repair;
    struct journal_to_store to_store;
    struct log *log = log_create(NULL, work->why);

    if (!log || !journal_to_store_init(&to_store, repair->folder, work->store, log, work->why)) {
        log_destroy(log);
        return false;
    }
    uint64_t stored = to_store.stored;
    to_store.keeps_segments = true;
    if (!is_whole(&repair->salvage))
        to_store.stored = 0;
    uint64_t from = to_store.stored;
    bool is_read = journal_to_store_recover(&to_store, work->why);
    if (is_read && to_store.stored > from)
        repair->lines = (int64_t)(to_store.stored - from);
    stored = reached(repair->folder, stored > to_store.stored ? stored : to_store.stored);
    is_read = is_read && store_set_journal_sequence(work->store, stored, work->why);
    journal_to_store_finish(&to_store);
    log_destroy(log);
    return is_read;
}

/* ---- what does not fit together ---- */

static const struct {
    const char *code, *count, *sql;
} lone_rows[] = {
    {"check_lone_moves",
     "SELECT count(*) FROM plies WHERE NOT EXISTS (SELECT 1 FROM games WHERE number = plies.game)",
     "DELETE FROM plies WHERE NOT EXISTS (SELECT 1 FROM games WHERE number = plies.game)"},
    {"check_lone_pairs",
     "SELECT count(*) FROM pairs WHERE NOT EXISTS (SELECT 1 FROM tests WHERE id = pairs.test)",
     "DELETE FROM pairs WHERE NOT EXISTS (SELECT 1 FROM tests WHERE id = pairs.test)"},
    {"check_lone_results",
     "SELECT count(*) FROM results WHERE NOT EXISTS (SELECT 1 FROM tests WHERE id = results.test)",
     "DELETE FROM results WHERE NOT EXISTS (SELECT 1 FROM tests WHERE id = results.test)"},
    {"check_lone_versions",
     "SELECT count(*) FROM bot_versions WHERE NOT EXISTS"
     " (SELECT 1 FROM bots WHERE id = bot_versions.bot)",
     "DELETE FROM bot_versions WHERE NOT EXISTS (SELECT 1 FROM bots WHERE id = bot_versions.bot)"},
    {"repair_bots_empty",
     "SELECT count(*) FROM bots WHERE NOT EXISTS (SELECT 1 FROM bot_versions WHERE bot = bots.id)",
     "DELETE FROM bots WHERE NOT EXISTS (SELECT 1 FROM bot_versions WHERE bot = bots.id)"},
    {"check_bots_active",
     "SELECT count(*) FROM bots WHERE NOT EXISTS"
     " (SELECT 1 FROM bot_versions WHERE bot = bots.id AND number = bots.active)",
     "UPDATE bots SET active = (SELECT max(number) FROM bot_versions WHERE bot = bots.id)"
     " WHERE NOT EXISTS"
     " (SELECT 1 FROM bot_versions WHERE bot = bots.id AND number = bots.active)"},
    {"check_pairs_done",
     "SELECT count(*) FROM pairs WHERE state = 2 AND NOT EXISTS (SELECT 1 FROM results"
     " WHERE results.test = pairs.test AND results.pair = pairs.pair)",
     "UPDATE pairs SET state = 0, worker = '', lease = 0 WHERE state = 2 AND NOT EXISTS"
     " (SELECT 1 FROM results WHERE results.test = pairs.test AND results.pair = pairs.pair)"},
    {NULL, NULL,
     "DELETE FROM bot_turns WHERE NOT EXISTS (SELECT 1 FROM bots WHERE id = bot_turns.bot)"},
};

static bool tidy(struct work *work)
{
    for (size_t i = 0; i < sizeof lone_rows / sizeof *lone_rows; i++) {
        int64_t count = 0;
        if (lone_rows[i].count &&
            !db_number(work->db, lone_rows[i].count, DB_NO_VALUES, 0, &count, work->why))
            return false;
        if (count > 0)
            find(work, lone_rows[i].code, "%" PRId64, count);
        if (!db_run(work->db, lone_rows[i].sql, DB_NO_VALUES, work->why))
            return false;
    }
    return transfer_tidy(work->db, work->why) &&
           store_fill_last_positions(work->db, NULL, work->why);
}

/* Folders of bots that the new store does not know. */
static bool name_lost_bots(struct work *work)
{
    char path[PATH_SIZE];
    bool is_fine = true;

    if (!work->repair->folder)
        return true;
    snprintf(path, sizeof path, "%s/bots", work->repair->folder);
    DIR *dir = opendir(path);
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry && is_fine; entry = readdir(dir)) {
        int64_t id, count = 1;
        if (slice_to_int64(slice_of(entry->d_name), &id))
            is_fine = db_number(work->db, "SELECT count(*) FROM bots WHERE id = $1",
                                DB_VALUES(db_int(id)), 0, &count, work->why);
        if (is_fine && count == 0)
            find(work, "repair_bot_lost", "bots/%s", entry->d_name);
    }
    if (dir)
        closedir(dir);
    return is_fine;
}

static bool count_games(struct work *work)
{
    return db_number(work->db, "SELECT count(*) FROM games", DB_NO_VALUES, 0, &work->repair->games,
                     work->why) &&
           db_number(work->db, "SELECT count(*) FROM games WHERE ended IS NOT NULL", DB_NO_VALUES,
                     0, &work->repair->finished, work->why);
}

/* ---- the new store takes the place of the old one ---- */

static void with_ending(char path[PATH_SIZE], const char *place, const char *ending)
{
    snprintf(path, PATH_SIZE, "%s%s", place, ending);
}

static void remove_store(const char *path)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    char file[PATH_SIZE + 16];

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(file, sizeof file, "%s%s", path, endings[i]);
        unlink(file);
    }
}

static bool move(const char *from, const char *to, struct err *why)
{
    return rename(from, to) == 0 || errno == ENOENT || err_set(why, "file_write", to);
}

/* Names survive a power cut only when their folder is synced. */
static void sync_folder(const char *folder)
{
    int dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (dir < 0)
        return;
    fsync(dir);
    close(dir);
}

/* The first NAME.damaged-N that is free; a repair that was killed may have moved a part. */
static void choose_aside(const struct store_repair *repair, char aside[PATH_SIZE])
{
    bool is_begun = access(repair->place, F_OK) != 0;
    int number = 1;

    do
        snprintf(aside, PATH_SIZE, "%s" DATABASE_FILE_DAMAGED "%d", repair->place, number++);
    while (access(aside, F_OK) == 0);
    if (is_begun && number > 2)
        snprintf(aside, PATH_SIZE, "%s" DATABASE_FILE_DAMAGED "%d", repair->place, number - 2);
}

/* First the old store goes: from then on nothing opens one, until the new one is there.  Its log
 * must be gone before, because SQLite would take it for that of the new one. */
static bool swap(struct work *work)
{
    struct store_repair *repair = work->repair;
    char repaired[PATH_SIZE], from[PATH_SIZE + 8], to[PATH_SIZE + 8], aside[PATH_SIZE];
    char folder[PATH_MAX];

    with_ending(repaired, repair->place, DATABASE_FILE_REPAIRED);
    database_file_folder(repair->place, folder);
    choose_aside(repair, aside);
    bool had_store = access(repair->place, F_OK) == 0;
    if (!move(repair->place, aside, work->why))
        return false;
    sync_folder(folder);
    snprintf(from, sizeof from, "%s-wal", repair->place);
    snprintf(to, sizeof to, "%s-wal", aside);
    if (access(from, F_OK) == 0 && !move(from, to, work->why))
        return false;
    snprintf(from, sizeof from, "%s-shm", repair->place);
    unlink(from);
    snprintf(from, sizeof from, "%s-journal", repair->place);
    unlink(from);
    if (rename(repaired, repair->place) != 0)
        return err_set(work->why, "file_write", repair->place);
    sync_folder(folder);
    if (had_store || access(aside, F_OK) == 0 || access(to, F_OK) == 0)
        snprintf(repair->aside, sizeof repair->aside, "%s", aside);
    return true;
}

/* ---- everything ---- */

static bool fill(struct work *work)
{
    work->store = store_open_at(work->fresh, work->why);
    work->db = work->store ? store_db(work->store, work->why) : NULL;
    return work->db && take_rows(work) && take_replays(work) &&
           (!work->repair->has_journal || take_journal(work)) && db_begin(work->db, work->why) &&
           db_end(work->db, tidy(work), work->why) && name_lost_bots(work) && count_games(work);
}

/* Findings about games are passed on; those about the file itself are mistakes of ours. */
static void take_finding(void *context, const struct err *finding)
{
    struct work *work = context;

    if (strcmp(finding->code, "check_integrity") == 0 || store_is_trouble(finding))
        err_set(&work->unsound, "repair_failed", finding->details);
    work->repair->on_finding(work->repair->context, finding);
}

static bool is_sound(struct work *work)
{
    struct store_check check = {.place = work->fresh,
                                .folder = work->repair->folder,
                                .on_finding = take_finding,
                                .on_progress = work->repair->on_progress,
                                .context = work};

    store_check_run(&check);
    return !work->unsound.code[0] || err_set(work->why, work->unsound.code, work->unsound.details);
}

static bool make(struct work *work)
{
    char repaired[PATH_SIZE];

    with_ending(repaired, work->repair->place, DATABASE_FILE_REPAIRED);
    remove_store(work->fresh);
    bool is_filled = fill(work);
    store_close(work->store); /* the last connection leaves no log behind */
    is_filled = is_filled && is_sound(work);
    if (is_filled && rename(work->fresh, repaired) == 0)
        return true;
    if (is_filled)
        err_set(work->why, "file_write", repaired);
    remove_store(work->fresh);
    return false;
}

/* Complete, and the old store has gone already: only the names are left to do. */
static bool was_interrupted(const struct store_repair *repair)
{
    char repaired[PATH_SIZE];

    with_ending(repaired, repair->place, DATABASE_FILE_REPAIRED);
    return access(repaired, F_OK) == 0 && access(repair->place, F_OK) != 0;
}

bool store_repair_run(struct store_repair *repair, struct err *why)
{
    int lock = repair->folder ? archive_lock(repair->folder, why) : -1;

    if (repair->folder && lock < 0)
        return false;
    struct work *work = memory_get(1, sizeof *work);
    work->repair = repair;
    work->why = why;
    with_ending(work->fresh, repair->place, ".repair");
    repair->has_journal = repair->folder && !database_file_has_owner(repair->folder);
    repair->is_resumed = was_interrupted(repair);
    bool is_done = (repair->is_resumed || make(work)) && swap(work);
    free(work);
    if (lock >= 0)
        close(lock);
    return is_done;
}
