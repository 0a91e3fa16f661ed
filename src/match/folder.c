#include "match/folder.h"

#include "base/file.h"
#include "base/memory.h"
#include "match/pgn.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDER_GAMES, FOLDER_PGN, FOLDER_TABLE, FOLDER_FILES };

static const char *const file_names[FOLDER_FILES] = {
    [FOLDER_GAMES] = "games.jsonl", [FOLDER_PGN] = "games.pgn", [FOLDER_TABLE] = "summary.csv"};

struct folder {
    char place[PATH_MAX];
    const struct match *match;
    enum folder_saving saving;
    FILE *files[FOLDER_FILES];
    char *text; /* RESULT_LINE_SIZE */
    struct copyist *copyist;
};

bool folder_saving_find(const char *word, enum folder_saving *saving)
{
    static const char *const words[] = {"all", "lost", "failed", "none"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(word, words[i]) == 0) {
            *saving = (enum folder_saving)i;
            return true;
        }
    }
    return false;
}

static void path_of(const struct folder *folder, const char *name, char path[PATH_MAX])
{
    if (snprintf(path, PATH_MAX, "%s/%s", folder->place, name) >= PATH_MAX)
        path[0] = '\0';
}

static bool refuse(struct err *why, const char *path)
{
    char details[ERR_DETAILS_SIZE];

    snprintf(details, sizeof details, "%.180s (%.40s)", path, strerror(errno));
    return err_say(why, "file_write", details);
}

/* ---- opening ---- */

static bool check_terms(const struct folder *folder, struct err *why)
{
    char path[PATH_MAX], word[32];
    struct slice here = match_print(folder->match), there;
    bool is_same = false;

    path_of(folder, "match.json", path);
    if (access(path, F_OK) != 0) {
        is_same = file_write(path, here, why);
    } else if (file_read(path, MATCH_TEXT_MAX, &there, why)) {
        is_same = slice_is(there, here.at) ||
                  err_say(why, "match_other", match_difference(here, there, word, sizeof word));
        file_free(there);
    }
    file_free(here);
    return is_same;
}

/* Replays that a killed run has begun and not finished. */
static void tidy(const char *place)
{
    DIR *dir = opendir(place);
    const struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        if (strstr(entry->d_name, FILE_TEMPORARY))
            unlinkat(dirfd(dir), entry->d_name, 0);
    }
    if (dir)
        closedir(dir);
}

static bool open_replays(struct folder *folder, struct err *why)
{
    char path[PATH_MAX];

    path_of(folder, "replays", path);
    if (mkdir(path, 0755) != 0 && errno != EEXIST)
        return refuse(why, path);
    tidy(path);
    folder->copyist = copyist_create(path, folder->match, why);
    return folder->copyist != NULL;
}

static bool open_file(struct folder *folder, int which, struct err *why)
{
    char path[PATH_MAX];

    path_of(folder, file_names[which], path);
    folder->files[which] = fopen(path, "ae");
    return folder->files[which] != NULL || refuse(why, path);
}

/* The first file is the lock. */
static bool open_files(struct folder *folder, struct err *why)
{
    if (!open_file(folder, FOLDER_GAMES, why))
        return false;
    if (flock(fileno(folder->files[FOLDER_GAMES]), LOCK_EX | LOCK_NB) != 0)
        return err_say(why, "match_running", folder->place);
    if (!check_terms(folder, why))
        return false;
    return open_file(folder, FOLDER_PGN, why) && open_file(folder, FOLDER_TABLE, why);
}

static void write_head(const struct folder *folder)
{
    FILE *table = folder->files[FOLDER_TABLE];

    fputs("game,pair,seed,red,blue,winner,cause,offender,plies,slowest_a_ms,slowest_b_ms", table);
    for (int i = 0; i < folder->match->rules->score_count; i++)
        fprintf(table, ",score%d_a,score%d_b", i + 1, i + 1);
    fputc('\n', table);
}

struct folder *folder_open(const char *place, const struct match *match, enum folder_saving saving,
                           struct err *why)
{
    struct folder *folder = memory_get(1, sizeof *folder);

