#ifndef BOTS_BOT_COMMAND_H
#define BOTS_BOT_COMMAND_H

/*
 * The command line of a bot, as it is typed into a form: "java -jar 'My bot.jar' --depth 3".
 * It is split as a shell would do it (quotes, backslash), but nothing is expanded and no shell ever
 * runs.
 *
 * The arguments of the official clients follow by themselves (--host H --port P --reservation R),
 * unless the line says itself where they belong: {host}, {port}, {reservation}.  A .jar is started
 * with java; a .py, .js or .mjs that cannot be executed as it is with python3 or node.
 */

#include "base/buf.h"
#include "base/err.h"

#include <limits.h>

enum {
    BOT_COMMAND_LINE_SIZE = 1024, /* as it is typed and stored */
    BOT_COMMAND_WORDS_MAX = 64,
    BOT_COMMAND_TEXT_SIZE = 8192, /* all words, filled in */
};

/* Where the bot shall join. */
struct bot_command_place {
    const char *host;
    int port;
    const char *reservation; /* "": a plain join */
};

struct bot_command {
    char program[PATH_MAX]; /* the file to execute */
    char folder[PATH_MAX];  /* where it works */
    char *argv[BOT_COMMAND_WORDS_MAX + 1];
    int argc;
    char text[BOT_COMMAND_TEXT_SIZE]; /* of argv */
    struct buf buf;
};

/* Splits `line`, finds the program and makes sure that it can be executed.  Relative paths are
 * meant from `folder`; without one it is the folder of the program, if that has a whole path.
 * `place` NULL: it is only looked at, not started.  False: `why` names the file and what is wrong
 * with it.  `command` must not be moved afterwards. */
bool bot_command_make(struct bot_command *command, const char *line, const char *folder,
                      const struct bot_command_place *place, struct err *why);
/* Could it be made?  Looks for the program on the disk. */
bool bot_command_check(const char *line, const char *folder, struct err *why);

/* Adds a word to a command line under construction, quoted if necessary. */
void bot_command_quote(struct buf *line, const char *word);

#endif
