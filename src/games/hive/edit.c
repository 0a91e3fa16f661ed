/* Setting up a position: pieces from the reserves, also onto others, and brambles. */

#include "game/edit.h"

#include "game/text.h"
#include "games/hive/hive.h"

static const char *const sets[] = {"QSSBBGGGAAA", "QSSSBBGGAAA", NULL}; /* book, server */

/* ---- what there is ---- */

static void print_kind(const struct hive *hive, enum kind kind, enum side side, struct json *out)
{
    static const char *const names[KIND_COUNT] = {"bee", "spider", "beetle", "grasshopper", "ant"};
    const char id[] = {hive_letter_of_piece(piece_make(side, kind)), '\0'};

    edit_begin_piece(out, id, names[kind], side);
    json_int(out, "left", hand_count(hive->hand[side], kind));
    json_end_object(out);
}

static void pieces(const struct position *pos, struct json *out)
{
    json_begin_array(out, "pieces");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        for (enum kind kind = 0; kind < KIND_COUNT; kind++)
            print_kind(hive_of(pos), kind, side, out);
    }
    edit_begin_piece(out, "#", "bramble", SIDE_NONE);
    json_end_object(out);
    json_end_array(out);
    json_bool(out, "turns", false);
}

static void settings(const struct position *pos, struct json *out)
{
    uint32_t set;

    for (int i = 0; sets[i]; i++) {
        if (hive_read_set(slice_of(sets[i]), &set) && set == hive_of(pos)->set)
            edit_print_choice(out, "set", slice_of(sets[i]), sets);
    }
}

/* ---- changes ---- */

/* What is on a field as text: from below, or a bramble. */
struct heap {
    char letters[HIVE_COVERED_MAX + 2];
    size_t count;
};

static void read_heap(const struct hive *hive, int cell, struct heap *heap)
{
    struct buf buf;

    *heap = (struct heap){.count = 0};
    buf_init(&buf, heap->letters, sizeof heap->letters);
    if (cells_have(hive->brambles, cell))
        buf_add_char(&buf, '#');
    else if (cells_have(hive_occupied(hive), cell))
        hive_print_stack(hive, cell, &buf);
    heap->count = buf.len;
}

static bool put(const struct hive *hive, struct slice field, struct slice piece, struct heap *heap,
                struct err *why)
{
    bool is_bramble = slice_is(piece, "#");
    unsigned made;

    if (!is_bramble && (piece.len != 1 || !hive_read_piece(piece.at[0], &made)))
        return text_refuse(why, "bad_edit", piece);
    if (heap->count > 0 && heap->letters[0] == '#')
        return text_refuse(why, "target_bramble", field);
    if (is_bramble && heap->count > 0)
        return text_refuse(why, "set_occupied", field);
    if (!is_bramble && hand_count(hive->hand[piece_side(made)], piece_kind(made)) == 0)
        return err_set(why, "not_in_hand", "");
    if (heap->count > HIVE_COVERED_MAX)
        return err_set(why, "too_many_climbers", "");
    heap->letters[heap->count++] = piece.at[0];
    return true;
}

static bool take(struct slice field, struct heap *heap, char *letter, struct err *why)
{
    if (heap->count == 0)
        return text_refuse(why, "edit_empty", field);
    *letter = heap->letters[--heap->count];
    return true;
}

static bool find(struct slice word, int *cell, struct err *why)
{
    struct slice rest = word;
    int x, y;

    if (!hive_parse_cell(&rest, &x, &y) || rest.len > 0)
        return text_refuse(why, "bad_field", word);
    if (!cell_is_on_board(x, y))
        return text_refuse(why, "off_board", word);
    *cell = cell_at(x, y);
    return true;
}

/* The fields that a change is about, and what is on them afterwards. */
struct change {
    int cell[2];
    struct heap heap[2];
    int count;
};

static bool add_field(const struct hive *hive, struct slice field, struct change *change,
                      struct err *why)
{
    int n = change->count;

    if (!find(field, &change->cell[n], why))
        return false;
    read_heap(hive, change->cell[n], &change->heap[n]);
    change->count++;
    return true;
}

/* A piece that is moved goes back to its hand in between. */
static bool move_piece(const struct hive *hive, const struct edit *edit, struct change *change,
                       struct err *why)
{
    struct hive without = *hive;
    unsigned piece;
    char letter;

    if (!add_field(hive, edit->field, change, why) || !add_field(hive, edit->to, change, why))
        return false;
    if (change->cell[0] == change->cell[1])
        return text_refuse(why, "same_field", edit->to);
    if (!take(edit->field, &change->heap[0], &letter, why))
        return false;
    if (hive_read_piece(letter, &piece) &&
        hand_count(without.hand[piece_side(piece)], piece_kind(piece)) == 0)
        without.hand[piece_side(piece)] += hand_one(piece_kind(piece));
    return put(&without, edit->to, slice_make(&letter, 1), &change->heap[1], why);
}

static bool make_change(struct hive *hive, const struct edit *edit, struct change *change,
                        struct err *why)
{
    char letter;

    switch (edit->kind) {
    case EDIT_NOTHING:
        return true;
    case EDIT_PUT:
        return add_field(hive, edit->field, change, why) &&
               put(hive, edit->field, edit->name, &change->heap[0], why);
    case EDIT_TAKE:
        return add_field(hive, edit->field, change, why) &&
               take(edit->field, &change->heap[0], &letter, why);
    case EDIT_MOVE:
        return move_piece(hive, edit, change, why);
    case EDIT_SET:
        return (slice_is(edit->name, "set") && hive_read_set(edit->value, &hive->set)) ||
               edit_refuse(edit, why);
    case EDIT_TURN:
        break;
    }
    return edit_refuse(edit, why);
}

static void print_heap(int cell, const struct heap *heap, struct buf *text)
{
    if (heap->count == 0)
        return;
    hive_print_cell(cell, text);
    buf_add_char(text, ':');
    buf_add_slice(text, slice_make(heap->letters, heap->count));
    buf_add_char(text, ' ');
}

static bool print(const struct position *pos, const struct edit *edit, struct buf *text,
                  struct err *why)
{
    struct position changed = *pos;
    struct hive *hive = hive_body(&changed);
    struct change change = {.count = 0};
    cells_t fields = hive_occupied(hive) | hive->brambles;

    if (!make_change(hive, edit, &change, why))
        return false;
    for (int i = 0; i < change.count; i++) {
        fields &= ~cell_bit(change.cell[i]);
        print_heap(change.cell[i], &change.heap[i], text);
    }
    while (fields) {
        struct heap heap;
        int cell = cells_take(&fields);
        read_heap(hive, cell, &heap);
        print_heap(cell, &heap, text);
    }
    hive_print_tail(&changed, text);
    return true;
}

const struct game_edit hive_edit = {.pieces = pieces, .settings = settings, .print = print};
