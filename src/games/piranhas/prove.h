#ifndef GAMES_PIRANHAS_PROVE_H
#define GAMES_PIRANHAS_PROVE_H

/* Proves that the side to move wins by force, as a solver (search/eval.h) that only ever says "at
 * least".  False: no such win was found. */

#include "search/eval.h"

bool piranhas_prove(const struct position *pos, const struct solve_request *request,
                    struct solution *solution);

#endif
