#ifndef SEARCH_THREADS_H
#define SEARCH_THREADS_H

/* Threads, where there are any; a browser's module has its own version with one only. */

/* Does the work number 0 here and 1 .. count-1 in threads of their own, as far as there are any;
 * returns when all is done. */
void threads_run(int count, void (*work)(void *context, int number), void *context);

#endif
