/*
 * All end states a ship can reach in one move, each with the least coal burnt.
 *
 * reach.c lets the ship sail until it stops or stands on the opponent.  A push moves the opponent
 * and starts another flow from that field; at most three pushes fit into six movement points.
 *
 * No position has more than 13680 end states.  A ship ending at speed s has made at most s steps
 * (each log costs one step and one point of speed) and a push costs two points, so the fields in
 * reach are a hexagon: sum over s = 1..6 of 3s(s+1)+1 = 342 fields, times 6 directions = 2052.
 * After one push the hexagons shrink by two (125 fields * 6 directions * 6 pushes = 4500), after
 * two by four (27 * 6 * 36 = 5832), after three only the direction is left (6 * 216 = 1296).  A
 * sandbank ends a move at speed 1 whatever the speed was, so it has fewer end states than water.
 */

#include "games/mississippi/reach.h"

#include "games/mississippi/escape.h"

#include <assert.h>

/* ---- what was found ---- */

/* Where the end states go: listed, only counted, or compared with one. */
struct move_collector {
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

static int count_row_ends(const uint8_t *burnt, int begin, int end, uint8_t coal)
{
    row_t columns = {0};
    int count = 0;

    for (int i = begin; i < end; i += ROW_SIZE)
        columns -= row_at_most(row_load(burnt + i), row_of(coal));
    for (int i = 0; i < ROW_SIZE; i++)
        count += columns[i];
    return count;
}

static int count_ends(const struct reach *s, const struct reach_ends *ends)
{
    int count = 0;

    for (int i = 0; i < SHIP_SPEED_MAX; i++) {
        for (int dir = 0; dir < RIVER_DIRECTIONS && ends->is_used[i]; dir++)
            count +=
                count_row_ends(ends->burnt[i][dir], ends->begin[i], ends->end[i], s->own->coal);
    }
    return count;
}

/* Lists eight fields of a row; `found` has a byte 0xff for each that is reached. */
static void list_eight(uint64_t found, const uint8_t *burnt, struct end_state o,
                       struct move_collector *collector)
{
    uint8_t coal = o.coal;
    int8_t x = o.x;

    for (found &= UINT64_C(0x8080808080808080); found; found &= found - 1) {
        int i = __builtin_ctzll(found) / 8;
        o.x = (int8_t)(x + i);
        o.coal = (uint8_t)(coal - burnt[i]);
        collector->out[collector->count++] = mississippi_pack(&o);
    }
}

static void list_row(const struct reach *s, const uint8_t *burnt, int cell, struct end_state o,
                     struct move_collector *collector)
{
    row_t found = row_at_most(row_load(burnt + cell), row_of(s->own->coal));
    uint64_t half[2];
    int x, y;

