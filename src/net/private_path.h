#ifndef NET_PRIVATE_PATH_H
#define NET_PRIVATE_PATH_H

/*
 * Which files are private, so that no bot lies there and no command line names them: hidden folders
 * of homes (~/.ssh), and the server's data folder except for the files of uploaded bots.
 *
 * A home is $HOME, the home of the user that programs run as, /root, and everything below /home at
 * any depth (/home/students/max).
 */

#include "base/err.h"
#include "net/bot_user.h"

#include <limits.h>

enum { PRIVATE_PATH_HOMES_MAX = 4 };

struct private_places {
    char homes[PRIVATE_PATH_HOMES_MAX][PATH_MAX]; /* /home is one of them */
    int home_count;
    char secret[PATH_MAX]; /* the data folder; "": none */
};

/* `secret` may be NULL. */
void private_path_find_places(struct private_places *places, const struct bot_user *user,
                              const char *secret);

bool private_path_is_within(const char *path, const char *folder);

/* Is this path, without links in it, private? */
bool private_path_is_private(const struct private_places *places, const char *path);

/* Is this folder a whole home, or are there homes in it?  Below /home a home is a folder
 * that does not belong to root, and the folder above it to another owner. */
bool private_path_is_home(const struct private_places *places, const char *folder);

/* Does this program lie in a folder "bin" or "shims" of an installation (~/.pyenv/shims)? */
bool private_path_is_tool(const char *program);

/* The file or folder that a word of a command line names, seen from the folder where the program
 * works ("": ours).  False: there is none. */
bool private_path_of_word(const char *folder, const char *word, char path[PATH_MAX]);

/* False (bot_private): this file or folder is private, or a link leads to such a one. */
bool private_path_check(const struct private_places *places, const char *path, struct err *why);

/* False (bot_private): the program or another word of the command line is private. */
bool private_path_check_words(const struct private_places *places, const char *folder,
                              const char *program, char *const argv[], struct err *why);

#endif
