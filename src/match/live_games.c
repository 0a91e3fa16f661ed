#include "match/live_games.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/task_thread.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SHOWN_MAX = 16, /* enough small boards for a page */
    WRITE_MS = 500,
    WATCHABLE_MS = 1000, /* the end of a shorter game is not shown */
    END_MS = 3000,       /* so long into the next game of the slot */
    HEAD_SIZE = 80,
};

struct live_game {
    struct live_games *games;
    uv_mutex_t lock; /* of `result` */
    struct result result;
    const struct match *match; /* NULL: no game is running here */
    int64_t test, since_ms;
    char *last; /* the line of the game before, owned; NULL: none */
};

struct live_games {
    char path[PATH_MAX];
    int count;
    struct live_game *list;
    atomic_bool is_changed;
    int64_t written_us;
    struct task_thread *thread;
    struct task writing;
    bool is_writing;
    char *text; /* what is being written; owned */
    size_t len;
    char *line; /* HEAD_SIZE + RESULT_LINE_SIZE, to print into */
};

static void note_change(struct live_games *games) { atomic_store(&games->is_changed, true); }

/* ---- a game ---- */

void live_game_begin(struct live_game *live, const struct pair_game *game, int64_t test)
{
    if (!live)
        return;
    uv_mutex_lock(&live->lock);
    result_begin(&live->result, game);
    uv_mutex_unlock(&live->lock);
    live->match = game->match;
    live->test = test;
    live->since_ms = clock_wall_ms();
    note_change(live->games);
}

void live_game_add_move(struct live_game *live, const struct result_move *move)
{
    if (!live)
        return;
    uv_mutex_lock(&live->lock);
    result_add_move(&live->result, move);
    uv_mutex_unlock(&live->lock);
    note_change(live->games);
}

/* The whole line, in games->line. */
static struct slice print_line(const struct live_game *live, const struct result *result,
                               int64_t ended_ms)
{
    struct buf buf;

    buf_init(&buf, live->games->line, HEAD_SIZE + RESULT_LINE_SIZE);
    buf_format(&buf, "%lld %lld %lld ", (long long)live->test, (long long)live->since_ms,
               (long long)ended_ms);
    result_print(result, live->match, &buf);
    return buf_slice(&buf);
}

void live_game_end(struct live_game *live, const struct result *result)
{
    if (!live || !live->match)
        return;
    int64_t now_ms = clock_wall_ms();
    free(live->last);
    live->last = NULL;
    if (result && now_ms - live->since_ms >= WATCHABLE_MS) {
        struct slice line = print_line(live, result, now_ms);
        live->last = memory_get(line.len + 1, 1);
        memcpy(live->last, line.at, line.len);
    }
    live->match = NULL;
    note_change(live->games);
}

/* ---- the file ---- */

/* Not forced to the disk: after a power cut the games begin again anyway. */
static bool write_file(const struct live_games *games)
{
    char temporary[PATH_MAX];
    size_t done = 0;

    snprintf(temporary, sizeof temporary, "%.*s.new", PATH_MAX - 8, games->path);
    int file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0)
        return false;
    while (done < games->len) {
        ssize_t written = write(file, games->text + done, games->len - done);
        if (written <= 0)
            break;
        done += (size_t)written;
    }
    close(file);
    if (done == games->len && rename(temporary, games->path) == 0)
        return true;
    unlink(temporary);
    return false;
}

static struct live_games *games_of(struct task *task)
{
    return (struct live_games *)((char *)task - offsetof(struct live_games, writing));
}

/* An old file would say that games stand still. */
static bool work(struct task *task, struct err *why)
{
    const struct live_games *games = games_of(task);

    (void)why;
    if (!write_file(games))
        unlink(games->path);
    return true;
}

static void done(struct task *task)
{
    struct live_games *games = games_of(task);

    games->is_writing = false;
    free(games->text);
    games->text = NULL;
}

static void add_text(struct live_games *games, struct slice text)
{
    games->text = memory_grow(games->text, games->len + text.len);
    memcpy(games->text + games->len, text.at, text.len);
    games->len += text.len;
}

static void add_game(struct live_games *games, struct live_game *live)
{
    bool is_old = live->match && clock_wall_ms() - live->since_ms > END_MS;

    if (live->last && !is_old) {
        add_text(games, slice_of(live->last));
    } else if (live->match) {
        uv_mutex_lock(&live->lock);
        struct slice line = print_line(live, &live->result, 0);
        uv_mutex_unlock(&live->lock);
        add_text(games, line);
    }
}

void live_games_write(struct live_games *games)
{
    if (!games || games->is_writing || !atomic_load(&games->is_changed) ||
        clock_now_us() - games->written_us < WRITE_MS * INT64_C(1000))
        return;
    atomic_store(&games->is_changed, false);
    games->written_us = clock_now_us();
    games->len = 0;
    for (int i = 0; i < games->count; i++)
        add_game(games, &games->list[i]);
    games->is_writing = true;
    games->writing = (struct task){.work = work, .done = done};
    task_thread_send(games->thread, &games->writing);
}

/* ---- beginning and end ---- */

struct live_games *live_games_create(uv_loop_t *loop, const char *path, int slots)
{
    struct task_thread *thread =
        task_thread_create(&(struct task_thread_config){.loop = loop}, NULL);

    if (!thread)
        return NULL;
    struct live_games *games = memory_get(1, sizeof *games);
    snprintf(games->path, sizeof games->path, "%s", path);
    games->thread = thread;
    games->count = slots < SHOWN_MAX ? slots : (int)SHOWN_MAX;
    games->list = memory_get((size_t)games->count, sizeof *games->list);
    games->line = memory_get(HEAD_SIZE + RESULT_LINE_SIZE, 1);
    for (int i = 0; i < games->count; i++) {
        games->list[i].games = games;
        uv_mutex_init(&games->list[i].lock);
    }
    return games;
}

struct live_game *live_games_at(struct live_games *games, int slot)
{
    return games && slot < games->count ? &games->list[slot] : NULL;
}

void live_games_stop(struct live_games *games)
{
    if (games)
        task_thread_stop(games->thread);
}

void live_games_destroy(struct live_games *games)
{
    if (!games)
        return;
    task_thread_destroy(games->thread, NULL);
    unlink(games->path);
    for (int i = 0; i < games->count; i++) {
        uv_mutex_destroy(&games->list[i].lock);
        free(games->list[i].last);
    }
    free(games->text);
    free(games->line);
    free(games->list);
    free(games);
}
