#include "cli/input_lines.h"

#include "base/memory.h"
#include "base/slice.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READ_SIZE = 64 * 1024 };

/* What a line does to a search before it. */
enum effect { EFFECT_NONE, EFFECT_GO, EFFECT_STOP, EFFECT_QUIT };

struct waiting {
    struct waiting *next;
    enum effect effect;
    unsigned search; /* during which it came in; 0: none */
    size_t len;
    bool is_too_long;
    char text[];
};

struct input_lines {
    pthread_t thread;
    pthread_mutex_t mutex; /* guards everything below but `line` */
    pthread_cond_t changed;
    struct waiting *first, **last;
    int count;
    bool is_at_end;
    unsigned searches; /* begun so far */
    bool is_searching, is_endless;
    atomic_bool *stop; /* of the search */
    /* The line under construction, of which no more than INPUT_LINE_MAX bytes are kept. */
    size_t len;
    char line[INPUT_LINE_MAX];
};

static enum effect effect_of(struct slice line)
{
    struct slice rest = slice_trim(line);
    struct slice name = slice_take_word(&rest);

    return slice_is(name, "go")     ? EFFECT_GO
           : slice_is(name, "stop") ? EFFECT_STOP
           : slice_is(name, "quit") ? EFFECT_QUIT
                                    : EFFECT_NONE;
}

/* Does what is waiting end the search that is going on? */
static bool ends_search(const struct input_lines *input)
{
    for (const struct waiting *at = input->first; at; at = at->next) {
        if (at->effect == EFFECT_STOP)
            return true;
        if (at->effect == EFFECT_QUIT && (input->is_endless || at->search == input->searches))
            return true;
        if (at->effect == EFFECT_GO && !input->is_endless)
            return false;
    }
    return input->is_endless && (input->is_at_end || input->count >= INPUT_WAITING_MAX);
}

static void look_at_search(struct input_lines *input)
{
    if (input->is_searching && ends_search(input))
        atomic_store(input->stop, true);
}

/* ---- the thread ---- */

/* The line is complete; false: it was `quit`, and nothing more is read. */
static bool add_line(struct input_lines *input)
{
    bool is_too_long = input->len > INPUT_LINE_MAX;
    size_t len = is_too_long ? 0 : input->len;
    struct waiting *waiting = memory_get(1, sizeof *waiting + len);

    memcpy(waiting->text, input->line, len);
    waiting->len = len;
    waiting->is_too_long = is_too_long;
    waiting->effect = effect_of(slice_make(waiting->text, len));
    waiting->search = input->is_searching ? input->searches : 0;
    input->len = 0;
    *input->last = waiting;
    input->last = &waiting->next;
    input->count++;
    return waiting->effect != EFFECT_QUIT;
}

/* All lines of one read come in at once; false: the last one was `quit`. */
static bool add_bytes(struct input_lines *input, const char *bytes, size_t count)
{
    bool goes_on = true;

    pthread_mutex_lock(&input->mutex);
    while (input->count >= INPUT_WAITING_MAX)
        pthread_cond_wait(&input->changed, &input->mutex);
    for (size_t i = 0; i < count && goes_on; i++) {
        if (bytes[i] == '\n') {
            goes_on = add_line(input);
            continue;
        }
        if (input->len < INPUT_LINE_MAX)
            input->line[input->len] = bytes[i];
        input->len++;
    }
    look_at_search(input);
    pthread_cond_broadcast(&input->changed);
    pthread_mutex_unlock(&input->mutex);
    return goes_on;
}

static void end_input(struct input_lines *input)
{
    pthread_mutex_lock(&input->mutex);
    if (input->len > 0)
        add_line(input);
    input->is_at_end = true;
    look_at_search(input);
    pthread_cond_broadcast(&input->changed);
    pthread_mutex_unlock(&input->mutex);
}

static void *read_input(void *context)
{
    struct input_lines *input = context;
    char *bytes = memory_get(1, READ_SIZE);
    bool goes_on = true;

    while (goes_on) {
        ssize_t count = read(STDIN_FILENO, bytes, READ_SIZE);
        if (count < 0 && errno == EINTR)
            continue;
        goes_on = count > 0 && add_bytes(input, bytes, (size_t)count);
    }
    end_input(input);
    free(bytes);
    return NULL;
}

/* ---- the others ---- */

struct input_lines *input_lines_create(void)
{
    struct input_lines *input = memory_get(1, sizeof *input);

    input->last = &input->first;
    pthread_mutex_init(&input->mutex, NULL);
    pthread_cond_init(&input->changed, NULL);
    if (pthread_create(&input->thread, NULL, read_input, input) == 0)
        return input;
    free(input);
    return NULL;
}

void input_lines_destroy(struct input_lines *input)
{
    pthread_join(input->thread, NULL);
    while (input->first) {
        struct waiting *waiting = input->first;
        input->first = waiting->next;
        free(waiting);
    }
    pthread_cond_destroy(&input->changed);
    pthread_mutex_destroy(&input->mutex);
    free(input);
}

enum input_kind input_lines_next(struct input_lines *input, char line[INPUT_LINE_MAX], size_t *len)
{
    pthread_mutex_lock(&input->mutex);
    while (!input->first && !input->is_at_end)
        pthread_cond_wait(&input->changed, &input->mutex);
    struct waiting *waiting = input->first;
    if (waiting) {
        input->first = waiting->next;
        input->last = input->first ? input->last : &input->first;
        input->count--;
        pthread_cond_broadcast(&input->changed);
    }
    pthread_mutex_unlock(&input->mutex);
    if (!waiting)
        return INPUT_END;
    enum input_kind kind = waiting->is_too_long ? INPUT_TOO_LONG : INPUT_LINE;
    *len = waiting->len;
    memcpy(line, waiting->text, waiting->len);
    free(waiting);
    return kind;
}

void input_lines_begin_search(struct input_lines *input, bool is_endless, atomic_bool *stop)
{
    pthread_mutex_lock(&input->mutex);
    assert(!input->is_searching);
    input->is_searching = true;
    input->is_endless = is_endless;
    input->searches++;
    input->stop = stop;
    look_at_search(input);
    pthread_mutex_unlock(&input->mutex);
}

void input_lines_search_ended(struct input_lines *input)
{
    pthread_mutex_lock(&input->mutex);
    assert(input->is_searching);
    input->is_searching = false;
    pthread_mutex_unlock(&input->mutex);
}
