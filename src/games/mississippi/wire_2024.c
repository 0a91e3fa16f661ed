/*
 * Mississippi Queen in the XML of season 2024, server 24.2.5.  There are no hints.
 *
 *   <data class="move">                                 acc:+1;turn:DOWN_RIGHT;step:2;push:LEFT
 *     <actions>
 *       <acceleration acc="1"/>
 *       <turn direction="DOWN_RIGHT"/>
 *       <advance distance="2"/>
 *       <push direction="LEFT"/>
 *     </actions>
 *   </data>
 */

#include "games/mississippi/voyage_2024.h"

#include "proto/wire.h"

#include <assert.h>

extern const struct game_wire mississippi24_wire;

static const char *const teams[] = {"ONE", "TWO", NULL};

static const struct {
    const char *name, *class, *attr;
    bool is_direction;
    const char *before, *after; /* what stands around the value in sentences */
} kinds[ACTION_KINDS] = {
    [ACTION_ACC] = {"acceleration", "sc.plugin2024.actions.Accelerate", "acc", false,
                    "Beschleunige um ", ""},
    [ACTION_TURN] = {"turn", "sc.plugin2024.actions.Turn", "direction", true, "Drehe nach ", ""},
    [ACTION_STEP] = {"advance", "sc.plugin2024.actions.Advance", "distance", false, "Gehe ",
                     " Felder vor"},
    [ACTION_PUSH] = {"push", "sc.plugin2024.actions.Push", "direction", true, "Dränge nach ",
                     " ab"},
};

/* ---- reading moves ---- */

static enum wire_verdict garbled(struct err *why, const char *code, const char *part)
{
    err_set(why, code, part);
    return WIRE_GARBLED;
}

/* An attribute, or an element, which XStream reads as well; false: both, or others. */
static bool find_value(const struct xml_node *node, const char *name, const char **text)
{
    const struct xml_node *child = xml_child(node, name);

    *text = xml_get(node, name);
    if (xml_count(node, NULL) != (child ? 1 : 0) || (child && *text))
        return false;
    if (child)
        *text = child->text;
    return true;
}

static bool find_kind(const struct xml_node *node, enum action_kind *kind)
{
    for (*kind = 0; *kind < ACTION_KINDS; ++*kind) {
        if (xml_is(node, kinds[*kind].name) || xml_is(node, kinds[*kind].class))
            return true;
    }
    return false;
}

/* A number that is not there is 0, as with XStream; a direction that is not there was noticed only
 * when the move was executed. */
static enum wire_verdict read_action(const struct xml_node *node, struct action *action,
                                     struct err *why)
{
    const char *text;

    if (!find_kind(node, &action->kind) || !find_value(node, kinds[action->kind].attr, &text))
        return garbled(why, "bad_move", node->name);
    action->value = 0;
    if (!kinds[action->kind].is_direction)
        return !text || xml_to_int(text, INT32_MIN, INT32_MAX, &action->value)
                   ? WIRE_MOVE
                   : garbled(why, "bad_move", node->name);
    if (!text)
        return garbled(why, "incomplete", node->name);
    return mississippi_read_direction(slice_of(text), &action->value)
               ? WIRE_MOVE
               : garbled(why, "bad_move", text);
}

/* <actions> of a move, whatever its element is called. */
static enum wire_verdict read_actions(const struct xml_node *move, struct buf *words,
                                      struct err *why)
{
    const struct xml_node *actions = xml_child(move, "actions");
    enum wire_verdict verdict = WIRE_MOVE;

    if (xml_count(move, NULL) != (actions ? 1 : 0))
        return garbled(why, "bad_move", move->name);
    if (!actions)
        return garbled(why, "incomplete", move->name);
    for (const struct xml_node *c = xml_child(actions, NULL); c; c = xml_next(c, NULL)) {
        struct action action;
        struct err problem;
        enum wire_verdict found = read_action(c, &action, &problem);
        if (found == WIRE_MOVE && verdict == WIRE_MOVE)
            mississippi24_print_actions(&action, 1, words);
        /* What cannot be read at all counts before what is missing. */
        if (found != WIRE_MOVE && strcmp(problem.code, "incomplete") != 0)
            return garbled(why, problem.code, problem.details);
        if (found != WIRE_MOVE)
            verdict = garbled(why, problem.code, problem.details);
    }
    if (verdict != WIRE_MOVE || !words->is_full)
        return verdict;
    err_set(why, "bad_move", words->data);
    return WIRE_FOUL;
}

