#ifndef BASE_GZ_H
#define BASE_GZ_H

/* Whole files in gzip's format.  What unpacks to more than the caller allows is refused before it
 * is unpacked, so that a small file cannot fill the memory. */

#include "base/err.h"
#include "base/slice.h"

#include <stdint.h>

/* `out` belongs to the caller: file_free() it. */
bool gz_pack(struct slice text, struct slice *out, struct err *why);

/* The reverse, for bytes of our own that unpack to exactly `size`. */
bool gz_unpack(struct slice packed, size_t size, struct slice *out, struct err *why);

/* Reads a file that may be packed or not, whatever its name says; at most `max` bytes of
 * text, ended by a zero: file_free() it. */
bool gz_read(const char *path, size_t max, struct slice *text, struct err *why);

/* Is this a packed file whose checksum is right, and whose text has at most `max` bytes? */
bool gz_is_sound(const char *path, int64_t max);

/* Packs and writes all or nothing, as file_write does. */
bool gz_write(const char *path, struct slice text, struct err *why);

#endif
