#ifndef CLI_BROWSER_H
#define CLI_BROWSER_H

/* Shows the page in the browser of the person at this machine. */

#include "base/err.h"

/* Is there a screen, and a program that opens a browser on it? */
bool browser_is_there(void);

/* Opens the page of the server that works with this folder, with the owner's rights
 * (web/owner_code.h).  What the browser makes of it is not known. */
bool browser_open_as_owner(const char *data_dir, const char *address, struct err *why);

#endif
