#include "server/archive.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/task_thread.h"
#include "server/game_removal.h"
#include "server/internal.h"
#include "server/journal.h"
#include "server/journal_event.h"
#include "server/journal_reserver.h"
#include "server/journal_to_store.h"
#include "server/log_lines.h"
#include "server/replay_writer.h"
#include "server/restore.h"
#include "store/database_file.h"

#include <assert.h>
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
    struct task round; /* of the thread; the first member, so a task is its archive */
    char folder[PATH_MAX];
    struct log *log;
    int lock; /* descriptor of the locked file */
    int64_t segment_bytes;

    /* the loop's */
    struct journal *journal;
    int64_t last_number;
    bool is_journal_stuck;
    int64_t retry_us; /* then what the disk has refused is tried again */
    struct journal_reserver *reserver;
    struct journal_event entry; /* the one being written */
    struct task_thread *thread;
    bool has_work, is_working, is_stopped;
    int64_t due_us; /* of the next round, if there is work */
    bool is_store_stuck;
    bool is_remote;  /* the database is on a server */
    bool is_damaged; /* the database: nothing more is written into it */
    struct err store_trouble;
    uint64_t fed; /* the line of the journal behind the last one that is in the store */
    int64_t unkept, unkept_told; /* games of which nothing is kept; those that the log has */
    int64_t unkept_due_us;       /* of the next line about them */

    /* the thread's while it is working */
    struct store *store;
    struct journal_to_store to_store;
    struct replay_writer replays;
    struct journal_place end; /* of the journal, as far as it is read */
    bool is_done;             /* no work was left */
};

/* ---- rounds ---- */

/* The journal first, so that it never grows while replays are written; then what is too old goes,
 * so that no replay is written for it. */
static bool work_once(struct archive *archive, int64_t forget_us, int64_t until_us, struct err *why)
{
    bool is_written, is_forgotten;

    archive->is_done = false;
    if (!journal_to_store_feed(&archive->to_store, &archive->end, why) ||
        !replay_writer_forget(&archive->replays, forget_us, &is_forgotten, why) ||
        !replay_writer_write(&archive->replays, ARCHIVE_BATCH, until_us, &is_written, why))
        return false;
    archive->is_done = is_written && is_forgotten;
    return true;
}

static bool work_round(struct task *task, struct err *why)
{
    int64_t now_us = clock_now_us();

    return work_once((struct archive *)task, now_us + ARCHIVE_FORGET_MS * 1000,
                     now_us + ARCHIVE_ROUND_MS * 1000, why);
}

/* Says once that the database is damaged; from then on it is left alone. */
static bool is_damage(struct archive *archive, const struct err *why)
{
    if (!database_file_needs_repair(why))
        return false;
    archive->is_damaged = true;
    log_lines_store_damaged(archive->log, why);
    return true;
}

/* A short rest makes many moves one transaction; a store that is stuck is left alone
 * for a while. */
static void done_round(struct task *task)
{
    struct archive *archive = (struct archive *)task;
    bool was_stuck = archive->is_store_stuck;
    int rest_ms = !task->is_fine ? ARCHIVE_RETRY_MS : archive->is_done ? ARCHIVE_GATHER_MS : 0;

    assert(archive->is_working);
    archive->is_working = false;
    if (archive->is_damaged)
        return;
    archive->is_store_stuck = !task->is_fine;
    if (task->is_fine)
        archive->fed = archive->end.sequence;
    archive->store_trouble = task->is_fine ? (struct err){0} : task->why;
    archive->has_work = archive->has_work || !archive->is_done;
    archive->due_us = clock_now_us() + rest_ms * 1000;
    if (is_damage(archive, &archive->store_trouble))
        return;
    if (archive->is_store_stuck && !was_stuck)
        log_err(archive->log, "store-stuck", &task->why);
    if (!archive->is_store_stuck && was_stuck)
        log_lines_write_event(archive->log, "store-works-again", NULL, NULL);
}

