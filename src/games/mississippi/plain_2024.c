/*
 * The moves of season 2024 once more, straight from the rules text: a board in an array, a ship
 * that tries every action, and a list of the states it has been in.  Coordinates and directions are
 * the season's own.  The test compares it with moves_2024.c.
 */

#include "games/mississippi/river_2024.h"

#include "game/plain.h"

#include <assert.h>

enum {
    BOARD_SIZE = 64,
    ORIGIN_Q = 24, /* the river stays within -18 .. 30 and -26 .. 26 */
    ORIGIN_R = 31,
    STATES_MAX = 60000,
    SLOTS = 1 << 17,
};

struct square {
    bool is_open; /* water or goal */
    bool is_goal, has_current;
    uint8_t docked; /* 1 + direction of the dock of a passenger that waits here */
    uint8_t segment, column, place;
    bool is_field;
};

struct plain_ship {
    int q, r, dir, speed, coal, passengers, free_turns;
};

struct plain_game {
    struct square square[BOARD_SIZE][BOARD_SIZE]; /* by r, then q */
    struct plain_ship ship[2];
    int visible, turn, ruleset;
    bool sees_all; /* hidden segments, too */
    bool is_new;   /* no move was played yet */
    enum side side;
};

/* ---- the board ---- */

static void go(int *q, int *r, int dir, int steps)
{
    static const int8_t step[RIVER_DIRECTIONS][2] = {{1, 0},  {0, 1},  {-1, 1},
                                                     {-1, 0}, {0, -1}, {1, -1}};

    *q += steps * step[dir][0];
    *r += steps * step[dir][1];
}

static struct square *square_at(struct plain_game *g, int q, int r)
{
    assert(q >= -ORIGIN_Q && q < BOARD_SIZE - ORIGIN_Q);
    assert(r >= -ORIGIN_R && r < BOARD_SIZE - ORIGIN_R);
    return &g->square[r + ORIGIN_R][q + ORIGIN_Q];
}

static void load_field(struct plain_game *g, const struct mississippi *m, int place)
{
    int kind = river_field_at(m, place), x, y;

    river_place_xy(m, place, &x, &y);
    *square_at(g, river24_q(x, y), y) = (struct square){
        .is_field = true,
        .is_open = kind == FIELD_WATER || kind == FIELD_GOAL,
        .is_goal = kind == FIELD_GOAL,
        .docked =
            (uint8_t)(river_has_passenger(kind) ? 1 + river24_direction(kind - FIELD_PASSENGER)
                                                : 0),
        .segment = (uint8_t)river_segment_of(place),
        .column = river24_column[place % RIVER_SEGMENT_FIELDS],
        .place = (uint8_t)place,
    };
}

/* The middle line: one field behind the centre, the centre, and two towards the next segment. */
static void load_current(struct plain_game *g, const struct mississippi *m, int segment)
{
    int q = river24_q(m->centre_x[segment], m->centre_y[segment]), r = m->centre_y[segment];
    int dir = river24_direction(m->dir[segment]);
    int next = segment < RIVER_SEGMENTS - 1 ? river24_direction(m->dir[segment + 1]) : dir;

    for (int i = -1; i <= 2; i++) {
        int line_q = q, line_r = r;
        go(&line_q, &line_r, i < 0 ? dir : next, i);
        struct square *square = square_at(g, line_q, line_r);
        square->has_current = square->is_open;
    }
}

static void load(void *board, const struct position *pos)
{
    struct plain_game *g = board;
    const struct mississippi *m = mississippi_of(pos);

    memset(g, 0, sizeof *g);
    for (int place = 0; place < m->known * RIVER_SEGMENT_FIELDS; place++)
        load_field(g, m, place);
    for (int segment = 0; segment < m->known; segment++)
        load_current(g, m, segment);
    for (int i = 0; i < 2; i++) {
        const struct ship *ship = &m->ship[i];
        g->ship[i] = (struct plain_ship){.q = river24_q(ship->x, ship->y),
                                         .r = ship->y,
                                         .dir = river24_direction(ship->dir),
                                         .speed = ship->speed,
                                         .coal = ship->coal,
                                         .passengers = ship->passengers,
                                         .free_turns = ship->free_turns};
    }
    g->visible = river24_visible(m);
    g->turn = pos->turn;
    g->ruleset = pos->ruleset;
    g->sees_all = pos->ruleset == RULES_SERVER;
    g->is_new = true;
    g->side = pos->side;
}

