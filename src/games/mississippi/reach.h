#ifndef GAMES_MISSISSIPPI_REACH_H
#define GAMES_MISSISSIPPI_REACH_H

/*
 * How far a ship gets: the inner loop of moves.c.
 *
 * Turns are free until the free turns are used up, then they cost one coal each.  So for one speed
 * chosen at the start only the NUMBER of unit turns matters, and the search is a flow of numbers:
 * for every field and direction the fewest turns on the way, for all movement points left and all
 * logs crossed so far.  It works on a chart (chart.h): one sweep moves a whole row of fields at a
 * time, and the compiler turns the inner loops into vector code.
 *
 * The opponent's field ends the flow; what arrives there may push (moves.c).
 */

#include "games/mississippi/chart.h"

enum {
    REACH_POINTS_MAX = SHIP_SPEED_MAX,
    REACH_LOGS_MAX = 3,
};

struct reach_chart {
    /* 0 on open water, CHART_FAR on everything else and under the opponent. */
    uint8_t shore[CHART_CELLS];
    uint8_t kind[CHART_CELLS]; /* enum field, of what is visible */
    uint8_t logs[CHART_CELLS / 2], sandbanks[CHART_CELLS / 2];
    int log_count, sandbank_count;
    int first_row, last_row; /* rows with fields to sail on */
    struct chart_corner corner;
    int opponent; /* its cell; 0 if it is out of reach */
};

/* Fewest turns to stand on one certain field: by logs crossed, points left and direction. */
struct reach_arrivals {
    uint8_t turns[REACH_LOGS_MAX + 1][REACH_POINTS_MAX + 1][RIVER_DIRECTIONS];
    uint8_t points[REACH_LOGS_MAX + 1]; /* bit p: reached with p points left */
};

/* The fewest turns for each direction and field, in the cells begin .. end-1; the two rows before
 * and after them are CHART_FAR. */
struct reach_layer {
    uint8_t turns[RIVER_DIRECTIONS][CHART_CELLS];
    int begin, end;
    bool is_live; /* some field is reached; otherwise the rest means nothing */
};

/* Coal burnt for each end state, by speed - 1, direction and field; only speeds in use, and there
 * only the cells begin .. end-1. */
struct reach_ends {
    uint8_t burnt[SHIP_SPEED_MAX][RIVER_DIRECTIONS][CHART_CELLS];
    int begin[SHIP_SPEED_MAX], end[SHIP_SPEED_MAX];
    bool is_used[SHIP_SPEED_MAX];
};

/* What does not change during the flows of one starting speed. */
struct reach_engine {
    int speed;      /* after the acceleration */
    int spent;      /* coal burnt for it */
    int free_turns; /* 1 or 2 */
};

struct reach {
    const struct mississippi *m;
    const struct ship *own, *other;
    enum ruleset ruleset;
    struct reach_chart chart;
    struct reach_engine engine;
    struct reach_layer layer[REACH_LOGS_MAX + 1]
                            [REACH_POINTS_MAX + 1]; /* by logs crossed and points left */
};

void reach_chart_init(struct reach_chart *chart, const struct mississippi *m, enum side side);
/* The opponent's field is closed to the flow; the one it left is open again. */
void reach_move_opponent(struct reach_chart *chart, int cell);

/* Lets the ship sail from `cell` with everything it has left; end states go into `ends`, what
 * gets onto the opponent into `boarding` (cleared by the caller, or NULL). */
void reach_sail(struct reach *s, int cell, const struct reach_arrivals *start,
                struct reach_ends *ends, struct reach_arrivals *boarding);

static inline void reach_clear_ends(struct reach_ends *ends)
{
    memset(ends->is_used, 0, sizeof ends->is_used);
}

static inline void reach_clear_arrivals(struct reach_arrivals *arrivals)
{
    memset(arrivals->turns, CHART_FAR, sizeof arrivals->turns);
    memset(arrivals->points, 0, sizeof arrivals->points);
}

static inline bool reach_is_empty(const struct reach_arrivals *arrivals)
{
    uint8_t points = 0;

    for (int logs = 0; logs <= REACH_LOGS_MAX; logs++)
        points |= arrivals->points[logs];
    return points == 0;
}

/* An end state: keeps the lower price. */
void reach_add_end(struct reach_ends *ends, int speed, int dir, int cell, int burnt);

static inline int reach_coal(const struct reach_engine *engine, int turns)
{
    assert(turns >= 0 && turns < CHART_FAR);
    return engine->spent + (turns > engine->free_turns ? turns - engine->free_turns : 0);
}

#endif
