#ifndef ARENA_TABLE_H
#define ARENA_TABLE_H

/* A game between two built-in players in this process, from beginning to end in one call.  For a thread of
 * its own: it touches nothing but what it is given. */

#include "arena/mind.h"
#include "arena/note.h"

/* False: it was stopped, and nothing of it counts. */
bool table_play(const struct terms *terms, const struct job *job, struct mind *minds[ARENA_SEATS],
                const atomic_bool *stop, struct played *played);

#endif
