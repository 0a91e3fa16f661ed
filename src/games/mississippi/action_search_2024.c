/*
 * The search is Dijkstra's algorithm with a queue for each price: coal burnt, then the number of
 * actions.  More coal never harms, so one way to each state is enough.
 */

#include "games/mississippi/action_search_2024.h"

#include <assert.h>

enum {
    NODES_MAX = 8192, /* ten times what random games ever need */
    SLOTS = 2 * NODES_MAX,
    BURNT_MAX = 31,                        /* no move burns more coal */
    PRICE_BURNT = ROUTE24_ACTIONS_MAX + 1, /* a price is coal burnt * PRICE_BURNT + actions */
    PRICES = (BURNT_MAX + 1) * PRICE_BURNT,
    NO_NODE = 0xffff,
    ACC_ZERO = 8, /* added to the value of an action, which may be negative */
};

struct node {
    uint64_t state;
    uint16_t parent, next, price;
    uint8_t kind, value; /* of the action that led here */
};

struct action_search {
    const struct voyage24 *start;
    const struct end_state24 *end; /* that is looked for; NULL: any legal end will do */
    enum turn_set turns;
    int count;
    struct node node[NODES_MAX];
    uint16_t slot[SLOTS]; /* node + 1 by state: the best way there so far */
    uint16_t head[PRICES], tail[PRICES];
};

/* ---- states ---- */

static uint64_t state_of(const struct voyage24 *v, enum last_action last)
{
    return (uint64_t)v->place | (uint64_t)v->other_place << 8 | (uint64_t)v->dir << 16 |
           (uint64_t)v->speed << 19 | (uint64_t)v->points << 22 | (uint64_t)v->free_turns << 25 |
           (uint64_t)v->pushes << 29 | (uint64_t)last << 32 | (uint64_t)(v->number > 0) << 34;
}

static enum last_action last_of(const struct node *node) { return node->state >> 32 & 3; }

static struct voyage24 voyage_of(const struct action_search *s, const struct node *node)
{
    uint64_t state = node->state;
    struct voyage24 v = *s->start;

    v.place = state & 0xff;
    v.other_place = state >> 8 & 0xff;
    v.dir = state >> 16 & 7;
    v.speed = state >> 19 & 7;
    v.points = state >> 22 & 7;
    v.free_turns = state >> 25 & 15;
    v.pushes = state >> 29 & 3;
    v.number = state >> 34 & 1;
    v.coal = s->start->coal - node->price / PRICE_BURNT;
    v.why = NULL;
    return v;
}

static int find_slot(const struct action_search *s, uint64_t state)
{
    int slot = (int)((state * UINT64_C(0x9e3779b97f4a7c15)) >> 50) % SLOTS;

    while (s->slot[slot] != 0 && s->node[s->slot[slot] - 1].state != state)
        slot = (slot + 1) % SLOTS;
    return slot;
}

static void add(struct action_search *s, const struct node *node)
{
    int slot = find_slot(s, node->state), index = s->count;

    if (s->slot[slot] != 0 && s->node[s->slot[slot] - 1].price <= node->price)
        return;
    if (s->count == NODES_MAX)
        return;
    s->node[s->count++] = *node;
    s->slot[slot] = (uint16_t)s->count;
    s->node[index].next = NO_NODE;
    if (s->head[node->price] == NO_NODE)
        s->head[node->price] = (uint16_t)index;
    else
        s->node[s->tail[node->price]].next = (uint16_t)index;
    s->tail[node->price] = (uint16_t)index;
}

/* ---- is it worth a look? ---- */

static int distance(const struct voyage24 *v, int from, int to)
{
    int x, y, to_x, to_y;

    river_place_xy(&v->g->m, from, &x, &y);
    river_place_xy(&v->g->m, to, &to_x, &to_y);
    return river_distance(x, y, to_x, to_y);
}

/* Can this still become the end state?  Only what is certainly out of the question is left out. */
static bool has_hope(const struct action_search *s, const struct voyage24 *v)
{
    const struct end_state24 *end = s->end;

    if (!end)
        return true;
    int pushes = end->pushes - v->pushes, spare = v->coal - end->coal;
    int needed = 2 * pushes - (voyage24_is_on_opponent(v) && pushes > 0);
    if (v->speed != end->speed || pushes < 0 || needed > v->points || spare < 0 ||
        river_turns_between(v->dir, end->dir) - v->free_turns > spare)
        return false;
    if (pushes == 0 && voyage24_is_on_opponent(v))
        return false;
    return distance(v, v->place, end->place) <= v->points &&
           distance(v, v->other_place, end->other_place) <= pushes;
}

