/*
 * All end states a ship of season 2024 can reach in one move, each with the least coal burnt.
 *
 * reach_2024.c lets the ship sail until it stops or stands on the opponent, for each speed it may
 * choose.  A push moves the opponent and starts another flow from that field.  Flows that leave the
 * opponent on the same field after as many pushes are one flow with several starts, so that each
 * end state is found once.  At most three pushes fit into six movement points.
 */

#include "games/mississippi/escape_2024.h"
#include "games/mississippi/reach_2024.h"

#include <assert.h>

/* ---- what was found ---- */

/* Where the end states go: listed, only counted, or compared with one. */
struct move_collector {
    move_t *out;
    int count;
    move_t wanted;
    bool is_found;
};

struct explorer {
    const struct ship *own;
    struct move_collector *collector;
    int speed, spent; /* after the acceleration; coal burnt for it */
    int first_place;  /* of the opponent, if it is not on the chart */
    struct reach24 reach;
};

/* Coal burnt for so many turns, CHART_FAR where nothing was reached. */
static row_t burnt_row(const struct explorer *e, row_t turns)
{
    row_t free_turns = row_of(e->own->free_turns);
    row_t paid = row_max(turns, free_turns) - free_turns + row_of((uint8_t)e->spent);

    return paid | (turns & CHART_FAR);
}

static int count_ends(const struct explorer *e)
{
    const struct reach24_layer *layer = &e->reach.layer[0];
    row_t coal = row_of(e->own->coal);
    int count = 0;

    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        row_t columns = {0};
        for (int i = layer->begin; i < layer->end; i += ROW_SIZE)
            columns -= row_at_most(burnt_row(e, reach24_ends(layer, dir, i)), coal);
        for (int i = 0; i < ROW_SIZE; i++)
            count += columns[i];
    }
    return count;
}

/* Lists eight fields of a row; `found` has a byte 0xff for each that is reached. */
static void list_eight(uint64_t found, const uint8_t burnt[8], const uint8_t place[8],
                       struct end_state24 end, struct move_collector *collector)
{
    uint8_t coal = end.coal;

    for (found &= UINT64_C(0x8080808080808080); found; found &= found - 1) {
        int i = __builtin_ctzll(found) / 8;
        end.place = place[i];
        end.coal = (uint8_t)(coal - burnt[i]);
        collector->out[collector->count++] = mississippi24_pack(&end);
    }
}

static void list_ends(const struct explorer *e, struct end_state24 end)
{
    const struct reach24_layer *layer = &e->reach.layer[0];
    row_t coal = row_of(e->own->coal);

    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        end.dir = (uint8_t)dir;
        for (int i = layer->begin; i < layer->end; i += ROW_SIZE) {
            row_t burnt = burnt_row(e, reach24_ends(layer, dir, i));
            row_t found = row_at_most(burnt, coal);
            const uint8_t *place = e->reach.chart.place + i;
            uint8_t burnt_at[ROW_SIZE];
            uint64_t half[2];
            memcpy(half, &found, sizeof half);
            if ((half[0] | half[1]) == 0)
                continue;
            row_store(burnt_at, burnt);
            list_eight(half[0], burnt_at, place, end, e->collector);
            list_eight(half[1], burnt_at + 8, place + 8, end, e->collector);
        }
    }
}

/* Is the wanted move among the ends? */
static bool is_listed(const struct explorer *e, struct end_state24 end)
{
    const struct reach24_layer *layer = &e->reach.layer[0];
    struct end_state24 wanted = mississippi24_unpack(e->collector->wanted);

    if (wanted.other_place != end.other_place || wanted.pushes != end.pushes ||
        wanted.speed != end.speed || wanted.dir >= RIVER_DIRECTIONS)
        return false;
    for (int cell = layer->begin; cell < layer->end; cell++) {
        if (e->reach.chart.shore[cell] != 0 || e->reach.chart.place[cell] != wanted.place)
            continue;
        int open = layer->open[wanted.dir][cell], paid = layer->paid[wanted.dir][cell];
        int turns = open < paid ? open : paid, dear = turns - e->own->free_turns;
        int burnt = e->spent + (dear > 0 ? dear : 0);
        return turns < CHART_FAR && burnt <= e->own->coal && wanted.coal == e->own->coal - burnt;
    }
    return false;
}

