#include "web/runs.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "store/store.h"
#include "web/internal.h"
#include "web/match_json.h"
#include "web/run_answers.h"
#include "web/run_rows.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONG_MS = 24 * 3600 * 1000, START_FAILURES = 3 };

struct runs {
    struct web *web;
    char folder[PATH_MAX];
    struct run *list[RUNS_MAX]; /* by their numbers */
    int count;
    int last; /* the highest number so far */
    bool is_stopping;
    struct err trouble; /* of the last attempt to write; no code: there was none */
    struct task reading;
    struct run *read;          /* whose totals are being read; NULL: none */
    enum match_totals_end end; /* as it was when the reading began */
};

const char *runs_state_name(enum runs_state state)
{
    static const char *const names[RUNS_STATES] = {
        [RUNS_WAITING] = "waiting", [RUNS_RUNNING] = "running",   [RUNS_STOPPING] = "stopping",
        [RUNS_STOPPED] = "stopped", [RUNS_COMPLETE] = "complete", [RUNS_DECIDED] = "decided",
        [RUNS_BROKEN] = "broken",   [RUNS_FAILED] = "failed"};

    return names[state];
}

/* ---- one run ---- */

void run_path(const struct run *run, const char *name, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%.*s/%d%s%s", PATH_MAX - 128, run->runs->folder, run->id,
             name[0] ? "/" : "", name);
}

void run_save(struct run *run) { run->is_unsaved = true; }

bool run_is_active(const struct run *run)
{
    return run->child || run->is_over || (run->is_wanted && run->state == RUNS_RUNNING);
}

int64_t run_elapsed_ms(const struct run *run)
{
    return run->played_ms + (run->since_ms > 0 ? clock_wall_ms() - run->since_ms : 0);
}

void run_add_word(struct run *run, const char *word)
{
    json_array_append_new(run->words, json_string(word));
}

void run_add_places(struct run *run)
{
    const struct web *web = run->runs->web;
    char folder[PATH_MAX];

    run_path(run, "", folder);
    const char *const words[] = {"--out",       folder,      "--data",
                                 web->data_dir, "--sandbox", server_sandbox(web->config.server)};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        run_add_word(run, words[i]);
}

void run_set_name(struct run *run, const char *name)
{
    buf_copy_line(run->name, sizeof run->name, name);
}

static void free_run(struct run *run)
{
    if (!run)
        return;
    child_destroy(run->child);
    match_totals_destroy(run->games);
    json_decref(run->wants);
    json_decref(run->words);
    free(run);
}

/* ---- the end of a sitting ---- */

/* The last thing that it said, which is a sentence about what is wrong. */
static void say_failure(const struct child *child, struct err *why)
{
    const struct last_lines *lines = child_lines(child);
    char details[ERR_DETAILS_SIZE];
    struct err end = {0};
    struct buf buf;

    buf_init(&buf, details, sizeof details);
    for (int i = last_lines_count(lines) - 1; i >= 0 && buf.len == 0; i--)
        buf_add_slice(&buf, slice_trim(slice_of(last_lines_at(lines, i)->text)));
    child_end_reason(child, &end);
    err_set(why, "run_failed", buf.len > 0 ? details : end.details);
}

static int exit_code_of(const struct child *child)
{
    struct err end = {0};
    int code = -1;

    child_end_reason(child, &end);
    if (strcmp(end.code, "bot_exited") == 0)
        slice_to_int(slice_of(end.details), 0, 255, &code);
    return code;
}

static void read_next(struct runs *runs);
static void settle(struct run *run);

/* Runs stopped by our own shutdown stay wanted: they start again next time. */
static void on_end(void *context, struct child *child)
{
    struct run *run = context;

    run->exit_code = exit_code_of(child);
    say_failure(child, &run->end);
    run->played_ms = run_elapsed_ms(run);
    run->since_ms = 0;
    run->child = NULL;
    run->is_over = true;
    run->is_unread = true;
    child_destroy(child);
    run_save(run);
    if (run->runs->is_stopping)
        return;
    if (run->games)
        read_next(run->runs);
    else
        settle(run);
}

