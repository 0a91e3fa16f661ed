/* What a page shows of a hive: stacks, reserves, the fields around the queens, pinned pieces. */

#include "game/view.h"

#include "game/text.h"
#include "games/hive/hive.h"

#include <assert.h>

static const char *const kind_names[KIND_COUNT] = {"bee", "spider", "beetle", "grasshopper", "ant"};

/* ---- fields ---- */

static bool read_field(struct slice word, int *cell)
{
    int x, y;

    if (!hive_parse_cell(&word, &x, &y) || word.len > 0 || !cell_is_on_board(x, y))
        return false;
    *cell = cell_at(x, y);
    return true;
}

static bool is_field(struct slice word)
{
    int cell;

    return read_field(word, &cell);
}

static void add_field(struct json *out, const char *key, int cell)
{
    if (cell == CELL_NONE)
        json_nothing(out, key);
    else
        view_write_board_field(out, key, hive_print_cell, cell);
}

static void add_set(struct json *out, const char *key, cells_t cells)
{
    json_begin_array(out, key);
    while (cells)
        add_field(out, NULL, cells_take(&cells));
    json_end_array(out);
}

static void print_fields(const struct hive *hive, struct json *out)
{
    json_begin_array(out, "fields");
    for (cells_t fields = CELLS_BOARD; fields;) {
        int cell = cells_take(&fields);
        json_begin_object(out, NULL);
        add_field(out, "id", cell);
        json_int(out, "x", cell_x(cell));
        json_int(out, "y", cell_y(cell));
        json_text(out, "kind", cells_have(hive->brambles, cell) ? "bramble" : "field");
        json_end_object(out);
    }
    json_end_array(out);
}

/* ---- pieces ---- */

static int height(const struct hive *hive, int cell)
{
    int n = cells_have(hive_occupied(hive), cell);

    for (int i = 0; i < hive->covered_count; i++)
        n += hive->covered[i].cell == cell;
    return n;
}

static void print_piece(struct json *out, int cell, unsigned piece, int level)
{
    json_begin_object(out, NULL);
    add_field(out, "at", cell);
    view_side(out, "side", piece_side(piece));
    json_text(out, "kind", kind_names[piece_kind(piece)]);
    json_int(out, "level", level);
}

static void print_stack(const struct hive *hive, int cell, bool is_pinned, struct json *out)
{
    bool is_stuck = !is_pinned && hive_targets(hive, cell) == 0;
    enum side side = cells_have(hive->owner[SIDE_RED], cell) ? SIDE_RED : SIDE_BLUE;
    int level = 0;

    assert(cells_have(hive_occupied(hive), cell));
    for (int i = 0; i < hive->covered_count; i++) {
        if (hive->covered[i].cell != cell)
            continue;
        print_piece(out, cell, hive->covered[i].piece, level++);
        json_bool(out, "top", false);
        json_bool(out, "pinned", false);
        json_bool(out, "stuck", false);
        json_end_object(out);
    }
    print_piece(out, cell, piece_make(side, hive_top_kind(hive, cell)), level);
    json_bool(out, "top", true);
    json_bool(out, "pinned", is_pinned);
    json_bool(out, "stuck", is_stuck);
    json_end_object(out);
}

static void print_pieces(const struct hive *hive, struct json *out)
{
    cells_t occupied = hive_occupied(hive), pinned = hive_pinned(hive);

    json_begin_array(out, "pieces");
    while (occupied) {
        int cell = cells_take(&occupied);
        print_stack(hive, cell, cells_have(pinned, cell), out);
    }
    json_end_array(out);
}

/* ---- facts ---- */

static void print_reserve(const struct position *pos, enum side side, struct json *out)
{
    struct err why;

    json_begin_array(out, "reserve");
    for (enum kind kind = 0; kind < KIND_COUNT; kind++) {
        json_begin_object(out, NULL);
        json_text(out, "kind", kind_names[kind]);
        json_text(out, "letter", (char[2]){hive_letter_of_kind(kind), '\0'});
        json_int(out, "count", hand_count(hive_of(pos)->hand[side], kind));
        if (side != pos->side || hive_can_place(pos, kind, &why))
            json_nothing(out, "locked");
        else
            view_refusal(out, "locked", &hive_rules, &why);
        json_end_object(out);
    }
    json_end_array(out);
}

static const char *cause(const struct hive *hive, int x, int y)
{
    if (!cell_is_on_board(x, y))
        return "edge";
    if (cells_have(hive->brambles, cell_at(x, y)))
        return "bramble";
    return cells_have(hive_occupied(hive), cell_at(x, y)) ? "insect" : "free";
}

/* Clockwise, beginning on the right.  A neighbour beyond the edge has a name as well: it is
 * drawn. */
