#ifndef SEARCH_TABLE_H
#define SEARCH_TABLE_H

/*
 * The transposition table: what the search already knows about positions it met.  Two entries
 * share a bucket; the one that cost less work and is older gives way.
 */

#include "game/game.h"

enum bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT };

struct table_entry {
    uint64_t key;
    move_t move; /* the best one found; 0: none */
    int16_t score;
    uint8_t depth;
    uint8_t bound;      /* enum bound */
    uint8_t generation; /* of the search that wrote it */
};

struct table {
    struct table_entry *entries;
    size_t mask; /* of the bucket number */
    uint8_t generation;
};

void table_init(struct table *table, size_t bytes);
void table_finish(struct table *table);
void table_clear(struct table *table);
/* A new search begins: older entries may be replaced first. */
void table_age(struct table *table);

/* What is known about this key, or NULL; valid until the next table_store. */
const struct table_entry *table_find(const struct table *table, uint64_t key);
/* The generation is filled in here. */
void table_store(struct table *table, struct table_entry entry);

#endif
