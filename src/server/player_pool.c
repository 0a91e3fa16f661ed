#include "server/player_pool.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <uv.h>

struct pooled {
    struct builtin_player *player; /* NULL: none yet */
    uint64_t seat;                 /* that used it last; 0: none */
    uint64_t used;                 /* when, in loans */
    bool is_lent;
};

struct player_pool {
    uv_mutex_t mutex; /* guards everything below */
    uv_cond_t returned;
    uint64_t loans;
    int count;
    struct pooled pooled[];
};

struct player_pool *player_pool_create(int count)
{
    struct player_pool *pool = memory_get(1, sizeof *pool + (size_t)count * sizeof pool->pooled[0]);

    assert(count > 0);
    pool->count = count;
    uv_mutex_init(&pool->mutex);
    uv_cond_init(&pool->returned);
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
    uv_cond_destroy(&pool->returned);
    uv_mutex_destroy(&pool->mutex);
    free(pool);
}

/* The seat's own player, else the one that was not used for the longest time; NULL:
 * all are lent. */
static struct pooled *choose(struct player_pool *pool, uint64_t seat)
{
    struct pooled *oldest = NULL;

    for (int i = 0; i < pool->count; i++) {
        struct pooled *pooled = &pool->pooled[i];
        if (pooled->is_lent)
            continue;
        if (pooled->seat == seat)
            return pooled;
        if (!oldest || pooled->used < oldest->used)
            oldest = pooled;
    }
    return oldest;
}

struct builtin_player *player_pool_borrow(struct player_pool *pool, uint64_t seat,
                                          const struct player_spec *spec)
{
    struct pooled *pooled;

    assert(seat != 0);
    uv_mutex_lock(&pool->mutex);
    while (!(pooled = choose(pool, seat)))
        uv_cond_wait(&pool->returned, &pool->mutex);
    struct builtin_player *player = pooled->player;
    bool is_own = pooled->seat == seat && player;
    pooled->is_lent = true;
    pooled->seat = seat;
    pooled->used = ++pool->loans;
    pooled->player = is_own ? player : NULL;
    uv_mutex_unlock(&pool->mutex);
    if (is_own) {
        builtin_player_change(player, spec);
        return player;
    }
    /* New memory is cheaper than to clear a table of which little was used. */
    builtin_player_destroy(player);
    player = builtin_player_create(spec);
    uv_mutex_lock(&pool->mutex);
    pooled->player = player;
    uv_mutex_unlock(&pool->mutex);
    return player;
}

void player_pool_return(struct player_pool *pool, const struct builtin_player *player)
{
    uv_mutex_lock(&pool->mutex);
    for (int i = 0; i < pool->count; i++) {
        if (pool->pooled[i].player == player)
            pool->pooled[i].is_lent = false;
    }
    uv_cond_signal(&pool->returned);
    uv_mutex_unlock(&pool->mutex);
}
