#ifndef STORE_POSITION_TABLE_H
#define STORE_POSITION_TABLE_H

/* Positions that the owner has kept under a name. */

#include "store/store.h"

enum { POSITIONS_MAX = 500, POSITION_NAME_SIZE = 201 };

struct position_row {
    int64_t id;
    char game[STORE_WORD_SIZE];
    char position[GAME_TEXT_MAX]; /* as the game's rules print it */
    char name[POSITION_NAME_SIZE];
    int64_t added_ms; /* since 1970 */
};

/* Fills `row->id`.  False: there are POSITIONS_MAX already, or trouble. */
bool position_table_add(struct db *db, struct position_row *row, struct err *why);
/* `is_there`: there was one with this number. */
bool position_table_remove(struct db *db, int64_t id, bool *is_there, struct err *why);
/* In the order in which they were added; stops when `on_row` says false. */
typedef bool position_table_on_row(void *context, const struct position_row *row);
bool position_table_list(struct db *db, position_table_on_row *on_row, void *context,
                         struct err *why);

#endif
