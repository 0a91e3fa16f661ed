#ifndef SEARCH_THREADS_H
#define SEARCH_THREADS_H

/* Threads of one search.  The browser's module has its own version with one thread. */

/* Calls work(context, 0) in this thread and work(context, 1 .. count-1) in threads of their own;
 * numbers for which no thread can be started are left out.  Returns when all have ended. */
void threads_run(int count, void (*work)(void *context, int number), void *context);

#endif