/* What is left when there is no more time stays where it is; the next server finds it. */
static void finish(struct archive *archive)
{
    int64_t until_us = clock_now_us() + ARCHIVE_STOP_MS * 1000;
    struct err why = {0};

    archive->end = journal_end(archive->journal);
    for (archive->is_done = false; !archive->is_done && clock_now_us() < until_us;) {
        if (!work_once(archive, until_us, until_us, &why)) {
            if (!is_damage(archive, &why))
                log_err(archive->log, "store-stuck", &why);
            return;
        }
    }
}

/* ---- coming and going ---- */

int archive_lock(const char *folder, struct err *why)
{
    char path[PATH_MAX + 8];

    snprintf(path, sizeof path, "%s/lock", folder);
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0) {
        err_set(why, "file_write", path);
        return -1;
    }
    if (flock(lock, LOCK_EX | LOCK_NB) == 0)
        return lock;
    err_set(why, errno == EWOULDBLOCK ? "folder_in_use" : "file_write", folder);
    close(lock);
    return -1;
}

static bool take_lock(struct archive *archive, struct err *why)
{
    archive->lock = archive_lock(archive->folder, why);
    return archive->lock >= 0;
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
        return is_number || err_set(why, "file_missing", path);
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
           store_claim_for_folder(archive->store, owner, why);
}

/* Lines go from the journal only when the database has them.  A database that does not reach to the
 * first one is an old copy, or has lost its end. */
static bool reaches_journal(const struct archive *archive, struct err *why)
{
    char place[PATH_MAX + 32];
    uint64_t *segments;
    int count = journal_list(archive->folder, &segments);
    bool has_gap = count > 0 && segments[0] > archive->to_store.stored + 1;

    free(segments);
    store_place(archive->folder, place, sizeof place);
    return !has_gap || err_set(why, "store_behind", place);
}

static bool open_store(struct archive *archive, const char *place, struct err *why)
{
    archive->is_remote = place != NULL;
    if (!place)
        archive->store = store_open(archive->folder, why);
    if (place ? !open_remote(archive, place, why) : !archive->store)
        return false;
    archive->replays.store = archive->store;
    return journal_to_store_init(&archive->to_store, archive->folder, archive->store, archive->log,
                                 why) &&
           (place || reaches_journal(archive, why));
}

/* The spare segment of an earlier server goes first: the store may need its room. */
static bool recover(struct archive *archive, struct err *why)
{
    journal_remove_spare(archive->folder);
    replay_writer_tidy(&archive->replays);
    if (!journal_to_store_recover(&archive->to_store, why) ||
        !store_last_number(archive->store, &archive->last_number, why))
        return false;
    archive->fed = archive->to_store.stored + 1;
    archive->journal = journal_create(archive->folder, archive->fed, archive->segment_bytes, why);
    return archive->journal != NULL;
}

struct archive *archive_create(const struct archive_config *config, struct err *why)
{
    struct archive *archive = memory_get(1, sizeof *archive);

    assert(config->loop && config->folder && config->log);
    archive->lock = -1;
    archive->round = (struct task){.work = work_round, .done = done_round};
    snprintf(archive->folder, sizeof archive->folder, "%s", config->folder);
    archive->log = config->log;
    archive->has_work = true; /* an earlier server may have left replays to be written */
    archive->replays = (struct replay_writer){.folder = archive->folder,
                                              .log = config->log,
                                              .keep = config->keep,
                                              .keep_strangers = config->keep_strangers};
    archive->segment_bytes =
        config->reserve_bytes > 0 ? config->reserve_bytes : JOURNAL_SEGMENT_BYTES;
    if (take_lock(archive, why) && restore_take(config->folder, config->store, why) &&
        open_store(archive, config->store, why) && recover(archive, why))
        archive->thread =
            task_thread_create(&(struct task_thread_config){.loop = config->loop}, why);
    if (!archive->thread) {
        archive_destroy(archive);
        return NULL;
    }
    archive->reserver = journal_reserver_create(config->loop, archive->journal, archive->log);
    return archive;
}