/* Is there a field that the rules let a ship use? */
static bool is_field(struct plain_game *g, int q, int r)
{
    const struct square *square = square_at(g, q, r);

    return square->is_field && (g->sees_all || square->segment < g->visible);
}

static bool is_open(struct plain_game *g, int q, int r)
{
    return is_field(g, q, r) && square_at(g, q, r)->is_open;
}

/* ---- trying everything ---- */

enum last { NOTHING, ACCELERATION, TURN, ADVANCE, PUSH };

struct plain_state {
    int8_t q, r, dir, speed, points, free_turns;
    int8_t other_q, other_r, pushes;
    uint8_t last;
    uint8_t coal;
    uint16_t next; /* the next state with the same coal; 0: none */
};

enum { STATE_KEY = 10 }; /* bytes up to `last` tell states apart; the coal does not */

struct attempt {
    struct plain_game *g;
    bool may_turn_by_0;
    int count; /* states in use; number 0 is not */
    struct plain_state state[STATES_MAX];
    uint16_t slot[SLOTS];
    uint16_t head[SHIP_COAL_MAX + 1], tail[SHIP_COAL_MAX + 1];
    move_t *out;
    int found;
    uint16_t found_slot[SLOTS / 4];
};

static uint32_t hash_bytes(const void *bytes, int size)
{
    const uint8_t *at = bytes;
    uint32_t hash = 2166136261u;

    for (int i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 16777619u;
    return hash ^ hash >> 15;
}

/* Keeps a state for later unless it is known with as much coal. */
static void reach(struct attempt *a, struct plain_state s, enum last last, int coal)
{
    if (coal < 0)
        return;
    s.last = (uint8_t)last;
    s.coal = (uint8_t)coal;
    s.next = 0;
    uint32_t slot = hash_bytes(&s, STATE_KEY) % SLOTS;
    while (a->slot[slot] && memcmp(&a->state[a->slot[slot]], &s, STATE_KEY) != 0)
        slot = (slot + 1) % SLOTS;
    if (a->slot[slot] && a->state[a->slot[slot]].coal >= coal)
        return;
    assert(a->count < STATES_MAX);
    a->state[a->count] = s;
    a->slot[slot] = (uint16_t)a->count;
    if (a->head[coal] == 0)
        a->head[coal] = (uint16_t)a->count;
    else
        a->state[a->tail[coal]].next = (uint16_t)a->count;
    a->tail[coal] = (uint16_t)a->count++;
}

static void try_speeds(struct attempt *a, const struct plain_state *s)
{
    for (int speed = 1; speed <= 6; speed++) {
        struct plain_state next = *s;
        int change = speed > s->speed ? speed - s->speed : s->speed - speed;
        next.speed = next.points = (int8_t)speed;
        if (change > 0)
            reach(a, next, ACCELERATION, s->coal - (change - 1));
    }
}

static void try_turns(struct attempt *a, const struct plain_state *s)
{
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        struct plain_state next = *s;
        int k = (dir - s->dir + RIVER_DIRECTIONS) % RIVER_DIRECTIONS;
        int units = k < RIVER_DIRECTIONS - k ? k : RIVER_DIRECTIONS - k;
        int paid = units > s->free_turns ? units - s->free_turns : 0;
        if (units == 0 && !(a->may_turn_by_0 && s->last == ADVANCE))
            continue;
        next.dir = (int8_t)dir;
        next.free_turns = (int8_t)(units > s->free_turns ? 0 : s->free_turns - units);
        reach(a, next, TURN, s->coal - paid);
    }
}

/* Walks ahead field by field; the ship may stop on each field that it can pay for. */
static void try_advances(struct attempt *a, const struct plain_state *s)
{
    int q = s->q, r = s->r, cost = 0;
    bool has_paid = false;

    while (cost < s->points) {
        struct plain_state next = *s;
        go(&q, &r, s->dir, 1);
        cost++;
        if (!is_open(a->g, q, r))
            return;
        if (square_at(a->g, q, r)->has_current && !has_paid) {
            has_paid = true;
            cost++;
        }
        bool is_other = q == s->other_q && r == s->other_r;
        if (cost > s->points || (is_other && cost == s->points))
            return;
        next.q = (int8_t)q;
        next.r = (int8_t)r;
        next.points = (int8_t)(s->points - cost);
        reach(a, next, ADVANCE, s->coal);
        if (is_other)
            return;
    }
}

