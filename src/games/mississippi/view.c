/* The board as JSON: fields in sight, both ships, the fog, which side leads and why. */

#include "game/view.h"

#include "game/text.h"
#include "games/mississippi/criteria.h"
#include "games/mississippi/move_builder.h"
#include "games/mississippi/voyage.h"

#include <assert.h>

static const char *const kind_names[FIELD_PASSENGER + 1] = {
    "none", "water", "log", "sandbank", "goal", "island", "passenger"};

/* ---- fields ---- */

static bool read_field(struct slice word, int *x, int *y)
{
    return slice_take_int(&word, INT8_MIN, INT8_MAX, x) && slice_take_char(&word, ',') &&
           slice_take_int(&word, INT8_MIN, INT8_MAX, y) && word.len == 0;
}

static bool is_field(struct slice word)
{
    int x, y;

    return read_field(word, &x, &y);
}

/* Where the river crosses itself there is one field only: that of the first segment in sight, or
 * what the ships have left behind where none is in sight. */
static bool is_shown(const struct mississippi *m, int place)
{
    int x, y;

    river_place_xy(m, place, &x, &y);
    int shown = river_locate(m, x, y, river_first_visible(m), river_last_known(m));
    if (shown == RIVER_NO_PLACE)
        shown = river_locate(m, x, y, 0, river_last_known(m));
    return shown == place;
}

static void print_field(const struct mississippi *m, int place, struct json *out)
{
    int kind = river_field_at(m, place), x, y;

    river_place_xy(m, place, &x, &y);
    json_begin_object(out, NULL);
    view_place(out, "id", x, y);
    json_int(out, "x", x);
    json_int(out, "y", y);
    json_text(out, "kind", kind_names[kind < FIELD_PASSENGER ? kind : FIELD_PASSENGER]);
    json_int(out, "segment", river_segment_of(place));
    json_int(out, "row", river_row[place % RIVER_SEGMENT_FIELDS]);
    if (kind >= FIELD_PASSENGER) {
        json_int(out, "dir", kind - FIELD_PASSENGER);
        river_step(&x, &y, kind - FIELD_PASSENGER);
        view_place(out, "landing", x, y);
    }
    json_end_object(out);
}

static void print_fields(const struct mississippi *m, struct json *out)
{
    json_begin_array(out, "fields");
    for (int place = 0; place < (river_last_known(m) + 1) * RIVER_SEGMENT_FIELDS; place++) {
        if (is_shown(m, place))
            print_field(m, place, out);
    }
    json_end_array(out);
}

/* ---- ships ---- */

void mississippi_json_ship(const struct ship *ship, struct json *out)
{
    view_place(out, "at", ship->x, ship->y);
    json_int(out, "x", ship->x);
    json_int(out, "y", ship->y);
    json_int(out, "dir", ship->dir);
    json_int(out, "speed", ship->speed);
    json_int(out, "coal", ship->coal);
    json_int(out, "passengers", ship->passengers);
    json_int(out, "freeTurns", ship->free_turns);
    json_int(out, "segment", river_segment_of(ship->place));
}

static void print_pieces(const struct mississippi *m, struct json *out)
{
    json_begin_array(out, "pieces");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        json_begin_object(out, NULL);
        view_side(out, "side", side);
        json_text(out, "kind", "ship");
        mississippi_json_ship(&m->ship[side], out);
        json_end_object(out);
    }
    json_end_array(out);
}

/* ---- facts ---- */

struct fog {
    int8_t x[RIVER_DIRECTIONS * RIVER_SEGMENT_FIELDS], y[RIVER_DIRECTIONS * RIVER_SEGMENT_FIELDS];
    int count;
};

static bool is_foggy(const struct fog *fog, int x, int y)
{
    for (int i = 0; i < fog->count; i++) {
        if (fog->x[i] == x && fog->y[i] == y)
            return true;
    }
    return false;
}

static void add_fog(struct fog *fog, int x, int y)
{
    if (is_foggy(fog, x, y))
        return;
    assert(fog->count < RIVER_DIRECTIONS * RIVER_SEGMENT_FIELDS);
    fog->x[fog->count] = (int8_t)x;
    fog->y[fog->count++] = (int8_t)y;
}

