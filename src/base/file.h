#ifndef BASE_FILE_H
#define BASE_FILE_H

/* Whole files in and out. */

#include "base/err.h"
#include "base/slice.h"

#include <limits.h>

/* FOLDER/NAME.  False: it is too long, and `path` is "", which names nothing. */
bool file_join(char path[PATH_MAX], const char *folder, const char *name);

/* Is there a file that is nothing else (no folder, no device)? */
bool file_is_plain(const char *path);
/* May this thread execute it? */
bool file_can_run(const char *path);
/* Looks for a program without a folder in its name where a shell would look. */
bool file_find_program(const char *name, char path[PATH_MAX]);

/* The first bytes of a file, at most size - 1, ended by a zero; how many.  "": it
 * cannot be read. */
size_t file_read_head(const char *path, char *head, size_t size);

/* Reads a file of at most `max` bytes; the text is ended by a zero and belongs to the caller:
 * file_free() it. */
bool file_read(const char *path, size_t max, struct slice *text, struct err *why);

/* In the name of a file that is not finished yet; one that stays behind was interrupted. */
#define FILE_TEMPORARY ".tmp-"

/* Frees a text that file_read, gz_read or gz_pack has made. */
void file_free(struct slice text);

/* Opens an empty file for writing and locks it against every other process.  Returns a
 * descriptor, or -1: `why` says it. */
int file_create_locked(const char *path, struct err *why);

/* Writes all or nothing: a reader sees the old file or the new one, even after a power cut. */
bool file_write(const char *path, struct slice text, struct err *why);
/* The same for a secret: no other account can read it, in whatever folder it lies. */
bool file_write_private(const char *path, struct slice text, struct err *why);

/* A copy that everybody may read and execute. */
bool file_copy_program(const char *from, const char *to, struct err *why);

/* Programs of root's run as another user (net/bot_user.h).  Where we are root, others may pass
 * through this folder, but not list it … */
void file_let_through(const char *folder);
/* … and read everything in this one. */
void file_let_read(const char *folder);

/* A file, or a folder with everything in it; links are removed, not followed. */
void file_remove_all(const char *path);

#endif