bool archive_resume(struct archive *archive, resume_take *take, void *context, struct err *why)
{
    assert(!archive->is_working);
    return resume_games(archive->store, archive->log, take, context, why);
}

void archive_stop(struct archive *archive)
{
    if (!archive)
        return;
    archive->is_stopped = true;
    task_thread_stop(archive->thread);
    journal_reserver_stop(archive->reserver);
}

/* The last segment goes when all of it is in the store. */
static void close_journal(struct archive *archive)
{
    if (!archive->journal)
        return;
    struct journal_place end = journal_end(archive->journal);
    if (!journal_is_written(archive->journal))
        log_lines_write_event(archive->log, "journal-lost", "reason",
                              strerror(journal_trouble(archive->journal)));
    else if (!archive->is_damaged && archive->to_store.place.sequence == end.sequence)
        journal_remove(archive->folder, end.segment);
    journal_destroy(archive->journal);
}

/* After every attempt to write: says once that the disk is full, or has room again, and plans a
 * round. */
static void publish(struct archive *archive)
{
    int trouble = journal_trouble(archive->journal);
    bool is_stuck = trouble != 0;

    if (is_stuck && !archive->is_journal_stuck)
        log_lines_write_event(archive->log, "journal-stuck", "reason", strerror(trouble));
    if (!is_stuck && archive->is_journal_stuck)
        log_lines_write_event(archive->log, "journal-works-again", NULL, NULL);
    archive->is_journal_stuck = is_stuck;
    if (!archive->has_work)
        archive->due_us = clock_now_us() + ARCHIVE_GATHER_MS * 1000;
    archive->has_work = true;
}

static void retry(struct archive *archive)
{
    journal_retry(archive->journal);
    publish(archive);
}

void archive_destroy(struct archive *archive)
{
    if (!archive)
        return;
    task_thread_destroy(archive->thread, NULL);
    journal_reserver_destroy(archive->reserver);
    if (archive->is_journal_stuck)
        retry(archive);
    if (archive->thread && !archive->is_damaged)
        finish(archive);
    close_journal(archive);
    journal_to_store_finish(&archive->to_store);
    store_close(archive->store);
    if (archive->lock >= 0)
        close(archive->lock);
    free(archive);
}

/* ---- the loop's side ---- */

bool archive_is_disk_full(const struct archive *archive)
{
    return journal_is_short(archive->journal);
}

bool archive_is_written(const struct archive *archive)
{
    return journal_is_written(archive->journal);
}

static int disk_error(const struct archive *archive)
{
    int trouble = journal_trouble(archive->journal);

    return trouble != 0 ? trouble : journal_reserve_error(archive->journal);
}

int64_t archive_reserved(const struct archive *archive)
{
    return journal_reserved(archive->journal);
}

bool archive_can_reserve(const struct archive *archive, struct err *why)
{
    int error = journal_reserve_error(archive->journal);

    return error == 0 || err_set(why, "disk_unreserved", strerror(error));
}

bool archive_has_room(struct archive *archive)
{
    bool has_room = journal_has_room(archive->journal);

    publish(archive);
    return has_room;
}

bool archive_takes_games(struct archive *archive, struct err *why)
{
    if (archive_is_disk_full(archive))
        return err_set(why, "full", strerror(disk_error(archive)));
    if (journal_end(archive->journal).sequence > archive->fed + ARCHIVE_BEHIND_LINES)
        return err_set(why, "full", "the archive is behind, please come back later");
    if (archive->is_damaged)
        return err_set(why, "full", "the database is damaged");
    return !archive->is_store_stuck || err_set(why, "full", archive->store_trouble.details);
}

