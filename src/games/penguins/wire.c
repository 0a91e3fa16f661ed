/*
 * Penguins in the XML of season 2023.  Fields of a board are counted like ours, moves are in
 * doubled coordinates: row y = 0..7, x = 2 * column, and one more in odd rows.  There are no hints.
 */

#include "proto/wire.h"

#include "games/penguins/penguins.h"

#include <assert.h>
#include <string.h>

extern const struct game_wire penguins_wire;

enum {
    FISH_MAX = 4, /* on one floe */
    /* Every position that follows from a state must still have a text (text.c). */
    TURN_MAX = PENGUINS_NUMBER_MAX - PENGUINS_FIELDS,
    CAUGHT_MAX = PENGUINS_NUMBER_MAX - FISH_MAX * PENGUINS_FIELDS,
    NOWHERE = PENGUINS_OFF_BOARD,
};

static const char *const teams[SIDE_NONE] = {"ONE", "TWO"};

/* ---- reading moves ---- */

/* `from` means nothing for a placement. */
struct way {
    bool is_slide;
    struct penguins_place from, to;
};

/* An element with another child, or with one twice, ended the connection. */
static bool has_only(const struct xml_node *node, const char *one, const char *other)
{
    int ones = xml_count(node, one), others = xml_count(node, other);

    return ones <= 1 && others <= 1 && xml_count(node, NULL) == ones + others;
}

/* An attribute, or an element, which XStream reads as well.  A number that is not there is 0, as
 * with XStream. */
static bool read_coordinate(const struct xml_node *node, const char *name, int *out)
{
    const struct xml_node *child = xml_child(node, name);
    const char *text = xml_get(node, name);

    *out = 0;
    if (child && text)
        return false;
    if (child)
        text = child->text;
    return !text || xml_to_bounded(text, INT32_MAX, out);
}

static bool read_place(const struct xml_node *node, struct penguins_place *at)
{
    return node && has_only(node, "x", "y") && read_coordinate(node, "x", &at->x) &&
           read_coordinate(node, "y", &at->y);
}

/* Reads <from> and <to> of <data> or <lastMove>. */
static bool read_way(const struct xml_node *move, struct way *way)
{
    const struct xml_node *from = xml_child(move, "from");

    way->is_slide = from != NULL;
    return has_only(move, "from", "to") && (!from || read_place(from, &way->from)) &&
           read_place(xml_child(move, "to"), &way->to);
}

static bool starts_off_board(const struct way *way)
{
    return way->is_slide && !penguins_is_on_board(way->from);
}

static void add_words(struct buf *words, const struct way *way)
{
    if (way->is_slide)
        penguins_print_field(penguins_field_at(way->from), words);
    penguins_print_field(penguins_field_at(way->to), words);
}

/* In the sender's own numbers, because such a place has no name. */
static enum wire_verdict refuse_place(struct err *why, const char *code, struct penguins_place at)
{
    err_setf(why, code, "[%d|%d]", at.x, at.y);
    return WIRE_FOUL;
}

static enum wire_verdict read_move(const struct xml_node *data, const struct position *pos,
                                   struct buf *words, struct buf *hint, struct err *why)
{
    static const char *const classes[] = {"move", "sc.plugin2023.Move", NULL};
    struct way way;

    (void)pos, (void)hint;
    if (!wire_has_class(data, classes))
        return wire_judge_other_data(data, why);
    if (!read_way(data, &way)) {
        bool is_cut = has_only(data, "from", "to") && !xml_child(data, "to");
        err_set(why, is_cut ? "incomplete" : "bad_move", data->name);
        return WIRE_GARBLED;
    }
    if (starts_off_board(&way))
        return refuse_place(why, "off_board_start", way.from);
    if (!penguins_is_on_board(way.to))
        return refuse_place(why, "off_board", way.to);
    add_words(words, &way);
    return WIRE_MOVE;
}

static bool read_last_move(const struct xml_node *state, const struct position *before,
                           struct buf *words, struct buf *hint)
{
    const struct xml_node *move = xml_child(state, "lastMove");
    struct way way;