static enum wire_verdict read_move(const struct xml_node *data, const struct position *pos,
                                   struct buf *words, struct buf *hint, struct err *why)
{
    static const char *const classes[] = {"move", "sc.plugin2024.Move", NULL};

    (void)pos, (void)hint;
    if (!wire_has_class(data, classes))
        return wire_judge_other_data(data, why);
    return read_actions(data, words, why);
}

static bool read_last_move(const struct xml_node *state, const struct position *before,
                           struct buf *words, struct buf *hint)
{
    const struct xml_node *move = xml_child(state, "lastMove");
    struct err why;

    (void)before, (void)hint;
    return move && read_actions(move, words, &why) == WIRE_MOVE && words->len > 0;
}

/* ---- writing moves ---- */

static void write_action(struct xml_writer *writer, const struct action *action)
{
    xml_open(writer, kinds[action->kind].name);
    if (kinds[action->kind].is_direction)
        xml_attr(writer, kinds[action->kind].attr, mississippi_dir_name[action->value]);
    else
        xml_attr_int(writer, kinds[action->kind].attr, action->value);
    xml_close(writer);
}

/* How the sender's list was called, which <lastMove> repeats. */
static const char *const lists[] = {NULL, "linked-list", NULL};

static void write_actions(struct xml_writer *writer, struct slice words, unsigned form)
{
    struct action action;

    xml_open(writer, "actions");
    if (lists[form])
        xml_attr(writer, "class", lists[form]);
    for (words = slice_trim(words); words.len > 0;) {
        if (mississippi24_parse_action(slice_take_until(&words, ';'), &action))
            write_action(writer, &action);
    }
    xml_close(writer);
}

/* <lastMove> has the type of a move anyway; elsewhere the class tells. */
static void write_move(struct xml_writer *writer, const struct position *before, struct slice words,
                       struct slice hint)
{
    (void)before, (void)hint;
    if (strcmp(writer->open[writer->depth - 1], "lastMove") != 0)
        xml_attr(writer, "class", "move");
    write_actions(writer, words, 0);
}

static unsigned form_of_move(const struct xml_node *data)
{
    const char *class = xml_get(xml_child(data, "actions"), "class");

    return class && strcmp(class, lists[1]) == 0;
}

/* A state with a stuck ship shows no last move. */
static void write_last_move(struct xml_writer *writer, const struct wire_state *state)
{
    if (!state->before || mississippi24_of(state->pos)->stuck)
        return;
    xml_open(writer, "lastMove");
    write_actions(writer, state->words, state->form);
    xml_close(writer);
}

/* ---- writing states ---- */

/* The server names a next player even when the game is over, and clients need one; our position no
 * longer knows it. */
static enum side next_player(const struct wire_state *state)
{
    const struct position *pos = state->pos;
    const struct mississippi24 *g = mississippi24_of(pos);

    if (pos->side != SIDE_NONE)
        return pos->side;
    if (pos->turn % 2 == 0)
        return mississippi24_leader(g);
    if (g->stuck)
        return game_other(mississippi24_stuck(g));
    return game_other(state->before ? (enum side)state->before->side : (enum side)g->m.winner);
}

static void write_player(struct xml_writer *writer, const struct wire_state *state, enum side side)
{
    (void)state;
    xml_attr(writer, "team", teams[side]);
}

static void write_cube(struct xml_writer *writer, const char *name, int x, int y)
{
    int q = river24_q(x, y);

    xml_open(writer, name);
    xml_attr_int(writer, "q", q);
    xml_attr_int(writer, "r", y);
    xml_attr_int(writer, "s", -q - y);
    xml_close(writer);
}

static void write_field(struct xml_writer *writer, int kind)
{
    bool is_passenger = kind >= FIELD_PASSENGER, is_emptied = kind >= FIELD_EMPTIED;

    xml_open(writer, is_passenger           ? "passenger"
                     : kind == FIELD_ISLAND ? "island"
                     : kind == FIELD_GOAL   ? "goal"
                                            : "water");
    if (is_passenger) {
        int dir = kind - (is_emptied ? FIELD_EMPTIED : FIELD_PASSENGER);
        xml_attr(writer, "direction", mississippi_dir_name[dir]);
        xml_attr_int(writer, "passenger", !is_emptied);
    }
    xml_close(writer);
}

