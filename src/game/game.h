#ifndef GAME_GAME_H
#define GAME_GAME_H

/*
 * What a game is: plain positions, 64-bit moves and one constant table of pure functions.
 * Console, server, browser, arena and search know games only through this page.
 *
 * The rules allocate nothing, keep no state and know neither clock nor chance (tools/pure.sh looks
 * at the object files), so the same code runs everywhere, also as WebAssembly.
 */

#include "base/buf.h"
#include "base/err.h"
#include "base/slice.h"
#include "game/reason.h"

#include <assert.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t move_t; /* 0 is never a move */

enum side { SIDE_RED, SIDE_BLUE, SIDE_NONE }; /* red is team ONE */
enum ruleset {
    RULES_BOOK,   /* what the rule documents say, as decided for each game */
    RULES_SERVER, /* bit for bit what the official server of the season did */
};

enum { WIN_POINTS = 2, DRAW_POINTS = 1 }; /* the first score part of every game */

enum {
    GAME_BODY_MAX = 496,    /* a position is at most 512 bytes */
    GAME_MOVES_MAX = 16384, /* more than any position of any game has */
    GAME_TEXT_MAX = 2048,   /* a position as text, the final zero included */
    GAME_WORDS_MAX = 1024,  /* a move as text */
    GAME_SCORES_MAX = 3,
};

/* Plain bytes without pointers: copied with game_copy(), compared with memcmp(). Unused bytes are
 * zero, so that equal positions have equal bytes. */
struct position {
    uint64_t key;    /* hash of everything that matters for the rest of the game */
    uint16_t turn;   /* moves played so far, by both sides */
    uint8_t side;    /* enum side: to move; SIDE_NONE once the game is over.  Turns need not
                      * alternate: always ask, never flip. */
    uint8_t ruleset; /* enum ruleset */
    uint8_t spare[4];
    alignas(16) unsigned char body[GAME_BODY_MAX]; /* the game's own struct */
};

struct game_options {
    enum ruleset ruleset;
    struct slice words; /* key=value words of the game, such as hand=QSSBBGGGAAA */
};

struct game_result {
    enum side winner;                      /* SIDE_NONE: draw, or not over yet */
    const char *reason;                    /* one word: "swarm"; NULL while the game is running */
    int score[SIDE_NONE][GAME_SCORES_MAX]; /* the score parts of the XML result, win points first */
};

/* The verdict of the referee on a sender's words. */
enum verdict {
    VERDICT_LEGAL,
    VERDICT_ILLEGAL, /* a move, but not allowed here */
    VERDICT_FOUL,    /* not a move of this game at all */
};

enum aggregation { AGGREGATION_SUM, AGGREGATION_AVERAGE };

/* Does a side that fails lose its score parts beside the win points? */
enum forfeit { FORFEIT_KEEPS, FORFEIT_TAKES_ALL_BY_BOOK, FORFEIT_TAKES_ALL };

struct game_score_part {
    const char *name; /* as in the XML result: "∅ Schwarm" */
    enum aggregation aggregation;
};

struct game_rules {
    const char *name;  /* one lower-case word: "hive"; with the year for a later season: "hive30" */
    const char *title; /* for people: "Hive 2020" */
    uint16_t year;     /* its season of the contest */
    struct game_score_part scores[GAME_SCORES_MAX];
    int score_count;
    enum forfeit forfeit;         /* BY_BOOK: not in ruleset server, and not if both sides fail */
    uint16_t body_size;           /* bytes of `body` in use */
    uint16_t turn_max;            /* no game from `setup` is longer */
    uint16_t moves_max;           /* no position has more moves; at most GAME_MOVES_MAX */
    const struct reason *reasons; /* ended by a NULL code */
    const char *server_words;     /* for `setup`, where the season's server differed; or NULL */

    /* A new game; the same board for the same seed in every release.  Refuses unknown options. */
    bool (*setup)(struct position *pos, uint64_t seed, const struct game_options *options,
                  struct err *why);

    /* False, with code "hidden", where the moves depend on something not known yet (fill it first).
     * NULL: every position is ready.  moves, count, legal, read and play need a ready position. */
    bool (*ready)(const struct position *pos, struct err *why);