    (void)before, (void)hint;
    if (!move || !read_way(move, &way) || starts_off_board(&way) || !penguins_is_on_board(way.to))
        return false;
    add_words(words, &way);
    return true;
}

/* ---- writing moves ---- */

static int take_field(struct slice *words)
{
    int field;

    return penguins_parse_field(words, &field) ? field : NOWHERE;
}

static void write_place(struct xml_writer *writer, const char *name, int field)
{
    if (field == NOWHERE)
        return;
    struct penguins_place at = penguins_place_of(field);
    assert(penguins_is_on_board(at));
    xml_open(writer, name);
    xml_attr_int(writer, "x", at.x);
    xml_attr_int(writer, "y", at.y);
    xml_close(writer);
}

static void write_move(struct xml_writer *writer, const struct position *before, struct slice words,
                       struct slice hint)
{
    const char *element = writer->open[writer->depth - 1];

    (void)before, (void)hint;
    /* <lastMove> has the type of a move anyway; elsewhere the class tells. */
    if (strcmp(element, "lastMove") != 0)
        xml_attr(writer, "class", "move");
    int first = take_field(&words), second = take_field(&words);
    if (second != NOWHERE)
        write_place(writer, "from", first);
    write_place(writer, "to", second != NOWHERE ? second : first);
}

/* ---- writing states ---- */

static void write_field(struct xml_writer *writer, const struct penguins *ice, int field)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (penguins_has(ice->team[side][0], field)) {
            xml_leaf(writer, "field", teams[side]);
            return;
        }
    }
    xml_leaf_int(writer, "field", penguins_fish(ice, field));
}

static void write_board(struct xml_writer *writer, const struct penguins *ice)
{
    xml_open(writer, "board");
    for (int row = 0; row < PENGUINS_ROW; row++) {
        xml_open(writer, "list");
        for (int column = 0; column < PENGUINS_ROW; column++)
            write_field(writer, ice, penguins_field(column, row));
        xml_close(writer);
    }
    xml_close(writer);
}

static void write_fishes(struct xml_writer *writer, const struct penguins *ice)
{
    xml_open(writer, "fishes");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        xml_leaf_int(writer, "int", ice->fish[side]);
    xml_close(writer);
}

static void write_state(struct xml_writer *writer, const struct wire_state *state)
{
    const struct penguins *ice = penguins_of(state->pos);

    xml_open(writer, "state");
    xml_attr(writer, "class", "state");
    xml_attr_int(writer, "turn", state->pos->turn);
    xml_leaf(writer, "startTeam", teams[SIDE_RED]);
    write_board(writer, ice);
    wire_write_last_move(writer, &penguins_wire, state);
    write_fishes(writer, ice);
    xml_close(writer);
}

static void write_player(struct xml_writer *writer, const struct wire_state *state, enum side side)
{
    (void)state;
    xml_attr(writer, "team", teams[side]);
}

/* ---- reading states ---- */

/* What a <field> is called in our text, or '\0'. */
static char letter_of(const char *text)
{
    if (strcmp(text, teams[SIDE_RED]) == 0)
        return 'R';
    if (strcmp(text, teams[SIDE_BLUE]) == 0)
        return 'B';
    return text[0] >= '0' && text[0] <= '0' + FISH_MAX && text[1] == '\0' ? text[0] : '\0';
}

static bool read_row(const struct xml_node *list, int row, struct penguins *ice)
{
    const struct xml_node *node = xml_child(list, "field");

    if (xml_count(list, "field") != PENGUINS_ROW)
        return false;
    for (int column = 0; column < PENGUINS_ROW; column++) {
        if (!penguins_put_letter(ice, penguins_field(column, row), letter_of(node->text)))
            return false;
        node = xml_next(node, "field");
    }
    return true;
}

static bool read_board(const struct xml_node *board, struct penguins *ice)
{
    const struct xml_node *list = xml_child(board, "list");

    if (xml_count(board, "list") != PENGUINS_ROW)
        return false;
    for (int row = 0; row < PENGUINS_ROW; row++) {
        if (!read_row(list, row, ice))
            return false;
        list = xml_next(list, "list");
    }
    return true;
}

