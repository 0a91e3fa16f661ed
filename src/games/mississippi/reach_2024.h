#ifndef GAMES_MISSISSIPPI_REACH_2024_H
#define GAMES_MISSISSIPPI_REACH_2024_H

/*
 * How far a ship of season 2024 gets: the inner loop of moves_2024.c.
 *
 * As in 2017 (reach.h) only the NUMBER of unit turns matters for one speed chosen at the start: a
 * flow of numbers over a chart finds the fewest turns on the way for every field, direction and
 * number of points left.  An advance pays a point more when it enters its first field with a
 * current, so there are two numbers: one for ways whose present advance has not paid yet (or has
 * not begun), one for those whose advance has.  A turn ends an advance.
 *
 * The opponent's field ends the flow; what arrives there may push (moves_2024.c).
 */

#include "games/mississippi/chart.h"
#include "games/mississippi/river_2024.h"

enum { REACH24_POINTS_MAX = SHIP_SPEED_MAX };

struct reach24_chart {
    uint8_t shore[CHART_CELLS];   /* 0 where a ship can be, CHART_FAR elsewhere and under the
                                     opponent */
    uint8_t current[CHART_CELLS]; /* CHART_FAR where there is one, else 0 */
    uint8_t place[CHART_CELLS];   /* of the fields where a ship can be */
    int first_row, last_row;      /* rows with fields to sail on */
    struct chart_corner corner;
    int opponent; /* its cell; 0 if it is out of reach */
};

/* The fewest turns for each direction and field, in the cells begin .. end-1; the three rows before
 * and after them are CHART_FAR. */
struct reach24_layer {
    uint8_t open[RIVER_DIRECTIONS][CHART_CELLS]; /* the advance has not paid for a current */
    uint8_t paid[RIVER_DIRECTIONS][CHART_CELLS]; /* it has */
    int begin, end;
    bool is_live; /* some field is reached; otherwise the rest means nothing */
};

/* Fewest turns to stand on one certain field: by points left and direction. */
struct reach24_arrivals {
    uint8_t turns[REACH24_POINTS_MAX + 1][RIVER_DIRECTIONS];
    uint8_t points; /* bit p: reached with p points left */
};

/* Where a flow begins: what the ship has left on a field. */
struct reach24_start {
    int cell;
    struct reach24_arrivals arrivals;
};

struct reach24 {
    struct reach24_chart chart;
    enum turn_set turns;
    struct reach24_layer layer[REACH24_POINTS_MAX + 1]; /* by points left */
};

/* The river around a ship, up to segment `last`. */
void reach24_chart_init(struct reach24_chart *chart, const struct mississippi24 *g, enum side side,
                        int last);
/* The opponent's field is closed to the flow; the one it left is open again. */
void reach24_move_opponent(struct reach24_chart *chart, int cell);

/* Lets the ship sail from all starts.  Where it may end is then in layer 0 (reach24_ends); what
 * gets onto the opponent goes into `boarding`, cleared by the caller, or NULL. */
void reach24_sail(struct reach24 *s, const struct reach24_start starts[], int count,
                  struct reach24_arrivals *boarding);

/* The fewest turns of the ends in sixteen cells. */
static inline row_t reach24_ends(const struct reach24_layer *layer, int dir, int cell)
{
    return row_min(row_load(layer->open[dir] + cell), row_load(layer->paid[dir] + cell));
}

static inline void reach24_clear_arrivals(struct reach24_arrivals *arrivals)
{
    memset(arrivals->turns, CHART_FAR, sizeof arrivals->turns);
    arrivals->points = 0;
}

static inline void reach24_add_arrival(struct reach24_arrivals *arrivals, int points, int dir,
                                       uint8_t turns)
{
    uint8_t *best = &arrivals->turns[points][dir];

    if (turns >= CHART_FAR)
        return;
    *best = turns < *best ? turns : *best;
    arrivals->points |= (uint8_t)(1 << points);
}

#endif
