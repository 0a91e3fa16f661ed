/*
 * Mississippi Queen in the XML of season 2017.
 *
 *   <data class="move">                                 acc:+1;turn:-1;step:2;push:DOWN_LEFT
 *     <acceleration order="0" acc="1"/>
 *     <turn order="1" direction="-1"/>
 *     <advance order="2" distance="2"/>
 *     <push order="3" direction="DOWN_LEFT"/>
 *     <hint content="…"/>
 *   </data>
 */

#include "games/mississippi/voyage.h"

#include "proto/wire.h"

#include <assert.h>

extern const struct game_wire mississippi_wire;

enum {
    ACTIONS_MAX = GAME_WORDS_MAX / 6, /* "acc:0;" is the shortest action */
    NO_TILE = -1,
};

static const char *const color_name[] = {"RED", "BLUE", NULL};

static const char *const field_name[FIELD_KINDS + 1] = {
    "",           "WATER",      "LOG",        "SANDBANK",   "GOAL",       "BLOCKED",
    "PASSENGER0", "PASSENGER1", "PASSENGER2", "PASSENGER3", "PASSENGER4", "PASSENGER5",
};

static const struct {
    const char *alias, *name; /* of the element: XStream also takes the name of the class */
    const char *attr;
} kinds[ACTION_KINDS] = {
    [ACTION_ACC] = {"acceleration", "sc.plugin2017.Acceleration", "acc"},
    [ACTION_TURN] = {"turn", "sc.plugin2017.Turn", "direction"},
    [ACTION_STEP] = {"advance", "sc.plugin2017.Advance", "distance"},
    [ACTION_PUSH] = {"push", "sc.plugin2017.Push", "direction"},
};

/* ---- values ---- */

/* A number that is missing is 0, as in Java.  Any int will do: absurd numbers break a rule, they do
 * not break the connection. */
static bool get_int(const struct xml_node *node, const char *name, int *out)
{
    const char *value = xml_value(node, name);

    *out = 0;
    return !value || xml_to_int(value, INT32_MIN, INT32_MAX, out);
}

/* ---- hints ---- */

static bool is_hint(const struct xml_node *node)
{
    return xml_is(node, "hint") || xml_is(node, "sc.plugin2017.DebugHint");
}

static bool read_hint(const struct xml_node *node, struct buf *hints)
{
    const char *content = xml_value(node, "content");

    if (xml_count(node, NULL) != xml_count(node, "content"))
        return false;
    wire_add_hint(hints, content ? content : node->text);
    return true;
}

/* ---- moves: reading ---- */

struct ordered_actions {
    int count; /* may exceed ACTIONS_MAX: then only the first ones are here */
    struct action list[ACTIONS_MAX];
    int order[ACTIONS_MAX]; /* ascending */
};

/* False: the old server could not make an action of it.  A push has no default direction. */
static bool read_action(const struct xml_node *node, struct action *action, int *order)
{
    int kind = 0;

    while (kind < ACTION_KINDS && !xml_is(node, kinds[kind].alias) &&
           !xml_is(node, kinds[kind].name))
        kind++;
    if (kind == ACTION_KINDS)
        return false;
    const char *attr = kinds[kind].attr;
    bool is_clean = xml_count(node, NULL) == xml_count(node, "order") + xml_count(node, attr);
    action->kind = (enum action_kind)kind;
    if (!is_clean || !get_int(node, "order", order))
        return false;
    if (kind != ACTION_PUSH)
        return get_int(node, attr, &action->value);
    action->value = wire_index(mississippi_dir_name, xml_value(node, attr));
    return action->value < RIVER_DIRECTIONS;
}

/* Keeps the list in ascending order; actions with the same order, or without one, stay as sent. */
static void insert(struct ordered_actions *actions, struct action action, int order)
{
    int at = actions->count++;

    if (at >= ACTIONS_MAX)
        return;
    for (; at > 0 && actions->order[at - 1] > order; at--) {
        actions->list[at] = actions->list[at - 1];
        actions->order[at] = actions->order[at - 1];
    }
    actions->list[at] = action;
    actions->order[at] = order;
}

