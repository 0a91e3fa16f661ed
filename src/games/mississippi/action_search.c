/*
 * The search is Dijkstra's algorithm with a queue for each price: coal burnt, then the number of
 * unit actions.  More coal never harms, so one way to each state is enough.
 */

#include "games/mississippi/action_search.h"

#include <assert.h>

enum {
    NODES_MAX = 8192, /* ten times what random games ever need */
    SLOTS = 2 * NODES_MAX,
    PRICE_BURNT = ROUTE_ACTIONS_MAX + 1, /* a price is coal burnt * PRICE_BURNT + actions */
    PRICES = (ROUTE_BURNT_MAX + 1) * PRICE_BURNT,
    NO_NODE = 0xffff,
};

/* By the server's rules a sandbank forgives overdrawn points.  Such ends are not listed as moves
 * and are the last resort: a second search with longer steps finds them. */
enum mode { MODE_STRICT, MODE_OVERDRAFT };

struct route_node {
    uint64_t state;
    uint16_t parent, next;
    uint16_t price;
    struct action action; /* that led here */
};

struct route_queue {
    uint16_t head, tail;
};

struct route_search {
    const struct voyage *start;
    const struct end_state *end; /* that is looked for; NULL: any legal end will do */
    const struct goal *goal;
    enum mode mode;
    int count;
    struct route_node node[NODES_MAX];
    uint16_t slot[SLOTS]; /* node + 1 by state: the best way there so far */
    struct route_queue queue[PRICES];
};

struct goal {
    const struct action *actions; /* to be tried, in this order; pushes are tried on the opponent */
    int action_count;
    /* Of two ways that burn the same coal the first one found stays, though the other may be
     * shorter: so the official traces have it. */
    bool keeps_first;
    bool (*is_reached)(const struct route_search *s, const struct voyage *v);
    /* Can this still become the goal?  Only what is certainly out of the question is left out.
     * NULL: everything can. */
    bool (*has_hope)(const struct route_search *s, const struct voyage *v);
};

/* ---- states ---- */

/* Points below zero are all alike, whatever the speed: only a sandbank helps. */
static uint64_t pack(const struct voyage *v)
{
    int points = v->points < 0 ? 0 : v->points + 1, speed = v->points < 0 ? 1 : v->speed;

    assert(v->points <= SHIP_SPEED_MAX && v->speed <= SHIP_SPEED_MAX && v->free_turns <= 2);
    return (uint64_t)(uint8_t)v->x | (uint64_t)(uint8_t)v->y << 8 |
           (uint64_t)(uint8_t)v->other_x << 16 | (uint64_t)(uint8_t)v->other_y << 24 |
           (uint64_t)v->dir << 32 | (uint64_t)speed << 35 | (uint64_t)points << 38 |
           (uint64_t)v->free_turns << 41 | (uint64_t)v->other_speed << 43 |
           (uint64_t)v->is_aground << 46 | (uint64_t)v->has_pushed << 47;
}

static struct voyage unpack(const struct route_search *s, const struct route_node *node)
{
    struct voyage v = *s->start;
    uint64_t state = node->state;

    v.x = (int8_t)(uint8_t)state;
    v.y = (int8_t)(uint8_t)(state >> 8);
    v.other_x = (int8_t)(uint8_t)(state >> 16);
    v.other_y = (int8_t)(uint8_t)(state >> 24);
    v.dir = state >> 32 & 7;
    v.speed = state >> 35 & 7;
    v.points = (int)(state >> 38 & 7) - 1;
    v.free_turns = state >> 41 & 3;
    v.other_speed = state >> 43 & 7;
    v.is_aground = state >> 46 & 1;
    v.has_pushed = state >> 47 & 1;
    v.coal -= node->price / PRICE_BURNT;
    v.number += node->price % PRICE_BURNT;
    v.why = NULL;
    return v;
}

/* ---- the queues ---- */

static int find_slot(const struct route_search *s, uint64_t state)
{
    int slot = (int)(state * UINT64_C(0x9e3779b97f4a7c15) >> 49) % SLOTS;

    while (s->slot[slot] != 0 && s->node[s->slot[slot] - 1].state != state)
        slot = (slot + 1) % SLOTS;
    return slot;
}

static void enqueue(struct route_search *s, int index)
{
    struct route_node *node = &s->node[index];
    struct route_queue *queue = &s->queue[node->price];

    node->next = NO_NODE;
    if (queue->head == NO_NODE)
        queue->head = (uint16_t)index;
    else
        s->node[queue->tail].next = (uint16_t)index;
    queue->tail = (uint16_t)index;
}

