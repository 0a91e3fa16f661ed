#ifndef WEB_UPLOAD_H
#define WEB_UPLOAD_H

/*
 * Files that come to stay: POST /api/uploads?name=bot.zip with the bytes as its body, written to
 * the disk as they come.  An archive is unpacked; then its files wait until a request takes them
 * for a bot (bots/bot_files.h).
 */

#include "web/internal.h"

#define UPLOAD_MEGABYTES "200" /* UPLOAD_BYTES_MAX, for people */

enum {
    UPLOAD_BYTES_MAX = 200 * 1000 * 1000,
    UPLOAD_LISTED_MAX = 300, /* files that are told to the page, programs first */
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

#endif