/* Reads all children; the one that is neither an action nor a hint, or NULL. */
static const struct xml_node *read_children(const struct xml_node *move,
                                            struct ordered_actions *actions, struct buf *hint)
{
    for (const struct xml_node *c = xml_child(move, NULL); c; c = xml_next(c, NULL)) {
        struct action action;
        int order;
        if (is_hint(c)) {
            if (!read_hint(c, hint))
                return c;
            continue;
        }
        if (!read_action(c, &action, &order))
            return c;
        insert(actions, action, order);
    }
    return NULL;
}

/* False: so many that they are no move anyway. */
static bool print_actions(const struct ordered_actions *actions, struct buf *words)
{
    int count = actions->count < ACTIONS_MAX ? actions->count : ACTIONS_MAX;

    mississippi_print_actions(actions->list, count, words);
    return count == actions->count && !words->is_full;
}

static enum wire_verdict read_move(const struct xml_node *data, const struct position *pos,
                                   struct buf *words, struct buf *hint, struct err *why)
{
    static const char *const classes[] = {"move", "sc.plugin2017.Move", NULL};
    struct ordered_actions actions = {.count = 0};

    (void)pos;
    if (!wire_has_class(data, classes))
        return wire_judge_other_data(data, why);
    const struct xml_node *stranger = read_children(data, &actions, hint);
    if (stranger) {
        err_set(why, "bad_move", stranger->name);
        return WIRE_GARBLED;
    }
    if (print_actions(&actions, words))
        return WIRE_MOVE;
    err_set(why, "bad_move", words->data);
    return WIRE_FOUL;
}

static bool read_last_move(const struct xml_node *state, const struct position *before,
                           struct buf *words, struct buf *hint)
{
    const struct xml_node *move = xml_child(state, "lastMove");
    struct ordered_actions actions = {.count = 0};

    (void)before;
    return move && !read_children(move, &actions, hint) && print_actions(&actions, words);
}

/* ---- moves: writing ---- */

static void write_action(struct xml_writer *writer, struct action action, int order)
{
    const char *attr = kinds[action.kind].attr;

    assert(action.kind < ACTION_KINDS);
    xml_open(writer, kinds[action.kind].alias);
    xml_attr_int(writer, "order", order);
    if (action.kind == ACTION_PUSH)
        xml_attr(writer, attr, mississippi_dir_name[action.value]);
    else
        xml_attr_int(writer, attr, action.value);
    xml_close(writer);
}

static bool is_inside(const struct xml_writer *writer, const char *element)
{
    return writer->depth > 0 && strcmp(writer->open[writer->depth - 1], element) == 0;
}

/* <data> has a class, <lastMove> has none. */
static void write_move(struct xml_writer *writer, const struct position *before, struct slice words,
                       struct slice hint)
{
    struct action action;
    int order = 0;

    (void)before;
    if (is_inside(writer, "data"))
        xml_attr(writer, "class", "move");
    for (words = slice_trim(words); words.len > 0;) {
        if (mississippi_parse_action(slice_take_until(&words, ';'), &action))
            write_action(writer, action, order++);
    }
    wire_write_hints(writer, hint);
}

/* ---- states: which side would be next ---- */

/* The old server names a next player even when the game is over, and clients need one; our position
 * no longer knows it. */
static enum side next_player(const struct wire_state *state)
{
    const struct position *pos = state->pos;
    const struct mississippi *m = mississippi_of(pos);

    if (pos->side != SIDE_NONE)
        return pos->side;
    if (m->end == END_NOMOVE)
        return game_other(m->winner);
    if (m->end == END_LAG && pos->ruleset == RULES_SERVER)
        return SIDE_BLUE; /* it looks for a lag only then */
    if (pos->turn % 2 == 0)
        return mississippi_leader(pos);
    return game_other(state->before ? state->before->side : m->winner);
}

/* ---- states: writing ---- */

