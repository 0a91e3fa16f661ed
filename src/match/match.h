#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

/*
 * What is played: two players, rules, seed, positions, limits.  All games of a match follow from it
 * and from nothing else.  As text (JSON) it is kept in the store, where workers on other machines
 * read it.  The text names a program by its name and the hash of its files, never by a command
 * line: each worker has its own list of what to start.
 */

#include "base/json_writer.h"
#include "match/match_player.h"

enum match_seat { MATCH_A, MATCH_B, MATCH_SEATS };

enum {
    MATCH_BUILTIN_MS = 100, /* a built-in player's time for a move, unless it is told otherwise */
    MATCH_KEY_SIZE = 65,
    MATCH_SET_SIZE = 128,
    MATCH_TIME_MAX_MS = 3600 * 1000,
    MATCH_MESSAGE_GAP_MAX_MS = 10 * 1000,
    MATCH_TEXT_MAX = 4 << 20,
};

struct match {
    const struct game_rules *rules;
    enum ruleset ruleset;
    char set[MATCH_SET_SIZE]; /* the game's options, or "" */
    struct match_player players[MATCH_SEATS];
    enum lang lang; /* of our own sentences about a game; not part of the text */
    int64_t seed;
    int games;          /* not part of the text: more may be played later */
    bool has_time;      /* else the contest's limits hold */
    int time_ms;        /* for a move of a program; 0: no limit */
    int message_gap_ms; /* between two messages to a program */
    bool has_opinions;  /* built-in players note how likely they thought to win */
    /* Where the pairs begin, in turn; NULL: on new boards. */
    struct position *positions;
    int position_count;
};

/* Frees the positions. */
void match_finish(struct match *match);

/* Gives equal players different names and built-in ones a limit for a move. */
void match_complete(struct match *match);

/* One more position to play from; false: it is none. */
bool match_add_position(struct match *match, struct slice words);
/* Positions to play from: a recorded game (.kw, .xml, .xml.gz: its start), or a text with one
 * position in each line, where # begins a remark.  For a match that has none yet. */
bool match_load_positions(struct match *match, const char *path, struct err *why);

/* A new board, by the game's options. */
bool match_setup(const struct match *match, int64_t seed, struct position *pos, struct err *why);

/* The text, one line; file_free() it. */
struct slice match_print(const struct match *match);
/* A player in it, as a value inside an array. */
void match_print_player(struct json *json, const struct match_player *player);
/* And back.  Built-in players come from the text, all others must be among `bots`, the programs
 * known here: what is started is what stands there.  The hash of the files that are found must be
 * the one in the text, else `why` says bot_other. */
bool match_parse(struct match *match, struct slice text, const struct match_player bots[],
                 int bot_count, struct err *why);

/* What makes it this match and no other: a hash of the text. */
void match_key(const struct match *match, char key[MATCH_KEY_SIZE]);
/* The first thing in which two texts differ: "seed". */
const char *match_text_difference(struct slice text, struct slice other, char *word, size_t size);

/* The same with parameters put in: "A:w=12 A:x=3 B:w=8 B:x=4" replaces {w} and {x} in the players'
 * words.  Values are numbers; anything else is refused, and so is a built-in player with a value
 * missing.  The positions are borrowed: no match_finish(). */
bool match_set_params(const struct match *match, const char *params, struct match *applied,
                      struct err *why);

/* Do both players sit in this process? */
bool match_is_builtin_only(const struct match *match);

#endif
