#ifndef SERVER_PASSWORD_FILE_H
#define SERVER_PASSWORD_FILE_H

/*
 * The administrator's password as it is kept: a slow hash in the data folder (password.hash).
 * Everything here takes its time: hashing some 10 ms, and a disk.
 */

#include "base/err.h"

#include <stdbool.h>

enum { PASSWORD_DRAWN_SIZE = 13 };

/* A new one, without letters that look alike. */
void password_file_draw(char password[PASSWORD_DRAWN_SIZE]);
/* From now on it is this one, also for a running server. */
bool password_file_set(const char *data_dir, const char *password, struct err *why);
bool password_file_is_there(const char *data_dir);
/* Is it this one?  False as well if there is none; with the code memory_short it is not known. */
bool password_file_fits(const char *data_dir, const char *password, struct err *why);

#endif
