/* Positions of season 2026 as text: rows from the top, side, turn and the first union. */

#include "games/piranhas/piranhas_2026.h"

#include "game/text.h"

/* Red fish of weight 1, 2, 3, then blue ones. */
static char letter_at(const struct position *pos, int square)
{
    const struct piranhas26 *game = piranhas26_of(pos);
    int weight = piranhas26_weight_on(game, square);

    if (weight == 0)
        return piranhas_has_octopus(&game->board, square) ? 'o' : '.';
    bool is_blue = shoal_has(&game->board.fish[SIDE_BLUE], square);
    return (char)('0' + weight + (is_blue ? FISH_WEIGHT_MAX : 0));
}

static bool put_letter(struct position *pos, char letter, int square)
{
    if (letter >= '1' && letter <= '3') {
        piranhas26_put_fish(pos, SIDE_RED, letter - '0', square);
        return true;
    }
    if (letter >= '4' && letter <= '6') {
        piranhas26_put_fish(pos, SIDE_BLUE, letter - '3', square);
        return true;
    }
    if (letter == 'o')
        piranhas_put_octopus(pos, square);
    return letter == 'o' || letter == '.';
}

void piranhas26_print_position(const struct position *pos, struct buf *out)
{
    piranhas_print_rows(pos, letter_at, out);
    text_add_turn(out, pos);
    buf_add_char(out, ' ');
    buf_add_char(out, text_side_letter((enum side)piranhas26_of(pos)->first_union));
    text_add_ruleset(out, pos);
}

static bool read_first_union(struct slice *words, uint8_t *first_union, struct err *why)
{
    struct slice word = slice_take_word(words);

    return text_side(word, first_union) || text_refuse(why, "bad_first_union", word);
}

bool piranhas26_parse_position(struct slice text, struct position *pos, struct err *why)
{
    struct slice rows = slice_take_word(&text);
    struct text_tail tail = text_tail(text);
    struct position board;
    uint8_t first_union = SIDE_NONE;

    piranhas26_clear(&board, (enum ruleset)tail.ruleset);
    if (!piranhas_parse_rows(rows, &board, put_letter, why) ||
        !text_read_turn(&tail, PIRANHAS_TURN_MAX, why) ||
        !read_first_union(&tail.more, &first_union, why) || !text_check_end(tail.more, why))
        return false;
    piranhas26_start(&board, tail.turn, (enum side)first_union);
    if (!text_check_side(&tail, &board, why))
        return false;
    *pos = board;
    return true;
}
