#ifndef ARENA_NOTE_H
#define ARENA_NOTE_H

/*
 * What is kept of a finished game: one line of JSON in the store.  Everything that is counted, drawn or
 * reported later is counted from notes, so that a match that was interrupted and one that was not come to
 * the same totals.
 */

#include "arena/job.h"
#include "base/lines.h"

enum {
    NOTE_MOVES_SIZE = RECORD_WORDS_SIZE + RECORD_PLIES_MAX,
    NOTE_HINTS_SIZE = RECORD_HINTS_MAX + RECORD_PLIES_MAX,
    NOTE_OUTPUT_LINES = 12,
    NOTE_OUTPUT_SIZE = 4096,
    NOTE_WHY_SIZE = 256,
    NOTE_LINE_SIZE = 96 * 1024,
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
    ENDING_COUNT
};

/* "regular", "illegal" … */
const char *ending_name(enum ending ending);

struct note {
    int game, pair;
    int64_t seed;
    enum arena_seat red;
    char start[GAME_TEXT_MAX];
    enum arena_seat winner; /* ARENA_SEATS: nobody */
    enum ending ending;
    enum arena_seat offender; /* who brought the end about; ARENA_SEATS: nobody, or both */
    char end[32];             /* the rules' word for it: "swarm"; "" unless regular */
    char why[NOTE_WHY_SIZE];  /* the referee's sentence, if it is not regular, … */
    struct err fault;         /* … and in any language; no code: only the sentence is known */
    int scores[ARENA_SEATS][GAME_SCORES_MAX];
    int plies;
    char by[RECORD_PLIES_MAX + 1]; /* who moved: "ABAB…" */
    int32_t times_ms[RECORD_PLIES_MAX], lags_ms[RECORD_PLIES_MAX];
    char moves[NOTE_MOVES_SIZE];   /* each ended by a line break */
    char hints[NOTE_HINTS_SIZE];   /* what was said about them, likewise; "": nothing at all */
    char output[NOTE_OUTPUT_SIZE]; /* the offender's last lines, each ended by a line break */
};

/* A game that was played: the note, and the record for a replay. */
struct played {
    struct note note;
    struct record record;
};

/* Begins a note and a record for a job. */
void played_begin(struct played *played, const struct terms *terms, const struct job *job);
/* The record is complete; says who won, by `outcome`. */
void played_end(struct played *played, const struct terms *terms, const struct job *job,
                const struct outcome *outcome);

/* Half a point each: what A won, 0 to 2. */
int note_points(const struct note *note);

/* Says why the game did not end by its rules, in the language of the match. */
void note_blame(struct note *note, const struct terms *terms, const struct err *fault);
void note_keep_output(struct note *note, const struct lines *lines);

/* One line, ended by a line break. */
void note_print(const struct note *note, const struct terms *terms, struct buf *out);
/* And back.  False: this is no such line. */
bool note_parse(struct slice line, const struct terms *terms, struct note *note);

/* The game as a record, for a replay.  False: these are no moves of this game. */
bool note_record(const struct note *note, const struct terms *terms, struct record *record);

/* What must be the same whenever the same match is played: result and moves, no times, no output. */
void note_essence(const struct note *note, struct buf *out);

#endif
