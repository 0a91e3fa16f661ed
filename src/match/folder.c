#include "match/folder.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/task_thread.h"
#include "proto/replay_file.h"

#include <assert.h>
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
    char *text;                 /* RESULT_LINE_SIZE */
    struct task_thread *thread; /* writes the replays */
    int next;                   /* game */
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
    return err_set(why, "file_write", details);
}

/* ---- opening ---- */

static bool check_match(const struct folder *folder, struct err *why)
{
    char path[PATH_MAX], word[32];
    struct slice here = match_print(folder->match), there;
    bool is_same = false;

    path_of(folder, "match.json", path);
    if (access(path, F_OK) != 0) {
        is_same = file_write(path, here, why);
    } else if (file_read(path, MATCH_TEXT_MAX, &there, why)) {
        is_same =
            slice_is(there, here.at) ||
            err_set(why, "match_other", match_text_difference(here, there, word, sizeof word));
        file_free(there);
    }
    file_free(here);
    return is_same;
}

/* Removes replays that a killed run has begun and not finished. */
static void remove_unfinished(const char *place)
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
    remove_unfinished(path);
    folder->thread = task_thread_create(&(struct task_thread_config){0}, why);
    return folder->thread != NULL;
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
        return err_set(why, "match_running", folder->place);
    if (!check_match(folder, why))
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
    folder->next = 0;
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
        is_written = fflush(file) == 0 && !ferror(file) && fsync(fileno(file)) == 0 && is_written;
        is_written = fclose(file) == 0 && is_written;
    }
    if (!is_written)
        refuse(why, folder->place);
    is_written = task_thread_destroy(folder->thread, why) && is_written;
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

bool folder_write_game_replays(const char *place, const struct match *match,
                               const struct result *result, enum folder_age age, struct err *why)
{
    static const char *const endings[] = {"kw", "xml.gz"};
    char path[2][PATH_MAX + 32];

    for (int i = 0; i < 2; i++)
        snprintf(path[i], sizeof path[i], "%s/%05d%s.%s", place, result->game,
                 result->red == MATCH_A ? "a" : "b", endings[i]);
    if (age == FOLDER_GAME_OLD && access(path[0], F_OK) == 0 && access(path[1], F_OK) == 0)
        return true;
    struct record *record = memory_get(1, sizeof *record);
    bool is_written = result_record(result, match, record)
                          ? replay_save(record, path[0], why) && replay_save(record, path[1], why)
                          : err_set(why, "match_damaged", path[0]);
    free(record);
    return is_written;
}

struct replay_task {
    struct task task; /* the first field, so that a task is a replay_task */
    const struct folder *folder;
    struct result result;
    enum folder_age age;
};

static bool write_replays(struct task *task, struct err *why)
{
    struct replay_task *replay = (struct replay_task *)task;
    char path[PATH_MAX];

    path_of(replay->folder, "replays", path);
    bool is_written =
        folder_write_game_replays(path, replay->folder->match, &replay->result, replay->age, why);
    free(replay);
    return is_written;
}

static void send_replay(struct folder *folder, const struct result *result, enum folder_age age)
{
    struct replay_task *replay = memory_get(1, sizeof *replay);

    replay->task.work = write_replays;
    replay->folder = folder;
    replay->result = *result;
    replay->age = age;
    task_thread_send(folder->thread, &replay->task);
}

/* ---- one game in each file ---- */

static const char *name_of(const struct match *match, enum match_seat seat)
{
    return seat == MATCH_SEATS ? "" : match->players[seat].name;
}

static enum match_seat blue_of(const struct result *result)
{
    return (enum match_seat)(MATCH_B - result->red);
}

static void add_pgn_header(struct buf *out, const char *key, const char *value)
{
    buf_format(out, "[%s \"", key);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            buf_add_char(out, '\\');
        buf_add_char(out, *value);
    }
    buf_add(out, "\"]\n");
}

static void print_pgn(const struct result *result, const struct match *match, struct buf *out)
{
    const char *points = result->winner == MATCH_SEATS   ? "1/2-1/2"
                         : result->winner == result->red ? "1-0"
                                                         : "0-1";

    add_pgn_header(out, "Event", match->rules->title);
    buf_format(out, "[Round \"%d\"]\n", result->game + 1);
    add_pgn_header(out, "White", name_of(match, result->red));
    add_pgn_header(out, "Black", name_of(match, blue_of(result)));
    add_pgn_header(out, "Result", points);
    buf_format(out, "\n%s\n\n", points);
}

static void add_name(struct buf *out, const struct match *match, enum match_seat seat)
{
    buf_add_csv(out, name_of(match, seat));
    buf_add_char(out, ',');
}

static void print_table_row(const struct result *result, const struct match *match, struct buf *out)
{
    int32_t slowest[MATCH_SEATS];

    result_longest(result, result->times_ms, slowest);
    buf_format(out, "%d,%d,%lld,", result->game, result->pair, (long long)result->seed);
    add_name(out, match, result->red);
    add_name(out, match, blue_of(result));
    add_name(out, match, result->winner);
    buf_format(out, "%s,", ending_name(result->ending));
    add_name(out, match, result->offender);
    buf_format(out, "%d,%d,%d", result->plies, slowest[MATCH_A], slowest[MATCH_B]);
    for (int i = 0; i < match->rules->score_count; i++)
        buf_format(out, ",%d,%d", result->scores[MATCH_A][i], result->scores[MATCH_B][i]);
    buf_add_char(out, '\n');
}

/* Other programs may read along: every game is in the files at once. */
bool folder_add(struct folder *folder, const struct result *result, enum folder_age age,
                struct err *why)
{
    static void (*const printers[FOLDER_FILES])(const struct result *result,
                                                const struct match *match, struct buf *out) = {
        [FOLDER_GAMES] = result_print, [FOLDER_PGN] = print_pgn, [FOLDER_TABLE] = print_table_row};

    if (task_thread_has_failed(folder->thread, why))
        return false;
    assert(result->game >= folder->next && result->pair == result->game / 2);
    folder->next = result->game + 1;
    if (is_wanted(result, folder->saving))
        send_replay(folder, result, age);
    for (int i = 0; i < FOLDER_FILES; i++) {
        struct buf text;
        buf_init(&text, folder->text, RESULT_LINE_SIZE);
        printers[i](result, folder->match, &text);
        if (fwrite(text.data, 1, text.len, folder->files[i]) != text.len ||
            fflush(folder->files[i]) != 0)
            return refuse(why, folder->place);
    }
    return true;
}

void folder_add_unplayed_pair(struct folder *folder, int pair)
{
    FILE *table = folder->files[FOLDER_TABLE];

    assert(folder->next <= 2 * pair);
    folder->next = 2 * pair + 2;
    for (int game = 2 * pair; game < folder->next && game < folder->match->games; game++) {
        fprintf(table, "%d,%d,,,,,unplayed,,0,0,0", game, pair);
        for (int score = 0; score < folder->match->rules->score_count; score++)
            fputs(",,", table);
        fputc('\n', table);
    }
    fflush(table);
}
