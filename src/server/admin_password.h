#ifndef SERVER_ADMIN_PASSWORD_H
#define SERVER_ADMIN_PASSWORD_H

/*
 * The administrator's password.  Only a slow hash of it is kept (password.hash in the data folder);
 * checking runs on a thread of its own, and after a wrong one the next has to wait.
 */

#include "base/err.h"

#include <uv.h>

struct session;
struct admin_password;

/* `password`: NULL keeps the one in the folder, or draws one at the first start and prints it. */
struct admin_password *admin_password_create(uv_loop_t *loop, const char *data_dir,
                                             const char *password, struct err *why);
void admin_password_destroy(struct admin_password *secret);

/* Begins to check; the session hears the result later.  False: too many at a time. */
bool admin_password_check(struct admin_password *secret, struct session *session,
                          const char *password);

#endif
