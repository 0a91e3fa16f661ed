#include "bots/bot_files.h"

#include "base/file.h"
#include "base/unpack.h"
#include "bots/bot_command.h"
#include "bots/bot_main_file.h"

#include <dirent.h>
#include <errno.h>
#include <fts.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FORGOTTEN_S = 60 * 60 };

/* ---- places ---- */

/* Joins parts of a path; false: it is too long. */
static bool join(char path[PATH_MAX], const char *folder, const char *name)
{
    return snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX;
}

/* DATA/bots/NAME, with its whole path. */
static bool bots_path(const char *data, const char *name, char path[PATH_MAX])
{
    char whole[PATH_MAX], bots[PATH_MAX];

    if (!realpath(data, whole) || !join(bots, whole, "bots"))
        return false;
    mkdir(bots, 0700);
    file_let_through(whole);
    file_let_through(bots);
    return join(path, bots, name);
}

static bool uploads_path(const char *data, const char *name, char path[PATH_MAX])
{
    char uploads[PATH_MAX];

    if (!bots_path(data, "uploads", uploads))
        return false;
    mkdir(uploads, 0700);
    return join(path, uploads, name);
}

static bool bot_path(const char *data, int64_t bot, char path[PATH_MAX])
{
    char name[24];

    snprintf(name, sizeof name, "%lld", (long long)bot);
    return bots_path(data, name, path);
}

bool bot_files_is_own(const char *data, int64_t bot, const char *folder)
{
    char own[PATH_MAX];

    if (!bot_path(data, bot, own))
        return false;
    size_t len = strlen(own);
    return strncmp(folder, own, len) == 0 && folder[len] == '/';
}

/* ---- files that wait ---- */

static bool is_id(const char *id)
{
    return strlen(id) == BOT_FILES_ID_SIZE - 1 &&
           strspn(id, "0123456789abcdef") == BOT_FILES_ID_SIZE - 1;
}

static void draw_id(char id[BOT_FILES_ID_SIZE])
{
    unsigned char random[(BOT_FILES_ID_SIZE - 1) / 2];

    randombytes_buf(random, sizeof random);
    sodium_bin2hex(id, BOT_FILES_ID_SIZE, random, sizeof random);
}

bool bot_files_open(const char *data, struct bot_files *place, struct err *why)
{
    draw_id(place->id);
    return (uploads_path(data, place->id, place->folder) &&
            join(place->packed, place->folder, "packed") &&
            join(place->files, place->folder, "files") && mkdir(place->folder, 0700) == 0) ||
           err_set(why, "file_write", data);
}

bool bot_files_unpack(const struct bot_files *place, const char *archive, struct err *why)
{
    static const struct unpack_limits limits = {.bytes = BOT_FILES_UNPACKED_MAX,
                                                .entries = BOT_FILES_ENTRIES_MAX};

    if (mkdir(place->files, 0700) != 0)
        return err_set(why, "file_write", place->files);
    return unpack(archive, place->files, &limits, why);
}

void bot_files_drop(const struct bot_files *place)
{
    if (place->folder[0])
        file_remove_all(place->folder);
}

bool bot_files_find(const char *data, const char *id, char folder[PATH_MAX], struct err *why)
{
    char own[PATH_MAX];

    return (is_id(id) && uploads_path(data, id, own) && join(folder, own, "files") &&
            access(folder, X_OK) == 0) ||
           err_set(why, "upload_unknown", "");
}

static bool is_older(struct timespec a, struct timespec b)
{
    return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
}

/* The one that waits longest, and how many there are. */
static int find_oldest(const char *uploads, char oldest[PATH_MAX], struct timespec *since)
{
    char path[PATH_MAX];
    struct dirent *entry;
    struct stat info;
    int count = 0;
    DIR *folder = opendir(uploads);

    while (folder && (entry = readdir(folder))) {
        if (!is_id(entry->d_name) || !join(path, uploads, entry->d_name) || stat(path, &info) != 0)
            continue;
        if (count++ > 0 && !is_older(info.st_mtim, *since))
            continue;
        *since = info.st_mtim;
        memcpy(oldest, path, sizeof path);
    }
    if (folder)
        closedir(folder);
    return count;
}

void bot_files_sweep(const char *data)
{
    char uploads[PATH_MAX], oldest[PATH_MAX];
    struct timespec since = {0};

    if (!bots_path(data, "uploads", uploads))
        return;
    for (int count; (count = find_oldest(uploads, oldest, &since)) > 0;) {
        if (count <= BOT_FILES_WAITING_MAX && time(NULL) - since.tv_sec <= FORGOTTEN_S)
            return;
        file_remove_all(oldest);
        if (access(oldest, F_OK) == 0)
            return; /* not ours to remove */
    }
}

