/*
 * The XML of season 2020.  Fields are x, y and z = -x - y; on input z is ignored, because the rules
 * need only x and y and some clients send a wrong one.  XStream took every value as an attribute or
 * as an element, and a value left out as zero.
 */

#include "proto/wire.h"

#include "game/text.h"
#include "games/hive/hive.h"

#include <assert.h>

extern const struct game_wire hive_wire;

#define JAVA_PACKAGE "sc.plugin2020."

enum { FAR = 999 }; /* from here on one field beyond the board is like another */

static const char *const side_names[] = {"RED", "BLUE", NULL};
static const char *const kind_names[] = {"BEE", "SPIDER", "BEETLE", "GRASSHOPPER", "ANT", NULL};
static const char letters[] = "QSBGA?"; /* the last one: not said */

/* The order of the hands in XML. */
static const enum kind hand_order[KIND_COUNT] = {KIND_QUEEN, KIND_SPIDER, KIND_GRASSHOPPER,
                                                 KIND_BEETLE, KIND_ANT};
static const char *const hand_names[SIDE_NONE] = {"undeployedRedPieces", "undeployedBluePieces"};

struct spot {
    int x, y;
};

/* The Java client sends fields as it has them, with the pieces that lie there; <lastMove> repeats
 * them so. */
enum spelling { START_AS_FIELD = 1, DESTINATION_AS_FIELD = 2 };

/* ---- values ---- */

static bool is_one_of(const char *const names[], const char *name)
{
    return names[wire_index(names, name)];
}

/* A number of any length, 0 where there is none: nothing that a sender counts overflows. */
static bool read_number(const struct xml_node *node, const char *name, int *out)
{
    const char *value = xml_value(node, name);

    return xml_to_bounded(value ? value : "0", FAR, out);
}

static bool has_only(const struct xml_node *node, const char *const names[])
{
    for (const struct xml_node *c = xml_child(node, NULL); c; c = xml_next(c, NULL)) {
        if (!is_one_of(names, c->name))
            return false;
    }
    return true;
}

/* SIDE_NONE or KIND_COUNT: not said. */
struct piece {
    enum side side;
    enum kind kind;
};

/* False: not the words of the season. */
static bool read_piece(const struct xml_node *node, struct piece *piece)
{
    static const char *const parts[] = {"owner", "type", NULL};
    const char *owner = xml_value(node, "owner"), *type = xml_value(node, "type");

    piece->side = (enum side)wire_index(side_names, owner);
    piece->kind = (enum kind)wire_index(kind_names, type);
    return has_only(node, parts) && (!owner || piece->side != SIDE_NONE) &&
           (!type || piece->kind != KIND_COUNT);
}

/* A field of a move.  The Java client sends the field as it has it, with the pieces that lie there:
 * they must be well-formed, but say nothing new. */
static bool read_spot(const struct xml_node *node, struct spot *spot)
{
    static const char *const classes[] = {"field", JAVA_PACKAGE "Field",
                                          JAVA_PACKAGE "util.CubeCoordinates", NULL};
    static const char *const parts[] = {"x", "y", "z", "isObstructed", "piece", NULL};
    const char *class = xml_get(node, "class");
    struct piece piece;

    if ((class && !is_one_of(classes, class)) || !has_only(node, parts))
        return false;
    for (const struct xml_node *c = xml_child(node, "piece"); c; c = xml_next(c, "piece")) {
        if (!read_piece(c, &piece))
            return false;
    }
    return read_number(node, "x", &spot->x) && read_number(node, "y", &spot->y);
}

/* ---- reading moves ---- */

enum form { FORM_SET, FORM_DRAG, FORM_SKIP, FORM_COUNT };

static const char *const form_names[] = {"setmove", "dragmove", "skipmove"};

/* A move as an element brings it; only the parts of its form are filled. */
struct move_parts {
    enum form form;
    const struct xml_node *piece, *start, *destination;
};

