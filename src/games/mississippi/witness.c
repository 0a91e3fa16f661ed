/*
 * Words for an end state.  This is the search of the official traces, action by action: more coal
 * first, then fewer actions, then first found.  It looks for one end state only and leaves out what
 * cannot lead there, which does not change the order of the rest; so the words are the same that a
 * complete search finds.
 *
 * In ruleset server a move may overdraw its movement points if it ends on a sandbank.  Such end states
 * are not listed; a second search with longer steps finds words for them.
 */

#include "games/mississippi/river.h"

enum {
    NODES_MAX = 8192,
    SLOTS = 2 * NODES_MAX,
    BURNT_MAX = 31,   /* nobody burns more coal in one move */
    ACTIONS_MAX = 63, /* unit actions; only overdrafts could have more */
    OVERDRAWN = 7,    /* stands for all numbers of points below zero */
    NO_NODE = 0xffff,
};

enum action_kind { ACTION_NONE, ACTION_ACC, ACTION_TURN, ACTION_STEP, ACTION_PUSH };

struct action {
    int8_t kind, value;
};

struct state {
    int8_t x, y, other_x, other_y;
    uint8_t dir, speed, points, free_turns, other_speed;
    bool is_aground; /* nothing may follow */
    bool has_pushed;
};

struct node {
    uint64_t key; /* the state */
    uint16_t parent, next;
    uint8_t burnt, actions;
    struct action action; /* that led here */
};

struct queue {
    uint16_t head, tail;
};

enum mode { MODE_STRICT, MODE_OVERDRAFT };

struct hunt {
    const struct mississippi *m;
    const struct ship *own, *other;
    enum ruleset ruleset;
    enum mode mode;
    int first, last; /* visible segments */
    const struct end_state *target;
    int count;
    struct node node[NODES_MAX];
    uint16_t slot[SLOTS]; /* node + 1 by state: the best way there so far */
    struct queue queue[BURNT_MAX + 1][ACTIONS_MAX + 1];
};

/* ---- states ---- */

static uint64_t pack(const struct state *s)
{
    return (uint64_t)(uint8_t)s->x | (uint64_t)(uint8_t)s->y << 8 |
           (uint64_t)(uint8_t)s->other_x << 16 | (uint64_t)(uint8_t)s->other_y << 24 |
           (uint64_t)s->dir << 32 | (uint64_t)s->speed << 35 | (uint64_t)s->points << 38 |
           (uint64_t)s->free_turns << 41 | (uint64_t)s->other_speed << 43 |
           (uint64_t)s->is_aground << 46 | (uint64_t)s->has_pushed << 47;
}

static struct state unpack(uint64_t key)
{
    return (struct state){
        .x = (int8_t)(uint8_t)key,
        .y = (int8_t)(uint8_t)(key >> 8),
        .other_x = (int8_t)(uint8_t)(key >> 16),
        .other_y = (int8_t)(uint8_t)(key >> 24),
        .dir = key >> 32 & 7,
        .speed = key >> 35 & 7,
        .points = key >> 38 & 7,
        .free_turns = key >> 41 & 3,
        .other_speed = key >> 43 & 7,
        .is_aground = key >> 46 & 1,
        .has_pushed = key >> 47 & 1,
    };
}

static bool is_on_opponent(const struct state *s)
{
    return s->x == s->other_x && s->y == s->other_y;
}

static enum field visible_field(const struct hunt *h, int x, int y)
{
    return field_at(h->m, mississippi_locate(h->m, x, y, h->first, h->last));
}

static enum field any_field(const struct hunt *h, int x, int y)
{
    return field_at(h->m, mississippi_locate(h->m, x, y, 0, SEGMENTS - 1));
}

static int distance(int x, int y, int to_x, int to_y)
{
    int dx = skew(to_x, to_y) - skew(x, y), dy = to_y - y, dz = dx + dy;
    int ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy, az = dz < 0 ? -dz : dz;

    return ax > ay ? (ax > az ? ax : az) : (ay > az ? ay : az);
}

/* ---- the target ---- */

static bool is_end(const struct state *s, int actions)
{
    return actions > 0 && s->points == 0 && !is_on_opponent(s);
}

