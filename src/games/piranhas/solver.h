#ifndef GAMES_PIRANHAS_SOLVER_H
#define GAMES_PIRANHAS_SOLVER_H

/* Proves that the side to move wins by force; a solver (search/eval.h) that only ever finds
 * wins. */

#include "games/piranhas/piranhas.h"
#include "search/eval.h"

enum { PROOF_MOVES = 8 }; /* of the side to move, at most */

/* False: no such win was found.  The margin is larger the fewer moves are needed: PROOF_MOVES for a
 * single one. */
bool piranhas_prove(const struct position *pos, const struct solve_request *request,
                    struct solution *solution);

/* The same for any season. */
struct piranhas_end_rules {
    const struct game_rules *rules;
    struct piranhas_ending (*ending)(const struct position *pos);
};
bool piranhas_prove_in(const struct piranhas_end_rules *season, const struct position *pos,
                       const struct solve_request *request, struct solution *solution);

#endif
