/* Piranhas in the XML of season 2019, server 19.2.1. */

#include "proto/wire.h"

#include "game/text.h"
#include "games/piranhas/referee.h"

#include <string.h>

extern const struct game_wire piranhas_wire;

/* ---- words of the protocol ---- */

static const char *const colors[] = {"RED", "BLUE", NULL};

/* What a field holds, by enum cell: in XML and in the text of a position. */
static const char *const contents[] = {"EMPTY", "RED", "BLUE", "OBSTRUCTED", NULL};
static const char letter_of[] = ".rbo"; /* 0: none of them */

enum { FAR = 1000 }; /* from here on one square beyond the board is like another */

/* ---- hints ---- */

static bool is_hint_sound(const struct xml_node *hint)
{
    return xml_count(hint, NULL) == xml_count(hint, "content") &&
           xml_count(hint, "content") + (xml_get(hint, "content") != NULL) <= 1;
}

static void read_hints(const struct xml_node *move, struct buf *out)
{
    for (const struct xml_node *h = xml_child(move, "hint"); h; h = xml_next(h, "hint"))
        wire_add_hint(out, xml_value(h, "content"));
}

/* ---- reading a move ---- */

/* A move as its sender spelled it; NULL: not mentioned. */
struct spelling {
    const char *x, *y, *direction;
};

static const char **part_named(struct spelling *move, const char *name)
{
    if (strcmp(name, "x") == 0)
        return &move->x;
    if (strcmp(name, "y") == 0)
        return &move->y;
    return strcmp(name, "direction") == 0 ? &move->direction : NULL;
}

/* XStream ignores unknown attributes but refuses unknown elements, and a part given twice. */
static bool collect(const struct xml_node *node, struct spelling *move)
{
    *move = (struct spelling){0};
    for (const struct xml_attr *a = node->attrs; a; a = a->next) {
        const char **part = part_named(move, a->name);
        if (part)
            *part = a->value;
    }
    for (const struct xml_node *c = node->children; c; c = c->next) {
        const char **part = part_named(move, c->name);
        if (part && !*part)
            *part = c->text;
        else if (!xml_is(c, "hint") || !is_hint_sound(c))
            return false;
    }
    return true;
}

/* XStream leaves a number that is not mentioned at 0. */
static bool read_coordinate(const char *text, int *out)
{
    *out = 0;
    return !text || xml_to_bounded(text, FAR, out);
}

static enum wire_verdict garbled(struct err *why, const char *part)
{
    err_set(why, "bad_move", part);
    return WIRE_GARBLED;
}

static enum wire_verdict refuse_square(struct err *why, const struct spelling *move)
{
    err_setf(why, "bad_move", "x=%s y=%s", move->x ? move->x : "0", move->y ? move->y : "0");
    return WIRE_FOUL;
}

/* The parts of a move, whatever its element is called. */
static enum wire_verdict read_parts(const struct xml_node *node, struct buf *words,
                                    struct buf *hint, struct err *why)
{
    struct spelling move;
    int x, y;

    if (!collect(node, &move))
        return garbled(why, "element");
    if (!move.direction || !piranhas_direction_named(slice_of(move.direction)))
        return garbled(why, "direction");
    if (!read_coordinate(move.x, &x))
        return garbled(why, "x");
    if (!read_coordinate(move.y, &y))
        return garbled(why, "y");
    if (!square_is_on_board(x, y))
        return refuse_square(why, &move);
    piranhas_print_square(square_at(x, y), words);
    buf_add_char(words, '>');
    buf_add(words, move.direction);
    read_hints(node, hint);
    return WIRE_MOVE;
}

static enum wire_verdict read_move(const struct xml_node *data, const struct position *pos,
                                   struct buf *words, struct buf *hint, struct err *why)
{
    static const char *const classes[] = {"move", "sc.plugin2019.Move", NULL};

    (void)pos;
    if (wire_has_class(data, classes))
        return read_parts(data, words, hint, why);
    return wire_judge_other_data(data, why);
}

static bool read_last_move(const struct xml_node *state, const struct position *before,
                           struct buf *words, struct buf *hint)
{
    const struct xml_node *move = xml_child(state, "lastMove");

    (void)before;
    return move && read_parts(move, words, hint, NULL) == WIRE_MOVE;
}

/* ---- writing a move ---- */

/* The words are those of a legal move, so nothing is left out. */
static void write_parts(struct xml_writer *writer, struct slice words)
{
    int from;

    if (!piranhas_parse_square(&words, &from))
        return;
    const struct piranhas_direction *direction = piranhas_direction_from(from, words);
    xml_attr_int(writer, "x", column_of(from));
    xml_attr_int(writer, "y", row_of(from));
    if (direction)
        xml_attr(writer, "direction", direction->name);
}

static void write_move(struct xml_writer *writer, const struct position *before, struct slice words,
                       struct slice hint)
{
    (void)before;
    xml_attr(writer, "class", "move");
    write_parts(writer, words);
    wire_write_hints(writer, hint);
}

/* ---- writing a state ---- */

static void write_player(struct xml_writer *writer, const struct wire_state *state, enum side side)
{
    xml_attr(writer, "color", colors[side]);
    xml_attr(writer, "displayName", state->names[side]);
}

static void write_field(struct xml_writer *writer, const struct piranhas *game, int x, int y)
{
    xml_open(writer, "field");
    xml_attr_int(writer, "x", x);
    xml_attr_int(writer, "y", y);
    xml_attr(writer, "state", contents[line_cell(game->lines[y], x)]);
    xml_close(writer);
}

/* Column by column.  19.2.1 ends the board with a <line> by accident; clients that are older cannot
 * read it. */
