#ifndef BOTS_BOT_INSTALL_H
#define BOTS_BOT_INSTALL_H

/*
 * New bots and new versions: rows (store/bot_table.h) and files (bots/bot_files.h) together.  The
 * files are in their place before the rows are committed, in one transaction; whenever this process
 * is killed, the list has the version with its files, or neither knows it and files left behind are
 * overwritten by the next one.
 */

#include "bots/bot_files.h"

/* Where the program comes from. */
struct bot_source {
    const char *data;               /* the data folder */
    char upload[BOT_FILES_ID_SIZE]; /* the files that wait; "": a program of this machine, whose
                                       command and folder are those of the row */
    char main[PATH_MAX];            /* the file to be started, as seen from the upload's folder */
    char args[STORE_LINE_SIZE];     /* what follows in its command line */
};

/* Takes name, game, note, added_ms, and without an upload command and folder; fills the rest. */
bool bot_install_new(struct db *db, const struct bot_source *source, struct bot_row *bot,
                     struct err *why);
/* The next version of the bot `bot->id`, which plays from now on; takes note, command and folder of
 * `bot`, and fills in version, command and folder. */
bool bot_install_version(struct db *db, const struct bot_source *source, struct bot_row *bot,
                         struct err *why);

#endif
