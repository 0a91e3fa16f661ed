/* New games: the set of pieces, three brambles drawn. */

#include "base/rng.h"
#include "game/text.h"
#include "games/hive/hive.h"

#include <assert.h>

/* The only option is the set of pieces: hand=QSSBBGGGAAA. */
static bool read_options(const struct game_options *options, uint32_t *set, struct err *why)
{
    struct slice words = slice_trim(options->words);

    *set = HIVE_SET_BOOK;
    if (options->ruleset == RULES_SERVER && words.len == 0)
        words = slice_of(HIVE_SERVER_WORDS);
    while ((words = slice_trim(words)).len > 0) {
        struct slice word = slice_take_word(&words), letters = word;
        if (!slice_take(&letters, "hand="))
            return text_refuse(why, "bad_option", word);
        if (!hive_read_set(letters, set))
            return text_refuse(why, "bad_hand", letters);
    }
    return true;
}

static int nth_field(int n)
{
    cells_t fields = CELLS_BOARD;

    assert(n >= 0 && n < BOARD_FIELDS);
    while (n-- > 0)
        cells_take(&fields);
    return cells_first(fields);
}

/* Three brambles anywhere: every set of three fields is equally likely. */
bool hive_setup(struct position *pos, uint64_t seed, const struct game_options *options,
                struct err *why)
{
    struct rng rng = rng_make(seed);
    uint32_t set;

    if (!read_options(options, &set, why))
        return false;
    hive_clear(pos, set, options->ruleset);
    for (int planted = 0; planted < HIVE_BRAMBLES;) {
        int cell = nth_field(rng_below(&rng, BOARD_FIELDS));
        if (cells_have(hive_of(pos)->brambles, cell))
            continue;
        hive_put_bramble(pos, cell);
        planted++;
    }
    hive_set_turn(pos, 0);
    return true;
}
