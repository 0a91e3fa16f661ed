/*
 * The board of season 2024 as JSON, like that of 2017 (view.c), so that a page paints both alike:
 * x, y and the numbers of directions are those of 2017; fields are named by the season's q,r.
 */

#include "game/view.h"

#include "game/text.h"
#include "games/mississippi/criteria.h"
#include "games/mississippi/move_builder.h"
#include "games/mississippi/move_builder_2024.h"
#include "games/mississippi/river_2024.h"

#include <assert.h>
#include <string.h>

/* ---- fields ---- */

static bool read_field(struct slice word, int *q, int *r)
{
    return slice_take_int(&word, INT8_MIN, INT8_MAX, q) && slice_take_char(&word, ',') &&
           slice_take_int(&word, INT8_MIN, INT8_MAX, r) && word.len == 0;
}

static bool is_field(struct slice word)
{
    int q, r;

    return read_field(word, &q, &r);
}

void mississippi24_json_place(struct json *out, const char *key, int x, int y)
{
    view_place(out, key, river24_q(x, y), y);
}

static void print_xy(struct json *out, int x, int y)
{
    json_int(out, "x", x);
    json_int(out, "y", y);
}

static const char *kind_name(int kind)
{
    return river_has_passenger(kind) ? "passenger"
           : kind == FIELD_GOAL      ? "goal"
           : kind >= FIELD_ISLAND    ? "island"
                                     : "water";
}

static void print_field(const struct mississippi24 *g, int place, struct json *out)
{
    int kind = river_field_at(&g->m, place), x, y;

    river_place_xy(&g->m, place, &x, &y);
    json_begin_object(out, NULL);
    mississippi24_json_place(out, "id", x, y);
    print_xy(out, x, y);
    json_text(out, "kind", kind_name(kind));
    json_int(out, "segment", river_segment_of(place));
    json_int(out, "row", river24_column[place % RIVER_SEGMENT_FIELDS]);
    json_bool(out, "current", river24_has_current(g, place));
    if (river_has_passenger(kind)) {
        json_int(out, "dir", kind - FIELD_PASSENGER);
        river_step(&x, &y, kind - FIELD_PASSENGER);
        mississippi24_json_place(out, "landing", x, y);
    }
    json_bool(out, "emptied", kind >= FIELD_EMPTIED);
    json_end_object(out);
}

/* A ship may have been pushed out of sight; that its field is water is then known. */
static bool is_ship_hidden(const struct mississippi *m, enum side side)
{
    return river_segment_of(m->ship[side].place) > river_last_known(m);
}

static void print_fields(const struct mississippi24 *g, struct json *out)
{
    json_begin_array(out, "fields");
    for (int place = 0; place < (river_last_known(&g->m) + 1) * RIVER_SEGMENT_FIELDS; place++)
        print_field(g, place, out);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (is_ship_hidden(&g->m, side))
            print_field(g, g->m.ship[side].place, out);
    }
    json_end_array(out);
}

/* ---- ships ---- */

void mississippi24_json_ship(const struct mississippi24 *g, const struct ship *ship,
                             struct json *out)
{
    mississippi24_json_place(out, "at", ship->x, ship->y);
    print_xy(out, ship->x, ship->y);
    json_int(out, "dir", ship->dir);
    json_int(out, "speed", ship->speed);
    json_int(out, "coal", ship->coal);
    json_int(out, "passengers", ship->passengers);
    json_int(out, "freeTurns", ship->free_turns);
    json_int(out, "segment", river_segment_of(ship->place));
    json_bool(out, "slow", mississippi24_is_slow(g, ship));
}

static void print_pieces(const struct mississippi24 *g, struct json *out)
{
    json_begin_array(out, "pieces");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        json_begin_object(out, NULL);
        view_side(out, "side", side);
        json_text(out, "kind", "ship");
        mississippi24_json_ship(g, &g->m.ship[side], out);
        json_end_object(out);
    }
    json_end_array(out);
}

/* ---- facts ---- */

