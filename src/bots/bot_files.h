#ifndef BOTS_BOT_FILES_H
#define BOTS_BOT_FILES_H

/*
 * Bots that come as files, in the data folder.  New files wait in bots/uploads/ID/files until a
 * request makes them a bot, and are removed after an hour without one.  The files of a bot are in
 * bots/BOT, those of one of its versions in bots/BOT/NUMBER.  Paths that come out of here are
 * whole.
 */

#include "store/bot_table.h"

#include <limits.h>

enum {
    BOT_FILES_ID_SIZE = 17,
    BOT_FILES_UNPACKED_MAX = 500 * 1000 * 1000,
    BOT_FILES_ENTRIES_MAX = 5000,
    BOT_FILES_WAITING_MAX = 8, /* at a time; then the oldest goes */
};

/* ---- files that wait ---- */

struct bot_files {
    char id[BOT_FILES_ID_SIZE];
    char folder[PATH_MAX]; /* bots/uploads/ID */
    char packed[PATH_MAX]; /* room for an archive in it */
    char files[PATH_MAX];  /* the folder of the files, which is made when they come */
};

/* A new place. */
bool bot_files_open(const char *data, struct bot_files *place, struct err *why);
/* The archive, wherever it is, becomes files. */
bool bot_files_unpack(const struct bot_files *place, const char *archive, struct err *why);
/* What is in the place is not wanted. */
void bot_files_drop(const struct bot_files *place);
/* Removes uploads that were not made a bot in time, and the oldest where there are too many.  May
 * be called on any thread. */
void bot_files_sweep(const char *data);
/* The folder of those with this id; false: there are none, or not any more. */
bool bot_files_find(const char *data, const char *id, char folder[PATH_MAX], struct err *why);

/* ---- which of them is started ---- */

struct bot_file {
    const char *name; /* its path as seen from the folder */
    int64_t size;
    bool is_program;
    const char *language; /* as in main_file.h */
};
typedef void bot_files_see(void *context, const struct bot_file *file);

/* Shows all files, in the order of their names, and chooses the one that looks most like a main
 * file; "": there is no file at all.  `see` may be NULL. */
void bot_files_look(const char *folder, bot_files_see *see, void *context, char best[PATH_MAX]);

struct bot_main {
    const char *name; /* as in struct bot_file */
    const char *args; /* of its command line, "" */
};
/* Makes this file the bot's program: it works in the folder where it lies.  No way leads out of
 * `folder`. */
bool bot_files_set_program(const char *folder, const struct bot_main *main, struct bot_row *bot,
                           struct err *why);

/* ---- files of bots ---- */

/* Files that wait become those of a version, whatever was there before. */
bool bot_files_take(const char *data, const char *id, int64_t bot, int number,
                    char folder[PATH_MAX], struct err *why);
/* Where we are root: bots that were installed when root still ran them itself become readable. */
void bot_files_let_read(const char *data);
/* Is this folder one of the bot's own? */
bool bot_files_is_own(const char *data, int64_t bot, const char *folder);
/* All files of the bot go. */
void bot_files_remove(const char *data, int64_t bot);
/* They go from the bot's place at once.  `gone` is where they are now, to be removed
 * when there is time; "": there are none. */
void bot_files_put_away(const char *data, int64_t bot, char gone[PATH_MAX]);

#endif
