/*
 * The same moves once more, straight from the rules text: a board in an array, a ship that tries
 * every action, and a list of the states it has been in.  The test compares it with moves.c.
 */

#include "games/mississippi/river.h"

#include "game/plain.h"

#include <assert.h>

enum {
    BOARD_X = 48,
    BOARD_Y = 64,
    ORIGIN_X = 10, /* the river stays within -6 .. 30 and -26 .. 26 */
    ORIGIN_Y = 30,
    STATES_MAX = 60000,
    SLOTS = 1 << 17,
};

struct square {
    uint8_t kind;    /* of the lowest segment */
    uint8_t segment; /* its number */
    uint8_t row;
    uint8_t again;         /* the kind of a second segment on the same field, or FIELD_NONE */
    uint8_t again_segment; /* the river crosses itself in two courses */
};

struct plain_game {
    struct square square[BOARD_Y][BOARD_X];
    struct ship ship[2];
    uint8_t dir[RIVER_SEGMENTS];
    int latest, turn, ruleset;
    enum side side;
};

/* ---- the board ---- */

static void load(void *board, const struct position *pos)
{
    struct plain_game *g = board;
    const struct mississippi *m = mississippi_of(pos);

    memset(g, 0, sizeof *g);
    for (int place = m->known * RIVER_SEGMENT_FIELDS - 1; place >= 0; place--) {
        int segment = place / RIVER_SEGMENT_FIELDS, index = place % RIVER_SEGMENT_FIELDS;
        int x, y;
        river_place_xy(m, place, &x, &y);
        struct square *square = &g->square[y + ORIGIN_Y][x + ORIGIN_X];
        square->again = square->kind;
        square->again_segment = square->segment;
        square->kind = m->field[segment][index];
        square->segment = (uint8_t)segment;
        square->row = river_row[index];
    }
    memcpy(g->ship, m->ship, sizeof g->ship);
    memcpy(g->dir, m->dir, sizeof g->dir);
    g->latest = m->latest;
    g->turn = pos->turn;
    g->ruleset = pos->ruleset;
    g->side = pos->side;
}

static struct square *square_at(struct plain_game *g, int x, int y)
{
    assert(x >= -ORIGIN_X && x < BOARD_X - ORIGIN_X && y >= -ORIGIN_Y && y < BOARD_Y - ORIGIN_Y);
    return &g->square[y + ORIGIN_Y][x + ORIGIN_X];
}

static int segment_at(struct plain_game *g, int x, int y) { return square_at(g, x, y)->segment; }

static int first_shown(struct plain_game *g)
{
    int red = segment_at(g, g->ship[0].x, g->ship[0].y);
    int blue = segment_at(g, g->ship[1].x, g->ship[1].y);

    return red < blue ? red : blue;
}

static int last_shown(const struct plain_game *g) { return g->latest < 7 ? g->latest + 1 : 7; }

/* What the mover sees of a field. */
static int kind_shown(struct plain_game *g, int first, int x, int y)
{
    const struct square *square = square_at(g, x, y);

    if (square->kind && square->segment >= first && square->segment <= last_shown(g))
        return square->kind;
    if (square->again && square->again_segment >= first && square->again_segment <= last_shown(g))
        return square->again;
    return FIELD_NONE;
}

/* ---- trying everything ---- */

struct plain_state {
    int8_t x, y, dir, speed, points, free_turns;
    int8_t other_x, other_y, other_speed;
    bool has_pushed, is_over; /* is_over: on a sandbank, nothing may follow */
    uint8_t coal;
    uint16_t next; /* the next state with the same coal; 0: none */
};

enum { STATE_KEY = 11 }; /* bytes up to is_over tell states apart; the coal does not */

