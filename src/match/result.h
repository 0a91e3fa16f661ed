#ifndef MATCH_RESULT_H
#define MATCH_RESULT_H

/*
 * The result of a game: the winner, how it ended, and the moves as words.  A worker makes it while
 * the game is played and submits it as a row of the store; the runner reads the rows in order.
 * Totals, SHA-256 and games.jsonl need nothing else; a record, with moves that the rules have
 * judged, is made only for a replay, for self-play or for a view.
 *
 *     room or local_game -> struct result -> row of the store -> struct result -> tally, folder
 */

#include "base/last_lines.h"
#include "match/pair.h"
#include "store/queue.h"

enum {
    RESULT_MOVES_SIZE = RECORD_WORDS_SIZE + RECORD_PLIES_MAX + 2,
    RESULT_HINTS_SIZE = RECORD_HINTS_MAX + 2 * RECORD_PLIES_MAX + 2,
    RESULT_OUTPUT_LINES = 12,
    RESULT_OUTPUT_SIZE = 4096,
    RESULT_WHY_SIZE = 256,
    RESULT_LINE_SIZE = 96 * 1024,
};

/* How a game ended. */
enum ending {
    ENDING_REGULAR,
    ENDING_ILLEGAL,   /* a move against the rules */
    ENDING_SOFT_TIME, /* a move that came too late */
    ENDING_HARD_TIME, /* no move at all */
    ENDING_LEFT,      /* disconnected before the end, without a fault */
    ENDING_CRASH,     /* the program ended by a signal or with an error code */
    ENDING_NO_JOIN,   /* the program did not start, or did not join the game */
    ENDING_GARBAGE,   /* sent bytes that are no XML or an unknown message */
    ENDING_HOUSE,     /* a built-in player has failed: a fault of this program */
    ENDING_COUNT
};

/* "A", "B"; of MATCH_SEATS "". */
const char *match_seat_name(enum match_seat seat);
/* "regular", "illegal" … */
const char *ending_name(enum ending ending);

struct result {
    int game, pair;
    int64_t seed; /* of the board */
    enum match_seat red;
    char start[GAME_TEXT_MAX];
    enum match_seat winner; /* MATCH_SEATS: a draw, or no winner */
    enum ending ending;
    enum match_seat offender;  /* of an ending that is not regular; MATCH_SEATS: none, or both */
    char end[32];              /* the rules' word for a regular end: "swarm" */
    struct err fault;          /* of an ending that is not regular */
    char why[RESULT_WHY_SIZE]; /* the same as a sentence in the language of the match */
    int scores[MATCH_SEATS][GAME_SCORES_MAX];
    int plies;
    char movers[RECORD_PLIES_MAX + 1]; /* the seat that made each move: "ABAB…" */
    int32_t times_ms[RECORD_PLIES_MAX], lags_ms[RECORD_PLIES_MAX];
    size_t moves_len, hints_len;
    char moves[RESULT_MOVES_SIZE];   /* each ended by a line break */
    char hints[RESULT_HINTS_SIZE];   /* what the movers said about them, likewise; "": no hints */
    char output[RESULT_OUTPUT_SIZE]; /* the offender's last lines, each ended by a line break */
};

struct result_move {
    enum match_seat mover;
    struct slice words;
    struct slice hint;       /* empty: none */
    int32_t time_ms, lag_ms; /* as in game/record.h */
};

/* Begins the result of a game. */
void result_begin(struct result *result, const struct pair_game *game);
/* Adds a move.  False: there are too many, nothing was added. */
bool result_add_move(struct result *result, const struct result_move *move);
/* The last one, as long as the result is not changed; there must be one. */
struct result_move result_last_move(const struct result *result);
/* Adds all moves of a record. */
void result_add_record(struct result *result, const struct pair_game *game,
                       const struct record *record);
/* Fills in winner, ending and scores when all moves are there. */
void result_end(struct result *result, const struct pair_game *game, const struct outcome *outcome);

/* The longest of these times of the moves of each seat. */
void result_longest(const struct result *result, const int32_t times_ms[],
                    int32_t longest_ms[MATCH_SEATS]);
/* What A won, in half points: 0 to 2. */
int result_half_points(const struct result *result);

/* Sets the fault of a game that did not end by its rules, and its sentence. */
void result_set_fault(struct result *result, const struct match *match, const struct err *fault);
void result_keep_output(struct result *result, const struct last_lines *lines);

/* As a line of games.jsonl, ended by a line break. */
void result_print(const struct result *result, const struct match *match, struct buf *out);
/* And back.  False: this is no such line. */
bool result_from_line(struct slice line, const struct match *match, struct result *result);

/* As a row of the store: free() it. */
struct queue_result *result_to_row(const struct result *result, int64_t test);
/* And back.  False: this is no result. */
bool result_from_row(const struct queue_result *row, const struct match *match,
                     struct result *result);

/* The game as a record; the rules judge every move.  False: these are no moves of this game; the
 * record has those before the first wrong one. */
bool result_record(const struct result *result, const struct match *match, struct record *record);

/* What must be the same whenever the same match is played: result and moves, no times, no output.
 * */
void result_essence(const struct result *result, struct buf *out);

#endif