static void write_board(struct xml_writer *writer, const struct piranhas *game)
{
    xml_open(writer, "board");
    for (int x = 0; x < BOARD_SIZE; x++) {
        xml_open(writer, "fields");
        for (int y = 0; y < BOARD_SIZE; y++)
            write_field(writer, game, x, y);
        xml_close(writer);
    }
    xml_close(writer);
}

/* After the end the turn goes on to tell which side would be next. */
static void write_state_attrs(struct xml_writer *writer, const struct position *pos)
{
    xml_attr(writer, "class", "sc.plugin2019.GameState");
    xml_attr(writer, "startPlayerColor", colors[SIDE_RED]);
    xml_attr(writer, "currentPlayerColor", colors[piranhas_side_of_turn(pos->turn)]);
    xml_attr_int(writer, "turn", pos->turn);
}

static void write_state(struct xml_writer *writer, const struct wire_state *state)
{
    xml_open(writer, "state");
    write_state_attrs(writer, state->pos);
    wire_write_last_move(writer, &piranhas_wire, state);
    wire_write_players(writer, &piranhas_wire, state);
    write_board(writer, piranhas_of(state->pos));
    xml_close(writer);
}

/* ---- reading a state ---- */

/* Letters of a position's text; 0 where nothing is known yet. */
struct letters {
    char at[BOARD_SIZE][BOARD_SIZE]; /* row, column */
};

static bool read_field(const struct xml_node *field, struct letters *letters)
{
    char letter = letter_of[wire_index(contents, xml_get(field, "state"))];
    int x, y;

    if (!letter || !xml_get_int(field, "x", 0, BOARD_SIZE - 1, &x) ||
        !xml_get_int(field, "y", 0, BOARD_SIZE - 1, &y) || letters->at[y][x])
        return false;
    letters->at[y][x] = letter;
    return true;
}

/* Every field once, in any order. */
static bool read_board(const struct xml_node *board, struct letters *letters)
{
    int count = 0;

    *letters = (struct letters){0};
    for (const struct xml_node *c = xml_child(board, "fields"); c; c = xml_next(c, "fields")) {
        for (const struct xml_node *f = xml_child(c, "field"); f; f = xml_next(f, "field")) {
            if (!read_field(f, letters))
                return false;
            count++;
        }
    }
    return count == BOARD_SIZE * BOARD_SIZE;
}

static bool read_turn(const struct xml_node *state, int *turn)
{
    *turn = 0;
    return !xml_get(state, "turn") || xml_get_int(state, "turn", 0, PIRANHAS_TURN_MAX, turn);
}

/* The turn alone says which side is next: the official server flips the colour of a state that
 * it loads, so administrators send states with the other one.  Here it only has to be a colour. */
static bool has_sane_color(const struct xml_node *state)
{
    const char *color = xml_get(state, "currentPlayerColor");

    if (!color)
        color = xml_get(state, "currentPlayer");
    return !color || wire_index(colors, color) < SIDE_NONE;
}

static void print_state(const struct letters *letters, int turn, struct buf *text)
{
    for (int y = BOARD_SIZE - 1; y >= 0; y--) {
        buf_add_slice(text, slice_make(letters->at[y], BOARD_SIZE));
        buf_add_char(text, y > 0 ? '/' : ' ');
    }
    buf_add_char(text, text_side_letter(piranhas_side_of_turn(turn)));
    buf_add_char(text, ' ');
    buf_add_int(text, turn);
}

static bool read_state(const struct xml_node *state, struct buf *text, struct err *why)
{
    struct letters letters;
    int turn;

    if (!read_board(xml_child(state, "board"), &letters))
        return err_set(why, "bad_position", "board");
    if (!read_turn(state, &turn))
        return err_set(why, "bad_position", "turn");
    if (!has_sane_color(state))
        return err_set(why, "bad_position", "currentPlayerColor");
    print_state(&letters, turn, text);
    return true;
}

/* ---- the end ---- */

#define OVER "Das Spiel ist beendet."

/* The official sentences for ends that the official server knew, which are "swarm" with a winner
 * and "roundlimit". */
static const struct wire_end ends[] = {
    {"swarm",
     {OVER "\nEin Spieler hat seinen Schwarm vereint.", NULL,
      OVER "\nBeide Spieler haben ihren Schwarm vereint, und beide Schwärme sind gleich groß."}},
    {"roundlimit", {"Das Rundenlimit wurde erreicht."}},
    {"nofish",
     {OVER "\nEin Spieler hat keine Fische mehr.", NULL, OVER "\nKein Spieler hat noch Fische."}},
    {"nomove", {OVER "\nEin Spieler kann keinen Zug mehr machen.", NULL, OVER}},
    {NULL, {OVER}},
};

/* ---- refused moves ---- */

static const struct wire_mistake mistakes[] = {
    {"bad_move", NULL, "x or y are not within the field range", false},
    {"not_own", NULL, "Field does not belong to the current player", false},
    {"off_board", NULL, "Move in that direction would not be on the board", false},
    {"blocked", NULL, "Path to the new position is not clear", false},
    {"own_fish_on_target", NULL, "Field obstructed with own piranha", false},
    {"octopus_on_target", NULL, "Field is obstructed", false},
    {0},
};

const struct game_wire piranhas_wire = {
    .game = "piranhas",
    .game_type = "swc_2019_piranhas",
    .season = SEASON_2019,
    .read_move = read_move,
    .write_move = write_move,
    .write_state = write_state,
    .read_state = read_state,
    .read_last_move = read_last_move,
    .write_player = write_player,
    .ends = ends,
    .mistakes = mistakes,
};
