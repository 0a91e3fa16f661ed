#include "cli/paths.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

const char *const paths_secrets[] = {"password.hash",     "web-token",         "kielwasser.db",
                                     "kielwasser.db-wal", "kielwasser.db-shm", NULL};

void paths_data(const char *given, char folder[PATH_MAX])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");

    if (given)
        snprintf(folder, PATH_MAX, "%s", given);
    else if (data && data[0])
        snprintf(folder, PATH_MAX, "%s/kielwasser", data);
    else
        snprintf(folder, PATH_MAX, "%s/.local/share/kielwasser", home ? home : ".");
}

bool paths_make(const char *folder)
{
    char part[PATH_MAX];
    struct stat info;

    snprintf(part, sizeof part, "%s", folder);
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(part, 0700);
        *slash = '/';
    }
    mkdir(part, 0700);
    return stat(folder, &info) == 0 && S_ISDIR(info.st_mode);
}

bool paths_make_data(const char *given, char folder[PATH_MAX])
{
    char path[PATH_MAX + 32];

    umask(077);
    paths_data(given, folder);
    if (!paths_make(folder))
        return false;
    for (const char *const *secret = paths_secrets; *secret; secret++) {
        snprintf(path, sizeof path, "%s/%s", folder, *secret);
        chmod(path, 0600); /* it need not be there */
    }
    return true;
}

bool paths_make_temporary(const char *name, char folder[PATH_MAX])
{
    const char *place = getenv("TMPDIR");

    snprintf(folder, PATH_MAX, "%s/%s-XXXXXX", place && place[0] ? place : "/tmp", name);
    return mkdtemp(folder) != NULL;
}

void paths_remove(const char *folder) { file_remove_all(folder); }

void paths_raise_limit(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}
