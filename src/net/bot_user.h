#ifndef NET_BOT_USER_H
#define NET_BOT_USER_H

/*
 * The user that strangers' programs run as: the user of this process, or for root another one that
 * --bot-user names.  Root never starts a stranger's program as root.
 */

#include "base/err.h"

#include <sys/types.h>

#define BOT_USER_VARIABLE "KIELWASSER_BOT_USER" /* the name; --bot-user sets it */

enum { BOT_USER_GROUPS_MAX = 64, BOT_USER_TEXT_SIZE = 256 };

struct bot_user {
    bool is_other; /* not the user of this process, so a program has to change to it */
    uid_t uid;
    gid_t gid, groups[BOT_USER_GROUPS_MAX];
    int group_count;
    gid_t own_groups[BOT_USER_GROUPS_MAX]; /* of this process */
    int own_group_count;
    char name[BOT_USER_TEXT_SIZE]; /* of another user */
    char home[BOT_USER_TEXT_SIZE]; /* "": unknown */
};

/* As the environment says.  False: it names none and we are root, or the named user cannot be
 * taken; `why` says what to do.  Then `user` is the user of this process. */
bool bot_user_choose(struct bot_user *user, struct err *why);

/* In a process that was forked for a program: becomes this user for ever.  Plain system calls. */
bool bot_user_become(const struct bot_user *user);

/* Between these two, this thread looks at files with the rights of the user: what it finds is what
 * a program of the user finds. */
void bot_user_look_as(const struct bot_user *user);
void bot_user_look_as_ourselves(const struct bot_user *user);

/* Can the user read this file, or enter this folder? */
bool bot_user_can_read(const struct bot_user *user, const char *path);

#endif
