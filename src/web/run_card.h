#ifndef WEB_RUN_CARD_H
#define WEB_RUN_CARD_H

/* run.json: what is kept of a run besides what it plays. */

#include "web/runs.h"

bool run_card_write(const struct run *run, const char *path, struct err *why);
/* Fills all that is kept.  False: there is no such card. */
bool run_card_read(struct run *run, const char *path);

#endif