    memcpy(half, &found, sizeof half);
    if ((half[0] | half[1]) == 0)
        return;
    chart_cell_xy(s->chart.corner, cell, &x, &y);
    o.x = (int8_t)x;
    o.y = (int8_t)y;
    o.coal = s->own->coal;
    list_eight(half[0], burnt + cell, o, collector);
    o.x = (int8_t)(x + 8);
    list_eight(half[1], burnt + cell + 8, o, collector);
}

static void list_ends(const struct reach *s, const struct reach_ends *ends, struct end_state o,
                      struct move_collector *collector)
{
    for (int i = 0; i < SHIP_SPEED_MAX; i++) {
        for (int dir = 0; dir < RIVER_DIRECTIONS && ends->is_used[i]; dir++) {
            o.speed = (uint8_t)(i + 1);
            o.dir = (uint8_t)dir;
            for (int cell = ends->begin[i]; cell < ends->end[i]; cell += ROW_SIZE)
                list_row(s, ends->burnt[i][dir], cell, o, collector);
        }
    }
}

static bool is_listed(const struct reach *s, const struct reach_ends *ends, struct end_state o)
{
    int cell = chart_cell_of(s->chart.corner, o.x, o.y);

    if (cell == 0 || o.speed < 1 || o.speed > SHIP_SPEED_MAX || o.dir >= RIVER_DIRECTIONS)
        return false;
    if (!ends->is_used[o.speed - 1])
        return false;
    int burnt = ends->burnt[o.speed - 1][o.dir][cell];
    return burnt <= s->own->coal && o.coal == s->own->coal - burnt;
}

static void report(const struct reach *s, const struct reach_ends *ends,
                   const struct opponent *other, struct move_collector *collector)
{
    struct end_state o = {.other_x = other->x,
                          .other_y = other->y,
                          .other_speed = other->speed,
                          .other_free_turns = other->free_turns};

    if (collector->wanted) {
        struct end_state wanted = mississippi_unpack(collector->wanted);
        if (wanted.other_x == o.other_x && wanted.other_y == o.other_y &&
            wanted.other_speed == o.other_speed && wanted.other_free_turns == o.other_free_turns)
            collector->is_found |= is_listed(s, ends, wanted);
    } else if (collector->out) {
        list_ends(s, ends, o, collector);
    } else {
        collector->count += count_ends(s, ends);
    }
}

/* ---- pushing ---- */

/* The opponent after pushes, and where the pusher got onto it from. */
struct first_push {
    struct opponent other;
    struct reach_ends ends;
    struct reach_arrivals boarding[SHIP_SPEED_MAX + 1]; /* by starting speed */
};

/* A second or third push: which first one it continues, and where to. */
struct next_push {
    struct opponent other;
    uint8_t first;
    uint8_t dir;    /* of the second push; the third one is known from where it ends */
    uint8_t pushes; /* 2 or 3 */
    bool is_done;
};

enum { NEXT_PUSHES_MAX = RIVER_DIRECTIONS * RIVER_DIRECTIONS * (1 + RIVER_DIRECTIONS) };

struct pushes {
    struct first_push first[RIVER_DIRECTIONS]; /* after one push */
    int first_count;
    struct next_push next[NEXT_PUSHES_MAX];
    int next_count;
};

/* Where `from` stands after being pushed; false if it cannot go there.  The official server looks
 * up the target on the whole board, hidden and removed parts too. */
static bool push(const struct reach *s, const struct opponent *from, int dir, struct opponent *to,
                 int *points)
{
    int x, y;

    to->cell = from->cell + chart_step[dir];
    chart_cell_xy(s->chart.corner, to->cell, &x, &y);
    to->x = (int8_t)x;
    to->y = (int8_t)y;
    enum field booked = river_field_at(s->m, river_locate(s->m, x, y, 0, RIVER_SEGMENTS - 1));
    enum field kind = s->ruleset == RULES_SERVER ? booked : s->chart.kind[to->cell];
    if (!river_is_passable(kind))
        return false;
    *points = river_entry_points(kind);
    to->speed = (uint8_t)ship_speed_after(kind, from->speed);
    to->free_turns = booked == FIELD_SANDBANK ? s->other->free_turns : 2;
    return true;
}

/* What the pusher has left.  It cannot push to where it came from. */
static void after_push(const struct reach_arrivals *before, int dir, int points,
                       struct reach_arrivals *after)
{
    reach_clear_arrivals(after);
    for (int logs = 0; logs <= REACH_LOGS_MAX; logs++) {
        int had = before->points[logs] >> points;
        for (int left = 0; had >> left; left++) {
            if (!(had >> left & 1))
                continue;
            uint8_t *turns = after->turns[logs][left];
            memcpy(turns, before->turns[logs][left + points], RIVER_DIRECTIONS);
            turns[river_opposite(dir)] = CHART_FAR;
            for (int own = 0; own < RIVER_DIRECTIONS; own++)
                after->points[logs] |= (uint8_t)((turns[own] < CHART_FAR) << left);
        }
    }
}

static bool set_start_speed(struct reach *s, int speed)
{
    s->engine.speed = speed;
    s->engine.spent = ship_acceleration_coal(speed - s->own->speed);
    s->engine.free_turns = s->own->free_turns;
    return s->engine.spent <= s->own->coal;
}

/* A push about to happen: the opponent, how the pusher got there (by starting speed), where to. */
struct push_attempt {
    const struct opponent *from;
    const struct reach_arrivals *boarding;
    int dir;
};

/* Pushes and sails on, for every starting speed.  `boarding` receives what gets onto the opponent
 * again; it may be NULL. */
static void push_and_sail(struct reach *s, const struct push_attempt *attempt,
                          struct reach_ends *ends, struct reach_arrivals *boarding)
{
    struct opponent to;
    struct reach_arrivals start;
    int points;

