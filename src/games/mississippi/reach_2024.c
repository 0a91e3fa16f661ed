#include "games/mississippi/reach_2024.h"

#include <assert.h>

enum { MARGIN = 3 }; /* rows around a layer that later layers look at */

/* ---- the chart ---- */

static void draw_segment(struct reach24_chart *chart, const struct mississippi24 *g, int segment)
{
    const int8_t(*offset)[2] = river_offset[g->m.dir[segment]];

    for (int i = 0; i < RIVER_SEGMENT_FIELDS; i++) {
        int x = g->m.centre_x[segment] + offset[i][0], y = g->m.centre_y[segment] + offset[i][1];
        int cell = chart_cell_of(chart->corner, x, y), row = cell / ROW_SIZE;
        if (cell == 0 || !river_is_passable(g->m.field[segment][i]))
            continue;
        chart->shore[cell] = 0;
        chart->current[cell] = (uint8_t)(g->current[segment] >> i & 1 ? CHART_FAR : 0);
        chart->place[cell] = (uint8_t)(segment * RIVER_SEGMENT_FIELDS + i);
        if (row < chart->first_row)
            chart->first_row = row;
        if (row > chart->last_row)
            chart->last_row = row;
    }
}

void reach24_move_opponent(struct reach24_chart *chart, int cell)
{
    assert(cell >= 0 && cell < CHART_CELLS);
    if (chart->opponent != 0)
        chart->shore[chart->opponent] = 0;
    chart->opponent = cell;
    chart->shore[cell] = CHART_FAR;
}

/* Segments farther away than their neighbours' neighbours are out of reach, and segments do not lie
 * one over another. */
void reach24_chart_init(struct reach24_chart *chart, const struct mississippi24 *g, enum side side,
                        int last)
{
    const struct ship *own = &g->m.ship[side], *other = &g->m.ship[game_other(side)];

    if (last >= g->m.known)
        last = g->m.known - 1;
    memset(chart->shore, CHART_FAR, sizeof chart->shore);
    memset(chart->current, 0, sizeof chart->current);
    chart->first_row = CHART_ROWS;
    chart->last_row = 0;
    chart->corner = chart_around(own);
    for (int i = 0; i <= last; i++) {
        int dx = g->m.centre_x[i] - own->x, dy = g->m.centre_y[i] - own->y;
        if (dx >= -10 && dx <= 10 && dy >= -10 && dy <= 10)
            draw_segment(chart, g, i);
    }
    int opponent = chart_cell_of(chart->corner, other->x, other->y);
    chart->opponent = 0;
    if (chart->shore[opponent] == 0)
        reach24_move_opponent(chart, opponent);
}

/* ---- the flow ---- */

/* Stands for layers that nothing has reached. */
static const struct reach24_layer nowhere = {
    .open = {[0 ... RIVER_DIRECTIONS - 1] = {[0 ... CHART_CELLS - 1] = CHART_FAR}},
    .paid = {[0 ... RIVER_DIRECTIONS - 1] = {[0 ... CHART_CELLS - 1] = CHART_FAR}},
};

/* The fewest turns after a turn by 1, 2 or 3 steps to direction `to`. */
static inline row_t turn_to(const row_t end[RIVER_DIRECTIONS], int to)
{
    const row_t *left = &end[(to + 1) % RIVER_DIRECTIONS],
                *right = &end[(to + 5) % RIVER_DIRECTIONS];
    const row_t *far_left = &end[(to + 2) % RIVER_DIRECTIONS];
    const row_t *far_right = &end[(to + 4) % RIVER_DIRECTIONS];
    const row_t *behind = &end[(to + 3) % RIVER_DIRECTIONS];

    return row_min(row_min(row_min(*left, *right) + 1, row_min(*far_left, *far_right) + 2),
                   *behind + 3);
}

/*
 * Everything that comes to have so many points left, in three steps: one field on from `one`, the
 * layer with one point more; onto the first field with a current from `two`; then turning on the
 * spot.  Of the directions a ship can be turned to, one of the first two is always reached if any
 * is.
 */
static inline bool sweep(struct reach24_layer *to, const struct reach24_layer *one,
                         const struct reach24_layer *two, const struct reach24_chart *chart,
                         enum turn_set turns)
{
    row_t reached = row_of(CHART_FAR);

    for (int i = to->begin; i < to->end; i += ROW_SIZE) {
        row_t shore = row_load(chart->shore + i), current = row_load(chart->current + i);
        row_t stream = shore | (current ^ CHART_FAR), still = shore | current;
        row_t open[RIVER_DIRECTIONS], end[RIVER_DIRECTIONS];
        for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
            int from = i - chart_step[dir];
            open[dir] = row_load(one->open[dir] + from) | still;
            row_t paid = row_min(row_load(one->paid[dir] + from) | shore,
                                 row_load(two->open[dir] + from) | stream);
            end[dir] = row_min(open[dir], paid);
            row_store(to->paid[dir] + i, paid);
        }
        for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
            row_t turned = row_min(turn_to(end, dir), turns == TURNS_ALL ? end[dir] : open[dir]);
            row_store(to->open[dir] + i, turned);
            if (dir < 2)
                reached &= turned;
        }
    }
    return chart_is_any_reached(reached);
}