static void try_pushes(struct attempt *a, const struct plain_state *s)
{
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        struct plain_state next = *s;
        int q = s->q, r = s->r;
        go(&q, &r, dir, 1);
        if (s->points == 0 || !is_open(a->g, q, r) || dir == (s->dir + 3) % RIVER_DIRECTIONS)
            continue;
        next.points--;
        next.other_q = (int8_t)q;
        next.other_r = (int8_t)r;
        next.pushes++;
        reach(a, next, PUSH, s->coal);
    }
}

/* An end state counts once; the first one found has the most coal. */
static void arrive(struct attempt *a, const struct plain_state *s)
{
    struct end_state24 end = {.place = square_at(a->g, s->q, s->r)->place,
                              .dir = (uint8_t)river24_direction(s->dir),
                              .speed = (uint8_t)s->speed,
                              .other_place = square_at(a->g, s->other_q, s->other_r)->place,
                              .pushes = (uint8_t)s->pushes};
    move_t without_coal = mississippi24_pack(&end);
    uint32_t slot = hash_bytes(&without_coal, sizeof without_coal) % (SLOTS / 4);

    end.coal = UINT8_MAX;
    move_t any_coal = ~(mississippi24_pack(&end) ^ without_coal);
    while (a->found_slot[slot]) {
        if ((a->out[a->found_slot[slot] - 1] & any_coal) == without_coal)
            return;
        slot = (slot + 1) % (SLOTS / 4);
    }
    end.coal = s->coal;
    assert(a->found < GAME_MOVES_MAX);
    a->out[a->found++] = mississippi24_pack(&end);
    a->found_slot[slot] = (uint16_t)a->found;
}

static void try_everything(struct attempt *a, int number)
{
    struct plain_state s = a->state[number];

    if (s.q == s.other_q && s.r == s.other_r) {
        try_pushes(a, &s);
        return;
    }
    if (s.last != NOTHING && s.points == 0)
        arrive(a, &s);
    if (s.last == NOTHING)
        try_speeds(a, &s);
    if (s.last != TURN)
        try_turns(a, &s);
    if (s.last != ADVANCE)
        try_advances(a, &s);
}

/* Lists end states; more coal first. */
static int try_all(struct plain_game *g, bool may_turn_by_0, move_t out[])
{
    const struct plain_ship *own = &g->ship[g->side], *other = &g->ship[game_other(g->side)];
    struct attempt a;

    a.g = g;
    a.may_turn_by_0 = may_turn_by_0;
    a.count = 1;
    a.out = out;
    a.found = 0;
    memset(a.slot, 0, sizeof a.slot);
    memset(a.found_slot, 0, sizeof a.found_slot);
    memset(a.head, 0, sizeof a.head);
    reach(&a,
          (struct plain_state){.q = (int8_t)own->q,
                               .r = (int8_t)own->r,
                               .dir = (int8_t)own->dir,
                               .speed = (int8_t)own->speed,
                               .points = (int8_t)own->speed,
                               .free_turns = (int8_t)own->free_turns,
                               .other_q = (int8_t)other->q,
                               .other_r = (int8_t)other->r},
          NOTHING, own->coal);
    for (int coal = own->coal; coal >= 0; coal--) {
        for (; a.head[coal]; a.head[coal] = a.state[a.head[coal]].next)
            try_everything(&a, a.head[coal]);
    }
    return a.found;
}

int mississippi24_plain_all_moves(const struct position *pos, move_t out[])
{
    struct plain_game g;

    load(&g, pos);
    return g.side == SIDE_NONE ? 0 : try_all(&g, true, out);
}

/* Where there is no plain move, a ship of ruleset server is stuck, unless it has just begun. */
static int moves(void *board, move_t out[])
{
    struct plain_game *g = board;
    move_t unlisted[GAME_MOVES_MAX];

    if (g->side == SIDE_NONE)
        return 0;
    int n = try_all(g, false, out ? out : unlisted);
    if (n == 0 && (g->ruleset == RULES_BOOK || g->is_new))
        n = try_all(g, true, out ? out : unlisted);
    return n;
}