    if (!push(s, attempt->from, attempt->dir, &to, &points))
        return;
    reach_move_opponent(&s->chart, to.cell);
    for (int speed = 1; speed <= SHIP_SPEED_MAX; speed++) {
        if (reach_is_empty(&attempt->boarding[speed]) || !set_start_speed(s, speed))
            continue;
        after_push(&attempt->boarding[speed], attempt->dir, points, &start);
        if (!reach_is_empty(&start))
            reach_sail(s, attempt->from->cell, &start, ends, boarding ? &boarding[speed] : NULL);
    }
}

/* A third push takes the last of six points: step, push, step, push, step, push in open water. */
static void push_thrice(struct reach *s, const struct push_attempt *second, struct reach_ends *ends)
{
    struct reach_arrivals start;
    int cell = second->from->cell + chart_step[second->dir], fewest = CHART_FAR;

    if (!set_start_speed(s, SHIP_SPEED_MAX))
        return;
    after_push(&second->boarding[SHIP_SPEED_MAX], second->dir, 1, &start);
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        int turns = start.turns[0][2][dir] + river_turns_between(dir, second->dir);
        fewest = turns < fewest ? turns : fewest;
    }
    for (int dir = 0; dir < RIVER_DIRECTIONS && fewest < CHART_FAR; dir++) {
        int turns = fewest + river_turns_between(second->dir, dir);
        reach_add_end(ends, SHIP_SPEED_MAX, dir, cell, reach_coal(&s->engine, turns));
    }
}

static bool can_push(const struct reach_arrivals boarding[])
{
    for (int speed = 1; speed <= SHIP_SPEED_MAX; speed++) {
        if (!reach_is_empty(&boarding[speed]))
            return true;
    }
    return false;
}

static void push_once(struct reach *s, const struct opponent *other,
                      const struct reach_arrivals boarding[], struct pushes *pushes)
{
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        struct first_push *first = &pushes->first[pushes->first_count];
        struct push_attempt attempt = {.from = other, .boarding = boarding, .dir = dir};
        int points;
        if (!push(s, other, dir, &first->other, &points))
            continue;
        reach_clear_ends(&first->ends);
        for (int speed = 1; speed <= SHIP_SPEED_MAX; speed++)
            reach_clear_arrivals(&first->boarding[speed]);
        push_and_sail(s, &attempt, &first->ends, first->boarding);
        pushes->first_count++;
    }
}

/* Can this many points be left after the push? */
static bool is_left(const struct reach_arrivals boarding[], int dir, int points, int least)
{
    struct reach_arrivals start;

    for (int speed = 1; speed <= SHIP_SPEED_MAX; speed++) {
        if (reach_is_empty(&boarding[speed]))
            continue;
        after_push(&boarding[speed], dir, points, &start);
        for (int logs = 0; logs <= REACH_LOGS_MAX; logs++) {
            if (start.points[logs] >> least)
                return true;
        }
    }
    return false;
}

static void add_next_push(struct pushes *pushes, struct next_push next)
{
    assert(pushes->next_count < NEXT_PUSHES_MAX);
    pushes->next[pushes->next_count++] = next;
}

/* After a second push one more may follow, if two points are left: a step and the push. */
static void find_third_pushes(const struct reach *s, const struct next_push *second,
                              struct pushes *pushes)
{
    int kind = s->chart.kind[second->other.cell], points;
    struct next_push next = *second;