static void report(const struct explorer *e, int pushes)
{
    const struct reach24_chart *chart = &e->reach.chart;
    struct move_collector *collector = e->collector;
    struct end_state24 end = {
        .speed = (uint8_t)e->speed,
        .coal = e->own->coal,
        .other_place = (uint8_t)(chart->opponent ? chart->place[chart->opponent] : e->first_place),
        .pushes = (uint8_t)pushes,
    };

    if (!e->reach.layer[0].is_live)
        return;
    if (collector->wanted)
        collector->is_found |= is_listed(e, end);
    else if (collector->out)
        list_ends(e, end);
    else
        collector->count += count_ends(e);
}

/* ---- pushing ---- */

/* All ways to leave the opponent on one field after so many pushes. */
enum { PUSH_STARTS_MAX = RIVER_DIRECTIONS }; /* the opponent came from a neighbour */

struct pushed {
    int cell; /* of the opponent */
    struct reach24_start starts[PUSH_STARTS_MAX];
    int count;
    struct reach24_arrivals boarding; /* what gets onto the opponent again */
};

enum { PUSHED_MAX = 1 + RIVER_DIRECTIONS * (1 + 2 + 3) }; /* fields within three steps */

struct pushed_list {
    struct pushed at[PUSHED_MAX];
    int count;
};

static struct pushed *find_pushed(struct pushed_list *list, int cell)
{
    struct pushed *pushed = list->at;

    while (pushed < list->at + list->count && pushed->cell != cell)
        pushed++;
    if (pushed == list->at + list->count) {
        assert(list->count < PUSHED_MAX);
        list->count++;
        pushed->cell = cell;
        pushed->count = 0;
        reach24_clear_arrivals(&pushed->boarding);
    }
    return pushed;
}

/* What is left after a push to this side; a ship cannot push to where it came from. */
static bool after_push(const struct reach24_arrivals *before, int dir,
                       struct reach24_arrivals *after)
{
    reach24_clear_arrivals(after);
    for (int points = 0; before->points >> (points + 1); points++) {
        for (int own = 0; own < RIVER_DIRECTIONS; own++) {
            if (own != river_opposite(dir))
                reach24_add_arrival(after, points, own, before->turns[points + 1][own]);
        }
    }
    return after->points != 0;
}

/* Adds all pushes of an opponent on `cell` to the list. */
static void push_from(const struct reach24_chart *chart, int cell,
                      const struct reach24_arrivals *boarding, struct pushed_list *next)
{
    struct reach24_arrivals after;

    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        int to = cell + chart_step[dir];
        if (chart->shore[to] != 0 || !after_push(boarding, dir, &after))
            continue;
        struct pushed *pushed = find_pushed(next, to);
        assert(pushed->count < PUSH_STARTS_MAX);
        pushed->starts[pushed->count++] = (struct reach24_start){.cell = cell, .arrivals = after};
    }
}

/* Sails on after each push of the list. */
static void sail_on(struct explorer *e, struct pushed_list *list, int pushes)
{
    for (int i = 0; i < list->count; i++) {
        struct pushed *pushed = &list->at[i];
        reach24_move_opponent(&e->reach.chart, pushed->cell);
        reach24_sail(&e->reach, pushed->starts, pushed->count, &pushed->boarding);
        report(e, pushes);
    }
}

static void explore_pushes(struct explorer *e, const struct reach24_arrivals *boarding)
{
    struct reach24_chart *chart = &e->reach.chart;
    int opponent = chart->opponent;
    struct pushed_list lists[2];
    struct pushed_list *list = &lists[0], *next = &lists[1];

    list->count = 0;
    chart->shore[opponent] = 0;
    push_from(chart, opponent, boarding, list);
    for (int pushes = 1; list->count > 0; pushes++) {
        assert(pushes <= MISSISSIPPI24_PUSHES);
        sail_on(e, list, pushes);
        next->count = 0;
        for (int i = 0; i < list->count; i++) {
            chart->shore[chart->opponent] = 0;
            if (list->at[i].boarding.points)
                push_from(chart, list->at[i].cell, &list->at[i].boarding, next);
        }
        struct pushed_list *done = list;
        list = next;
        next = done;
    }
    reach24_move_opponent(chart, opponent);
}