struct attempt {
    struct plain_game *g;
    int first; /* visible segment */
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

static void append(struct attempt *a, int number)
{
    struct plain_state *s = &a->state[number];

    s->next = 0;
    if (a->head[s->coal] == 0)
        a->head[s->coal] = (uint16_t)number;
    else
        a->state[a->tail[s->coal]].next = (uint16_t)number;
    a->tail[s->coal] = (uint16_t)number;
}

/* Keeps a state for later unless it is known with as much coal. */
static void reach(struct attempt *a, struct plain_state s, int coal)
{
    uint32_t slot = hash_bytes(&s, STATE_KEY) % SLOTS;

    if (coal < 0)
        return;
    s.coal = (uint8_t)coal;
    while (a->slot[slot] && memcmp(&a->state[a->slot[slot]], &s, STATE_KEY) != 0)
        slot = (slot + 1) % SLOTS;
    if (a->slot[slot] && a->state[a->slot[slot]].coal >= coal)
        return;
    assert(a->count < STATES_MAX);
    a->state[a->count] = s;
    a->slot[slot] = (uint16_t)a->count;
    append(a, a->count++);
}

static void try_speeds(struct attempt *a, const struct plain_state *s)
{
    for (int speed = 1; speed <= SHIP_SPEED_MAX; speed++) {
        struct plain_state next = *s;
        int change = speed > s->speed ? speed - s->speed : s->speed - speed;
        next.speed = next.points = (int8_t)speed;
        if (change > 0)
            reach(a, next, s->coal - (change - 1));
    }
}

static void try_turns(struct attempt *a, const struct plain_state *s)
{
    for (int by = 1; by < RIVER_DIRECTIONS; by += 4) {
        struct plain_state next = *s;
        next.dir = (int8_t)((s->dir + by) % RIVER_DIRECTIONS);
        if (s->free_turns > 0)
            next.free_turns--;
        reach(a, next, s->free_turns > 0 ? s->coal : s->coal - 1);
    }
}

static void try_step(struct attempt *a, const struct plain_state *s)
{
    struct plain_state next = *s;
    int x = s->x, y = s->y;

    river_step(&x, &y, s->dir);
    int kind = kind_shown(a->g, a->first, x, y), cost = kind == FIELD_LOG ? 2 : 1;
    if (!river_is_passable(kind) || s->points < cost)
        return;
    next.x = (int8_t)x;
    next.y = (int8_t)y;
    next.points = (int8_t)(s->points - cost);
    if (kind == FIELD_LOG && s->speed > 1)
        next.speed--;
    if (kind == FIELD_SANDBANK) {
        next.speed = 1;
        next.points = 0;
        next.is_over = true;
    }
    reach(a, next, s->coal);
}

static void try_leaving(struct attempt *a, const struct plain_state *s)
{
    for (int back = 0; back <= 1 && s->points > 0; back++) {
        struct plain_state next = *s;
        int x = s->x, y = s->y;
        river_step(&x, &y, back ? river_opposite(s->dir) : s->dir);
        int kind = kind_shown(a->g, a->first, x, y);
        if (!river_is_passable(kind))
            continue;
        if (kind == FIELD_LOG && (back || a->g->ruleset == RULES_BOOK))
            continue;
        next.x = (int8_t)x;
        next.y = (int8_t)y;
        next.points = 0;
        reach(a, next, s->coal - back);
    }
}

static void try_pushes(struct attempt *a, const struct plain_state *s)
{
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        struct plain_state next = *s;
        int x = s->x, y = s->y;
        river_step(&x, &y, dir);
        int kind = a->g->ruleset == RULES_SERVER ? square_at(a->g, x, y)->kind
                                                 : kind_shown(a->g, a->first, x, y);
        int cost = kind == FIELD_LOG ? 2 : 1;
        if (!river_is_passable(kind) || s->points < cost || dir == river_opposite(s->dir))
            continue;
        next.points = (int8_t)(s->points - cost);
        next.other_x = (int8_t)x;
        next.other_y = (int8_t)y;
        next.has_pushed = true;
        if (kind == FIELD_LOG && s->other_speed > 1)
            next.other_speed--;
        if (kind == FIELD_SANDBANK)
            next.other_speed = 1;
        reach(a, next, s->coal);
    }
}

