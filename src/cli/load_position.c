#include "cli/load_position.h"

#include "base/memory.h"
#include "proto/replay_file.h"

#include <stdlib.h>

bool load_position(enum lang lang, const char *path, int turn, uint64_t seed,
                   const struct game_rules **rules, struct position *pos)
{
    struct record *past = memory_get(1, sizeof *past);
    struct replay_report report;
    struct err why = {0};
    int plies = 0;

    bool is_loaded = replay_load(path, REPLAY_RULES_FITTING, past, &report, &why) &&
                     (turn == LOAD_FROM_START || record_find_turn(past, turn, &plies, &why));
    *rules = record_rules(past);
    if (is_loaded) {
        record_position(past, plies, pos);
        if ((*rules)->fill)
            (*rules)->fill(pos, seed);
    }
    free(past);
    return is_loaded || cli_deny_err(lang, *rules, &why);
}
