#ifndef TESTS_STORE_STAND_H
#define TESTS_STORE_STAND_H

/* An empty store for one test: its own file, or the server that KIELWASSER_TEST_STORE names. */

#include "vault.h"

#include "store/db.h"

struct stand {
    struct vault *vault;
    char place[256];
    struct db *db;
};

/* Before and after a test; the state is the stand. */
int stand_open(void **state);
int stand_close(void **state);

/* Fails the test with the reason. */
void stand_expect(bool is_fine, const struct err *why);

#endif
