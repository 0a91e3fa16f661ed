#ifndef SEARCH_SPEC_H
#define SEARCH_SPEC_H

/*
 * A built-in player in words: a level, and options for each move.
 *
 *   mittel    stark:nodes=5000    stark:time=100    mittel:depth=2,sleep=5 stark:nodes=500,random=4
 *   stark:threads=2    stark:samples=3    mittel:depth=1,choices=5,tolerance=12
 */

#include "base/err.h"
#include "search/level.h"

enum { PLAYER_WORDS_SIZE = 32 }; /* of a player that takes a seat of a server */

/* fail=nomove|late|score, which no help mentions. */
enum player_failure {
    FAILURE_NONE,
    FAILURE_NO_MOVE,
    FAILURE_LATE,  /* thinks until it is stopped */
    FAILURE_SCORE, /* a score out of range, which alone ends no game */
};

struct player_spec {
    const struct level *level;
    int64_t nodes, time_ms; /* for a move; 0: no limit */
    int depth;
    int threads, samples; /* as in a search_request */
    int sleep_ms;         /* waits so long before each move, which takes time but no work */
    int random_plies;     /* the first moves of a game are drawn by chance, so that games differ */
    int choices, tolerance; /* instead of the level\'s (struct level); 0: as the level has them */
    bool is_open;           /* a value is missing: stark:nodes={n} */
    enum player_failure failure; /* for tests of what happens then */
};

/* Do the words begin with the name of a level? */
bool player_spec_is_one(const char *words);
/* False: `why` says what is wrong. */
bool player_spec_read(struct player_spec *spec, const char *words, struct err *why);

/* Does anything end its thinking? */
static inline bool player_spec_is_limited(const struct player_spec *spec)
{
    return spec->nodes > 0 || spec->depth > 0 || spec->time_ms > 0 || spec->level->is_random;
}

#endif
