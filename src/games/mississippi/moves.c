/*
 * All end states a ship can reach in one move, each with the least coal burnt.
 *
 * reach.c lets the ship sail until it stops or stands on the opponent.  A push moves the opponent
 * and starts another flow from that field; at most three pushes fit into six movement points.
 *
 * No position has more than 13680 end states.  A ship ending at speed s has made at most s steps
 * (each log costs one step and one point of speed) and a push costs two points, so the fields in
 * reach are a hexagon: sum over s = 1..6 of 3s(s+1)+1 = 342 fields, times 6 directions = 2052.
 * After one push the hexagons shrink by two (125 fields * 6 directions * 6 pushes = 4500), after two
 * by four (27 * 6 * 36 = 5832), after three only the direction is left (6 * 216 = 1296).  A sandbank
 * ends a move at speed 1 whatever the speed was, so it has fewer end states than water.
 */

#include "games/mississippi/reach.h"

#include "games/mississippi/escape.h"

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

static int count_berths(const uint8_t *burnt, int begin, int end, uint8_t coal)
{
    row_t columns = {0};
    int count = 0;

    for (int i = begin; i < end; i += ROW)
        columns -= row_at_most(row_load(burnt + i), row_of(coal));
    for (int i = 0; i < ROW; i++)
        count += columns[i];
    return count;
}

static int count_harbour(const struct search *s, const struct harbour *harbour)
{
    int count = 0;

    for (int i = 0; i < SPEED_MAX; i++) {
        for (int dir = 0; dir < DIRECTIONS && harbour->is_used[i]; dir++)
            count += count_berths(harbour->burnt[i][dir], harbour->begin[i], harbour->end[i],
                                  s->own->coal);
    }
    return count;
}

/* Lists eight fields of a row; `found` has a byte 0xff for each that is reached. */
static void list_eight(uint64_t found, const uint8_t *burnt, struct end_state o,
                       struct catch *caught)
{
    uint8_t coal = o.coal;
    int8_t x = o.x;

    for (found &= UINT64_C(0x8080808080808080); found; found &= found - 1) {
        int i = __builtin_ctzll(found) / 8;
        o.x = (int8_t)(x + i);
        o.coal = (uint8_t)(coal - burnt[i]);
        caught->out[caught->count++] = mississippi_pack(&o);
    }
}

static void list_row(const struct search *s, const uint8_t *burnt, int cell, struct end_state o,
                     struct catch *caught)
{
    row_t found = row_at_most(row_load(burnt + cell), row_of(s->own->coal));
    uint64_t half[2];
    int x, y;

    memcpy(half, &found, sizeof half);
    if ((half[0] | half[1]) == 0)
        return;
    mississippi_cell_place(&s->chart, cell, &x, &y);
    o.x = (int8_t)x;
    o.y = (int8_t)y;
    o.coal = s->own->coal;
    list_eight(half[0], burnt + cell, o, caught);
    o.x = (int8_t)(x + 8);
    list_eight(half[1], burnt + cell + 8, o, caught);
}

static void list_harbour(const struct search *s, const struct harbour *harbour, struct end_state o,
                         struct catch *caught)
{
    for (int i = 0; i < SPEED_MAX; i++) {
        for (int dir = 0; dir < DIRECTIONS && harbour->is_used[i]; dir++) {
            o.speed = (uint8_t)(i + 1);
            o.dir = (uint8_t)dir;
            for (int cell = harbour->begin[i]; cell < harbour->end[i]; cell += ROW)
                list_row(s, harbour->burnt[i][dir], cell, o, caught);
        }
    }
}

static bool is_in_harbour(const struct search *s, const struct harbour *harbour, struct end_state o)
{
    int cell = mississippi_cell_of(&s->chart, o.x, o.y);

    if (cell == 0 || o.speed < 1 || o.speed > SPEED_MAX || o.dir >= DIRECTIONS)
        return false;
    if (!harbour->is_used[o.speed - 1])
        return false;
    int burnt = harbour->burnt[o.speed - 1][o.dir][cell];
    return burnt <= s->own->coal && o.coal == s->own->coal - burnt;
}

