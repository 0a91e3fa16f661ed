#ifndef SERVER_OWNER_SOCKET_H
#define SERVER_OWNER_SOCKET_H

/*
 * Orders to a running server through DATA/owner.sock, which only its own account can open: a line
 * to it, a line as the answer.
 *
 *     restart                        it takes what is prepared (server/restore.h)
 *     delete NUMBER:ROOM …           deletes games that are over (server/game_removal.h)
 *
 *     ok [REMOVED UNKNOWN UNFINISHED REMAINS]
 *     no CODE DETAILS                a refusal, see reasons.def
 */

#include "base/err.h"
#include "base/slice.h"

struct server;

enum { OWNER_ORDER_MAX = 64 * 1024, OWNER_ANSWER_SIZE = 1024 };

bool owner_socket_open(struct server *server, struct err *why);
/* Orders that are being done still get their answer. */
void owner_socket_close(struct server *server);
/* After the loop has ended; NULL is fine. */
struct owner_orders;
void owner_socket_destroy(struct owner_orders *orders);

enum owner_answer {
    OWNER_OK,
    OWNER_REFUSED, /* `why` says it */
    OWNER_NO_SERVER,
};
/* From another process.  `answer` is what follows "ok". */
enum owner_answer owner_socket_send(const char *data_dir, struct slice order,
                                    char answer[OWNER_ANSWER_SIZE], struct err *why);

#endif
