#include "tournament/rating.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define ELO_UNIT 173.717792761 /* 400 / ln 10: strengths are calculated in natural logarithms */

enum { ROUNDS_MAX = 100 };

/* The players of one pool and their strengths so far. */
struct pool {
    int count;
    int player[RATING_PLAYERS_MAX];
    double strength[RATING_PLAYERS_MAX]; /* by place in this pool */
    double prior;                        /* drawn games against strength 0 */
};

void rating_add(struct rating_table *table, int player, int other, enum rating_result result)
{
    assert(player != other && player < table->count && other < table->count);
    switch (result) {
    case RATING_LOSS:
        table->cell[other][player].wins++;
        break;
    case RATING_DRAW:
        table->cell[player][other].draws++;
        table->cell[other][player].draws++;
        break;
    case RATING_WIN:
        table->cell[player][other].wins++;
        break;
    }
}

static double points(const struct rating_table *table, int player, int other)
{
    const struct rating_cell *cell = &table->cell[player][other];

    return cell->wins + cell->draws / 2.0;
}

static double games(const struct rating_table *table, int player, int other)
{
    return points(table, player, other) + points(table, other, player);
}

static double expect(double strength) { return 1 / (1 + exp(-strength)); }

enum link { LINK_GAME, LINK_BEAT, LINK_LOST };

static bool is_linked(const struct rating_table *table, int from, int to, enum link link)
{
    switch (link) {
    case LINK_GAME:
        return games(table, from, to) > 0;
    case LINK_BEAT:
        return points(table, from, to) > 0;
    case LINK_LOST:
        return points(table, to, from) > 0;
    }
    return false;
}

/* Marks all players reachable from `start` over links of this kind; their number. */
static int reach(const struct rating_table *table, int start, enum link link, int found[])
{
    bool is_found[RATING_PLAYERS_MAX] = {0};
    int count = 1;

    found[0] = start;
    is_found[start] = true;
    for (int i = 0; i < count; i++) {
        for (int to = 0; to < table->count; to++) {
            if (is_found[to] || to == found[i] || !is_linked(table, found[i], to, link))
                continue;
            is_found[to] = true;
            found[count++] = to;
        }
    }
    return count;
}

/* Finite strengths exist if and only if everybody took points, over corners, from everybody. */
static bool is_balanced(const struct rating_table *table, const struct pool *pool)
{
    int found[RATING_PLAYERS_MAX];

    return reach(table, pool->player[0], LINK_BEAT, found) == pool->count &&
           reach(table, pool->player[0], LINK_LOST, found) == pool->count;
}

static double log_likelihood(const struct rating_table *table, const struct pool *pool,
                             const double strength[])
{
    double sum = 0;

    for (int i = 0; i < pool->count; i++) {
        for (int j = 0; j < pool->count; j++) {
            double won = points(table, pool->player[i], pool->player[j]);
            if (won > 0)
                sum -= won * log1p(exp(strength[j] - strength[i]));
        }
        sum -= pool->prior / 2 * (log1p(exp(-strength[i])) + log1p(exp(strength[i])));
    }
    return sum;
}

/* The slope of the likelihood and, negated, its curvature.  Without a prior only differences count,
 * so that the curvature has a hole in the direction "all stronger"; a constant fills it. */
static void differentiate(const struct rating_table *table, const struct pool *pool, double slope[],
                          double (*curve)[RATING_PLAYERS_MAX])
{
    double filling = pool->prior > 0 ? 0 : 1.0 / pool->count;

    for (int i = 0; i < pool->count; i++) {
        double alone = expect(pool->strength[i]);
        slope[i] = pool->prior * (0.5 - alone);
        double own = pool->prior * alone * (1 - alone);
        for (int j = 0; j < pool->count; j++) {
            int a = pool->player[i], b = pool->player[j];
            double played = i == j ? 0 : games(table, a, b);
            curve[i][j] = filling;
            if (played == 0)
                continue;
            double part = expect(pool->strength[i] - pool->strength[j]);
            double weight = played * part * (1 - part);
            slope[i] += points(table, a, b) - played * part;
            curve[i][j] -= weight;
            own += weight;
        }
        curve[i][i] += own;
    }
}

/* curve = L·Lᵀ (Cholesky), L in place of the lower half. */
static void split(double (*curve)[RATING_PLAYERS_MAX], int count)
{
    for (int i = 0; i < count; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = curve[i][j];
            for (int k = 0; k < j; k++)
                sum -= curve[i][k] * curve[j][k];
            /* Rounding may eat a very flat direction; a step along it is cut off later. */
            curve[i][j] = i == j ? sqrt(fmax(sum, 1e-12)) : sum / curve[j][j];
        }
    }
}