static void clear_layer(struct reach24_layer *layer)
{
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        for (int i = layer->begin; i < layer->end; i += ROW_SIZE) {
            row_store(layer->open[dir] + i, row_of(CHART_FAR));
            row_store(layer->paid[dir] + i, row_of(CHART_FAR));
        }
    }
}

static void close_margins(struct reach24_layer *layer)
{
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        for (int row = 1; row <= MARGIN; row++) {
            int before = layer->begin - row * ROW_SIZE, after = layer->end + (row - 1) * ROW_SIZE;
            if (before >= 0) {
                row_store(layer->open[dir] + before, row_of(CHART_FAR));
                row_store(layer->paid[dir] + before, row_of(CHART_FAR));
            }
            if (after < CHART_CELLS) {
                row_store(layer->open[dir] + after, row_of(CHART_FAR));
                row_store(layer->paid[dir] + after, row_of(CHART_FAR));
            }
        }
    }
}

/* The ship begins on one field of the layer, and turns there. */
static void enter(struct reach24_layer *layer, int cell, const uint8_t turns[RIVER_DIRECTIONS])
{
    for (int from = 0; from < RIVER_DIRECTIONS; from++) {
        if (turns[from] >= CHART_FAR)
            continue;
        layer->is_live = true;
        for (int to = 0; to < RIVER_DIRECTIONS; to++) {
            uint8_t *best = &layer->open[to][cell];
            uint8_t turned = (uint8_t)(turns[from] + river_turns_between(from, to));
            if (turned < *best)
                *best = turned;
        }
    }
}

/* Steps onto the opponent that leave a point for the push. */
static void board(const struct reach24_chart *chart, const struct reach24_layer *layer, int points,
                  struct reach24_arrivals *arrivals)
{
    int cell = chart->opponent, price = chart->current[cell] ? 2 : 1;

    if (cell < layer->begin - ROW_SIZE || cell >= layer->end + ROW_SIZE)
        return;
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        int from = cell - chart_step[dir];
        if (points > price)
            reach24_add_arrival(arrivals, points - price, dir, layer->open[dir][from]);
        if (points > 1)
            reach24_add_arrival(arrivals, points - 1, dir, layer->paid[dir][from]);
    }
}

static const struct reach24_layer *live_layer(const struct reach24 *s, int points)
{
    bool is_live = points <= REACH24_POINTS_MAX && s->layer[points].is_live;

    return is_live ? &s->layer[points] : &nowhere;
}

static void fill_layer(struct reach24 *s, int points, const struct reach24_start starts[],
                       int count)
{
    struct reach24_layer *layer = &s->layer[points];
    const struct reach24_layer *one = live_layer(s, points + 1), *two = live_layer(s, points + 2);
    bool is_start = false;

    for (int i = 0; i < count; i++)
        is_start |= starts[i].arrivals.points >> points & 1;
    layer->is_live = false;
    if (one == &nowhere && two == &nowhere && !is_start)
        return;
    if (one == &nowhere && two == &nowhere)
        clear_layer(layer);
    else if (s->turns == TURNS_ALL)
        layer->is_live = sweep(layer, one, two, &s->chart, TURNS_ALL);
    else
        layer->is_live = sweep(layer, one, two, &s->chart, TURNS_PLAIN);
    close_margins(layer);
    for (int i = 0; i < count && is_start; i++) {
        if (starts[i].arrivals.points >> points & 1)
            enter(layer, starts[i].cell, starts[i].arrivals.turns[points]);
    }
}

void reach24_sail(struct reach24 *s, const struct reach24_start starts[], int count,
                  struct reach24_arrivals *boarding)
{
    const struct reach24_chart *chart = &s->chart;
    int top = 0, low = CHART_ROWS, high = 0;

    for (int i = 0; i < count; i++) {
        int row = starts[i].cell / ROW_SIZE, points = starts[i].arrivals.points, most = 0;
        while (points >> (most + 1))
            most++;
        top = most > top ? most : top;
        low = row - most < low ? row - most : low;
        high = row + most > high ? row + most : high;
    }
    for (int points = top + 1; points <= REACH24_POINTS_MAX; points++)
        s->layer[points].is_live = false;
    for (int points = top; points >= 0; points--) {
        struct reach24_layer *layer = &s->layer[points];
        int first = low + points, last = high - points;
        layer->begin = (first > chart->first_row ? first : chart->first_row) * ROW_SIZE;
        layer->end = (last < chart->last_row ? last : chart->last_row) * ROW_SIZE + ROW_SIZE;
        assert(layer->begin >= 2 * ROW_SIZE && layer->end <= CHART_CELLS - 2 * ROW_SIZE);
        fill_layer(s, points, starts, count);
        if (boarding && layer->is_live && chart->opponent != 0)
            board(chart, layer, points, boarding);
    }
}
