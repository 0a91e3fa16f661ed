#include "proto/wire.h"

const struct game_wire piranhas_wire = {.game = "piranhas"};
