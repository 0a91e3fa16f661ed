#include "search/threads.h"

#include "base/memory.h"
#include "search/search.h"

#include <assert.h>
#include <pthread.h>

struct helper {
    pthread_t thread;
    void (*work)(void *context, int number);
    void *context;
    int number;
};

static void *help(void *argument)
{
    struct helper *helper = argument;

    helper->work(helper->context, helper->number);
    return NULL;
}

void threads_run(int count, void (*work)(void *context, int number), void *context)
{
    struct helper helpers[SEARCH_THREADS_MAX];
    pthread_attr_t attributes;
    int started = 0;

    assert(count >= 1 && count <= SEARCH_THREADS_MAX);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, memory_stack());
    for (int number = 1; number < count; number++) {
        struct helper *helper = &helpers[started];
        *helper = (struct helper){.work = work, .context = context, .number = number};
        if (memory_has_room(memory_stack()) &&
            pthread_create(&helper->thread, &attributes, help, helper) == 0)
            started++;
    }
    pthread_attr_destroy(&attributes);
    work(context, 0);
    for (int i = 0; i < started; i++)
        pthread_join(helpers[i].thread, NULL);
}
