#ifndef PROTO_FAULT_TEXT_H
#define PROTO_FAULT_TEXT_H

/*
 * The sentences about a player that has failed: in the <error> about a move and in the result.  In
 * ruleset server they are, as far as we know them, the season's own; else the move is explained in
 * ours.
 */

#include "proto/wire.h"

struct fault_case {
    const struct game_wire *wire;
    const struct position *pos; /* it happened in this one */
    const char *names[SIDE_NONE];
    enum side side; /* has failed; SIDE_NONE: both have */
    enum cause cause;
    const struct err *fault;
    const struct xml_node *data; /* a refused move as it was sent; NULL: there is none */
};

/* What is wrong with a move that is refused, or was not asked for. */
void fault_text_print_message(const struct fault_case *fault, struct buf *out);
/* Why the game ended, for the result; empty where the season gave no reason. */
void fault_text_print_reason(const struct fault_case *fault, struct buf *out);
/* Does the season's error about this fault repeat the move? */
bool fault_text_repeats_move(const struct fault_case *fault);

#endif
