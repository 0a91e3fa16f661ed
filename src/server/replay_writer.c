#include "server/replay_writer.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "proto/replay_file.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- names ---- */

/* A stranger's name as a part of a file's name: letters, digits, '-' and '.', the rest is '-'. */
static void add_name(struct buf *out, const char *name)
{
    enum { NAME_MAX_BYTES = 32 };
    int len = 0;

    for (; *name && len < NAME_MAX_BYTES; name++, len++) {
        bool is_plain = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z') ||
                        (*name >= '0' && *name <= '9') || *name == '.';
        buf_add_char(out, is_plain ? *name : '-');
    }
    if (len == 0)
        buf_add(out, "-");
}

/* The number at the end makes it unique. */
static void name_replay(const struct store_game *game, char path[STORE_PATH_SIZE])
{
    char time[32];
    struct buf buf;

    clock_format(game->started_ms, "%Y-%m-%d_%H-%M-%S", time, sizeof time);
    buf_init(&buf, path, STORE_PATH_SIZE);
    buf_format(&buf, "replays/%s_%s_", game->game_type, time);
    add_name(&buf, game->names[SIDE_RED]);
    buf_add_char(&buf, '_');
    add_name(&buf, game->names[SIDE_BLUE]);
    buf_format(&buf, "_%" PRId64, game->number);
}

static void full_path(const struct replay_writer *replays, const char *replay, const char *ending,
                      char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%s%s", replays->folder, replay, ending);
}

/* ---- writing ---- */

static bool write_both(struct replay_writer *replays, const struct store_game *game,
                       struct record *record, struct err *why)
{
    char replay[STORE_PATH_SIZE], kw[PATH_MAX], xml[PATH_MAX];

    name_replay(game, replay);
    full_path(replays, replay, ".kw", kw);
    full_path(replays, replay, ".xml.gz", xml);
    record_end(record, &game->outcome);
    return replay_save(record, kw, why) && replay_save(record, xml, why) &&
           store_set_replay(replays->store, game->number, replay, why);
}

/* A game that cannot be played through again is reported, and written as far as it can be. */
static void report_broken(struct replay_writer *replays, const struct store_game *game,
                          const struct err *why)
{
    struct log_line line;

    log_begin(&line, "replay-broken");
    log_int(&line, "number", game->number);
    log_text(&line, "code", why->code);
    log_text(&line, "details", why->details);
    log_end(replays->log, &line);
}

static bool write_loaded(struct replay_writer *replays, const struct store_game *game,
                         struct record *record, struct err *why)
{
    struct err fault = {0};

    if (!store_load_record(replays->store, game, record, &fault)) {
        if (store_is_trouble(&fault))
            return err_set(why, fault.code, fault.details);
        report_broken(replays, game, &fault);
    }
    if (!record->game[0])
        return store_set_replay(replays->store, game->number, "", why);
    return write_both(replays, game, record, why);
}

static bool write_one(struct replay_writer *replays, int64_t number, struct err *why)
{
    struct store_game *game = memory_get(1, sizeof *game);
    struct record *record = memory_get(1, sizeof *record);
    bool is_written = store_load_game(replays->store, number, game, why) &&
                      write_loaded(replays, game, record, why);

    assert(number > 0);
    free(record);
    free(game);
    return is_written;
}

static bool make_folder(const struct replay_writer *replays, struct err *why)
{
    char path[PATH_MAX];

    full_path(replays, "replays", "", path);
    return mkdir(path, 0700) == 0 || errno == EEXIST || err_set(why, "file_write", path);
}

/* The mark and a number at the very end: a player may be called "a.tmp-b", a replay
 * ends otherwise. */
static bool is_half(const char *name)
{
    const char *last = NULL;

    for (const char *mark = strstr(name, FILE_TEMPORARY); mark;
         mark = strstr(mark + 1, FILE_TEMPORARY))
        last = mark + strlen(FILE_TEMPORARY);
    return last && last[0] && last[strspn(last, "0123456789")] == '\0';
}

