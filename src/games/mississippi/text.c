/*
 * Positions as text: DIRS FIELDS latest side turn RED BLUE [won=r|b|d] [rules=server]
 * Moves as text: acc:+1;turn:-1;step:2;push:DOWN_LEFT
 */

#include "games/mississippi/action_search.h"

#include "game/text.h"

#include <assert.h>

static const char letters[FIELD_KINDS + 1] = "?WLSGB012345";

/* ---- printing ---- */

static void print_ship(const struct ship *ship, struct buf *out)
{
    const int numbers[] = {ship->x,    ship->y,          ship->dir,       ship->speed,
                           ship->coal, ship->passengers, ship->free_turns};

    for (int i = 0; i < 7; i++) {
        buf_add_char(out, i == 0 ? ' ' : ',');
        buf_add_int(out, numbers[i]);
    }
}

void mississippi_print_position(const struct position *pos, struct buf *out)
{
    const struct mississippi *m = mississippi_of(pos);

    assert((m->end == END_NONE) == (pos->side != SIDE_NONE));
    for (int i = 0; i < RIVER_SEGMENTS; i++)
        buf_add_char(out, m->dir[i] == DIR_HIDDEN ? '?' : (char)('0' + m->dir[i]));
    for (int i = 0; i < RIVER_SEGMENTS; i++) {
        buf_add_char(out, i == 0 ? ' ' : '/');
        for (int index = 0; index < RIVER_SEGMENT_FIELDS; index++)
            buf_add_char(out, letters[m->field[i][index]]);
    }
    buf_add_char(out, ' ');
    buf_add_int(out, m->latest);
    buf_add_char(out, ' ');
    text_add_turn(out, pos);
    print_ship(&m->ship[SIDE_RED], out);
    print_ship(&m->ship[SIDE_BLUE], out);
    if (m->end != END_NONE) {
        buf_add(out, " won=");
        buf_add_char(out, m->winner == SIDE_NONE ? 'd' : text_side_letter(m->winner));
    }
    text_add_ruleset(out, pos);
}

/* ---- reading ---- */

static bool read_course(struct slice word, struct mississippi *m, struct err *why)
{
    int known = 0;

    if (word.len != RIVER_SEGMENTS)
        return text_refuse(why, "bad_course", word);
    for (int i = 0; i < RIVER_SEGMENTS; i++) {
        bool is_hidden = word.at[i] == '?';
        if (!is_hidden && (word.at[i] < '0' || word.at[i] > '5' || known < i))
            return text_refuse(why, "bad_course", word);
        m->dir[i] = is_hidden ? DIR_HIDDEN : (uint8_t)(word.at[i] - '0');
        known += !is_hidden;
    }
    if (!river_is_course(m->dir, known))
        return text_refuse(why, "bad_course", word);
    river_lay_out(m);
    return true;
}

int mississippi_kind_of(char letter)
{
    int kind = 0;

    while (kind < FIELD_KINDS && letters[kind] != letter)
        kind++;
    return kind;
}

/* A segment is hidden as a whole, together with its direction. */
static bool read_segment(struct slice word, struct mississippi *m, int segment, struct err *why)
{
    if (word.len != RIVER_SEGMENT_FIELDS)
        return text_refuse(why, "bad_fields", word);
    for (int i = 0; i < RIVER_SEGMENT_FIELDS; i++) {
        int kind = mississippi_kind_of(word.at[i]);
        if (kind == FIELD_KINDS || (kind == FIELD_NONE) != (segment >= m->known))
            return text_refuse(why, "bad_fields", word);
        m->field[segment][i] = (uint8_t)kind;
    }
    return true;
}

static bool read_fields(struct slice word, struct mississippi *m, struct err *why)
{
    if (word.len != RIVER_SEGMENTS * (RIVER_SEGMENT_FIELDS + 1) - 1)
        return text_refuse(why, "bad_fields", word);
    for (int i = 0; i < RIVER_SEGMENTS; i++) {
        if (!read_segment(slice_take_until(&word, '/'), m, i, why))
            return false;
    }
    m->board_key = river_board_key(m);
    return true;
}

static bool read_ship(struct slice word, const struct mississippi *m, struct ship *ship,
                      struct err *why)
{
    static const int16_t range[7][2] = {{-128, 127},
                                        {-128, 127},
                                        {0, 5},
                                        {1, SHIP_SPEED_MAX},
                                        {0, SHIP_COAL_MAX},
                                        {0, SHIP_PASSENGERS_MAX},
                                        {1, 2}};
    struct slice rest = word;
    int number[7];

    for (int i = 0; i < 7; i++) {
        if ((i > 0 && !slice_take_char(&rest, ',')) ||
            !slice_take_int(&rest, range[i][0], range[i][1], &number[i]))
            return text_refuse(why, "bad_ship", word);
    }
    if (rest.len > 0)
        return text_refuse(why, "bad_ship", word);
    int place = river_locate(m, number[0], number[1], 0, RIVER_SEGMENTS - 1);
    if (!river_is_passable(river_field_at(m, place)))
        return text_refuse(why, "bad_ship", word);
    *ship = (struct ship){
        .x = (int8_t)number[0],
        .y = (int8_t)number[1],
        .dir = (uint8_t)number[2],
        .speed = (uint8_t)number[3],
        .coal = (uint8_t)number[4],
        .passengers = (uint8_t)number[5],
        .free_turns = (uint8_t)number[6],
        .place = (uint8_t)place,
    };
    return true;
}

bool mississippi_cut_winner(struct slice *words, enum side *winner)
{
    *winner = SIDE_NONE;
    if (text_cut_last(words, "won=d"))
        return true;
    *winner = SIDE_RED;
    if (text_cut_last(words, "won=r"))
        return true;
    *winner = SIDE_BLUE;
    return text_cut_last(words, "won=b");
}