static const char *name_of_spot(const struct mississippi *m, int x, int y)
{
    int last = river_last_known(m), place = river_locate(m, x, y, 0, last);

    if (place != RIVER_NO_PLACE) {
        const char *name = kind_name(river_field_at(m, place));
        return strcmp(name, "passenger") == 0 ? "island" : name;
    }
    bool is_hidden = last + 1 < RIVER_SEGMENTS && m->dir[last + 1] != DIR_HIDDEN &&
                     river_locate(m, x, y, last + 1, last + 1) != RIVER_NO_PLACE;
    return is_hidden ? "fog" : "land";
}

static void print_side(const struct mississippi24 *g, enum side side, struct json *out)
{
    const struct ship *ship = &g->m.ship[side];
    int segment = river_segment_of(ship->place);
    int lag = river_segment_of(g->m.ship[game_other(side)].place) - segment;

    json_begin_object(out, side_name(side));
    json_int(out, "points", mississippi24_points(ship));
    json_int(out, "passengerPoints", SEGMENT_POINTS * ship->passengers);
    json_int(out, "segmentPoints", SEGMENT_POINTS * segment);
    json_int(out, "rowPoints", river24_column[ship->place % RIVER_SEGMENT_FIELDS]);
    json_int(out, "segment", segment);
    json_int(out, "lag", lag > 0 ? lag : 0);
    mississippi_json_beside(&g->m, side, name_of_spot, out);
    json_bool(out, "home", mississippi24_is_home(g, ship));
    json_bool(out, "stuck", mississippi24_stuck(g) == side);
    json_end_object(out);
}

/* The direction of the first hidden segment is known. */
static void print_segments(const struct mississippi *m, struct json *out)
{
    json_begin_array(out, "segments");
    for (int i = 0; i < RIVER_SEGMENTS; i++) {
        bool is_known = i <= river_last_known(m);
        json_begin_object(out, NULL);
        json_int(out, "number", i);
        if (m->dir[i] != DIR_HIDDEN)
            json_int(out, "dir", m->dir[i]);
        else
            json_nothing(out, "dir");
        json_bool(out, "known", is_known);
        json_bool(out, "current", is_known);
        json_end_object(out);
    }
    json_end_array(out);
}

/* The fields of the first hidden segment, but for those that a ship shows. */
static void print_fog(const struct mississippi *m, struct json *out)
{
    int next = river_last_known(m) + 1;

    json_begin_array(out, "fog");
    for (int i = 0; i < RIVER_SEGMENT_FIELDS && next < RIVER_SEGMENTS; i++) {
        int place = next * RIVER_SEGMENT_FIELDS + i, x, y;
        if (place == m->ship[SIDE_RED].place || place == m->ship[SIDE_BLUE].place)
            continue;
        river_place_xy(m, place, &x, &y);
        json_begin_object(out, NULL);
        mississippi24_json_place(out, "id", x, y);
        print_xy(out, x, y);
        json_end_object(out);
    }
    json_end_array(out);
}

/* Would the side to move begin the next round if it stood there? */
static bool would_lead(const struct position *pos, int place)
{
    struct mississippi24 there = *mississippi24_of(pos);

    there.m.ship[pos->side].place = (uint8_t)place;
    return mississippi24_leader(&there) == (enum side)pos->side;
}

static void print_first(const struct position *pos, struct json *out)
{
    const struct mississippi *m = mississippi_of(pos);
    int end = (river_last_known(m) + 1) * RIVER_SEGMENT_FIELDS, x, y;

    json_begin_array(out, "first");
    for (int place = 0; place < end && pos->side < SIDE_NONE; place++) {
        bool is_taken = place == m->ship[game_other((enum side)pos->side)].place;
        if (!river_is_passable(river_field_at(m, place)) || is_taken || !would_lead(pos, place))
            continue;
        river_place_xy(m, place, &x, &y);
        mississippi24_json_place(out, NULL, x, y);
    }
    json_end_array(out);
}

