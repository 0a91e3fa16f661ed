#include "match/result_reader.h"

#include "base/memory.h"
#include "store/queue.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    STEPS_PER_TEST = 64, /* read at a time, so that no test keeps the others waiting */
    STEPS_PER_LOOK = 256,
};

/* A test that is read. */
struct read_test {
    int64_t id;
    const struct match *match;
    int next; /* game to be told */
};

/* What was found of the next game of a test. */
struct read_step {
    int64_t test;
    int game, next;           /* this game, and the one to be told after it */
    struct queue_result *row; /* owned; NULL: the pair of this game is closed */
};

/* A question to the store; the database thread has it while it is asked, the loop's thread in
 * between. */
struct question {
    struct queue_place *places; /* the next pair of every test */
    int place_count;
    struct read_step steps[STEPS_PER_LOOK];
    int step_count;
    bool has_more;
};

struct result_reader {
    struct db_thread *db_thread;
    struct result_reader_events events;
    struct read_test *tests;
    int count, capacity;
    struct db_task task;
    struct question question;
    struct result result;
    bool is_asking;
    bool wants_look; /* result_reader_poll() was called while it was asking */
    bool is_stopped;
};

/* ---- on the database thread ---- */

static void forget_steps(struct question *question)
{
    for (int i = 0; i < question->step_count; i++)
        free(question->steps[i].row);
    question->step_count = 0;
    question->has_more = false;
}

static void add_step(struct question *question, const struct read_step *step)
{
    assert(question->step_count < STEPS_PER_LOOK && step->next > step->game);
    question->steps[question->step_count++] = *step;
}

struct reading {
    struct question *question;
    int next;
    bool has_gap; /* later games have results, this one has none */
};

/* A game that has no result yet ends the reading. */
static bool keep_row(void *context, const struct queue_result *row)
{
    struct reading *reading = context;

    reading->has_gap = row->game != reading->next;
    if (reading->has_gap)
        return false;
    reading->next++;
    add_step(reading->question, &(struct read_step){.test = row->test,
                                                    .game = row->game,
                                                    .next = reading->next,
                                                    .row = queue_result_copy(row)});
    return true;
}

/* The first game of a pair alone is the whole pair if the test ends there: then it is done.  Else
 * the pair may still be closed, and its first game is not told. */
static void end_half_pair(struct question *question, const struct queue_place *place)
{
    struct read_step *last = &question->steps[question->step_count - 1];

    if (last->game == 2 * place->pair) {
        last->next++;
        return;
    }
    free(last->row);
    question->step_count--;
    assert(question->step_count > 0); /* the first pair is done */
}

static bool read_place(struct db *db, struct question *question, const struct queue_place *place,
                       struct err *why)
{
    int first = 2 * place->pair;
    struct reading reading = {.question = question, .next = first};
    int left = (STEPS_PER_LOOK - question->step_count) / 2 * 2; /* whole pairs */
    int max = left < STEPS_PER_TEST ? left : STEPS_PER_TEST;

    if (max > 0 && place->state == PAIR_CLOSED) {
        add_step(question,
                 &(struct read_step){.test = place->test, .game = first, .next = first + 2});
        question->has_more = true;
        return true;
    }
    if (max > 0 && !queue_results(db, place->test, first, max, keep_row, &reading, why))
        return false;
    bool is_half = reading.next % 2 == 1;
    if (is_half)
        end_half_pair(question, place);
    /* After half a pair or a gap the next pair may be closed. */
    question->has_more |= reading.next - first == max || reading.has_gap || is_half;
    return true;
}

static bool read_all(struct db *db, struct db_task *task, struct err *why)
{
    struct result_reader *reader = task->context;
    struct question *question = &reader->question;

    forget_steps(question); /* of a first try, when the server was lost in between */
    if (!queue_pair_states(db, question->places, question->place_count, why))
        return false;
    for (int i = 0; i < question->place_count; i++) {
        const struct queue_place *place = &question->places[i];
        if (place->state != PAIR_FREE && !read_place(db, question, place, why))
            return false;
    }
    return true;
}

/* ---- on the loop's thread ---- */

