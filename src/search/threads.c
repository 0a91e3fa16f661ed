#include "search/threads.h"

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
    int started = 0;

    assert(count >= 1 && count <= SEARCH_THREADS_MAX);
    for (int number = 1; number < count; number++) {
        struct helper *helper = &helpers[started];
        *helper = (struct helper){.work = work, .context = context, .number = number};
        if (pthread_create(&helper->thread, NULL, help, helper) == 0)
            started++;
    }
    work(context, 0);
    for (int i = 0; i < started; i++)
        pthread_join(helpers[i].thread, NULL);
}
