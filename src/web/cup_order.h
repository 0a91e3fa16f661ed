#ifndef WEB_CUP_ORDER_H
#define WEB_CUP_ORDER_H

/* A tournament that somebody wants (the body of POST /api/tournaments): its file, or a form that
 * becomes one. */

#include "tournament/tournament_file.h"
#include "web/desk.h"
#include "web/runs.h"

struct cup_order {
    struct tournament_file file;
    struct slice text; /* of the file; file_free() it */
    int concurrency;
};

/* False: the file has a fault, or a bot is not there; `why` says it.  Large: not for the stack. */
bool cup_order_read(struct request *request, struct cup_order *order, struct err *why);
/* Makes it the order of a run: the file in its folder, and the words. */
bool cup_order_give(const struct cup_order *order, struct run *run, struct err *why);

#endif
