#include "games/mississippi/editor.h"

#include "game/text.h"
#include "games/mississippi/river.h"

#include <assert.h>

/* ---- what there is ---- */

static const char *kind_name(int kind)
{
    static const char *const names[FIELD_PASSENGER + 1] = {"none", "water",  "log",      "sandbank",
                                                           "goal", "island", "passenger"};

    return kind < FIELD_PASSENGER ? names[kind] : kind < FIELD_EMPTIED ? "passenger" : "emptied";
}

void mississippi_edit_pieces(const struct mississippi_editor *editor, struct json *out)
{
    json_begin_array(out, "pieces");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        edit_begin_piece(out, side_name(side), "ship", side);
        json_end_object(out);
    }
    for (const char *letter = editor->fields; *letter; letter++) {
        const char id[] = {*letter, '\0'};
        edit_begin_piece(out, id, kind_name(editor->kind_of(*letter)), SIDE_NONE);
        json_end_object(out);
    }
    json_end_array(out);
    json_bool(out, "turns", true);
}

/* The number of a ship that a range is about, in the order of mississippi_editor.number. */
static uint8_t *ship_number(struct ship *ship, int index)
{
    uint8_t *const numbers[MISSISSIPPI_SHIP_NUMBERS] = {&ship->speed, &ship->coal,
                                                        &ship->passengers, &ship->free_turns};

    return numbers[index];
}

void mississippi_edit_settings(const struct mississippi_editor *editor, const struct position *pos,
                               struct json *out)
{
    struct mississippi m = *mississippi_of(pos);

    edit_print_number(out, &editor->visible, SIDE_NONE, m.latest + editor->visible_offset);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        for (int i = 0; i < MISSISSIPPI_SHIP_NUMBERS; i++)
            edit_print_number(out, &editor->number[i], side, *ship_number(&m.ship[side], i));
    }
}

/* ---- fields ---- */

/* Where the river crosses itself the field in sight is meant. */
static bool find(const struct mississippi_editor *editor, const struct mississippi *m,
                 struct slice word, int *place, struct err *why)
{
    struct slice rest = word;
    int first, second;

    if (!slice_take_int(&rest, INT8_MIN, INT8_MAX, &first) || !slice_take_char(&rest, ',') ||
        !slice_take_int(&rest, INT8_MIN, INT8_MAX, &second) || rest.len > 0)
        return text_refuse(why, "bad_field", word);
    int x = editor->x_of(first, second);
    *place = river_locate(m, x, second, river_first_visible(m), river_last_known(m));
    if (*place == RIVER_NO_PLACE)
        *place = river_locate(m, x, second, 0, m->known - 1);
    return *place != RIVER_NO_PLACE || text_refuse(why, "bad_field", word);
}

static struct ship *ship_on(struct mississippi *m, int place)
{
    return m->ship[SIDE_RED].place == place    ? &m->ship[SIDE_RED]
           : m->ship[SIDE_BLUE].place == place ? &m->ship[SIDE_BLUE]
                                               : NULL;
}

static void move_ship(struct mississippi *m, struct ship *ship, int place)
{
    int x, y;

    river_place_xy(m, place, &x, &y);
    ship->x = (int8_t)x;
    ship->y = (int8_t)y;
    ship->place = (uint8_t)place;
}

/* A ship shows the river as it would have on its way. */
static void reveal(const struct mississippi_editor *editor, struct mississippi *m, int segment)
{
    int latest = editor->visible.max - editor->visible_offset;

    if (segment < latest)
        latest = segment;
    if (m->latest < latest)
        m->latest = (uint8_t)latest;
}

static bool put_ship(const struct mississippi_editor *editor, struct mississippi *m,
                     struct ship *ship, int place, struct slice field, struct err *why)
{
    struct ship *there = ship_on(m, place);

    if (!river_is_passable(river_field_at(m, place)))
        return text_refuse(why, "edit_no_water", field);
    if (there && there != ship)
        return text_refuse(why, "same_field", field);
    move_ship(m, ship, place);
    reveal(editor, m, river_segment_of(place));
    return true;
}

/* The first direction in which a ship can land. */
static int find_landing(const struct mississippi *m, int place)
{
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        int x, y;
        river_place_xy(m, place, &x, &y);
        river_step(&x, &y, dir);
        if (river_is_passable(river_field_at(m, river_locate(m, x, y, 0, m->known - 1))))
            return dir;
    }
    return 0;
}

static bool put_field(struct mississippi *m, int kind, int place, struct slice field,
                      struct err *why)
{
    if (ship_on(m, place) && !river_is_passable(kind))
        return text_refuse(why, "edit_ship_there", field);
    if (kind >= FIELD_PASSENGER)
        kind += find_landing(m, place);
    m->field[river_segment_of(place)][place % RIVER_SEGMENT_FIELDS] = (uint8_t)kind;
    return true;
}

static bool put(const struct mississippi_editor *editor, struct mississippi *m,
                const struct edit *edit, int place, struct err *why)
{
    enum side side;

    if (side_find(edit->name, &side))
        return put_ship(editor, m, &m->ship[side], place, edit->field, why);
    if (edit->name.len != 1 || !strchr(editor->fields, edit->name.at[0]))
        return edit_refuse(edit, why);
    return put_field(m, editor->kind_of(edit->name.at[0]), place, edit->field, why);
}

/* ---- turning ---- */

