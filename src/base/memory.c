#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

static void *checked(void *memory)
{
    if (!memory) {
        fputs("kielwasser: out of memory\n", stderr);
        abort();
    }
    return memory;
}

void *memory_get(size_t count, size_t size) { return checked(calloc(count ? count : 1, size)); }

void *memory_grow(void *old, size_t size) { return checked(realloc(old, size ? size : 1)); }
