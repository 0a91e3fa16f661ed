#ifndef CLI_TOURNAMENT_H
#define CLI_TOURNAMENT_H

/* What the files of `kielwasser tournament` share. */

#include "base/task_thread.h"
#include "cli/match_options.h"
#include "match/folder.h"
#include "tournament/tournament_run.h"

#include <limits.h>

/* Large: not for the stack. */
struct tournament_command {
    struct tournament_run run; /* the first field, so that its context is a command */
    /* ---- the options ---- */
    const char *store, *out, *data, *format, *save;
    int concurrency; /* games at a time; -1: one for each core */
    int port, stage;
    enum sandbox_wish sandbox;
    /* ---- what follows from them ---- */
    struct tournament_file file;
    struct teams *teams;
    char folder[PATH_MAX];
    char place[PATH_MAX]; /* the store */
    enum folder_saving saving;
    /* ---- while it is played ---- */
    struct match_screen screen;
    char scratch[PATH_MAX], live[PATH_MAX];
    char name[WORKER_NAME_SIZE];
    int lock;
    /* What an earlier run has told: rounds before this one. */
    int told_stage, told_round;
    struct task_thread *files; /* writes the folder */
    /* The last time tables were written between two rounds, and how many games were in them. */
    int64_t written_us;
    int written_games;
};

/* Plays the command; the exit code. */
int tournament_command_run(struct tournament_command *command);

/* About run.tournament. */
struct report tournament_command_report(const struct tournament_command *command);
/* Prints it: a stage, or all. */
void tournament_command_print(const struct tournament_command *command, enum report_format format,
                              int stage);

/* ---- the folder, written by the thread `files` ---- */

/* Standings of all stages, places and match days, as they are now. */
void tournament_command_write(const struct tournament_command *command);
/* The games of a meeting, and their replays. */
void tournament_command_write_games(const struct tournament_command *command,
                                    const struct tournament_games *games);

#endif