void replay_writer_tidy(const struct replay_writer *replays)
{
    char path[PATH_MAX], name[STORE_PATH_SIZE + 16];

    full_path(replays, "replays", "", path);
    DIR *dir = opendir(path);
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
        if (!is_half(entry->d_name))
            continue;
        snprintf(name, sizeof name, "replays/%s", entry->d_name);
        full_path(replays, name, "", path);
        unlink(path);
    }
    if (dir)
        closedir(dir);
}

/* ---- forgetting ---- */

static void remove_files(struct replay_writer *replays, const char *replay)
{
    char path[PATH_MAX];

    if (!replay[0])
        return;
    full_path(replays, replay, ".kw", path);
    unlink(path);
    full_path(replays, replay, ".xml.gz", path);
    unlink(path);
}

/* Files first: whatever is killed in between, no file is left without its game. */
static bool forget_one(struct replay_writer *replays, int64_t number, struct err *why)
{
    struct store_game *game = memory_get(1, sizeof *game);
    bool is_found = store_load_game(replays->store, number, game, why);

    if (is_found)
        remove_files(replays, game->replay);
    free(game);
    return is_found && store_remove_game(replays->store, number, why);
}

/* ---- batches ---- */

/* What is done with the games of a list, one transaction for many of them: if it fails, their files
 * are simply written, or removed, again. */
struct batch {
    enum store_list list;
    int64_t from; /* of the list */
    int max;
    int64_t until_us;
    bool (*work)(struct replay_writer *replays, int64_t number, struct err *why);
};

static bool work_off(struct replay_writer *replays, const struct batch *batch, bool *is_done,
                     struct err *why)
{
    int64_t number = 0;
    bool is_fine = store_next_in_list(replays->store, batch->list, batch->from, &number, why);

    assert(batch->max > 0);
    *is_done = number == 0;
    if (!is_fine || *is_done)
        return is_fine;
    if (!make_folder(replays, why) || !store_begin(replays->store, why))
        return false;
    for (int i = 0; i < batch->max && is_fine && number > 0 && clock_now_us() < batch->until_us;
         i++)
        is_fine = batch->work(replays, number, why) &&
                  store_next_in_list(replays->store, batch->list, batch->from, &number, why);
    return store_end(replays->store, is_fine, why);
}

bool replay_writer_write(struct replay_writer *replays, int max, int64_t until_us, bool *is_done,
                         struct err *why)
{
    struct batch batch = {
        .list = STORE_UNWRITTEN, .max = max, .until_us = until_us, .work = write_one};

    return work_off(replays, &batch, is_done, why);
}

/* The games of one kind: where the old ones begin is looked up once, because that takes longer than
 * to remove a game. */
static bool forget_kind(struct replay_writer *replays, struct batch *batch, int64_t keep,
                        bool *is_done, struct err *why)
{
    bool is_strangers = batch->list == STORE_EXPIRED_STRANGERS;

    *is_done = true;
    if (keep == 0)
        return true;
    if (!store_last_expired(replays->store, is_strangers, keep, &batch->from, why))
        return false;
    return batch->from == 0 || work_off(replays, batch, is_done, why);
}

bool replay_writer_forget(struct replay_writer *replays, int64_t until_us, bool *is_done,
                          struct err *why)
{
    struct batch batch = {.max = INT_MAX, .until_us = until_us, .work = forget_one};
    bool is_own_done = true;

    batch.list = STORE_EXPIRED_STRANGERS;
    if (!forget_kind(replays, &batch, replays->keep_strangers, is_done, why))
        return false;
    batch.list = STORE_EXPIRED;
    bool is_fine = forget_kind(replays, &batch, replays->keep, &is_own_done, why);
    *is_done = *is_done && is_own_done;
    return is_fine;
}
