#ifndef ARENA_JOB_H
#define ARENA_JOB_H

/*
 * A match is what two players agree on (struct terms); its games follow from that and from nothing else.
 * Games 2n and 2n+1 are a pair: the same board, first A plays red, then B.
 */

#include "arena/player.h"

enum arena_seat { ARENA_A, ARENA_B, ARENA_SEATS };

enum {
    ARENA_BUILTIN_MS = 100
}; /* a built-in player's time for a move, unless it is told otherwise */

struct terms {
    const struct game_rules *rules;
    struct game_options options; /* its words are borrowed */
    struct arena_player players[ARENA_SEATS];
    enum lang lang; /* of our own sentences about a game */
    int64_t seed;
    int games;     /* even */
    bool has_time; /* else the contest's limits hold */
    int time_ms;   /* for a move of a program; 0: no limit */
    int pace_ms;   /* between two messages to a program */
    /* Where the pairs begin, in turn; NULL: on new boards.  Borrowed. */
    const struct position *positions;
    int position_count;
    char positions_digest[ARENA_DIGEST_SIZE]; /* of that file, or "" */
};

/* Gives equal players different names and built-in ones a limit for a move. */
void terms_complete(struct terms *terms);

struct job {
    int game, pair;
    int64_t seed; /* of the board */
    struct position start;
    enum arena_seat red; /* who plays red */
    uint64_t chance;     /* for the built-in players of this game */
};

/* Game number `game` of the match.  False: the game refuses the options, `why` says it. */
bool job_make(const struct terms *terms, int game, struct job *job, struct err *why);

static inline enum side job_side(const struct job *job, enum arena_seat seat)
{
    return seat == job->red ? SIDE_RED : SIDE_BLUE;
}

static inline enum arena_seat job_seat(const struct job *job, enum side side)
{
    return side == SIDE_RED ? job->red : (enum arena_seat)(ARENA_B - job->red);
}

/* The chance of a built-in player's move. */
uint64_t job_chance(const struct job *job, int ply);

/* Positions to play from: a recorded game (.kw, .xml, .xml.gz: its start), or a text with one position in
 * each line, where # begins a remark.  The caller frees them. */
bool positions_load(const char *path, struct terms *terms, struct position **positions,
                    struct err *why);

#endif
