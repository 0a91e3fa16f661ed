#ifndef BASE_UNPACK_H
#define BASE_UNPACK_H

/*
 * Strangers' archives (ZIP, and tar plain or packed with gzip or xz), unpacked into an empty
 * folder.  Only files and folders come out: links, devices, whole paths and ".." are refused, and
 * so is more than the limits allow, as soon as it is seen.  What was unpacked until then is the
 * caller's to remove.
 */

#include "base/err.h"
#include "base/slice.h"

#include <stdint.h>

enum {
    UNPACK_PATH_MAX = 240, /* bytes of a name in the archive */
    UNPACK_DEPTH_MAX = 16, /* folders above a file */
};

struct unpack_limits {
    int64_t bytes; /* of all files together */
    int entries;   /* files and folders */
    /* Of a name in the archive; 0: UNPACK_PATH_MAX and UNPACK_DEPTH_MAX. */
    int path_bytes, depth;
};

/* Does a file of this name hold others? */
bool unpack_is_archive(const char *name);

/* Would unpack() take a file of this name? */
bool unpack_takes_name(const char *name, const struct unpack_limits *limits);

/* Everything is readable and writable for the owner alone; what could be executed still can be. */
bool unpack(const char *archive, const char *folder, const struct unpack_limits *limits,
            struct err *why);

/* The beginning of one file of a ZIP, ended by a zero; false: it has no such file.  Of a ZIP only:
 * there one can pass over what is not wanted without unpacking it. */
bool unpack_read_zip_member(const char *archive, const char *name, char *text, size_t size);

#endif