void archive_note_damage(struct archive *archive, const struct err *why)
{
    char place[PATH_MAX + 32];

    store_place(archive->folder, place, sizeof place);
    if (archive->is_damaged || archive->is_remote || strcmp(why->details, place) != 0)
        return;
    archive->is_store_stuck = true;
    archive->store_trouble = *why;
    is_damage(archive, why);
}

const struct err *archive_store_trouble(const struct archive *archive)
{
    return &archive->store_trouble;
}

int64_t archive_unkept(const struct archive *archive) { return archive->unkept; }

/* One line for many games, so that a flood does not fill the log. */
static void tell_unkept(struct archive *archive, int64_t now_us)
{
    struct log_line line;

    if (archive->unkept == archive->unkept_told || now_us < archive->unkept_due_us)
        return;
    log_begin(&line, "games-unkept");
    log_int(&line, "count", archive->unkept - archive->unkept_told);
    log_end(archive->log, &line);
    archive->unkept_told = archive->unkept;
    archive->unkept_due_us = now_us + ARCHIVE_UNKEPT_MS * 1000LL;
}

void archive_tick(struct archive *archive, int64_t now_us)
{
    tell_unkept(archive, now_us);
    journal_reserver_tick(archive->reserver, now_us);
    if (archive->is_journal_stuck && now_us >= archive->retry_us) {
        archive->retry_us = now_us + ARCHIVE_RETRY_MS * 1000;
        retry(archive);
    }
    /* A server may be stopped inside its own tick. */
    bool is_free = !archive->is_working && !archive->is_stopped && !archive->is_damaged;
    if (!archive->has_work || !is_free || now_us < archive->due_us)
        return;
    archive->has_work = false;
    archive->is_working = true;
    archive->end = journal_end(archive->journal);
    task_thread_send(archive->thread, &archive->round);
}

/* The journal first: then all lines about these games are in the store, and its old segments are
 * removed. */
static bool work_removal(struct task *task, struct err *why)
{
    struct game_removal *removal = (struct game_removal *)task;
    struct archive *archive = removal->archive;

    return journal_to_store_feed(&archive->to_store, &removal->end, why) &&
           game_removal_run(removal, archive->store, archive->folder, why);
}

static void done_removal(struct task *task)
{
    struct game_removal *removal = (struct game_removal *)task;
    struct archive *archive = removal->archive;

    if (task->is_fine)
        log_lines_games_removed(archive->log, removal->removed);
    else
        log_err(archive->log, "games-not-deleted", &task->why);
    removal->done(removal);
}

void archive_remove_games(struct archive *archive, struct game_removal *removal)
{
    journal_begin_segment(archive->journal);
    removal->task = (struct task){.work = work_removal, .done = done_removal};
    removal->archive = archive;
    removal->end = journal_end(archive->journal);
    task_thread_send(archive->thread, &removal->task);
}

enum append_how { APPEND_OR_KEEP, APPEND_OR_REFUSE };

