/* What tests and tournaments have written: a game, a file as it lies there, all
 * replays as a .zip. */

#include "web/background.h"
#include "web/match_game.h"
#include "web/runs_json.h"

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
    struct match_game noted;
    struct archived_game *archived;
};

static void fetch(void *ctx)
{
    struct wanted *wanted = ctx;

    wanted->archived = match_game_archived(&wanted->noted);
}

static void finish(struct request *request, void *ctx)
{
    struct wanted *wanted = ctx;

    if (wanted->archived) {
        struct game_card card = archived_game_card(wanted->archived);
        game_json_answer(request, &card);
    } else {
        refuse(request, MHD_HTTP_NOT_FOUND, "no_such_game", wanted->noted.id);
    }
    free(wanted->archived);
}

void match_files_answer_game(struct request *request, const struct match_game *noted)
{
    struct wanted *wanted = memory_get(1, sizeof *wanted);

    wanted->noted = *noted;
    background_start(request, fetch, finish, wanted);
}

/* "1-1-001-1", as a tournament names its files. */
static bool is_file_name(const char *name)
{
    return name[0] && strlen(name) < NAME_SIZE / 2 && name[strspn(name, "0123456789-")] == '\0';
}

static bool find_of_tournament(const struct request *request, const struct run *run,
                               struct match_game *noted)
{
    const char *file = request->parts[0];
    char name[NAME_SIZE];

    *noted = (struct match_game){.place = GAME_IN_FILE, .rules = run->rules};
    if (!is_file_name(file) ||
        !slice_to_int(slice_of(request->parts[1]), 0, INT32_MAX, &noted->number))
        return false;
    snprintf(name, sizeof name, "games/%.40s.jsonl", file);
    run_path(run, name, noted->path);
    snprintf(noted->id, sizeof noted->id, "tournament-%d-%.32s-%d", run->id, file, noted->number);
    return true;
}

static bool find_of_test(const struct request *request, const struct run *run,
                         struct match_game *noted)
{
    int game;

    if (!slice_to_int(slice_of(request->parts[0]), 0, INT32_MAX, &game))
        return false;
    match_games_lock(run->book);
    bool is_there = game < run->book->tally.next;
    *noted = match_game_of_test(run, game);
    match_games_unlock(run->book);
    return is_there;
}

/* The game that the path names; false: it has been refused. */
static bool find_game(struct request *request, struct match_game *noted)
{
    const struct run *run = runs_named(request);

    if (!run)
        return false;
    return (run->kind == RUNS_MATCH ? find_of_test(request, run, noted)
                                    : find_of_tournament(request, run, noted)) ||
           refuse(request, MHD_HTTP_NOT_FOUND, "no_such_game", request->parts[0]);
}

/* As GET /api/games/ID. */
static void on_game(struct request *request)
{
    struct match_game noted;

    if (find_game(request, &noted))
        match_files_answer_game(request, &noted);
}

static void on_game_file(struct request *request)
{
    struct match_game noted;

    if (find_game(request, &noted))
        export_match_game(request, &noted);
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
    answer_with(request, MHD_HTTP_OK, MHD_create_response_from_fd((uint64_t)info.st_size, file),
                static_files_type(name));
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
static void pack(void *ctx)
{
    struct parcel *parcel = ctx;
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

static void hand_over(struct request *request, void *ctx)
{
    struct parcel *parcel = ctx;
    char name[NAME_SIZE + 8];

    snprintf(name, sizeof name, "%s.zip", parcel->name);
    answer_open_file(request, parcel->file, name);
}

static void on_zip(struct request *request)
{
    const struct run *run = runs_named(request);

    if (!run)
        return;
    struct parcel *parcel = memory_get(1, sizeof *parcel);
    snprintf(parcel->name, sizeof parcel->name, "test-%d", run->id);
    run_path(run, "replays", parcel->folder);
    background_start(request, pack, hand_over, parcel);
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
