#ifndef MATCH_COPYIST_H
#define MATCH_COPYIST_H

/*
 * Writes replays, on a thread of its own (base/task_thread.h).  Each game becomes two files: 00012a.kw and the
 * season's own 00012a.xml.gz.  What is not written when the process dies is missing, and is written by the next
 * run.
 */

#include "match/result.h"

struct copyist;

enum copyist_age {
    COPYIST_NEW,  /* played just now: an older replay of this name is another game's */
    COPYIST_KNOWN /* by an earlier run, which may have saved it */
};

/* Both files of one game, here and now. */
bool copyist_write(const char *folder, const struct match *match, const struct result *result,
                   enum copyist_age age, struct err *why);

/* `match` are borrowed.  The folder must exist.  NULL: there is no thread to be had. */
struct copyist *copyist_create(const char *folder, const struct match *match, struct err *why);
/* The result is copied.  Waits if too many are waiting. */
void copyist_add(struct copyist *copyist, const struct result *result, enum copyist_age age);
/* Has the disk refused so far?  Then `why` says it. */
bool copyist_has_failed(struct copyist *copyist, struct err *why);
/* Finishes everything; NULL is fine.  False: the disk has refused. */
bool copyist_destroy(struct copyist *copyist, struct err *why);

#endif
