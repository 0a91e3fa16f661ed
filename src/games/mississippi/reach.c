/* The chart around a ship and the flow over it. */

#include "games/mississippi/reach.h"

#include <assert.h>

/* ---- the chart ---- */

static void draw_segment(struct reach_chart *chart, const struct mississippi *m, int segment)
{
    const int8_t(*offset)[2] = river_offset[m->dir[segment]];

    for (int i = 0; i < RIVER_SEGMENT_FIELDS; i++) {
        int x = m->centre_x[segment] + offset[i][0], y = m->centre_y[segment] + offset[i][1];
        int cell = chart_cell_of(chart->corner, x, y);
        if (cell != 0)
            chart->kind[cell] = m->field[segment][i];
    }
}

static bool is_open_water(int kind) { return kind == FIELD_WATER || kind == FIELD_GOAL; }

static void find_shores(struct reach_chart *chart)
{
    for (int cell = 0; cell < CHART_CELLS; cell++)
        chart->shore[cell] = is_open_water(chart->kind[cell]) ? 0 : CHART_FAR;
}

static void note_cell(struct reach_chart *chart, int cell)
{
    int kind = chart->kind[cell], row = cell / ROW_SIZE;

    if (!river_is_passable(kind))
        return;
    if (kind == FIELD_LOG)
        chart->logs[chart->log_count++] = (uint8_t)cell;
    if (kind == FIELD_SANDBANK)
        chart->sandbanks[chart->sandbank_count++] = (uint8_t)cell;
    if (row < chart->first_row)
        chart->first_row = row;
    if (row > chart->last_row)
        chart->last_row = row;
}

void reach_move_opponent(struct reach_chart *chart, int cell)
{
    assert(cell >= 0 && cell < CHART_CELLS);
    chart->shore[chart->opponent] = is_open_water(chart->kind[chart->opponent]) ? 0 : CHART_FAR;
    chart->opponent = cell;
    chart->shore[cell] = CHART_FAR;
}

void reach_chart_init(struct reach_chart *chart, const struct mississippi *m, enum side side)
{
    const struct ship *own = &m->ship[side], *other = &m->ship[game_other(side)];
    int first = river_first_visible(m), last = river_last_visible(m);

    memset(chart->kind, FIELD_NONE, sizeof chart->kind);
    chart->log_count = chart->sandbank_count = 0;
    chart->first_row = CHART_ROWS;
    chart->last_row = 0;
    chart->corner = chart_around(own);
    /* Where the river crosses itself the lower segment is what ships see: draw it last. */
    for (int i = last; i >= first; i--) {
        int dx = m->centre_x[i] - own->x, dy = m->centre_y[i] - own->y;
        if (dx >= -10 && dx <= 10 && dy >= -10 && dy <= 10)
            draw_segment(chart, m, i);
    }
    find_shores(chart);
    for (int row = 2; row < CHART_ROWS - 2; row++) {
        for (int cell = row * ROW_SIZE + 1; cell < row * ROW_SIZE + ROW_SIZE - 2; cell++)
            note_cell(chart, cell);
    }
    chart->opponent = 0;
    reach_move_opponent(chart, chart_cell_of(chart->corner, other->x, other->y));
}

/* ---- the ends ---- */

static void open_rows(struct reach_ends *ends, int speed, int begin, int end)
{
    int i = speed - 1;

    if (!ends->is_used[i]) {
        memset(ends->burnt[i], CHART_FAR, sizeof ends->burnt[i]);
        ends->is_used[i] = true;
        ends->begin[i] = begin;
        ends->end[i] = end;
    }
    if (begin < ends->begin[i])
        ends->begin[i] = begin;
    if (end > ends->end[i])
        ends->end[i] = end;
}

void reach_add_end(struct reach_ends *ends, int speed, int dir, int cell, int burnt)
{
    assert(speed >= 1 && speed <= SHIP_SPEED_MAX && cell > 0 && cell < CHART_CELLS);
    open_rows(ends, speed, cell / ROW_SIZE * ROW_SIZE, cell / ROW_SIZE * ROW_SIZE + ROW_SIZE);
    uint8_t *best = &ends->burnt[speed - 1][dir][cell];
    if (burnt < *best)
        *best = (uint8_t)burnt;
}

