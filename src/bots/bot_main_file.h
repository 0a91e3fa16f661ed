#ifndef BOTS_BOT_MAIN_FILE_H
#define BOTS_BOT_MAIN_FILE_H

/* Which of a bot's files is to be started, and what it is written in: guesses, so that people have
 * to say it only where a guess is wrong. */

#include <stddef.h>

struct bot_main_file {
    int score; /* the highest is the best guess; 0: it does not look like a program at all */
    const char *language; /* "java", "python", "javascript", "shell", "native"; "": unknown */
};

/* Looks at a file: `name` is its path as seen from the bot's folder. */
struct bot_main_file bot_main_file_judge(const char *folder, const char *name);

/* The language of a command line, by the names in it and by the program that it starts; "" if it
 * cannot be started. */
const char *bot_main_file_language(const char *command, const char *folder);

/* A file that is a program by its contents gets the right to be executed: ZIP files
 * often lose it. */
void bot_main_file_permit(const char *path);

#endif
