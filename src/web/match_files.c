/* What tests and tournaments have written: a game, a file as it lies there, all
 * replays as a .zip. */

#include "web/background.h"
#include "web/ended_game.h"
#include "web/run_answers.h"

#include "base/file.h"
#include "base/memory.h"

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
    struct ended_game source;
    enum game_json_to to;
};

static bool work_game(struct db *db, void *ctx, struct json *json, struct err *why)
{
    const struct wanted *wanted = ctx;
    struct archived_game *archived = ended_game_archived(&wanted->source);

    (void)db;
    if (!archived)
        return err_set(why, "no_such_game", wanted->source.id);
    struct game_card card = archived_game_card(archived);
    game_json_whole(json, &card, wanted->to);
    free(archived);
    return true;
}

void match_files_answer_game(struct request *request, const struct ended_game *source)
{
    struct wanted *wanted = memory_get(1, sizeof *wanted);

    *wanted = (struct wanted){.source = *source, .to = game_json_reader(request)};
    background_answer(request, work_game, wanted);
}

/* "1-1-001-1", as a tournament names its files. */
static bool is_file_name(const char *name)
{
    return name[0] && strlen(name) < NAME_SIZE / 2 && name[strspn(name, "0123456789-")] == '\0';
}

static bool find_of_tournament(const struct request *request, const struct run *run,
                               struct ended_game *source)
{
    const char *file = request->parts[0];
    char name[NAME_SIZE];

    *source = (struct ended_game){.place = GAME_IN_FILE, .rules = run->rules};
    if (!is_file_name(file) ||
        !slice_to_int(slice_of(request->parts[1]), 0, INT32_MAX, &source->number))
        return false;
    snprintf(name, sizeof name, "games/%.40s.jsonl", file);
    run_path(run, name, source->path);
    snprintf(source->id, sizeof source->id, "tournament-%d-%.32s-%d", run->id, file,
             source->number);
    return true;
}

static bool find_of_test(const struct request *request, const struct run *run,
                         struct ended_game *source)
{
    int game;

    if (!slice_to_int(slice_of(request->parts[0]), 0, INT32_MAX, &game))
        return false;
    match_totals_lock(run->games);
    bool is_there = game < run->games->tally.next;
    *source = ended_game_of_test(run, game);
    match_totals_unlock(run->games);
    return is_there;
}

/* The game that the path names; false: it has been refused. */
static bool find_game(struct request *request, struct ended_game *source)
{
    const struct run *run = runs_named(request);

    if (!run)
        return false;
    return (run->kind == RUNS_MATCH ? find_of_test(request, run, source)
                                    : find_of_tournament(request, run, source)) ||
           refuse(request, MHD_HTTP_NOT_FOUND, "no_such_game", request->parts[0]);
}

/* As GET /api/games/ID. */
static void on_game(struct request *request)
{
    struct ended_game source;

    if (find_game(request, &source))
        match_files_answer_game(request, &source);
}

static void on_game_file(struct request *request)
{
    struct ended_game source;

    if (find_game(request, &source))
        game_download_ended(request, &source);
}

/* ---- a file ---- */

