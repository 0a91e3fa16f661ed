/* What a module has instead of an operating system: a clock, memory, and a trap where memory is out
 * or an assertion fails; the page sees a trap as an exception. */

#include "base/memory.h"
#include "search/real_clock.h"

#include <stdlib.h>

__attribute__((import_module("env"), import_name("now"))) double page_now_ms(void);

static int64_t now_us(void *context)
{
    (void)context;
    return (int64_t)(page_now_ms() * 1000);
}

const struct search_clock real_clock = {.now_us = now_us};

/* The page waits by itself: no player here has sleep=MS. */
void real_clock_wait(int64_t wait_us, const atomic_bool *stop)
{
    (void)wait_us;
    (void)stop;
}

static void *checked(void *memory)
{
    if (!memory)
        __builtin_trap();
    return memory;
}

void *memory_try_large(size_t count, size_t size) { return memory_get(count, size); }

void *memory_try_leaving(size_t size, size_t more)
{
    (void)more;
    return memory_get(1, size);
}

void *memory_try_table(size_t size) { return memory_get(1, size); }

void *memory_get(size_t count, size_t size) { return checked(calloc(count ? count : 1, size)); }

void *memory_grow(void *old, size_t size) { return checked(realloc(old, size ? size : 1)); }

_Noreturn void __assert_fail(const char *text, const char *file, int line, const char *function);

_Noreturn void __assert_fail(const char *text, const char *file, int line, const char *function)
{
    (void)text;
    (void)file;
    (void)line;
    (void)function;
    __builtin_trap();
}
