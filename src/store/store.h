#ifndef STORE_STORE_H
#define STORE_STORE_H

/*
 * The archive of games: players, every move, how it ended; in a database of any engine (db.h).  A
 * store belongs to one thread at a time and to one server at a time.
 *
 * Games have numbers from 1 on, given by the caller.  Adding something that is already there
 * changes nothing, so a caller that does not know how far it came may simply begin again.
 */

#include "game/outcome.h"
#include "game/record.h"
#include "store/schema.h"

enum {
    STORE_ID_SIZE = 40,
    STORE_WORD_SIZE = 32,
    STORE_KEY_SIZE = 40,
    STORE_PATH_SIZE = 256,
    STORE_LINE_SIZE = 1024,
    STORE_NOTE_SIZE = 256,
    STORE_SETTINGS_SIZE = 160,
};

/* Name of a player that is a person at a browser. */
#define STORE_PERSON "person"

struct store_game {
    int64_t number;
    char id[STORE_ID_SIZE];          /* of its room */
    char game[STORE_WORD_SIZE];      /* "hive" */
    char game_type[STORE_WORD_SIZE]; /* "swc_2020_hive" */
    char names[SIDE_NONE][RECORD_NAME_SIZE];
    /* A built-in player, or STORE_PERSON; empty: a program from outside. */
    char players[SIDE_NONE][STORE_WORD_SIZE];
    char keys[SIDE_NONE][STORE_KEY_SIZE]; /* by which a person's browser is known again */
    enum ruleset ruleset;
    bool has_seed;
    int64_t seed;
    char start[GAME_TEXT_MAX];          /* the whole board, also what the players cannot see */
    char settings[STORE_SETTINGS_SIZE]; /* pause, limits … while it runs, as the server says it */
    bool is_strangers;  /* both came by a plain join from another machine, or a guest opened it */
    int64_t started_ms; /* since 1970 */
    int64_t ended_ms;   /* 0: it is not over */
    struct outcome outcome; /* once it is over */
    char replay[STORE_PATH_SIZE];
    /* What lists show of a game that is over. */
    int plies;
    char last_words[GAME_WORDS_MAX];   /* "": no move */
    char last_position[GAME_TEXT_MAX]; /* all of it, like start; "": it cannot be read */
};

struct store_ply {
    int64_t number; /* of the game */
    int ply;        /* from 0 */
    int32_t time_ms, lag_ms;
    char words[GAME_WORDS_MAX];
    char hint[GAME_WORDS_MAX];
};

struct store;

/* Opens or makes the store in this folder, or at any place that db_open() knows.  A store of an
 * older version is copied, then brought up to date; one of a newer version is refused. */
struct store *store_open(const char *folder, struct err *why);
struct store *store_open_at(const char *place, struct err *why);
/* Only to read: changes nothing, and refuses a store of another version. */
struct store *store_open_to_look(const char *place, struct err *why);
/* Where the store of this folder is. */
void store_place(const char *folder, char *place, size_t size);
void store_close(struct store *store);
/* Its database.  Outside of transactions a connection that was lost is made again first; NULL: that
 * failed. */
struct db *store_db(struct store *store, struct err *why);
/* For a database server: claims the store, so that no other process writes games into it while we
 * are connected, and only the data folder with this number (of its own choice, not 0) ever does,
 * because the numbers of games and of the journal are those of one folder. */
bool store_claim_for_folder(struct store *store, int64_t owner, struct err *why);
/* The first half of the claim: no other process writes games while we are connected. */
bool store_lock(struct store *store, struct err *why);
/* Is this the trouble of the database, and not what is in it? */
bool store_is_trouble(const struct err *why);

/* All or nothing: what is between begin and end.  False: something was refused (`is_fine` is
 * false), or the commit was; the store is as before. */
bool store_begin(struct store *store, struct err *why);
bool store_end(struct store *store, bool is_fine, struct err *why);

bool store_add_game(struct store *store, const struct store_game *game, struct err *why);
bool store_add_ply(struct store *store, const struct store_ply *ply, struct err *why);
bool store_set_settings(struct store *store, int64_t number, const char *settings, struct err *why);
/* Name and key of this side become those of `game`. */
bool store_set_seat(struct store *store, const struct store_game *game, enum side side,
                    struct err *why);
/* The plies from number `plies` on are gone. */
bool store_truncate_game(struct store *store, int64_t number, int plies, struct err *why);
/* Takes number, game, ended_ms, outcome and last_position of `game`; without the last one the moves
 * in the store are played through. */
bool store_end_game(struct store *store, const struct store_game *game, struct err *why);
/* Where the replay lies, without its ending; "": there will be none. */
bool store_set_replay(struct store *store, int64_t number, const char *path, struct err *why);
bool store_remove_game(struct store *store, int64_t number, struct err *why);
/* What was removed goes from the file, too, not only from its tables.  `is_clean` is false while
 * another process still reads an older state.  On a database server that is the server's business.
 */
bool store_wipe(struct store *store, bool *is_clean, struct err *why);

/* How far the journal has been brought in: the sequence number of its last line. */
bool store_set_journal_sequence(struct store *store, uint64_t sequence, struct err *why);
bool store_journal_sequence(struct store *store, uint64_t *sequence, struct err *why);

/* The highest number of all games, 0 if there is none. */
bool store_last_number(struct store *store, int64_t *number, struct err *why);

enum store_list {
    STORE_UNFINISHED,        /* the first game after number `from` that is not over */
    STORE_UNWRITTEN,         /* the first one after `from` that is over and has no replay yet */
    STORE_EXPIRED,           /* the first one up to `from` that is over and not strangers' */
    STORE_EXPIRED_STRANGERS, /* the same of strangers' games */
};

/* 0: there is none. */
bool store_next_in_list(struct store *store, enum store_list list, int64_t from, int64_t *number,
                        struct err *why);
/* The newest game that is over and not among the last `keep` of its kind, for STORE_EXPIRED;
 * 0: there is none. */
bool store_last_expired(struct store *store, bool is_strangers, int64_t keep, int64_t *number,
                        struct err *why);
/* The game of this room; 0: there is none. */
bool store_find(struct store *store, const char *id, int64_t *number, struct err *why);

bool store_load_game(struct store *store, int64_t number, struct store_game *game, struct err *why);
/* Up to `max` games that are over, with numbers below `before`, newest first, without their start;
 * one statement that reads no ply.  Stops when `on_game` says false. */
typedef bool store_on_game(void *context, const struct store_game *game);
bool store_list_ended(struct store *store, int64_t before, int max, store_on_game *on_game,
                      void *context, struct err *why);
/* For a store of an older version, inside a transaction: plays all games that are over. */
bool store_fill_last_positions(struct db *db, schema_on_progress *on_progress, struct err *why);
/* Calls `on_ply` for every ply in order; stops when it says false. */
typedef bool store_on_ply(void *context, const struct store_ply *ply);
bool store_list_plies(struct store *store, int64_t number, store_on_ply *on_ply, void *context,
                      struct err *why);

/* ---- records ---- */

/* The game as a record, as far as its plies follow each other and the referee accepts them. */
bool store_load_record(struct store *store, const struct store_game *game, struct record *record,
                       struct err *why);

#endif
