#ifndef CLI_BOT_ARCHIVE_H
#define CLI_BOT_ARCHIVE_H

/* `bot add FILE.zip`: a bot that comes as an archive, unpacked into the data folder as if it had
 * been uploaded in the browser (server/bot_files.h). */

#include "store/store.h"

#include <limits.h>

struct bot_archive {
    const char *data; /* the data folder */
    const char *main; /* the file to be started; NULL: the one that looks like it */
    int argc;
    char **argv; /* the archive, then what the bot is told */
};

/* Is there an archive of this name? */
bool bot_archive_is(const char *path);

/* Takes the bot's name, game and note, fills the rest, and enters it into the store; `main` is what
 * will be started.  After a refusal nothing is left. */
bool bot_archive_add(const struct bot_archive *archive, struct store *store, struct store_bot *bot,
                     char main[PATH_MAX], struct err *why);

#endif
