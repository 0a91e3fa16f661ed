#include "proto/wire.h"

const struct game_wire penguins_wire = {.game = "penguins"};
