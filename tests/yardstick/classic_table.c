#include "yardstick/classic_table.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKET = 2 };

void classic_table_init(struct classic_table *table, size_t bytes)
{
    size_t buckets = 1024;

    while (2 * buckets * BUCKET * sizeof *table->entries <= bytes)
        buckets *= 2;
    *table = (struct classic_table){.mask = buckets - 1};
    table->entries = memory_get(buckets * BUCKET, sizeof *table->entries);
}

void classic_table_finish(struct classic_table *table)
{
    free(table->entries);
    *table = (struct classic_table){0};
}

void classic_table_clear(struct classic_table *table)
{
    memset(table->entries, 0, (table->mask + 1) * BUCKET * sizeof *table->entries);
    table->generation = 0;
}

void classic_table_age(struct classic_table *table) { table->generation++; }

static struct classic_entry *bucket_of(const struct classic_table *table, uint64_t key)
{
    return &table->entries[(key & table->mask) * BUCKET];
}

const struct classic_entry *classic_table_find(const struct classic_table *table, uint64_t key)
{
    const struct classic_entry *bucket = bucket_of(table, key);

    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].bound != CLASSIC_NONE && bucket[i].key == key)
            return &bucket[i];
    }
    return NULL;
}

/* How much a bucket's entry deserves to stay. */
static int worth(const struct classic_table *table, const struct classic_entry *entry)
{
    if (entry->bound == CLASSIC_NONE)
        return -1;
    return entry->depth + (entry->generation == table->generation ? 256 : 0);
}

void classic_table_store(struct classic_table *table, struct classic_entry entry)
{
    struct classic_entry *bucket = bucket_of(table, entry.key);
    struct classic_entry *place = &bucket[0];

    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].bound != CLASSIC_NONE && bucket[i].key == entry.key) {
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
