#include "proto/wire.h"

const struct game_wire hive_wire = {.game = "hive"};
