#ifndef STORE_BOT_TABLE_H
#define STORE_BOT_TABLE_H

/*
 * Registered bots: programs under a name, each with versions, one of which plays.  Three tables:
 * `bots` says which version is active, `bot_versions` has the programs and their last tests,
 * `bot_turns` which version played since when, because results of the past belong to the version
 * that played then.
 *
 * A new bot is bot_table_add() and bot_table_add_version() in one transaction of the caller.
 */

#include "store/store.h"

enum { BOT_VERSIONS_MAX = 200, BOT_TURNS_MAX = 1000 };

/* A bot with the program of its active version. */
struct bot_row {
    int64_t id;
    char name[RECORD_NAME_SIZE]; /* no other bot has it */
    char game[STORE_WORD_SIZE];  /* "hive"; "": it plays any */
    int version;                 /* the active one, from 1 */
    char command[STORE_LINE_SIZE];
    char folder[STORE_LINE_SIZE]; /* where it works; "": the program's */
    char note[STORE_NOTE_SIZE];
    int64_t added_ms; /* since 1970 */
};

struct bot_version_row {
    int number;
    char command[STORE_LINE_SIZE];
    char folder[STORE_LINE_SIZE];
    char note[STORE_NOTE_SIZE];
    int64_t added_ms;
    struct slice test; /* an outline of its last test, as JSON; null: there was none */
};

struct bot_turn_row {
    int version;
    int64_t since_ms;
};

/* Fills `bot->id`; there is no version yet. */
bool bot_table_add(struct db *db, struct bot_row *bot, struct err *why);
/* The number that the bot's next version will have.  False: it has enough of them. */
bool bot_table_next_version(struct db *db, int64_t id, int *number, struct err *why);
/* Adds the version `bot->version` with its command, folder and note, which plays from `now_ms` on.
 * The same program twice is refused. */
bool bot_table_add_version(struct db *db, const struct bot_row *bot, int64_t now_ms,
                           struct err *why);
/* This version plays from `now_ms` on. */
bool bot_table_activate(struct db *db, int64_t id, int number, int64_t now_ms, struct err *why);
/* With its versions and turns, in a transaction of its own. */
bool bot_table_remove(struct db *db, int64_t id, struct err *why);

bool bot_table_find(struct db *db, const char *name, struct bot_row *bot, struct err *why);
bool bot_table_load(struct db *db, int64_t id, struct bot_row *bot, struct err *why);
/* Every bot in the order of their names, its versions and its turns in their order; stops when the
 * callback says false. */
typedef bool bot_table_on_bot(void *context, const struct bot_row *bot);
typedef bool bot_table_on_version(void *context, const struct bot_version_row *version);
typedef bool bot_table_on_turn(void *context, const struct bot_turn_row *turn);
bool bot_table_list(struct db *db, bot_table_on_bot *on_bot, void *context, struct err *why);
bool bot_table_versions(struct db *db, int64_t id, bot_table_on_version *on_version, void *context,
                        struct err *why);
bool bot_table_active_periods(struct db *db, int64_t id, bot_table_on_turn *on_turn, void *context,
                              struct err *why);

/* The last test of a version, as JSON: everything, and an outline for lists. */
struct bot_test_row {
    struct slice whole, outline;
};
bool bot_table_set_test(struct db *db, int64_t id, int number, const struct bot_test_row *test,
                        struct err *why);
/* The whole last test of the active version; free() the text. */
bool bot_table_load_check_report(struct db *db, int64_t id, char **text, struct err *why);

#endif