static void write_segment(struct xml_writer *writer, const struct mississippi *m, int segment)
{
    xml_open(writer, "segment");
    xml_attr(writer, "direction", mississippi_dir_name[m->dir[segment]]);
    write_cube(writer, "center", m->centre_x[segment], m->centre_y[segment]);
    for (int column = 0; column < SEGMENT_COLUMNS; column++) {
        xml_open(writer, "field-array");
        for (int row = 0; row < SEGMENT_ROWS; row++)
            write_field(writer, m->field[segment][river24_listed[column * SEGMENT_ROWS + row]]);
        xml_close(writer);
    }
    xml_close(writer);
}

static void write_board(struct xml_writer *writer, const struct mississippi *m)
{
    int last = river_last_known(m), next = last + 1 < RIVER_SEGMENTS ? last + 1 : last;

    xml_open(writer, "board");
    xml_attr(writer, "nextDirection", mississippi_dir_name[m->dir[next]]);
    for (int segment = 0; segment <= last; segment++)
        write_segment(writer, m, segment);
    xml_close(writer);
}

static void write_ship(struct xml_writer *writer, const struct mississippi24 *g, enum side side)
{
    const struct ship *ship = &g->m.ship[side];

    xml_open(writer, "ship");
    xml_attr(writer, "team", teams[side]);
    xml_attr(writer, "direction", mississippi_dir_name[ship->dir]);
    xml_attr_int(writer, "speed", ship->speed);
    xml_attr_int(writer, "coal", ship->coal);
    xml_attr_int(writer, "passengers", ship->passengers);
    xml_attr_int(writer, "freeTurns", ship->free_turns);
    xml_attr_int(writer, "points", mississippi24_points(ship));
    xml_attr_flag(writer, "stuck", mississippi24_stuck(g) == side);
    write_cube(writer, "position", ship->x, ship->y);
    xml_close(writer);
}

/* The start team is that of the first state, but in a replay always the one to move. */
static void write_state(struct xml_writer *writer, const struct wire_state *state)
{
    const struct mississippi24 *g = mississippi24_of(state->pos);
    enum side next = next_player(state);

    xml_open(writer, "state");
    xml_attr(writer, "class", "state");
    bool is_first = state->is_replay || state->first_side == SIDE_NONE;
    xml_attr(writer, "startTeam", teams[is_first ? next : state->first_side]);
    xml_attr_int(writer, "turn", state->pos->turn);
    xml_attr(writer, "currentTeam", teams[next]);
    write_board(writer, &g->m);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        write_ship(writer, g, side);
    write_last_move(writer, state);
    xml_close(writer);
}

/* ---- reading states ---- */

struct state_reading {
    struct position pos;
    struct mississippi24 *g; /* of `pos` */
    struct err *why;
};

static bool refuse(const struct state_reading *r, const char *part)
{
    return err_set(r->why, "bad_position", part);
}

static bool read_number(const struct xml_node *node, const char *name, int least, int most,
                        int *out)
{
    *out = least > 0 ? least : 0;
    return !xml_get(node, name) || xml_get_int(node, name, least, most, out);
}

/* What is not there is 0 or the least, as in the official client. */
static bool read_head(const struct xml_node *state, struct state_reading *r)
{
    int turn;

    if (!read_number(state, "turn", 0, MISSISSIPPI_TURN_LIMIT, &turn))
        return refuse(r, "turn");
    r->pos.turn = (uint16_t)turn;
    r->pos.side = (uint8_t)wire_index(teams, xml_get(state, "currentTeam"));
    return r->pos.side != SIDE_NONE || refuse(r, "currentTeam");
}

static int dir_of(const char *name) { return wire_index(mississippi_dir_name, name); }

static bool read_field(const struct xml_node *node, uint8_t *kind)
{
    static const char *const names[] = {"water", "goal", "island", "passenger", NULL};
    static const uint8_t field_kinds[] = {FIELD_WATER, FIELD_GOAL, FIELD_ISLAND};
    int name = wire_index(names, node->name), count;

    if (!names[name])
        return false;
    if (name < 3) {
        *kind = field_kinds[name];
        return true;
    }
    int dir = dir_of(xml_get(node, "direction"));
    if (dir == RIVER_DIRECTIONS || !read_number(node, "passenger", 0, 1, &count))
        return false;
    *kind = (uint8_t)((count ? FIELD_PASSENGER : FIELD_EMPTIED) + dir);
    return true;
}

