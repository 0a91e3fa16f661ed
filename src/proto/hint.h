#ifndef PROTO_HINT_H
#define PROTO_HINT_H

/* What movers say about their moves: strangers' texts that go into records, replays and states.
 * Several hints of a move are one line, joined by " | ". */

#include "base/buf.h"
#include "xml/writer.h"

/* Adds a hint (NULL or empty: nothing), as much as fits in whole characters.  It stays in its line,
 * so that it cannot pretend to be a line of a record. */
void hint_add(struct buf *hints, const char *text);

/* <hint content="…"/> for each of them: seasons 2017 and 2019. */
void hint_write(struct xml_writer *writer, struct slice hints);

#endif
