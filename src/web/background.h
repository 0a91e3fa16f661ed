#ifndef WEB_BACKGROUND_H
#define WEB_BACKGROUND_H

/*
 * Requests whose answer has to wait: for the data folder's database, on its one thread
 * (store/db_thread.h); for anything else, on a thread of libuv's pool.  Their connections sleep
 * meanwhile; nothing waits on the loop.
 *
 * A ctx is from memory_get(), or NULL, and is freed in any case.  Too many at a time are refused.
 */

#include "web/internal.h"

/* Does `work` on another thread, then `finish` on the loop, which answers or starts something else.
 * False: the request was refused. */
typedef void background_work(void *ctx);
typedef void background_finish(struct request *request, void *ctx);
bool background_start(struct request *request, background_work *work, background_finish *finish,
                      void *ctx);
/* Removes a folder with all that is in it, then answers {}. */
void background_remove(struct request *request, const char *folder);

/* Does `work` on the database thread and answers `status` with what it has written; {}: nothing.
 * What it refuses is answered with the reason: 503 for trouble of the database, 404 for something
 * that is not there, 422 for anything else. */
typedef bool background_store_work(struct db *db, void *ctx, struct json *json, struct err *why);
void background_answer_store(struct request *request, unsigned status, background_store_work *work,
                             void *ctx);
/* The same, but if all is fine `finish` answers on the loop, or starts something else. */
void background_start_store(struct request *request, background_store_work *work,
                            background_finish *finish, void *ctx);

/* For answers that come from elsewhere.  request_wake() needs an answer. */
void request_sleep(struct request *request);
void request_wake(struct request *request);

#endif