/* Simple names are those of the Java classes; skips were called miss moves in early releases. */
static bool read_form(const struct xml_node *node, enum form *form)
{
    static const char *const names[FORM_COUNT][5] = {
        [FORM_SET] = {"setmove", "SetMove"},
        [FORM_DRAG] = {"dragmove", "DragMove"},
        [FORM_SKIP] = {"skipmove", "SkipMove", "missmove", "MissMove"},
    };
    const char *class = xml_get(node, "class");
    size_t package = strlen(JAVA_PACKAGE);

    if (!class)
        return false;
    if (strncmp(class, JAVA_PACKAGE, package) == 0)
        class += package;
    for (*form = FORM_SET; *form < FORM_COUNT; ++*form) {
        if (is_one_of(names[*form], class))
            return true;
    }
    return false;
}

/* <hint>text</hint> of this season, <hint content="text"/> of the older ones. */
static void read_hint(const struct xml_node *node, struct buf *hint)
{
    wire_add_hint(hint, node->text);
    wire_add_hint(hint, xml_value(node, "content"));
}

/* Where a child of this name belongs; NULL if moves of this form have none. */
static const struct xml_node **part_of(struct move_parts *parts, const struct xml_node *child)
{
    if (parts->form == FORM_SET && xml_is(child, "piece"))
        return &parts->piece;
    if (parts->form == FORM_DRAG && xml_is(child, "start"))
        return &parts->start;
    if (parts->form != FORM_SKIP && xml_is(child, "destination"))
        return &parts->destination;
    return NULL;
}

/* Sorts the children, in any order.  Only hints may come more than once. */
static bool read_parts(const struct xml_node *node, struct move_parts *parts, struct buf *hint)
{
    *parts = (struct move_parts){.form = FORM_SKIP};
    if (!read_form(node, &parts->form))
        return false;
    wire_add_hint(hint, xml_get(node, "hint"));
    for (const struct xml_node *c = xml_child(node, NULL); c; c = xml_next(c, NULL)) {
        const struct xml_node **part = part_of(parts, c);
        if (xml_is(c, "hint"))
            read_hint(c, hint);
        else if (part && !*part)
            *part = c;
        else
            return false;
    }
    return true;
}

/* The words of a move; false: it is not in our protocol.  `piece` is what a set move places. */
static bool read_words(const struct move_parts *parts, struct piece *piece, struct buf *words)
{
    struct spot start, destination;

    if (parts->form == FORM_SKIP) {
        buf_add_char(words, '-');
        return true;
    }
    if (!parts->destination || !read_spot(parts->destination, &destination))
        return false;
    if (parts->form == FORM_SET) {
        if (!parts->piece || !read_piece(parts->piece, piece))
            return false;
        buf_add_char(words, letters[piece->kind]);
        buf_add_char(words, '@');
    } else {
        if (!parts->start || !read_spot(parts->start, &start))
            return false;
        text_add_place(words, start.x, start.y);
        buf_add_char(words, '>');
    }
    text_add_place(words, destination.x, destination.y);
    return true;
}

/* Words name no colour, so a foreign piece, or half a piece, is refused here. */
static bool is_own_piece(const struct piece *piece, const struct position *pos, struct err *why)
{
    if (piece->kind != KIND_COUNT && (piece->side == pos->side || pos->side == SIDE_NONE))
        return true;
    return err_setf(why, "bad_move", "%s %s",
                    piece->side == SIDE_NONE ? "?" : side_names[piece->side],
                    piece->kind == KIND_COUNT ? "?" : kind_names[piece->kind]);
}

static enum wire_verdict read_move(const struct xml_node *data, const struct position *pos,
                                   struct buf *words, struct buf *hint, struct err *why)
{
    struct move_parts parts;
    struct piece piece;

    if (!read_form(data, &parts.form))
        return wire_judge_other_data(data, why);
    if (!read_parts(data, &parts, hint) || !read_words(&parts, &piece, words)) {
        err_set(why, "bad_move", "");
        return WIRE_GARBLED;
    }
    if (parts.form == FORM_SET && !is_own_piece(&piece, pos, why))
        return WIRE_FOUL;
    return WIRE_MOVE;
}