static bool is_on_other(const struct plain_state *s)
{
    return s->x == s->other_x && s->y == s->other_y;
}

/* An end state counts once; the first one found has the most coal. */
static void arrive(struct attempt *a, const struct plain_state *s)
{
    const struct ship *other = &a->g->ship[game_other(a->g->side)];
    bool is_free = s->has_pushed && square_at(a->g, s->other_x, s->other_y)->kind != FIELD_SANDBANK;
    struct end_state o = {.x = s->x,
                          .y = s->y,
                          .dir = (uint8_t)s->dir,
                          .speed = (uint8_t)s->speed,
                          .other_x = s->other_x,
                          .other_y = s->other_y,
                          .other_speed = (uint8_t)s->other_speed,
                          .other_free_turns = is_free ? 2 : other->free_turns};
    move_t without_coal = mississippi_pack(&o);
    uint32_t slot = hash_bytes(&without_coal, sizeof without_coal) % (SLOTS / 4);

    o.coal = UINT8_MAX;
    move_t any_coal = ~(mississippi_pack(&o) ^ without_coal);
    while (a->found_slot[slot]) {
        if ((a->out[a->found_slot[slot] - 1] & any_coal) == without_coal)
            return;
        slot = (slot + 1) % (SLOTS / 4);
    }
    o.coal = s->coal;
    assert(a->found < GAME_MOVES_MAX);
    a->out[a->found++] = mississippi_pack(&o);
    a->found_slot[slot] = (uint16_t)a->found;
}

static void try_everything(struct attempt *a, int number)
{
    struct plain_state s = a->state[number];

    if (number > 1 && s.points == 0 && !is_on_other(&s))
        arrive(a, &s);
    if (s.is_over)
        return;
    if (is_on_other(&s)) {
        try_pushes(a, &s);
        return;
    }
    if (kind_shown(a->g, a->first, s.x, s.y) == FIELD_SANDBANK) {
        try_leaving(a, &s);
        return;
    }
    if (number == 1)
        try_speeds(a, &s);
    try_turns(a, &s);
    try_step(a, &s);
}

/* Lists all end states; more coal first. */
static int moves(void *board, move_t out[])
{
    struct plain_game *g = board;
    const struct ship *own = &g->ship[g->side], *other = &g->ship[game_other(g->side)];
    move_t unlisted[GAME_MOVES_MAX];
    struct attempt a;

    if (g->side == SIDE_NONE)
        return 0;
    a.g = g;
    a.first = first_shown(g);
    a.count = 1;
    a.out = out ? out : unlisted;
    a.found = 0;
    memset(a.slot, 0, sizeof a.slot);
    memset(a.found_slot, 0, sizeof a.found_slot);
    memset(a.head, 0, sizeof a.head);
    reach(&a,
          (struct plain_state){.x = own->x,
                               .y = own->y,
                               .dir = (int8_t)own->dir,
                               .speed = (int8_t)own->speed,
                               .points = (int8_t)own->speed,
                               .free_turns = (int8_t)own->free_turns,
                               .other_x = other->x,
                               .other_y = other->y,
                               .other_speed = (int8_t)other->speed},
          own->coal);
    for (int coal = own->coal; coal >= 0; coal--) {
        for (; a.head[coal]; a.head[coal] = a.state[a.head[coal]].next)
            try_everything(&a, a.head[coal]);
    }
    return a.found;
}

/* ---- playing ---- */

static void take(struct plain_game *g, int first, struct ship *ship)
{
    for (int dir = 0; dir < RIVER_DIRECTIONS && ship->speed == 1 && ship->passengers < 2; dir++) {
        int x = ship->x, y = ship->y;
        river_step(&x, &y, dir);
        if (kind_shown(g, first, x, y) != FIELD_PASSENGER + river_opposite(dir))
            continue;
        square_at(g, x, y)->kind = FIELD_ISLAND;
        ship->passengers++;
        return;
    }
}

