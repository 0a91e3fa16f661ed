#ifndef STORE_RUN_TABLE_H
#define STORE_RUN_TABLE_H

/* Mass tests and tournaments of the page: what was asked for, and how far they are.  What they play
 * is in a folder of their own. */

#include "store/db.h"

/* The texts are the caller's, or valid until the callback returns. */
struct run_row {
    int id; /* the number of its folder, from 1 */
    struct slice kind, game, name, state;
    int gauntlet;       /* the number of its first test; 0: it is in none */
    struct slice wants; /* the body that asked for it, as JSON */
    struct slice words; /* of the command, an array in JSON */
    bool is_wanted;     /* it should be running */
    struct slice why;   /* of a failure: code and details */
    int planned, concurrency;
    struct slice sprt; /* "0 5": the two hypotheses; "": none */
    int64_t created_ms, played_ms;
};

/* Adds the run, or brings its row up to date. */
bool run_table_write(struct db *db, const struct run_row *row, struct err *why);
/* Nothing happens if it is not there. */
bool run_table_remove(struct db *db, int id, struct err *why);
/* In the order of their numbers; stops when `on_row` says false. */
typedef bool run_table_on_row(void *context, const struct run_row *row);
bool run_table_list(struct db *db, run_table_on_row *on_row, void *context, struct err *why);

#endif