static void report(const struct search *s, const struct harbour *harbour,
                   const struct opponent *other, struct catch *caught)
{
    struct end_state o = {.other_x = other->x,
                          .other_y = other->y,
                          .other_speed = other->speed,
                          .other_free_turns = other->free_turns};

    if (caught->wanted) {
        struct end_state wanted = mississippi_unpack(caught->wanted);
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

/* Where `from` stands after being pushed; false if it cannot go there.  The official server looks up
 * the target on the whole board, hidden and removed parts too. */
static bool push(const struct search *s, const struct opponent *from, int dir, struct opponent *to,
                 int *points)
{
    int x, y;

    to->cell = from->cell + cell_step[dir];
    mississippi_cell_place(&s->chart, to->cell, &x, &y);
    to->x = (int8_t)x;
    to->y = (int8_t)y;
    enum field booked = field_at(s->m, mississippi_locate(s->m, x, y, 0, SEGMENTS - 1));
    enum field kind = s->ruleset == RULES_SERVER ? booked : s->chart.kind[to->cell];
    if (!is_passable(kind))
        return false;
    *points = entry_points(kind);
    to->speed = (uint8_t)speed_after(kind, from->speed);
    to->free_turns = booked == FIELD_SANDBANK ? s->other->free_turns : 2;
    return true;
}

/* What the pusher has left.  It cannot push to where it came from. */
static void after_push(const struct arrivals *before, int dir, int points, struct arrivals *after)
{
    clear_arrivals(after);
    for (int logs = 0; logs <= LOGS_MAX; logs++) {
        int had = before->points[logs] >> points;
        for (int left = 0; had >> left; left++) {
            if (!(had >> left & 1))
                continue;
            uint8_t *turns = after->turns[logs][left];
            memcpy(turns, before->turns[logs][left + points], DIRECTIONS);
            turns[opposite(dir)] = FAR;
            for (int own = 0; own < DIRECTIONS; own++)
                after->points[logs] |= (uint8_t)((turns[own] < FAR) << left);
        }
    }
}

static bool set_engine(struct search *s, int speed)
{
    s->engine.speed = speed;
    s->engine.spent = acceleration_coal(speed - s->own->speed);
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
    mississippi_move_opponent(&s->chart, to.cell);
    for (int speed = 1; speed <= SPEED_MAX; speed++) {
        if (is_nobody(&shove->boarding[speed]) || !set_engine(s, speed))
            continue;
        after_push(&shove->boarding[speed], shove->dir, points, &start);
        if (!is_nobody(&start))
            mississippi_sail(s, shove->from->cell, &start, harbour,
                             boarding ? &boarding[speed] : NULL);
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
        int turns = fewest + turns_between(second->dir, dir);
        mississippi_moor_at(harbour, SPEED_MAX, dir, cell, coal_for(&s->engine, turns));
    }
}

static bool is_anywhere_aboard(const struct arrivals boarding[])
{
    for (int speed = 1; speed <= SPEED_MAX; speed++) {
        if (!is_nobody(&boarding[speed]))
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

/* Does anybody have this many points left after the push? */
static bool is_left(const struct arrivals boarding[], int dir, int points, int least)
{
    struct arrivals start;

    for (int speed = 1; speed <= SPEED_MAX; speed++) {
        if (is_nobody(&boarding[speed]))
            continue;
        after_push(&boarding[speed], dir, points, &start);
        for (int logs = 0; logs <= LOGS_MAX; logs++) {
            if (start.points[logs] >> least)
                return true;
        }
    }
    return false;
}

static void add_drift(struct pushes *pushes, struct drift drift)
{
    pushes->drift[pushes->drift_count++] = drift;
}

/* After a second push one more may follow, if two points are left: a step and the push. */
static void find_third_drifts(const struct search *s, const struct drift *second,
                              struct pushes *pushes)
{
    int kind = s->chart.kind[second->other.cell], points;
    struct drift drift = *second;

    if (kind != FIELD_WATER && kind != FIELD_GOAL)
        return;
    drift.pushes = 3;
    for (int dir = 0; dir < DIRECTIONS; dir++) {
        if (dir == opposite(second->dir) || !push(s, &second->other, dir, &drift.other, &points))
            continue;
        if (points == 1)
            add_drift(pushes, drift);
    }
}

/* Collects where the opponent can drift from a layer: one push farther, or two. */
static void find_drifts(const struct search *s, int index, struct pushes *pushes)
{
    const struct layer *layer = &pushes->layer[index];

    for (int dir = 0; dir < DIRECTIONS; dir++) {
        struct drift drift = {.layer = (uint8_t)index, .dir = (uint8_t)dir, .pushes = 2};
        int points;
        if (!push(s, &layer->other, dir, &drift.other, &points))
            continue;
        if (!is_left(layer->boarding, dir, points, 0))
            continue;
        add_drift(pushes, drift);
        if (is_left(layer->boarding, dir, points, 2))
            find_third_drifts(s, &drift, pushes);
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
        start.points[0] = (uint8_t)(1 << speed);
        mississippi_sail(s, CENTRE, &start, harbour, &boarding[speed]);
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
            int burnt = coal_for(&engine, turns_between(own->dir, dir));
            if (kind != FIELD_SANDBANK || dir == own->dir)
                mississippi_moor_at(harbour, own->speed, dir, cell, burnt);
        }
    }
}

static void explore(const struct position *pos, enum side side, struct catch *caught)
{
    const struct mississippi *m = mississippi_in(pos);
    struct search s;
    struct harbour harbour;

    s.m = m;
    s.own = &m->ship[side];
    s.other = &m->ship[game_other(side)];
    s.ruleset = pos->ruleset;
    mississippi_draw_chart(&s.chart, m, side);
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
    struct end_state o = mississippi_unpack(move);

    if (pos->side == SIDE_NONE || move == 0 || mississippi_pack(&o) != move)
        return false;
    explore(pos, pos->side, &caught);
    return caught.is_found;
}

/* ---- is there any move at all? ---- */

/*
 * The overdrafts of ruleset server need not be looked at: a ship that has one also has a listed
 * move.  An overdraft without a push stops legally where its points run out.  The only action that
 * jumps over zero points is a push onto a log with one point left; the step after it goes to another
 * neighbour of that field, and pushing the opponent there would have been a move.  (The field behind
 * the pusher is no way out: from there it could have sailed on without the push.)
 */
bool mississippi_has_move(const struct position *pos, enum side side)
{
    const struct mississippi *m = mississippi_in(pos);
    const struct ship *own = &m->ship[side];
    struct catch caught = {0};
    int place = mississippi_locate(m, own->x, own->y, first_visible(m), last_visible(m));

    if (field_at(m, place) != FIELD_SANDBANK && escape_exists(m, side, own->coal, last_visible(m)))
        return true;
    explore(pos, side, &caught);
    return caught.count > 0;
}
