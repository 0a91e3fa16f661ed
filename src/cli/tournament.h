#ifndef CLI_TOURNAMENT_H
#define CLI_TOURNAMENT_H

/* What the files of `kielwasser tournament` share. */

#include "base/task_thread.h"
#include "cli/cli.h"
#include "match/folder.h"
#include "tournament/tournament_run.h"

#include <limits.h>

/* Large: not for the stack. */
struct tournament_command {
    enum lang lang;
    /* ---- the options ---- */
    const char *store, *out, *data, *format, *save;
    int concurrency; /* -1: one game for each core */
    int port, stage;
    enum sandbox_wish sandbox;
    /* ---- what follows from them ---- */
    struct tournament_file file;
    struct teams *teams;
    char folder[PATH_MAX];
    char place[PATH_MAX]; /* the store */
    enum folder_saving saving;
};

/* Plays the command; the exit code. */
int tournament_command_run(struct tournament_command *command);

struct report tournament_command_report(const struct tournament_command *command,
                                        const struct tournament *tournament);
/* An empty text with room for any report; free() its data. */
struct buf tournament_command_text(const struct tournament_command *command);

/* ---- the folder, written by the thread `files` ---- */

/* Standings of all stages, places and match days, as they are now. */
void tournament_command_write(const struct tournament_command *command,
                              const struct tournament *tournament, struct task_thread *files);
/* The games of a meeting, and their replays. */
void tournament_command_write_games(const struct tournament_command *command,
                                    const struct tournament_games *games,
                                    struct task_thread *files);

#endif
