#ifndef CLI_BOT_ARCHIVE_H
#define CLI_BOT_ARCHIVE_H

/* `bot add FILE.zip`: a bot that comes as an archive, unpacked into the data folder as if it had
 * been uploaded in the browser (server/bot_files.h). */

#include "server/bot_files.h"

#include <limits.h>

struct bot_archive {
    const char *data;   /* the data folder */
    const char *wanted; /* the file to be started; NULL: the one that looks like it */
    int argc;
    char **argv; /* the archive, then what the bot is told */
    /* Filled by bot_archive_add(). */
    struct bot_files place;
    char main[PATH_MAX]; /* what will be started */
    char args[STORE_LINE_SIZE];
};

/* Is there an archive of this name? */
bool bot_archive_is(const char *path);

/* Takes the bot's name, game and note, fills the rest, and enters it into the store.  After a
 * refusal nothing is left. */
bool bot_archive_add(struct bot_archive *archive, struct store *store, struct store_bot *bot,
                     struct err *why);

#endif
