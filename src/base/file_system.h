#ifndef BASE_FILE_SYSTEM_H
#define BASE_FILE_SYSTEM_H

/* What the file system of a file or folder is known to promise, by its kind (statfs). */

#include <stdbool.h>

/* Is it of this machine, so that processes can share memory through its files?  Unknown kinds are
 * not. */
bool file_system_is_local(const char *path);

/* Does it write changed bytes to another place (copy on write)?  Then reserving space for a file
 * does not guarantee that the file can be written. */
bool file_system_copies_on_write(const char *path);

#endif
