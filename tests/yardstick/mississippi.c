/* The evaluation of the player `klassik`: never to be changed. */

#include "games/mississippi/escape.h"

#include "yardstick/classic.h"

enum {
    ROW_VALUE = 10,
    PASSENGER_VALUE = 95,
    STUCK_VALUE = -130,
    NEEDY_VALUE = -50,
    AGROUND_VALUE = -30,
    DOCK_RANGE = 9, /* a dock farther away does not attract */
    DOCK_VALUE = 7,
    GOAL_RANGE = 12,
    GOAL_VALUE = 9,
    LEAD_VALUE = 12, /* per segment ahead, growing: four are a win */
};

static int hex_distance(int x, int y, int to_x, int to_y)
{
    int dx = river_skew(to_x, to_y) - river_skew(x, y), dy = to_y - y, dz = dx + dy;
    int ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy, az = dz < 0 ? -dz : dz;

    return ax > ay ? (ax > az ? ax : az) : (ay > az ? ay : az);
}

static void place_of(const struct mississippi *m, int place, int *x, int *y)
{
    int segment = river_segment_of(place);
    const int8_t *offset = river_offset[m->dir[segment]][place % RIVER_SEGMENT_FIELDS];

    *x = m->centre_x[segment] + offset[0];
    *y = m->centre_y[segment] + offset[1];
}

/* The fields a ship wants to stop at: docks, later the goal; only where both can see them. */
struct wishes {
    int count;
    int8_t x[RIVER_SEGMENTS * 2], y[RIVER_SEGMENTS * 2];
    bool is_goal[RIVER_SEGMENTS * 2];
};

static void find_wishes(const struct mississippi *m, struct wishes *wishes)
{
    int first = river_first_visible(m) * RIVER_SEGMENT_FIELDS;
    int end = (river_last_visible(m) < m->known ? river_last_visible(m) + 1 : m->known) *
              RIVER_SEGMENT_FIELDS;

    wishes->count = 0;
    for (int place = first; place < end && wishes->count < RIVER_SEGMENTS * 2; place++) {
        int kind = river_field_at(m, place), x, y;
        if (kind != FIELD_GOAL && kind < FIELD_PASSENGER)
            continue;
        place_of(m, place, &x, &y);
        if (kind >= FIELD_PASSENGER)
            river_step(&x, &y, kind - FIELD_PASSENGER);
        wishes->x[wishes->count] = (int8_t)x;
        wishes->y[wishes->count] = (int8_t)y;
        wishes->is_goal[wishes->count++] = kind == FIELD_GOAL;
    }
}

/* How near the next stop is, and whether the ship is too fast for it. */
static int attraction(const struct ship *ship, const struct wishes *wishes)
{
    bool wants_goal = ship->passengers >= SHIP_PASSENGERS_MAX;
    int range = wants_goal ? GOAL_RANGE : DOCK_RANGE, nearest = range;

    for (int i = 0; i < wishes->count; i++) {
        if (wishes->is_goal[i] != wants_goal)
            continue;
        int distance = hex_distance(ship->x, ship->y, wishes->x[i], wishes->y[i]);
        nearest = distance < nearest ? distance : nearest;
    }
    int value = (range - nearest) * (wants_goal ? GOAL_VALUE : DOCK_VALUE);
    int excess = ship->speed - 1 - nearest;
    return nearest < range && excess > 0 ? value - 8 * excess : value;
}

static int ship_value(const struct mississippi *m, const struct ship *ship,
                      const struct wishes *wishes)
{
    static const int8_t coal_value[] = {-110, -50, -15, 10, 30, 48, 60};
    static const int8_t speed_value[SHIP_SPEED_MAX + 1] = {0, 3, 12, 8, -10, -40, -70};
    int progress = SEGMENT_POINTS * river_segment_of(ship->place) +
                   river_row[ship->place % RIVER_SEGMENT_FIELDS];
    int value = ROW_VALUE * progress + PASSENGER_VALUE * ship->passengers;

    value += coal_value[ship->coal < 6 ? ship->coal : 6] + speed_value[ship->speed];
    if (river_field_at(m, ship->place) == FIELD_SANDBANK)
        value += AGROUND_VALUE;
    return value + attraction(ship, wishes);
}

/* A ship that needs coal to go on will soon have none; one that finds no way at all is lost. */
static int safety(const struct mississippi *m, enum side side)
{
    const struct ship *ship = &m->ship[side];

    if (river_field_at(m, ship->place) == FIELD_SANDBANK ||
        escape_exists(m, side, 0, river_last_visible(m)))
        return 0;
    return escape_exists(m, side, ship->coal, river_last_visible(m)) ? NEEDY_VALUE : STUCK_VALUE;
}

static int score(const struct position *pos, void *cache)
{
    (void)cache;
    const struct mississippi *m = mississippi_of(pos);
    const struct ship *own = &m->ship[pos->side], *other = &m->ship[game_other(pos->side)];
    int lead = river_segment_of(own->place) - river_segment_of(other->place);
    struct wishes wishes;

    find_wishes(m, &wishes);
    int value = ship_value(m, own, &wishes) - ship_value(m, other, &wishes);
    value += LEAD_VALUE * lead * (lead < 0 ? -lead : lead);
    return value + safety(m, pos->side) - safety(m, game_other(pos->side));
}

/* Would a ship that stops here with speed 1 find a passenger? */
static bool is_at_dock(const struct mississippi *m, int x, int y)
{
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        int next_x = x, next_y = y;
        river_step(&next_x, &next_y, dir);
        int place = river_locate(m, next_x, next_y, river_first_visible(m), river_last_visible(m));
        if ((int)river_field_at(m, place) == FIELD_PASSENGER + river_opposite(dir))
            return true;
    }
    return false;
}

static int progress_at(const struct mississippi *m, int x, int y)
{
    int place = river_locate(m, x, y, 0, RIVER_SEGMENTS - 1);

    return SEGMENT_POINTS * river_segment_of(place) + river_row[place % RIVER_SEGMENT_FIELDS];
}

static int promise(const struct position *pos, move_t move)
{
    const struct mississippi *m = mississippi_of(pos);
    const struct ship *own = &m->ship[pos->side], *other = &m->ship[game_other(pos->side)];
    struct end_state o = mississippi_unpack(move);
    int value = 10 * progress_at(m, o.x, o.y) + 6 * o.coal - 4 * (o.speed > 3 ? o.speed - 3 : 0);

    if (o.speed == 1 && own->passengers < SHIP_PASSENGERS_MAX && is_at_dock(m, o.x, o.y))
        value += PASSENGER_VALUE;
    if (o.other_x != other->x || o.other_y != other->y)
        value -=
            10 * progress_at(m, o.other_x, o.other_y) - 10 * progress_at(m, other->x, other->y);
    return value;
}

static void promises(const struct position *pos, void *cache, const move_t moves[], int n,
                     int out[])
{
    (void)cache;
    for (int i = 0; i < n; i++)
        out[i] = promise(pos, moves[i]);
}

const struct game_eval mississippi_classic = {
    .score = score, .order_values = promises, .scale = 120};
