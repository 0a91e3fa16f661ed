#ifndef SEARCH_SIGNATURE_H
#define SEARCH_SIGNATURE_H

/* What a game's search does, as a number: nodes, best moves and scores of some searches.  Two programs with
 * the same signature play the same games when they count nodes. */

#include "game/game.h"

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
/* A small one, as hexadecimal digits, made in a few milliseconds: enough to tell two programs apart. */
void search_signature(const struct game_rules *rules, char text[SIGNATURE_TEXT_SIZE]);

/* The same positions on every machine: boards of small seeds, some sensible moves later. */
void signature_position(const struct game_rules *rules, uint64_t seed, int plies,
                        struct position *pos);

#endif
