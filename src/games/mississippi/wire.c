#include "proto/wire.h"

const struct game_wire mississippi_wire = {.game = "mississippi"};
