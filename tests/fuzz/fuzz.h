#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

/* What the fuzz targets share.  KIELWASSER_FUZZ_CPU_S in the environment ends a target after so
 * many seconds of processor time, which libFuzzer itself does not count. */

#include "base/slice.h"
#include "game/game.h"

#include <limits.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Ends the program, which the fuzzer reports, unless `holds`. */
void fuzz_require(bool holds);

/* Takes the first byte as one of `count` choices; -1: there is none. */
int fuzz_choice(const uint8_t **data, size_t *size, int count);

/* Takes the first byte as the number of a game. */
const struct game_rules *fuzz_game(const uint8_t **data, size_t *size);

/* The position after `plies` random moves (fewer than FUZZ_WALK_MAX), or at the end, of the game
 * that begins with this seed; the ruleset of an odd one is the server's. */
enum { FUZZ_WALK_MAX = 20 }; /* longer ways cost time and show nothing new */
void fuzz_walk(const struct game_rules *rules, uint8_t seed, int plies, struct position *pos);

/* Lists, counts and plays moves of a position that may be very odd. */
void fuzz_play(const struct game_rules *rules, const struct position *pos);

/* A folder of this process, in memory where the system has such a place; it goes at the end. */
const char *fuzz_folder(void);
/* A file in it; `path` is its name. */
void fuzz_write(const char *name, struct slice bytes, char path[PATH_MAX]);

/* From now on this process can start no program and connect to no other machine. */
void fuzz_lock_in(void);

/* From now on libsodium draws the same numbers in every run; they begin anew with a run. */
void fuzz_fix_chance(void);
void fuzz_restart_chance(void);

#endif