static bool is_reached(const struct action_search *s, const struct voyage24 *v)
{
    if (v->points > 0)
        return false;
    if (!s->end)
        return true;
    return v->number > 0 && v->place == s->end->place && v->dir == s->end->dir &&
           v->other_place == s->end->other_place && v->pushes == s->end->pushes;
}

/* ---- the search ---- */

static void try_action(struct action_search *s, int parent, enum action_kind kind, int value)
{
    struct voyage24 v = voyage_of(s, &s->node[parent]);
    struct action action = {kind, value};
    enum last_action last = kind == ACTION_STEP   ? LAST_ADVANCE
                            : kind == ACTION_TURN ? LAST_TURN
                                                  : LAST_OTHER;

    if (!voyage24_act(&v, &action))
        return;
    int actions = s->node[parent].price % PRICE_BURNT + 1, burnt = s->start->coal - v.coal;
    if (actions > ROUTE24_ACTIONS_MAX || burnt > BURNT_MAX || !has_hope(s, &v))
        return;
    add(s, &(struct node){.state = state_of(&v, last),
                          .parent = (uint16_t)parent,
                          .price = (uint16_t)(burnt * PRICE_BURNT + actions),
                          .kind = (uint8_t)kind,
                          .value = (uint8_t)(value + ACC_ZERO)});
}

/* Tries what the place calls for; the rules refuse the rest. */
static void expand(struct action_search *s, int index)
{
    struct voyage24 v = voyage_of(s, &s->node[index]);
    enum last_action last = last_of(&s->node[index]);

    if (voyage24_is_on_opponent(&v)) {
        for (int dir = 0; dir < RIVER_DIRECTIONS; dir++)
            try_action(s, index, ACTION_PUSH, dir);
        return;
    }
    if (v.number == 0 && s->end && s->end->speed != v.speed) {
        try_action(s, index, ACTION_ACC, s->end->speed - v.speed);
        return;
    }
    for (int n = 1; n <= v.points && last != LAST_ADVANCE; n++)
        try_action(s, index, ACTION_STEP, n);
    for (int dir = 0; dir < RIVER_DIRECTIONS && last != LAST_TURN; dir++) {
        if (dir != v.dir || (last == LAST_ADVANCE && s->turns == TURNS_ALL))
            try_action(s, index, ACTION_TURN, dir);
    }
}

/* Takes nodes from one queue until it is empty or the goal is reached. */
static int drain(struct action_search *s, int price)
{
    while (s->head[price] != NO_NODE) {
        int index = s->head[price];
        const struct node *node = &s->node[index];
        struct voyage24 v = voyage_of(s, node);
        s->head[price] = node->next;
        if (s->slot[find_slot(s, node->state)] != index + 1)
            continue; /* a better way was found later */
        if (is_reached(s, &v))
            return index;
        expand(s, index);
    }
    return NO_NODE;
}

static void collect(const struct action_search *s, int index, struct route24 *route)
{
    route->burnt = s->node[index].price / PRICE_BURNT;
    route->count = s->node[index].price % PRICE_BURNT;
    for (int i = route->count - 1; i >= 0; i--) {
        route->action[i].kind = (enum action_kind)s->node[index].kind;
        route->action[i].value = s->node[index].value - ACC_ZERO;
        index = s->node[index].parent;
    }
    assert(s->node[index].parent == NO_NODE);
}

static bool search(struct action_search *s, enum last_action last, struct route24 *route)
{
    s->count = 0;
    memset(s->slot, 0, sizeof s->slot);
    memset(s->head, 0xff, sizeof s->head);
    add(s, &(struct node){.state = state_of(s->start, last), .parent = NO_NODE});
    for (int price = 0; price < PRICES; price++) {
        int found = drain(s, price);
        if (found == NO_NODE)
            continue;
        collect(s, found, route);
        return true;
    }
    return false;
}

bool action_search24_complete(const struct voyage24 *start, enum last_action last,
                              struct route24 *route)
{
    struct action_search s;

    s.start = start;
    s.end = NULL;
    s.turns = TURNS_ALL;
    return search(&s, last, route);
}

/* Is this place in a segment that the voyage may use and whose direction is known? */
static bool is_charted(const struct voyage24 *v, int place)
{
    return place < RIVER_PLACES && river_segment_of(place) <= v->last &&
           river_segment_of(place) <= v->g->m.known;
}

bool action_search24_to_end_state(const struct voyage24 *start, const struct end_state24 *end,
                                  enum turn_set turns, struct route24 *route)
{
    struct action_search s;

    assert(start->number == 0);
    if (!is_charted(start, end->place) || !is_charted(start, end->other_place) || end->speed < 1 ||
        end->speed > SHIP_SPEED_MAX || end->dir >= RIVER_DIRECTIONS)
        return false;
    s.start = start;
    s.end = end;
    s.turns = turns;
    return search(&s, LAST_OTHER, route);
}