static bool is_as_good(const struct route_search *s, const struct route_node *known, int price)
{
    if (s->goal->keeps_first)
        return known->price / PRICE_BURNT <= price / PRICE_BURNT;
    return known->price <= price;
}

/* Remembers a state unless a way there is known that is as good. */
static void add(struct route_search *s, const struct route_node *node)
{
    int slot = find_slot(s, node->state);

    if (s->slot[slot] != 0 && is_as_good(s, &s->node[s->slot[slot] - 1], node->price))
        return;
    if (s->count == NODES_MAX)
        return;
    s->node[s->count] = *node;
    s->slot[slot] = (uint16_t)++s->count;
    enqueue(s, s->count - 1);
}

static void begin(struct route_search *s, enum mode mode)
{
    s->mode = mode;
    s->count = 0;
    memset(s->slot, 0, sizeof s->slot);
    memset(s->queue, 0xff, sizeof s->queue);
    add(s, &(struct route_node){.state = pack(s->start), .parent = NO_NODE});
}

/* ---- the search ---- */

static void try_action(struct route_search *s, int parent, const struct voyage *at,
                       struct action action)
{
    struct voyage v = *at;

    if (!voyage_act(&v, &action) || v.coal < 0)
        return;
    if (v.points < 0 && s->mode == MODE_STRICT)
        return;
    int actions = s->node[parent].price % PRICE_BURNT + 1, burnt = s->start->coal - v.coal;
    if (actions > ROUTE_ACTIONS_MAX || burnt > ROUTE_BURNT_MAX)
        return;
    if (s->goal->has_hope && !s->goal->has_hope(s, &v))
        return;
    add(s, &(struct route_node){.state = pack(&v),
                                .parent = (uint16_t)parent,
                                .price = (uint16_t)(burnt * PRICE_BURNT + actions),
                                .action = action});
}

/* Tries what the place calls for; the rules refuse the rest. */
static void expand(struct route_search *s, int index, const struct voyage *v)
{
    int longest = s->mode == MODE_OVERDRAFT ? SHIP_SPEED_MAX : 1;

    if (v->is_aground)
        return;
    if (voyage_is_on_opponent(v)) {
        for (int dir = 0; dir < RIVER_DIRECTIONS; dir++)
            try_action(s, index, v, (struct action){ACTION_PUSH, dir});
        return;
    }
    for (int i = 0; i < s->goal->action_count; i++) {
        struct action action = s->goal->actions[i];
        if (action.kind == ACTION_ACC && v->number > 0)
            continue;
        if (action.kind == ACTION_STEP && action.value > longest)
            continue;
        try_action(s, index, v, action);
    }
}

/* Takes nodes from one queue until it is empty or the goal is reached. */
static int drain(struct route_search *s, struct route_queue *queue)
{
    while (queue->head != NO_NODE) {
        int index = queue->head;
        const struct route_node *node = &s->node[index];
        struct voyage v = unpack(s, node);
        queue->head = node->next;
        if (s->slot[find_slot(s, node->state)] != index + 1)
            continue; /* a better way was found later */
        if (s->goal->is_reached(s, &v))
            return index;
        expand(s, index, &v);
    }
    return NO_NODE;
}

/* ---- the way found ---- */

static bool can_join(struct action a, struct action b)
{
    return a.kind == b.kind && ((a.kind == ACTION_TURN && a.value * b.value > 0) ||
                                (a.kind == ACTION_STEP && a.value > 0 && b.value > 0));
}

/* Unit turns to the same side and unit steps ahead become one action. */
static void join(struct route *route)
{
    int n = 0;

    for (int i = 0; i < route->count; i++) {
        if (n > 0 && can_join(route->action[n - 1], route->action[i]))
            route->action[n - 1].value += route->action[i].value;
        else
            route->action[n++] = route->action[i];
    }
    route->count = n;
}

static void collect(const struct route_search *s, int index, struct route *route)
{
    route->burnt = s->node[index].price / PRICE_BURNT;
    route->count = route->units = s->node[index].price % PRICE_BURNT;
    for (int i = route->count - 1; i >= 0; i--) {
        route->action[i] = s->node[index].action;
        index = s->node[index].parent;
    }
    assert(s->node[index].parent == NO_NODE);
    if (s->mode == MODE_STRICT)
        join(route);
}