static bool read_last_move(const struct xml_node *state, const struct position *before,
                           struct buf *words, struct buf *hint)
{
    const struct xml_node *last = xml_child(state, "lastMove");
    struct move_parts parts;
    struct piece piece = {.kind = KIND_QUEEN};

    (void)before;
    return last && read_parts(last, &parts, hint) && read_words(&parts, &piece, words) &&
           piece.kind != KIND_COUNT;
}

/* ---- writing moves ---- */

static void write_piece(struct xml_writer *writer, enum side side, enum kind kind)
{
    assert(side < SIDE_NONE && kind < KIND_COUNT);
    xml_open(writer, "piece");
    xml_attr(writer, "owner", side_names[side]);
    xml_attr(writer, "type", kind_names[kind]);
    xml_close(writer);
}

static void write_xyz(struct xml_writer *writer, struct spot spot)
{
    xml_attr_int(writer, "x", spot.x);
    xml_attr_int(writer, "y", spot.y);
    xml_attr_int(writer, "z", -spot.x - spot.y);
}

/* From below. */
static void write_stack(struct xml_writer *writer, const struct hive *hive, int cell)
{
    for (int i = 0; i < hive->covered_count; i++) {
        unsigned piece = hive->covered[i].piece;
        if (hive->covered[i].cell == cell)
            write_piece(writer, piece_side(piece), piece_kind(piece));
    }
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (cells_have(hive->owner[side], cell))
            write_piece(writer, side, hive_top_kind(hive, cell));
    }
}

/* A field of a move, whose sender may have sent it with the pieces that lie there.  Without pieces
 * inside, Java clients need no class here. */
static void write_spot(struct xml_writer *writer, const char *name, struct spot spot,
                       const struct hive *with_pieces)
{
    xml_open(writer, name);
    if (with_pieces)
        xml_attr(writer, "class", "field");
    write_xyz(writer, spot);
    if (with_pieces) {
        xml_attr_flag(writer, "isObstructed", false);
        write_stack(writer, with_pieces, cell_at(spot.x, spot.y));
    }
    xml_close(writer);
}

static void write_hint(struct xml_writer *writer, struct slice hint)
{
    if (hint.len == 0)
        return;
    xml_open(writer, "hint");
    xml_write_text(writer, hint);
    xml_close(writer);
}

/* Everything that is no move in words is written as a skip, the move that says nothing. */
static enum form form_of(struct slice words)
{
    enum kind kind;

    if (words.len < 2)
        return FORM_SKIP;
    return hive_kind_of_letter(words.at[0], &kind) ? FORM_SET : FORM_DRAG;
}

/* `spelling`: which fields are written with their pieces. */
static void write_spelled(struct xml_writer *writer, const struct position *before,
                          struct slice words, struct slice hint, unsigned spelling)
{
    const struct hive *board = before ? hive_of(before) : NULL;
    enum form form = form_of(words);
    struct spot start = {0}, destination = {0};
    enum kind kind = KIND_QUEEN;

    assert(before || (form != FORM_SET && !spelling));
    xml_attr(writer, "class", form_names[form]);
    write_hint(writer, hint);
    if (form == FORM_SKIP)
        return;
    if (form == FORM_SET) {
        hive_kind_of_letter(words.at[0], &kind);
        words = slice_skip(words, 2);
        write_piece(writer, (enum side)(before->turn % 2), kind);
    } else {
        hive_parse_cell(&words, &start.x, &start.y);
        slice_take_char(&words, '>');
        write_spot(writer, "start", start, spelling & START_AS_FIELD ? board : NULL);
    }
    hive_parse_cell(&words, &destination.x, &destination.y);
    write_spot(writer, "destination", destination, spelling & DESTINATION_AS_FIELD ? board : NULL);
}