    /* All moves, one per distinct successor; `out` has room for moves_max.  0 once it is over. */
    int (*moves)(const struct position *pos, move_t out[]);
    int (*count)(const struct position *pos); /* how many, without listing them */

    /* The referee: judges the words and turns them into the canonical move.  Unless the verdict is
     * VERDICT_LEGAL, `out` is untouched and `why` says the code and the fields involved. */
    enum verdict (*read)(const struct position *pos, struct slice words, move_t *out,
                         struct err *why);

    /* Is this canonical move one of `moves`? */
    bool (*legal)(const struct position *pos, move_t move);

    /* Plays a move that came from `moves` or `read`. */
    void (*play)(struct position *pos, move_t move);

    void (*result)(const struct position *pos, struct game_result *result);

    /* Erases what the players cannot see yet; NULL: nothing is hidden in this game. */
    void (*hide)(struct position *pos);
    /* Draws the hidden rest as the generator would; NULL together with hide. */
    void (*fill)(struct position *pos, uint64_t seed);
    /* Notes in a sample what helps the search, like guesses; `hide` erases it.  NULL: nothing. */
    void (*study)(struct position *pos);

    /* Text and back: parsing what was printed gives the same bytes. */
    void (*print)(const struct position *pos, struct buf *out);
    bool (*parse)(struct slice text, struct position *pos, struct err *why);
    /* The words of a canonical move; `read` understands them. */
    void (*print_move)(const struct position *pos, move_t move, struct buf *out);
};

const struct game_rules *game_find(struct slice name); /* NULL: there is none */
/* The games in the order of games.def: index 0, 1, …; NULL after the last.  And back. */
const struct game_rules *game_at(int index);
int game_index(const struct game_rules *rules);

/* What the seasons of one game share, the name of the first of them: "piranhas". */
const char *game_family(const struct game_rules *rules);

/* Copies the bytes in use, in blocks of 16: `play` reads them at once, and a processor hands small
 * aligned stores on much faster than the wide ones of memcpy(). */
static inline void game_copy(const struct game_rules *rules, struct position *to,
                             const struct position *from)
{
    enum { BLOCK = 16 };
    size_t size = offsetof(struct position, body) + rules->body_size;
    char *out = (char *)to;
    const char *in = (const char *)from;

    for (size_t at = 0; at < size; at += BLOCK)
        memcpy(out + at, in + at, BLOCK);
}

static inline enum side game_other(enum side side)
{
    return side == SIDE_RED ? SIDE_BLUE : SIDE_RED;
}

/* "red", "blue", "none". */
static inline const char *side_name(enum side side)
{
    static const char *const names[] = {"red", "blue", "none"};

    assert(side <= SIDE_NONE);
    return names[side];
}
bool side_find(struct slice name, enum side *side); /* "red" or "blue" */

const char *ruleset_name(enum ruleset ruleset); /* "book", "server" */
bool ruleset_find(struct slice name, enum ruleset *ruleset);

/* The win points of a result whose winner and reason are known; none while the game is running. */
static inline void game_score_win(struct game_result *result)
{
    for (int side = SIDE_RED; side < SIDE_NONE; side++)
        result->score[side][0] = !result->reason               ? 0
                                 : result->winner == SIDE_NONE ? DRAW_POINTS
                                 : (int)result->winner == side ? WIN_POINTS
                                                               : 0;
}

/* Can moves be asked for?  See `ready`. */
bool game_knows_moves(const struct game_rules *rules, const struct position *pos, struct err *why);

/* Plays a move of a ready, running position.  Everything calls this but search and perft, which
 * have no time for the assertions and call rules->play. */
void game_play(const struct game_rules *rules, struct position *pos, move_t move);

/* Asserts what the tables of all games promise; called once, at start. */
void game_check_all(void);

/* The result in one line: "running red=0,5 blue=0,3", "over red swarm red=2,5 blue=0,3",
 * "over draw roundlimit red=1,4 blue=1,4". */
void game_print_result(const struct game_rules *rules, const struct position *pos, struct buf *out);

/* What a player may know: the position without its secrets, their place filled by a sample. */
void game_sample_hidden(const struct game_rules *rules, struct position *pos, uint64_t seed);

#endif