static void write_player(struct xml_writer *writer, const struct wire_state *state, enum side side)
{
    const struct ship *ship = &mississippi_of(state->pos)->ship[side];
    const char *name = state->names[side];

    xml_attr(writer, "displayName", name && name[0] ? name : "Unknown");
    xml_attr(writer, "color", color_name[side]);
    xml_attr_int(writer, "points", mississippi_points(ship));
    xml_attr_int(writer, "x", ship->x);
    xml_attr_int(writer, "y", ship->y);
    xml_attr(writer, "direction", mississippi_dir_name[ship->dir]);
    xml_attr_int(writer, "speed", ship->speed);
    xml_attr_int(writer, "coal", ship->coal);
    xml_attr_int(writer, "tile", river_segment_of(ship->place));
    xml_attr_int(writer, "passenger", ship->passengers);
}

static void write_field(struct xml_writer *writer, const struct mississippi *m, int tile, int index)
{
    int x, y;

    river_place_xy(m, tile * RIVER_SEGMENT_FIELDS + index, &x, &y);
    xml_open(writer, "field");
    xml_attr(writer, "type", field_name[m->field[tile][index]]);
    xml_attr_int(writer, "x", x);
    xml_attr_int(writer, "y", y);
    xml_attr_int(writer, "points", river_row[index]);
    xml_close(writer);
}

static void write_tile(struct xml_writer *writer, const struct mississippi *m, int tile)
{
    assert(tile >= 0 && tile < m->known);
    xml_open(writer, "tile");
    xml_attr_flag(writer, "visible", true);
    xml_attr_int(writer, "index", tile);
    xml_attr_int(writer, "direction", m->dir[tile]);
    xml_open(writer, "fields");
    for (int index = 0; index < RIVER_SEGMENT_FIELDS; index++)
        write_field(writer, m, tile, index);
    xml_close(writer);
    xml_close(writer);
}

/* Neither the river ahead nor what was left behind is shown. */
static void write_board(struct xml_writer *writer, const struct mississippi *m)
{
    xml_open(writer, "board");
    xml_open(writer, "tiles");
    for (int tile = river_first_visible(m); tile <= river_last_known(m); tile++)
        write_tile(writer, m, tile);
    xml_close(writer);
    xml_close(writer);
}

/* A memento's state has a class, a replay's has none. */
static void write_state(struct xml_writer *writer, const struct wire_state *state)
{
    const struct mississippi *m = mississippi_of(state->pos);
    bool is_memento = is_inside(writer, "data");
    enum side next = next_player(state);

    xml_open(writer, "state");
    if (is_memento)
        xml_attr(writer, "class", "state");
    xml_attr_int(writer, "turn", state->pos->turn);
    xml_attr(writer, "startPlayer", color_name[SIDE_RED]);
    xml_attr(writer, "currentPlayer", color_name[next]);
    xml_attr_flag(writer, "freeTurn", m->ship[next].free_turns == 2);
    wire_write_players(writer, &mississippi_wire, state);
    write_board(writer, m);
    wire_write_last_move(writer, &mississippi_wire, state);
    xml_close(writer);
}

/* ---- states: reading ---- */

struct state_reading {
    struct position pos;
    struct mississippi *m;         /* of `pos` */
    int first, last;               /* tiles that are given */
    int centre[RIVER_SEGMENTS][2]; /* of the given tiles */
    int tile_of_ship[SIDE_NONE];   /* what the state says, or NO_TILE */
    struct err *why;
};

static bool refuse(const struct state_reading *r, const char *part)
{
    return err_set(r->why, "bad_position", part);
}

static bool read_head(const struct xml_node *state, struct state_reading *r)
{
    int turn;

    if (!xml_get_int(state, "turn", 0, MISSISSIPPI_TURN_LIMIT, &turn))
        return refuse(r, "turn");
    r->pos.turn = (uint16_t)turn;
    r->pos.side = (uint8_t)wire_index(color_name, xml_get(state, "currentPlayer"));
    return r->pos.side != SIDE_NONE || refuse(r, "currentPlayer");
}

