/*
 * Positions of season 2024 as text:
 *   DIRS FIELDS visible side turn RED BLUE [won=r|b|d] [stuck=r|b] [rules=server]
 * with the season's directions, coordinates and order of fields (river_2024.h).
 * Moves as text: acc:+1;turn:DOWN_RIGHT;step:2;push:LEFT
 */

#include "games/mississippi/action_search_2024.h"

#include "game/text.h"

#include <assert.h>

/* ? hidden, W water, I island, G goal; passengers by direction of their dock, with the season's
 * number: 0 .. 5, and a .. f once it is aboard. */
static char letter_of(int kind)
{
    static const char plain[FIELD_PASSENGER + 1] = "?W__GI";

    if (kind < FIELD_PASSENGER)
        return plain[kind];
    if (kind < FIELD_EMPTIED)
        return (char)('0' + river24_direction(kind - FIELD_PASSENGER));
    return (char)('a' + river24_direction(kind - FIELD_EMPTIED));
}

int mississippi24_kind_of(char letter)
{
    int kind = 0;

    while (kind < FIELD_KINDS_2024 && (letter == '_' || letter_of(kind) != letter))
        kind++;
    return kind;
}

/* ---- printing ---- */

static void print_ship(const struct ship *ship, struct buf *out)
{
    const int numbers[] = {river24_q(ship->x, ship->y),
                           ship->y,
                           river24_direction(ship->dir),
                           ship->speed,
                           ship->coal,
                           ship->passengers,
                           ship->free_turns,
                           mississippi24_points(ship)};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        buf_add_char(out, i == 0 ? ' ' : ',');
        buf_add_int(out, numbers[i]);
    }
}

static void print_river(const struct mississippi *m, struct buf *out)
{
    for (int i = 0; i < RIVER_SEGMENTS; i++)
        buf_add_char(out,
                     m->dir[i] == DIR_HIDDEN ? '?' : (char)('0' + river24_direction(m->dir[i])));
    for (int i = 0; i < RIVER_SEGMENTS; i++) {
        buf_add_char(out, i == 0 ? ' ' : '/');
        for (int index = 0; index < RIVER_SEGMENT_FIELDS; index++)
            buf_add_char(out, letter_of(m->field[i][river24_listed[index]]));
    }
}

void mississippi24_print_position(const struct position *pos, struct buf *out)
{
    const struct mississippi24 *g = mississippi24_of(pos);
    const struct mississippi *m = &g->m;

    assert((m->end == END_NONE) == (pos->side != SIDE_NONE));
    print_river(m, out);
    buf_add_char(out, ' ');
    buf_add_int(out, river24_visible(m));
    buf_add_char(out, ' ');
    text_add_turn(out, pos);
    print_ship(&m->ship[SIDE_RED], out);
    print_ship(&m->ship[SIDE_BLUE], out);
    if (m->end != END_NONE) {
        buf_add(out, " won=");
        buf_add_char(out, m->winner == SIDE_NONE ? 'd' : text_side_letter(m->winner));
    }
    if (g->stuck) {
        buf_add(out, " stuck=");
        buf_add_char(out, text_side_letter(mississippi24_stuck(g)));
    }
    text_add_ruleset(out, pos);
}

/* ---- reading ---- */

/* How many segments have a direction in the text; 0 if it is not one. */
static int read_course(struct slice word, struct mississippi *m, struct err *why)
{
    int given = 0;

    for (size_t i = 0; i < RIVER_SEGMENTS && word.len == RIVER_SEGMENTS; i++) {
        bool is_hidden = word.at[i] == '?';
        if (!is_hidden && (word.at[i] < '0' || word.at[i] > '5' || given < (int)i))
            return text_refuse(why, "bad_course", word);
        m->dir[i] = is_hidden ? DIR_HIDDEN : (uint8_t)river24_direction(word.at[i] - '0');
        given += !is_hidden;
    }
    return river24_is_course(m->dir, given) ? given : text_refuse(why, "bad_course", word);
}

/* A segment is hidden as a whole. */
static bool read_segment(struct slice word, struct mississippi *m, int segment, struct err *why)
{
    if (word.len != RIVER_SEGMENT_FIELDS)
        return text_refuse(why, "bad_fields", word);
    for (int i = 0; i < RIVER_SEGMENT_FIELDS; i++) {
        int kind = mississippi24_kind_of(word.at[i]);
        if (kind == FIELD_KINDS_2024 || (kind == FIELD_NONE) != (word.at[0] == '?'))
            return text_refuse(why, "bad_fields", word);
        m->field[segment][river24_listed[i]] = (uint8_t)kind;
    }
    return true;
}