static void print_around(const struct hive *hive, int queen, struct json *out)
{
    static const int8_t step[6][2] = {{1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 0}};

    json_begin_array(out, "around");
    for (int i = 0; i < 6 && queen != CELL_NONE; i++) {
        int x = cell_x(queen) + step[i][0], y = cell_y(queen) + step[i][1];
        json_begin_object(out, NULL);
        view_place(out, "id", x, y);
        json_text(out, "cause", cause(hive, x, y));
        json_end_object(out);
    }
    json_end_array(out);
}

static void print_side(const struct position *pos, enum side side, struct json *out)
{
    const struct hive *hive = hive_of(pos);
    bool is_next = pos->side == side;

    json_begin_object(out, side_name(side));
    print_reserve(pos, side, out);
    add_field(out, "queen", hive->queen[side]);
    if (hive->queen[side] == CELL_NONE)
        json_nothing(out, "free");
    else
        json_int(out, "free", hive_queen_free_fields(hive, side));
    print_around(hive, hive->queen[side], out);
    json_bool(out, "mustPlaceQueen", is_next && hive_queen_is_overdue(pos));
    json_bool(out, "canOnlySkip", is_next && hive_legal(pos, HIVE_SKIP));
    json_end_object(out);
}

static void board(const struct position *pos, struct json *out)
{
    print_fields(hive_of(pos), out);
    print_pieces(hive_of(pos), out);
    json_begin_object(out, "facts");
    print_side(pos, SIDE_RED, out);
    print_side(pos, SIDE_BLUE, out);
    json_end_object(out);
}

/* A queen that is not on the board counts -1. */
static void criteria(const struct position *pos, const struct game_result *result, struct json *out)
{
    const struct hive *hive = hive_of(pos);
    const char *decisive = result->reason ? "free" : NULL;
    int free[SIDE_NONE], insects[SIDE_NONE] = {0}, others[SIDE_NONE] = {0};

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        free[side] = hive_queen_free_fields(hive, side);
        if (free[side] < 0)
            continue;
        insects[side] = __builtin_popcountll(cells_window(hive_occupied(hive), hive->queen[side]));
        others[side] = 6 - insects[side] - free[side];
    }
    view_criterion(out, "free", free, decisive);
    view_criterion(out, "insects", insects, decisive);
    view_criterion(out, "others", others, decisive);
}

/* ---- moves ---- */

static void print_path(const struct hive *hive, move_t move, struct json *out)
{
    uint8_t path[HIVE_PATH_MAX];
    int n = hive_move_path(hive, move, path);

    if (n == 0)
        return;
    json_begin_array(out, "path");
    for (int i = 0; i < n; i++)
        add_field(out, NULL, path[i]);
    json_end_array(out);
}

static void move(const struct position *pos, move_t move, struct json *out)
{
    const struct hive *hive = hive_of(pos);
    bool is_skip = move == HIVE_SKIP, is_place = !is_skip && hive_is_place(move);

    add_field(out, "from", is_place ? CELL_NONE : hive_from(move));
    add_field(out, "to", hive_to(move));
    json_bool(out, "skip", is_skip);
    if (is_skip)
        return;
    enum kind kind = is_place ? hive_kind(move) : hive_top_kind(hive, hive_from(move));
    assert(kind < KIND_COUNT);
    json_text(out, "kind", kind_names[kind]);
    json_int(out, "level", height(hive, hive_to(move)));
    if (!is_place)
        print_path(hive, move, out);
}

static bool pick(const struct position *pos, struct slice field, struct err *why)
{
    int cell;

    if (!read_field(field, &cell))
        return text_refuse(why, "off_board", field);
    return hive_can_move_from(pos, cell, why);
}

/* Without this piece the hive falls into parts; the biggest is the one that stays. */
static cells_t falling(const struct hive *hive, int cell)
{
    cells_t rest = hive_occupied(hive) & ~cell_bit(cell), biggest = 0;

    for (cells_t left = rest; left;) {
        cells_t part = hive_part(left, left & -left);
        if (cells_count(part) > cells_count(biggest))
            biggest = part;
        left &= ~part;
    }
    return rest & ~biggest;
}

static void look(const struct position *pos, struct slice field, struct json *out)
{
    const struct hive *hive = hive_of(pos);
    int cell;
    bool is_pinned = read_field(field, &cell) && cells_have(hive_pinned(hive), cell);

    add_set(out, "falls", is_pinned ? falling(hive, cell) : 0);
}

const struct game_view hive_view = {
    .is_field = is_field,
    .board = board,
    .criteria = criteria,
    .move = move,
    .pick = pick,
    .look = look,
};
