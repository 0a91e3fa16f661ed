#define _GNU_SOURCE /* timegm, strptime */

#include "server/replay_files.h"

#include "base/file.h"
#include "base/memory.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TIME_LEN = 19 }; /* of "2026-01-02_03-04-05" */

void replay_files_path(const char *folder, const char *replay, const char *ending,
                       char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%s%s", folder, replay, ending);
}

/* "TYPE_DATE_TIME_…": the first place where a time stands. */
static void read_head(const char *name, struct replay_file *file)
{
    for (const char *at = strchr(name, '_'); at; at = strchr(at + 1, '_')) {
        struct tm time = {0};
        char text[TIME_LEN + 1];
        buf_copy(text, sizeof text, slice_of(at + 1));
        const char *end = strptime(text, "%Y-%m-%d_%H-%M-%S", &time);
        if (!end || end != text + TIME_LEN)
            continue;
        buf_copy(file->game_type, sizeof file->game_type, slice_make(name, (size_t)(at - name)));
        file->started_ms = (int64_t)timegm(&time) * 1000;
        return;
    }
}

/* "…_NUMBER.kw" */
static bool read_name(const char *name, struct replay_file *file)
{
    size_t len = strlen(name);
    const char *last = strrchr(name, '_');

    *file = (struct replay_file){0};
    if (!last || len < 4 || strcmp(name + len - 3, ".kw") != 0)
        return false;
    struct slice number = slice_make(last + 1, len - 3 - (size_t)(last + 1 - name));
    if (!slice_to_int64(number, &file->number) || file->number < 1)
        return false;
    snprintf(file->replay, sizeof file->replay, "replays/%.*s", (int)len - 3, name);
    read_head(name, file);
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct replay_file *one = a, *two = b;

    return (one->number > two->number) - (one->number < two->number);
}

void replay_files_list(struct replay_files *files, const char *folder)
{
    char path[PATH_MAX];
    struct replay_file file;

    *files = (struct replay_files){0};
    replay_files_path(folder, "replays", "", path);
    DIR *dir = opendir(path);
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
        if (!read_name(entry->d_name, &file))
            continue;
        files->list = memory_grow(files->list, (files->count + 1) * sizeof *files->list);
        files->list[files->count++] = file;
    }
    if (dir)
        closedir(dir);
    if (files->count > 0)
        qsort(files->list, files->count, sizeof *files->list, compare);
}

void replay_files_free(struct replay_files *files) { free(files->list); }

bool replay_files_load(const char *path, struct record *record, struct err *why)
{
    struct slice text;

    if (!file_read(path, RECORD_TEXT_MAX, &text, why))
        return false;
    bool is_read = record_parse(text, record, why);
    file_free(text);
    return is_read;
}

bool replay_files_are_same(const struct record *a, const struct record *b)
{
    char *text = memory_get(2, RECORD_TEXT_MAX);
    struct buf one, two;

    buf_init(&one, text, RECORD_TEXT_MAX);
    buf_init(&two, text + RECORD_TEXT_MAX, RECORD_TEXT_MAX);
    record_print(a, &one);
    record_print(b, &two);
    bool is_same = strcmp(one.data, two.data) == 0;
    free(text);
    return is_same;
}