static void write_move(struct xml_writer *writer, const struct position *before, struct slice words,
                       struct slice hint)
{
    write_spelled(writer, before, words, hint, 0);
}

static bool is_field(const struct xml_node *spot)
{
    const char *class = spot ? xml_get(spot, "class") : NULL;

    return class && strstr(class, "ield");
}

static unsigned spelling_of(const struct xml_node *data)
{
    return (is_field(xml_child(data, "start")) ? START_AS_FIELD : 0) |
           (is_field(xml_child(data, "destination")) ? DESTINATION_AS_FIELD : 0);
}

static void write_last_move(struct xml_writer *writer, const struct wire_state *state)
{
    if (!state->before)
        return;
    xml_open(writer, "lastMove");
    write_spelled(writer, state->before, state->words, state->hint, state->form);
    xml_close(writer);
}

/* ---- writing states ---- */

static void write_player(struct xml_writer *writer, const struct wire_state *state, enum side side)
{
    xml_attr(writer, "color", side_names[side]);
    if (state->names[side])
        xml_attr(writer, "displayName", state->names[side]);
}

static void write_field(struct xml_writer *writer, const struct hive *hive, struct spot spot)
{
    int cell = cell_at(spot.x, spot.y);

    xml_open(writer, "field");
    write_xyz(writer, spot);
    xml_attr_flag(writer, "isObstructed", cells_have(hive->brambles, cell));
    write_stack(writer, hive, cell);
    xml_close(writer);
}

/* A square of 11 times 11 entries; what lies outside the hexagon is <null/>. */
static void write_board(struct xml_writer *writer, const struct hive *hive)
{
    struct spot at;

    xml_open(writer, "board");
    for (at.x = -BOARD_RADIUS; at.x <= BOARD_RADIUS; at.x++) {
        xml_open(writer, "fields");
        for (at.y = -BOARD_RADIUS; at.y <= BOARD_RADIUS; at.y++) {
            if (cell_is_on_board(at.x, at.y)) {
                write_field(writer, hive, at);
            } else {
                xml_open(writer, "null");
                xml_close(writer);
            }
        }
        xml_close(writer);
    }
    xml_close(writer);
}

static void write_hand(struct xml_writer *writer, const struct hive *hive, enum side side)
{
    xml_open(writer, hand_names[side]);
    for (int i = 0; i < KIND_COUNT; i++) {
        for (int n = hand_count(hive->hand[side], hand_order[i]); n > 0; n--)
            write_piece(writer, side, hand_order[i]);
    }
    xml_close(writer);
}

static void write_state(struct xml_writer *writer, const struct wire_state *state)
{
    const struct hive *hive = hive_of(state->pos);

    xml_open(writer, "state");
    xml_attr(writer, "class", "state");
    xml_attr(writer, "startPlayerColor", side_names[SIDE_RED]);
    xml_attr_int(writer, "turn", state->pos->turn);
    /* By the turn, because there is a current player even when the game is over. */
    xml_attr(writer, "currentPlayerColor", side_names[state->pos->turn % 2]);
    wire_write_players(writer, &hive_wire, state);
    write_board(writer, hive);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        write_hand(writer, hive, side);
    write_last_move(writer, state);
    xml_close(writer);
}

/* ---- reading states ---- */

struct reading {
    struct buf *text;
    cells_t seen;
    int placed[SIDE_NONE][KIND_COUNT];
    int hand[SIDE_NONE][KIND_COUNT];
};

static bool read_stack(struct reading *in, const struct xml_node *field)
{
    enum { LOWER = 'a' - 'A' };
    struct piece piece;

    for (const struct xml_node *c = xml_child(field, "piece"); c; c = xml_next(c, "piece")) {
        if (!read_piece(c, &piece) || piece.side == SIDE_NONE || piece.kind == KIND_COUNT)
            return false;
        in->placed[piece.side][piece.kind]++;
        int letter = letters[piece.kind] + (piece.side == SIDE_BLUE ? LOWER : 0);
        buf_add_char(in->text, (char)letter);
    }
    return true;
}