/* False: refused, nothing has changed. */
static bool append(struct archive *archive, enum append_how how)
{
    char text[JOURNAL_LINE_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    journal_event_print(&archive->entry, &buf);
    bool is_written =
        !buf.is_full && (how == APPEND_OR_REFUSE ? journal_append : journal_append_or_keep)(
                            archive->journal, buf_slice(&buf));
    /* There is no room on the disk or in memory: the event goes into the log. */
    if (!is_written && how == APPEND_OR_KEEP)
        log_lines_write_event(archive->log, "journal-dropped", "event", text);
    publish(archive);
    return is_written;
}

/* Games with programs end with the server, so their settings need not survive. */
static void print_settings(const struct room *room, char text[STORE_SETTINGS_SIZE])
{
    struct buf buf;

    buf_init(&buf, text, STORE_SETTINGS_SIZE);
    if (!room_has_program(room))
        room_settings_print(&room->settings, &buf);
    assert(!buf.is_full);
}

/* Did only strangers play, in a room that one of them has opened? */
static bool has_only_strangers(const struct room_slot *slot)
{
    return !slot->room.is_prepared && slot->seats[SIDE_RED].is_strangers &&
           slot->seats[SIDE_BLUE].is_strangers;
}

static void describe(struct store_game *game, const struct room_slot *slot)
{
    const struct room *room = &slot->room;
    struct buf start;

    *game = (struct store_game){.number = (int64_t)slot->number,
                                .ruleset = (enum ruleset)room->record.start.ruleset,
                                .is_strangers = slot->is_guests || has_only_strangers(slot),
                                .has_seed = room->record.has_seed,
                                .seed = room->record.seed,
                                .started_ms = slot->started_ms};
    snprintf(game->id, sizeof game->id, "%s", room->id);
    snprintf(game->game, sizeof game->game, "%s", room->rules->name);
    snprintf(game->game_type, sizeof game->game_type, "%s", room->wire->game_type);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        snprintf(game->names[side], RECORD_NAME_SIZE, "%s", room->seats[side].name);
        snprintf(game->players[side], STORE_WORD_SIZE, "%s",
                 room->seats[side].kind == SEAT_PERSON ? STORE_PERSON : slot->seats[side].player);
        snprintf(game->keys[side], STORE_KEY_SIZE, "%s", slot->seats[side].secret);
    }
    buf_init(&start, game->start, sizeof game->start);
    room->rules->print(&room->record.start, &start);
    print_settings(room, game->settings);
}

static bool enter_game(struct archive *archive, struct room_slot *slot, enum append_how how)
{
    assert(slot->number == 0 && slot->started_ms > 0);
    slot->number = (uint64_t)archive->last_number + 1;
    archive->entry.kind = JOURNAL_EVENT_STARTED;
    describe(&archive->entry.game, slot);
    if (!append(archive, how) && how == APPEND_OR_REFUSE) {
        slot->number = 0;
        return false;
    }
    archive->last_number++;
    log_lines_game_started(archive->log, &archive->entry.game);
    return true;
}

/* A game that a plain join has opened is entered with its first move: joining and hanging up leaves
 * nothing behind. */
static void on_started(struct archive *archive, struct room_slot *slot)
{
    if (slot->room.is_prepared)
        enter_game(archive, slot, APPEND_OR_KEEP);
}

static bool is_archived(const struct room_slot *slot)
{
    return !slot->is_hidden && !slot->is_unarchived;
}

bool archive_keep_move(struct archive *archive, struct room *room)
{
    struct room_slot *slot = slot_of(room);
    const struct record *record = &room->record;
    const struct record_ply *last = &record->plies[record->ply_count - 1];
    struct store_ply *ply = &archive->entry.ply;

    assert(record->ply_count > 0);
    if (!is_archived(slot))
        return true;
    if (slot->number == 0 && !enter_game(archive, slot, APPEND_OR_REFUSE))
        return false;
    archive->entry.kind = JOURNAL_EVENT_MOVED;
    ply->number = (int64_t)slot->number;
    ply->ply = record->ply_count - 1;
    ply->time_ms = last->time_ms;
    ply->lag_ms = last->lag_ms;
    buf_copy(ply->words, sizeof ply->words, record_slice(record, last->words));
    buf_copy(ply->hint, sizeof ply->hint, record_slice(record, last->hint));
    return append(archive, APPEND_OR_REFUSE);
}

static void on_taken(struct archive *archive, struct room_slot *slot)
{
    assert(slot->number != 0);
    archive->entry.kind = JOURNAL_EVENT_TAKEN;
    archive->entry.ply.number = (int64_t)slot->number;
    archive->entry.ply.ply = slot->room.record.ply_count;
    append(archive, APPEND_OR_KEEP);
}

