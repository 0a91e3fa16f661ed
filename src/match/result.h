#ifndef MATCH_RESULT_H
#define MATCH_RESULT_H

/*
 * What is kept of a finished game: one line of JSON in the store.  Everything that is counted,
 * drawn or reported later is counted from results, so that a match that was interrupted and one
 * that was not come to the same totals.
 */

#include "base/last_lines.h"
#include "match/pair.h"
#include "store/queue.h"

enum {
    RESULT_MOVES_SIZE = RECORD_WORDS_SIZE + RECORD_PLIES_MAX,
    RESULT_HINTS_SIZE = RECORD_HINTS_MAX + RECORD_PLIES_MAX,
    RESULT_OUTPUT_LINES = 12,
    RESULT_OUTPUT_SIZE = 4096,
    RESULT_WHY_SIZE = 256,
    RESULT_LINE_SIZE = 96 * 1024,
};

/* How a game ended. */
enum ending {
    ENDING_REGULAR,
    ENDING_ILLEGAL,   /* a move against the rules */
    ENDING_SOFT_TIME, /* an answer that came too late */
    ENDING_HARD_TIME, /* none at all */
    ENDING_LEFT,      /* gone in peace before the end */
    ENDING_CRASH,     /* ended by a signal or with an error code */
    ENDING_NO_JOIN,   /* never sat down: not to be started, or silent */
    ENDING_GARBAGE,   /* sent what is not XML or not known */
    ENDING_HOUSE,     /* a built-in player has failed: a fault of this program */
    ENDING_COUNT
};

/* "regular", "illegal" … */
const char *ending_name(enum ending ending);

struct result {
    int game, pair;
    int64_t seed;
    enum match_seat red;
    char start[GAME_TEXT_MAX];
    enum match_seat winner; /* MATCH_SEATS: nobody */
    enum ending ending;
    enum match_seat offender;  /* who brought the end about; MATCH_SEATS: nobody, or both */
    char end[32];              /* the rules' word for it: "swarm"; "" unless regular */
    char why[RESULT_WHY_SIZE]; /* the referee's sentence, if it is not regular, … */
    struct err fault;          /* … and in any language; no code: only the sentence is known */
    int scores[MATCH_SEATS][GAME_SCORES_MAX];
    int plies;
    char by[RECORD_PLIES_MAX + 1]; /* who moved: "ABAB…" */
    int32_t times_ms[RECORD_PLIES_MAX], lags_ms[RECORD_PLIES_MAX];
    char moves[RESULT_MOVES_SIZE];   /* each ended by a line break */
    char hints[RESULT_HINTS_SIZE];   /* what was said about them, likewise; "": nothing at all */
    char output[RESULT_OUTPUT_SIZE]; /* the offender's last lines, each ended by a line break */
};

/* A game that was played: the result, and the record for a replay. */
struct played {
    struct result result;
    struct record record;
};

/* Begins a result and a record for a job. */
void played_begin(struct played *played, const struct match *match, const struct pair_game *job);
/* The record is complete; says who won, by `outcome`. */
void played_end(struct played *played, const struct match *match, const struct pair_game *job,
                const struct outcome *outcome);

/* Half a point each: what A won, 0 to 2. */
int result_points(const struct result *result);

/* Says why the game did not end by its rules, in the language of the match. */
void result_blame(struct result *result, const struct match *match, const struct err *fault);
void result_keep_output(struct result *result, const struct last_lines *lines);

/* One line, ended by a line break. */
void result_print(const struct result *result, const struct match *match, struct buf *out);
/* And back, from a folder's games.jsonl.  False: this is no such line. */
bool result_from_line(struct slice line, const struct match *match, struct result *result);

/* As a row of the store: free() it. */
struct queue_result *result_to_row(const struct result *result, int64_t test);
/* And back.  False: this is no result. */
bool result_from_row(const struct queue_result *row, const struct match *match,
                     struct result *result);

/* The game as a record, for a replay.  False: these are no moves of this game. */
bool result_record(const struct result *result, const struct match *match, struct record *record);

/* What must be the same whenever the same match is played: result and moves, no times, no output.
 * */
void result_essence(const struct result *result, struct buf *out);

#endif