/* ---- playing ---- */

static int effective_speed(struct plain_game *g, const struct plain_ship *ship)
{
    return ship->speed - square_at(g, ship->q, ship->r)->has_current;
}

static void take(struct plain_game *g, struct plain_ship *ship)
{
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        int q = ship->q, r = ship->r;
        go(&q, &r, dir, 1);
        struct square *square = square_at(g, q, r);
        if (!square->docked || square->docked - 1 != (dir + 3) % RIVER_DIRECTIONS)
            continue;
        square->docked = 0;
        ship->passengers++;
        return;
    }
}

static int progress(struct plain_game *g, const struct plain_ship *ship)
{
    const struct square *square = square_at(g, ship->q, ship->r);

    return 5 * square->segment + square->column;
}

static enum side opens_round(struct plain_game *g)
{
    const struct plain_ship *red = &g->ship[SIDE_RED], *blue = &g->ship[SIDE_BLUE];
    const int lead[] = {progress(g, red) - progress(g, blue), red->speed - blue->speed,
                        red->coal - blue->coal};

    for (size_t i = 0; i < sizeof lead / sizeof lead[0]; i++) {
        if (lead[i] != 0)
            return lead[i] > 0 ? SIDE_RED : SIDE_BLUE;
    }
    return SIDE_RED;
}

static bool is_in_goal(struct plain_game *g, enum side side)
{
    const struct plain_ship *ship = &g->ship[side];

    return square_at(g, ship->q, ship->r)->is_goal && ship->passengers >= 2 &&
           effective_speed(g, ship) < 2;
}

/* A side without a move need not be found: it has no leaves anyway. */
static bool is_finished(struct plain_game *g, enum side mover, bool was_in_goal)
{
    int lead = square_at(g, g->ship[0].q, g->ship[0].r)->segment -
               square_at(g, g->ship[1].q, g->ship[1].r)->segment;
    bool is_even = g->turn % 2 == 0, is_lag = lead > 3 || lead < -3;

    if (g->turn >= 60)
        return true;
    if (g->ruleset == RULES_SERVER)
        return is_lag || (is_even && (is_in_goal(g, SIDE_RED) || is_in_goal(g, SIDE_BLUE)));
    return is_even && (is_lag || is_in_goal(g, mover) || was_in_goal);
}

static void put(struct plain_game *g, struct plain_ship *ship, int place)
{
    for (int r = 0; r < BOARD_SIZE; r++) {
        for (int q = 0; q < BOARD_SIZE; q++) {
            if (!g->square[r][q].is_field || g->square[r][q].place != place)
                continue;
            ship->q = q - ORIGIN_Q;
            ship->r = r - ORIGIN_R;
            return;
        }
    }
}

static void play(void *board, move_t move)
{
    struct plain_game *g = board;
    struct end_state24 end = mississippi24_unpack(move);
    enum side mover = g->side;
    struct plain_ship *own = &g->ship[mover], *other = &g->ship[game_other(mover)];

    assert(mover < SIDE_NONE);
    bool was_in_goal = is_in_goal(g, game_other(mover));
    put(g, own, end.place);
    own->dir = river24_direction(end.dir);
    own->speed = end.speed;
    own->coal = end.coal;
    own->free_turns = 1;
    put(g, other, end.other_place);
    other->free_turns += end.pushes;
    if (effective_speed(g, own) < 2)
        take(g, own);
    int other_speed = g->ruleset == RULES_SERVER ? other->speed : effective_speed(g, other);
    if (end.pushes > 0 && other_speed < 2)
        take(g, other);
    int segment = square_at(g, own->q, own->r)->segment;
    if (segment + 2 > g->visible)
        g->visible = segment + 2 < 8 ? segment + 2 : 8;
    g->is_new = false;
    g->turn++;
    g->side = g->turn % 2 ? game_other(mover) : opens_round(g);
    if (is_finished(g, mover, was_in_goal))
        g->side = SIDE_NONE;
}

const struct game_plain mississippi24_plain = {
    .board_size = sizeof(struct plain_game), .load = load, .moves = moves, .play = play};