static bool read_ships(struct slice words, struct mississippi *m, struct err *why)
{
    struct slice red = slice_take_word(&words), blue = slice_take_word(&words);

    if (!read_ship(red, m, &m->ship[SIDE_RED], why) ||
        !read_ship(blue, m, &m->ship[SIDE_BLUE], why) || !text_check_end(words, why))
        return false;
    return m->ship[SIDE_RED].place != m->ship[SIDE_BLUE].place ||
           text_refuse(why, "same_field", blue);
}

static bool read_latest(struct slice word, struct mississippi *m, struct err *why)
{
    int latest;

    if (!slice_to_count(word, RIVER_SEGMENTS - 1, &latest))
        return text_refuse(why, "bad_latest", word);
    m->latest = (uint8_t)latest;
    return true;
}

/* No ship is ahead of the latest segment. */
static bool check_latest(struct slice word, const struct mississippi *m, struct err *why)
{
    return (river_segment_of(m->ship[SIDE_RED].place) <= m->latest &&
            river_segment_of(m->ship[SIDE_BLUE].place) <= m->latest) ||
           text_refuse(why, "bad_latest", word);
}

/* A finished game names the winner, because the board alone does not tell; the reason is then
 * found. */
static bool read_end(struct position *pos, enum side winner, struct err *why)
{
    struct mississippi *m = mississippi_body(pos);

    m->end = (uint8_t)mississippi_end_with_winner(pos, winner);
    m->winner = (uint8_t)winner;
    return m->end != END_NONE || err_set(why, "not_won", "-");
}

bool mississippi_parse_position(struct slice text, struct position *pos, struct err *why)
{
    struct slice course = slice_take_word(&text), fields = slice_take_word(&text);
    struct slice latest = slice_take_word(&text);
    struct text_tail tail = text_tail(text);
    struct position read = {.ruleset = tail.ruleset};
    struct mississippi *m = mississippi_body(&read);
    enum side winner;
    bool has_winner = mississippi_cut_winner(&tail.more, &winner);

    if (!read_course(course, m, why) || !read_fields(fields, m, why) ||
        !read_latest(latest, m, why) || !text_read_turn(&tail, MISSISSIPPI_TURN_LIMIT, why) ||
        !read_ships(tail.more, m, why) || !check_latest(latest, m, why))
        return false;
    if (has_winner != (tail.side == SIDE_NONE))
        return err_set(why, "bad_side", has_winner ? "won=" : "-");
    read.side = tail.side;
    read.turn = (uint16_t)tail.turn;
    if (has_winner && !read_end(&read, winner, why))
        return false;
    mississippi_end_if_over(&read);
    mississippi_rekey(&read);
    *pos = read;
    return true;
}

/* ---- actions ---- */

const char *const mississippi_dir_name[RIVER_DIRECTIONS + 1] = {"RIGHT", "UP_RIGHT",  "UP_LEFT",
                                                                "LEFT",  "DOWN_LEFT", "DOWN_RIGHT"};

const char *const mississippi_action_name[ACTION_KINDS] = {"acc", "turn", "step", "push"};

enum { HUGE_VALUE = 1000000 }; /* stands for every number that is larger */

bool mississippi_read_value(struct slice word, int *out)
{
    bool is_negative = slice_take_char(&word, '-');
    int value = 0;

    if (!is_negative)
        slice_take_char(&word, '+');
    for (size_t i = 0; i < word.len; i++) {
        if (word.at[i] < '0' || word.at[i] > '9')
            return false;
        if (value < HUGE_VALUE)
            value = value * 10 + (word.at[i] - '0');
    }
    *out = is_negative ? -value : value;
    return word.len > 0;
}

bool mississippi_read_direction(struct slice word, int *dir)
{
    for (*dir = 0; *dir < RIVER_DIRECTIONS; ++*dir) {
        if (slice_is(word, mississippi_dir_name[*dir]))
            return true;
    }
    return false;
}

bool mississippi_parse_action(struct slice word, struct action *action)
{
    struct slice name = slice_take_until(&word, ':');

    for (int kind = 0; kind < ACTION_KINDS; kind++) {
        action->kind = (enum action_kind)kind;
        if (slice_is(name, mississippi_action_name[kind]))
            return kind == ACTION_PUSH ? mississippi_read_direction(word, &action->value)
                                       : mississippi_read_value(word, &action->value);
    }
    return false;
}

void mississippi_print_action(const struct action *action, struct buf *out)
{
    assert(action->kind < ACTION_KINDS);
    buf_add(out, mississippi_action_name[action->kind]);
    buf_add_char(out, ':');
    if (action->kind == ACTION_PUSH) {
        buf_add(out, mississippi_dir_name[action->value]);
        return;
    }
    if (action->kind != ACTION_STEP && action->value > 0)
        buf_add_char(out, '+');
    buf_add_int(out, action->value);
}

void mississippi_print_actions(const struct action actions[], int count, struct buf *out)
{
    for (int i = 0; i < count; i++) {
        if (out->len > 0)
            buf_add_char(out, ';');
        mississippi_print_action(&actions[i], out);
    }
}

/* An end state that no search finds has no words. */
void mississippi_print_move(const struct position *pos, move_t move, struct buf *out)
{
    struct end_state end = mississippi_unpack(move);
    struct route route;

    if (pos->side == SIDE_NONE)
        return;
    struct voyage start = voyage_begin(pos, NULL);
    if (action_search_to_end_state(&start, &end, &route))
        mississippi_print_actions(route.action, route.count, out);
}
