/* Any words for the referee, in positions on the way of a random game. */

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct game_rules *rules = fuzz_game(&data, &size);
    struct position pos;
    struct err why = {0};
    move_t move = 0;

    if (!rules || size < 2)
        return 0;
    fuzz_walk(rules, data[0], data[1] % FUZZ_WALK_MAX, &pos);
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
