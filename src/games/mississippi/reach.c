/*
 * All end states a ship can reach in one move, each with the least coal burnt.
 *
 * Turns are free until the free turns are used up, then they cost one coal each.  So for one speed
 * chosen at the start only the NUMBER of unit turns matters, and the search is a flow of numbers:
 * for every field and direction the fewest turns on the way, for all movement points left and all
 * logs crossed so far.  It works on a chart, a window of the river around the ship in skewed
 * coordinates, where each of the six directions is one fixed distance in memory: one sweep moves a
 * whole row of fields at a time, and the compiler turns the inner loops into vector code.
 *
 * The opponent's field ends the flow; what arrives there may push.  A push moves the opponent and
 * starts another flow from that field (at most three pushes fit into six movement points).
 *
 * No position has more than 13680 end states.  A ship ending at speed s has made at most s steps
 * (each log costs one step and one point of speed) and a push costs two points, so the fields in
 * reach are a hexagon: sum over s = 1..6 of 3s(s+1)+1 = 342 fields, times 6 directions = 2052.
 * After one push the hexagons shrink by two (125 fields * 6 directions * 6 pushes = 4500), after two
 * by four (27 * 6 * 36 = 5832), after three only the direction is left (6 * 216 = 1296).  A sandbank
 * ends a move at speed 1 whatever the speed was, so it has fewer end states than water.
 */

#include "games/mississippi/mississippi.h"

enum {
    ROW = 16, /* the outermost columns and rows of the chart stay empty */
    ROWS = 15,
    CELLS = ROW * ROWS,
    CENTRE = ROWS / 2 * ROW + 7, /* where the ship starts */
    RADIUS = 6,
    POINTS_MAX = SPEED_MAX,
    LOGS_MAX = 3,
    FAR = 0x80, /* this bit says: cannot be there; no ship turns so often or has so much coal */
};

static const int8_t cell_step[DIRECTIONS] = {1, 1 - ROW, -ROW, -1, ROW - 1, ROW};

/* ---- the chart ---- */

struct chart {
    uint8_t shore[CELLS]; /* 0 on open water, FAR on everything else and under the opponent */
    uint8_t kind[CELLS];  /* enum field, of what is visible */
    uint8_t logs[CELLS / 2], sandbanks[CELLS / 2];
    int log_count, sandbank_count;
    int first_row, last_row; /* rows with water */
    int corner_x, corner_y;  /* skewed coordinates of cell 0 */
    int opponent;            /* its cell; 0 if it is out of reach */
};

/* One direction table of a segment as cells, added to the cell of its centre. */
static void chart_segment(struct chart *chart, const struct mississippi *m, int segment)
{
    const int8_t(*offset)[2] = mississippi_offset[m->dir[segment]];

    for (int i = 0; i < SEGMENT_FIELDS; i++) {
        int x = m->centre_x[segment] + offset[i][0], y = m->centre_y[segment] + offset[i][1];
        int column = skew(x, y) - chart->corner_x, row = y - chart->corner_y;
        if (row >= 1 && row < ROWS - 1 && column >= 1 && column < ROW - 2)
            chart->kind[row * ROW + column] = m->field[segment][i];
    }
}