static void add_all_ends(const struct reach_engine *engine, const struct reach_layer *layer,
                         int speed, struct reach_ends *ends)
{
    row_t free_turns = row_of((uint8_t)engine->free_turns);
    row_t spent = row_of((uint8_t)engine->spent);

    open_rows(ends, speed, layer->begin, layer->end);
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        uint8_t *burnt = ends->burnt[speed - 1][dir];
        for (int i = layer->begin; i < layer->end; i += ROW_SIZE) {
            row_t turns = row_load(layer->turns[dir] + i);
            row_t paid = row_max(turns, free_turns) - free_turns + spent;
            row_store(burnt + i, row_min(row_load(burnt + i), paid | (turns & CHART_FAR)));
        }
    }
}

/* A ship that enters a sandbank stays there with speed 1. */
static void run_aground(const struct reach *s, const struct reach_layer *layer,
                        struct reach_ends *ends)
{
    for (int n = 0; n < s->chart.sandbank_count; n++) {
        int cell = s->chart.sandbanks[n];
        if (cell == s->chart.opponent || cell < layer->begin - ROW_SIZE ||
            cell >= layer->end + ROW_SIZE)
            continue;
        for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
            int turns = layer->turns[dir][cell - chart_step[dir]];
            if (turns < CHART_FAR)
                reach_add_end(ends, 1, dir, cell, reach_coal(&s->engine, turns));
        }
    }
}

/* ---- the flow ---- */

/*
 * One step ahead of everything at once, then turning on the spot: to the neighbouring directions,
 * and from there two farther on.  Where one direction can be reached all can, so the first one
 * tells whether any field was reached.
 */
static bool sweep(struct reach_layer *to, const struct reach_layer *from, const uint8_t *shore)
{
    row_t first = row_of(CHART_FAR);

    for (int i = to->begin; i < to->end; i += ROW_SIZE) {
        row_t land = row_load(shore + i);
        row_t a = row_load(from->turns[0] + i - chart_step[0]) | land;
        row_t b = row_load(from->turns[1] + i - chart_step[1]) | land;
        row_t c = row_load(from->turns[2] + i - chart_step[2]) | land;
        row_t d = row_load(from->turns[3] + i - chart_step[3]) | land;
        row_t e = row_load(from->turns[4] + i - chart_step[4]) | land;
        row_t f = row_load(from->turns[5] + i - chart_step[5]) | land;
        row_t a1 = row_min(a, row_min(f, b) + 1), b1 = row_min(b, row_min(a, c) + 1);
        row_t c1 = row_min(c, row_min(b, d) + 1), d1 = row_min(d, row_min(c, e) + 1);
        row_t e1 = row_min(e, row_min(d, f) + 1), f1 = row_min(f, row_min(e, a) + 1);
        row_t a2 = row_min(a1, row_min(e1, c1) + 2);
        row_store(to->turns[0] + i, a2);
        row_store(to->turns[1] + i, row_min(b1, row_min(f1, d1) + 2));
        row_store(to->turns[2] + i, row_min(c1, row_min(a1, e1) + 2));
        row_store(to->turns[3] + i, row_min(d1, row_min(b1, f1) + 2));
        row_store(to->turns[4] + i, row_min(e1, row_min(c1, a1) + 2));
        row_store(to->turns[5] + i, row_min(f1, row_min(d1, b1) + 2));
        first &= a2;
    }
    return chart_is_any_reached(first);
}

static void clear_layer(struct reach_layer *layer)
{
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        for (int i = layer->begin; i < layer->end; i += ROW_SIZE)
            row_store(layer->turns[dir] + i, row_of(CHART_FAR));
    }
}

/* The rows around a layer, which the next layers will look at. */
static void close_margins(struct reach_layer *layer)
{
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        uint8_t *turns = layer->turns[dir];
        row_store(turns + layer->begin - 2 * ROW_SIZE, row_of(CHART_FAR));
        row_store(turns + layer->begin - ROW_SIZE, row_of(CHART_FAR));
        row_store(turns + layer->end, row_of(CHART_FAR));
        row_store(turns + layer->end + ROW_SIZE, row_of(CHART_FAR));
    }
}

/* The ship comes to one field of the layer, and turns there. */
static void enter(struct reach_layer *layer, int cell, const uint8_t turns[RIVER_DIRECTIONS])
{
    for (int from = 0; from < RIVER_DIRECTIONS; from++) {
        if (turns[from] >= CHART_FAR)
            continue;
        layer->is_live = true;
        for (int to = 0; to < RIVER_DIRECTIONS; to++) {
            uint8_t *best = &layer->turns[to][cell];
            uint8_t turned = (uint8_t)(turns[from] + river_turns_between(from, to));
            if (turned < *best)
                *best = turned;
        }
    }
}

