#ifndef LEARN_SELFPLAY_H
#define LEARN_SELFPLAY_H

/*
 * Games of a player against itself, as material for learning: a line that says what made the file,
 * then one for every position of every game in order, so that the file is the same for any number
 * of workers.
 *
 *   POSITION ; SIDE ; PLY/PLIES ; RESULT ; DIFFERENCE ; WIN
 *
 * RESULT (1, 0.5, 0) and DIFFERENCE (of the games' points at the end) are those of SIDE, the side
 * to move; so is WIN, how likely the player thought to win, from 0 to 1000: built-in players say
 * it if the match wants opinions, a program may say "win 534" in a hint; "-" where nothing was
 * said.  The position has nothing in it that this side could not know.  Games that did not end by
 * the rules are left out.
 */

#include "match/runner.h"

enum {
    SELFPLAY_LINE_MAX = GAME_TEXT_MAX + 64,
    SELFPLAY_WIN_MAX = 1000,
    SELFPLAY_WIN_UNKNOWN = -1,
};

struct selfplay {
    /* ---- filled by the caller ---- */
    const struct match *match; /* two equal players */
    const char *path;          /* of the file; packed if it ends in .gz */
    const char *place;
    struct worker_config worker; /* as in a runner, without a name */

    /* ---- how it stands, also while it is played ---- */
    enum runner_end end;
    int games, left_out;
    int closed_pairs; /* that no worker survived: they have no games */
    int64_t positions;

    /* ---- for selfplay.c ---- */
    struct runner *runner;
    struct queue_test test;
    struct line_writer *file;
    struct record *record;
    char *lines; /* of one game */
};

/* False: `why` says what is wrong.  The file is there only if the end is RUNNER_DONE. */
bool selfplay_run(struct selfplay *selfplay, struct err *why);

struct selfplay_line {
    struct position pos; /* running; what is hidden is hidden */
    int ply, plies;
    double result;
    int difference;
    int win; /* SELFPLAY_WIN_UNKNOWN in lines without it, which older files have */
};

/* False: this is no line of this game. */
bool selfplay_parse_line(struct slice text, const struct game_rules *rules,
                         struct selfplay_line *line);

#endif
