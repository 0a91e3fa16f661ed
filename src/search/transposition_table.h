#ifndef SEARCH_TRANSPOSITION_TABLE_H
#define SEARCH_TRANSPOSITION_TABLE_H

/*
 * The transposition table: results of positions that were searched before.  An entry takes 16
 * bytes, four of them (a bucket) one cache line; in a full bucket the shallowest and oldest entry
 * is replaced.
 *
 * Threads share the table without a lock: the first word of an entry is its key XOR the second
 * word, so if two threads write the same entry at once, the mixture matches no key and is not
 * found.
 */

#include "game/game.h"

#include <stdatomic.h>

enum bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT };

enum {
    TABLE_NO_EVAL = INT16_MIN, /* the static evaluation is not known */
    TABLE_DEPTH_MAX = 255,     /* the depth of a solved position, enough for every search */
};

/* What is known about a position. */
struct table_entry {
    uint16_t move; /* the best move found, in 16 bits (table_fold); 0: none */
    int16_t eval;  /* static evaluation of the position */
    int16_t score;
    uint8_t depth;
    uint8_t bound; /* enum bound */
};

struct table_slot;

struct table {
    void *memory;
    struct table_slot *slots;
    size_t mask; /* of the bucket number */
    uint8_t age;
};

/* False: there is no memory, and no table. */
bool table_init(struct table *table, size_t bytes);
void table_free(struct table *table);
void table_clear(struct table *table);
/* A new search begins: entries of older searches are replaced first. */
void table_age(struct table *table);

/* False: there is no entry with this key, and `found` is unchanged. */
bool table_find(const struct table *table, uint64_t key, struct table_entry *found);
/* Without a move, the move of the old entry with this key stays. */
void table_store(struct table *table, uint64_t key, struct table_entry entry);
/* Prefetches the cache line of an entry that is needed soon. */
void table_expect(const struct table *table, uint64_t key);

/* A move in 16 bits: the move itself if it is below 2^16, else a hash. */
static inline uint16_t table_fold(move_t move)
{
    return (uint16_t)(move ^ move >> 16 ^ move >> 32 ^ move >> 48);
}

#endif
