#ifndef SEARCH_SIGNATURE_H
#define SEARCH_SIGNATURE_H

/* What a game's search does, as a number: nodes, best moves and scores of some searches.  Two
 * programs with the same signature play the same games when they count nodes. */

#include "game/game.h"

/* The game's own `NAME_bench` (bench.c in its folder): moves that lead from the first position of a
 * board to those that are searched, in the words of the console, separated by blanks; never to be
 * changed. */
enum { BENCH_LINES = 4 };

struct bench_lines {
    const char *moves[BENCH_LINES]; /* on the board of seed 1, 2 …; NULL: none are recorded */
};

/* Boards of the seeds 1, 2 … `seeds`, at the start and after every `step` moves up to `plies`. */
struct signature_size {
    uint64_t nodes; /* for each position */
    size_t table_bytes;
    int seeds, plies, step;
};

struct signature {
    uint64_t value;
    uint64_t nodes;
    int64_t time_us; /* that the searches took */
};

void signature_make(const struct game_rules *rules, const struct signature_size *size,
                    struct signature *signature);

enum { SIGNATURE_TEXT_SIZE = 17 };
/* A small one, as hexadecimal digits, made in a few milliseconds: enough to tell two programs
 * apart. */
void search_signature(const struct game_rules *rules, char text[SIGNATURE_TEXT_SIZE]);

/* The same positions on every machine: the board of this seed (1 to BENCH_LINES), after so many of
 * the recorded moves, or all of them if there are fewer. */
void signature_bench_position(const struct game_rules *rules, uint64_t seed, int plies,
                              struct position *pos);

#endif