    snprintf(folder->place, sizeof folder->place, "%s", place);
    folder->match = match;
    folder->saving = saving;
    folder->text = memory_get(RESULT_LINE_SIZE, 1);
    if (!open_files(folder, why) || !open_replays(folder, why)) {
        folder_close(folder, NULL);
        return NULL;
    }
    return folder;
}

bool folder_begin(struct folder *folder, struct err *why)
{
    for (int i = 0; i < FOLDER_FILES; i++) {
        if (ftruncate(fileno(folder->files[i]), 0) != 0)
            return refuse(why, folder->place);
    }
    write_head(folder);
    return true;
}

bool folder_close(struct folder *folder, struct err *why)
{
    bool is_written = true;

    if (!folder)
        return true;
    for (int i = 0; i < FOLDER_FILES; i++) {
        FILE *file = folder->files[i];
        if (!file)
            continue;
        is_written = fflush(file) == 0 && fsync(fileno(file)) == 0 && is_written;
        is_written = fclose(file) == 0 && is_written;
    }
    if (!is_written)
        refuse(why, folder->place);
    is_written = copyist_destroy(folder->copyist, why) && is_written;
    free(folder->text);
    free(folder);
    return is_written;
}

/* ---- replays ---- */

static bool is_wanted(const struct result *result, enum folder_saving saving)
{
    switch (saving) {
    case FOLDER_SAVE_ALL:
        return true;
    case FOLDER_SAVE_LOST:
        return result->winner == MATCH_B || result->ending != ENDING_REGULAR;
    case FOLDER_SAVE_FAILED:
        return result->ending != ENDING_REGULAR;
    case FOLDER_SAVE_NONE:
        return false;
    }
    return false;
}

/* ---- the files ---- */

static void write_line(struct folder *folder, const struct result *result)
{
    struct buf line;

    buf_init(&line, folder->text, RESULT_LINE_SIZE);
    result_print(result, folder->match, &line);
    fwrite(line.data, 1, line.len, folder->files[FOLDER_GAMES]);
}

static void write_pgn(struct folder *folder, const struct result *result)
{
    struct buf text;

    buf_init(&text, folder->text, RESULT_LINE_SIZE);
    pgn_print(result, folder->match, &text);
    fwrite(text.data, 1, text.len, folder->files[FOLDER_PGN]);
}

static const char *name_of(const struct match *match, enum match_seat seat)
{
    return seat == MATCH_SEATS ? "" : match->players[seat].name;
}

/* A field in quotes, as spreadsheets read it. */
static void write_field(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputs("\",", file);
}

static void write_row(struct folder *folder, const struct result *result)
{
    const struct match *match = folder->match;
    FILE *table = folder->files[FOLDER_TABLE];
    int32_t slowest[MATCH_SEATS] = {0};

    for (int i = 0; i < result->plies; i++) {
        int seat = result->movers[i] == 'A' ? MATCH_A : MATCH_B;
        if (result->times_ms[i] > slowest[seat])
            slowest[seat] = result->times_ms[i];
    }
    fprintf(table, "%d,%d,%lld,", result->game, result->pair, (long long)result->seed);
    write_field(table, name_of(match, result->red));
    write_field(table, name_of(match, (enum match_seat)(MATCH_B - result->red)));
    write_field(table, name_of(match, result->winner));
    fprintf(table, "%s,", ending_name(result->ending));
    write_field(table, name_of(match, result->offender));
    fprintf(table, "%d,%d,%d", result->plies, slowest[MATCH_A], slowest[MATCH_B]);
    for (int i = 0; i < match->rules->score_count; i++)
        fprintf(table, ",%d,%d", result->scores[MATCH_A][i], result->scores[MATCH_B][i]);
    fputc('\n', table);
}

/* Somebody may read along: every game is seen at once. */
bool folder_add(struct folder *folder, const struct result *result, enum copyist_age age,
                struct err *why)
{
    if (copyist_has_failed(folder->copyist, why))
        return false;
    if (is_wanted(result, folder->saving))
        copyist_add(folder->copyist, result, age);
    write_line(folder, result);
    write_pgn(folder, result);
    write_row(folder, result);
    for (int i = 0; i < FOLDER_FILES; i++) {
        if (fflush(folder->files[i]) != 0)
            return refuse(why, folder->place);
    }
    return true;
}