/* The coal is not compared: whoever wastes coal gets the words of the thrifty way. */
static bool is_target(const struct hunt *h, const struct state *s)
{
    const struct end_state *t = h->target;
    bool is_free = s->has_pushed && any_field(h, s->other_x, s->other_y) != FIELD_SANDBANK;
    int other_free_turns = is_free ? 2 : h->other->free_turns;

    return s->x == t->x && s->y == t->y && s->dir == t->dir && s->speed == t->speed &&
           s->other_x == t->other_x && s->other_y == t->other_y &&
           s->other_speed == t->other_speed && other_free_turns == t->other_free_turns;
}

/* Points needed to get the opponent where it should be. */
static int points_for_pushes(const struct state *s, const struct end_state *t)
{
    int pushes = distance(s->other_x, s->other_y, t->other_x, t->other_y);
    int way = distance(s->x, s->y, s->other_x, s->other_y);

    if (pushes == 0)
        return way == 0 ? 3 : 0; /* on the opponent: push it away and back again */
    return way + 2 * pushes - 1;
}

/* An overdraft ends on a sandbank, from however far away.  The opponent is not pushed away from where
 * it belongs: among so many ways that is enough to find one. */
static bool may_overdraw(const struct hunt *h, const struct state *s)
{
    const struct end_state *t = h->target;
    int left = distance(s->other_x, s->other_y, t->other_x, t->other_y);
    int all = distance(h->other->x, h->other->y, t->other_x, t->other_y);

    if (s->is_aground)
        return is_target(h, s);
    return left <= all && (left > 0 || !is_on_opponent(s));
}

/* Can this still become the target?  Only what is certainly out of the question is left out. */
static bool has_hope(const struct hunt *h, const struct state *s, int burnt)
{
    const struct end_state *t = h->target;

    int spare = h->own->coal - t->coal - burnt;

    if (spare < 0 || turns_between(s->dir, t->dir) - s->free_turns > spare || burnt > BURNT_MAX)
        return false;
    if (h->mode == MODE_OVERDRAFT)
        return may_overdraw(h, s);
    if (distance(s->x, s->y, t->x, t->y) > s->points || points_for_pushes(s, t) > s->points)
        return false;
    if (s->is_aground || s->points == 0)
        return true;
    bool ends_aground = visible_field(h, t->x, t->y) == FIELD_SANDBANK;
    return ends_aground || (s->speed >= t->speed && 2 * (s->speed - t->speed) <= s->points);
}

/* ---- the queue ---- */

static int find_slot(const struct hunt *h, uint64_t key)
{
    uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15);
    int slot = (int)(hash >> 50) % SLOTS;

    while (h->slot[slot] != 0 && h->node[h->slot[slot] - 1].key != key)
        slot = (slot + 1) % SLOTS;
    return slot;
}

static void enqueue(struct hunt *h, int index)
{
    struct node *node = &h->node[index];
    struct queue *queue = &h->queue[node->burnt][node->actions];

    node->next = NO_NODE;
    if (queue->head == NO_NODE)
        queue->head = (uint16_t)index;
    else
        h->node[queue->tail].next = (uint16_t)index;
    queue->tail = (uint16_t)index;
}

/* Remembers a new state unless a way there is known that burns no more coal. */
static void add(struct hunt *h, const struct state *s, int parent, struct action action, int cost)
{
    const struct node *from = &h->node[parent];
    struct node node = {.key = pack(s),
                        .parent = (uint16_t)parent,
                        .burnt = (uint8_t)(from->burnt + cost),
                        .actions = (uint8_t)(from->actions + 1),
                        .action = action};

    if (!has_hope(h, s, node.burnt) || node.actions > ACTIONS_MAX || h->count == NODES_MAX)
        return;
    int slot = find_slot(h, node.key);
    if (h->slot[slot] != 0) {
        const struct node *known = &h->node[h->slot[slot] - 1];
        if (known->burnt <= node.burnt)
            return;
    }
    h->node[h->count] = node;
    h->slot[slot] = (uint16_t)(h->count + 1);
    enqueue(h, h->count++);
}

/* ---- actions ---- */

static void try_accelerations(struct hunt *h, const struct state *s, int parent)
{
    for (int change = -5; change <= 5; change++) {
        int speed = s->speed + change, size = change < 0 ? -change : change;
        struct state next = *s;
        if (change == 0 || speed < 1 || speed > SPEED_MAX)
            continue;
        next.speed = next.points = (uint8_t)speed;
        add(h, &next, parent, (struct action){ACTION_ACC, (int8_t)change}, size - 1);
    }
}