static int compare_by_server(struct plain_game *g, const struct ship *red, const struct ship *blue)
{
    int dx = river_skew(red->x, red->y) - river_skew(blue->x, blue->y), dz = red->y - blue->y,
        dy = -dx - dz;

    switch (g->dir[last_shown(g)]) {
    case DIR_RIGHT:
        return dx - dy;
    case DIR_UP_RIGHT:
        return dx - dz;
    case DIR_UP_LEFT:
        return dy - dz;
    case DIR_DOWN_LEFT:
        return dz - dx;
    case DIR_DOWN_RIGHT:
        return dz - dy;
    }
    return dy - dx;
}

static int compare_by_book(struct plain_game *g, const struct ship *red, const struct ship *blue)
{
    const struct square *a = square_at(g, red->x, red->y), *b = square_at(g, blue->x, blue->y);

    return 5 * a->segment + a->row - 5 * b->segment - b->row;
}

static enum side opens_round(struct plain_game *g)
{
    const struct ship *red = &g->ship[SIDE_RED], *blue = &g->ship[SIDE_BLUE];
    const int lead[] = {g->ruleset == RULES_SERVER ? compare_by_server(g, red, blue)
                                                   : compare_by_book(g, red, blue),
                        red->speed - blue->speed, red->coal - blue->coal, red->x - blue->x,
                        red->y - blue->y};

    for (size_t i = 0; i < sizeof lead / sizeof lead[0]; i++) {
        if (lead[i] != 0)
            return lead[i] > 0 ? SIDE_RED : SIDE_BLUE;
    }
    return SIDE_BLUE;
}

static bool is_in_goal(struct plain_game *g, enum side side)
{
    const struct ship *ship = &g->ship[side];

    return square_at(g, ship->x, ship->y)->kind == FIELD_GOAL && ship->speed == 1 &&
           ship->passengers == 2;
}

/* A side without a move need not be found: it has no leaves anyway. */
static bool is_finished(struct plain_game *g, enum side mover)
{
    int lead =
        segment_at(g, g->ship[0].x, g->ship[0].y) - segment_at(g, g->ship[1].x, g->ship[1].y);
    bool is_lag = lead >= 4 || lead <= -4;

    if (g->turn >= MISSISSIPPI_TURN_LIMIT)
        return true;
    if (g->ruleset == RULES_SERVER)
        return is_in_goal(g, SIDE_RED) || is_in_goal(g, SIDE_BLUE) ||
               (is_lag && g->side == SIDE_BLUE);
    return is_in_goal(g, mover) || (is_lag && g->turn % 2 == 0);
}

static void play(void *board, move_t move)
{
    struct plain_game *g = board;
    struct end_state o = mississippi_unpack(move);
    enum side mover = g->side;
    struct ship *own = &g->ship[mover], *other = &g->ship[game_other(mover)];
    int first = first_shown(g);

    assert(mover < SIDE_NONE);
    own->x = o.x;
    own->y = o.y;
    own->dir = o.dir;
    own->speed = o.speed;
    own->coal = o.coal;
    own->free_turns = 1;
    other->x = o.other_x;
    other->y = o.other_y;
    other->speed = o.other_speed;
    other->free_turns = o.other_free_turns;
    take(g, first, own);
    take(g, first, other);
    for (int i = 0; i < 2; i++) {
        int segment = segment_at(g, g->ship[i].x, g->ship[i].y);
        g->latest = segment > g->latest ? segment : g->latest;
    }
    g->turn++;
    g->side = g->turn % 2 ? game_other(mover) : opens_round(g);
    if (is_finished(g, mover))
        g->side = SIDE_NONE;
}

const struct game_plain mississippi_plain = {
    .board_size = sizeof(struct plain_game), .load = load, .moves = moves, .play = play};
