/* Any words for the referee, in positions on the way of a random game. */

#include "fuzz.h"

enum { WALK_MAX = 20 }; /* longer ways cost time and show nothing new */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct game_rules *rules = fuzz_game(&data, &size);
    struct game_options options = {0};
    struct position pos = {0};
    struct err why = {0};
    move_t move = 0;

    if (!rules || size < 2)
        return 0;
    options.ruleset = data[0] & 1 ? RULES_SERVER : RULES_BOOK;
    rules->setup(&pos, data[0], &options, NULL);
    fuzz_walk(rules, &pos, data[1] % WALK_MAX);
    switch (rules->read(&pos, slice_make((const char *)data + 2, size - 2), &move, &why)) {
    case VERDICT_LEGAL:
        fuzz_require(move != 0);
        game_play(rules, &pos, move);
        break;
    case VERDICT_ILLEGAL:
    case VERDICT_FOUL:
        fuzz_require(why.code[0] != '\0' && move == 0);
        break;
    }
    return 0;
}