static void chart_cell(struct chart *chart, int cell)
{
    int kind = chart->kind[cell], row = cell / ROW;

    chart->shore[cell] = kind == FIELD_WATER || kind == FIELD_GOAL ? 0 : FAR;
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

static int cell_of(const struct chart *chart, int x, int y)
{
    int column = skew(x, y) - chart->corner_x, row = y - chart->corner_y;
    bool is_inside = row >= 1 && row < ROWS - 1 && column >= 1 && column < ROW - 2;

    return is_inside ? row * ROW + column : 0;
}

static void cell_place(const struct chart *chart, int cell, int *x, int *y)
{
    *y = cell / ROW + chart->corner_y;
    *x = cell % ROW + chart->corner_x + (*y + (*y & 1)) / 2;
}

/* The opponent's field is closed to the flow; the one it left is open again. */
static void move_opponent(struct chart *chart, int cell)
{
    int kind = chart->kind[chart->opponent];

    if (kind == FIELD_WATER || kind == FIELD_GOAL)
        chart->shore[chart->opponent] = 0;
    chart->opponent = cell;
    chart->shore[cell] = FAR;
}

static void draw_chart(struct chart *chart, const struct mississippi *m, enum side side)
{
    const struct ship *own = &m->ship[side], *other = &m->ship[game_other(side)];
    int here = segment_of(own->place), first = first_visible(m), last = last_visible(m);

    memset(chart->kind, FIELD_NONE, sizeof chart->kind);
    chart->log_count = chart->sandbank_count = 0;
    chart->first_row = ROWS;
    chart->last_row = 0;
    chart->corner_x = skew(own->x, own->y) - CENTRE % ROW;
    chart->corner_y = own->y - CENTRE / ROW;
    /* Where the river crosses itself the lower segment is what ships see: draw it last. */
    for (int i = last; i >= first; i--) {
        int dx = m->centre_x[i] - m->centre_x[here], dy = m->centre_y[i] - m->centre_y[here];
        if (dx >= -12 && dx <= 12 && dy >= -12 && dy <= 12)
            chart_segment(chart, m, i);
    }
    for (int cell = 0; cell < CELLS; cell++)
        chart_cell(chart, cell);
    chart->opponent = 0;
    move_opponent(chart, cell_of(chart, other->x, other->y));
}

/* ---- the flow ---- */

/* Fewest turns to stand on one certain field: by logs crossed, points left and direction. */
struct arrivals {
    uint8_t turns[LOGS_MAX + 1][POINTS_MAX + 1][DIRECTIONS];
    bool is_empty;
};

typedef uint8_t lane_t[DIRECTIONS][CELLS]; /* fewest turns for each direction and field */

struct flow {
    lane_t lane[LOGS_MAX + 1][POINTS_MAX + 1];
    bool is_live[LOGS_MAX + 1][POINTS_MAX + 1];
};

/* Coal burnt for each end state: by speed - 1, direction, field. */
struct harbour {
    uint8_t burnt[SPEED_MAX][DIRECTIONS][CELLS];
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
    struct flow flow;
};

static void clear_arrivals(struct arrivals *arrivals)
{
    memset(arrivals->turns, FAR, sizeof arrivals->turns);
    arrivals->is_empty = true;
}

static uint8_t lesser(uint8_t a, uint8_t b) { return a < b ? a : b; }

static uint8_t coal_for(const struct engine *engine, int turns)
{
    int paid = turns > engine->free_turns ? turns - engine->free_turns : 0;

    return (uint8_t)(engine->spent + paid);
}

/* Turning on the spot.  Two rounds: to the neighbouring directions, then two farther on. */
static void turn_everywhere(lane_t lane, int begin, int end)
{
    for (int i = begin; i < end; i++) {
        uint8_t a = lane[0][i], b = lane[1][i], c = lane[2][i];
        uint8_t d = lane[3][i], e = lane[4][i], f = lane[5][i];
        uint8_t a1 = lesser(a, (uint8_t)(lesser(f, b) + 1));
        uint8_t b1 = lesser(b, (uint8_t)(lesser(a, c) + 1));
        uint8_t c1 = lesser(c, (uint8_t)(lesser(b, d) + 1));
        uint8_t d1 = lesser(d, (uint8_t)(lesser(c, e) + 1));
        uint8_t e1 = lesser(e, (uint8_t)(lesser(d, f) + 1));
        uint8_t f1 = lesser(f, (uint8_t)(lesser(e, a) + 1));
        lane[0][i] = lesser(a1, (uint8_t)(lesser(e1, c1) + 2));
        lane[1][i] = lesser(b1, (uint8_t)(lesser(f1, d1) + 2));
        lane[2][i] = lesser(c1, (uint8_t)(lesser(a1, e1) + 2));
        lane[3][i] = lesser(d1, (uint8_t)(lesser(b1, f1) + 2));
        lane[4][i] = lesser(e1, (uint8_t)(lesser(c1, a1) + 2));
        lane[5][i] = lesser(f1, (uint8_t)(lesser(d1, b1) + 2));
    }
}

/* One step of everything at once. */
static void step_everywhere(lane_t to, const lane_t from, const uint8_t *shore, int begin, int end)
{
    for (int dir = 0; dir < DIRECTIONS; dir++) {
        uint8_t *out = to[dir];
        const uint8_t *in = from[dir] - cell_step[dir];
        for (int i = begin; i < end; i++)
            out[i] = in[i] | shore[i];
    }
}

/* Steps onto logs: there are few, so one by one.  Says whether any came through. */
static bool cross_logs(const struct chart *chart, lane_t to, const lane_t from)
{
    bool has_crossed = false;

    for (int n = 0; n < chart->log_count; n++) {
        int cell = chart->logs[n];
        for (int dir = 0; dir < DIRECTIONS && cell != chart->opponent; dir++) {
            to[dir][cell] = from[dir][cell - cell_step[dir]];
            has_crossed |= to[dir][cell] < FAR;
        }
    }
    return has_crossed;
}

/* Whoever enters a sandbank stays there with speed 1. */
static void run_aground(const struct chart *chart, const struct engine *engine, const lane_t lane,
                        struct harbour *harbour)
{
    for (int n = 0; n < chart->sandbank_count; n++) {
        int cell = chart->sandbanks[n];
        for (int dir = 0; dir < DIRECTIONS && cell != chart->opponent; dir++) {
            uint8_t *burnt = &harbour->burnt[0][dir][cell];
            *burnt = lesser(*burnt, coal_for(engine, lane[dir][cell - cell_step[dir]]));
        }
    }
}

/* Steps onto the opponent that leave a point for the push.  A ship on a sandbank cannot be pushed. */
static void board(const struct chart *chart, const lane_t lane, int logs, int points,
                  struct arrivals *arrivals)
{
    int kind = chart->kind[chart->opponent];

    if (kind == FIELD_LOG) {
        points--;
        logs++;
    }
    points--;
    if (points < 1 || kind == FIELD_SANDBANK || !is_passable(kind))
        return;
    for (int dir = 0; dir < DIRECTIONS; dir++) {
        uint8_t turns = lane[dir][chart->opponent - cell_step[dir]];
        arrivals->turns[logs][points][dir] = turns;
        if (turns < FAR)
            arrivals->is_empty = false;
    }
}

static void moor(const struct engine *engine, const lane_t lane, int speed, int begin, int end,
                 struct harbour *harbour)
{
    uint8_t free_turns = (uint8_t)engine->free_turns;
    uint8_t spent = (uint8_t)(engine->spent - engine->free_turns);

    for (int dir = 0; dir < DIRECTIONS; dir++) {
        const uint8_t *turns = lane[dir];
        uint8_t *burnt = harbour->burnt[speed - 1][dir];
        for (int i = begin; i < end; i++) {
            uint8_t counted = turns[i] > free_turns ? turns[i] : free_turns;
            burnt[i] = lesser(burnt[i], (uint8_t)(counted + spent));
        }
    }
}

static bool enter_field(lane_t lane, int cell, const uint8_t turns[DIRECTIONS])
{
    bool has_entered = false;

    for (int dir = 0; dir < DIRECTIONS; dir++) {
        lane[dir][cell] = lesser(lane[dir][cell], turns[dir]);
        has_entered |= turns[dir] < FAR;
    }
    return has_entered;
}

static int highest_points(const struct arrivals *start)
{
    for (int points = POINTS_MAX; points > 0; points--) {
        for (int logs = 0; logs <= LOGS_MAX; logs++) {
            for (int dir = 0; dir < DIRECTIONS; dir++) {
                if (start->turns[logs][points][dir] < FAR)
                    return points;
            }
        }
    }
    return 0;
}

/* The fields with `points` left after `logs`: from those with more points, one step on. */
static bool flow_on(struct search *s, int logs, int points, int begin, int end)
{
    struct flow *flow = &s->flow;
    bool has_water = points < POINTS_MAX && flow->is_live[logs][points + 1];
    bool has_logs = points + 2 <= POINTS_MAX && logs > 0 && flow->is_live[logs - 1][points + 2];
    uint8_t(*lane)[CELLS] = flow->lane[logs][points];

    memset(lane, FAR, sizeof(lane_t));
    if (has_water)
        step_everywhere(lane, flow->lane[logs][points + 1], s->chart.shore, begin, end);
    if (has_logs)
        has_logs = cross_logs(&s->chart, lane, flow->lane[logs - 1][points + 2]);
    return has_water || has_logs;
}

/* Lets the ship sail from `cell` with everything it has left; end states go into `harbour`, what
 * gets onto the opponent into `boarding` (which may be NULL). */
static void sail(struct search *s, int cell, const struct arrivals *start, struct harbour *harbour,
                 struct arrivals *boarding)
{
    const struct chart *chart = &s->chart;
    const struct engine *engine = &s->engine;
    int top = highest_points(start);

    memset(s->flow.is_live, 0, sizeof s->flow.is_live);
    for (int points = top; points >= 0; points--) {
        int first = cell / ROW - (top - points), last = cell / ROW + (top - points);
        int begin = (first > chart->first_row ? first : chart->first_row) * ROW;
        int end = (last < chart->last_row ? last : chart->last_row) * ROW + ROW;
        for (int logs = 0; logs <= LOGS_MAX && logs < engine->speed; logs++) {
            uint8_t(*lane)[CELLS] = s->flow.lane[logs][points];
            bool is_live = flow_on(s, logs, points, begin, end);
            is_live |= enter_field(lane, cell, start->turns[logs][points]);
            s->flow.is_live[logs][points] = is_live;
            if (!is_live)
                continue;
            turn_everywhere(lane, begin, end);
            if (points == 0) {
                moor(engine, lane, engine->speed - logs, begin, end, harbour);
                continue;
            }
            run_aground(chart, engine, lane, harbour);
            if (boarding)
                board(chart, lane, logs, points, boarding);
        }
    }
}

/* ---- what was found ---- */

/* Where the end states go: listed, only counted, or compared with one. */
struct catch
{
    move_t *out;
    int count;
    move_t wanted;
    bool is_found;
};

struct opponent {
    int cell;
    uint8_t speed, free_turns;
    int8_t x, y;
};

static int count_harbour(const struct search *s, const struct harbour *harbour)
{
    int count = 0, begin = s->chart.first_row * ROW, end = s->chart.last_row * ROW + ROW;
    uint8_t coal = s->own->coal;

    for (int speed = 0; speed < SPEED_MAX; speed++) {
        for (int dir = 0; dir < DIRECTIONS; dir++) {
            const uint8_t *burnt = harbour->burnt[speed][dir];
            uint8_t row_count[ROW] = {0};
            for (int row = begin; row < end; row += ROW) {
                for (int i = 0; i < ROW; i++)
                    row_count[i] = (uint8_t)(row_count[i] + (burnt[row + i] <= coal));
            }
            for (int i = 0; i < ROW; i++)
                count += row_count[i];
        }
    }
    return count;
}

/* Lists eight fields at once: those whose byte is not above the coal. */
static void list_eight(const struct search *s, const uint8_t *burnt, int cell, struct outcome *o,
                       struct catch *caught)
{
    uint64_t bytes, found = 0;

    memcpy(&bytes, burnt + cell, sizeof bytes);
    if ((bytes & UINT64_C(0x8080808080808080)) == UINT64_C(0x8080808080808080))
        return;
    for (int i = 0; i < 8; i++)
        found |= (uint64_t)(burnt[cell + i] <= s->own->coal) << i;
    for (; found; found &= found - 1) {
        int at = cell + __builtin_ctzll(found), x, y;
        cell_place(&s->chart, at, &x, &y);
        o->x = (int8_t)x;
        o->y = (int8_t)y;
        o->coal = (uint8_t)(s->own->coal - burnt[at]);
        caught->out[caught->count++] = mississippi_pack(o);
    }
}

static void list_harbour(const struct search *s, const struct harbour *harbour, struct outcome o,
                         struct catch *caught)
{
    int begin = s->chart.first_row * ROW, end = s->chart.last_row * ROW + ROW;

    for (int speed = 1; speed <= SPEED_MAX; speed++) {
        for (int dir = 0; dir < DIRECTIONS; dir++) {
            const uint8_t *burnt = harbour->burnt[speed - 1][dir];
            o.speed = (uint8_t)speed;
            o.dir = (uint8_t)dir;
            for (int cell = begin; cell < end; cell += 8)
                list_eight(s, burnt, cell, &o, caught);
        }
    }
}

static bool is_in_harbour(const struct search *s, const struct harbour *harbour, struct outcome o)
{
    int cell = cell_of(&s->chart, o.x, o.y);

    if (cell == 0 || o.speed < 1 || o.speed > SPEED_MAX || o.dir >= DIRECTIONS)
        return false;
    int burnt = harbour->burnt[o.speed - 1][o.dir][cell];
    return burnt <= s->own->coal && o.coal == s->own->coal - burnt;
}

static void report(const struct search *s, const struct harbour *harbour,
                   const struct opponent *other, struct catch *caught)
{
    struct outcome o = {.other_x = other->x,
                        .other_y = other->y,
                        .other_speed = other->speed,
                        .other_free_turns = other->free_turns};

    if (caught->wanted) {
        struct outcome wanted = mississippi_unpack(caught->wanted);
        if (wanted.other_x == o.other_x && wanted.other_y == o.other_y &&
            wanted.other_speed == o.other_speed && wanted.other_free_turns == o.other_free_turns)
            caught->is_found |= is_in_harbour(s, harbour, wanted);
    } else if (caught->out) {
        list_harbour(s, harbour, o, caught);
    } else {
        caught->count += count_harbour(s, harbour);
    }
}

/* ---- pushing ---- */

/* The opponent after pushes, and where the pusher got onto it from. */
struct layer {
    struct opponent other;
    struct harbour harbour;
    struct arrivals boarding[SPEED_MAX + 1]; /* by starting speed */
};

/* A second or third push: which layer it continues and where to. */
struct drift {
    struct opponent other;
    uint8_t layer;
    uint8_t dir;    /* of the second push; the third one is known from where it ends */
    uint8_t pushes; /* 2 or 3 */
    bool is_done;
};

enum { DRIFTS_MAX = DIRECTIONS * DIRECTIONS * (1 + DIRECTIONS) };

struct pushes {
    struct layer layer[DIRECTIONS]; /* after one push */
    int layer_count;
    struct drift drift[DRIFTS_MAX];
    int drift_count;
};

/* The official server looks up the target on the whole board, hidden and removed parts too. */
static enum field push_target(const struct search *s, int cell, int dir, struct opponent *other)
{
    int target = cell + cell_step[dir], x, y;

    cell_place(&s->chart, target, &x, &y);
    other->cell = target;
    other->x = (int8_t)x;
    other->y = (int8_t)y;
    if (s->ruleset == RULES_BOOK)
        return s->chart.kind[target];
    return field_at(s->m, mississippi_locate(s->m, x, y, 0, SEGMENTS - 1));
}

/* Where `from` stands after being pushed; false if it cannot go there. */
static bool push(const struct search *s, const struct opponent *from, int dir, struct opponent *to,
                 int *points)
{
    enum field kind = push_target(s, from->cell, dir, to);

    if (!is_passable(kind))
        return false;
    *points = kind == FIELD_LOG ? 2 : 1;
    to->speed = from->speed;
    if (kind == FIELD_LOG && to->speed > 1)
        to->speed--;
    if (kind == FIELD_SANDBANK)
        to->speed = 1;
    to->free_turns = kind == FIELD_SANDBANK ? s->other->free_turns : 2;
    return true;
}

/* What the pusher has left.  It cannot push to where it came from. */
static void after_push(const struct arrivals *before, int dir, int points, struct arrivals *after)
{
    clear_arrivals(after);
    for (int logs = 0; logs <= LOGS_MAX; logs++) {
        for (int left = 0; left + points <= POINTS_MAX; left++) {
            for (int own = 0; own < DIRECTIONS; own++) {
                uint8_t turns = before->turns[logs][left + points][own];
                if (own == opposite(dir) || turns >= FAR)
                    continue;
                after->turns[logs][left][own] = turns;
                after->is_empty = false;
            }
        }
    }
}

static bool set_engine(struct search *s, int speed)
{
    int change = speed > s->own->speed ? speed - s->own->speed : s->own->speed - speed;

    s->engine.speed = speed;
    s->engine.spent = change > 1 ? change - 1 : 0;
    s->engine.free_turns = s->own->free_turns;
    return s->engine.spent <= s->own->coal;
}

/* A push about to happen: who is pushed, how the pusher got there (by starting speed), where to. */
struct shove {
    const struct opponent *from;
    const struct arrivals *boarding;
    int dir;
};

/* Pushes and sails on, for every starting speed.  `boarding` receives what gets onto the opponent
 * again; it may be NULL. */
static void push_and_sail(struct search *s, const struct shove *shove, struct harbour *harbour,
                          struct arrivals *boarding)
{
    struct opponent to;
    struct arrivals start;
    int points;

    if (!push(s, shove->from, shove->dir, &to, &points))
        return;
    move_opponent(&s->chart, to.cell);
    for (int speed = 1; speed <= SPEED_MAX; speed++) {
        if (shove->boarding[speed].is_empty || !set_engine(s, speed))
            continue;
        after_push(&shove->boarding[speed], shove->dir, points, &start);
        if (!start.is_empty)
            sail(s, shove->from->cell, &start, harbour, boarding ? &boarding[speed] : NULL);
    }
}

/* A third push takes the last of six points: step, push, step, push, step, push in open water. */
static void push_thrice(struct search *s, const struct shove *second, struct harbour *harbour)
{
    struct arrivals start;
    int cell = second->from->cell + cell_step[second->dir], fewest = FAR;

    if (!set_engine(s, SPEED_MAX))
        return;
    after_push(&second->boarding[SPEED_MAX], second->dir, 1, &start);
    for (int dir = 0; dir < DIRECTIONS; dir++) {
        int turns = start.turns[0][2][dir] + turns_between(dir, second->dir);
        fewest = turns < fewest ? turns : fewest;
    }
    for (int dir = 0; dir < DIRECTIONS && fewest < FAR; dir++) {
        uint8_t *burnt = &harbour->burnt[SPEED_MAX - 1][dir][cell];
        int turns = fewest + turns_between(second->dir, dir);
        *burnt = lesser(*burnt, coal_for(&s->engine, turns));
    }
}

static void clear_harbour(struct harbour *harbour) { memset(harbour, FAR, sizeof *harbour); }

static bool is_anywhere_aboard(const struct arrivals boarding[])
{
    for (int speed = 1; speed <= SPEED_MAX; speed++) {
        if (!boarding[speed].is_empty)
            return true;
    }
    return false;
}

static void push_once(struct search *s, const struct opponent *other,
                      const struct arrivals boarding[], struct pushes *pushes)
{
    for (int dir = 0; dir < DIRECTIONS; dir++) {
        struct layer *layer = &pushes->layer[pushes->layer_count];
        struct shove shove = {.from = other, .boarding = boarding, .dir = dir};
        int points;
        if (!push(s, other, dir, &layer->other, &points))
            continue;
        clear_harbour(&layer->harbour);
        for (int speed = 1; speed <= SPEED_MAX; speed++)
            clear_arrivals(&layer->boarding[speed]);
        push_and_sail(s, &shove, &layer->harbour, layer->boarding);
        pushes->layer_count++;
    }
}

/* Collects where the opponent can drift from a layer: one push farther, or two. */
static void find_drifts(const struct search *s, int index, struct pushes *pushes)
{
    const struct layer *layer = &pushes->layer[index];
    int points;

    for (int second = 0; second < DIRECTIONS; second++) {
        struct drift *drift = &pushes->drift[pushes->drift_count];
        *drift = (struct drift){.layer = (uint8_t)index, .dir = (uint8_t)second, .pushes = 2};
        if (!push(s, &layer->other, second, &drift->other, &points))
            continue;
        pushes->drift_count++;
        int kind = s->chart.kind[drift->other.cell];
        if (points > 1 || (kind != FIELD_WATER && kind != FIELD_GOAL))
            continue;
        for (int third = 0; third < DIRECTIONS; third++) {
            struct drift *next = &pushes->drift[pushes->drift_count];
            *next = (struct drift){.layer = (uint8_t)index, .dir = (uint8_t)second, .pushes = 3};
            if (third != opposite(second) && push(s, &drift->other, third, &next->other, &points) &&
                points == 1)
                pushes->drift_count++;
        }
    }
}

static bool is_same_opponent(const struct opponent *a, const struct opponent *b)
{
    return a->cell == b->cell && a->speed == b->speed && a->free_turns == b->free_turns;
}

/* All drifts that leave the opponent like `other` end in one harbour, so that each end state is
 * found once and with the least coal. */
static void follow_drifts(struct search *s, const struct opponent *other, struct pushes *pushes,
                          struct harbour *harbour)
{
    for (int i = 0; i < pushes->drift_count; i++) {
        struct drift *drift = &pushes->drift[i];
        const struct layer *layer = &pushes->layer[drift->layer];
        struct shove shove = {&layer->other, layer->boarding, drift->dir};
        if (drift->is_done || !is_same_opponent(&drift->other, other))
            continue;
        drift->is_done = true;
        if (drift->pushes == 2)
            push_and_sail(s, &shove, harbour, NULL);
        else
            push_thrice(s, &shove, harbour);
    }
}

/* Everything that begins with getting onto the opponent.  A double push can bring it back to where
 * it stood: if it had two free turns anyway, that is no new end state, so `harbour`, that of the
 * moves without a push, takes part. */
static void explore_pushes(struct search *s, const struct opponent *other,
                           const struct arrivals boarding[], struct harbour *harbour,
                           struct catch *caught)
{
    struct pushes pushes;
    struct harbour drifted;

    pushes.layer_count = pushes.drift_count = 0;
    push_once(s, other, boarding, &pushes);
    for (int i = 0; i < pushes.layer_count; i++) {
        if (is_anywhere_aboard(pushes.layer[i].boarding))
            find_drifts(s, i, &pushes);
    }
    follow_drifts(s, other, &pushes, harbour);
    for (int i = 0; i < pushes.layer_count; i++) {
        struct layer *layer = &pushes.layer[i];
        follow_drifts(s, &layer->other, &pushes, &layer->harbour);
        report(s, &layer->harbour, &layer->other, caught);
    }
    for (int i = 0; i < pushes.drift_count; i++) {
        if (pushes.drift[i].is_done)
            continue;
        clear_harbour(&drifted);
        follow_drifts(s, &pushes.drift[i].other, &pushes, &drifted);
        report(s, &drifted, &pushes.drift[i].other, caught);
    }
}

/* ---- the whole search ---- */

static void set_sail(struct search *s, const struct opponent *other, struct harbour *harbour,
                     struct catch *caught)
{
    struct arrivals start, boarding[SPEED_MAX + 1];

    for (int speed = 1; speed <= SPEED_MAX; speed++) {
        clear_arrivals(&boarding[speed]);
        if (!set_engine(s, speed))
            continue;
        clear_arrivals(&start);
        start.turns[0][speed][s->own->dir] = 0;
        sail(s, CENTRE, &start, harbour, &boarding[speed]);
    }
    if (is_anywhere_aboard(boarding))
        explore_pushes(s, other, boarding, harbour, caught);
}

/* From a sandbank a ship goes one field ahead, or back for one coal; then it may turn, unless it is
 * on a sandbank again.  Nothing is left for a push.  In the book a log ahead needs two points. */
static void leave_sandbank(struct search *s, struct harbour *harbour)
{
    const struct ship *own = s->own;

    for (int back = 0; back <= 1; back++) {
        int cell = CENTRE + (back ? -cell_step[own->dir] : cell_step[own->dir]);
        int kind = s->chart.kind[cell];
        bool is_log_closed = back || s->ruleset == RULES_BOOK;
        if (!is_passable(kind) || cell == s->chart.opponent || (kind == FIELD_LOG && is_log_closed))
            continue;
        struct engine engine = {.spent = back, .free_turns = own->free_turns};
        for (int dir = 0; dir < DIRECTIONS; dir++) {
            uint8_t *burnt = &harbour->burnt[own->speed - 1][dir][cell];
            if (kind != FIELD_SANDBANK || dir == own->dir)
                *burnt = lesser(*burnt, coal_for(&engine, turns_between(own->dir, dir)));
        }
    }
}

static void explore(const struct position *pos, enum side side, struct catch *caught)
{
    const struct mississippi *m = mississippi_view(pos);
    struct search s;
    struct harbour harbour;

    s.m = m;
    s.own = &m->ship[side];
    s.other = &m->ship[game_other(side)];
    s.ruleset = pos->ruleset;
    draw_chart(&s.chart, m, side);
    struct opponent other = {.cell = s.chart.opponent,
                             .speed = s.other->speed,
                             .free_turns = s.other->free_turns,
                             .x = s.other->x,
                             .y = s.other->y};
    clear_harbour(&harbour);
    if (s.chart.kind[CENTRE] == FIELD_SANDBANK)
        leave_sandbank(&s, &harbour);
    else
        set_sail(&s, &other, &harbour, caught);
    report(&s, &harbour, &other, caught);
}

int mississippi_moves(const struct position *pos, move_t out[])
{
    struct catch caught = {.out = out};

    if (pos->side != SIDE_NONE)
        explore(pos, pos->side, &caught);
    return caught.count;
}

int mississippi_count(const struct position *pos)
{
    struct catch caught = {0};

    if (pos->side != SIDE_NONE)
        explore(pos, pos->side, &caught);
    return caught.count;
}

bool mississippi_legal(const struct position *pos, move_t move)
{
    struct catch caught = {.wanted = move};
    struct outcome o = mississippi_unpack(move);

    if (pos->side == SIDE_NONE || move == 0 || mississippi_pack(&o) != move)
        return false;
    explore(pos, pos->side, &caught);
    return caught.is_found;
}

/* ---- is there any move at all? ---- */

static enum field look(const struct mississippi *m, int x, int y)
{
    return field_at(m, mississippi_locate(m, x, y, first_visible(m), last_visible(m)));
}

/* Finds a way with few turns and without a push, which nearly always exists: a quick yes. */
static bool glides(const struct mississippi *m, const struct ship *other, struct ship at,
                   int points, int turns)
{
    static const int8_t turn[] = {0, 1, -1};

    if (points == 0)
        return true;
    for (int i = 0; i < (turns > 0 ? 3 : 1); i++) {
        struct ship next = at;
        next.dir = (uint8_t)((at.dir + turn[i] + DIRECTIONS) % DIRECTIONS);
        int x = at.x, y = at.y;
        step_from(&x, &y, next.dir);
        enum field kind = look(m, x, y);
        int cost = kind == FIELD_LOG ? 2 : 1;
        if (!is_passable(kind) || points < cost || (x == other->x && y == other->y))
            continue;
        next.x = (int8_t)x;
        next.y = (int8_t)y;
        if (kind == FIELD_SANDBANK || glides(m, other, next, points - cost, turns - (i > 0)))
            return true;
    }
    return false;
}

static bool has_easy_move(const struct mississippi *m, enum side side)
{
    const struct ship *own = &m->ship[side], *other = &m->ship[game_other(side)];

    for (int speed = own->speed - 1; speed <= own->speed + 1; speed++) {
        if (speed < 1 || speed > SPEED_MAX)
            continue;
        if (glides(m, other, *own, speed, own->free_turns))
            return true;
    }
    return false;
}

bool mississippi_has_move(const struct position *pos, enum side side)
{
    const struct mississippi *m = mississippi_view(pos);
    const struct ship *own = &m->ship[side];
    struct catch caught = {0};

    if (look(m, own->x, own->y) != FIELD_SANDBANK && has_easy_move(m, side))
        return true;
    explore(pos, side, &caught);
    return caught.count > 0 ||
           (pos->ruleset == RULES_SERVER && mississippi_has_overdraft(pos, side));
}