static bool find_broken(const struct run *run, struct err *why)
{
    const struct tally *tally = run->games ? &run->games->tally : NULL;

    for (int seat = 0; tally && seat < MATCH_SEATS; seat++) {
        if (tally->start_failures[seat] < START_FAILURES || tally->failure_count == 0)
            continue;
        *why = tally->failures[tally->failure_count - 1].fault;
        return true;
    }
    return false;
}

static enum runs_state state_of(struct run *run)
{
    const struct stats_pairs *pairs = run->games ? &run->games->tally.pairs : NULL;
    bool has_verdict = run->has_test && pairs &&
                       stats_judge(&run->test, stats_llr(pairs, &run->test)) != STATS_OPEN;

    if (run->exit_code == 0)
        return has_verdict ? RUNS_DECIDED : RUNS_COMPLETE;
    if (run->state == RUNS_STOPPING)
        return RUNS_STOPPED;
    if (find_broken(run, &run->why))
        return RUNS_BROKEN;
    run->why = run->end;
    return RUNS_FAILED;
}

/* Everything that it has written is read: how did it end? */
static void settle(struct run *run)
{
    run->why = (struct err){0};
    run->state = state_of(run);
    run->is_over = false;
    run->is_wanted = false;
    run->is_news = true;
    run_save(run);
    runs_write(run->runs);
}

/* ---- the beginning ---- */

