#ifndef CLI_BROWSER_H
#define CLI_BROWSER_H

/* Shows the page in the browser of the person at this machine. */

#include "base/err.h"

/* Is there a screen on which a browser could open? */
bool browser_has_screen(void);

/* Opens the page of the server that works with this folder, with the owner's rights
 * (web/owner_code.h).  True also if no browser came up: its address has been printed. */
bool browser_open_as_owner(const char *data_dir, const char *address, struct err *why);

#endif
