#include "store/run_table.h"

bool run_table_write(struct db *db, const struct run_row *row, struct err *why)
{
    return db_run(
        db,
        "INSERT INTO runs(id, kind, game, name, state, gauntlet, wants, words, is_wanted, why,"
        " planned, concurrency, sprt, created, played)"
        " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)"
        " ON CONFLICT(id) DO UPDATE SET name = excluded.name, state = excluded.state,"
        " gauntlet = excluded.gauntlet, wants = excluded.wants, words = excluded.words,"
        " is_wanted = excluded.is_wanted, why = excluded.why, planned = excluded.planned,"
        " concurrency = excluded.concurrency, sprt = excluded.sprt, played = excluded.played",
        DB_VALUES(db_int(row->id), db_slice(row->kind), db_slice(row->game), db_slice(row->name),
                  db_slice(row->state), db_int(row->gauntlet), db_slice(row->wants),
                  db_slice(row->words), db_int(row->is_wanted), db_slice(row->why),
                  db_int(row->planned), db_int(row->concurrency), db_slice(row->sprt),
                  db_int(row->created_ms), db_int(row->played_ms)),
        why);
}

bool run_table_remove(struct db *db, int id, struct err *why)
{
    return db_run(db, "DELETE FROM runs WHERE id = $1", DB_VALUES(db_int(id)), why);
}

struct listing {
    run_table_on_row *on_row;
    void *context;
};

static bool pass_row(void *context, const struct db_row *row)
{
    const struct listing *listing = context;
    struct run_row run = {.id = (int)db_row_int(row, 0),
                          .kind = db_row_text(row, 1),
                          .game = db_row_text(row, 2),
                          .name = db_row_text(row, 3),
                          .state = db_row_text(row, 4),
                          .gauntlet = (int)db_row_int(row, 5),
                          .wants = db_row_text(row, 6),
                          .words = db_row_text(row, 7),
                          .is_wanted = db_row_int(row, 8) != 0,
                          .why = db_row_text(row, 9),
                          .planned = (int)db_row_int(row, 10),
                          .concurrency = (int)db_row_int(row, 11),
                          .sprt = db_row_text(row, 12),
                          .created_ms = db_row_int(row, 13),
                          .played_ms = db_row_int(row, 14)};

    return listing->on_row(listing->context, &run);
}

bool run_table_list(struct db *db, run_table_on_row *on_row, void *context, struct err *why)
{
    struct listing listing = {.on_row = on_row, .context = context};

    return db_ask(db,
                  "SELECT id, kind, game, name, state, gauntlet, wants, words, is_wanted, why,"
                  " planned, concurrency, sprt, created, played FROM runs ORDER BY id",
                  DB_NO_VALUES, pass_row, &listing, why);
}