static bool read_field(struct reading *in, const struct xml_node *field)
{
    const char *flag = xml_value(field, "isObstructed");
    bool is_bramble = flag && strcmp(flag, "true") == 0, has_pieces = xml_child(field, "piece");
    struct spot at;

    if (!read_spot(field, &at) || !cell_is_on_board(at.x, at.y) || (is_bramble && has_pieces))
        return false;
    if (cells_have(in->seen, cell_at(at.x, at.y)))
        return false;
    in->seen |= cell_bit(cell_at(at.x, at.y));
    if (!is_bramble && !has_pieces)
        return true;
    text_add_place(in->text, at.x, at.y);
    buf_add(in->text, is_bramble ? ":#" : ":");
    if (!read_stack(in, field))
        return false;
    buf_add_char(in->text, ' ');
    return true;
}

static bool read_row(struct reading *in, const struct xml_node *row)
{
    for (const struct xml_node *c = xml_child(row, NULL); c; c = xml_next(c, NULL)) {
        if (!xml_is(c, "null") && !(xml_is(c, "field") && read_field(in, c)))
            return false;
    }
    return true;
}

static bool read_board(struct reading *in, const struct xml_node *board)
{
    for (const struct xml_node *r = xml_child(board, "fields"); r; r = xml_next(r, "fields")) {
        if (!read_row(in, r))
            return false;
    }
    return in->seen == CELLS_BOARD;
}

static bool read_hand(struct reading *in, const struct xml_node *hand, enum side side)
{
    struct piece piece;

    for (const struct xml_node *c = xml_child(hand, NULL); c; c = xml_next(c, NULL)) {
        if (!xml_is(c, "piece") || !read_piece(c, &piece) || piece.side != side ||
            piece.kind == KIND_COUNT)
            return false;
        in->hand[side][piece.kind]++;
    }
    return hand;
}

/* Does the board leave of this set exactly what both sides hold?  The official server let a side
 * with covered pieces place some that it did not have: those are more than the set has. */
static bool fits(const struct reading *in, uint32_t set)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        for (enum kind kind = 0; kind < KIND_COUNT; kind++) {
            int left = hand_count(set, kind) - in->placed[side][kind];
            if (in->hand[side][kind] != (left > 0 ? left : 0))
                return false;
        }
    }
    return true;
}

/* Everything that a side has, on the board and in hand, as letters. */
static void print_set(const struct reading *in, enum side side, struct buf *out)
{
    for (enum kind kind = 0; kind < KIND_COUNT; kind++) {
        for (int n = in->placed[side][kind] + in->hand[side][kind]; n > 0; n--)
            buf_add_char(out, letters[kind]);
    }
}

static bool add_set(struct reading *in)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        char memory[HIVE_SET_SIZE + 2];
        struct buf all;
        uint32_t set;
        buf_init(&all, memory, sizeof memory);
        print_set(in, side, &all);
        if (all.is_full || !hive_read_set(buf_slice(&all), &set) || !fits(in, set))
            continue;
        if (set != HIVE_SET_BOOK) {
            buf_add(in->text, " hand=");
            buf_add_slice(in->text, buf_slice(&all));
        }
        return true;
    }
    return false;
}

/* Adds "| r 12".  The colour must be that of the turn; it may be missing. */
static bool add_turn(struct reading *in, const struct xml_node *state)
{
    const char *color = xml_value(state, "currentPlayerColor");
    int turn;

    if (!read_number(state, "turn", &turn) || turn < 0 || turn > HIVE_TURN_MAX)
        return false;
    if (color && strcmp(color, side_names[turn % 2]) != 0)
        return false;
    buf_add(in->text, "| ");
    buf_add_char(in->text, text_side_letter((enum side)(turn % 2)));
    buf_add_char(in->text, ' ');
    buf_add_int(in->text, turn);
    return true;
}

