/* Positions and moves as text: `0,0:Q 1,0:qB 5,-5:# | b 7 hand=QSSSBBGGAAA rules=server`. */

#include "game/text.h"

#include "games/hive/hive.h"

#include <assert.h>

static const char letters[KIND_COUNT + 1] = "QSBGA";

enum { LOWER = 'a' - 'A', NUMBER_CAP = 999 };

char hive_letter_of_kind(enum kind kind)
{
    assert(kind < KIND_COUNT);
    return letters[kind];
}

bool hive_kind_of_letter(char letter, enum kind *kind)
{
    for (enum kind k = 0; k < KIND_COUNT; k++) {
        if (letters[k] == letter) {
            *kind = k;
            return true;
        }
    }
    return false;
}

bool hive_read_set(struct slice text, uint32_t *set)
{
    uint32_t hand = 0;
    enum kind kind;

    if (text.len != HIVE_SET_SIZE)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (!hive_kind_of_letter(text.at[i], &kind))
            return false;
        hand += hand_one(kind);
    }
    if (hand_count(hand, KIND_QUEEN) != 1)
        return false;
    *set = hand;
    return true;
}

void hive_print_cell(int cell, struct buf *out) { text_add_place(out, cell_x(cell), cell_y(cell)); }

char hive_letter_of_piece(unsigned piece)
{
    return (char)(letters[piece_kind(piece)] + (piece_side(piece) == SIDE_BLUE ? LOWER : 0));
}

bool hive_read_piece(char letter, unsigned *piece)
{
    enum side side = letter >= 'a' ? SIDE_BLUE : SIDE_RED;
    enum kind kind;

    if (!hive_kind_of_letter((char)(side == SIDE_BLUE ? letter - LOWER : letter), &kind))
        return false;
    *piece = piece_make(side, kind);
    return true;
}

static void print_piece(unsigned piece, struct buf *out)
{
    buf_add_char(out, hive_letter_of_piece(piece));
}

void hive_print_stack(const struct hive *hive, int cell, struct buf *out)
{
    assert(cells_have(hive_occupied(hive), cell));
    for (int i = 0; i < hive->covered_count; i++) {
        if (hive->covered[i].cell == cell)
            print_piece(hive->covered[i].piece, out);
    }
    enum side side = cells_have(hive->owner[SIDE_RED], cell) ? SIDE_RED : SIDE_BLUE;
    print_piece(piece_make(side, hive_top_kind(hive, cell)), out);
}

static void print_hand(uint32_t set, struct buf *out)
{
    buf_add(out, " hand=");
    for (enum kind kind = 0; kind < KIND_COUNT; kind++) {
        for (int i = 0; i < hand_count(set, kind); i++)
            buf_add_char(out, letters[kind]);
    }
}

void hive_print_position(const struct position *pos, struct buf *out)
{
    const struct hive *hive = hive_of(pos);

    for (cells_t fields = hive_occupied(hive) | hive->brambles; fields;) {
        int cell = cells_take(&fields);
        hive_print_cell(cell, out);
        buf_add_char(out, ':');
        if (cells_have(hive->brambles, cell))
            buf_add_char(out, '#');
        else
            hive_print_stack(hive, cell, out);
        buf_add_char(out, ' ');
    }
    hive_print_tail(pos, out);
}

void hive_print_tail(const struct position *pos, struct buf *out)
{
    const struct hive *hive = hive_of(pos);

    buf_add(out, "| ");
    text_add_turn(out, pos);
    if (hive->set != HIVE_SET_BOOK)
        print_hand(hive->set, out);
    text_add_ruleset(out, pos);
}

void hive_print_move(const struct position *pos, move_t move, struct buf *out)
{
    (void)pos;
    if (move == HIVE_SKIP) {
        buf_add_char(out, '-');
        return;
    }
    if (hive_is_place(move)) {
        buf_add_char(out, letters[hive_kind(move)]);
        buf_add_char(out, '@');
    } else {
        hive_print_cell(hive_from(move), out);
        buf_add_char(out, '>');
    }
    hive_print_cell(hive_to(move), out);
}

/* A number of any length; far beyond the board one is like another. */
static bool take_number(struct slice *text, int *out)
{
    struct slice rest = *text;
    bool is_negative = slice_take_char(&rest, '-');
    int value = 0;

    if (rest.len == 0 || rest.at[0] < '0' || rest.at[0] > '9')
        return false;
    while (rest.len > 0 && rest.at[0] >= '0' && rest.at[0] <= '9') {
        value = value * 10 + (rest.at[0] - '0');
        if (value > NUMBER_CAP)
            value = NUMBER_CAP;
        rest = slice_skip(rest, 1);
    }
    *out = is_negative ? -value : value;
    *text = rest;
    return true;
}

