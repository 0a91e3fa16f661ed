#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

/* What the fuzz targets share. */

#include "game/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program, which the fuzzer reports, unless `holds`. */
void fuzz_require(bool holds);

/* Takes the first byte as the number of a game. */
const struct game_rules *fuzz_game(const uint8_t **data, size_t *size);

/* Plays `plies` random moves, or until the end. */
void fuzz_walk(const struct game_rules *rules, struct position *pos, int plies);

/* Lists, counts and plays moves of a position that may be very odd. */
void fuzz_play(const struct game_rules *rules, const struct position *pos);

#endif
