#ifndef YARDSTICK_CLASSIC_TABLE_H
#define YARDSTICK_CLASSIC_TABLE_H

/*
 * The transposition table: what the search already knows about positions it met.  Two entries
 * share a bucket; the one that cost less work and is older gives way.
 */

#include "game/game.h"

enum classic_bound { CLASSIC_NONE, CLASSIC_LOWER, CLASSIC_UPPER, CLASSIC_EXACT };

struct classic_entry {
    uint64_t key;
    move_t move; /* the best one found; 0: none */
    int16_t score;
    uint8_t depth;
    uint8_t bound;      /* enum classic_bound */
    uint8_t generation; /* of the search that wrote it */
};

struct classic_table {
    struct classic_entry *entries;
    size_t mask; /* of the bucket number */
    uint8_t generation;
};

void classic_table_init(struct classic_table *table, size_t bytes);
void classic_table_finish(struct classic_table *table);
void classic_table_clear(struct classic_table *table);
/* A new search begins: older entries may be replaced first. */
void classic_table_age(struct classic_table *table);

/* What is known about this key, or NULL; valid until the next classic_table_store. */
const struct classic_entry *classic_table_find(const struct classic_table *table, uint64_t key);
/* The generation is filled in here. */
void classic_table_store(struct classic_table *table, struct classic_entry entry);

#endif
