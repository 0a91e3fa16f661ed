/* Piranhas in the XML of season 2026, server 26.1.0.  There are no hints. */

#include "proto/wire.h"

#include "games/piranhas/piranhas_2026.h"
#include "games/piranhas/referee.h"

#include <string.h>
#include <strings.h>

extern const struct game_wire piranhas26_wire;

/* ---- words of the protocol ---- */

static const char *const teams[] = {"ONE", "TWO", NULL};

/* What a field holds, and the letter for it in the text of a position. */
static const char *const contents[] = {"EMPTY", "SQUID", "ONE_S", "ONE_M", "ONE_L",
                                       "TWO_S", "TWO_M", "TWO_L", NULL};
static const char letter_of[] = ".o123456"; /* 0: none of them */

/* ---- reading a move ---- */

/* An element with another child, or with one twice, ended the connection. */
static bool has_only(const struct xml_node *node, const char *one, const char *other)
{
    int ones = xml_count(node, one), others = xml_count(node, other);

    return ones <= 1 && others <= 1 && xml_count(node, NULL) == ones + others;
}

/* An attribute, or an element, which XStream reads as well.  A number that is not there is 0, as
 * with XStream. */
static bool read_coordinate(const struct xml_node *from, const char *name, int *out)
{
    const struct xml_node *child = xml_child(from, name);
    const char *text = xml_get(from, name);

    *out = 0;
    if (child && text)
        return false;
    if (child)
        text = child->text;
    return !text || xml_to_bounded(text, INT32_MAX, out);
}

static enum wire_verdict garbled(struct err *why, const char *code, const char *part)
{
    err_set(why, code, part);
    return WIRE_GARBLED;
}

/* In the sender's own numbers, because such a square has no name. */
static enum wire_verdict refuse_square(struct err *why, int x, int y)
{
    err_setf(why, "bad_move", "[%d|%d]", x, y);
    return WIRE_FOUL;
}

/* The official server does not mind small letters. */
static const struct piranhas_direction *read_direction(const struct xml_node *node)
{
    const struct piranhas_direction *d = piranhas_directions;

    while (d->name && strcasecmp(node->text, d->name) != 0)
        d++;
    return d->name && xml_count(node, NULL) == 0 ? d : NULL;
}

/* <from> and <direction> of a move, whatever its element is called. */
static enum wire_verdict read_parts(const struct xml_node *node, struct buf *words, struct err *why)
{
    const struct xml_node *from = xml_child(node, "from"), *way = xml_child(node, "direction");
    int x = 0, y = 0;

    if (!has_only(node, "from", "direction"))
        return garbled(why, "bad_move", "element");
    const struct piranhas_direction *direction = way ? read_direction(way) : NULL;
    if (way && !direction)
        return garbled(why, "bad_move", "direction");
    if (from && (!has_only(from, "x", "y") || !read_coordinate(from, "x", &x) ||
                 !read_coordinate(from, "y", &y)))
        return garbled(why, "bad_move", "from");
    if (!from || !way)
        return garbled(why, "incomplete", from ? "direction" : "from");
    if (!square_is_on_board(x, y))
        return refuse_square(why, x, y);
    piranhas_print_square(square_at(x, y), words);
    buf_add_char(words, '>');
    buf_add(words, direction->name);
    return WIRE_MOVE;
}

static enum wire_verdict read_move(const struct xml_node *data, const struct position *pos,
                                   struct buf *words, struct buf *hint, struct err *why)
{
    static const char *const classes[] = {"move", "sc.plugin2026.Move", NULL};

    (void)pos, (void)hint;
    if (wire_has_class(data, classes))
        return read_parts(data, words, why);
    return wire_judge_other_data(data, why);
}

static bool read_last_move(const struct xml_node *state, const struct position *before,
                           struct buf *words, struct buf *hint)
{
    const struct xml_node *move = xml_child(state, "lastMove");

    (void)before, (void)hint;
    return move && read_parts(move, words, NULL) == WIRE_MOVE;
}

/* ---- writing a move ---- */

/* The words are those of a legal move, so nothing is left out. */
static void write_move(struct xml_writer *writer, const struct position *before, struct slice words,
                       struct slice hint)
{
    const char *element = writer->open[writer->depth - 1];
    int from;

    (void)before, (void)hint;
    /* <lastMove> has the type of a move anyway; elsewhere the class tells. */
    if (strcmp(element, "lastMove") != 0)
        xml_attr(writer, "class", "move");
    if (!piranhas_parse_square(&words, &from))
        return;
    xml_open(writer, "from");
    xml_attr_int(writer, "x", column_of(from));
    xml_attr_int(writer, "y", row_of(from));
    xml_close(writer);
    const struct piranhas_direction *direction = piranhas_direction_from(from, words);
    if (direction)
        xml_leaf(writer, "direction", direction->name);
}

/* ---- writing a state ---- */

static void write_player(struct xml_writer *writer, const struct wire_state *state, enum side side)
{
    (void)state;
    xml_attr(writer, "team", teams[side]);
}

static const char *content_of(const struct piranhas26 *game, int square)
{
    int weight = piranhas26_weight_on(game, square);

    if (weight == 0)
        return contents[piranhas_has_octopus(&game->board, square)];
    bool is_blue = shoal_has(&game->board.fish[SIDE_BLUE], square);
    return contents[1 + weight + (is_blue ? FISH_WEIGHT_MAX : 0)];
}

/* Row by row from the bottom. */
static void write_board(struct xml_writer *writer, const struct piranhas26 *game)
{
    xml_open(writer, "board");
    for (int y = 0; y < BOARD_SIZE; y++) {
        xml_open(writer, "row");
        for (int x = 0; x < BOARD_SIZE; x++)
            xml_leaf(writer, "field", content_of(game, square_at(x, y)));
        xml_close(writer);
    }
    xml_close(writer);
}

