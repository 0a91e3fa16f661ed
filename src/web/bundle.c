#include "web/bundle.h"

#include "base/file.h"
#include "base/memory.h"
#include "web/show.h"

#include <archive.h>
#include <archive_entry.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_SIZE = 64, REPLAY_BYTES_MAX = 16 << 20 };

/* ---- a game ---- */

struct wanted {
    struct noted noted;
    char id[NAME_SIZE];
    struct tale *tale;
};

static void fetch(void *luggage)
{
    struct wanted *wanted = luggage;

    wanted->tale = noted_tale(&wanted->noted, wanted->id);
}

static void show(struct request *request, const struct tale *tale)
{
    struct buf buf = web_paper(request->web);
    struct hall_game game;
    struct json json;

    tale_show(tale, &game);
    json_init(&json, &buf);
    show_game(&json, &game, SHOW_OWNER);
    answer_json(request, MHD_HTTP_OK, &buf);
}

static void finish(struct request *request, void *luggage)
{
    struct wanted *wanted = luggage;

    if (wanted->tale)
        show(request, wanted->tale);
    else
        refuse(request, MHD_HTTP_NOT_FOUND, "no_such_game", wanted->id);
    free(wanted->tale);
    free(wanted);
}

void bundle_answer_game(struct request *request, const struct noted *noted, const char *id)
{
    struct wanted *wanted = memory_get(1, sizeof *wanted);

    wanted->noted = *noted;
    snprintf(wanted->id, sizeof wanted->id, "%s", id);
    if (!errand_send(request, fetch, finish, wanted))
        free(wanted);
}

/* ---- a file ---- */

/* The daemon reads it while it sends it, and closes it. */
static bool answer_open_file(struct request *request, int file, const char *type)
{
    struct stat info;

    if (file < 0 || fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
        if (file >= 0)
            close(file);
        return refuse(request, MHD_HTTP_NOT_FOUND, "no_such_page", request->path);
    }
    answer_with(request, MHD_HTTP_OK, MHD_create_response_from_fd((uint64_t)info.st_size, file),
                type);
    answer_header(request, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    return true;
}

static void name_file(struct request *request, const char *name)
{
    char value[256];

    snprintf(value, sizeof value, "attachment; filename=\"%.200s\"", name);
    answer_header(request, "Content-Disposition", value);
}

void bundle_answer_file(struct request *request, const char *path, const char *type)
{
    if (answer_open_file(request, open(path, O_RDONLY | O_CLOEXEC), type))
        name_file(request, strrchr(path, '/') + 1);
}

/* ---- a folder ---- */

struct parcel {
    char folder[PATH_MAX], name[NAME_SIZE];
    int file; /* that nobody else sees */
};

static void add_file(struct archive *archive, const struct parcel *parcel, const char *name)
{
    char path[PATH_MAX + 256], inside[512];
    struct archive_entry *entry;
    struct slice bytes;

    snprintf(path, sizeof path, "%s/%s", parcel->folder, name);
    snprintf(inside, sizeof inside, "%s/%s", parcel->name, name);
    if (!file_read(path, REPLAY_BYTES_MAX, &bytes, NULL))
        return;
    entry = archive_entry_new();
    archive_entry_set_pathname(entry, inside);
    archive_entry_set_size(entry, (int64_t)bytes.len);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    if (archive_write_header(archive, entry) == ARCHIVE_OK)
        archive_write_data(archive, bytes.at, bytes.len);
    archive_entry_free(entry);
    file_free(bytes);
}

static void add_files(struct archive *archive, const struct parcel *parcel)
{
    DIR *dir = opendir(parcel->folder);
    const struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        if (entry->d_name[0] != '.' && !strstr(entry->d_name, FILE_TEMPORARY))
            add_file(archive, parcel, entry->d_name);
    }
    if (dir)
        closedir(dir);
}

static int open_hidden(const char *folder)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%.*s-zip-XXXXXX", PATH_MAX - 32, folder);
    int file = mkstemp(path);
    if (file >= 0)
        unlink(path);
    return file;
}

/* Replays are packed already, so they are only put together. */
static void pack(void *luggage)
{
    struct parcel *parcel = luggage;
    struct archive *archive = archive_write_new();
    bool is_fine = false;

    parcel->file = open_hidden(parcel->folder);
    if (parcel->file >= 0 && archive && archive_write_set_format_zip(archive) == ARCHIVE_OK &&
        archive_write_set_options(archive, "zip:compression=store") == ARCHIVE_OK &&
        archive_write_open_fd(archive, parcel->file) == ARCHIVE_OK) {
        add_files(archive, parcel);
        is_fine = archive_write_close(archive) == ARCHIVE_OK;
    }
    archive_write_free(archive);
    if (!is_fine && parcel->file >= 0) {
        close(parcel->file);
        parcel->file = -1;
    }
}

static void hand_over(struct request *request, void *luggage)
{
    struct parcel *parcel = luggage;
    char name[NAME_SIZE + 8];

    snprintf(name, sizeof name, "%s.zip", parcel->name);
    if (answer_open_file(request, parcel->file, "application/zip"))
        name_file(request, name);
    free(parcel);
}

void bundle_answer_zip(struct request *request, const char *folder, const char *name)
{
    struct parcel *parcel = memory_get(1, sizeof *parcel);

    snprintf(parcel->folder, sizeof parcel->folder, "%s", folder);
    snprintf(parcel->name, sizeof parcel->name, "%s", name);
    if (!errand_send(request, pack, hand_over, parcel))
        free(parcel);
}