static void try_turns(struct hunt *h, const struct state *s, int parent)
{
    for (int by = -1; by <= 1; by += 2) {
        struct state next = *s;
        next.dir = (uint8_t)((s->dir + by + DIRECTIONS) % DIRECTIONS);
        next.free_turns = s->free_turns > 0 ? s->free_turns - 1 : 0;
        add(h, &next, parent, (struct action){ACTION_TURN, (int8_t)by}, s->free_turns == 0);
    }
}

/* Pays for a field; in an overdraft zero points only count when an action begins. */
static bool pay(const struct hunt *h, struct state *s, int cost)
{
    bool is_overdrawn = s->points == OVERDRAWN || s->points < cost;

    if (is_overdrawn && h->mode == MODE_STRICT)
        return false;
    s->points = is_overdrawn ? OVERDRAWN : (uint8_t)(s->points - cost);
    if (is_overdrawn)
        s->speed = 1; /* as it will be on the sandbank: ways that differ in nothing else meet */
    return true;
}

/* One field ahead; false if the ship cannot go there. */
static bool advance(const struct hunt *h, struct state *s)
{
    int x = s->x, y = s->y;

    step_from(&x, &y, s->dir);
    enum field kind = visible_field(h, x, y);
    if (!is_passable(kind))
        return false;
    if (kind == FIELD_LOG && (s->points < 2 || s->points == OVERDRAWN))
        return false;
    if (!pay(h, s, kind == FIELD_LOG ? 2 : 1))
        return false;
    s->x = (int8_t)x;
    s->y = (int8_t)y;
    if (kind == FIELD_LOG && s->speed > 1)
        s->speed--;
    if (kind == FIELD_SANDBANK) {
        s->speed = 1;
        s->points = 0;
        s->is_aground = true;
    }
    return true;
}

static void try_steps(struct hunt *h, const struct state *s, int parent)
{
    struct state next = *s;
    int longest = h->mode == MODE_OVERDRAFT ? SPEED_MAX : 1;

    for (int count = 1; count <= longest && s->points != 0; count++) {
        if (!advance(h, &next))
            return;
        add(h, &next, parent, (struct action){ACTION_STEP, (int8_t)count}, 0);
        if (next.is_aground || is_on_opponent(&next))
            return;
    }
}

static void try_leaving_sandbank(struct hunt *h, const struct state *s, int parent)
{
    for (int count = 1; count >= -1; count -= 2) {
        struct state next = *s;
        int x = s->x, y = s->y;
        step_from(&x, &y, count > 0 ? s->dir : opposite(s->dir));
        enum field kind = visible_field(h, x, y);
        bool is_log_closed = count < 0 || h->ruleset == RULES_BOOK;
        if (s->points == 0 || !is_passable(kind) || (kind == FIELD_LOG && is_log_closed))
            continue;
        next.x = (int8_t)x;
        next.y = (int8_t)y;
        next.points = 0;
        add(h, &next, parent, (struct action){ACTION_STEP, (int8_t)count}, count < 0);
    }
}

static void try_pushes(struct hunt *h, const struct state *s, int parent)
{
    for (int dir = 0; dir < DIRECTIONS && s->points != 0; dir++) {
        struct state next = *s;
        int x = s->x, y = s->y;
        step_from(&x, &y, dir);
        enum field kind = h->ruleset == RULES_SERVER ? any_field(h, x, y) : visible_field(h, x, y);
        if (!is_passable(kind) || dir == opposite(s->dir))
            continue;
        if (!pay(h, &next, kind == FIELD_LOG ? 2 : 1))
            continue;
        next.other_x = (int8_t)x;
        next.other_y = (int8_t)y;
        next.has_pushed = true;
        if (kind == FIELD_LOG && s->other_speed > 1)
            next.other_speed--;
        if (kind == FIELD_SANDBANK)
            next.other_speed = 1;
        add(h, &next, parent, (struct action){ACTION_PUSH, (int8_t)dir}, 0);
    }
}

