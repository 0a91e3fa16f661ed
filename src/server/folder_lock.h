#ifndef SERVER_FOLDER_LOCK_H
#define SERVER_FOLDER_LOCK_H

/* One server for one data folder: the archive holds a lock on DATA/lock (archive_lock), which goes
 * with its process. */

#include <stdbool.h>

/* Does a process hold it?  `holder` is its number, 0 if it is unknown. */
bool folder_lock_is_held(const char *folder, int *holder);

#endif
