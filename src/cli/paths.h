#ifndef CLI_PATHS_H
#define CLI_PATHS_H

#include <limits.h>
#include <stdbool.h>

/* The data folder: the given one, or the user's own. */
void paths_data(const char *given, char folder[PATH_MAX]);

/* Names of files in it that no other account may read; ended by NULL. */
extern const char *const paths_secrets[];

/* The same, and makes it.  From here on this process writes files that no other account can read,
 * and secrets of earlier versions are such files, too; false: `folder` cannot be made. */
bool paths_make_data(const char *given, char folder[PATH_MAX]);

/* Makes a folder and those above it; true if it is there now. */
bool paths_make(const char *folder);

/* Makes a new folder of this name with something behind it, where temporary things belong. */
bool paths_make_temporary(const char *name, char folder[PATH_MAX]);

/* Removes a folder with everything in it. */
void paths_remove(const char *folder);

/* Many connections need many descriptors: take what the system allows. */
void paths_raise_limit(void);

#endif
