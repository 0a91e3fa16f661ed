#ifndef PROTO_REPLAY_CHECK_H
#define PROTO_REPLAY_CHECK_H

/* Plays a replay through the rules and names the first difference; used by replay_read.c and by the
 * page. */

#include "proto/replay.h"
#include "proto/replay_content.h"
#include "xml/node.h"

/* Where trees of replays grow: an empty arena that takes from the heap. */
extern const struct xml_arena replay_heap;

/* Plays a content in the ruleset that is wished, and says what differs.  False: no
 * game in there. */
bool replay_check_content(const struct replay_content *content, enum replay_rules rules,
                          struct record *record, struct replay_report *report, struct err *why);

/* Plays a content in a ruleset; true: nothing differs.  The record holds what could be played. */
bool replay_check_content_by(const struct replay_content *content, enum ruleset ruleset,
                             struct record *record, struct replay_difference *difference);

#endif
