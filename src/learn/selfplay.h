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
 * to move; so is WIN, how likely the player thought to win, from 0 to 1000: built-in players result
 * it if the match say so, a program may say "win 534" in a hint; "-" where nothing was said.  The
 * position has nothing in it that this side could not know.  Games that did not end by the rules
 * are left out.
 */

#include "match/runner.h"

enum {
    SELFPLAY_LINE_MAX = GAME_TEXT_MAX + 64,
    SELFPLAY_WIN_MAX = 1000,
    SELFPLAY_WIN_UNKNOWN = -1,
};

struct selfplay_config {
    const struct match *match; /* two equal players */
    const char *path;          /* of the file; packed if it ends in .gz */
    const char *place;
    struct worker_config worker;
    void (*on_tick)(void *context, int games);
    /* The server of the store is away; `why` NULL: it is back. */
    void (*on_lost)(void *context, const struct err *why);
    void *context;
};

struct selfplay_report {
    enum runner_end end;
    int games, left_out;
    int closed_pairs; /* that no worker survived: they have no games */
    int64_t positions;
};

/* False: `why` says what is wrong.  The file is there only if the end is RUNNER_DONE. */
bool selfplay_run(const struct selfplay_config *config, struct selfplay_report *report,
                  struct err *why);

/* What makes it this self-play and no other. */
void selfplay_key(const struct match *match, char key[QUEUE_KEY_SIZE]);

/* The first line of the file: the command that makes it, after a #. */
void selfplay_print_head(const struct match *match, struct buf *out);
/* All lines of a game. */
void selfplay_print(const struct result *result, const struct record *record, struct buf *out);

struct selfplay_line {
    struct position pos; /* running; what is hidden is hidden */
    int ply, plies;
    double result;
    int difference;
    int win; /* SELFPLAY_WIN_UNKNOWN in lines without it, which older files have */
};

/* False: this is no line of this game. */
bool selfplay_parse(struct slice text, const struct game_rules *rules, struct selfplay_line *line);

#endif