static void on_changed(struct archive *archive, struct room_slot *slot)
{
    if (slot->number == 0 || room_has_program(&slot->room))
        return; /* it is not entered yet, or nothing of it survives */
    archive->entry.kind = JOURNAL_EVENT_CHANGED;
    archive->entry.game.number = (int64_t)slot->number;
    print_settings(&slot->room, archive->entry.game.settings);
    append(archive, APPEND_OR_KEEP);
}

/* Another person has the secret of a seat. */
static void on_handed(struct archive *archive, struct room_slot *slot, enum side side)
{
    struct journal_event *entry = &archive->entry;

    if (slot->number == 0)
        return; /* it is entered with these seats */
    entry->kind = JOURNAL_EVENT_SEATED;
    entry->side = side;
    entry->game.number = (int64_t)slot->number;
    snprintf(entry->game.names[side], RECORD_NAME_SIZE, "%s", slot->room.seats[side].name);
    snprintf(entry->game.keys[side], STORE_KEY_SIZE, "%s", slot->seats[side].secret);
    append(archive, APPEND_OR_KEEP);
}

/* Did this player do something worse than to leave? */
static bool has_fault(const struct room *room, enum side side)
{
    enum cause cause = room->outcome.cause[side];

    return cause == CAUSE_RULE_VIOLATION || cause == CAUSE_SOFT_TIMEOUT ||
           cause == CAUSE_HARD_TIMEOUT ||
           (cause == CAUSE_LEFT && room_seat_sent_garbage(room, side));
}

/* A room that never began was no game, unless a player was missing.  A game without a move that a
 * plain join has opened is kept for its fault only. */
static bool is_kept(const struct room_slot *slot)
{
    const enum cause *cause = slot->room.outcome.cause;

    if (slot->number != 0)
        return true;
    if (slot->started_ms == 0)
        return cause[SIDE_RED] == CAUSE_LEFT || cause[SIDE_BLUE] == CAUSE_LEFT;
    return has_fault(&slot->room, SIDE_RED) || has_fault(&slot->room, SIDE_BLUE);
}

/* It never appears in lists of ended games. */
static void count_unkept(struct archive *archive, struct room_slot *slot)
{
    slot->is_unkept = slot->started_ms > 0;
    archive->unkept += slot->is_unkept;
}

static void on_ended(struct archive *archive, struct room_slot *slot)
{
    struct store_game *game = &archive->entry.game;
    struct buf last;

    if (!is_kept(slot)) {
        count_unkept(archive, slot);
        return;
    }
    if (slot->started_ms == 0)
        slot->started_ms = clock_wall_ms();
    if (slot->number == 0)
        enter_game(archive, slot, APPEND_OR_KEEP);
    archive->entry.kind = JOURNAL_EVENT_ENDED;
    game->number = (int64_t)slot->number;
    snprintf(game->game, sizeof game->game, "%s", slot->room.rules->name);
    game->ended_ms = clock_wall_ms();
    game->outcome = slot->room.outcome;
    buf_init(&last, game->last_position, sizeof game->last_position);
    slot->room.rules->print(&slot->room.pos, &last);
    append(archive, APPEND_OR_KEEP);
    log_lines_game_ended(archive->log, game);
}

void archive_hear(void *server, struct room *room, const struct room_event *event)
{
    static void (*const handlers[])(struct archive * archive, struct room_slot * slot) = {
        [ROOM_EVENT_STARTED] = on_started, [ROOM_EVENT_TAKEN] = on_taken,
        [ROOM_EVENT_PAUSED] = on_changed,  [ROOM_EVENT_CHANGED] = on_changed,
        [ROOM_EVENT_OFFER] = on_changed,   [ROOM_EVENT_ENDED] = on_ended,
        [ROOM_EVENT_PROGRAM] = NULL,
    };
    struct room_slot *slot = slot_of(room);

    if (event->kind == ROOM_EVENT_HANDED && is_archived(slot))
        on_handed(((struct server *)server)->archive, slot, event->side);
    else if (handlers[event->kind] && is_archived(slot))
        handlers[event->kind](((struct server *)server)->archive, slot);
}