/* Lays the next segment in one direction, if the river may take it. */
static void lay_fog(struct fog *fog, const struct mississippi *m, int next, int dir)
{
    struct mississippi bend = *m;
    int x, y;

    assert(next > 0 && next < RIVER_SEGMENTS);
    bend.dir[next] = (uint8_t)dir;
    if (!river_is_course(bend.dir, next + 1))
        return;
    river_lay_out(&bend);
    for (int i = 0; i < RIVER_SEGMENT_FIELDS; i++) {
        river_place_xy(&bend, next * RIVER_SEGMENT_FIELDS + i, &x, &y);
        if (river_locate(m, x, y, 0, next - 1) == RIVER_NO_PLACE)
            add_fog(fog, x, y);
    }
}

static struct fog fog_of(const struct mississippi *m)
{
    int next = river_last_known(m) + 1;
    struct fog fog = {.count = 0};

    for (int dir = 0; dir < RIVER_DIRECTIONS && next < RIVER_SEGMENTS; dir++)
        lay_fog(&fog, m, next, dir);
    return fog;
}

/* What a ship would meet there: a kind of field, land, fog, or what ships have left behind. */
static const char *name_of_spot(const struct mississippi *m, int x, int y)
{
    int last = river_last_known(m);
    int place = river_locate(m, x, y, river_first_visible(m), last);

    if (place != RIVER_NO_PLACE) {
        int kind = river_field_at(m, place);
        return kind_names[river_is_passable(kind) ? kind : FIELD_ISLAND];
    }
    struct fog fog = fog_of(m);
    if (is_foggy(&fog, x, y))
        return "fog";
    return river_locate(m, x, y, 0, last) == RIVER_NO_PLACE ? "land" : "left";
}

void mississippi_json_beside(const struct mississippi *m, enum side side, spot_name *name_of,
                             struct json *out)
{
    static const char *const keys[RIVER_DIRECTIONS] = {"ahead",  "aheadLeft",   "behindLeft",
                                                       "behind", "behindRight", "aheadRight"};
    const struct ship *ship = &m->ship[side], *other = &m->ship[game_other(side)];

    json_begin_object(out, "beside");
    json_text(out, "under", name_of(m, ship->x, ship->y));
    for (int turn = 0; turn < RIVER_DIRECTIONS; turn++) {
        int x = ship->x, y = ship->y;
        river_step(&x, &y, (ship->dir + turn) % RIVER_DIRECTIONS);
        bool is_taken = other->x == x && other->y == y;
        json_text(out, keys[turn], is_taken ? "ship" : name_of(m, x, y));
    }
    json_end_object(out);
}

static void print_side(const struct mississippi *m, enum side side, struct json *out)
{
    const struct ship *ship = &m->ship[side];
    int segment = river_segment_of(ship->place);
    int lag = river_segment_of(m->ship[game_other(side)].place) - segment;

    json_begin_object(out, side_name(side));
    json_int(out, "points", mississippi_points(ship));
    json_int(out, "passengerPoints", SEGMENT_POINTS * ship->passengers);
    json_int(out, "segmentPoints", SEGMENT_POINTS * segment);
    json_int(out, "rowPoints", river_row[ship->place % RIVER_SEGMENT_FIELDS]);
    json_int(out, "segment", segment);
    json_int(out, "lag", lag > 0 ? lag : 0);
    mississippi_json_beside(m, side, name_of_spot, out);
    json_end_object(out);
}

static void print_segments(const struct mississippi *m, struct json *out)
{
    json_begin_array(out, "segments");
    for (int i = 0; i < RIVER_SEGMENTS; i++) {
        bool is_known = i <= river_last_known(m);
        json_begin_object(out, NULL);
        json_int(out, "number", i);
        if (is_known)
            json_int(out, "dir", m->dir[i]);
        else
            json_nothing(out, "dir");
        json_bool(out, "known", is_known);
        json_bool(out, "current", is_known && i >= river_first_visible(m));
        json_end_object(out);
    }
    json_end_array(out);
}

static void print_fog(const struct mississippi *m, struct json *out)
{
    struct fog fog = fog_of(m);

    json_begin_array(out, "fog");
    for (int i = 0; i < fog.count; i++) {
        json_begin_object(out, NULL);
        json_int(out, "x", fog.x[i]);
        json_int(out, "y", fog.y[i]);
        json_end_object(out);
    }
    json_end_array(out);
}

/* Would the side to move begin the next round if it stood there? */
static bool would_lead(const struct position *pos, int place)
{
    struct position there = *pos;
    struct mississippi *m = mississippi_body(&there);
    struct ship *ship = &m->ship[pos->side];
    int x, y;

    assert(pos->side < SIDE_NONE);
    river_place_xy(m, place, &x, &y);
    ship->x = (int8_t)x;
    ship->y = (int8_t)y;
    ship->place = (uint8_t)place;
    if (river_segment_of(place) > m->latest)
        m->latest = (uint8_t)river_segment_of(place);
    return mississippi_leader(&there) == pos->side;
}

