#ifndef PROTO_REPLAY_FILE_H
#define PROTO_REPLAY_FILE_H

/* Games in files: .kw, .xml and .xml.gz. */

#include "proto/replay.h"

/* Reads any of them; the content tells which, not the name.  As replay_parse. */
bool replay_load(const char *path, enum replay_rules rules, struct record *record,
                 struct replay_report *report, struct err *why);

/* Writes all or nothing.  The name tells the format: .kw is ours, .xml and .gz are the season's. */
bool replay_save(const struct record *record, const char *path, struct err *why);

#endif
