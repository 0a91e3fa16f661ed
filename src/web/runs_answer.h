#ifndef WEB_RUNS_ANSWER_H
#define WEB_RUNS_ANSWER_H

/* Answers that tests and tournaments have in common. */

#include "web/desk.h"
#include "web/runs.h"

/* The status follows from what is wrong; `rules` NULL: no game is concerned. */
void runs_answer_no(struct request *request, const struct game_rules *rules, const struct err *why);
/* 201 with its number. */
void runs_answer_created(struct request *request, const struct run *run);
/* {when, all}: all of its gauntlet */
void runs_answer_stop(struct request *request, struct run *run);
/* Forgets it, and removes its folder. */
void runs_answer_drop(struct request *request, struct run *run);

/* Null, or that there are more games at a time than cores. */
void runs_show_warning(struct json *json, const struct run *run);

#endif