/* The rest of the river turns with a segment, the ships stay on their fields. */
static bool try_bend(const struct mississippi_editor *editor, struct position *pos, int segment,
                     int by)
{
    struct position bent = *pos;
    struct mississippi *m = mississippi_body(&bent);
    int count = 0;

    for (int i = 0; i < RIVER_SEGMENTS && m->dir[i] != DIR_HIDDEN; i++, count++) {
        if (i >= segment)
            m->dir[i] = (uint8_t)((m->dir[i] + by) % RIVER_DIRECTIONS);
    }
    if (!editor->is_course(m->dir, count))
        return false;
    editor->lay_out(&bent);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        move_ship(m, &m->ship[side], m->ship[side].place);
    *pos = bent;
    return true;
}

static bool turn_field(const struct mississippi_editor *editor, struct position *pos, int place,
                       const struct edit *edit, struct err *why)
{
    struct mississippi *m = mississippi_body(pos);
    struct ship *ship = ship_on(m, place);
    int segment = river_segment_of(place);
    uint8_t *kind = &m->field[segment][place % RIVER_SEGMENT_FIELDS];

    if (ship) {
        ship->dir = (uint8_t)((ship->dir + 1) % RIVER_DIRECTIONS);
        return true;
    }
    if (*kind >= FIELD_PASSENGER) {
        int first = *kind < FIELD_EMPTIED ? FIELD_PASSENGER : FIELD_EMPTIED;
        *kind = (uint8_t)(first + (*kind - first + 1) % RIVER_DIRECTIONS);
        return true;
    }
    for (int by = 1; by < RIVER_DIRECTIONS; by++) {
        if (try_bend(editor, pos, segment, by))
            return true;
    }
    return text_refuse(why, "edit_no_bend", edit->field);
}

/* ---- changes ---- */

static bool move_ship_to(const struct mississippi_editor *editor, struct mississippi *m,
                         const struct edit *edit, int from, struct err *why)
{
    struct ship *ship = ship_on(m, from);
    int to;

    if (!ship)
        return text_refuse(why, "no_ship", edit->field);
    return find(editor, m, edit->to, &to, why) && put_ship(editor, m, ship, to, edit->to, why);
}

static bool take(struct mississippi *m, const struct edit *edit, int place, struct err *why)
{
    if (ship_on(m, place))
        return text_refuse(why, "edit_ship_there", edit->field);
    return put_field(m, FIELD_WATER, place, edit->field, why);
}

static bool set(const struct mississippi_editor *editor, struct mississippi *m,
                const struct edit *edit, struct err *why)
{
    int value;

    if (edit->side == SIDE_NONE && slice_is(edit->name, editor->visible.name)) {
        if (!edit_read_number(edit, &editor->visible, &value, why))
            return false;
        m->latest = (uint8_t)(value - editor->visible_offset);
        return true;
    }
    for (int i = 0; i < MISSISSIPPI_SHIP_NUMBERS && edit->side != SIDE_NONE; i++) {
        if (!slice_is(edit->name, editor->number[i].name))
            continue;
        if (!edit_read_number(edit, &editor->number[i], &value, why))
            return false;
        *ship_number(&m->ship[edit->side], i) = (uint8_t)value;
        return true;
    }
    return edit_refuse(edit, why);
}

static bool change(const struct mississippi_editor *editor, struct position *pos,
                   const struct edit *edit, struct err *why)
{
    struct mississippi *m = mississippi_body(pos);
    int place;

    if (edit->kind == EDIT_NOTHING)
        return true;
    if (edit->kind == EDIT_SET)
        return set(editor, m, edit, why);
    if (!find(editor, m, edit->field, &place, why))
        return false;
    switch (edit->kind) {
    case EDIT_PUT:
        return put(editor, m, edit, place, why);
    case EDIT_TAKE:
        return take(m, edit, place, why);
    case EDIT_MOVE:
        return move_ship_to(editor, m, edit, place, why);
    case EDIT_TURN:
        return turn_field(editor, pos, place, edit, why);
    case EDIT_NOTHING:
    case EDIT_SET:
        break;
    }
    return edit_refuse(edit, why);
}

/* Whether the game is over is found anew. */
bool mississippi_edit_print(const struct mississippi_editor *editor, const struct position *pos,
                            const struct edit *edit, struct buf *text, struct err *why)
{
    struct position changed = *pos;

    mississippi_body(&changed)->end = END_NONE;
    if (!change(editor, &changed, edit, why))
        return false;
    editor->print(&changed, text);
    return true;
}

/* ---- season 2017 ---- */

static int own_x(int x, int y)
{
    (void)y;
    return x;
}

static void lay_out(struct position *pos) { river_lay_out(mississippi_body(pos)); }

static const struct mississippi_editor editor = {
    .fields = "WLSBG0",
    .kind_of = mississippi_kind_of,
    .number = {{"speed", 1, SHIP_SPEED_MAX},
               {"coal", 0, SHIP_COAL_MAX},
               {"passengers", 0, SHIP_PASSENGERS_MAX},
               {"freeTurns", 1, 2}},
    .visible = {"latest", 0, RIVER_SEGMENTS - 1},
    .x_of = own_x,
    .is_course = river_is_course,
    .lay_out = lay_out,
    .print = mississippi_print_position,
};

static void pieces(const struct position *pos, struct json *out)
{
    (void)pos;
    mississippi_edit_pieces(&editor, out);
}

static void settings(const struct position *pos, struct json *out)
{
    mississippi_edit_settings(&editor, pos, out);
}

static bool print(const struct position *pos, const struct edit *edit, struct buf *text,
                  struct err *why)
{
    return mississippi_edit_print(&editor, pos, edit, text, why);
}

const struct game_edit mississippi_edit = {.pieces = pieces, .settings = settings, .print = print};
