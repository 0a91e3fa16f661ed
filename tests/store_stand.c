#include "store_stand.h"

#include "base/memory.h"
#include "store/schema.h"

#include <stdio.h>
#include <stdlib.h>

void stand_expect(bool is_fine, const struct err *why)
{
    if (!is_fine)
        fail_msg("%s: %s", why->code, why->details);
}

static const char *place_of(const struct stand *stand)
{
    const char *server = getenv("KIELWASSER_TEST_STORE");

    return server ? server : vault_path(stand->vault, "store.sqlite");
}

/* A server is the same for all tests of a program. */
static bool sweep(struct db *db, struct err *why)
{
    return db_script(
        db,
        "DELETE FROM results; DELETE FROM pairs; DELETE FROM tests; DELETE FROM workers;"
        "DELETE FROM bot_turns; DELETE FROM bot_versions; DELETE FROM bots;"
        "DELETE FROM runs; DELETE FROM positions;",
        why);
}

int stand_open(void **state)
{
    struct stand *stand = memory_get(1, sizeof *stand);
    struct err why = {0};
    void *vault;

    vault_open(&vault);
    stand->vault = vault;
    snprintf(stand->place, sizeof stand->place, "%s", place_of(stand));
    stand->db = db_open(stand->place, DB_RELAXED, &why);
    stand_expect(stand->db && schema_migrate(stand->db, &why) && sweep(stand->db, &why), &why);
    *state = stand;
    return 0;
}

int stand_close(void **state)
{
    struct stand *stand = *state;
    void *vault = stand->vault;

    db_close(stand->db);
    free(stand);
    return vault_close(&vault);
}
