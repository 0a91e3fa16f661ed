#ifndef WEB_START_TOURNAMENT_H
#define WEB_START_TOURNAMENT_H

/* A tournament that is to be played (the body of POST /api/tournaments): its file, or a form that
 * becomes one. */

#include "tournament/tournament_file.h"
#include "web/internal.h"
#include "web/runs.h"

struct tournament_order {
    struct tournament_file file;
    struct slice text; /* of the file; file_free() it */
    int concurrency;
};

/* False: the file has a fault, or a bot is not there; `why` says it.  Large: not for the stack. */
bool start_tournament_read(struct request *request, struct tournament_order *order,
                           struct err *why);
/* Makes it the order of a run: the file in its folder, and the words. */
bool start_tournament_build_command(const struct tournament_order *order, struct run *run,
                                    struct err *why);

#endif