/* The direction of the first hidden segment is shown. */
static bool read_river(struct slice course, struct slice fields, struct mississippi24 *g,
                       struct err *why)
{
    int directions = read_course(course, &g->m, why), known = 0;
    struct slice rest = fields;

    if (directions == 0)
        return false;
    if (fields.len != RIVER_SEGMENTS * (RIVER_SEGMENT_FIELDS + 1) - 1)
        return text_refuse(why, "bad_fields", fields);
    for (int i = 0; i < RIVER_SEGMENTS; i++) {
        struct slice word = slice_take_until(&rest, '/');
        if (!read_segment(word, &g->m, i, why))
            return false;
        bool is_known = g->m.field[i][0] != FIELD_NONE;
        if (is_known && known < i)
            return text_refuse(why, "bad_fields", fields);
        known += is_known;
    }
    if (known < VISIBLE_AT_FIRST ||
        directions != (known < RIVER_SEGMENTS ? known + 1 : RIVER_SEGMENTS))
        return text_refuse(why, "bad_fields", fields);
    river24_lay_out(g, known);
    return true;
}

enum { SHIP_NUMBERS = 8 };

static bool read_numbers(struct slice word, int number[SHIP_NUMBERS])
{
    static const int16_t range[SHIP_NUMBERS][2] = {
        {INT8_MIN, INT8_MAX}, {INT8_MIN, INT8_MAX}, {0, RIVER_DIRECTIONS - 1},
        {1, SHIP_SPEED_MAX},  {0, SHIP_COAL_MAX},   {0, PASSENGERS_ON_BOARD},
        {1, FREE_TURNS_MAX},  {0, INT8_MAX}};

    for (int i = 0; i < SHIP_NUMBERS; i++) {
        if ((i > 0 && !slice_take_char(&word, ',')) ||
            !slice_take_int(&word, range[i][0], range[i][1], &number[i]))
            return false;
    }
    return word.len == 0;
}

/* By the server's rules a ship may have been pushed into the first hidden segment. */
static int find_place(const struct position *pos, int x, int y)
{
    struct mississippi m = *mississippi_of(pos);
    int place = river_locate(&m, x, y, 0, RIVER_SEGMENTS - 1);

    if (place != RIVER_NO_PLACE)
        return river_is_passable(river_field_at(&m, place)) ? place : RIVER_NO_PLACE;
    if (pos->ruleset == RULES_BOOK || m.known == RIVER_SEGMENTS)
        return RIVER_NO_PLACE;
    int hidden = m.known++;
    return river_locate(&m, x, y, hidden, hidden);
}

static bool read_ship(struct slice word, struct position *pos, enum side side, struct err *why)
{
    struct ship *ship = &mississippi_body(pos)->ship[side];
    int number[SHIP_NUMBERS];

    if (!read_numbers(word, number))
        return text_refuse(why, "bad_ship", word);
    int x = river24_x(number[0], number[1]);
    int place = x < INT8_MIN || x > INT8_MAX ? RIVER_NO_PLACE : find_place(pos, x, number[1]);
    if (place == RIVER_NO_PLACE)
        return text_refuse(why, "bad_ship", word);
    *ship = (struct ship){
        .x = (int8_t)x,
        .y = (int8_t)number[1],
        .dir = (uint8_t)river24_direction(number[2]),
        .speed = (uint8_t)number[3],
        .coal = (uint8_t)number[4],
        .passengers = (uint8_t)number[5],
        .free_turns = (uint8_t)number[6],
        .place = (uint8_t)place,
    };
    return mississippi24_points(ship) == number[7] || text_refuse(why, "bad_points", word);
}

static bool read_ships(struct slice words, struct position *pos, struct err *why)
{
    const struct ship *ship = mississippi_of(pos)->ship;
    struct slice red = slice_take_word(&words), blue = slice_take_word(&words);

    if (!read_ship(red, pos, SIDE_RED, why) || !read_ship(blue, pos, SIDE_BLUE, why) ||
        !text_check_end(words, why))
        return false;
    return ship[SIDE_RED].place != ship[SIDE_BLUE].place || text_refuse(why, "same_field", blue);
}

static bool read_visible(struct slice word, struct mississippi *m, struct err *why)
{
    int visible;

    if (!slice_to_count(word, RIVER_SEGMENTS, &visible) || visible < VISIBLE_AT_FIRST)
        return text_refuse(why, "bad_visible", word);
    m->latest = (uint8_t)(visible - VISIBLE_AT_FIRST);
    return true;
}

/* In ruleset book no ship gets to where it cannot see. */
static bool check_visible(struct slice word, const struct position *pos, struct err *why)
{
    const struct mississippi *m = mississippi_of(pos);
    int last = river_last_visible(m) + (pos->ruleset == RULES_SERVER);

    return (river_segment_of(m->ship[SIDE_RED].place) <= last &&
            river_segment_of(m->ship[SIDE_BLUE].place) <= last) ||
           text_refuse(why, "bad_visible", word);
}

