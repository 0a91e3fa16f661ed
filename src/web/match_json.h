#ifndef WEB_MATCH_JSON_H
#define WEB_MATCH_JSON_H

/* Mass tests as JSON (docs/web.md, section 3). */

#include "base/json_writer.h"
#include "web/runs.h"

enum tests_detail { TESTS_OUTLINE, TESTS_WHOLE }; /* without and with plots */

void match_json(struct json *json, struct run *run, enum tests_detail detail);
/* What a table of opponents shows; its games are locked. */
void match_json_line(struct json *json, const struct run *run);
void match_json_score(struct json *json, const char *key, const struct tally_score *score);
/* Tells followers of the tests. */
void match_json_tell(struct web *web, struct run *run);

#endif
