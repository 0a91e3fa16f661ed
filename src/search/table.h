#ifndef SEARCH_TABLE_H
#define SEARCH_TABLE_H

/*
 * The transposition table: what the search already knows about positions it met.  An entry takes 16
 * bytes and four of them a line of the processor's cache; the one that cost least work and is oldest
 * gives way.
 *
 * Threads share a table without a lock.  The first word of an entry is its key mixed with the second
 * one, so two halves that two threads wrote belong to no key and are not found.
 */

#include "game/game.h"

#include <stdatomic.h>

enum bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT };

enum {
    TABLE_NO_EVAL = INT16_MIN, /* the static score is not known */
    TABLE_DEPTH_MAX = 255,     /* of what holds whatever the depth */
};

/* What is known about a position. */
struct table_entry {
    uint16_t move; /* the best one found, folded; 0: none */
    int16_t eval;  /* its static score */
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

void table_init(struct table *table, size_t bytes);
void table_finish(struct table *table);
void table_clear(struct table *table);
/* A new search begins: older entries may be replaced first. */
void table_age(struct table *table);

/* False: nothing is known about this key. */
bool table_find(const struct table *table, uint64_t key, struct table_entry *found);
/* Without a move the one that is known stays. */
void table_store(struct table *table, uint64_t key, struct table_entry finding);
/* Asks the processor for an entry that is needed soon. */
void table_expect(const struct table *table, uint64_t key);

/* A move in 16 bits.  Where all moves are that short it is the move itself. */
static inline uint16_t table_fold(move_t move)
{
    return (uint16_t)(move ^ move >> 16 ^ move >> 32 ^ move >> 48);
}

#endif