/* The fields come in a fixed order, so each of them tells where the centre is. */
static bool read_field(const struct xml_node *node, struct state_reading *r, int tile, int index)
{
    int kind = wire_index(field_name, xml_get(node, "type")), x, y;
    const int8_t *offset = river_offset[r->m->dir[tile]][index];
    int *centre = r->centre[tile];

    if (kind == FIELD_NONE || kind == FIELD_KINDS ||
        !xml_get_int(node, "x", INT8_MIN, INT8_MAX, &x) ||
        !xml_get_int(node, "y", INT8_MIN, INT8_MAX, &y))
        return refuse(r, "field");
    if (index == 0) {
        centre[0] = x - offset[0];
        centre[1] = y - offset[1];
    }
    r->m->field[tile][index] = (uint8_t)kind;
    return (centre[0] == x - offset[0] && centre[1] == y - offset[1]) || refuse(r, "field");
}

static bool read_tile(const struct xml_node *node, struct state_reading *r)
{
    const struct xml_node *fields = xml_child(node, "fields");
    int tile, dir, index = 0;

    if (!xml_get_int(node, "index", 0, RIVER_SEGMENTS - 1, &tile) ||
        r->m->dir[tile] != DIR_HIDDEN ||
        !xml_get_int(node, "direction", 0, RIVER_DIRECTIONS - 1, &dir) ||
        xml_count(fields, "field") != RIVER_SEGMENT_FIELDS)
        return refuse(r, "tile");
    r->m->dir[tile] = (uint8_t)dir;
    r->first = tile < r->first ? tile : r->first;
    r->last = tile > r->last ? tile : r->last;
    for (const struct xml_node *f = xml_child(fields, "field"); f; f = xml_next(f, "field")) {
        if (!read_field(f, r, tile, index++))
            return false;
    }
    return true;
}

/* Official states have no tiles but visible ones; others would spoil the visible range. */
static bool read_tiles(const struct xml_node *state, struct state_reading *r)
{
    const struct xml_node *tiles = xml_child(xml_child(state, "board"), "tiles");

    memset(r->m->dir, DIR_HIDDEN, RIVER_SEGMENTS);
    r->first = RIVER_SEGMENTS;
    r->last = NO_TILE;
    for (const struct xml_node *t = xml_child(tiles, "tile"); t; t = xml_next(t, "tile")) {
        bool is_visible = !xml_get(t, "visible") || xml_get_flag(t, "visible");
        if (is_visible && !read_tile(t, r))
            return false;
    }
    return r->last != NO_TILE || refuse(r, "tiles");
}

static bool read_ship(const struct xml_node *node, struct state_reading *r, enum side side)
{
    int x, y, speed, coal, passengers;

    r->tile_of_ship[side] = NO_TILE;
    if (!node)
        return refuse(r, color_name[side]);
    int dir = wire_index(mississippi_dir_name, xml_get(node, "direction"));
    if (dir == RIVER_DIRECTIONS || !xml_get_int(node, "x", INT8_MIN, INT8_MAX, &x) ||
        !xml_get_int(node, "y", INT8_MIN, INT8_MAX, &y) ||
        !xml_get_int(node, "speed", 1, SHIP_SPEED_MAX, &speed) ||
        !xml_get_int(node, "coal", 0, SHIP_COAL_MAX, &coal) ||
        !xml_get_int(node, "passenger", 0, SHIP_PASSENGERS_MAX, &passengers))
        return refuse(r, color_name[side]);
    xml_get_int(node, "tile", 0, RIVER_SEGMENTS - 1, &r->tile_of_ship[side]);
    r->m->ship[side] = (struct ship){
        .x = (int8_t)x,
        .y = (int8_t)y,
        .dir = (uint8_t)dir,
        .speed = (uint8_t)speed,
        .coal = (uint8_t)coal,
        .passengers = (uint8_t)passengers,
        .free_turns = 1, /* a state only tells it of the player to move */
    };
    return true;
}

static bool is_ship_in_place(struct state_reading *r, enum side side)
{
    struct ship *ship = &r->m->ship[side];
    int place = river_locate(r->m, ship->x, ship->y, 0, RIVER_SEGMENTS - 1);

    if (place == RIVER_NO_PLACE)
        return false;
    ship->place = (uint8_t)place;
    return r->tile_of_ship[side] == NO_TILE || r->tile_of_ship[side] == river_segment_of(place);
}