static void expand(struct hunt *h, const struct state *s, int index)
{
    if (s->is_aground)
        return;
    if (is_on_opponent(s)) {
        try_pushes(h, s, index);
        return;
    }
    if (visible_field(h, s->x, s->y) == FIELD_SANDBANK) {
        try_leaving_sandbank(h, s, index);
        return;
    }
    if (h->node[index].actions == 0)
        try_accelerations(h, s, index);
    try_turns(h, s, index);
    try_steps(h, s, index);
}

/* ---- the hunt ---- */

static void begin(struct hunt *h, const struct position *pos)
{
    const struct mississippi *m = mississippi_in(pos);

    h->m = m;
    h->own = &m->ship[pos->side];
    h->other = &m->ship[game_other(pos->side)];
    h->ruleset = pos->ruleset;
    h->first = first_visible(m);
    h->last = last_visible(m);
    struct state root = {.x = h->own->x,
                         .y = h->own->y,
                         .other_x = h->other->x,
                         .other_y = h->other->y,
                         .dir = h->own->dir,
                         .speed = h->own->speed,
                         .points = h->own->speed,
                         .free_turns = h->own->free_turns,
                         .other_speed = h->other->speed};
    memset(h->slot, 0, sizeof h->slot);
    memset(h->queue, 0xff, sizeof h->queue);
    h->node[0] = (struct node){.key = pack(&root), .parent = NO_NODE};
    h->slot[find_slot(h, h->node[0].key)] = 1;
    h->count = 1;
    enqueue(h, 0);
}

/* Takes nodes from one queue until it is empty or the target is found. */
static int drain(struct hunt *h, struct queue *queue)
{
    while (queue->head != NO_NODE) {
        int index = queue->head;
        const struct node *node = &h->node[index];
        struct state s = unpack(node->key);
        queue->head = node->next;
        if (h->slot[find_slot(h, node->key)] != index + 1)
            continue; /* a better way was found later */
        if (is_end(&s, node->actions) && is_target(h, &s))
            return index;
        expand(h, &s, index);
    }
    return NO_NODE;
}

static int hunt(struct hunt *h)
{
    for (int burnt = 0; burnt <= BURNT_MAX; burnt++) {
        for (int actions = 0; actions <= ACTIONS_MAX; actions++) {
            int found = drain(h, &h->queue[burnt][actions]);
            if (found != NO_NODE)
                return found;
        }
    }
    return NO_NODE;
}

/* ---- words ---- */

/* Unit turns to the same side and unit steps ahead become one action. */
static bool can_join(struct action a, struct action b)
{
    return a.kind == b.kind && ((a.kind == ACTION_TURN && a.value * b.value > 0) ||
                                (a.kind == ACTION_STEP && a.value > 0 && b.value > 0));
}

static void print_action(struct action action, struct buf *out)
{
    static const char *const names[] = {"", "acc:", "turn:", "step:", "push:"};

    if (out->len > 0)
        buf_add_char(out, ';');
    buf_add(out, names[action.kind]);
    if (action.kind == ACTION_PUSH) {
        buf_add(out, mississippi_dir_name[action.value]);
        return;
    }
    if (action.kind != ACTION_STEP && action.value > 0)
        buf_add_char(out, '+');
    buf_add_int(out, action.value);
}

static void print_way(const struct hunt *h, int index, struct buf *out)
{
    struct action way[ACTIONS_MAX + 1];
    int count = h->node[index].actions;

    for (int i = count - 1; i >= 0; i--) {
        way[i] = h->node[index].action;
        index = h->node[index].parent;
    }
    for (int i = 0; i < count; i++) {
        struct action action = way[i];
        for (; h->mode == MODE_STRICT && i + 1 < count && can_join(action, way[i + 1]); i++)
            action.value = (int8_t)(action.value + way[i + 1].value);
        print_action(action, out);
    }
}

/* A move that wastes coal is printed like the best one to its end state; an end state that no
 * search finds has no words. */
void mississippi_print_move(const struct position *pos, move_t move, struct buf *out)
{
    struct end_state target = mississippi_unpack(move);
    struct hunt h;

    if (pos->side == SIDE_NONE)
        return;
    h.target = &target;
    for (enum mode mode = MODE_STRICT; mode <= MODE_OVERDRAFT; mode++) {
        h.mode = mode;
        begin(&h, pos);
        int found = hunt(&h);
        if (found != NO_NODE) {
            print_way(&h, found, out);
            return;
        }
        if (pos->ruleset == RULES_BOOK)
            return;
    }
}
