#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

/*
 * Memory, and what happens when there is none.
 *
 * A program of the command line ends with one sentence.  A server must not: with memory_reserve()
 * it keeps some megabytes aside.  What is small and cannot be refused (memory_get) gets them when
 * the system has no more; what can be refused (memory_try…) is refused before they are gone, and
 * its caller says so.
 */

#include "base/slice.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- memory that is always there; free() it ---- */

/* `count` zeroed things of `size` bytes.  With a reserve: not for megabytes. */
void *memory_get(size_t count, size_t size);

/* Not zeroed: room for a text that is written from its front and may be much shorter. */
void *memory_get_unset(size_t size);

/* The same memory, larger. */
void *memory_grow(void *old, size_t size);

/* A copy of a text, ended by a zero. */
char *memory_copy(struct slice text);

/* ---- memory that may be refused; NULL only with a reserve ---- */

/* Some kilobytes, zeroed.  NULL: half of the reserve is gone. */
void *memory_try(size_t count, size_t size);

/* More than that, zeroed.  NULL: MEMORY_MARGIN would not be left. */
void *memory_try_large(size_t count, size_t size);

/* The same for players, which leave more, so that requests are not refused because of them. */
enum { MEMORY_LEFT_BY_SEARCHES = 6 << 20, MEMORY_LEFT_BY_TABLES = 16 << 20 };
void *memory_try_leaving(size_t size, size_t more);

/* The same for tables of many megabytes that are read all over: in large pages, if the system has
 * any, which saves the processor much looking up. */
void *memory_try_table(size_t size);

/* Bytes for the stack of a new thread. */
size_t memory_stack(void);

/* Could memory_try_large() get so much now?  For what others allocate: stacks, libraries. */
bool memory_has_room(size_t size);

/* ---- the reserve ---- */

enum {
    MEMORY_RESERVE_BLOCKS = 8, /* of a MiB each */
    MEMORY_MARGIN = 6 << 20,   /* is left by large requests for small ones */
};

/* Takes the reserve; the calling thread is the one that must not wait (the loop's).  Other threads
 * wait in memory_get() until there is memory.  False: there is not even that much. */
bool memory_reserve(void);
/* From now on a lack of memory ends the program again. */
void memory_release(void);
/* A part of the reserve is in use: nothing new should begin. */
bool memory_is_short(void);
/* Every now and then: takes back what was given up of the reserve, as soon as there is room. */
void memory_refill(void);
/* How often something was refused. */
int64_t memory_refusals(void);

/* Memory that was freed goes back to the system, as far as that is possible; takes milliseconds. */
void memory_give_back(void);

#endif
