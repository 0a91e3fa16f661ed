/* What the page's house has instead of an operating system: a clock, memory, and a trap for the
 * impossible, which the page hears as an exception. */

#include "base/memory.h"
#include "door.h"

#include <stdlib.h>

__attribute__((import_module("env"), import_name("now"))) double page_now_ms(void);

int64_t page_now_us(void) { return (int64_t)(page_now_ms() * 1000); }

static void *checked(void *memory)
{
    if (!memory)
        __builtin_trap();
    return memory;
}

void *memory_get_large(size_t size) { return memory_get(1, size); }

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