static bool read_column(const struct xml_node *array, struct mississippi *m, int segment,
                        int column)
{
    const struct xml_node *field = xml_child(array, NULL);

    if (xml_count(array, NULL) != SEGMENT_ROWS)
        return false;
    for (int row = 0; row < SEGMENT_ROWS; row++, field = xml_next(field, NULL)) {
        int index = river24_listed[column * SEGMENT_ROWS + row];
        if (!read_field(field, &m->field[segment][index]))
            return false;
    }
    return true;
}

static bool read_segment(const struct xml_node *node, struct mississippi *m, int segment)
{
    const struct xml_node *array = xml_child(node, "field-array");
    int dir = dir_of(xml_get(node, "direction"));

    if (dir == RIVER_DIRECTIONS || xml_count(node, "field-array") != SEGMENT_COLUMNS)
        return false;
    m->dir[segment] = (uint8_t)dir;
    for (int column = 0; column < SEGMENT_COLUMNS; column++) {
        if (!read_column(array, m, segment, column))
            return false;
        array = xml_next(array, "field-array");
    }
    return true;
}

static bool read_cube(const struct xml_node *node, int *x, int *y)
{
    int q;

    if (!node || !xml_get_int(node, "q", INT8_MIN, INT8_MAX, &q) ||
        !xml_get_int(node, "r", INT8_MIN, INT8_MAX, y))
        return false;
    *x = river24_x(q, *y);
    return *x >= INT8_MIN && *x <= INT8_MAX;
}

/* Lays out the river and compares it with the centres of the state. */
static bool is_course_right(struct state_reading *r, const struct xml_node *board, int count)
{
    const struct mississippi *m = &r->g->m;
    const struct xml_node *node = xml_child(board, "segment");
    int directions = count < RIVER_SEGMENTS ? count + 1 : count, x, y;

    if (!river24_is_course(m->dir, directions))
        return false;
    river24_lay_out(r->g, count);
    for (int i = 0; i < count; i++, node = xml_next(node, "segment")) {
        if (!read_cube(xml_child(node, "center"), &x, &y) || x != m->centre_x[i] ||
            y != m->centre_y[i])
            return false;
    }
    return true;
}

static bool read_board(const struct xml_node *state, struct state_reading *r)
{
    const struct xml_node *board = xml_child(state, "board"), *node = xml_child(board, "segment");
    struct mississippi *m = &r->g->m;
    int count = xml_count(board, "segment");

    memset(m->dir, DIR_HIDDEN, RIVER_SEGMENTS);
    if (count < VISIBLE_AT_FIRST || count > RIVER_SEGMENTS)
        return refuse(r, "board");
    for (int i = 0; i < count; i++, node = xml_next(node, "segment")) {
        if (!read_segment(node, m, i))
            return refuse(r, "segment");
    }
    if (count < RIVER_SEGMENTS)
        m->dir[count] = (uint8_t)dir_of(xml_get(board, "nextDirection"));
    m->latest = (uint8_t)(count - VISIBLE_AT_FIRST);
    return is_course_right(r, board, count) || refuse(r, "nextDirection");
}

/* By the server's rules a ship may have been pushed into the first hidden segment. */
static int find_place(const struct mississippi *m, int x, int y)
{
    struct mississippi longer = *m;

    if (m->known < RIVER_SEGMENTS)
        longer.known++;
    return river_locate(&longer, x, y, 0, RIVER_SEGMENTS - 1);
}

static bool read_numbers(const struct xml_node *node, struct ship *ship)
{
    int speed, coal, passengers, free_turns;

    if (!read_number(node, "speed", 1, SHIP_SPEED_MAX, &speed) ||
        !read_number(node, "coal", 0, SHIP_COAL_MAX, &coal) ||
        !read_number(node, "passengers", 0, PASSENGERS_ON_BOARD, &passengers) ||
        !read_number(node, "freeTurns", 1, FREE_TURNS_MAX, &free_turns))
        return false;
    ship->speed = (uint8_t)speed;
    ship->coal = (uint8_t)coal;
    ship->passengers = (uint8_t)passengers;
    ship->free_turns = (uint8_t)free_turns;
    return true;
}

