#ifndef TESTS_VAULT_H
#define TESTS_VAULT_H

/* A data folder with its log, for one test; it is gone afterwards. */

#include "support.h"

#include "base/log.h"

#include <sys/resource.h>

enum { VAULT_FILE_MAX = 8 << 20 };

struct vault {
    char folder[64];
    char log_path[128];
    struct log *log;
};

/* Before and after a test; the state is the vault. */
int vault_open(void **state);
int vault_close(void **state);

/* The path of a file in it; valid until the next call. */
const char *vault_path(const struct vault *vault, const char *name);
bool vault_has(const struct vault *vault, const char *name);
void vault_rename(const struct vault *vault, const char *from, const char *to);
/* A whole file as text; the caller frees. */
char *vault_read(const char *path);
bool vault_log_says(const struct vault *vault, const char *words);

/* From now on no file grows beyond: a full disk.  RLIM_INFINITY ends it. */
void vault_limit_files(rlim_t bytes);

#endif
