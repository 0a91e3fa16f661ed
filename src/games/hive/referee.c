/* The referee: reads the words of a move and, if it may not be played, says why not. */

#include "game/text.h"

#include "games/hive/hive.h"

#include <assert.h>

/* A move as it was written, on the board or not. */
struct words {
    enum { WORDS_SKIP, WORDS_PLACE, WORDS_DRAG } form;
    enum kind kind; /* of a placement */
    int from_x, from_y;
    int to_x, to_y;
};

static bool read_words(struct slice text, struct words *words)
{
    *words = (struct words){.form = WORDS_SKIP};
    if (slice_is(text, "-"))
        return true;
    if (text.len > 0 && hive_kind_of_letter(text.at[0], &words->kind)) {
        words->form = WORDS_PLACE;
        text = slice_skip(text, 1);
        if (!slice_take_char(&text, '@'))
            return false;
    } else {
        words->form = WORDS_DRAG;
        if (!hive_parse_cell(&text, &words->from_x, &words->from_y) || !slice_take_char(&text, '>'))
            return false;
    }
    return hive_parse_cell(&text, &words->to_x, &words->to_y) && text.len == 0;
}

static bool is_off_board(int x, int y, struct err *why)
{
    return !cell_is_on_board(x, y) && !err_setf(why, "off_board", "%d,%d", x, y);
}

static bool has_field_off_board(const struct words *words, struct err *why)
{
    return (words->form == WORDS_DRAG && is_off_board(words->from_x, words->from_y, why)) ||
           (words->form != WORDS_SKIP && is_off_board(words->to_x, words->to_y, why));
}

static move_t move_of(const struct words *words)
{
    switch (words->form) {
    case WORDS_PLACE:
        return hive_place(words->kind, cell_at(words->to_x, words->to_y));
    case WORDS_DRAG:
        return hive_drag(cell_at(words->from_x, words->from_y), cell_at(words->to_x, words->to_y));
    case WORDS_SKIP:
        break;
    }
    return HIVE_SKIP;
}

static bool refuse(struct err *why, const char *code, const int cells[], int n)
{
    return text_refuse_fields(why, code, hive_print_cell, cells, n);
}

static bool refuse_field(struct err *why, const char *code, int cell)
{
    return refuse(why, code, &cell, 1);
}

static bool refuse_way(struct err *why, const char *code, move_t move)
{
    return refuse(why, code, (const int[]){hive_from(move), hive_to(move)}, 2);
}

/* Is the kind itself a hindrance, wherever the piece should go? */
static bool is_kind_locked(const struct position *pos, enum kind kind, struct err *why)
{
    if (hand_count(hive_of(pos)->hand[pos->side], kind) == 0)
        return !err_set(why, "not_in_hand", "");
    if (hive_queen_is_overdue(pos) && kind != KIND_QUEEN)
        return !err_set(why, "queen_deadline", "");
    return false;
}

bool hive_can_place(const struct position *pos, enum kind kind, struct err *why)
{
    if (is_kind_locked(pos, kind, why))
        return false;
    return hive_placement_fields(pos) != 0 || err_set(why, "no_place", "");
}

static bool explain_place(const struct position *pos, move_t move, struct err *why)
{
    const struct hive *hive = hive_of(pos);
    enum side side = (enum side)pos->side;
    int to = hive_to(move);
    cells_t around = cells_around(cell_bit(to));
    cells_t foes = around & hive->owner[game_other(side)];

    if (cells_have(hive->brambles, to))
        return refuse_field(why, "target_bramble", to);
    if (cells_have(hive_occupied(hive), to))
        return refuse_field(why, "set_occupied", to);
    if (is_kind_locked(pos, hive_kind(move), why))
        return false;
    if (hive->hand[side] == hive->set)
        return refuse_field(why, "no_touch", to);
    if (!(around & hive->owner[side]))
        return refuse_field(why, "no_own_neighbour", to);
    assert(foes != 0); /* the only hindrance left */
    return refuse(why, "touch_enemy", (const int[]){to, cells_first(foes)}, 2);
}

/* The step along a straight line, or 0 if the fields have none in common. */
static int line_step(int from, int to)
{
    int dx = cell_x(to) - cell_x(from), dy = cell_y(to) - cell_y(from);

    if (dx == 0)
        return dy > 0 ? STEP_Y : -STEP_Y;
    if (dy == 0)
        return dx > 0 ? STEP_X : -STEP_X;
    if (dx == -dy)
        return dx > 0 ? STEP_Z : -STEP_Z;
    return 0;
}

static bool explain_grasshopper(const struct hive *hive, move_t move, struct err *why)
{
    int from = hive_from(move), to = hive_to(move), step = line_step(from, to);

    if (step == 0)
        return refuse_way(why, "grasshopper_not_straight", move);
    if (from + step == to)
        return refuse_way(why, "grasshopper_no_jump", move);

    int gap = from + step;
    while (cells_have(hive_occupied(hive), gap))
        gap += step;
    assert(gap != to);
    return refuse(why, "grasshopper_gap", (const int[]){from, to, gap}, 3);
}

