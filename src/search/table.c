#include "search/table.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKET = 2 };

void table_init(struct table *table, size_t bytes)
{
    size_t buckets = 1024;

    while (2 * buckets * BUCKET * sizeof *table->entries <= bytes)
        buckets *= 2;
    *table = (struct table){.mask = buckets - 1};
    table->entries = memory_get(buckets * BUCKET, sizeof *table->entries);
}

void table_finish(struct table *table)
{
    free(table->entries);
    *table = (struct table){0};
}

void table_clear(struct table *table)
{
    memset(table->entries, 0, (table->mask + 1) * BUCKET * sizeof *table->entries);
    table->generation = 0;
}

void table_age(struct table *table) { table->generation++; }

static struct table_entry *bucket_of(const struct table *table, uint64_t key)
{
    return &table->entries[(key & table->mask) * BUCKET];
}

const struct table_entry *table_find(const struct table *table, uint64_t key)
{
    const struct table_entry *bucket = bucket_of(table, key);

    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].bound != BOUND_NONE && bucket[i].key == key)
            return &bucket[i];
    }
    return NULL;
}

/* How much a bucket's entry deserves to stay. */
static int worth(const struct table *table, const struct table_entry *entry)
{
    if (entry->bound == BOUND_NONE)
        return -1;
    return entry->depth + (entry->generation == table->generation ? 256 : 0);
}

void table_store(struct table *table, struct table_entry entry)
{
    struct table_entry *bucket = bucket_of(table, entry.key);
    struct table_entry *place = &bucket[0];

    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].bound != BOUND_NONE && bucket[i].key == entry.key) {
            place = &bucket[i];
            break;
        }
        if (worth(table, &bucket[i]) < worth(table, place))
            place = &bucket[i];
    }
    if (!entry.move && place->key == entry.key)
        entry.move = place->move;
    entry.generation = table->generation;
    *place = entry;
}
