/* New games: a heap of 20 to 39 stones. */

#include "games/newgame/newgame.h"

#include "base/rng.h"
#include "game/text.h"

bool newgame_setup(struct position *pos, uint64_t seed, const struct game_options *options,
                   struct err *why)
{
    struct rng rng = rng_make(seed);

    if (options->words.len > 0)
        return text_refuse(why, "bad_option", options->words);
    memset(pos, 0, sizeof *pos);
    pos->ruleset = (uint8_t)options->ruleset;
    newgame_body(pos)->stones = (uint8_t)(20 + rng_below(&rng, 20));
    newgame_settle(pos);
    return true;
}
