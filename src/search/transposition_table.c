#include "search/transposition_table.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKET = 4, CACHE_LINE = 64, AGES = 64, BUCKETS_MIN = 1024 };

struct table_slot {
    _Atomic uint64_t check; /* key XOR data */
    _Atomic uint64_t data;
};

/* The data word: move, eval, score, depth, and bound with age, from the lowest bits up. */
static uint64_t pack(struct table_entry entry, uint8_t age)
{
    uint8_t last = (uint8_t)(entry.bound | age << 2);

    assert(entry.bound <= BOUND_EXACT && age < AGES);
    return entry.move | (uint64_t)(uint16_t)entry.eval << 16 |
           (uint64_t)(uint16_t)entry.score << 32 | (uint64_t)entry.depth << 48 |
           (uint64_t)last << 56;
}

static struct table_entry unpack(uint64_t data)
{
    return (struct table_entry){
        .move = (uint16_t)data,
        .eval = (int16_t)(data >> 16),
        .score = (int16_t)(data >> 32),
        .depth = (uint8_t)(data >> 48),
        .bound = data >> 56 & 3,
    };
}

static int age_of(uint64_t data) { return (int)(data >> 58); }

static uint64_t get(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void set(struct table_slot *slot, uint64_t key, uint64_t data)
{
    atomic_store_explicit(&slot->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
}

bool table_init(struct table *table, size_t bytes)
{
    size_t buckets = BUCKETS_MIN;

    while (2 * buckets * CACHE_LINE <= bytes)
        buckets *= 2;
    *table = (struct table){.mask = buckets - 1};
    table->memory = memory_try_table((buckets + 1) * CACHE_LINE);
    if (!table->memory)
        return false;
    uintptr_t start = (uintptr_t)table->memory + CACHE_LINE - 1;
    table->slots = (struct table_slot *)(start & ~(uintptr_t)(CACHE_LINE - 1));
    return true;
}

void table_free(struct table *table)
{
    free(table->memory);
    *table = (struct table){0};
}

void table_clear(struct table *table)
{
    if (table->slots)
        memset((void *)table->slots, 0, (table->mask + 1) * CACHE_LINE);
    table->age = 0;
}

void table_age(struct table *table) { table->age = (uint8_t)((table->age + 1) % AGES); }

static struct table_slot *bucket_of(const struct table *table, uint64_t key)
{
    return &table->slots[(key & table->mask) * BUCKET];
}

void table_expect(const struct table *table, uint64_t key)
{
    __builtin_prefetch(bucket_of(table, key));
}

bool table_find(const struct table *table, uint64_t key, struct table_entry *found)
{
    const struct table_slot *bucket = bucket_of(table, key);

    for (int i = 0; i < BUCKET; i++) {
        uint64_t data = get(&bucket[i].data);
        if ((get(&bucket[i].check) ^ data) == key && data != 0) {
            *found = unpack(data);
            return true;
        }
    }
    return false;
}

/* What an entry is worth: its depth, less four plies for every search since it was written. */
static int worth(const struct table *table, uint64_t data)
{
    if (data == 0)
        return -1000;
    return unpack(data).depth - 4 * ((table->age + AGES - age_of(data)) % AGES);
}

void table_store(struct table *table, uint64_t key, struct table_entry entry)
{
    struct table_slot *bucket = bucket_of(table, key), *place = bucket;
    int least = INT32_MAX;

    for (int i = 0; i < BUCKET; i++) {
        uint64_t data = get(&bucket[i].data);
        if ((get(&bucket[i].check) ^ data) == key && data != 0) {
            place = &bucket[i];
            entry.move = entry.move ? entry.move : unpack(data).move;
            break;
        }
        if (worth(table, data) < least) {
            least = worth(table, data);
            place = &bucket[i];
        }
    }
    set(place, key, pack(entry, table->age));
}
