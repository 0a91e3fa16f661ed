#include "server/player_pool.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

struct pooled_player {
    struct builtin_player *player; /* NULL: none yet */
    uint64_t seat;                 /* that used it last; 0: none */
    uint64_t used;                 /* when, in loans */
    bool is_lent;
    bool is_new; /* lent to another seat than before: its table is that seat's no more */
};

struct player_pool {
    uint64_t loans;
    int count;
    struct pooled_player pooled[];
};

struct player_pool *player_pool_create(int count)
{
    struct player_pool *pool = memory_get(1, sizeof *pool + (size_t)count * sizeof pool->pooled[0]);

    assert(count > 0);
    pool->count = count;
    return pool;
}

void player_pool_destroy(struct player_pool *pool)
{
    if (!pool)
        return;
    for (int i = 0; i < pool->count; i++) {
        assert(!pool->pooled[i].is_lent);
        builtin_player_destroy(pool->pooled[i].player);
    }
    free(pool);
}

/* The seat's own player, else the one that was not used for the longest time. */
static struct pooled_player *choose(struct player_pool *pool, uint64_t seat)
{
    struct pooled_player *oldest = NULL;

    for (int i = 0; i < pool->count; i++) {
        struct pooled_player *pooled = &pool->pooled[i];
        if (pooled->is_lent)
            continue;
        if (pooled->seat == seat)
            return pooled;
        if (!oldest || pooled->used < oldest->used)
            oldest = pooled;
    }
    assert(oldest);
    return oldest;
}

struct pooled_player *player_pool_borrow(struct player_pool *pool, uint64_t seat)
{
    assert(seat != 0);
    struct pooled_player *pooled = choose(pool, seat);
    pooled->is_new = pooled->seat != seat;
    pooled->is_lent = true;
    pooled->seat = seat;
    pooled->used = ++pool->loans;
    return pooled;
}

void player_pool_return(struct pooled_player *pooled)
{
    assert(pooled->is_lent);
    pooled->is_lent = false;
}

void player_pool_trim(struct player_pool *pool)
{
    for (int i = 0; i < pool->count; i++) {
        struct pooled_player *pooled = &pool->pooled[i];
        if (pooled->is_lent)
            continue;
        builtin_player_destroy(pooled->player);
        pooled->player = NULL;
    }
}

struct builtin_player *pooled_player_use(struct pooled_player *pooled,
                                         const struct player_spec *spec)
{
    if (pooled->player && !pooled->is_new) {
        builtin_player_change(pooled->player, spec);
        return pooled->player;
    }
    /* New memory is cheaper than to clear a table of which little was used. */
    builtin_player_destroy(pooled->player);
    pooled->player = builtin_player_create(spec);
    return pooled->player;
}
