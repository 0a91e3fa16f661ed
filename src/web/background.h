#ifndef WEB_BACKGROUND_H
#define WEB_BACKGROUND_H

/*
 * Requests whose answer has to wait: for the data folder's database, on its one thread
 * (store/db_thread.h); for anything else, on a thread of libuv's pool.  Their connections sleep
 * meanwhile; nothing waits on the loop.
 *
 * A ctx is from memory_get(), or NULL, and is freed in any case.  Too many at a time are refused,
 * and whatever comes where memory is short.
 */

#include "web/internal.h"

/* Work on another thread.  `db` is the data folder's database, NULL on a thread of the pool.  What
 * is written to `json` is the answer; {}: nothing.  False: it is refused with the reason, 503 for
 * trouble of the database, 404 for something that is not there, 422 for anything else. */
typedef bool background_work(struct db *db, void *ctx, struct json *json, struct err *why);
/* After work that went well: answers on the loop, or starts something else. */
typedef void background_finish(struct request *request, void *ctx);

/* In the pool.  False: it was refused, and the request has its answer. */
bool background_answer(struct request *request, background_work *work, void *ctx);
void background_start(struct request *request, background_work *work, background_finish *finish,
                      void *ctx);
/* Removes a folder with all that is in it, then answers {}. */
void background_remove(struct request *request, const char *folder);

/* On the database thread. */
void background_answer_store(struct request *request, unsigned status, background_work *work,
                             void *ctx);
void background_start_store(struct request *request, background_work *work,
                            background_finish *finish, void *ctx);

/* For answers that come from elsewhere.  request_wake() needs an answer. */
void request_sleep(struct request *request);
void request_wake(struct request *request);

#endif
