#ifndef BASE_GZ_H
#define BASE_GZ_H

/* Whole files in gzip's format.  What unpacks to more than the caller allows is refused before it
 * is unpacked, so that a small file cannot fill the memory. */

#include "base/err.h"
#include "base/slice.h"

/* Does this begin like a gzip file? */
bool gz_is(struct slice bytes);

/* Packs and unpacks in memory; `out->at` belongs to the caller: free() it.  Unpacked text is ended
 * by a zero, which does not count. */
bool gz_pack(struct slice text, struct slice *out, struct err *why);
bool gz_unpack(struct slice bytes, size_t max, struct slice *out, struct err *why);

/* Reads a file that may be packed or not, whatever its name says; at most `max` bytes of text. */
bool gz_read(const char *path, size_t max, struct slice *text, struct err *why);

/* Packs and writes all or nothing, as file_write does. */
bool gz_write(const char *path, struct slice text, struct err *why);

#endif
