#define _GNU_SOURCE /* getgrouplist, setresuid */

#include "net/bot_user.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- which one ---- */

static bool fill(struct bot_user *user, const struct passwd *entry, struct err *why)
{
    int count = BOT_USER_GROUPS_MAX;

    if (entry->pw_uid == 0)
        return err_set(why, "bot_root", "");
    if (entry->pw_uid == geteuid())
        return true;
    if (geteuid() != 0)
        return err_set(why, "bot_user_other", entry->pw_name);
    if (getgrouplist(entry->pw_name, entry->pw_gid, user->groups, &count) < 0)
        count = 0;
    user->is_other = true;
    user->uid = entry->pw_uid;
    user->gid = entry->pw_gid;
    user->group_count = count;
    user->own_group_count = getgroups(BOT_USER_GROUPS_MAX, user->own_groups);
    if (user->own_group_count < 0)
        user->own_group_count = 0;
    snprintf(user->name, sizeof user->name, "%s", entry->pw_name);
    snprintf(user->home, sizeof user->home, "%s", entry->pw_dir);
    return true;
}

/* The home of our own user, which need not be $HOME. */
static void find_own_home(struct bot_user *user)
{
    struct passwd entry, *found = NULL;
    char text[4096];

    if (getpwuid_r(user->uid, &entry, text, sizeof text, &found) == 0 && found)
        snprintf(user->home, sizeof user->home, "%s", entry.pw_dir);
}

bool bot_user_choose(struct bot_user *user, struct err *why)
{
    const char *name = getenv(BOT_USER_VARIABLE);
    struct passwd entry, *found = NULL;
    char text[4096];

    *user = (struct bot_user){.uid = geteuid(), .gid = getegid()};
    find_own_home(user);
    if (!name || !name[0])
        return geteuid() != 0 || err_set(why, "bot_root", "");
    int error = getpwnam_r(name, &entry, text, sizeof text, &found);
    if (error == EMFILE || error == ENFILE || error == ENOMEM)
        return err_set(why, "machine_full", strerror(error));
    if (!found)
        return err_set(why, "bot_user_unknown", name);
    return fill(user, found, why);
}

/* ---- becoming it ---- */

/* The functions of the C library would change all threads of the process whose memory we share
 * after vfork(). */
bool bot_user_become(const struct bot_user *user)
{
    uid_t real, effective, saved;

    if (!user->is_other)
        return true;
    return syscall(SYS_setgroups, user->group_count, user->groups) == 0 &&
           syscall(SYS_setresgid, user->gid, user->gid, user->gid) == 0 &&
           syscall(SYS_setresuid, user->uid, user->uid, user->uid) == 0 &&
           getresuid(&real, &effective, &saved) == 0 && real == user->uid &&
           effective == user->uid && saved == user->uid && syscall(SYS_setresuid, 0, 0, 0) != 0 &&
           prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

/* ---- looking at files ---- */

/* These, too, are of this thread only.  Where they fail, starting a program will. */
static void set_view(uid_t uid, gid_t gid, int count, const gid_t groups[])
{
    syscall(SYS_setgroups, count, groups);
    syscall(SYS_setfsgid, gid);
    syscall(SYS_setfsuid, uid);
}

void bot_user_look_as(const struct bot_user *user)
{
    if (user->is_other)
        set_view(user->uid, user->gid, user->group_count, user->groups);
}

void bot_user_look_as_ourselves(const struct bot_user *user)
{
    if (user->is_other)
        set_view(geteuid(), getegid(), user->own_group_count, user->own_groups);
}

bool bot_user_can_read(const struct bot_user *user, const char *path)
{
    char inside[PATH_MAX];
    struct stat info;

    bot_user_look_as(user);
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    /* Then it is not known; starting the program will tell. */
    bool is_machine_full = file < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM);
    bool is_folder =
        snprintf(inside, sizeof inside, "%s/.", path) < PATH_MAX && stat(inside, &info) == 0;
    bot_user_look_as_ourselves(user);
    if (file >= 0)
        close(file);
    return file >= 0 || is_folder || is_machine_full;
}
