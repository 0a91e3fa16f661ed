#include "server/bot_logs.h"

#include "base/clock.h"
#include "server/limits.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_log(const struct dirent *entry) { return strstr(entry->d_name, ".log") != NULL; }

/* Names begin with the time, so the oldest come first. */
static void make_room(const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_log, alphasort);
    char path[PATH_MAX];

    for (int i = 0; i < count; i++) {
        int len = snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (count - i >= LIMIT_BOT_LOGS && len < PATH_MAX)
            unlink(path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

void bot_logs_name(const char *data_dir, const char *room, enum side side, char path[PATH_MAX])
{
    char folder[PATH_MAX - 128], when[32];
    int len = snprintf(folder, sizeof folder, "%s/bots-logs", data_dir);

    path[0] = '\0';
    if (len >= (int)sizeof folder)
        return;
    mkdir(folder, 0700);
    make_room(folder);
    clock_format(clock_wall_ms(), "%Y%m%d-%H%M%S", when, sizeof when);
    snprintf(path, PATH_MAX, "%s/%s_%s_%s.log", folder, when, room, side_name(side));
}
