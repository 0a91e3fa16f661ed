#ifndef ARENA_TERMS_H
#define ARENA_TERMS_H

/*
 * What two players agree on; all games of a match follow from it and from nothing else.  As text (JSON) it
 * is kept in the store, where workers on other machines read it.  The text names a program by its name and the
 * hash of its files, never by a command line: what to start is known only to those who play.
 */

#include "arena/player.h"
#include "base/json.h"

enum arena_seat { ARENA_A, ARENA_B, ARENA_SEATS };

enum {
    ARENA_BUILTIN_MS = 100, /* a built-in player's time for a move, unless it is told otherwise */
    TERMS_KEY_SIZE = 65,
    TERMS_SET_SIZE = 128,
    TERMS_TIME_MAX_MS = 3600 * 1000,
    TERMS_PACE_MAX_MS = 10 * 1000,
    TERMS_TEXT_MAX = 4 << 20,
};

struct terms {
    const struct game_rules *rules;
    enum ruleset ruleset;
    char set[TERMS_SET_SIZE]; /* the game's options, or "" */
    struct arena_player players[ARENA_SEATS];
    enum lang lang; /* of our own sentences about a game; not part of the text */
    int64_t seed;
    int games;         /* not part of the text: more may be played later */
    bool has_time;     /* else the contest's limits hold */
    int time_ms;       /* for a move of a program; 0: no limit */
    int pace_ms;       /* between two messages to a program */
    bool has_opinions; /* built-in players note how likely they thought to win */
    /* Where the pairs begin, in turn; NULL: on new boards. */
    struct position *positions;
    int position_count;
};

/* Frees the positions. */
void terms_finish(struct terms *terms);

/* Gives equal players different names and built-in ones a limit for a move. */
void terms_complete(struct terms *terms);

/* One more position to play from; false: it is none. */
bool terms_add_position(struct terms *terms, struct slice words);
/* Positions to play from: a recorded game (.kw, .xml, .xml.gz: its start), or a text with one position in
 * each line, where # begins a remark.  For terms that have none yet. */
bool terms_load_positions(struct terms *terms, const char *path, struct err *why);

/* A new board, by the game's options. */
bool terms_setup(const struct terms *terms, int64_t seed, struct position *pos, struct err *why);

/* The text, one line; file_free() it. */
struct slice terms_print(const struct terms *terms);
/* A player in it, as a value inside an array. */
void terms_print_player(struct json *json, const struct arena_player *player);
/* And back.  Built-in players come from the text.  For all others `resolve` is asked (NULL: they are refused):
 * it fills the command and the folder of a program, and says false where it knows nobody of this name.  The
 * hash of the files that are found there must be the one in the text, else `why` says bot_other. */
typedef bool terms_resolve(void *context, const char *name, struct arena_player *player,
                           struct err *why);
bool terms_parse(struct terms *terms, struct slice text, terms_resolve *resolve, void *context,
                 struct err *why);

/* What makes it this match and no other: a hash of the text. */
void terms_key(const struct terms *terms, char key[TERMS_KEY_SIZE]);
/* The first thing in which two texts differ: "seed". */
const char *terms_difference(struct slice text, struct slice other, char *word, size_t size);

/* The same with parameters put in: "A:w=12 A:x=3 B:w=8 B:x=4" replaces {w} and {x} in the players' words.
 * Values are numbers; anything else is refused, and so is a built-in player with a value missing.
 * terms_finish() it. */
bool terms_apply(const struct terms *terms, const char *params, struct terms *applied,
                 struct err *why);

/* Do both players sit in this process? */
bool terms_are_inside(const struct terms *terms);

#endif