static bool read_state(const struct xml_node *state, struct buf *text, struct err *why)
{
    struct reading in = {.text = text};

    if (!read_board(&in, xml_child(state, "board")))
        return err_set(why, "bad_position", "board");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (!read_hand(&in, xml_child(state, hand_names[side]), side))
            return err_set(why, "bad_position", hand_names[side]);
    }
    if (!add_turn(&in, state))
        return err_set(why, "bad_position", "turn");
    if (!add_set(&in))
        return err_set(why, "bad_position", "hand");
    return !text->is_full || err_set(why, "bad_position", "too long");
}

/* ---- ends ---- */

static const struct wire_end ends[] = {
    {"surrounded",
     {"Die Biene von Blau ist eingeschlossen.\nRot hat gewonnen.",
      "Die Biene von Rot ist eingeschlossen.\nBlau hat gewonnen.",
      "Beide Bienen sind eingeschlossen.\nDas Spiel endet unentschieden."}},
    {"both",
     {"Beide Bienen sind eingeschlossen.\nRot hat gewonnen.",
      "Beide Bienen sind eingeschlossen.\nBlau hat gewonnen.",
      "Beide Bienen sind eingeschlossen.\nDas Spiel endet unentschieden."}},
    {"roundlimit",
     {"Das Rundenlimit wurde erreicht.\n{winner} (Rot) hat mehr freie Felder um seine Biene.",
      "Das Rundenlimit wurde erreicht.\n{winner} (Blau) hat mehr freie Felder um seine Biene.",
      "Das Rundenlimit wurde erreicht.\nUm beide Bienen sind gleich viele Felder frei."}},
    {NULL,
     {"Das Spiel ist zu Ende.\nRot hat gewonnen.", "Das Spiel ist zu Ende.\nBlau hat gewonnen.",
      "Das Spiel ist zu Ende.\nEs endet unentschieden."}},
};

/* ---- refused moves ---- */

#define MOVE_WAS "; move was {move}"

/* The sentences that are recorded; the official server had more. */
static const struct wire_mistake mistakes[] = {
    {"bad_move", NULL,
     "The piece Piece(owner={1}, type={2}) does not belong to the current Player({side})" MOVE_WAS,
     false},
    {"off_board", NULL, "Destination {destination} is out of bounds" MOVE_WAS, false},
    {"target_bramble", NULL, "The target field is obstructed" MOVE_WAS, false},
    {"no_touch", NULL, "Your first piece has to touch the piece of the other player" MOVE_WAS,
     false},
    {"queen_not_placed", NULL, "You have to place the Bee to be able to perform dragmoves" MOVE_WAS,
     false},
    {"skip_not_allowed", NULL, "Skipping a turn is only allowed when no other moves can be made",
     true},
    {0},
};

static void describe_spot(const struct xml_node *node, struct buf *out)
{
    struct spot spot = {0};
    int z = 0;

    if (node && read_spot(node, &spot) && read_number(node, "z", &z))
        buf_format(out, "(%d,%d,%d)", spot.x, spot.y, z);
}

static void describe(const struct xml_node *data, struct slice part, struct buf *out)
{
    const struct xml_node *start = xml_child(data, "start"), *piece = xml_child(data, "piece");

    if (slice_is(part, "move") && start) {
        buf_add(out, "Drag from ");
        describe_spot(start, out);
        buf_add(out, " to ");
    } else if (slice_is(part, "move") && piece) {
        const char *owner = xml_value(piece, "owner"), *type = xml_value(piece, "type");
        buf_format(out, "Set %s %s to ", owner ? owner : "null", type ? type : "null");
    }
    describe_spot(xml_child(data, "destination"), out);
}

const struct game_wire hive_wire = {
    .game = "hive",
    .game_type = "swc_2020_hive",
    .season = SEASON_2020,
    .read_move = read_move,
    .write_move = write_move,
    .write_state = write_state,
    .read_state = read_state,
    .read_last_move = read_last_move,
    .write_player = write_player,
    .ends = ends,
    .mistakes = mistakes,
    .describe = describe,
    .form_of_move = spelling_of,
};
