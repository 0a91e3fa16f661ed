#include "server/archive.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "server/entry.h"
#include "server/feeder.h"
#include "server/house.h"
#include "server/journal.h"
#include "server/replays.h"
#include "server/report.h"
#include "server/settle.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

struct archive {
    char folder[PATH_MAX];
    struct log *log;
    int lock; /* descriptor of the locked file */

    /* the loop's */
    struct journal *journal;
    int64_t last_number;
    bool is_journal_stuck;
    struct entry entry; /* the one being written */

    /* the thread's, once it has started */
    struct store *store;
    struct feeder feeder;
    struct replays replays;

    uv_thread_t thread;
    bool has_thread;
    uv_mutex_t mutex;
    uv_cond_t wake;
    /* under the mutex */
    struct journal_place end; /* of the journal */
    bool is_started, is_stopping;
    bool has_news;
    bool is_store_stuck;
    struct err store_trouble;
};

/* ---- the thread ---- */

static void set_store_trouble(struct archive *archive, const struct err *why)
{
    uv_mutex_lock(&archive->mutex);
    bool was_stuck = archive->is_store_stuck;
    archive->is_store_stuck = why != NULL;
    if (why)
        archive->store_trouble = *why;
    uv_mutex_unlock(&archive->mutex);
    if (why && !was_stuck)
        log_err(archive->log, "store-stuck", why);
    if (!why && was_stuck)
        report_text(archive->log, "store-works-again", NULL, NULL);
}

/* One round: the journal first, so that it never grows while replays are written. */
static bool work_once(struct archive *archive, const struct journal_place *end, int64_t until_us,
                      bool *is_done, struct err *why)
{
    bool is_written, is_forgotten;

    if (!feeder_feed(&archive->feeder, end, why) ||
        !replays_write(&archive->replays, ARCHIVE_BATCH, until_us, &is_written, why) ||
        !replays_forget(&archive->replays, ARCHIVE_BATCH, &is_forgotten, why))
        return false;
    *is_done = is_written && is_forgotten;
    return true;
}

/* Under the mutex: a pause that only the end interrupts. */
static void rest(struct archive *archive, int64_t pause_ms)
{
    int64_t until_us = clock_now_us() + pause_ms * 1000;

    for (int64_t now_us = clock_now_us(); now_us < until_us && !archive->is_stopping;
         now_us = clock_now_us())
        uv_cond_timedwait(&archive->wake, &archive->mutex, (uint64_t)(until_us - now_us) * 1000);
}

/* Waits until there is something to do.  A short rest makes many moves one transaction; a store
 * that is stuck is left alone for a while.  The end of the journal, and whether we are to stop. */
static struct journal_place wait_for_work(struct archive *archive, bool is_done, bool *is_stopping)
{
    uv_mutex_lock(&archive->mutex);
    while (is_done && !archive->has_news && !archive->is_stopping)
        uv_cond_wait(&archive->wake, &archive->mutex);
    if (archive->is_store_stuck)
        rest(archive, ARCHIVE_RETRY_MS);
    else if (is_done)
        rest(archive, ARCHIVE_GATHER_MS);
    archive->has_news = false;
    *is_stopping = archive->is_stopping;
    struct journal_place end = archive->end;
    uv_mutex_unlock(&archive->mutex);
    return end;
}

/* Until then the store is the loop's. */
static void wait_for_start(struct archive *archive)
{
    uv_mutex_lock(&archive->mutex);
    while (!archive->is_started && !archive->is_stopping)
        uv_cond_wait(&archive->wake, &archive->mutex);
    uv_mutex_unlock(&archive->mutex);
}

/* What is left when there is no more time stays where it is; the next server finds it. */
static void finish(struct archive *archive, const struct journal_place *end)
{
    int64_t until_us = clock_now_us() + ARCHIVE_STOP_MS * 1000;
    struct err why = {0};
    bool is_done = false;

    while (!is_done && clock_now_us() < until_us) {
        if (!work_once(archive, end, until_us, &is_done, &why)) {
            log_err(archive->log, "store-stuck", &why);
            return;
        }
    }
}

static void run(void *context)
{
    struct archive *archive = context;
    bool is_stopping = false, is_done = false;

    wait_for_start(archive);
    for (;;) {
        struct journal_place end = wait_for_work(archive, is_done, &is_stopping);
        struct err why = {0};
        if (is_stopping) {
            finish(archive, &end);
            return;
        }
        int64_t until_us = clock_now_us() + ARCHIVE_ROUND_MS * 1000;
        is_done = false;
        bool works = work_once(archive, &end, until_us, &is_done, &why);
        set_store_trouble(archive, works ? NULL : &why);
    }
}

/* ---- coming and going ---- */

