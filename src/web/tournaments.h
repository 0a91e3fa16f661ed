#ifndef WEB_TOURNAMENTS_H
#define WEB_TOURNAMENTS_H

/* Tournaments as JSON (docs/web.md, section 3). */

#include "web/desk.h"
#include "web/runs.h"

enum { TOURNAMENTS_JSON_MAX = 64 << 20 };

/* NULL: it has been refused. */
struct run *tournaments_find(struct request *request);
/* Tells those who follow the tournaments. */
void tournaments_tell(struct web *web, const struct run *run);
/* Has it written tables since somebody asked this? */
bool tournaments_is_fresh(struct run *run);

void tournaments_answer_list(struct request *request);
void tournaments_answer_one(struct request *request);

#endif
