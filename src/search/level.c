#include "search/level.h"

static const struct level players[] = {
    {.name = "zufall", .is_random = true},
    {.name = "leicht", .is_easy = true, .depth = 1, .choices = 5, .tolerance = 12},
    {.name = "mittel", .depth = 4, .choices = 1},
    {.name = "stark", .choices = 1},
};

enum { PLAYER_COUNT = sizeof players / sizeof *players };

const struct level *level_at(int index)
{
    return index >= 0 && index < PLAYER_COUNT ? &players[index] : NULL;
}

const struct level *level_strongest(void) { return level_at(PLAYER_COUNT - 1); }

const struct level *level_find(struct slice name)
{
    for (int i = 0; i < PLAYER_COUNT; i++) {
        if (slice_is(name, players[i].name))
            return &players[i];
    }
    return NULL;
}