static bool take_lock(struct archive *archive, struct err *why)
{
    char path[PATH_MAX + 8];

    snprintf(path, sizeof path, "%s/lock", archive->folder);
    archive->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (archive->lock < 0)
        return err_say(why, "file_write", path);
    if (flock(archive->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    return err_say(why, errno == EWOULDBLOCK ? "folder_in_use" : "file_write", archive->folder);
}

/* The number of this folder, made at the first time. */
static bool folder_number(const char *folder, int64_t *number, struct err *why)
{
    char path[PATH_MAX + 16], text[24];
    struct slice known;

    snprintf(path, sizeof path, "%s/owner", folder);
    if (file_read(path, sizeof text, &known, NULL)) {
        bool is_number = slice_to_int64(slice_trim(known), number) && *number != 0;
        file_free(known);
        return is_number || err_say(why, "file_missing", path);
    }
    *number = 1 + (int64_t)(randombytes_random() & INT32_MAX);
    snprintf(text, sizeof text, "%lld\n", (long long)*number);
    return file_write(path, slice_of(text), why);
}

/* A store elsewhere may be found by servers with other folders. */
static bool open_remote(struct archive *archive, const char *place, struct err *why)
{
    int64_t owner;

    archive->store = store_open_at(place, why);
    return archive->store && folder_number(archive->folder, &owner, why) &&
           store_claim(archive->store, owner, why);
}

static bool open_store(struct archive *archive, const char *place, struct err *why)
{
    if (!place)
        archive->store = store_open(archive->folder, why);
    if (place ? !open_remote(archive, place, why) : !archive->store)
        return false;
    archive->replays.store = archive->store;
    return feeder_init(&archive->feeder, archive->folder, archive->store, archive->log, why);
}

static bool recover(struct archive *archive, struct err *why)
{
    replays_tidy(&archive->replays);
    if (!feeder_recover(&archive->feeder, why) || !settle(archive->store, archive->log, why) ||
        !store_last_number(archive->store, &archive->last_number, why))
        return false;
    archive->journal = journal_create(archive->folder, archive->feeder.stored + 1, why);
    if (archive->journal)
        archive->end = journal_end(archive->journal);
    return archive->journal != NULL;
}

struct archive *archive_create(const struct archive_config *config, struct err *why)
{
    struct archive *archive = memory_get(1, sizeof *archive);

    archive->lock = -1;
    snprintf(archive->folder, sizeof archive->folder, "%s", config->folder);
    archive->log = config->log;
    archive->replays =
        (struct replays){.folder = archive->folder, .log = config->log, .keep = config->keep};
    uv_mutex_init(&archive->mutex);
    uv_cond_init(&archive->wake);
    if (take_lock(archive, why) && open_store(archive, config->store, why) &&
        recover(archive, why)) {
        archive->has_thread = uv_thread_create(&archive->thread, run, archive) == 0;
        if (archive->has_thread)
            return archive;
        err_say(why, "no_memory", "");
    }
    archive_destroy(archive);
    return NULL;
}

bool archive_unfinished(struct archive *archive, int64_t after, struct store_game *game,
                        struct record *record)
{
    int64_t number;

    return store_next(archive->store, STORE_UNFINISHED, after, &number, NULL) && number > 0 &&
           store_load_game(archive->store, number, game, NULL) &&
           store_load_record(archive->store, game, record, NULL);
}

void archive_start(struct archive *archive)
{
    uv_mutex_lock(&archive->mutex);
    archive->is_started = true;
    uv_cond_signal(&archive->wake);
    uv_mutex_unlock(&archive->mutex);
}

static void stop_thread(struct archive *archive)
{
    uv_mutex_lock(&archive->mutex);
    archive->is_stopping = true;
    uv_cond_signal(&archive->wake);
    uv_mutex_unlock(&archive->mutex);
    uv_thread_join(&archive->thread);
}

/* The last segment goes when all of it is in the store. */
static void close_journal(struct archive *archive)
{
    if (!archive->journal)
        return;
    bool is_written = journal_flush(archive->journal);
    struct journal_place end = journal_end(archive->journal);
    if (!is_written)
        report_text(archive->log, "journal-lost", "reason",
                    strerror(journal_trouble(archive->journal)));
    else if (archive->feeder.place.sequence == end.sequence)
        journal_remove(archive->folder, end.segment);
    journal_destroy(archive->journal);
}

void archive_destroy(struct archive *archive)
{
    if (!archive)
        return;
    if (archive->journal)
        archive_tick(archive);
    if (archive->has_thread)
        stop_thread(archive);
    close_journal(archive);
    feeder_finish(&archive->feeder);
    store_close(archive->store);
    uv_cond_destroy(&archive->wake);
    uv_mutex_destroy(&archive->mutex);
    if (archive->lock >= 0)
        close(archive->lock);
    free(archive);
}

/* ---- the loop's side ---- */

bool archive_takes_games(struct archive *archive, struct err *why)
{
    if (archive->is_journal_stuck)
        return err_say(why, "full", strerror(journal_trouble(archive->journal)));
    uv_mutex_lock(&archive->mutex);
    bool is_stuck = archive->is_store_stuck;
    if (is_stuck)
        err_say(why, "full", archive->store_trouble.details);
    uv_mutex_unlock(&archive->mutex);
    return !is_stuck;
}

/* After every attempt to write: says once that the disk is full, or has room again, and tells the
 * thread how far it may read. */
static void publish(struct archive *archive)
{
    int trouble = journal_trouble(archive->journal);
    bool is_stuck = trouble != 0;

    if (is_stuck && !archive->is_journal_stuck)
        report_text(archive->log, "journal-stuck", "reason", strerror(trouble));
    if (!is_stuck && archive->is_journal_stuck)
        report_text(archive->log, "journal-works-again", NULL, NULL);
    archive->is_journal_stuck = is_stuck;
    uv_mutex_lock(&archive->mutex);
    archive->end = journal_end(archive->journal);
    archive->has_news = true;
    uv_cond_signal(&archive->wake);
    uv_mutex_unlock(&archive->mutex);
}

void archive_tick(struct archive *archive)
{
    if (!archive->is_journal_stuck)
        return;
    journal_flush(archive->journal);
    publish(archive);
}

static void append(struct archive *archive)
{
    char text[JOURNAL_LINE_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    entry_print(&archive->entry, &buf);
    /* Neither the disk nor the memory takes this event: the log is its last place. */
    if (buf.is_full || !journal_append(archive->journal, buf_slice(&buf)))
        report_text(archive->log, "journal-dropped", "event", text);
    publish(archive);
}

static void describe(struct store_game *game, const struct room_slot *slot)
{
    const struct room *room = &slot->room;
    struct buf start;

    *game = (struct store_game){.number = (int64_t)slot->number,
                                .ruleset = (enum ruleset)room->record.start.ruleset,
                                .has_seed = room->record.has_seed,
                                .seed = room->record.seed,
                                .started_ms = clock_wall_ms()};
    snprintf(game->id, sizeof game->id, "%s", room->id);
    snprintf(game->game, sizeof game->game, "%s", room->rules->name);
    snprintf(game->game_type, sizeof game->game_type, "%s", room->wire->game_type);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        snprintf(game->names[side], RECORD_NAME_SIZE, "%s", room->seats[side].name);
        snprintf(game->players[side], STORE_WORD_SIZE, "%s",
                 slot->keys[side][0] ? STORE_PERSON : slot->builtin[side]);
        snprintf(game->keys[side], STORE_KEY_SIZE, "%s", slot->keys[side]);
    }
    buf_init(&start, game->start, sizeof game->start);
    room->rules->print(&room->record.start, &start);
}

static bool is_unkept(const struct room_slot *slot) { return slot->is_private || slot->is_unkept; }

void archive_started(struct archive *archive, struct room_slot *slot)
{
    if (is_unkept(slot))
        return;
    slot->number = (uint64_t)++archive->last_number;
    archive->entry.kind = ENTRY_STARTED;
    describe(&archive->entry.game, slot);
    append(archive);
    report_game_started(archive->log, &archive->entry.game);
}

void archive_moved(struct archive *archive, const struct room_slot *slot)
{
    const struct record *record = &slot->room.record;
    const struct record_ply *last = &record->plies[record->ply_count - 1];
    struct store_ply *ply = &archive->entry.ply;

    if (is_unkept(slot))
        return;
    archive->entry.kind = ENTRY_MOVED;
    ply->number = (int64_t)slot->number;
    ply->ply = record->ply_count - 1;
    ply->time_ms = last->time_ms;
    ply->lag_ms = last->lag_ms;
    buf_copy(ply->words, sizeof ply->words, record_slice(record, last->words));
    buf_copy(ply->hint, sizeof ply->hint, record_slice(record, last->hint));
    append(archive);
}

void archive_taken(struct archive *archive, const struct room_slot *slot)
{
    if (is_unkept(slot))
        return;
    archive->entry.kind = ENTRY_TAKEN;
    archive->entry.ply.number = (int64_t)slot->number;
    archive->entry.ply.ply = slot->room.record.ply_count;
    append(archive);
}

/* A room that nobody was missing in and that never began was no game. */
static bool was_game(const struct room_slot *slot)
{
    const enum cause *cause = slot->room.outcome.cause;

    return slot->number != 0 || cause[SIDE_RED] == CAUSE_LEFT || cause[SIDE_BLUE] == CAUSE_LEFT;
}

void archive_ended(struct archive *archive, struct room_slot *slot)
{
    struct store_game *game = &archive->entry.game;

    if (is_unkept(slot) || !was_game(slot))
        return;
    if (slot->number == 0)
        archive_started(archive, slot);
    archive->entry.kind = ENTRY_ENDED;
    game->number = (int64_t)slot->number;
    snprintf(game->game, sizeof game->game, "%s", slot->room.rules->name);
    game->ended_ms = clock_wall_ms();
    game->outcome = slot->room.outcome;
    append(archive);
    report_game_ended(archive->log, game);
}