static struct read_test *find(struct result_reader *reader, int64_t id)
{
    for (int i = 0; i < reader->count; i++) {
        if (reader->tests[i].id == id)
            return &reader->tests[i];
    }
    return NULL;
}

static void refuse_row(struct result_reader *reader, const struct read_step *step)
{
    char details[64];
    struct err why;

    snprintf(details, sizeof details, "%lld %d", (long long)step->test, step->game);
    err_set(&why, "store_line", details);
    result_reader_drop_test(reader, step->test);
    reader->events.on_failed(reader->events.context, &why);
}

/* The test may have been dropped, or added again, by the callback for an earlier step. */
static void tell_step(struct result_reader *reader, const struct read_step *step)
{
    struct read_test *test = find(reader, step->test);

    if (reader->is_stopped || !test || test->next != step->game)
        return;
    if (!step->row) {
        test->next = step->next;
        reader->events.on_pair_closed(reader->events.context, step->test, step->game / 2);
        return;
    }
    assert(step->row->test == step->test && step->row->game == step->game);
    if (!result_from_row(step->row, test->match, &reader->result)) {
        refuse_row(reader, step);
        return;
    }
    test->next = step->next;
    reader->events.on_result(reader->events.context, step->test, &reader->result);
}

static void ask(struct result_reader *reader);

static void tell_all(struct db_task *task)
{
    struct result_reader *reader = task->context;
    struct question *question = &reader->question;

    for (int i = 0; i < question->step_count && task->is_fine; i++)
        tell_step(reader, &question->steps[i]);
    bool has_more = question->has_more;
    forget_steps(question);
    reader->is_asking = false;
    if (!task->is_fine && !reader->is_stopped)
        reader->events.on_failed(reader->events.context, &task->why);
    else if (has_more || reader->wants_look)
        ask(reader);
}

static void ask(struct result_reader *reader)
{
    struct question *question = &reader->question;

    assert(!reader->is_asking);
    reader->wants_look = false;
    if (reader->is_stopped || reader->count == 0)
        return;
    reader->is_asking = true;
    question->place_count = reader->count;
    question->places =
        memory_grow(question->places, (size_t)reader->count * sizeof *question->places);
    for (int i = 0; i < reader->count; i++)
        question->places[i] =
            (struct queue_place){.test = reader->tests[i].id, .pair = reader->tests[i].next / 2};
    reader->task = (struct db_task){.work = read_all, .done = tell_all, .context = reader};
    db_thread_send(reader->db_thread, &reader->task);
}

void result_reader_poll(struct result_reader *reader)
{
    if (reader->is_asking)
        reader->wants_look = true;
    else
        ask(reader);
}

bool result_reader_is_up_to_date(const struct result_reader *reader) { return !reader->is_asking; }

/* ---- tests ---- */

void result_reader_add_test(struct result_reader *reader, int64_t test, const struct match *match)
{
    result_reader_drop_test(reader, test);
    if (reader->count == reader->capacity) {
        reader->capacity = reader->capacity > 0 ? 2 * reader->capacity : 16;
        reader->tests =
            memory_grow(reader->tests, (size_t)reader->capacity * sizeof *reader->tests);
    }
    reader->tests[reader->count++] = (struct read_test){.id = test, .match = match};
    result_reader_poll(reader);
}

void result_reader_drop_test(struct result_reader *reader, int64_t id)
{
    struct read_test *test = find(reader, id);

    if (test)
        *test = reader->tests[--reader->count];
}

/* ---- beginning and end ---- */

struct result_reader *result_reader_create(struct db_thread *db_thread,
                                           const struct result_reader_events *events)
{
    struct result_reader *reader = memory_get(1, sizeof *reader);

    assert(events->on_result && events->on_pair_closed && events->on_failed);
    reader->db_thread = db_thread;
    reader->events = *events;
    return reader;
}

void result_reader_stop(struct result_reader *reader) { reader->is_stopped = true; }

void result_reader_destroy(struct result_reader *reader)
{
    if (!reader)
        return;
    forget_steps(&reader->question);
    free(reader->question.places);
    free(reader->tests);
    free(reader);
}
