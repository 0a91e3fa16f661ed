/* The chart around a ship and the flow over it. */

#include "games/mississippi/reach.h"

/* ---- the chart ---- */

int mississippi_cell_of(const struct chart *chart, int x, int y)
{
    unsigned column = (unsigned)(skew(x, y) - chart->corner_x - 1);
    unsigned row = (unsigned)(y - chart->corner_y - 2);
    bool is_inside = row < ROWS - 4 && column < ROW - 3;

    return is_inside ? (int)(row + 2) * ROW + (int)column + 1 : 0;
}

void mississippi_cell_place(const struct chart *chart, int cell, int *x, int *y)
{
    *y = cell / ROW + chart->corner_y;
    *x = cell % ROW + chart->corner_x + (*y + (*y & 1)) / 2;
}

static void draw_segment(struct chart *chart, const struct mississippi *m, int segment)
{
    const int8_t(*offset)[2] = mississippi_offset[m->dir[segment]];

    for (int i = 0; i < SEGMENT_FIELDS; i++) {
        int x = m->centre_x[segment] + offset[i][0], y = m->centre_y[segment] + offset[i][1];
        int cell = mississippi_cell_of(chart, x, y);
        if (cell != 0)
            chart->kind[cell] = m->field[segment][i];
    }
}

static bool is_open_water(int kind) { return kind == FIELD_WATER || kind == FIELD_GOAL; }

static void find_shores(struct chart *chart)
{
    for (int cell = 0; cell < CELLS; cell++)
        chart->shore[cell] = is_open_water(chart->kind[cell]) ? 0 : FAR;
}

