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

enum wire_verdict wire_judge_stranger(const struct xml_node *data, struct err *why)
{
    static const char *const server_classes[] = {
        "welcomeMessage", "memento", "result",
        "error",          "paused",  "sc.framework.plugins.protocol.MoveRequest",
        "moveRequest",
    };
    const char *class = xml_get(data, "class");

    err_say(why, "bad_move", class ? class : data->name);
    for (size_t i = 0; class && i < sizeof server_classes / sizeof *server_classes; i++) {
        if (strcmp(class, server_classes[i]) == 0)
            return WIRE_NOT_A_MOVE;
    }
    return WIRE_GARBLED;
}

const struct game_wire *wire_of(const struct game_rules *rules) { return wires[game_index(rules)]; }

const struct game_wire *wire_find(const char *game_type)
{
    for (int i = 0; wires[i]; i++) {
        if (strcmp(wires[i]->game_type, game_type) == 0)
            return wires[i];
    }
    return NULL;
}
