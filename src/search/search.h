#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

/*
 * The search: the best move and the expected line of a position, for console, server, browser and
 * matches.  docs/search.md explains how it works; search/builtin_player.h plays with it.
 *
 *   struct search *search = search_create(64 << 20);
 *   struct search_request request = {.rules = rules, .pos = &pos, .limits.nodes = 20000};
 *   struct search_result result;
 *   search_run(search, &request, &result);
 *
 * Clock and stop flag are arguments, and the transposition table stays in `struct search`: a caller
 * without threads can make many short calls and loses nothing.  With one thread, a fixed number of
 * nodes and a cleared search the result is the same on every machine.
 *
 * The search sees everything in the position it is given.  Where a game hides something, the caller
 * passes a sample of what the player may know (game_sample_hidden), never the original.
 */

#include "game/game.h"
#include "search/level.h"

#include <stdatomic.h>

enum {
    SEARCH_PLY_MAX = 64,                   /* no line is longer */
    SEARCH_DEPTH_MAX = SEARCH_PLY_MAX - 1, /* the deepest search that can be asked for */
    SEARCH_LINES_MAX = 8,
    SEARCH_THREADS_MAX = 64,
    SEARCH_SAMPLES_MAX = 8,
};

enum {
    SCORE_WIN = 30000,                         /* a win now; one less for every ply until then */
    SCORE_PROVEN = SCORE_WIN - SEARCH_PLY_MAX, /* from here on: a win that the search has seen */
    SCORE_SOLVED = 24000, /* from here on: a win that a solver proved; its margin is added */
};

/* A clock: microseconds since any fixed moment. */
struct search_clock {
    int64_t (*now_us)(void *context);
    void *context;
};

/* 0 means no limit; with none at all the search ends at SEARCH_DEPTH_MAX. */
struct search_limits {
    int64_t time_us;
    uint64_t nodes; /* of all threads together: each has an equal share, at least one node */
    int depth;      /* at most SEARCH_DEPTH_MAX */
};

/* A line of play that the search expects, with its score. */
struct search_line {
    move_t moves[SEARCH_PLY_MAX];
    int length;
    int score;  /* for the side to move in the searched position */
    double win; /* the same as a probability, 0 .. 1 */
    int own;    /* points at the end of the line (swarm, fish …), own minus other */
};

struct search_result {
    move_t best;
    int depth; /* the deepest one completed */
    uint64_t nodes;
    int64_t time_us;
    bool is_solved; /* the game's solver proved the score of the only line */
    int line_count; /* at least 1 where anything was searched */
    struct search_line lines[SEARCH_LINES_MAX]; /* best first */
    /* Evaluations beyond EVAL_MAX, which were clamped: a mistake in the evaluation of this game
     * that should be logged with the first such position.  Builds with assertions abort instead. */
    uint64_t clamped;
    struct position clamped_pos;
};

struct search_request {
    const struct game_rules *rules;
    const struct position *pos; /* running and ready, with at least one move */
    struct search_limits limits;
    const struct level *player; /* NULL: the strongest, `stark` */
    int lines;   /* lines wanted; 0: only the move, and the only legal move without a search */
    int threads; /* 0 means 1; with more than 1 the result depends on chance */
    int samples; /* of what is hidden (samples.h); they share the limits; 0 means 1 */
    bool is_full_width; /* every legal move to the same depth, no solver: slow, but exact */
    /* The move is going to be played, not only looked at: for the side to move a draw is worse than
     * level, by the contempt of the game (search_params). */
    bool is_played;
    uint64_t seed;                    /* for the choices of weaker players, and for samples */
    const struct search_clock *clock; /* NULL: no time limit */
    const atomic_bool *stop;          /* true ends the search soon; may be NULL */
    /* Called after each completed depth, and when the solver has proved the score; may be NULL. */
    void (*report)(void *context, const struct search_result *so_far);
    void *report_context;
};

struct search;

/* With a transposition table of about `table_bytes` (there is a least size).  NULL: there is no
 * memory, which only a program with a reserve (base/memory.h) hears; others end. */
struct search *search_create(size_t table_bytes);
void search_destroy(struct search *search);
/* Empties the table: the next search does not depend on earlier ones. */
void search_clear(struct search *search);

/* False: there is no memory for a search; with less than wanted it has fewer threads and a smaller
 * table. */
bool search_run(struct search *search, const struct search_request *request,
                struct search_result *result);

/* The static evaluation of a running position, as a line of no moves. */
void search_eval(const struct game_rules *rules, const struct position *pos,
                 struct search_line *opinion);

#endif
