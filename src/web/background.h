#ifndef WEB_BACKGROUND_H
#define WEB_BACKGROUND_H

/* Requests whose answer has to wait: for the database, on its thread, or for anything else, on a
 * thread of its own.  Nothing waits on the loop. */

#include "web/internal.h"

/* Does `work` on a thread of its own, then `finish` on the loop, which answers or starts something
 * else.  The connection sleeps meanwhile.  The ctx is from memory_get() and is freed in any case.
 */
typedef void background_work(void *ctx);
typedef void background_finish(struct request *request, void *ctx);
/* False: too many are on their way, and the request is refused. */
bool background_start(struct request *request, background_work *work, background_finish *finish,
                      void *ctx);
/* Removes a folder with all that is in it, then answers {}. */
void background_remove(struct request *request, const char *folder);
/* The same on the thread of the data folder's database, one after another.  What `work` refuses is
 * answered by answer_store_refusal(), and `finish` is not called. */
typedef bool background_store_work(struct db *db, void *ctx, struct err *why);
bool background_start_store(struct request *request, background_store_work *work,
                            background_finish *finish, void *ctx);
/* Until request_wake() is called, which needs an answer.  May sleep already. */
void request_sleep(struct request *request);
void request_wake(struct request *request);

#endif