static bool read_ship(const struct xml_node *node, struct state_reading *r, enum side side)
{
    struct ship *ship = &r->g->m.ship[side];
    int dir = dir_of(xml_get(node, "direction")), points, x, y;

    if (wire_index(teams, xml_get(node, "team")) != (int)side || dir == RIVER_DIRECTIONS ||
        !read_numbers(node, ship) || !read_cube(xml_child(node, "position"), &x, &y))
        return refuse(r, teams[side]);
    int place = find_place(&r->g->m, x, y);
    if (place == RIVER_NO_PLACE)
        return refuse(r, "position");
    ship->x = (int8_t)x;
    ship->y = (int8_t)y;
    ship->dir = (uint8_t)dir;
    ship->place = (uint8_t)place;
    if (xml_get_flag(node, "stuck"))
        r->g->stuck = (uint8_t)(1 + side);
    return !xml_get(node, "points") ||
           (xml_get_int(node, "points", 0, INT8_MAX, &points) &&
            points == mississippi24_points(ship)) ||
           refuse(r, "points");
}

/* ONE is always the first ship. */
static bool read_ships(const struct xml_node *state, struct state_reading *r)
{
    const struct xml_node *red = xml_child(state, "ship");
    const struct xml_node *blue = red ? xml_next(red, "ship") : NULL;

    if (!red || !blue || xml_count(state, "ship") != SIDE_NONE)
        return refuse(r, "ship");
    return read_ship(red, r, SIDE_RED) && read_ship(blue, r, SIDE_BLUE);
}

/* A game with a stuck ship is over.  Any other end is found when the text is parsed, except that in
 * ruleset book a ship in the goal may have been pushed there. */
static void end_if_stuck(struct position *pos)
{
    struct mississippi24 *g = mississippi24_body(pos);

    for (enum side side = SIDE_RED; side < SIDE_NONE && g->stuck; side++) {
        pos->side = SIDE_NONE;
        enum mississippi_end end = mississippi24_end_with_winner(pos, side);
        if (end == END_NONE)
            continue;
        g->m.end = (uint8_t)end;
        g->m.winner = (uint8_t)side;
    }
}

static bool read_state(const struct xml_node *state, struct buf *text, struct err *why)
{
    struct state_reading r = {.why = why};

    r.g = mississippi24_body(&r.pos);
    if (!read_head(state, &r) || !read_board(state, &r) || !read_ships(state, &r))
        return false;
    end_if_stuck(&r.pos);
    if ((r.pos.side == SIDE_NONE) != (r.g->m.end != END_NONE))
        return refuse(&r, "stuck");
    mississippi24_print_position(&r.pos, text);
    return true;
}

/* ---- the end ---- */

#define EVEN "Beide Teams sind gleichauf"

static const struct wire_end ends[] = {
    {"goal", {"{winner} hat das Ziel zuerst erreicht."}},
    {"stuck", {"{loser} kann sich nicht mehr bewegen."}},
    {"lag", {"{winner} liegt 3 Segmente vorne."}},
    {"points", {"{winner} hat mehr Punkte.", NULL, EVEN}},
    {"passengers", {"{WINNER} hat mehr Passagiere befördert.", NULL, EVEN}},
    {NULL, {EVEN}},
};

/* What decided: the reason, or how points and passengers compare. */
static const char *end_of(const struct position *pos)
{
    const struct mississippi24 *g = mississippi24_of(pos);
    const struct ship *ship = g->m.ship;
    enum side winner = (enum side)g->m.winner;
    struct game_result result;

    mississippi24_rules.result(pos, &result);
    bool is_ahead = winner != SIDE_NONE && river_segment_of(ship[winner].place) >
                                               river_segment_of(ship[game_other(winner)].place);
    bool are_both_home =
        mississippi24_is_home(g, &ship[SIDE_RED]) && mississippi24_is_home(g, &ship[SIDE_BLUE]);
    if (g->m.end == END_NOMOVE || (g->m.end == END_LAG && is_ahead) ||
        (g->m.end == END_GOAL && !are_both_home))
        return result.reason;
    return mississippi24_points(&ship[SIDE_RED]) != mississippi24_points(&ship[SIDE_BLUE])
               ? "points"
               : "passengers";
}

/* ---- refused moves ---- */