bool hive_parse_cell(struct slice *text, int *x, int *y)
{
    struct slice rest = *text;

    if (!take_number(&rest, x) || !slice_take_char(&rest, ',') || !take_number(&rest, y))
        return false;
    *text = rest;
    return true;
}

/* What the fields of a text have brought so far. */
struct reading {
    struct position *pos;
    cells_t seen;
    uint32_t placed[SIDE_NONE][KIND_COUNT];
    int climbers; /* pieces that lie on others, and beetles, which may still climb */
};

static bool read_piece(struct reading *in, int cell, char letter)
{
    unsigned piece;

    if (!hive_read_piece(letter, &piece))
        return false;
    enum kind kind = piece_kind(piece);
    if (kind == KIND_BEETLE || cells_have(hive_occupied(hive_of(in->pos)), cell))
        in->climbers++;
    if (in->climbers > HIVE_COVERED_MAX)
        return true; /* refused at the end */
    in->placed[piece_side(piece)][kind]++;
    hive_put_piece(in->pos, cell, piece);
    return true;
}

static bool read_field(struct reading *in, struct slice word, struct err *why)
{
    struct slice rest = word;
    int x, y;

    if (!hive_parse_cell(&rest, &x, &y) || !slice_take_char(&rest, ':') || rest.len == 0)
        return text_refuse(why, "bad_position", word);
    if (!cell_is_on_board(x, y))
        return text_refuse(why, "off_board", word);

    int cell = cell_at(x, y);
    if (cells_have(in->seen, cell))
        return text_refuse(why, "twice", word);
    in->seen |= cell_bit(cell);
    if (slice_is(rest, "#")) {
        hive_put_bramble(in->pos, cell);
        return true;
    }
    for (size_t i = 0; i < rest.len; i++) {
        if (!read_piece(in, cell, rest.at[i]))
            return text_refuse(why, "bad_position", word);
    }
    return true;
}

static bool read_fields(struct reading *in, struct slice text, struct err *why)
{
    for (text = slice_trim(text); text.len > 0;) {
        if (!read_field(in, slice_take_word(&text), why))
            return false;
    }
    return true;
}

/* The hands are what the board leaves of the set. */
static bool fill_hands(struct reading *in, struct err *why)
{
    struct hive *hive = hive_body(in->pos);

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (in->placed[side][KIND_QUEEN] > 1)
            return err_set(why, "two_queens", side == SIDE_RED ? "Q" : "q");
        for (enum kind kind = 0; kind < KIND_COUNT; kind++) {
            uint32_t all = (uint32_t)hand_count(hive->set, kind), out = in->placed[side][kind];
            hive->hand[side] -= hand_one(kind) * (out < all ? out : all);
        }
        in->climbers += hand_count(hive->hand[side], KIND_BEETLE);
    }
    if (in->climbers > HIVE_COVERED_MAX)
        return err_set(why, "too_many_climbers", "");
    return true;
}

/* The game's own word, hand=QSSBBGGGAAA; without it the set is that of the book. */
static bool read_hand(struct slice *words, uint32_t *set, struct err *why)
{
    *set = HIVE_SET_BOOK;
    if (!slice_take(words, "hand="))
        return true;

    struct slice word = slice_take_word(words);
    return hive_read_set(word, set) || text_refuse(why, "bad_hand", word);
}

bool hive_parse_position(struct slice text, struct position *pos, struct err *why)
{
    struct position fresh;
    struct reading in = {.pos = &fresh};
    struct slice fields = slice_take_until(&text, '|');
    struct text_tail tail = text_tail(text);
    uint32_t set;

    if (!read_hand(&tail.more, &set, why))
        return false;
    hive_clear(&fresh, set, (enum ruleset)tail.ruleset);
    if (!read_fields(&in, fields, why) || !fill_hands(&in, why) ||
        !text_read_turn(&tail, HIVE_TURN_MAX, why) || !text_check_end(tail.more, why))
        return false;
    hive_set_turn(&fresh, tail.turn);
    if (!text_check_side(&tail, &fresh, why))
        return false;
    *pos = fresh;
    return true;
}