/* Why the kind of the piece does not allow the way. */
static bool explain_way(const struct hive *hive, move_t move, struct err *why)
{
    enum kind kind = hive_top_kind(hive, hive_from(move));
    bool is_step = cells_have(cells_around(cell_bit(hive_from(move))), hive_to(move));

    switch (kind) {
    case KIND_QUEEN:
        return refuse_way(why, is_step ? "queen_no_path" : "not_adjacent", move);
    case KIND_SPIDER:
        return refuse_way(why, "spider_no_path", move);
    case KIND_BEETLE:
        return refuse_way(why, is_step ? "beetle_no_contact" : "not_adjacent", move);
    case KIND_GRASSHOPPER:
        return explain_grasshopper(hive, move, why);
    case KIND_ANT:
        return refuse_way(why, "ant_no_path", move);
    case KIND_COUNT:
        break;
    }
    assert(false);
    return false;
}

static bool explain_drag(const struct position *pos, move_t move, struct err *why)
{
    const struct hive *hive = hive_of(pos);
    enum side side = (enum side)pos->side;
    int from = hive_from(move), to = hive_to(move);

    if (cells_have(hive->brambles, to))
        return refuse_field(why, "target_bramble", to);
    if (hive->queen[side] == CELL_NONE)
        return err_set(why, "queen_not_placed", "");
    if (!cells_have(hive_occupied(hive), from))
        return refuse_field(why, "no_piece", from);
    if (!cells_have(hive->owner[side], from))
        return refuse_field(why, "not_own_piece", from);
    if (from == to)
        return refuse_field(why, "same_field", to);
    if (cells_have(hive_occupied(hive), to) && hive_top_kind(hive, from) != KIND_BEETLE)
        return refuse_field(why, "climb", to);
    if (!cells_have(hive_movable(hive, side), from))
        return refuse_field(why, "one_hive", from);
    return explain_way(hive, move, why);
}

static bool covers(const struct hive *hive, int cell, enum side side)
{
    for (int i = 0; i < hive->covered_count; i++) {
        if (hive->covered[i].cell == cell && piece_side(hive->covered[i].piece) == side)
            return true;
    }
    return false;
}

/* No target is chosen yet when a piece is touched, so what concerns the piece itself comes
 * first. */
bool hive_can_move_from(const struct position *pos, int cell, struct err *why)
{
    const struct hive *hive = hive_of(pos);
    enum side side = (enum side)pos->side;

    if (side == SIDE_NONE)
        return err_set(why, "over", "");
    if (cells_have(hive->brambles, cell))
        return refuse_field(why, "target_bramble", cell);
    if (!cells_have(hive_occupied(hive), cell))
        return refuse_field(why, "no_piece", cell);
    if (!cells_have(hive->owner[side], cell))
        return refuse_field(why, covers(hive, cell, side) ? "covered" : "not_own_piece", cell);
    if (hive->queen[side] == CELL_NONE)
        return refuse_field(why, hive_queen_is_overdue(pos) ? "queen_deadline" : "queen_not_placed",
                            cell);
    if (!cells_have(hive_movable(hive, side), cell))
        return refuse_field(why, "one_hive", cell);
    return hive_targets(hive, cell) != 0 || refuse_field(why, "no_way_out", cell);
}

/* Refuses a skip with a move that could be made instead. */
static bool explain_skip(const struct position *pos, struct err *why)
{
    move_t moves[HIVE_MOVES_MAX];
    char details[ERR_DETAILS_SIZE];
    struct buf buf;

    hive_moves(pos, moves);
    buf_init(&buf, details, sizeof details);
    hive_print_move(pos, moves[0], &buf);
    return err_set(why, "skip_not_allowed", details);
}

static void explain(const struct position *pos, move_t move, struct err *why)
{
    if (move == HIVE_SKIP)
        explain_skip(pos, why);
    else if (hive_is_place(move))
        explain_place(pos, move, why);
    else
        explain_drag(pos, move, why);
}

enum verdict hive_read_move(const struct position *pos, struct slice words, move_t *out,
                            struct err *why)
{
    struct words read;

    if (!read_words(words, &read)) {
        text_refuse(why, "bad_move", words);
        return VERDICT_FOUL;
    }
    if (pos->side == SIDE_NONE) {
        err_set(why, "over", "");
        return VERDICT_ILLEGAL;
    }
    if (has_field_off_board(&read, why))
        return VERDICT_ILLEGAL;
    if (!hive_legal(pos, move_of(&read))) {
        explain(pos, move_of(&read), why);
        return VERDICT_ILLEGAL;
    }
    *out = move_of(&read);
    return VERDICT_LEGAL;
}