/* ---- which of them is started ---- */

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

void bot_files_look(const char *folder, bot_files_see *see, void *context, char best[PATH_MAX])
{
    char root[PATH_MAX];
    char *const places[] = {root, NULL};
    int best_score = -1;
    FTSENT *entry;

    best[0] = '\0';
    snprintf(root, sizeof root, "%s", folder);
    FTS *tree = fts_open(places, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    while (tree && (entry = fts_read(tree))) {
        if (entry->fts_info != FTS_F)
            continue;
        const char *name = entry->fts_path + strlen(folder) + 1;
        struct bot_main_file judged = bot_main_file_judge(folder, name);
        struct bot_file file = {.name = name,
                                .size = entry->fts_statp->st_size,
                                .is_program = judged.score > 0,
                                .language = judged.language};
        if (see)
            see(context, &file);
        if (judged.score <= best_score)
            continue;
        best_score = judged.score;
        snprintf(best, PATH_MAX, "%s", name);
    }
    if (tree)
        fts_close(tree);
}

/* One of the files in the folder: no way leads out of it. */
static bool check_main(const char *folder, const char *main, struct err *why)
{
    char path[PATH_MAX], real[PATH_MAX];
    size_t len = strlen(folder);

    if (!main[0] || !join(path, folder, main) || !realpath(path, real) ||
        strncmp(real, folder, len) != 0 || real[len] != '/')
        return err_set(why, "bot_main", main);
    bot_main_file_permit(real);
    return true;
}

bool bot_files_set_program(const char *folder, const struct bot_main *main, struct bot_row *bot,
                           struct err *why)
{
    const char *slash = strrchr(main->name, '/');
    char word[PATH_MAX + 2];
    struct buf place, line;

    if (!check_main(folder, main->name, why))
        return false;
    buf_init(&place, bot->folder, sizeof bot->folder);
    buf_add(&place, folder);
    if (slash)
        buf_format(&place, "/%.*s", (int)(slash - main->name), main->name);
    snprintf(word, sizeof word, "./%s", slash ? slash + 1 : main->name);
    buf_init(&line, bot->command, sizeof bot->command);
    bot_command_quote(&line, word);
    if (main->args[0])
        buf_format(&line, " %s", main->args);
    return (!place.is_full && !line.is_full) || err_set(why, "bot_line_long", "");
}

/* ---- files of bots ---- */

bool bot_files_take(const char *data, const char *id, int64_t bot, int number,
                    char folder[PATH_MAX], struct err *why)
{
    char files[PATH_MAX], waiting[PATH_MAX], own[PATH_MAX], name[16];

    snprintf(name, sizeof name, "%d", number);
    if (!bot_files_find(data, id, files, why))
        return false;
    if (!uploads_path(data, id, waiting) || !bot_path(data, bot, own) || !join(folder, own, name))
        return err_set(why, "file_write", data);
    mkdir(own, 0700);
    file_let_through(own);
    file_remove_all(folder);
    if (rename(files, folder) != 0)
        return err_set(why, "file_write", folder);
    file_let_read(folder);
    file_remove_all(waiting);
    return true;
}

void bot_files_put_away(const char *data, int64_t bot, char gone[PATH_MAX])
{
    char folder[PATH_MAX], id[BOT_FILES_ID_SIZE];

    draw_id(id);
    if (!bot_path(data, bot, folder) || !uploads_path(data, id, gone) || rename(folder, gone) != 0)
        gone[0] = '\0';
}

void bot_files_remove(const char *data, int64_t bot)
{
    char folder[PATH_MAX];

    if (bot_path(data, bot, folder))
        file_remove_all(folder);
}

/* Files of a version that only root can read. */
static bool is_closed(const char *folder)
{
    struct stat info;

    return stat(folder, &info) == 0 && S_ISDIR(info.st_mode) && !(info.st_mode & S_IROTH);
}

static void let_read_versions(const char *bot)
{
    char path[PATH_MAX];
    struct dirent *entry;
    DIR *versions = opendir(bot);

    file_let_through(bot);
    while (versions && (entry = readdir(versions))) {
        if (entry->d_name[0] != '.' && join(path, bot, entry->d_name) && is_closed(path))
            file_let_read(path);
    }
    if (versions)
        closedir(versions);
}

void bot_files_let_read(const char *data)
{
    char bots[PATH_MAX], path[PATH_MAX];
    struct dirent *entry;

    if (geteuid() != 0 || !bots_path(data, ".", bots))
        return;
    DIR *folder = opendir(bots);
    while (folder && (entry = readdir(folder))) {
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' && join(path, bots, entry->d_name))
            let_read_versions(path);
    }
    if (folder)
        closedir(folder);
}