/* The first union is that of the ruleset in use. */
static void write_state(struct xml_writer *writer, const struct wire_state *state)
{
    const struct piranhas26 *game = piranhas26_of(state->pos);

    xml_open(writer, "state");
    xml_attr(writer, "class", "state");
    xml_attr(writer, "startTeam", teams[SIDE_RED]);
    xml_attr_int(writer, "turn", state->pos->turn);
    if (game->first_union != SIDE_NONE)
        xml_attr(writer, "firstUnion", teams[game->first_union]);
    wire_write_last_move(writer, &piranhas26_wire, state);
    write_board(writer, game);
    xml_close(writer);
}

/* ---- reading a state ---- */

static bool read_row(const struct xml_node *row, int y, char letters[BOARD_SIZE][BOARD_SIZE])
{
    const struct xml_node *field = xml_child(row, "field");

    if (xml_count(row, "field") != BOARD_SIZE)
        return false;
    for (int x = 0; x < BOARD_SIZE; x++, field = xml_next(field, "field")) {
        letters[y][x] = letter_of[wire_index(contents, field->text)];
        if (!letters[y][x])
            return false;
    }
    return true;
}

static bool read_board(const struct xml_node *board, char letters[BOARD_SIZE][BOARD_SIZE])
{
    const struct xml_node *row = xml_child(board, "row");

    if (xml_count(board, "row") != BOARD_SIZE)
        return false;
    for (int y = 0; y < BOARD_SIZE; y++, row = xml_next(row, "row")) {
        if (!read_row(row, y, letters))
            return false;
    }
    return true;
}

/* The team in an attribute: ONE is red; SIDE_NONE if the attribute is not there. */
static bool read_team(const struct xml_node *state, const char *name, enum side *side)
{
    const char *team = xml_get(state, name);

    *side = (enum side)wire_index(teams, team);
    return !team || *side != SIDE_NONE;
}

static char letter_of_side(enum side side) { return "rb-"[side]; }

static void print_state(char letters[BOARD_SIZE][BOARD_SIZE], int turn, enum side first_union,
                        struct buf *text)
{
    for (int y = BOARD_SIZE - 1; y >= 0; y--) {
        buf_add_slice(text, slice_make(letters[y], BOARD_SIZE));
        buf_add_char(text, y > 0 ? '/' : ' ');
    }
    buf_add_char(text, letter_of_side(piranhas_side_of_turn(turn)));
    buf_add_char(text, ' ');
    buf_add_int(text, turn);
    buf_add_char(text, ' ');
    buf_add_char(text, letter_of_side(first_union));
}

/* A state without a turn is the first one, as in the official client. */
static bool read_turn(const struct xml_node *state, int *turn)
{
    *turn = 0;
    return !xml_get(state, "turn") || xml_get_int(state, "turn", 0, PIRANHAS_TURN_MAX, turn);
}

static bool read_state(const struct xml_node *state, struct buf *text, struct err *why)
{
    char letters[BOARD_SIZE][BOARD_SIZE];
    enum side start, first_union;
    int turn;

    if (!read_board(xml_child(state, "board"), letters))
        return err_set(why, "bad_position", "board");
    if (!read_turn(state, &turn))
        return err_set(why, "bad_position", "turn");
    /* Red starts, always; otherwise the turn would not tell the side to move. */
    if (!read_team(state, "startTeam", &start) || start == SIDE_BLUE)
        return err_set(why, "bad_position", "startTeam");
    if (!read_team(state, "firstUnion", &first_union))
        return err_set(why, "bad_position", "firstUnion");
    print_state(letters, turn, first_union, text);
    return true;
}

/* ---- the end ---- */

#define HEAVIER "{winner} hat den größeren zusammenhängenden Schwarm"
#define EVEN    "Beide Spieler sind gleichauf"

/* The official server knew no limit of rounds in its sentences. */
static const struct wire_end ends[] = {
    {"swarm", {HEAVIER, NULL, EVEN}},
    {"roundlimit", {HEAVIER, NULL, EVEN}},
    {"first_union", {"{winner} hat zuerst alle Fische einer Farbe vereinigt"}},
    {"blocked", {"{winner} hat den Gegner blockiert, sodass er keinen Zug mehr machen kann"}},
    {NULL, {EVEN}},
};

/* ---- refused moves ---- */

/* The error names some mistakes by their constants and others by their sentences. */
static const struct wire_mistake mistakes[] = {
    {"not_own", "WRONG_START", "Das Startfeld ist kein Piranha des eigenen Teams", false},
    {"off_board", NULL, "Das Zielfeld liegt außerhalb des Spielfelds", false},
    {"blocked", "JUMP_OVER_OPPONENT", "Gegnerische Piranhas können nicht übersprungen werden",
     false},
    {"own_fish_on_target", NULL, "Kann nicht auf ein Feld des eigenen Teams ziehen", false},
    {"octopus_on_target", NULL, "Zielfeld ist besetzt", false},
    {0},
};

/* "Schwimme von [0|4] in Richtung LEFT" */
static void describe(const struct xml_node *data, struct slice part, struct buf *out)
{
    const struct xml_node *from = xml_child(data, "from"), *way = xml_child(data, "direction");
    int x, y;

    const struct piranhas_direction *direction = way ? read_direction(way) : NULL;
    if (slice_is(part, "move") && from && direction && read_coordinate(from, "x", &x) &&
        read_coordinate(from, "y", &y))
        buf_format(out, "Schwimme von [%d|%d] in Richtung %s", x, y, direction->name);
}

const struct game_wire piranhas26_wire = {
    .game = "piranhas26",
    .game_type = "swc_2026_piranhas",
    .season = SEASON_2026,
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