static void note_cell(struct chart *chart, int cell)
{
    int kind = chart->kind[cell], row = cell / ROW;

    if (!is_passable(kind))
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

void mississippi_move_opponent(struct chart *chart, int cell)
{
    chart->shore[chart->opponent] = is_open_water(chart->kind[chart->opponent]) ? 0 : FAR;
    chart->opponent = cell;
    chart->shore[cell] = FAR;
}

void mississippi_draw_chart(struct chart *chart, const struct mississippi *m, enum side side)
{
    const struct ship *own = &m->ship[side], *other = &m->ship[game_other(side)];
    int first = first_visible(m), last = last_visible(m);

    memset(chart->kind, FIELD_NONE, sizeof chart->kind);
    chart->log_count = chart->sandbank_count = 0;
    chart->first_row = ROWS;
    chart->last_row = 0;
    chart->corner_x = skew(own->x, own->y) - CENTRE % ROW;
    chart->corner_y = own->y - CENTRE / ROW;
    /* Where the river crosses itself the lower segment is what ships see: draw it last. */
    for (int i = last; i >= first; i--) {
        int dx = m->centre_x[i] - own->x, dy = m->centre_y[i] - own->y;
        if (dx >= -10 && dx <= 10 && dy >= -10 && dy <= 10)
            draw_segment(chart, m, i);
    }
    find_shores(chart);
    for (int row = 2; row < ROWS - 2; row++) {
        for (int cell = row * ROW + 1; cell < row * ROW + ROW - 2; cell++)
            note_cell(chart, cell);
    }
    chart->opponent = 0;
    mississippi_move_opponent(chart, mississippi_cell_of(chart, other->x, other->y));
}

/* ---- the harbour ---- */

static void open_berths(struct harbour *harbour, int speed, int begin, int end)
{
    int i = speed - 1;

    if (!harbour->is_used[i]) {
        memset(harbour->burnt[i], FAR, sizeof harbour->burnt[i]);
        harbour->is_used[i] = true;
        harbour->begin[i] = begin;
        harbour->end[i] = end;
    }
    if (begin < harbour->begin[i])
        harbour->begin[i] = begin;
    if (end > harbour->end[i])
        harbour->end[i] = end;
}

void mississippi_moor_at(struct harbour *harbour, int speed, int dir, int cell, int burnt)
{
    open_berths(harbour, speed, cell / ROW * ROW, cell / ROW * ROW + ROW);
    uint8_t *best = &harbour->burnt[speed - 1][dir][cell];
    if (burnt < *best)
        *best = (uint8_t)burnt;
}

static void moor_everywhere(const struct engine *engine, const struct lane *lane, int speed,
                            struct harbour *harbour)
{
    row_t free_turns = row_of((uint8_t)engine->free_turns);
    row_t spent = row_of((uint8_t)engine->spent);

    open_berths(harbour, speed, lane->begin, lane->end);
    for (int dir = 0; dir < DIRECTIONS; dir++) {
        uint8_t *burnt = harbour->burnt[speed - 1][dir];
        for (int i = lane->begin; i < lane->end; i += ROW) {
            row_t turns = row_load(lane->turns[dir] + i);
            row_t paid = row_max(turns, free_turns) - free_turns + spent;
            row_store(burnt + i, row_min(row_load(burnt + i), paid | (turns & FAR)));
        }
    }
}

/* Whoever enters a sandbank stays there with speed 1. */
static void run_aground(const struct search *s, const struct lane *lane, struct harbour *harbour)
{
    for (int n = 0; n < s->chart.sandbank_count; n++) {
        int cell = s->chart.sandbanks[n];
        if (cell == s->chart.opponent || cell < lane->begin - ROW || cell >= lane->end + ROW)
            continue;
        for (int dir = 0; dir < DIRECTIONS; dir++) {
            int turns = lane->turns[dir][cell - cell_step[dir]];
            if (turns < FAR)
                mississippi_moor_at(harbour, 1, dir, cell, coal_for(&s->engine, turns));
        }
    }
}

/* ---- the flow ---- */

/* Somebody is where the FAR bit is not set. */
static bool is_anybody(row_t row)
{
    uint64_t half[2];

    memcpy(half, &row, sizeof half);
    return (half[0] & half[1] & UINT64_C(0x8080808080808080)) != UINT64_C(0x8080808080808080);
}

/*
 * One step ahead of everything at once, then turning on the spot: to the neighbouring directions,
 * and from there two farther on.  Where one direction can be reached all can, so the first one tells
 * whether anybody got through.
 */
static bool sweep(struct lane *to, const struct lane *from, const uint8_t *shore)
{
    row_t nobody = row_of(FAR);

    for (int i = to->begin; i < to->end; i += ROW) {
        row_t land = row_load(shore + i);
        row_t a = row_load(from->turns[0] + i - cell_step[0]) | land;
        row_t b = row_load(from->turns[1] + i - cell_step[1]) | land;
        row_t c = row_load(from->turns[2] + i - cell_step[2]) | land;
        row_t d = row_load(from->turns[3] + i - cell_step[3]) | land;
        row_t e = row_load(from->turns[4] + i - cell_step[4]) | land;
        row_t f = row_load(from->turns[5] + i - cell_step[5]) | land;
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
        nobody &= a2;
    }
    return is_anybody(nobody);
}

static void close_lane(struct lane *lane)
{
    for (int dir = 0; dir < DIRECTIONS; dir++) {
        for (int i = lane->begin; i < lane->end; i += ROW)
            row_store(lane->turns[dir] + i, row_of(FAR));
    }
}

/* The rows around a lane, which the next lanes will look at. */
static void close_margins(struct lane *lane)
{
    for (int dir = 0; dir < DIRECTIONS; dir++) {
        uint8_t *turns = lane->turns[dir];
        row_store(turns + lane->begin - 2 * ROW, row_of(FAR));
        row_store(turns + lane->begin - ROW, row_of(FAR));
        row_store(turns + lane->end, row_of(FAR));
        row_store(turns + lane->end + ROW, row_of(FAR));
    }
}

/* Somebody comes to one field of the lane, and turns there. */
static void enter(struct lane *lane, int cell, const uint8_t turns[DIRECTIONS])
{
    for (int from = 0; from < DIRECTIONS; from++) {
        if (turns[from] >= FAR)
            continue;
        lane->is_live = true;
        for (int to = 0; to < DIRECTIONS; to++) {
            uint8_t *best = &lane->turns[to][cell];
            uint8_t turned = (uint8_t)(turns[from] + turns_between(from, to));
            if (turned < *best)
                *best = turned;
        }
    }
}

/* Steps onto logs: there are few, so one by one. */
static void cross_logs(const struct chart *chart, struct lane *to, const struct lane *from)
{
    for (int n = 0; n < chart->log_count; n++) {
        int cell = chart->logs[n];
        uint8_t turns[DIRECTIONS];
        if (cell == chart->opponent || cell < from->begin - ROW || cell >= from->end + ROW)
            continue;
        for (int dir = 0; dir < DIRECTIONS; dir++)
            turns[dir] = from->turns[dir][cell - cell_step[dir]];
        enter(to, cell, turns);
    }
}

/* Steps onto the opponent that leave a point for the push.  A ship on a sandbank cannot be pushed. */
static void board(const struct chart *chart, const struct lane *lane, int logs, int points,
                  struct arrivals *arrivals)
{
    int cell = chart->opponent, kind = chart->kind[cell];

    if (kind == FIELD_LOG) {
        points--;
        logs++;
    }
    points--;
    if (points < 1 || kind == FIELD_SANDBANK || !is_passable(kind))
        return;
    if (cell < lane->begin - ROW || cell >= lane->end + ROW)
        return;
    for (int dir = 0; dir < DIRECTIONS; dir++) {
        uint8_t turns = lane->turns[dir][cell - cell_step[dir]];
        arrivals->turns[logs][points][dir] = turns;
        if (turns < FAR)
            arrivals->points[logs] |= (uint8_t)(1 << points);
    }
}

/* Fills a lane with everybody who has so many points left after so many logs. */
static void fill_lane(struct search *s, int logs, int points, int cell,
                      const struct arrivals *start)
{
    struct lane *lane = &s->lane[logs][points];
    bool has_water = points < POINTS_MAX && s->lane[logs][points + 1].is_live;
    bool has_logs = logs > 0 && points + 2 <= POINTS_MAX && s->lane[logs - 1][points + 2].is_live;
    bool is_start = start->points[logs] >> points & 1;

    lane->is_live = false;
    if (!has_water && !has_logs && !is_start)
        return;
    if (has_water)
        lane->is_live = sweep(lane, &s->lane[logs][points + 1], s->chart.shore);
    else
        close_lane(lane);
    close_margins(lane);
    if (has_logs)
        cross_logs(&s->chart, lane, &s->lane[logs - 1][points + 2]);
    if (is_start)
        enter(lane, cell, start->turns[logs][points]);
}

static int highest_points(const struct arrivals *start)
{
    int points = POINTS_MAX, all = 0;

    for (int logs = 0; logs <= LOGS_MAX; logs++)
        all |= start->points[logs];
    while (points > 0 && !(all >> points & 1))
        points--;
    return points;
}

/* How many logs can have been crossed at most, plus one: without logs around only the start counts. */
static int count_log_lanes(const struct search *s, const struct arrivals *start)
{
    int lanes = LOGS_MAX + 1;

    while (s->chart.log_count == 0 && lanes > 1 && start->points[lanes - 1] == 0)
        lanes--;
    return lanes < s->engine.speed ? lanes : s->engine.speed;
}

void mississippi_sail(struct search *s, int cell, const struct arrivals *start,
                      struct harbour *harbour, struct arrivals *boarding)
{
    const struct chart *chart = &s->chart;
    int top = highest_points(start), log_lanes = count_log_lanes(s, start);

    for (int logs = 0; logs < log_lanes; logs++) {
        for (int points = top + 1; points <= POINTS_MAX; points++)
            s->lane[logs][points].is_live = false;
    }
    for (int points = top; points >= 0; points--) {
        int first = cell / ROW - (top - points), last = cell / ROW + (top - points);
        for (int logs = 0; logs < log_lanes; logs++) {
            struct lane *lane = &s->lane[logs][points];
            lane->begin = (first > chart->first_row ? first : chart->first_row) * ROW;
            lane->end = (last < chart->last_row ? last : chart->last_row) * ROW + ROW;
            fill_lane(s, logs, points, cell, start);
            if (!lane->is_live)
                continue;
            if (points == 0) {
                moor_everywhere(&s->engine, lane, s->engine.speed - logs, harbour);
                continue;
            }
            run_aground(s, lane, harbour);
            if (boarding)
                board(chart, lane, logs, points, boarding);
        }
    }
}
