#define _GNU_SOURCE /* MAP_ANONYMOUS, MADV_HUGEPAGE */

#include "base/memory.h"

#ifdef __GLIBC__
    #include <malloc.h>
#endif
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    BLOCK = 1 << 20,
    KEPT_FOR_LOOP = MEMORY_RESERVE_BLOCKS / 2, /* blocks that only memory_get() on the loop gets */
    HEAP_LARGEST = 256 << 10,                  /* what is larger is mapped on its own */
    HEAP_KEPT = 1 << 20,
    STACK_USUAL = 8 << 20,
    STACK_SMALL = 2 << 20, /* where the address space is limited; the deepest search needs less */
    RETRY_MS = 20,
    LOOP_PATIENCE_MS = 10 * 1000, /* the loop waits so long for other threads to free something */
    STACK_TOUCHED = 512 << 10,    /* of the loop's thread, so that it need not grow later */
};

/* One for the process, as malloc() is. */
static struct {
    pthread_mutex_t mutex; /* large requests, and giving up and taking back blocks */
    atomic_bool is_on;
    atomic_int count;                    /* blocks that we have */
    void *blocks[MEMORY_RESERVE_BLOCKS]; /* mapped and never touched */
    atomic_llong refusals;
} reserve = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local bool is_loop;

/* ---- asking the system ---- */

struct want {
    size_t count, size; /* zeroed; count 0: `old` grows to `size` */
    void *old;
};

static void *ask(const struct want *want)
{
    return want->count > 0 ? calloc(want->count, want->size) : realloc(want->old, want->size);
}

static void *map_block(size_t size)
{
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return block == MAP_FAILED ? NULL : block;
}

/* Is so much to be had, beside the margin?  The pages are not touched. */
static bool is_room(size_t size)
{
    void *probe = size <= SIZE_MAX - MEMORY_MARGIN ? map_block(size + MEMORY_MARGIN) : NULL;

    return probe && munmap(probe, size + MEMORY_MARGIN) == 0;
}

static void *refused(void)
{
    atomic_fetch_add(&reserve.refusals, 1);
    return NULL;
}

/* ---- memory that is always there ---- */

/* Gives up blocks until there is enough, but not the last `kept` ones.  Under the lock, so that no
 * large request takes what was given up. */
static void *ask_with_reserve(const struct want *want, int kept)
{
    pthread_mutex_lock(&reserve.mutex);
    void *memory = ask(want);
    while (!memory && reserve.count > kept) {
        munmap(reserve.blocks[--reserve.count], BLOCK);
        memory = ask(want);
    }
    pthread_mutex_unlock(&reserve.mutex);
    return memory;
}

static _Noreturn void end_program(void)
{
    static const char sentence[] = "kielwasser: out of memory\n";

    if (write(STDERR_FILENO, sentence, sizeof sentence - 1) < 0)
        _exit(EXIT_FAILURE);
    _exit(EXIT_FAILURE);
}

static void rest(void)
{
    const struct timespec pause = {.tv_nsec = RETRY_MS * 1000000L};

    nanosleep(&pause, NULL);
}

/* Other threads wait as long as it takes: searches and requests that end free memory. */
static void *insist(const struct want *want)
{
    for (int ms = 0; atomic_load(&reserve.is_on); ms += RETRY_MS) {
        void *memory = ask_with_reserve(want, is_loop ? 0 : KEPT_FOR_LOOP);
        if (memory)
            return memory;
        if (is_loop && ms >= LOOP_PATIENCE_MS)
            break;
        rest();
    }
    end_program();
}

static void *get(const struct want *want)
{
    void *memory = ask(want);

    return memory ? memory : insist(want);
}

void *memory_get(size_t count, size_t size)
{
    return get(&(struct want){.count = count ? count : 1, .size = size});
}

void *memory_grow(void *old, size_t size)
{
    return get(&(struct want){.old = old, .size = size ? size : 1});
}

void *memory_get_unset(size_t size) { return memory_grow(NULL, size); }

char *memory_copy(struct slice text)
{
    char *copy = memory_get(text.len + 1, 1);

    if (text.len > 0)
        memcpy(copy, text.at, text.len);
    return copy;
}

/* ---- memory that may be refused ---- */

