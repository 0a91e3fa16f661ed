#ifndef WEB_UPLOAD_H
#define WEB_UPLOAD_H

/*
 * Files that come to stay: POST /api/uploads?name=bot.zip with the bytes as its body, written to the disk
 * as they come.  An archive is unpacked; then DATA/bots/uploads/ID/files is a folder of its own that waits
 * until somebody takes it for a bot.  Who does not come within an hour has forgotten it.
 */

#include "web/desk.h"

#define UPLOAD_MEGABYTES "200" /* UPLOAD_BYTES_MAX, for people */

enum {
    UPLOAD_BYTES_MAX = 200 * 1000 * 1000,
    UPLOAD_UNPACKED_MAX = 500 * 1000 * 1000,
    UPLOAD_ENTRIES_MAX = 5000,
    UPLOAD_WAITING_MAX = 8,  /* at a time; then the oldest goes */
    UPLOAD_LISTED_MAX = 300, /* files that are told to the page */
    UPLOAD_ID_SIZE = 17,
};

/* Is this request one? */
bool upload_is(const struct request *request);
/* The head is there.  False: it has been refused. */
bool upload_begin(struct request *request);
void upload_add(struct request *request, struct slice bytes);
/* The body is there. */
void upload_run(struct request *request);
/* The request is over; what is not complete goes. */
void upload_finish(struct request *request);

/* The folder of an upload's files; false: there is none, or not any more. */
bool upload_find(const struct web *web, const char *id, char folder[PATH_MAX], struct err *why);
/* Its files become `target`, whatever was there before. */
bool upload_move(const struct web *web, const char *id, const char *target, struct err *why);

/* DATA/bots/NAME, with its whole path. */
bool upload_path(const struct web *web, const char *name, char path[PATH_MAX]);

#endif