static bool read_fishes(const struct xml_node *fishes, struct penguins *ice)
{
    const struct xml_node *node = xml_child(fishes, "int");

    if (xml_count(fishes, "int") != SIDE_NONE)
        return false;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        int caught;
        if (!slice_to_int(slice_of(node->text), 0, CAUGHT_MAX, &caught))
            return false;
        ice->fish[side] = (uint16_t)caught;
        node = xml_next(node, "int");
    }
    return true;
}

/* Red starts, always; otherwise the turn would not tell the side to move. */
static bool is_red_first(const struct xml_node *state)
{
    const struct xml_node *team = xml_child(state, "startTeam");

    return !team || strcmp(team->text, teams[SIDE_RED]) == 0;
}

static bool read_state(const struct xml_node *state, struct buf *text, struct err *why)
{
    struct position pos = {0};
    int turn;

    if (!xml_get_int(state, "turn", 0, TURN_MAX, &turn))
        return err_set(why, "bad_position", "turn");
    if (!is_red_first(state))
        return err_set(why, "bad_position", "startTeam");
    if (!read_board(xml_child(state, "board"), penguins_body(&pos)))
        return err_set(why, "bad_position", "board");
    if (!read_fishes(xml_child(state, "fishes"), penguins_body(&pos)))
        return err_set(why, "bad_position", "fishes");
    pos.turn = (uint16_t)turn;
    /* The state does not name the side to move: it follows from the turn and from which side is
     * stuck. */
    penguins_complete(&pos);
    penguins_print_position(&pos, text);
    return true;
}

/* ---- the end ---- */

/* The official server gave no reason for an end that the fish decide, and knew no other. */
static const struct wire_end ends[] = {
    {"nomove", {"Es gibt keine Scholle mehr, auf die ein Pinguin gesetzt werden könnte."}},
    {NULL, {""}},
};

/* ---- refused moves ---- */

#define NOT_OWN      "Nur eigene Spielfiguren können gezogen werden"
#define NOT_ONE_FISH "Pinguine können nur auf einzelne Fische gesetzt werden"
#define NO_WAY       "Dieser Zug ist nicht möglich"

static const struct wire_mistake mistakes[] = {
    {"off_board_start", NULL, NOT_OWN, false},
    {"no_penguin", NULL, NOT_OWN, false},
    {"wrong_color", NULL, NOT_OWN, false},
    {"penguins", NULL, "Setze zuerst alle Pinguine", false},
    {"max_penguins", NULL, "Bereits alle Pinguine gesetzt", false},
    {"occupied", NULL, NOT_ONE_FISH, false},
    {"hole", NULL, NOT_ONE_FISH, false},
    {"too_many_fish", NULL, NOT_ONE_FISH, false},
    {"zero_length", NULL, NO_WAY, false},
    {"not_straight", NULL, NO_WAY, false},
    {"blocked_hole", NULL, NO_WAY, false},
    {"blocked_penguin", NULL, NO_WAY, false},
    {0},
};

/* The parts of a move are never asked for: there is only the whole. */
static void describe(const struct xml_node *data, struct slice part, struct buf *out)
{
    struct way way;

    (void)part;
    if (!read_way(data, &way))
        return;
    if (way.is_slide)
        buf_format(out, "Schlittern [%d|%d] zu ", way.from.x, way.from.y);
    else
        buf_add(out, "Setze Pinguin auf ");
    buf_format(out, "[%d|%d]", way.to.x, way.to.y);
}

const struct game_wire penguins_wire = {
    .game = "penguins",
    .game_type = "swc_2023_penguins",
    .season = SEASON_2023,
    .read_move = read_move,
    .write_move = write_move,
    .write_state = write_state,
    .read_state = read_state,
    .read_last_move = read_last_move,
    .write_player = write_player,
    .ends = ends,
    .mistakes = mistakes,
    .describe = describe,
};
