/* What a tournament leaves in its folder; a thread for files writes it. */

#include "base/file.h"
#include "base/memory.h"
#include "cli/paths.h"
#include "cli/tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct report tournament_command_report(const struct tournament_command *command)
{
    return (struct report){
        .file = &command->file,
        .tournament = command->run.tournament,
        .out = (const char(*)[REPORT_WHY_SIZE])command->teams->out,
        .lang = cli_lang(),
    };
}

/* An empty text with room for any report; free() its data. */
static struct buf make_text(const struct tournament_command *command)
{
    size_t size = report_buffer_size(&command->file);
    struct buf text;

    buf_init(&text, memory_get(1, size), size);
    return text;
}

void tournament_command_print(const struct tournament_command *command, enum report_format format,
                              int stage)
{
    struct report report = tournament_command_report(command);
    struct buf text = make_text(command);

    report_print(&report, format, stage, &text);
    fputs(text.data, stdout);
    free(text.data);
}

static struct slice copy_of(struct slice text) { return slice_make(memory_copy(text), text.len); }

/* ---- one file ---- */

struct page {
    struct task task; /* the first field, so that a task is a page */
    char path[PATH_MAX];
    struct slice text;
};

static bool write_page(struct task *task, struct err *why)
{
    struct page *page = (struct page *)task;
    bool is_written = file_write(page->path, page->text, why);

    file_free(page->text);
    free(page);
    return is_written;
}

/* All documents of a moment, each written into a buffer that is empty. */
struct documents {
    const struct tournament_command *command;
    struct report report;
    struct buf text;
};

static void put(struct documents *documents, const char *name, const char *ending)
{
    struct page *page = memory_get(1, sizeof *page);

    page->task.work = write_page;
    snprintf(page->path, sizeof page->path, "%.*s/%s.%s", PATH_MAX - 80, documents->command->folder,
             name, ending);
    page->text = copy_of(buf_slice(&documents->text));
    buf_clear(&documents->text);
    task_thread_send(documents->command->files, &page->task);
}

static void put_group(struct documents *documents, int stage, int group)
{
    bool has_groups = tournament_group_count(documents->report.tournament, stage) > 1;
    char name[64], of_group[16] = "";

    if (has_groups)
        snprintf(of_group, sizeof of_group, "-%d", group + 1);
    snprintf(name, sizeof name, "standings-%d%s", stage + 1, of_group);
    for (enum report_format format = 0; format < REPORT_FORMATS; format++) {
        report_print_group(&documents->report, format, stage, group, &documents->text);
        put(documents, name, report_file_extension(format));
    }
}

static void put_all(struct documents *documents)
{
    struct json json;

    report_days(&documents->report, &documents->text);
    put(documents, "days", "txt");
    json_init(&json, &documents->text);
    report_days_json(&documents->report, NULL, &json);
    put(documents, "days", "json");
    for (enum report_format format = 0; format < REPORT_FORMATS; format++) {
        report_print(&documents->report, format, REPORT_ALL, &documents->text);
        put(documents, "tournament", report_file_extension(format));
    }
}

void tournament_command_write(const struct tournament_command *command)
{
    const struct tournament *tournament = command->run.tournament;
    struct documents documents = {.command = command,
                                  .report = tournament_command_report(command),
                                  .text = make_text(command)};

    for (int stage = 0; stage <= tournament_current_stage(tournament); stage++) {
        for (int group = 0; group < tournament_group_count(tournament, stage); group++)
            put_group(&documents, stage, group);
    }
    put_all(&documents);
    free(documents.text.data);
}

/* ---- the games of a meeting ---- */

struct meeting_files {
    struct task task;      /* the first field, so that a task is a meeting_files */
    char path[PATH_MAX];   /* of the lines */
    char folder[PATH_MAX]; /* of the replays */
    enum folder_saving saving;
    struct match match;
    struct queue_result **rows;
    int count;
    char *lines;
    size_t len;
};

/* An earlier run has written it. */
static bool is_there(const char *path, size_t len)
{
    struct stat info;

    return stat(path, &info) == 0 && (size_t)info.st_size == len;
}

static bool write_replays(const struct meeting_files *files, const struct result *result,
                          struct err *why)
{
    if (files->saving == FOLDER_SAVE_NONE ||
        (files->saving == FOLDER_SAVE_FAILED && result->ending == ENDING_REGULAR))
        return true;
    if (!paths_make(files->folder))
        return err_set(why, "file_write", files->folder);
    return folder_write_game_replays(files->folder, &files->match, result, FOLDER_GAME_NEW, why);
}

static void add_line(struct meeting_files *files, const struct result *result)
{
    struct buf line;

    files->lines = memory_grow(files->lines, files->len + RESULT_LINE_SIZE);
    buf_init(&line, files->lines + files->len, RESULT_LINE_SIZE);
    result_print(result, &files->match, &line);
    files->len += line.len;
}

/* The lines come last: where they are, the replays are, too. */
static bool write_all(struct meeting_files *files, struct result *result, struct err *why)
{
    for (int i = 0; i < files->count; i++) {
        if (result_from_row(files->rows[i], &files->match, result))
            add_line(files, result);
    }
    if (is_there(files->path, files->len))
        return true;
    for (int i = 0; i < files->count; i++) {
        if (result_from_row(files->rows[i], &files->match, result) &&
            !write_replays(files, result, why))
            return false;
    }
    return file_write(files->path, slice_make(files->lines, files->len), why);
}

static bool write_meeting(struct task *task, struct err *why)
{
    struct meeting_files *files = (struct meeting_files *)task;
    struct result *result = memory_get(1, sizeof *result);
    bool is_written = write_all(files, result, why);

    for (int i = 0; i < files->count; i++)
        free(files->rows[i]);
    free(files->rows);
    free(files->lines);
    free(files);
    free(result);
    return is_written;
}

void tournament_command_write_games(const struct tournament_command *command,
                                    const struct tournament_games *games)
{
    struct meeting_files *files = memory_get(1, sizeof *files);
    char name[REPORT_NAME_SIZE];

    report_meeting_file_name(games->meeting, name);
    snprintf(files->path, sizeof files->path, "%.*s/games/%s.jsonl", PATH_MAX - 96, command->folder,
             name);
    snprintf(files->folder, sizeof files->folder, "%.*s/replays/%s", PATH_MAX - 96, command->folder,
             name);
    files->task.work = write_meeting;
    files->saving = command->saving;
    files->match = *games->match; /* a tournament has no positions, so nothing is shared */
    files->rows = games->rows;
    files->count = games->count;
    task_thread_send(command->files, &files->task);
}
