#include "net/private_path.h"

#include "base/slice.h"

#include <dirent.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HOMES "/home"

bool private_path_is_within(const char *path, const char *folder)
{
    size_t len = strlen(folder);

    return strncmp(path, folder, len) == 0 &&
           (path[len] == '/' || path[len] == '\0' || (len > 0 && folder[len - 1] == '/'));
}

/* ---- homes ---- */

/* Users of the system may have a home such as /usr/sbin, /bin or /. */
static bool is_of_system(const char *home)
{
    static const char *const places[] = {"/usr", "/bin", "/sbin", "/dev"};

    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (private_path_is_within(home, places[i]))
            return true;
    }
    return home[1] == '\0';
}

static void add_home(struct private_places *places, const char *home)
{
    char *real = places->homes[places->home_count];

    if (home && home[0] && realpath(home, real) && !is_of_system(real))
        places->home_count++;
}

void private_path_find_places(struct private_places *places, const struct bot_user *user,
                              const char *secret)
{
    places->home_count = 0;
    add_home(places, HOMES);
    add_home(places, "/root");
    add_home(places, getenv("HOME"));
    add_home(places, user->home);
    if (!secret || !realpath(secret, places->secret))
        places->secret[0] = '\0';
}

/* Has a folder in here another owner than this one? */
static bool has_other_owners(const char *folder, uid_t owner)
{
    DIR *listing = opendir(folder);
    struct stat info;
    bool has_any = false;

    if (!listing)
        return false;
    for (const struct dirent *entry; !has_any && (entry = readdir(listing));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        has_any = fstatat(dirfd(listing), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
                  S_ISDIR(info.st_mode) && info.st_uid != owner;
    }
    closedir(listing);
    return has_any;
}

bool private_path_is_home(const struct private_places *places, const char *folder)
{
    char homes[PATH_MAX], above[PATH_MAX + 4];
    struct stat own, parent;

    for (int i = 0; i < places->home_count; i++) {
        if (private_path_is_within(places->homes[i], folder))
            return true;
    }
    if (!realpath(HOMES, homes) || !private_path_is_within(folder, homes))
        return false;
    if (!strchr(folder + strlen(homes) + 1, '/'))
        return true;
    snprintf(above, sizeof above, "%s/..", folder);
    return stat(folder, &own) != 0 || stat(above, &parent) != 0 ||
           (own.st_uid == 0 ? has_other_owners(folder, own.st_uid) : own.st_uid != parent.st_uid);
}

/* ---- private files ---- */

/* The files of uploaded bots lie in a data folder, maybe of another server than this one: a match
 * has a data folder of its own. */
static bool is_uploaded(const char *path)
{
    static const char bots[] = "/bots/";
    static const char *const signs[] = {"kielwasser.db", "web-token"};
    char sign[PATH_MAX];
    struct stat info;

    for (const char *at = strstr(path, bots); at; at = strstr(at + 1, bots)) {
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
            int len = snprintf(sign, sizeof sign, "%.*s/%s", (int)(at - path), path, signs[i]);
            if (len < PATH_MAX && lstat(sign, &info) == 0 && S_ISREG(info.st_mode))
                return true;
        }
    }
    return false;
}

/* Begins any part of this path with a dot?  The path may also lead through "." and "..". */
static bool has_hidden_part(const char *path)
{
    for (const char *at = strstr(path, "/."); at; at = strstr(at + 1, "/.")) {
        size_t len = strcspn(at + 1, "/");
        if (len > 2 || (len == 2 && at[2] != '.'))
            return true;
    }
    return false;
}

bool private_path_is_private(const struct private_places *places, const char *path)
{
    char bots[PATH_MAX + 8];

    snprintf(bots, sizeof bots, "%s/bots/", places->secret);
    if (places->secret[0] && private_path_is_within(path, places->secret))
        return strncmp(path, bots, strlen(bots)) != 0;
    for (int i = 0; i < places->home_count; i++) {
        const char *home = places->homes[i];
        if (private_path_is_within(path, home) && has_hidden_part(path + strlen(home)))
            return !is_uploaded(path);
    }
    return false;
}

bool private_path_is_tool(const char *program)
{
    static const char *const names[] = {"/bin/", "/shims/"};
    const char *slash = strrchr(program, '/');

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t len = strlen(names[i]);
        if (slash && slash + 1 - program >= (ptrdiff_t)len &&
            strncmp(slash + 1 - len, names[i], len) == 0)
            return true;
    }
    return false;
}

/* ---- command lines ---- */

bool private_path_of_word(const char *folder, const char *word, char path[PATH_MAX])
{
    struct stat info;
    bool is_whole = word[0] == '/' || !folder[0];
    int len = is_whole ? snprintf(path, PATH_MAX, "%s", word)
                       : snprintf(path, PATH_MAX, "%s/%s", folder, word);

    return word[0] && len < PATH_MAX && stat(path, &info) == 0;
}

bool private_path_check(const struct private_places *places, const char *path, struct err *why)
{
    char real[PATH_MAX];

    return !realpath(path, real) || !private_path_is_private(places, real) ||
           err_set(why, "bot_private", path);
}

/* Python, Java and the like may be installed in hidden folders. */
static bool is_installed(const char *program)
{
    const char *path = getenv("PATH"), *slash = strrchr(program, '/');
    struct slice rest = slice_of(path ? path : "");

    while (slash && rest.len > 0) {
        struct slice folder = slice_take_until(&rest, ':');
        if (folder.len == (size_t)(slash - program) && memcmp(folder.at, program, folder.len) == 0)
            return true;
    }
    return private_path_is_tool(program);
}

bool private_path_check_words(const struct private_places *places, const char *folder,
                              const char *program, char *const argv[], struct err *why)
{
    char path[PATH_MAX];

    if (!is_installed(program) && !private_path_check(places, program, why))
        return false;
    for (char *const *word = argv + 1; *word; word++) {
        if (private_path_of_word(folder, *word, path) && !private_path_check(places, path, why))
            return false;
    }
    return true;
}
