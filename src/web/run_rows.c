#include "web/run_rows.h"

#include "base/memory.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[RUNS_KINDS] = {
    [RUNS_MATCH] = "match", [RUNS_TOURNAMENT] = "tournament"};

static struct slice print_why(const struct err *why, struct stored_run *stored)
{
    struct buf buf;

    buf_init(&buf, stored->why, sizeof stored->why);
    err_print(why, &buf);
    return buf_slice(&buf);
}

static void fill(struct stored_run *stored, const struct run *run)
{
    stored->wants = json_dumps(run->wants, JSON_COMPACT);
    stored->words = json_dumps(run->words, JSON_COMPACT);
    memcpy(stored->name, run->name, sizeof stored->name);
    if (run->has_test)
        snprintf(stored->sprt, sizeof stored->sprt, "%.17g %.17g", run->test.elo0, run->test.elo1);
    stored->row = (struct run_row){.id = run->id,
                                   .kind = slice_of(kinds[run->kind]),
                                   .game = slice_of(run->rules->name),
                                   .name = slice_of(stored->name),
                                   .state = slice_of(runs_state_name(run->state)),
                                   .gauntlet = run->gauntlet,
                                   .wants = slice_of(stored->wants ? stored->wants : ""),
                                   .words = slice_of(stored->words ? stored->words : ""),
                                   .is_wanted = run->is_wanted,
                                   .why = print_why(&run->why, stored),
                                   .planned = run->planned,
                                   .concurrency = run->concurrency,
                                   .sprt = slice_of(stored->sprt),
                                   .created_ms = run->created_ms,
                                   .played_ms = run_elapsed_ms(run)};
}

/* ---- many of them ---- */

struct run_batch *run_batch_create(struct run *const runs[], int count, int gone)
{
    int unsaved = 0;

    for (int i = 0; i < count; i++)
        unsaved += runs[i]->is_unsaved;
    if (unsaved == 0 && gone == 0)
        return NULL;
    struct run_batch *batch = memory_get(1, sizeof *batch + (size_t)unsaved * sizeof *batch->runs);
    batch->gone = gone;
    for (int i = 0; i < count; i++) {
        if (!runs[i]->is_unsaved)
            continue;
        runs[i]->is_unsaved = false;
        runs[i]->writes++;
        fill(&batch->runs[batch->count++], runs[i]);
    }
    return batch;
}

void run_batch_destroy(struct run_batch *batch)
{
    for (int i = 0; batch && i < batch->count; i++) {
        free(batch->runs[i].wants);
        free(batch->runs[i].words);
    }
    free(batch);
}

static bool write_rows(struct db *db, const struct run_batch *batch, struct err *why)
{
    for (int i = 0; i < batch->count; i++) {
        if (!run_table_write(db, &batch->runs[i].row, why))
            return false;
    }
    return batch->gone == 0 || run_table_remove(db, batch->gone, why);
}

bool run_rows_write(struct db *db, const struct run_batch *batch, struct err *why)
{
    return db_begin(db, why) && db_end(db, write_rows(db, batch, why), why);
}

/* ---- and back ---- */

static bool read_kind(struct slice word, enum runs_kind *kind)
{
    for (*kind = 0; *kind < RUNS_KINDS; ++*kind) {
        if (slice_is(word, kinds[*kind]))
            return true;
    }
    return false;
}

/* No child of it is running any more, whatever it was doing. */
static enum runs_state read_state(const struct run_row *row)
{
    enum runs_state state = 0;

    while (state < RUNS_STATES && !slice_is(row->state, runs_state_name(state)))
        state++;
    if (state == RUNS_STATES || state == RUNS_STOPPING ||
        (!row->is_wanted && (state == RUNS_RUNNING || state == RUNS_WAITING)))
        return RUNS_STOPPED;
    return state;
}

static void read_test(struct slice text, struct run *run)
{
    char copy[sizeof((struct stored_run *)NULL)->sprt], *rest;

    buf_copy(copy, sizeof copy, text);
    double elo0 = strtod(copy, &rest), elo1 = strtod(rest, NULL);
    run->has_test = text.len > 0 && stats_test_init(&run->test, elo0, elo1);
}

static bool are_words(const json_t *words)
{
    const json_t *word;
    size_t i;

    json_array_foreach(words, i, word)
    {
        if (!json_is_string(word))
            return false;
    }
    return json_array_size(words) > 0 && json_array_size(words) < RUNS_WORDS_MAX;
}

bool run_rows_read(const struct run_row *row, struct run *run)
{
    run->wants = json_loadb(row->wants.at, row->wants.len, 0, NULL);
    run->words = json_loadb(row->words.at, row->words.len, 0, NULL);
    run->rules = game_find(row->game);
    if (!run->rules || !read_kind(row->kind, &run->kind) || !json_is_object(run->wants) ||
        !are_words(run->words))
        return false;
    buf_copy(run->name, sizeof run->name, row->name);
    run->is_wanted = row->is_wanted;
    run->gauntlet = row->gauntlet;
    run->planned = row->planned;
    run->concurrency = row->concurrency;
    run->created_ms = row->created_ms;
    run->played_ms = row->played_ms;
    run->state = read_state(row);
    err_parse(row->why, &run->why);
    read_test(row->sprt, run);
    return true;
}