/* The daemon reads it while it sends it, and closes it. */
static void answer_open_file(struct request *request, int file, const char *name)
{
    char value[256];
    struct stat info;

    if (file < 0 || fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
        if (file >= 0)
            close(file);
        refuse(request, MHD_HTTP_NOT_FOUND, "no_such_page", request->path);
        return;
    }
    struct MHD_Response *response = MHD_create_response_from_fd((uint64_t)info.st_size, file);
    if (!response)
        close(file);
    answer_with(request, MHD_HTTP_OK, response, static_files_type(name));
    answer_header(request, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    snprintf(value, sizeof value, "attachment; filename=\"%.200s\"", name);
    answer_header(request, "Content-Disposition", value);
}

/* The file has the name that the route ends with. */
static void on_file(struct request *request)
{
    const char *name = strrchr(request->route->pattern, '/') + 1;
    const struct run *run = runs_named(request);
    char path[PATH_MAX];

    if (!run)
        return;
    run_path(run, name, path);
    answer_open_file(request, open(path, O_RDONLY | O_CLOEXEC), name);
}

/* ---- a folder ---- */

struct zip {
    char folder[PATH_MAX], name[NAME_SIZE];
    int file; /* without a name */
};

static void add_file(struct archive *archive, const struct zip *zip, const char *name)
{
    char path[PATH_MAX + 256], inside[512];
    struct archive_entry *entry;
    struct slice bytes;

    snprintf(path, sizeof path, "%s/%s", zip->folder, name);
    snprintf(inside, sizeof inside, "%s/%s", zip->name, name);
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

static void add_files(struct archive *archive, const struct zip *zip)
{
    DIR *dir = opendir(zip->folder);
    const struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        if (entry->d_name[0] != '.' && !strstr(entry->d_name, FILE_TEMPORARY))
            add_file(archive, zip, entry->d_name);
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
static bool pack(struct db *db, void *ctx, struct json *json, struct err *why)
{
    struct zip *zip = ctx;
    struct archive *archive = archive_write_new();
    bool is_fine = false;

    (void)db, (void)json, (void)why;
    zip->file = open_hidden(zip->folder);
    if (zip->file >= 0 && archive && archive_write_set_format_zip(archive) == ARCHIVE_OK &&
        archive_write_set_options(archive, "zip:compression=store") == ARCHIVE_OK &&
        archive_write_open_fd(archive, zip->file) == ARCHIVE_OK) {
        add_files(archive, zip);
        is_fine = archive_write_close(archive) == ARCHIVE_OK;
    }
    archive_write_free(archive);
    if (!is_fine && zip->file >= 0) {
        close(zip->file);
        zip->file = -1;
    }
    return true;
}

static void answer_file(struct request *request, void *ctx)
{
    struct zip *zip = ctx;
    char name[NAME_SIZE + 8];

    snprintf(name, sizeof name, "%s.zip", zip->name);
    answer_open_file(request, zip->file, name);
}

static void on_zip(struct request *request)
{
    const struct run *run = runs_named(request);

    if (!run)
        return;
    struct zip *zip = memory_get(1, sizeof *zip);
    snprintf(zip->name, sizeof zip->name, "test-%d", run->id);
    run_path(run, "replays", zip->folder);
    background_start(request, pack, answer_file, zip);
}

const struct route match_file_routes[] = {
    {"GET", "/api/tests/*/games/*.kw", RIGHT_OWNER, on_game_file},
    {"GET", "/api/tests/*/games/*.xml", RIGHT_OWNER, on_game_file},
    {"GET", "/api/tests/*/games/*.xml.gz", RIGHT_OWNER, on_game_file},
    {"GET", "/api/tests/*/games/*", RIGHT_OWNER, on_game},
    {"GET", "/api/tests/*/summary.csv", RIGHT_OWNER, on_file},
    {"GET", "/api/tests/*/games.jsonl", RIGHT_OWNER, on_file},
    {"GET", "/api/tests/*/replays.zip", RIGHT_OWNER, on_zip},
    {"GET", "/api/tournaments/*/games/*/*.kw", RIGHT_OWNER, on_game_file},
    {"GET", "/api/tournaments/*/games/*/*.xml", RIGHT_OWNER, on_game_file},
    {"GET", "/api/tournaments/*/games/*/*.xml.gz", RIGHT_OWNER, on_game_file},
    {"GET", "/api/tournaments/*/games/*/*", RIGHT_OWNER, on_game},
    {"GET", "/api/tournaments/*/tournament.html", RIGHT_OWNER, on_file},
    {"GET", "/api/tournaments/*/tournament.csv", RIGHT_OWNER, on_file},
    {"GET", "/api/tournaments/*/tournament.json", RIGHT_OWNER, on_file},
    {"GET", "/api/tournaments/*/tournament.txt", RIGHT_OWNER, on_file},
    {0},
};
