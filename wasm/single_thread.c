/* A module in a browser has one thread: the page starts a worker for each search. */

#include "search/threads.h"

void threads_run(int count, void (*work)(void *context, int number), void *context)
{
    (void)count;
    work(context, 0);
}