static void print_first(const struct position *pos, struct json *out)
{
    const struct mississippi *m = mississippi_of(pos);
    int end = (river_last_known(m) + 1) * RIVER_SEGMENT_FIELDS, x, y;

    json_begin_array(out, "first");
    for (int place = river_first_visible(m) * RIVER_SEGMENT_FIELDS;
         place < end && pos->side < SIDE_NONE; place++) {
        bool is_taken = place == m->ship[game_other((enum side)pos->side)].place;
        if (!is_shown(m, place) || !river_is_passable(river_field_at(m, place)) || is_taken ||
            !would_lead(pos, place))
            continue;
        river_place_xy(m, place, &x, &y);
        view_place(out, NULL, x, y);
    }
    json_end_array(out);
}

static void board(const struct position *pos, struct json *out)
{
    static const char *const criteria[] = {"segment", "row", "direction", "speed",
                                           "coal",    "x",   "y"};
    const struct mississippi *m = mississippi_of(pos);

    print_fields(m, out);
    print_pieces(m, out);
    json_begin_object(out, "facts");
    print_side(m, SIDE_RED, out);
    print_side(m, SIDE_BLUE, out);
    print_segments(m, out);
    print_fog(m, out);
    print_first(pos, out);
    view_side(out, "leader", mississippi_leader(pos));
    json_text(out, "why", criteria[mississippi_lead_criterion(pos)]);
    json_end_object(out);
}

/* Which ship is better where neither has won by itself. */
static const char *by_points(const struct position *pos)
{
    const struct ship *ship = mississippi_of(pos)->ship;
    bool is_equal = mississippi_points(&ship[SIDE_RED]) == mississippi_points(&ship[SIDE_BLUE]);

    return is_equal && pos->ruleset == RULES_BOOK ? "passengers" : "points";
}

static const char *decisive(const struct position *pos, const struct game_result *result)
{
    if (view_ended_by(result, "goal"))
        return "goal";
    if (view_ended_by(result, "nomove"))
        return "canSail";
    if (view_ended_by(result, "lag"))
        return "segment";
    return result->reason ? by_points(pos) : NULL;
}

static void criteria(const struct position *pos, const struct game_result *result, struct json *out)
{
    const struct ship *ship = mississippi_of(pos)->ship;
    int points[SIDE_NONE] = {mississippi_points(&ship[SIDE_RED]),
                             mississippi_points(&ship[SIDE_BLUE])};

    mississippi_print_criteria(ship, points, result, decisive(pos, result), out);
}

/* ---- moves ---- */

static void move(const struct position *pos, move_t move, struct json *out)
{
    enum side side = (enum side)pos->side, foe = game_other(side);
    struct mississippi m = *mississippi_of(pos);
    struct ship before = m.ship[side], other = m.ship[foe];

    mississippi_apply(&m, side, mississippi_unpack(move));
    const struct ship *ship = &m.ship[side];
    view_place(out, "from", before.x, before.y);
    view_place(out, "to", ship->x, ship->y);
    json_int(out, "dir", ship->dir);
    json_int(out, "speed", ship->speed);
    json_int(out, "coal", ship->coal);
    json_int(out, "cost", before.coal - ship->coal);
    json_int(out, "passengers", ship->passengers);
    json_int(out, "points", mississippi_points(ship));
    json_int(out, "segment", river_segment_of(ship->place));
    if (m.ship[foe].place != other.place)
        view_place(out, "pushed", m.ship[foe].x, m.ship[foe].y);
}

static bool is_there(const struct ship *ship, int x, int y) { return ship->x == x && ship->y == y; }

static bool pick(const struct position *pos, struct slice field, struct err *why)
{
    const struct mississippi *m = mississippi_of(pos);
    int x, y;

    if (pos->side == SIDE_NONE)
        return err_set(why, "over", "");
    if (!read_field(field, &x, &y))
        return text_refuse(why, "no_ship", field);
    if (is_there(&m->ship[pos->side], x, y))
        return true;
    bool is_foe = is_there(&m->ship[game_other((enum side)pos->side)], x, y);
    return text_refuse(why, is_foe ? "not_own_ship" : "no_ship", field);
}

const struct game_view mississippi_view = {
    .has_costly_words = true,
    .is_field = is_field,
    .board = board,
    .criteria = criteria,
    .move = move,
    .pick = pick,
    .build = mississippi_json_partial_move,
};
