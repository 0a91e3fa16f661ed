#ifndef SERVER_GUARD_H
#define SERVER_GUARD_H

/*
 * The administrator's password.  Only a slow hash of it is kept (password.hash in the data folder);
 * checking runs on a thread of its own, and after a wrong one the next has to wait.
 */

#include "base/err.h"

#include <uv.h>

struct session;
struct guard;

/* `password`: NULL keeps the one in the folder, or draws one at the first start and prints it. */
struct guard *guard_create(uv_loop_t *loop, const char *data_dir, const char *password,
                           struct err *why);
void guard_destroy(struct guard *guard);

/* Begins to check; the session hears of it by guard's own call.  False: too many at a time. */
bool guard_check(struct guard *guard, struct session *session, const char *password);

#endif
