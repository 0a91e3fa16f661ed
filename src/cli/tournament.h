#ifndef CLI_TOURNAMENT_H
#define CLI_TOURNAMENT_H

/* What the files of `kielwasser tournament` share. */

#include "base/task_thread.h"
#include "cli/cli.h"
#include "match/folder.h"
#include "tournament/tournament_run.h"

#include <limits.h>

struct tournament_wishes {
    const char *store, *out, *data, *format, *save;
    int64_t concurrency; /* -1: one game for each core */
    int64_t port, stage;
    enum sandbox_wish sandbox;
};

/* Large: not for the stack. */
struct tournament_command {
    enum lang lang;
    struct tournament_file file;
    struct teams *teams;
    char folder[PATH_MAX];
    char place[PATH_MAX]; /* the store */
    enum folder_saving saving;
};

/* Plays the command; the exit code. */
int tournament_command_run(struct tournament_command *command,
                           const struct tournament_wishes *wishes);

/* ---- the folder ---- */

struct report tournament_command_report(const struct tournament_command *command,
                                        const struct tournament *tournament);
/* Standings of all stages, places and match days, as they are now; written by the thread `files`.
 */
void tournament_command_write(const struct tournament_command *command,
                              const struct tournament *tournament, struct task_thread *files);
/* The results of a meeting; the rows and their array are the receiver's. */
struct tournament_games {
    const struct tournament_meeting *meeting;
    const struct match *match;
    struct queue_result **rows;
    int count;
};
/* Writes the games of a meeting, and their replays. */
void tournament_command_write_games(const struct tournament_command *command,
                                    const struct tournament_games *games,
                                    struct task_thread *files);

#endif
