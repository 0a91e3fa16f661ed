#ifndef GAMES_MISSISSIPPI_REACH_H
#define GAMES_MISSISSIPPI_REACH_H

/*
 * How far a ship gets: the inner loop of moves.c.
 *
 * Turns are free until the free turns are used up, then they cost one coal each.  So for one speed
 * chosen at the start only the NUMBER of unit turns matters, and the search is a flow of numbers:
 * for every field and direction the fewest turns on the way, for all movement points left and all
 * logs crossed so far.  It works on a chart, a window of the river around the ship in skewed
 * coordinates, where each of the six directions is one fixed distance in memory: one sweep moves a
 * whole row of fields at a time, and the compiler turns the inner loops into vector code.
 *
 * The opponent's field ends the flow; what arrives there may push (moves.c).
 */

#include "games/mississippi/river.h"
#include "games/mississippi/simd_row.h"

enum {
    ROWS =
        17, /* two rows above and below the ship's reach, and the outermost columns, stay empty */
    CELLS = ROW * ROWS,
    CENTRE = ROWS / 2 * ROW + 7, /* where the ship starts */
    POINTS_MAX = SPEED_MAX,
    LOGS_MAX = 3,
    FAR = 0x80, /* this bit says: cannot be there; no ship turns so often or has so much coal */
};

static const int8_t cell_step[DIRECTIONS] = {1, 1 - ROW, -ROW, -1, ROW - 1, ROW};

struct chart {
    uint8_t shore[CELLS]; /* 0 on open water, FAR on everything else and under the opponent */
    uint8_t kind[CELLS];  /* enum field, of what is visible */
    uint8_t logs[CELLS / 2], sandbanks[CELLS / 2];
    int log_count, sandbank_count;
    int first_row, last_row; /* rows with fields to sail on */
    int corner_x, corner_y;  /* skewed coordinates of cell 0 */
    int opponent;            /* its cell; 0 if it is out of reach */
};

/* Fewest turns to stand on one certain field: by logs crossed, points left and direction. */
struct arrivals {
    uint8_t turns[LOGS_MAX + 1][POINTS_MAX + 1][DIRECTIONS];
    uint8_t points[LOGS_MAX + 1]; /* bit p: there is somebody with p points left */
};

/* The fewest turns for each direction and field, in the cells begin .. end-1; the two rows before
 * and after them are FAR. */
struct lane {
    uint8_t turns[DIRECTIONS][CELLS];
    int begin, end;
    bool is_live; /* somebody is there; otherwise the rest means nothing */
};

/* Coal burnt for each end state, by speed - 1, direction and field; only speeds in use, and there
 * only the cells begin .. end-1. */
struct harbour {
    uint8_t burnt[SPEED_MAX][DIRECTIONS][CELLS];
    int begin[SPEED_MAX], end[SPEED_MAX];
    bool is_used[SPEED_MAX];
};

/* What does not change during the flows of one starting speed. */
struct engine {
    int speed;      /* after the acceleration */
    int spent;      /* coal burnt for it */
    int free_turns; /* 1 or 2 */
};

struct search {
    const struct mississippi *m;
    const struct ship *own, *other;
    enum ruleset ruleset;
    struct chart chart;
    struct engine engine;
    struct lane lane[LOGS_MAX + 1][POINTS_MAX + 1]; /* by logs crossed and points left */
};

void mississippi_draw_chart(struct chart *chart, const struct mississippi *m, enum side side);
/* The cell of a field, 0 outside the chart; and back. */
int mississippi_cell_of(const struct chart *chart, int x, int y);
void mississippi_cell_place(const struct chart *chart, int cell, int *x, int *y);
/* The opponent's field is closed to the flow; the one it left is open again. */
void mississippi_move_opponent(struct chart *chart, int cell);

/* Lets the ship sail from `cell` with everything it has left; end states go into `harbour`, what
 * gets onto the opponent into `boarding` (cleared by the caller, or NULL). */
void mississippi_sail(struct search *s, int cell, const struct arrivals *start,
                      struct harbour *harbour, struct arrivals *boarding);

static inline void clear_harbour(struct harbour *harbour)
{
    memset(harbour->is_used, 0, sizeof harbour->is_used);
}

static inline void clear_arrivals(struct arrivals *arrivals)
{
    memset(arrivals->turns, FAR, sizeof arrivals->turns);
    memset(arrivals->points, 0, sizeof arrivals->points);
}

static inline bool is_nobody(const struct arrivals *arrivals)
{
    uint8_t points = 0;

    for (int logs = 0; logs <= LOGS_MAX; logs++)
        points |= arrivals->points[logs];
    return points == 0;
}

/* An end state: keeps the lower price. */
void mississippi_moor_at(struct harbour *harbour, int speed, int dir, int cell, int burnt);

static inline int coal_for(const struct engine *engine, int turns)
{
    return engine->spent + (turns > engine->free_turns ? turns - engine->free_turns : 0);
}

#endif
