#include "base/memory.h"

#ifdef __GLIBC__
    #include <malloc.h>
#endif
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void *checked(void *memory)
{
    if (!memory) {
        fputs("kielwasser: out of memory\n", stderr);
        abort();
    }
    return memory;
}

void *memory_get(size_t count, size_t size) { return checked(calloc(count ? count : 1, size)); }

void *memory_get_unset(size_t size) { return checked(malloc(size ? size : 1)); }

void *memory_get_large(size_t size)
{
    enum { PAGE = 4096 };
    void *memory = memory_get(1, size);
    uintptr_t start = ((uintptr_t)memory + PAGE - 1) / PAGE * PAGE;
    uintptr_t end = ((uintptr_t)memory + size) / PAGE * PAGE;

    if (end > start)
        madvise((void *)start, end - start, MADV_HUGEPAGE); /* a wish; refused is as well */
    return memory;
}

void *memory_grow(void *old, size_t size) { return checked(realloc(old, size ? size : 1)); }

char *memory_copy(struct slice text)
{
    char *copy = memory_get(text.len + 1, 1);

    if (text.len > 0)
        memcpy(copy, text.at, text.len);
    return copy;
}

#ifdef __GLIBC__
void memory_give_back(void) { malloc_trim(0); }
#else
void memory_give_back(void) {}
#endif