    if (kind != FIELD_WATER && kind != FIELD_GOAL)
        return;
    next.pushes = 3;
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        if (dir == river_opposite(second->dir) ||
            !push(s, &second->other, dir, &next.other, &points))
            continue;
        if (points == 1)
            add_next_push(pushes, next);
    }
}

/* Collects where the opponent can be pushed after a first push: one field farther, or two. */
static void find_next_pushes(const struct reach *s, int index, struct pushes *pushes)
{
    const struct first_push *first = &pushes->first[index];

    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        struct next_push next = {.first = (uint8_t)index, .dir = (uint8_t)dir, .pushes = 2};
        int points;
        if (!push(s, &first->other, dir, &next.other, &points))
            continue;
        if (!is_left(first->boarding, dir, points, 0))
            continue;
        add_next_push(pushes, next);
        if (is_left(first->boarding, dir, points, 2))
            find_third_pushes(s, &next, pushes);
    }
}

static bool is_same_opponent(const struct opponent *a, const struct opponent *b)
{
    return a->cell == b->cell && a->speed == b->speed && a->free_turns == b->free_turns;
}

/* All further pushes that leave the opponent like `other` share one table of ends, so that each end
 * state is found once and with the least coal. */
static void make_next_pushes(struct reach *s, const struct opponent *other, struct pushes *pushes,
                             struct reach_ends *ends)
{
    for (int i = 0; i < pushes->next_count; i++) {
        struct next_push *next = &pushes->next[i];
        const struct first_push *first = &pushes->first[next->first];
        struct push_attempt attempt = {&first->other, first->boarding, next->dir};
        if (next->is_done || !is_same_opponent(&next->other, other))
            continue;
        next->is_done = true;
        if (next->pushes == 2)
            push_and_sail(s, &attempt, ends, NULL);
        else
            push_thrice(s, &attempt, ends);
    }
}

/* Everything that begins with getting onto the opponent.  A double push can bring it back to where
 * it stood: if it had two free turns anyway, that is no new end state, so `ends`, the
 * table of the moves without a push, takes part. */
static void explore_pushes(struct reach *s, const struct opponent *other,
                           const struct reach_arrivals boarding[], struct reach_ends *ends,
                           struct move_collector *collector)
{
    struct pushes pushes;
    struct reach_ends ends_of_next;

    pushes.first_count = pushes.next_count = 0;
    push_once(s, other, boarding, &pushes);
    for (int i = 0; i < pushes.first_count; i++) {
        if (can_push(pushes.first[i].boarding))
            find_next_pushes(s, i, &pushes);
    }
    make_next_pushes(s, other, &pushes, ends);
    for (int i = 0; i < pushes.first_count; i++) {
        struct first_push *first = &pushes.first[i];
        make_next_pushes(s, &first->other, &pushes, &first->ends);
        report(s, &first->ends, &first->other, collector);
    }
    for (int i = 0; i < pushes.next_count; i++) {
        if (pushes.next[i].is_done)
            continue;
        reach_clear_ends(&ends_of_next);
        make_next_pushes(s, &pushes.next[i].other, &pushes, &ends_of_next);
        report(s, &ends_of_next, &pushes.next[i].other, collector);
    }
}

/* ---- the whole search ---- */

static void set_sail(struct reach *s, const struct opponent *other, struct reach_ends *ends,
                     struct move_collector *collector)
{
    struct reach_arrivals start, boarding[SHIP_SPEED_MAX + 1];

    for (int speed = 1; speed <= SHIP_SPEED_MAX; speed++) {
        reach_clear_arrivals(&boarding[speed]);
        if (!set_start_speed(s, speed))
            continue;
        reach_clear_arrivals(&start);
        start.turns[0][speed][s->own->dir] = 0;
        start.points[0] = (uint8_t)(1 << speed);
        reach_sail(s, CHART_CENTRE, &start, ends, &boarding[speed]);
    }
    if (can_push(boarding))
        explore_pushes(s, other, boarding, ends, collector);
}