/* Lays out the river and compares it with the tiles and ships of the state. */
static bool is_course_right(struct state_reading *r)
{
    if (!river_is_course(r->m->dir, r->last + 1))
        return false;
    river_lay_out(r->m);
    for (int tile = r->first; tile <= r->last; tile++) {
        if (r->m->centre_x[tile] != r->centre[tile][0] ||
            r->m->centre_y[tile] != r->centre[tile][1])
            return false;
    }
    return is_ship_in_place(r, SIDE_RED) && is_ship_in_place(r, SIDE_BLUE);
}

/*
 * Tiles behind both ships are taken off the board and from the state, but a position's text lays
 * the river out from its source.  They get some course that leads to the first tile given (there
 * are often several) and nothing but islands: no ship can go there, and no real tile looks like
 * that, so a client that knows them from an earlier state can tell and put them in.
 */
static bool find_course(struct state_reading *r, int tile)
{
    assert(tile >= 0 && tile <= r->first);
    if (tile == r->first)
        return is_course_right(r);
    memset(r->m->field[tile], FIELD_ISLAND, RIVER_SEGMENT_FIELDS);
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        r->m->dir[tile] = (uint8_t)dir;
        bool is_hopeless = tile > 0 && !river_is_course(r->m->dir, tile + 1);
        if (!is_hopeless && find_course(r, tile + 1))
            return true;
    }
    return false;
}

/* One tile beyond the farthest one ever entered is visible.  Whether the last tile was entered and
 * left again cannot be told, but then it makes no difference. */
static int find_latest(const struct state_reading *r)
{
    int red = river_segment_of(r->m->ship[SIDE_RED].place),
        blue = river_segment_of(r->m->ship[SIDE_BLUE].place);

    return red == r->last || blue == r->last ? r->last : r->last - 1;
}

/* The side is the one that the state names, also after the end; parsing the text finds out, except
 * that in ruleset book a ship in the goal may have been pushed there. */
static bool read_state(const struct xml_node *state, struct buf *text, struct err *why)
{
    struct state_reading r = {.why = why};

    r.m = mississippi_body(&r.pos);
    if (!read_head(state, &r) || !read_tiles(state, &r) ||
        !read_ship(xml_child(state, "red"), &r, SIDE_RED) ||
        !read_ship(xml_child(state, "blue"), &r, SIDE_BLUE))
        return false;
    if (!find_course(&r, 0))
        return refuse(&r, "tiles");
    r.m->latest = (uint8_t)find_latest(&r);
    if (xml_get_flag(state, "freeTurn"))
        r.m->ship[r.pos.side].free_turns = 2;
    mississippi_print_position(&r.pos, text);
    return true;
}

/* ---- the end ---- */

#define EARLY "Das Spiel ist vorzeitig zu Ende.\n"

static const struct wire_end ends[] = {
    {"goal", {"Das Spiel ist beendet.\nEin Spieler ist im Ziel"}},
    {"lag", {EARLY "Ein Spieler wurde abgehängt."}},
    {"roundlimit", {"Das Rundenlimit wurde erreicht."}},
    {"nomove", {EARLY "Ein Spieler kann nicht mehr ziehen."}},
    {NULL, {"Das Spiel ist beendet."}},
};

/* ---- refused moves ---- */

static const struct wire_mistake mistakes[] = {
    {"empty", NULL, "Der Zug enthält keine Aktionen", false},
    {"mp_left", NULL, "Es sind noch {3} Bewegungspunkte übrig.", false},
    {"mp_overdrawn", NULL, "Es sind {3} Bewegungspunkte zuviel verbraucht worden.", false},
    {0},
};

const struct game_wire mississippi_wire = {
    .game = "mississippi",
    .game_type = "swc_2017_mississippi_queen",
    .season = SEASON_2017,
    .read_move = read_move,
    .write_move = write_move,
    .write_state = write_state,
    .read_state = read_state,
    .read_last_move = read_last_move,
    .write_player = write_player,
    .ends = ends,
    .mistakes = mistakes,
};