/* Cuts "stuck=X"; 0: nothing is written. */
static uint8_t cut_stuck(struct slice *words)
{
    return text_cut_last(words, "stuck=r")   ? 1 + SIDE_RED
           : text_cut_last(words, "stuck=b") ? 1 + SIDE_BLUE
                                             : 0;
}

/* A finished game names the winner and the ship that was stuck, because the board alone does not
 * tell; the reason is then found. */
static bool read_end(struct position *pos, enum side winner, struct err *why)
{
    struct mississippi *m = mississippi_body(pos);

    m->end = (uint8_t)mississippi24_end_with_winner(pos, winner);
    m->winner = (uint8_t)winner;
    return m->end != END_NONE || err_set(why, "not_won", "-");
}

bool mississippi24_parse_position(struct slice text, struct position *pos, struct err *why)
{
    struct slice course = slice_take_word(&text), fields = slice_take_word(&text);
    struct slice visible = slice_take_word(&text);
    struct text_tail tail = text_tail(text);
    struct position read = {.ruleset = tail.ruleset};
    struct mississippi24 *g = mississippi24_body(&read);
    enum side winner;

    g->stuck = cut_stuck(&tail.more);
    bool has_winner = mississippi_cut_winner(&tail.more, &winner);
    if (!read_river(course, fields, g, why) || !read_visible(visible, &g->m, why) ||
        !text_read_turn(&tail, MISSISSIPPI_TURN_LIMIT, why) || !read_ships(tail.more, &read, why) ||
        !check_visible(visible, &read, why))
        return false;
    if (has_winner != (tail.side == SIDE_NONE) || (g->stuck && !has_winner))
        return err_set(why, "bad_side", has_winner ? "won=" : g->stuck ? "stuck=" : "-");
    read.side = tail.side;
    read.turn = (uint16_t)tail.turn;
    if (has_winner && !read_end(&read, winner, why))
        return false;
    mississippi24_end_if_over(&read);
    mississippi24_rekey(&read);
    *pos = read;
    return true;
}

/* ---- actions ---- */

bool mississippi24_parse_action(struct slice word, struct action *action)
{
    struct slice name = slice_take_until(&word, ':');

    for (int kind = 0; kind < ACTION_KINDS; kind++) {
        bool is_direction = kind == ACTION_TURN || kind == ACTION_PUSH;
        action->kind = (enum action_kind)kind;
        if (slice_is(name, mississippi_action_name[kind]))
            return is_direction ? mississippi_read_direction(word, &action->value)
                                : mississippi_read_value(word, &action->value);
    }
    return false;
}

void mississippi24_print_action(const struct action *action, struct buf *out)
{
    if (action->kind != ACTION_TURN) {
        mississippi_print_action(action, out);
        return;
    }
    buf_add(out, mississippi_action_name[ACTION_TURN]);
    buf_add_char(out, ':');
    buf_add(out, mississippi_dir_name[action->value]);
}

void mississippi24_print_actions(const struct action actions[], int count, struct buf *out)
{
    for (int i = 0; i < count; i++) {
        if (out->len > 0)
            buf_add_char(out, ';');
        mississippi24_print_action(&actions[i], out);
    }
}

/* Finds a way that burns as much coal as the move. */
static bool find_words(struct voyage24 start, struct move_scope scope,
                       const struct end_state24 *end, struct route24 *route)
{
    start.last = scope.last;
    return action_search24_to_end_state(&start, end, scope.turns, route) &&
           start.coal - route->burnt == end->coal;
}

/* Ways over visible fields come first: a player that thought about a guess knows that they are
 * there.  A move that wastes coal gets the cheapest way to its end state, and an end state that no
 * search finds has no words. */
void mississippi24_print_move(const struct position *pos, move_t move, struct buf *out)
{
    struct end_state24 end = mississippi24_unpack(move);
    int visible = river_last_visible(mississippi_of(pos)), all = river24_last_open(pos);
    const struct move_scope scopes[] = {
        {TURNS_PLAIN, visible}, {TURNS_ALL, visible}, {TURNS_PLAIN, all}, {TURNS_ALL, all}};
    struct route24 route;
    bool is_found = false;

    if (pos->side == SIDE_NONE)
        return;
    struct voyage24 start = voyage24_begin(pos, NULL);
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes && !is_found; i++)
        is_found = find_words(start, scopes[i], &end, &route);
    if (is_found || action_search24_to_end_state(&start, &end, TURNS_ALL, &route))
        mississippi24_print_actions(route.action, route.count, out);
}
