#include "games/mississippi/mississippi.h"

#include "game/plain.h"

const struct game_plain mississippi_plain = {0};
