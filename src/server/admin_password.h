#ifndef SERVER_ADMIN_PASSWORD_H
#define SERVER_ADMIN_PASSWORD_H

/*
 * The administrator's password (server/password_file), asked for over XML.  Passwords are checked
 * one at a time on a thread that does nothing else.  After a wrong one the next one of the same
 * address waits PASSWORD_DELAY_MS, any other one PASSWORD_REST_MS, so that guessing strangers keep
 * no core busy.
 *
 * The right password is accepted while others guess: few of one address wait at a time, addresses
 * take turns, and our own account on this machine waits neither for others nor in their places; of
 * it only the same connection has to wait PASSWORD_DELAY_MS.  Other accounts of this machine count
 * as addresses (conn_address).
 */

#include "base/err.h"

#include <uv.h>

struct session;
struct admin_password;

/* `password`: NULL keeps the one in the folder, or draws one at the first start and prints it. */
struct admin_password *admin_password_create(uv_loop_t *loop, const char *data_dir,
                                             const char *password, struct err *why);
/* The loop then has nothing more of it; no check that waits is answered. */
void admin_password_stop(struct admin_password *secret);
/* After the loop has ended.  NULL is fine. */
void admin_password_destroy(struct admin_password *secret);

/* Begins to check; the session, which has no other check waiting, hears the result later.  False:
 * it cannot be checked. */
bool admin_password_check(struct admin_password *secret, struct session *session,
                          const char *password);

#endif
