#ifndef WEB_GAUNTLET_H
#define WEB_GAUNTLET_H

/* One player against many.  Each opponent is a test of its own; they are played one after another,
 * so that they do not disturb each other. */

#include "web/internal.h"
#include "web/match_json.h"

enum { GAUNTLET_MAX = 16 }; /* opponents */

/* Takes the body of POST /api/tests, where `against` is the list of opponents; the first test,
 * which begins first.  NULL: `why` says it, and nothing has changed. */
struct run *gauntlet_create(const struct request *request, struct err *why);

/* Of all that belong to the gauntlet of `run`, or of it alone. */
void gauntlet_forget(struct run *run); /* none of them has begun */
void gauntlet_stop(struct run *run, enum run_pace pace);
/* All that are not finished wait for their turn again. */
bool gauntlet_resume(struct run *run, struct err *why);

/* "gauntlet": null, or its number; as a whole also its tests and the sum of their points.  Locks
 * their books. */
void gauntlet_show(struct json *json, const struct run *run, enum tests_detail detail);

#endif