/* A process of an earlier server that was killed may need a moment to go. */
static bool is_free(const struct run *run)
{
    char path[PATH_MAX];

    run_path(run, run->kind == RUNS_MATCH ? "games.jsonl" : "lock", path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return true;
    bool is_locked = flock(file, LOCK_EX | LOCK_NB) == 0;
    close(file);
    return is_locked;
}

/* It is no stranger: it has what it needs, and its bots have their own limits. */
static const struct guardian_limits wide = {
    .memory_bytes = INT64_MAX, .written_bytes = INT64_MAX, .cpu_s = INT32_MAX, .processes = 65536};

static void launch(struct run *run)
{
    static char self[] = "/proc/self/exe";
    char *argv[RUNS_WORDS_MAX + 2] = {self};
    char log[PATH_MAX];
    const json_t *word;
    size_t i;

    json_array_foreach(run->words, i, word)
    {
        argv[i + 1] = (char *)(uintptr_t)json_string_value(word); /* it is only read */
    }
    run_path(run, "output.txt", log);
    struct child_config config = {.program = self,
                                  .argv = argv,
                                  .log = log,
                                  .limits = wide,
                                  .is_own = true,
                                  .on_end = on_end,
                                  .context = run};
    run->child = child_start(run->runs->web->config.loop, &config, &run->why);
    run->since_ms = run->child ? clock_wall_ms() : 0;
    run->games_before = -1;
    if (run->child)
        return;
    run->state = RUNS_FAILED;
    run->is_wanted = false;
    run->is_news = true;
    run_save(run);
}

/* A run that should be running begins as soon as the store knows it. */
static void launch_if_due(struct run *run)
{
    bool is_wanted = run->state == RUNS_RUNNING && run->is_wanted;
    bool is_saved = !run->is_unsaved && run->writes == 0;

    if (is_wanted && is_saved && !run->child && !run->is_over && is_free(run))
        launch(run);
}

static int count_active(const struct runs *runs)
{
    int count = 0;

    for (int i = 0; i < runs->count; i++)
        count += run_is_active(runs->list[i]);
    return count;
}

bool run_is_idle(const struct run *run, struct err *why)
{
    if (!run_is_active(run))
        return true;
    return run->name[0] ? err_set(why, "run_active", run->name)
                        : err_setf(why, "run_active", "#%d", run->id);
}

static bool want(struct run *run, enum runs_state state)
{
    run->is_wanted = true;
    run->state = state;
    run->why = (struct err){0};
    run->is_news = true;
    run_save(run);
    return true;
}

bool run_start(struct run *run, struct err *why)
{
    if (!run_is_idle(run, why))
        return false;
    if (count_active(run->runs) >= RUNS_AT_ONCE)
        return err_setf(why, "runs_many", "%d", RUNS_AT_ONCE);
    return want(run, RUNS_RUNNING);
}

bool run_wait(struct run *run, struct err *why)
{
    return run_is_idle(run, why) && want(run, RUNS_WAITING);
}

void run_stop(struct run *run, enum run_pace pace)
{
    if ((!run_is_active(run) && run->state != RUNS_WAITING) || run->is_over)
        return;
    run->is_wanted = false;
    run->state = run->child ? RUNS_STOPPING : RUNS_STOPPED;
    run->is_news = true;
    run_save(run);
    if (run->child)
        child_stop(run->child, pace == RUN_NOW ? 0 : LONG_MS);
}

/* ---- reading totals, of one match at a time ---- */

static struct runs *runs_of(struct task *task)
{
    return (struct runs *)((char *)task - offsetof(struct runs, reading));
}

static bool read_games(struct task *task, struct err *why)
{
    struct runs *runs = runs_of(task);

    (void)why;
    match_totals_read(runs->read->games, runs->end);
    return true;
}

static void on_read(struct task *task)
{
    struct runs *runs = runs_of(task);
    struct run *run = runs->read;

    runs->read = NULL;
    run->is_unread = run->is_over && runs->end == MATCH_IS_PLAYED;
    run->is_news = true;
    if (run->games_before < 0)
        run->games_before = run->games->tally.games;
    if (!run->is_unread && run->is_over && !runs->is_stopping)
        settle(run);
    read_next(runs);
}

static void read_next(struct runs *runs)
{
    for (int i = runs->count - 1; i >= 0 && !runs->read && !runs->is_stopping; i--) {
        if (!runs->list[i]->is_unread || !runs->list[i]->games)
            continue;
        runs->read = runs->list[i];
        runs->read->is_unread = false;
        runs->end = runs->read->child ? MATCH_IS_PLAYED : MATCH_IS_OVER;
        runs->reading = (struct task){.work = read_games, .done = on_read};
        task_thread_send(runs->web->pool, &runs->reading);
        return;
    }
}

/* ---- about every second ---- */

/* A tournament writes its tables anew when something has changed. */
static bool has_new_tables(struct run *run)
{
    char path[PATH_MAX];
    struct stat info;

    run_path(run, "tournament.json", path);
    if (stat(path, &info) != 0)
        return false;
    int64_t ns = (int64_t)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec;
    bool is_new = ns != run->tables_ns;
    run->tables_ns = ns;
    return is_new;
}

/* No other test of its gauntlet plays or waits before it. */
static bool is_next(const struct run *run)
{
    const struct run *other;

    for (int i = 0; (other = runs_gauntlet_test(run->runs, run->gauntlet, i)); i++) {
        if (run_is_active(other) || (other->state == RUNS_WAITING && other->id < run->id))
            return false;
    }
    return count_active(run->runs) < RUNS_AT_ONCE;
}

static void look_after(struct run *run)
{
    if (run->state == RUNS_WAITING && is_next(run))
        run_start(run, NULL);
    launch_if_due(run);
    if (run->child)
        run->is_unread = true;
    if (run->kind == RUNS_TOURNAMENT && has_new_tables(run))
        run->is_news = true;
    if (!run->is_news)
        return;
    run->is_news = false;
    if (run->kind == RUNS_MATCH)
        match_json_tell(run->runs->web, run);
    else
        tournaments_tell(run->runs->web, run);
}

void runs_beat(struct runs *runs)
{
    for (int i = 0; i < runs->count && !runs->is_stopping; i++)
        look_after(runs->list[i]);
    runs_write(runs);
    read_next(runs);
}

/* ---- the table in the store ---- */

/* Rows on their way. */
struct run_write {
    struct db_task task; /* the first member, so a task is its write */
    struct runs *runs;
    struct run_batch *batch;
};

static bool work_write(struct db *db, struct db_task *task, struct err *why)
{
    return run_rows_write(db, ((struct run_write *)task)->batch, why);
}

struct run *runs_by_id(const struct runs *runs, int id)
{
    for (int i = 0; i < runs->count; i++) {
        if (runs->list[i]->id == id)
            return runs->list[i];
    }
    return NULL;
}

static void done_write(struct db_task *task)
{
    struct run_write *write = (struct run_write *)task;
    struct runs *runs = write->runs;

    runs->trouble = task->is_fine ? (struct err){0} : task->why;
    for (int i = 0; i < write->batch->count; i++) {
        struct run *run = runs_by_id(runs, write->batch->runs[i].row.id);
        if (!run)
            continue;
        run->writes--;
        run->is_unsaved |= !task->is_fine;
        if (!runs->is_stopping)
            launch_if_due(run);
    }
    run_batch_destroy(write->batch);
    free(write);
}

/* What cannot be sent any more is written by runs_destroy(). */
static void send_write(struct runs *runs, int gone)
{
    struct run_batch *batch =
        runs->is_stopping ? NULL : run_batch_create(runs->list, runs->count, gone);

    if (!batch)
        return;
    struct run_write *write = memory_get(1, sizeof *write);
    *write = (struct run_write){.runs = runs, .batch = batch};
    write->task = (struct db_task){.work = work_write, .done = done_write};
    db_thread_send(runs->web->db, &write->task);
}

void runs_write(struct runs *runs) { send_write(runs, 0); }

bool runs_write_failed(const struct runs *runs, struct err *why)
{
    *why = runs->trouble;
    return why->code[0] != '\0';
}

static void write_last(struct runs *runs)
{
    struct run_batch *batch = run_batch_create(runs->list, runs->count, 0);
    struct store *store = batch ? store_open(runs->web->data_dir, NULL) : NULL;
    struct db *db = store ? store_db(store, NULL) : NULL;

    if (db)
        run_rows_write(db, batch, NULL);
    store_close(store);
    run_batch_destroy(batch);
}

/* ---- the list ---- */

struct run *runs_at(const struct runs *runs, enum runs_kind kind, int index)
{
    for (int i = runs->count - 1; i >= 0; i--) {
        if (runs->list[i]->kind == kind && index-- == 0)
            return runs->list[i];
    }
    return NULL;
}

struct run *runs_find(const struct runs *runs, enum runs_kind kind, const char *id)
{
    int number;

    if (!slice_to_int(slice_of(id), 1, INT_MAX, &number))
        return NULL;
    struct run *run = runs_by_id(runs, number);
    return run && run->kind == kind ? run : NULL;
}

struct run *runs_gauntlet_test(const struct runs *runs, int gauntlet, int index)
{
    for (int i = 0; i < runs->count && gauntlet > 0; i++) {
        if (runs->list[i]->gauntlet == gauntlet && index-- == 0)
            return runs->list[i];
    }
    return NULL;
}

static struct run *new_run(struct runs *runs, int id, const struct run *wish)
{
    struct run *run = memory_get(1, sizeof *run);

    *run = *wish;
    run->runs = runs;
    run->id = id;
    run->games_before = -1;
    return run;
}

static void open_games(struct run *run)
{
    char path[PATH_MAX];

    if (run->kind != RUNS_MATCH || run->games)
        return;
    run_path(run, "", path);
    run->games = match_totals_create(run->rules, path);
    run->is_unread = true;
}

struct run *runs_add(struct runs *runs, const struct run *wish, struct err *why)
{
    struct run *run;
    char path[PATH_MAX];

    if (runs->count == RUNS_MAX) {
        err_set(why, "runs_full", "");
        return NULL;
    }
    run = new_run(runs, ++runs->last, wish);
    run_path(run, "", path);
    if (mkdir(path, 0755) != 0) {
        err_set(why, "file_write", path);
        free(run);
        return NULL;
    }
    run->wants = json_deep_copy(wish->wants);
    run->words = wish->words ? json_incref(wish->words) : json_array();
    run->state = RUNS_STOPPED;
    run->created_ms = clock_wall_ms();
    open_games(run);
    runs->list[runs->count++] = run;
    return run;
}

bool runs_drop(struct run *run, char gone[PATH_MAX], struct err *why)
{
    struct runs *runs = run->runs;
    char path[PATH_MAX];
    int at = 0;

    if (!run_is_idle(run, why))
        return false;
    if (runs->read == run)
        return err_set(why, "busy", "");
    run_path(run, "", path);
    snprintf(gone, PATH_MAX, "%.*s/gone-%d", PATH_MAX - 128, runs->folder, run->id);
    if (rename(path, gone) != 0)
        return err_set(why, "file_write", path);
    while (runs->list[at] != run)
        at++;
    runs->count--;
    memmove(&runs->list[at], &runs->list[at + 1], (size_t)(runs->count - at) * sizeof *runs->list);
    send_write(runs, run->id);
    free_run(run);
    return true;
}

void runs_forget(struct run *run)
{
    char gone[PATH_MAX];

    run->is_wanted = false;
    if (runs_drop(run, gone, NULL))
        file_remove_all(gone);
}

/* ---- coming and going ---- */

/* Numbers of folders are not given twice, even if the store has no run for them: a server that was
 * killed may have left one. */
static void look_at_folder(struct runs *runs, const char *name)
{
    char path[PATH_MAX];
    int id;

    if (strncmp(name, "gone-", 5) == 0) { /* an earlier server was killed before it was removed */
        snprintf(path, sizeof path, "%.*s/%s", PATH_MAX - 280, runs->folder, name);
        file_remove_all(path);
    } else if (slice_to_int(slice_of(name), 1, INT_MAX, &id)) {
        runs->last = id > runs->last ? id : runs->last;
    }
}

static void look_at_folders(struct runs *runs)
{
    const struct dirent *entry;
    DIR *dir = opendir(runs->folder);

    while (dir && (entry = readdir(dir)))
        look_at_folder(runs, entry->d_name);
    if (dir)
        closedir(dir);
}

/* A run without a folder was being dropped when its server was killed. */
static bool take_row(void *context, const struct run_row *row)
{
    struct runs *runs = context;
    char path[PATH_MAX];

    if (runs->count == RUNS_MAX)
        return false;
    struct run *run = new_run(runs, row->id, &(struct run){0});
    run_path(run, "", path);
    runs->last = run->id > runs->last ? run->id : runs->last;
    if (access(path, X_OK) != 0 || !run_rows_read(row, run)) {
        free_run(run);
        return true;
    }
    open_games(run);
    runs->list[runs->count++] = run;
    return true;
}

struct runs *runs_create(struct web *web, struct db *db, struct err *why)
{
    struct runs *runs = memory_get(1, sizeof *runs);

    runs->web = web;
    snprintf(runs->folder, sizeof runs->folder, "%.*s/arena", PATH_MAX - 64, web->data_dir);
    mkdir(runs->folder, 0700);
    look_at_folders(runs);
    if (run_table_list(db, take_row, runs, why))
        return runs;
    runs_destroy(runs);
    return NULL;
}

void runs_stop(struct runs *runs)
{
    runs->is_stopping = true;
    for (int i = 0; i < runs->count; i++) {
        if (runs->list[i]->child)
            child_stop(runs->list[i]->child, RUNS_END_MS);
    }
}

void runs_destroy(struct runs *runs)
{
    if (!runs)
        return;
    write_last(runs);
    for (int i = 0; i < runs->count; i++)
        free_run(runs->list[i]);
    free(runs);
}