static const struct wire_mistake mistakes[] = {
    {"empty", "NO_ACTIONS", "Der Zug enthält keine Aktionen", true},
    {"must_push", "PUSH_ACTION_REQUIRED",
     "Wenn du auf einem gegnerischen Schiff landest, muss darauf eine Abdrängaktion folgen.",
     false},
    {"acc_not_first", "FIRST_ACTION_ACCELERATE",
     "Du kannst nur in der ersten Aktion beschleunigen.", false},
    {"mp_left", "MOVEMENT_POINTS_LEFT", "Es sind noch Bewegungspunkte übrig.", false},
    {"acc_zero", "ZERO_ACC", "Es kann nicht um den Wert 0 beschleunigt werden.", false},
    {"speed_gt6", "ABOVE_MAX_SPEED",
     "Die maximale Geschwindigkeit von 6 darf nicht überschritten werden.", false},
    {"speed_lt1", "BELOW_MIN_SPEED",
     "Die minimale Geschwindigkeit von 1 darf nicht unterschritten werden.", false},
    {"no_coal_acc", "INSUFFICIENT_COAL", "Nicht genug Kohle für die Aktion vorhanden.", false},
    {"no_coal_turn", "NOT_ENOUGH_COAL_FOR_ROTATION", "Nicht genug Kohle für Drehung.", false},
    {"step_range", "INVALID_DISTANCE", "Zurückzulegende Distanz ist ungültig.", false},
    {"no_mp", "MOVEMENT_POINTS_MISSING", "Nicht genug Bewegungspunkte.", false},
    {"push_mp", "INSUFFICIENT_PUSH",
     "Nicht genug Bewegungspunkte für notwendige nachfolgende Abdrängaktion.", false},
    {"through_ship", "SHIP_ALREADY_IN_TARGET", "Kann nicht durch einen Gegner ziehen.", false},
    {"blocked", "FIELD_IS_BLOCKED", "Feld ist blockiert.", false},
    {"push_no_mp", "MOVEMENT_POINTS_MISSING", "Nicht genug Bewegungspunkte.", false},
    {"push_no_field", "INVALID_FIELD_PUSH",
     "Ein Spieler darf nicht auf ein nicht vorhandenes (oder nicht sichtbares) Feld abgedrängt "
     "werden.",
     false},
    {"push_blocked", "BLOCKED_FIELD_PUSH",
     "Ein Spieler darf nicht auf ein blockiertes Feld abgedrängt werden.", false},
    {"push_not_on_enemy", "SAME_FIELD_PUSH",
     "Um einen Spieler abzudrängen muss man sich auf demselben Feld wie der Spieler befinden.",
     false},
    {"push_behind", "BACKWARD_PUSHING_RESTRICTED",
     "Ein Spieler darf nicht auf das Feld abdrängen, von dem er kommt.", false},
    {0},
};

static void describe_action(const struct action *action, struct buf *out)
{
    bool is_back = action->kind == ACTION_STEP && action->value < 0;

    buf_add(out, kinds[action->kind].before);
    if (kinds[action->kind].is_direction)
        buf_add(out, mississippi_dir_name[action->value]);
    else
        buf_add_int(out, action->value);
    buf_add(out, is_back ? " Felder zurück" : kinds[action->kind].after);
}

/* "Zug[Beschleunige um 1, Gehe 2 Felder vor]" */
static void describe(const struct xml_node *data, struct slice part, struct buf *out)
{
    const struct xml_node *first = xml_child(xml_child(data, "actions"), NULL);
    struct action action;
    struct err why;

    if (!slice_is(part, "move"))
        return;
    buf_add(out, "Zug[");
    for (const struct xml_node *c = first; c; c = xml_next(c, NULL)) {
        if (c != first)
            buf_add(out, ", ");
        if (read_action(c, &action, &why) == WIRE_MOVE)
            describe_action(&action, out);
    }
    buf_add_char(out, ']');
}

const struct game_wire mississippi24_wire = {
    .game = "mississippi24",
    .game_type = "swc_2024_mississippi_queen",
    .season = SEASON_2024,
    .read_move = read_move,
    .write_move = write_move,
    .write_state = write_state,
    .read_state = read_state,
    .read_last_move = read_last_move,
    .write_player = write_player,
    .ends = ends,
    .end_of = end_of,
    .irregular_end = "stuck",
    .mistakes = mistakes,
    .describe = describe,
    .form_of_move = form_of_move,
};
