#ifndef PROTO_REFUSAL_H
#define PROTO_REFUSAL_H

/*
 * Why a request is refused, in words: ours, or those of the official servers since 2023, which
 * answered with the name of a Java exception and the request as they had understood it.
 */

#include "proto/client_messages.h"
#include "proto/wire.h"

enum refusal {
    REFUSAL_NO_ROOM,
    REFUSAL_FULL,
    REFUSAL_NO_RESERVATION,
    REFUSAL_NO_SEAT,
    REFUSAL_OVER,
    REFUSAL_NOT_A_MOVE,
    REFUSAL_WRONG_PASSWORD,
    REFUSAL_NO_RIGHTS,
    REFUSAL_SERVER_WORD, /* what only a server says */
};

const char *refusal_sentence(enum refusal refusal);
/* `wire`: the words of a move in it; NULL: it has none. */
void refusal_print_official(enum refusal refusal, const struct msg *msg,
                            const struct game_wire *wire, struct buf *out);

/* Attributes and children of a request that is repeated, as an official server since 2023 would
 * print them: those that it knew, in its order, flags that were not mentioned as false. */
void refusal_write_request(struct xml_writer *writer, const struct xml_node *request);

#endif