/* Solves L·y = x in place. */
static void solve_lower(double (*lower)[RATING_PLAYERS_MAX], int count, double x[])
{
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < i; k++)
            x[i] -= lower[i][k] * x[k];
        x[i] /= lower[i][i];
    }
}

/* Solves Lᵀ·y = x in place. */
static void solve_upper(double (*lower)[RATING_PLAYERS_MAX], int count, double x[])
{
    for (int i = count - 1; i >= 0; i--) {
        for (int k = i + 1; k < count; k++)
            x[i] -= lower[k][i] * x[k];
        x[i] /= lower[i][i];
    }
}

static double largest(const double x[], int count)
{
    double most = 0;

    for (int i = 0; i < count; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

/* Goes along `step`, at most 2 (350 Elo) at once, and less as long as that makes things worse. */
static void walk(const struct rating_table *table, struct pool *pool, const double step[])
{
    double before = log_likelihood(table, pool, pool->strength);
    double part = fmin(1, 2 / largest(step, pool->count));

    for (int half = 0; half < 40; half++, part /= 2) {
        double tried[RATING_PLAYERS_MAX];
        for (int i = 0; i < pool->count; i++)
            tried[i] = pool->strength[i] + part * step[i];
        if (log_likelihood(table, pool, tried) < before)
            continue;
        memcpy(pool->strength, tried, sizeof tried[0] * (size_t)pool->count);
        return;
    }
}

/* Newton's method: the likelihood has one hill and no other. */
static void climb(const struct rating_table *table, struct pool *pool,
                  double (*curve)[RATING_PLAYERS_MAX])
{
    for (int round = 0; round < ROUNDS_MAX; round++) {
        double step[RATING_PLAYERS_MAX];
        differentiate(table, pool, step, curve);
        split(curve, pool->count);
        solve_lower(curve, pool->count, step);
        solve_upper(curve, pool->count, step);
        if (largest(step, pool->count) < 1e-10)
            return;
        walk(table, pool, step);
    }
}

static double mean_strength(const struct pool *pool)
{
    double sum = 0;

    for (int i = 0; i < pool->count; i++)
        sum += pool->strength[i];
    return sum / pool->count;
}

/*
 * The variance of (strength - mean of the pool), from the inverse of the curvature.  With L·Lᵀ that
 * is the squared length of L⁻¹·d, where d is 1 at the player and -1/count everywhere.
 */
static double variance(const struct pool *pool, double (*lower)[RATING_PLAYERS_MAX], int place)
{
    double x[RATING_PLAYERS_MAX], sum = 0;

    for (int i = 0; i < pool->count; i++)
        x[i] = (i == place) - 1.0 / pool->count;
    solve_lower(lower, pool->count, x);
    for (int i = 0; i < pool->count; i++)
        sum += x[i] * x[i];
    return sum;
}

static void solve_pool(const struct rating_table *table, struct pool *pool,
                       struct rating_list *list)
{
    double slope[RATING_PLAYERS_MAX];
    bool is_held = !is_balanced(table, pool);

    pool->prior = is_held ? 1 : 0;
    climb(table, pool, list->matrix);
    differentiate(table, pool, slope, list->matrix);
    split(list->matrix, pool->count);

    double mean = mean_strength(pool);
    for (int i = 0; i < pool->count; i++) {
        struct rating *rating = &list->rating[pool->player[i]];
        rating->elo = (pool->strength[i] - mean) * ELO_UNIT;
        rating->error = sqrt(variance(pool, list->matrix, i)) * ELO_UNIT;
        rating->is_held = is_held;
    }
}

static void count_games(const struct rating_table *table, int player, struct rating *rating)
{
    double won = 0, played = 0;

    for (int other = 0; other < table->count; other++) {
        if (other == player)
            continue;
        won += points(table, player, other);
        played += games(table, player, other);
    }
    rating->games = (int64_t)played;
    rating->score = played > 0 ? won / played : 0;
}

void rating_solve(const struct rating_table *table, struct rating_list *list)
{
    bool is_done[RATING_PLAYERS_MAX] = {0};

    assert(table->count <= RATING_PLAYERS_MAX);
    memset(list, 0, sizeof *list);
    for (int player = 0; player < table->count; player++) {
        struct pool pool = {0};
        count_games(table, player, &list->rating[player]);
        if (is_done[player])
            continue;
        pool.count = reach(table, player, LINK_GAME, pool.player);
        for (int i = 0; i < pool.count; i++) {
            is_done[pool.player[i]] = true;
            list->rating[pool.player[i]].pool = list->pools;
        }
        list->pools++;
        if (pool.count > 1)
            solve_pool(table, &pool, list);
    }
}
