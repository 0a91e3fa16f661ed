#include "proto/wire.h"

#include <string.h>

#define GAME(name) extern const struct game_wire name##_wire;
#include "game/games.def"
#undef GAME

static const struct game_wire *const wires[] = {
#define GAME(name) &name##_wire,
#include "game/games.def"
#undef GAME
    NULL,
};

const struct game_wire *wire_of(const struct game_rules *rules)
{
    for (int i = 0; wires[i]; i++) {
        if (game_at(i) == rules)
            return wires[i];
    }
    return NULL;
}

const struct game_wire *wire_find(const char *game_type)
{
    for (int i = 0; wires[i]; i++) {
        if (strcmp(wires[i]->game_type, game_type) == 0)
            return wires[i];
    }
    return NULL;
}
