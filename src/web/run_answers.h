#ifndef WEB_RUN_ANSWERS_H
#define WEB_RUN_ANSWERS_H

/* Answers that tests and tournaments have in common. */

#include "web/internal.h"
#include "web/runs.h"

/* The one that the path names: /api/tests/ID… or /api/tournaments/ID….  NULL: it has
 * been refused. */
struct run *runs_named(struct request *request);
/* The status follows from what is wrong; `rules` NULL: no game is concerned. */
void run_answer_no(struct request *request, const struct game_rules *rules, const struct err *why);
/* The command as one would type it. */
void run_answer_command(const struct run *run, struct buf *out);
/* 201 with its number, when the store has it, and all that have changed with it. */
void run_answer_created(struct request *request, const struct run *run);
/* {}, when all that was changed is in the store. */
void run_answer_when_stored(struct request *request);
/* Calls of both.  {when, all}: all of its gauntlet */
void run_request_stop(struct request *request);
/* Forgets it, and removes its folder. */
void run_request_remove(struct request *request);

/* Tells the followers of tournaments that something has changed. */
void tournaments_tell(struct web *web, const struct run *run);

/* Null, or that there are more games at a time than cores. */
void runs_show_warning(struct json *json, const struct run *run);

#endif