static bool find_route(const struct voyage *start, const struct goal *goal,
                       const struct end_state *end, struct route *route)
{
    enum mode last = start->ruleset == RULES_SERVER ? MODE_OVERDRAFT : MODE_STRICT;
    struct route_search s;

    s.start = start;
    s.goal = goal;
    s.end = end;
    for (enum mode mode = MODE_STRICT; mode <= last; mode++) {
        begin(&s, mode);
        for (int price = 0; price < PRICES; price++) {
            int found = drain(&s, &s.queue[price]);
            if (found == NO_NODE)
                continue;
            collect(&s, found, route);
            return true;
        }
    }
    return false;
}

/* ---- to any end ---- */

static bool may_end(const struct route_search *s, const struct voyage *v)
{
    (void)s;
    return voyage_may_end(v);
}

bool action_search_complete(const struct voyage *start, struct route *route)
{
    static const struct action actions[] = {{ACTION_STEP, 1}, {ACTION_STEP, 2},  {ACTION_STEP, 3},
                                            {ACTION_STEP, 4}, {ACTION_STEP, 5},  {ACTION_STEP, 6},
                                            {ACTION_TURN, 1}, {ACTION_TURN, -1}, {ACTION_STEP, -1}};
    static const struct goal goal = {.actions = actions,
                                     .action_count = sizeof actions / sizeof *actions,
                                     .is_reached = may_end};

    return find_route(start, &goal, NULL, route);
}

/* ---- to one end state ---- */

static bool is_end_state(const struct route_search *s, const struct voyage *v)
{
    struct end_state reached = voyage_end_state(v);

    reached.coal = s->end->coal;
    return mississippi_pack(&reached) == mississippi_pack(s->end);
}

static bool ends_there(const struct route_search *s, const struct voyage *v)
{
    return v->number > 0 && voyage_may_end(v) && is_end_state(s, v);
}

/* Points needed to get the opponent where it should be. */
static int points_for_pushes(const struct voyage *v, const struct end_state *end)
{
    int pushes = river_distance(v->other_x, v->other_y, end->other_x, end->other_y);
    int way = river_distance(v->x, v->y, v->other_x, v->other_y);

    if (pushes == 0)
        return way == 0 ? 3 : 0; /* on the opponent: push it away and back again */
    return way + 2 * pushes - 1;
}

/* An overdraft ends on a sandbank, from however far away.  The opponent is not pushed away from
 * where it belongs: among so many ways that is enough to find one. */
static bool may_overdraw(const struct route_search *s, const struct voyage *v)
{
    const struct end_state *end = s->end;
    int left = river_distance(v->other_x, v->other_y, end->other_x, end->other_y);
    int all = river_distance(s->start->other_x, s->start->other_y, end->other_x, end->other_y);

    if (v->is_aground)
        return is_end_state(s, v);
    return left <= all && (left > 0 || !voyage_is_on_opponent(v));
}

static bool may_end_there(const struct route_search *s, const struct voyage *v)
{
    const struct end_state *end = s->end;
    int spare = v->coal - end->coal;

    if (spare < 0 || river_turns_between(v->dir, end->dir) - v->free_turns > spare)
        return false;
    if (s->mode == MODE_OVERDRAFT)
        return may_overdraw(s, v);
    if (river_distance(v->x, v->y, end->x, end->y) > v->points ||
        points_for_pushes(v, end) > v->points)
        return false;
    if (v->is_aground || v->points == 0)
        return true;
    bool ends_aground = voyage_field(v, end->x, end->y) == FIELD_SANDBANK;
    return ends_aground || (v->speed >= end->speed && 2 * (v->speed - end->speed) <= v->points);
}

bool action_search_to_end_state(const struct voyage *start, const struct end_state *end,
                                struct route *route)
{
    static const struct action actions[] = {
        {ACTION_ACC, -5},  {ACTION_ACC, -4}, {ACTION_ACC, -3}, {ACTION_ACC, -2}, {ACTION_ACC, -1},
        {ACTION_ACC, 1},   {ACTION_ACC, 2},  {ACTION_ACC, 3},  {ACTION_ACC, 4},  {ACTION_ACC, 5},
        {ACTION_TURN, -1}, {ACTION_TURN, 1}, {ACTION_STEP, 1}, {ACTION_STEP, 2}, {ACTION_STEP, 3},
        {ACTION_STEP, 4},  {ACTION_STEP, 5}, {ACTION_STEP, 6}, {ACTION_STEP, -1}};
    static const struct goal goal = {.actions = actions,
                                     .action_count = sizeof actions / sizeof *actions,
                                     .keeps_first = true,
                                     .is_reached = ends_there,
                                     .has_hope = may_end_there};

    assert(start->number == 0 && end->dir < RIVER_DIRECTIONS);
    return find_route(start, &goal, end, route);
}
