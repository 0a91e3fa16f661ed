#ifndef BASE_PACK_H
#define BASE_PACK_H

/*
 * Writes an archive (.tar.gz) that base/unpack.h reads.  Its last member, SHA256SUMS, has the
 * checksum of every other one, as sha256sum prints them.  The file has its name when it is
 * complete; only its owner can read it.
 */

#include "base/err.h"
#include "base/slice.h"

#include <stdint.h>

#define PACK_SUMS "SHA256SUMS"

enum { PACK_SUM_SIZE = 65 }; /* SHA-256 in hexadecimal digits */

struct pack;

/* NULL: it cannot be written, `why` says it. */
struct pack *pack_create(const char *path, struct err *why);
bool pack_add_text(struct pack *pack, const char *name, struct slice text, struct err *why);
/* What is executable stays so.  A file that is not there is left out. */
bool pack_add_file(struct pack *pack, const char *name, const char *path, struct err *why);
/* Bytes of all members so far. */
int64_t pack_bytes(const struct pack *pack);

enum pack_where { PACK_NEW, PACK_REPLACE };
/* Writes the checksums; then the file is there, even after a power cut.  PACK_NEW: a file that is
 * there already stays, and this is refused. */
bool pack_finish(struct pack *pack, enum pack_where where, struct err *why);
/* What is not finished is gone.  NULL is fine. */
void pack_destroy(struct pack *pack);

/* The checksum of a file; false: it cannot be read. */
bool pack_sum_file(const char *path, char sum[PACK_SUM_SIZE]);

#endif