/* ---- the whole search ---- */

static void explore(const struct position *pos, enum side side, struct move_scope scope,
                    struct move_collector *collector)
{
    const struct mississippi24 *g = mississippi24_of(pos);
    struct explorer e; /* large: the flows fill what they read */
    struct reach24_arrivals boarding;
    struct reach24_start start = {.cell = CHART_CENTRE};

    e.own = &g->m.ship[side];
    e.collector = collector;
    e.first_place = g->m.ship[game_other(side)].place;
    e.reach.turns = scope.turns;
    reach24_chart_init(&e.reach.chart, g, side, scope.last);
    for (e.speed = 1; e.speed <= SHIP_SPEED_MAX; e.speed++) {
        e.spent = ship_acceleration_coal(e.speed - e.own->speed);
        if (e.spent > e.own->coal)
            continue;
        reach24_clear_arrivals(&start.arrivals);
        reach24_add_arrival(&start.arrivals, e.speed, e.own->dir, 0);
        reach24_clear_arrivals(&boarding);
        reach24_sail(&e.reach, &start, 1, &boarding);
        report(&e, 0);
        if (boarding.points)
            explore_pushes(&e, &boarding);
    }
}

/* ---- which moves count ---- */

enum { SCOPES_MAX = 3 };

/* The sets of moves to look in: the first that has any is the list. */
static int find_scopes(const struct position *pos, struct move_scope scopes[SCOPES_MAX])
{
    const struct mississippi *m = mississippi_of(pos);
    int last = river24_last_open(pos), n = 0;

    if (m->is_precomputed && river_last_visible(m) < last)
        scopes[n++] = (struct move_scope){.turns = TURNS_PLAIN, .last = river_last_visible(m)};
    scopes[n++] = (struct move_scope){.turns = TURNS_PLAIN, .last = last};
    scopes[n++] = (struct move_scope){.turns = TURNS_ALL, .last = last};
    return n;
}

static int collect(const struct position *pos, struct move_collector *collector)
{
    struct move_scope scopes[SCOPES_MAX];
    int n = pos->side == SIDE_NONE ? 0 : find_scopes(pos, scopes);

    for (int i = 0; i < n && collector->count == 0; i++)
        explore(pos, (enum side)pos->side, scopes[i], collector);
    assert(collector->count <= mississippi24_rules.moves_max);
    return collector->count;
}

int mississippi24_moves(const struct position *pos, move_t out[])
{
    return collect(pos, &(struct move_collector){.out = out});
}

int mississippi24_count(const struct position *pos)
{
    return collect(pos, &(struct move_collector){0});
}

bool mississippi24_legal(const struct position *pos, move_t move)
{
    struct move_collector collector = {.wanted = move};
    struct end_state24 end = mississippi24_unpack(move);
    struct move_scope scopes[SCOPES_MAX];

    if (pos->side == SIDE_NONE || move == 0 || mississippi24_pack(&end) != move)
        return false;
    int n = find_scopes(pos, scopes);
    for (int i = 0; i < n && !collector.is_found; i++) {
        explore(pos, (enum side)pos->side, scopes[i], &collector);
        if (mississippi24_has_move(pos, (enum side)pos->side, scopes[i]))
            break;
    }
    return collector.is_found;
}

int mississippi24_count_in(const struct position *pos, enum side side, struct move_scope scope)
{
    struct move_collector collector = {0};

    explore(pos, side, scope, &collector);
    return collector.count;
}

bool mississippi24_has_move(const struct position *pos, enum side side, struct move_scope scope)
{
    const struct mississippi24 *g = mississippi24_of(pos);

    return escape24_exists(g, side, g->m.ship[side].coal, scope.last) ||
           mississippi24_count_in(pos, side, scope) > 0;
}