static void board(const struct position *pos, struct json *out)
{
    static const char *const criteria[] = {
        [BY_SEGMENT] = "segment", [BY_ROW] = "row",   [BY_SPEED] = "speed",
        [BY_COAL] = "coal",       [BY_SIDE] = "side",
    };
    const struct mississippi24 *g = mississippi24_of(pos);

    print_fields(g, out);
    print_pieces(g, out);
    json_begin_object(out, "facts");
    print_side(g, SIDE_RED, out);
    print_side(g, SIDE_BLUE, out);
    print_segments(&g->m, out);
    print_fog(&g->m, out);
    print_first(pos, out);
    view_side(out, "leader", mississippi24_leader(g));
    json_text(out, "why", criteria[mississippi24_lead_criterion(g)]);
    json_end_object(out);
}

/* Which ship is better where neither has won by itself. */
static const char *by_points(const struct ship ship[SIDE_NONE])
{
    bool is_equal = mississippi24_points(&ship[SIDE_RED]) == mississippi24_points(&ship[SIDE_BLUE]);

    return is_equal ? "passengers" : "points";
}

/* A ship that has reached the goal may have been pushed off it; two that are there are compared. */
static const char *decisive(const struct position *pos, const struct game_result *result)
{
    const struct mississippi24 *g = mississippi24_of(pos);
    const struct ship *ship = g->m.ship;
    bool are_both_home =
        mississippi24_is_home(g, &ship[SIDE_RED]) && mississippi24_is_home(g, &ship[SIDE_BLUE]);

    if (view_ended_by(result, "goal"))
        return are_both_home ? by_points(ship) : "goal";
    if (view_ended_by(result, "stuck"))
        return "canSail";
    if (view_ended_by(result, "lag") && pos->ruleset == RULES_SERVER)
        return "segment";
    return result->reason ? by_points(ship) : NULL;
}

static void criteria(const struct position *pos, const struct game_result *result, struct json *out)
{
    const struct ship *ship = mississippi_of(pos)->ship;
    int points[SIDE_NONE] = {mississippi24_points(&ship[SIDE_RED]),
                             mississippi24_points(&ship[SIDE_BLUE])};

    mississippi_print_criteria(ship, points, result, decisive(pos, result), out);
}

/* ---- moves ---- */

static void move(const struct position *pos, move_t move, struct json *out)
{
    enum side side = (enum side)pos->side, foe = game_other(side);
    struct mississippi24 g = *mississippi24_of(pos);
    struct ship before = g.m.ship[side], other = g.m.ship[foe];

    mississippi24_apply(&g, side, mississippi24_unpack(move), (enum ruleset)pos->ruleset);
    const struct ship *ship = &g.m.ship[side];
    mississippi24_json_place(out, "from", before.x, before.y);
    mississippi24_json_place(out, "to", ship->x, ship->y);
    json_int(out, "dir", ship->dir);
    json_int(out, "speed", ship->speed);
    json_int(out, "coal", ship->coal);
    json_int(out, "cost", before.coal - ship->coal);
    json_int(out, "passengers", ship->passengers);
    json_int(out, "points", mississippi24_points(ship));
    json_int(out, "segment", river_segment_of(ship->place));
    if (g.m.ship[foe].place != other.place)
        mississippi24_json_place(out, "pushed", g.m.ship[foe].x, g.m.ship[foe].y);
}

static bool is_there(const struct ship *ship, int q, int r)
{
    return river24_q(ship->x, ship->y) == q && ship->y == r;
}

static bool pick(const struct position *pos, struct slice field, struct err *why)
{
    const struct mississippi *m = mississippi_of(pos);
    int q, r;

    if (pos->side == SIDE_NONE)
        return err_set(why, "over", "");
    if (!read_field(field, &q, &r))
        return text_refuse(why, "no_ship", field);
    if (is_there(&m->ship[pos->side], q, r))
        return true;
    bool is_foe = is_there(&m->ship[game_other((enum side)pos->side)], q, r);
    return text_refuse(why, is_foe ? "not_own_ship" : "no_ship", field);
}

const struct game_view mississippi24_view = {
    .has_costly_words = true,
    .is_field = is_field,
    .board = board,
    .criteria = criteria,
    .move = move,
    .pick = pick,
    .build = mississippi24_json_partial_move,
};
