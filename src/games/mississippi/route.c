/*
 * How a voyage can still become a move: a search over unit actions, each executed by the referee.
 * Cheapest in coal first, then shortest, so that the first end found is the one to offer.  Having more
 * coal never harms, so one way to each state is enough.
 */

#include "games/mississippi/voyage.h"

enum {
    NODES_MAX = 8192, /* ten times what random games ever need */
    SLOTS = 2 * NODES_MAX,
    PRICE_BURNT = REST_MAX + 1, /* a price is coal burnt * PRICE_BURNT + actions */
    PRICES = (BURNT_MAX + 1) * PRICE_BURNT,
    NO_NODE = 0xffff,
};

/* By the server's rules a sandbank forgives overdrawn points; such ends are the last resort. */
enum mode { MODE_STRICT, MODE_OVERDRAFT };

struct node {
    uint64_t state;
    uint16_t parent, next;
    uint16_t price;
    struct action action; /* that led here */
};

struct queue {
    uint16_t head, tail;
};

struct hunt {
    const struct voyage *start;
    enum mode mode;
    int count;
    struct node node[NODES_MAX];
    uint16_t slot[SLOTS]; /* node + 1 by state: the best way there so far */
    struct queue queue[PRICES];
};

/* ---- states ---- */

/* Points below zero are all alike: only a sandbank helps. */
static uint64_t pack(const struct voyage *v)
{
    int points = v->points < 0 ? 0 : v->points + 1;

    return (uint64_t)(uint8_t)v->x | (uint64_t)(uint8_t)v->y << 8 |
           (uint64_t)(uint8_t)v->other_x << 16 | (uint64_t)(uint8_t)v->other_y << 24 |
           (uint64_t)v->dir << 32 | (uint64_t)v->speed << 35 | (uint64_t)points << 38 |
           (uint64_t)v->free_turns << 41 | (uint64_t)v->other_speed << 43 |
           (uint64_t)v->is_aground << 46 | (uint64_t)v->has_pushed << 47;
}

static struct voyage unpack(const struct hunt *h, const struct node *node)
{
    struct voyage v = *h->start;
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
    v.coal = h->start->coal - node->price / PRICE_BURNT;
    v.why = NULL;
    return v;
}

/* ---- the queue ---- */

static int find_slot(const struct hunt *h, uint64_t state)
{
    int slot = (int)(state * UINT64_C(0x9e3779b97f4a7c15) >> 49) % SLOTS;

    while (h->slot[slot] != 0 && h->node[h->slot[slot] - 1].state != state)
        slot = (slot + 1) % SLOTS;
    return slot;
}

static void enqueue(struct hunt *h, int index)
{
    struct node *node = &h->node[index];
    struct queue *queue = &h->queue[node->price];

    node->next = NO_NODE;
    if (queue->head == NO_NODE)
        queue->head = (uint16_t)index;
    else
        h->node[queue->tail].next = (uint16_t)index;
    queue->tail = (uint16_t)index;
}

/* Remembers a state unless a way there is known that is as good. */
static void add(struct hunt *h, const struct node *node)
{
    int slot = find_slot(h, node->state);

    if (h->slot[slot] != 0 && h->node[h->slot[slot] - 1].price <= node->price)
        return;
    if (h->count == NODES_MAX)
        return;
    h->node[h->count] = *node;
    h->slot[slot] = (uint16_t)++h->count;
    enqueue(h, h->count - 1);
}

static void begin(struct hunt *h, const struct voyage *start, enum mode mode)
{
    h->start = start;
    h->mode = mode;
    h->count = 0;
    memset(h->slot, 0, sizeof h->slot);
    memset(h->queue, 0xff, sizeof h->queue);
    add(h, &(struct node){.state = pack(start), .parent = NO_NODE});
}

/* ---- the search ---- */

static void try_action(struct hunt *h, int parent, const struct voyage *at, struct action action)
{
    struct voyage v = *at;
    int price = h->node[parent].price;

    if (!mississippi_perform(&v, &action) || v.coal < 0)
        return;
    if (v.points < 0 && h->mode == MODE_STRICT)
        return;
    int actions = price % PRICE_BURNT + 1, burnt = h->start->coal - v.coal;
    if (actions > REST_MAX || burnt > BURNT_MAX)
        return;
    add(h, &(struct node){.state = pack(&v),
                          .parent = (uint16_t)parent,
                          .price = (uint16_t)(burnt * PRICE_BURNT + actions),
                          .action = action});
}

/* Only what the place calls for; the referee refuses the rest. */
static void expand(struct hunt *h, int index, const struct voyage *v)
{
    int longest = h->mode == MODE_OVERDRAFT ? SPEED_MAX : 1;

    if (v->is_aground)
        return;
    if (is_on_opponent(v)) {
        for (int dir = 0; dir < DIRECTIONS; dir++)
            try_action(h, index, v, (struct action){ACTION_PUSH, dir});
        return;
    }
    for (int count = 1; count <= longest; count++)
        try_action(h, index, v, (struct action){ACTION_STEP, count});
    for (int by = 1; by >= -1; by -= 2)
        try_action(h, index, v, (struct action){ACTION_TURN, by});
    try_action(h, index, v, (struct action){ACTION_STEP, -1});
}

/* Takes nodes from one queue until it is empty or a voyage may end. */
static int drain(struct hunt *h, struct queue *queue)
{
    while (queue->head != NO_NODE) {
        int index = queue->head;
        const struct node *node = &h->node[index];
        struct voyage v = unpack(h, node);
        queue->head = node->next;
        if (h->slot[find_slot(h, node->state)] != index + 1)
            continue; /* a better way was found later */
        if (mississippi_arrive(&v))
            return index;
        expand(h, index, &v);
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
static void join(struct rest *rest)
{
    int n = 0;

    for (int i = 0; i < rest->count; i++) {
        if (n > 0 && can_join(rest->action[n - 1], rest->action[i]))
            rest->action[n - 1].value += rest->action[i].value;
        else
            rest->action[n++] = rest->action[i];
    }
    rest->count = n;
}

static void collect(const struct hunt *h, int index, struct rest *rest)
{
    rest->burnt = h->node[index].price / PRICE_BURNT;
    rest->count = rest->units = h->node[index].price % PRICE_BURNT;
    for (int i = rest->count - 1; i >= 0; i--) {
        rest->action[i] = h->node[index].action;
        index = h->node[index].parent;
    }
    if (h->mode == MODE_STRICT)
        join(rest);
}

bool mississippi_find_rest(const struct voyage *start, struct rest *rest)
{
    struct hunt h;
    enum mode last = start->ruleset == RULES_SERVER ? MODE_OVERDRAFT : MODE_STRICT;

    for (enum mode mode = MODE_STRICT; mode <= last; mode++) {
        begin(&h, start, mode);
        for (int price = 0; price < PRICES; price++) {
            int found = drain(&h, &h.queue[price]);
            if (found == NO_NODE)
                continue;
            collect(&h, found, rest);
            return true;
        }
    }
    return false;
}
