#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

/* Memory that is always there: a program that cannot get a few kilobytes at start-up ends with one
 * sentence instead of going on without them. */

#include "base/slice.h"

#include <stddef.h>

/* `count` zeroed things of `size` bytes; free() them. */
void *memory_get(size_t count, size_t size);

/* Not zeroed: room for a text that is written from its front and may be much shorter. */
void *memory_get_unset(size_t size);

/* The same for tables of many megabytes that are read all over: in large pages, if the system has
 * any, which saves the processor much looking up. */
void *memory_get_large(size_t size);

/* The same memory, larger. */
void *memory_grow(void *old, size_t size);

/* Memory that was freed goes back to the system, as far as that is possible; takes milliseconds. */
void memory_give_back(void);

/* A copy of a text, ended by a zero; free() it. */
char *memory_copy(struct slice text);

#endif
