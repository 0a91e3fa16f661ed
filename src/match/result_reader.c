#include "match/result_reader.h"

#include "base/memory.h"
#include "store/queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROWS_PER_TEST = 64, /* read at a time, so that no test keeps the others waiting */
    ROWS_PER_LOOK = 256,
};

struct followed {
    int64_t test;
    const struct match *match;
    int next; /* game */
};

/* The db_thread has it while it is asked, and the loop in between. */
struct question {
    struct queue_place *places; /* the next game of every test */
    int place_count;
    struct queue_result *rows[ROWS_PER_LOOK]; /* owned */
    int row_count;
    bool has_more;
};

struct follower {
    struct db_thread *db_thread;
    struct result_reader_events events;
    struct followed *tests;
    int count, room;
    struct db_task task;
    struct question question;
    struct result result;
    bool is_asking;
    bool wants_look; /* somebody said that there is more, while it was asking */
    bool is_stopped;
};

/* ---- on the db_thread's thread ---- */

static void forget_rows(struct question *question)
{
    for (int i = 0; i < question->row_count; i++)
        free(question->rows[i]);
    question->row_count = 0;
    question->has_more = false;
}

struct reading {
    struct question *question;
    int next;
};

/* A game that is still being played ends the reading. */
static bool keep_row(void *context, const struct queue_result *row)
{
    struct reading *reading = context;

    if (row->game != reading->next)
        return false;
    reading->next++;
    reading->question->rows[reading->question->row_count++] = queue_result_copy(row);
    return true;
}

static bool read_test(struct db *db, struct question *question, const struct queue_place *place,
                      struct err *why)
{
    struct reading reading = {.question = question, .next = place->game};
    int left = ROWS_PER_LOOK - question->row_count;
    int max = left < ROWS_PER_TEST ? left : ROWS_PER_TEST;

    if (max > 0 && !queue_results(db, place->test, place->game, max, keep_row, &reading, why))
        return false;
    question->has_more |= reading.next - place->game == max;
    return true;
}

static bool read_all(struct db *db, struct db_task *task, struct err *why)
{
    struct follower *follower = task->context;
    struct question *question = &follower->question;

    forget_rows(question); /* of a first try, when the server was lost in between */
    if (!queue_look(db, question->places, question->place_count, why))
        return false;
    for (int i = 0; i < question->place_count; i++) {
        const struct queue_place *place = &question->places[i];
        if (place->is_there && !read_test(db, question, place, why))
            return false;
    }
    return true;
}

/* ---- on the loop's thread ---- */

static struct followed *find(struct follower *follower, int64_t test)
{
    for (int i = 0; i < follower->count; i++) {
        if (follower->tests[i].test == test)
            return &follower->tests[i];
    }
    return NULL;
}

static void refuse_row(struct follower *follower, const struct queue_result *row)
{
    char details[64];
    struct err why;

    snprintf(details, sizeof details, "%lld %d", (long long)row->test, row->game);
    err_say(&why, "store_line", details);
    result_reader_drop(follower, row->test);
    follower->events.on_failed(follower->events.context, &why);
}

/* Its test may have been dropped, or begun again, by the callback for an earlier row. */
static void tell_row(struct follower *follower, const struct queue_result *row)
{
    struct followed *followed = find(follower, row->test);

    if (follower->is_stopped || !followed || followed->next != row->game)
        return;
    if (!result_from_row(row, followed->match, &follower->result)) {
        refuse_row(follower, row);
        return;
    }
    followed->next++;
    follower->events.on_note(follower->events.context, row->test, &follower->result);
}

static void ask(struct follower *follower);

static void tell_all(struct db_task *task)
{
    struct follower *follower = task->context;
    struct question *question = &follower->question;

    for (int i = 0; i < question->row_count && task->is_fine; i++)
        tell_row(follower, question->rows[i]);
    bool has_more = question->has_more;
    forget_rows(question);
    follower->is_asking = false;
    if (!task->is_fine && !follower->is_stopped)
        follower->events.on_failed(follower->events.context, &task->why);
    else if (has_more || follower->wants_look)
        ask(follower);
}

static void ask(struct follower *follower)
{
    struct question *question = &follower->question;

    follower->wants_look = false;
    if (follower->is_stopped || follower->count == 0)
        return;
    follower->is_asking = true;
    question->place_count = follower->count;
    question->places =
        memory_grow(question->places, (size_t)follower->count * sizeof *question->places);
    for (int i = 0; i < follower->count; i++)
        question->places[i] =
            (struct queue_place){.test = follower->tests[i].test, .game = follower->tests[i].next};
    follower->task = (struct db_task){.work = read_all, .done = tell_all, .context = follower};
    db_thread_send(follower->db_thread, &follower->task);
}

void result_reader_look(struct follower *follower)
{
    if (follower->is_asking)
        follower->wants_look = true;
    else
        ask(follower);
}

bool result_reader_is_quiet(const struct follower *follower) { return !follower->is_asking; }

/* ---- which tests ---- */

void result_reader_add(struct follower *follower, int64_t test, const struct match *match)
{
    result_reader_drop(follower, test);
    if (follower->count == follower->room) {
        follower->room = follower->room > 0 ? 2 * follower->room : 16;
        follower->tests =
            memory_grow(follower->tests, (size_t)follower->room * sizeof *follower->tests);
    }
    follower->tests[follower->count++] = (struct followed){.test = test, .match = match};
    result_reader_look(follower);
}

void result_reader_drop(struct follower *follower, int64_t test)
{
    struct followed *followed = find(follower, test);

    if (followed)
        *followed = follower->tests[--follower->count];
}

/* ---- beginning and end ---- */

struct follower *result_reader_create(struct db_thread *db_thread,
                                      const struct result_reader_events *events)
{
    struct follower *follower = memory_get(1, sizeof *follower);

    follower->db_thread = db_thread;
    follower->events = *events;
    return follower;
}

void result_reader_stop(struct follower *follower) { follower->is_stopped = true; }

void result_reader_destroy(struct follower *follower)
{
    if (!follower)
        return;
    forget_rows(&follower->question);
    free(follower->question.places);
    free(follower->tests);
    free(follower);
}