/* From a sandbank a ship goes one field ahead, or back for one coal; then it may turn, unless it is
 * on a sandbank again.  Nothing is left for a push.  In the book a log ahead needs two points. */
static void leave_sandbank(struct reach *s, struct reach_ends *ends)
{
    const struct ship *own = s->own;

    for (int back = 0; back <= 1; back++) {
        int cell = CHART_CENTRE + (back ? -chart_step[own->dir] : chart_step[own->dir]);
        int kind = s->chart.kind[cell];
        bool is_log_closed = back || s->ruleset == RULES_BOOK;
        if (!river_is_passable(kind) || cell == s->chart.opponent ||
            (kind == FIELD_LOG && is_log_closed))
            continue;
        struct reach_engine engine = {.spent = back, .free_turns = own->free_turns};
        for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
            int burnt = reach_coal(&engine, river_turns_between(own->dir, dir));
            if (kind != FIELD_SANDBANK || dir == own->dir)
                reach_add_end(ends, own->speed, dir, cell, burnt);
        }
    }
}

static void explore(const struct position *pos, enum side side, struct move_collector *collector)
{
    const struct mississippi *m = mississippi_of(pos);
    struct reach s;
    struct reach_ends ends;

    assert(river_is_revealed(m));
    s.m = m;
    s.own = &m->ship[side];
    s.other = &m->ship[game_other(side)];
    s.ruleset = pos->ruleset;
    reach_chart_init(&s.chart, m, side);
    assert(river_is_passable(s.chart.kind[CHART_CENTRE]));
    struct opponent other = {.cell = s.chart.opponent,
                             .speed = s.other->speed,
                             .free_turns = s.other->free_turns,
                             .x = s.other->x,
                             .y = s.other->y};
    reach_clear_ends(&ends);
    if (s.chart.kind[CHART_CENTRE] == FIELD_SANDBANK)
        leave_sandbank(&s, &ends);
    else
        set_sail(&s, &other, &ends, collector);
    report(&s, &ends, &other, collector);
}

int mississippi_moves(const struct position *pos, move_t out[])
{
    struct move_collector collector = {.out = out};

    if (pos->side != SIDE_NONE)
        explore(pos, pos->side, &collector);
    assert(collector.count > 0 || pos->side == SIDE_NONE);
    assert(collector.count <= mississippi_rules.moves_max);
    return collector.count;
}

int mississippi_count(const struct position *pos)
{
    struct move_collector collector = {0};

    if (pos->side != SIDE_NONE)
        explore(pos, pos->side, &collector);
    assert(collector.count > 0 || pos->side == SIDE_NONE);
    return collector.count;
}

bool mississippi_legal(const struct position *pos, move_t move)
{
    struct move_collector collector = {.wanted = move};
    struct end_state o = mississippi_unpack(move);

    if (pos->side == SIDE_NONE || move == 0 || mississippi_pack(&o) != move)
        return false;
    explore(pos, pos->side, &collector);
    return collector.is_found;
}

/* ---- is there any move at all? ---- */

/*
 * The overdrafts of ruleset server need not be looked at: a ship that has one also has a listed
 * move.  An overdraft without a push stops legally where its points run out.  The only action that
 * jumps over zero points is a push onto a log with one point left; the step after it goes to
 * another neighbour of that field, and pushing the opponent there would have been a move.  (The
 * field behind the pusher is no way out: from there it could have sailed on without the push.)
 */
bool mississippi_has_move(const struct position *pos, enum side side)
{
    const struct mississippi *m = mississippi_of(pos);
    const struct ship *own = &m->ship[side];
    struct move_collector collector = {0};
    int place = river_locate(m, own->x, own->y, river_first_visible(m), river_last_visible(m));

    if (river_field_at(m, place) != FIELD_SANDBANK &&
        escape_exists(m, side, own->coal, river_last_visible(m)))
        return true;
    explore(pos, side, &collector);
    return collector.count > 0;
}
