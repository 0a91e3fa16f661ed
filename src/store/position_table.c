#include "store/position_table.h"

bool position_table_add(struct db *db, struct position_row *row, struct err *why)
{
    /* Nothing is added, and there is no number, if there are enough of them. */
    return db_number(db,
                     "INSERT INTO positions(game, position, name, added)"
                     " SELECT $1, $2, $3, CAST($4 AS BIGINT)"
                     " WHERE (SELECT count(*) FROM positions) < $5 RETURNING id",
                     DB_VALUES(db_text(row->game), db_text(row->position), db_text(row->name),
                               db_int(row->added_ms), db_int(POSITIONS_MAX)),
                     0, &row->id, why) &&
           (row->id > 0 || err_setf(why, "positions_full", "%d", POSITIONS_MAX));
}

bool position_table_remove(struct db *db, int64_t id, bool *is_there, struct err *why)
{
    if (!db_run(db, "DELETE FROM positions WHERE id = $1", DB_VALUES(db_int(id)), why))
        return false;
    *is_there = db_changed(db) > 0;
    return true;
}

struct listing {
    position_table_on_row *on_row;
    void *context;
};

static bool pass_row(void *context, const struct db_row *row)
{
    const struct listing *listing = context;
    struct position_row position = {.id = db_row_int(row, 0), .added_ms = db_row_int(row, 4)};

    db_row_copy_text(row, 1, position.game, sizeof position.game);
    db_row_copy_text(row, 2, position.position, sizeof position.position);
    db_row_copy_text(row, 3, position.name, sizeof position.name);
    return listing->on_row(listing->context, &position);
}

bool position_table_list(struct db *db, position_table_on_row *on_row, void *context,
                         struct err *why)
{
    struct listing listing = {.on_row = on_row, .context = context};

    return db_ask(db, "SELECT id, game, position, name, added FROM positions ORDER BY id",
                  DB_NO_VALUES, pass_row, &listing, why);
}
