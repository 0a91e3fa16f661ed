#ifndef WEB_RUN_ROWS_H
#define WEB_RUN_ROWS_H

/* A run as a row of the store, and back: what is kept of it besides what it plays. */

#include "store/run_table.h"
#include "web/runs.h"

/* The row's texts are here; it must not be moved. */
struct stored_run {
    struct run_row row;
    char *wants, *words; /* on the heap */
    char name[RUNS_NAME_SIZE];
    char why[sizeof(struct err) + 1];
    char sprt[64];
};

/* All that have changed, for one transaction. */
struct run_batch {
    int gone; /* the number of a run that was dropped, or 0 */
    int count;
    struct stored_run runs[];
};

/* Takes the runs that are unsaved: they are so no more, and have one more write on its way.  NULL:
 * there is nothing to write. */
struct run_batch *run_batch_create(struct run *const runs[], int count, int gone);
void run_batch_destroy(struct run_batch *batch); /* NULL is fine */
bool run_rows_write(struct db *db, const struct run_batch *batch, struct err *why);

/* Fills all that is kept but for the number.  False: this is no such row. */
bool run_rows_read(const struct run_row *row, struct run *run);

#endif