/* Steps onto logs: there are few, so one by one. */
static void cross_logs(const struct reach_chart *chart, struct reach_layer *to,
                       const struct reach_layer *from)
{
    for (int n = 0; n < chart->log_count; n++) {
        int cell = chart->logs[n];
        uint8_t turns[RIVER_DIRECTIONS];
        if (cell == chart->opponent || cell < from->begin - ROW_SIZE ||
            cell >= from->end + ROW_SIZE)
            continue;
        for (int dir = 0; dir < RIVER_DIRECTIONS; dir++)
            turns[dir] = from->turns[dir][cell - chart_step[dir]];
        enter(to, cell, turns);
    }
}

/* Steps onto the opponent that leave a point for the push.  A ship on a sandbank cannot be
 * pushed. */
static void board(const struct reach_chart *chart, const struct reach_layer *layer, int logs,
                  int points, struct reach_arrivals *arrivals)
{
    int cell = chart->opponent, kind = chart->kind[cell];

    if (kind == FIELD_LOG) {
        points--;
        logs++;
    }
    points--;
    if (points < 1 || kind == FIELD_SANDBANK || !river_is_passable(kind))
        return;
    if (cell < layer->begin - ROW_SIZE || cell >= layer->end + ROW_SIZE)
        return;
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        uint8_t turns = layer->turns[dir][cell - chart_step[dir]];
        arrivals->turns[logs][points][dir] = turns;
        if (turns < CHART_FAR)
            arrivals->points[logs] |= (uint8_t)(1 << points);
    }
}

/* Fills a layer with all ways that have so many points left after so many logs. */
static void fill_layer(struct reach *s, int logs, int points, int cell,
                       const struct reach_arrivals *start)
{
    struct reach_layer *layer = &s->layer[logs][points];
    bool has_water = points < REACH_POINTS_MAX && s->layer[logs][points + 1].is_live;
    bool has_logs =
        logs > 0 && points + 2 <= REACH_POINTS_MAX && s->layer[logs - 1][points + 2].is_live;
    bool is_start = start->points[logs] >> points & 1;

    layer->is_live = false;
    if (!has_water && !has_logs && !is_start)
        return;
    if (has_water)
        layer->is_live = sweep(layer, &s->layer[logs][points + 1], s->chart.shore);
    else
        clear_layer(layer);
    close_margins(layer);
    if (has_logs)
        cross_logs(&s->chart, layer, &s->layer[logs - 1][points + 2]);
    if (is_start)
        enter(layer, cell, start->turns[logs][points]);
}

static int highest_points(const struct reach_arrivals *start)
{
    int points = REACH_POINTS_MAX, all = 0;

    for (int logs = 0; logs <= REACH_LOGS_MAX; logs++)
        all |= start->points[logs];
    while (points > 0 && !(all >> points & 1))
        points--;
    return points;
}

/* How many logs can have been crossed at most, plus one: without logs around only the start
 * counts. */
static int count_log_layers(const struct reach *s, const struct reach_arrivals *start)
{
    int layers = REACH_LOGS_MAX + 1;

    while (s->chart.log_count == 0 && layers > 1 && start->points[layers - 1] == 0)
        layers--;
    return layers < s->engine.speed ? layers : s->engine.speed;
}

void reach_sail(struct reach *s, int cell, const struct reach_arrivals *start,
                struct reach_ends *ends, struct reach_arrivals *boarding)
{
    const struct reach_chart *chart = &s->chart;
    int top = highest_points(start), log_layers = count_log_layers(s, start);

    for (int logs = 0; logs < log_layers; logs++) {
        for (int points = top + 1; points <= REACH_POINTS_MAX; points++)
            s->layer[logs][points].is_live = false;
    }
    for (int points = top; points >= 0; points--) {
        int first = cell / ROW_SIZE - (top - points), last = cell / ROW_SIZE + (top - points);
        for (int logs = 0; logs < log_layers; logs++) {
            struct reach_layer *layer = &s->layer[logs][points];
            layer->begin = (first > chart->first_row ? first : chart->first_row) * ROW_SIZE;
            layer->end = (last < chart->last_row ? last : chart->last_row) * ROW_SIZE + ROW_SIZE;
            assert(layer->begin >= 2 * ROW_SIZE && layer->end <= CHART_CELLS - 2 * ROW_SIZE);
            fill_layer(s, logs, points, cell, start);
            if (!layer->is_live)
                continue;
            if (points == 0) {
                add_all_ends(&s->engine, layer, s->engine.speed - logs, ends);
                continue;
            }
            run_aground(s, layer, ends);
            if (boarding)
                board(chart, layer, logs, points, boarding);
        }
    }
}