void *memory_try(size_t count, size_t size)
{
    const struct want want = {.count = count ? count : 1, .size = size};
    void *memory = ask(&want);

    if (memory)
        return memory;
    if (!atomic_load(&reserve.is_on))
        end_program();
    memory = ask_with_reserve(&want, KEPT_FOR_LOOP);
    return memory ? memory : refused();
}

void *memory_try_leaving(size_t size, size_t more)
{
    void *memory = NULL;

    if (!atomic_load(&reserve.is_on))
        return memory_get(1, size);
    pthread_mutex_lock(&reserve.mutex);
    if (reserve.count == MEMORY_RESERVE_BLOCKS && is_room(size + more))
        memory = calloc(1, size);
    pthread_mutex_unlock(&reserve.mutex);
    return memory ? memory : refused();
}

void *memory_try_large(size_t count, size_t size)
{
    assert(count > 0 && size > 0 && count <= SIZE_MAX / 2 / size);
    return memory_try_leaving(count * size, 0);
}

void *memory_try_table(size_t size)
{
    enum { PAGE = 4096 };
    void *memory = memory_try_leaving(size, size > BLOCK + PAGE ? MEMORY_LEFT_BY_TABLES
                                                                : MEMORY_LEFT_BY_SEARCHES);
    uintptr_t start = ((uintptr_t)memory + PAGE - 1) / PAGE * PAGE;
    uintptr_t end = ((uintptr_t)memory + size) / PAGE * PAGE;

    if (memory && end > start)
        madvise((void *)start, end - start, MADV_HUGEPAGE); /* a wish; refused is as well */
    return memory;
}

bool memory_has_room(size_t size)
{
    if (!atomic_load(&reserve.is_on))
        return true;
    pthread_mutex_lock(&reserve.mutex);
    bool has_room = reserve.count == MEMORY_RESERVE_BLOCKS && is_room(size);
    pthread_mutex_unlock(&reserve.mutex);
    return has_room || refused();
}

/* ---- the reserve ---- */

static bool is_space_limited(void)
{
    struct rlimit space;

    return getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY;
}

size_t memory_stack(void) { return is_space_limited() ? STACK_SMALL : STACK_USUAL; }

/* What is freed goes back to the system, so that is_room() sees it: by itself, glibc soon keeps
 * dozens of megabytes in the heap.  Where the address space is limited, threads share one heap:
 * each heap of its own would reserve 64 MiB of it. */
static void keep_little(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, HEAP_LARGEST);
    mallopt(M_TRIM_THRESHOLD, HEAP_KEPT);
    if (is_space_limited())
        mallopt(M_ARENA_MAX, 1);
#endif
}

static void touch_stack(void)
{
    volatile char stack[STACK_TOUCHED];

    for (size_t i = 0; i < sizeof stack; i += 1024)
        stack[i] = 0;
}

static void fill(void)
{
    while (reserve.count < MEMORY_RESERVE_BLOCKS && is_room(BLOCK)) {
        void *block = map_block(BLOCK);
        if (!block)
            return;
        reserve.blocks[reserve.count++] = block;
    }
}

bool memory_reserve(void)
{
    assert(!atomic_load(&reserve.is_on));
    keep_little();
    touch_stack();
    is_loop = true;
    atomic_store(&reserve.is_on, true);
    memory_refill();
    return !memory_is_short();
}

void memory_release(void)
{
    atomic_store(&reserve.is_on, false);
    pthread_mutex_lock(&reserve.mutex);
    while (reserve.count > 0)
        munmap(reserve.blocks[--reserve.count], BLOCK);
    pthread_mutex_unlock(&reserve.mutex);
}

bool memory_is_short(void)
{
    return atomic_load(&reserve.is_on) && atomic_load(&reserve.count) < MEMORY_RESERVE_BLOCKS;
}

void memory_refill(void)
{
    if (!memory_is_short())
        return;
    pthread_mutex_lock(&reserve.mutex);
    fill();
    pthread_mutex_unlock(&reserve.mutex);
}

int64_t memory_refusals(void) { return atomic_load(&reserve.refusals); }

#ifdef __GLIBC__
void memory_give_back(void) { malloc_trim(0); }
#else
void memory_give_back(void) {}
#endif
