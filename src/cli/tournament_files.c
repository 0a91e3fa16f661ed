/* What a tournament leaves in its folder; a thread for files writes it. */

#include "base/file.h"
#include "base/memory.h"
#include "cli/paths.h"
#include "cli/tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct report tournament_command_report(const struct tournament_command *command,
                                        const struct tournament *tournament)
{
    return (struct report){
        .file = &command->file,
        .tournament = tournament,
        .out = (const char(*)[REPORT_WHY_SIZE])command->teams->out,
        .lang = command->lang,
    };
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

/* Writes all documents of a moment, each into a buffer that is empty. */
struct desk {
    const struct tournament_command *command;
    struct task_thread *files;
    struct report report;
    struct buf buf;
};

static void put(struct desk *desk, const char *name)
{
    struct page *page = memory_get(1, sizeof *page);

    page->task.work = write_page;
    snprintf(page->path, sizeof page->path, "%.*s/%s", PATH_MAX - 80, desk->command->folder, name);
    page->text = copy_of(buf_slice(&desk->buf));
    buf_clear(&desk->buf);
    task_thread_send(desk->files, &page->task);
}

static void write_group(struct desk *desk, int stage, int group)
{
    bool has_groups = tournament_groups(desk->report.tournament, stage) > 1;

    for (int i = 0; i < REPORT_FORMATS; i++) {
        enum report_format format = (enum report_format)i;
        char name[64], of_group[16] = "";
        if (has_groups)
            snprintf(of_group, sizeof of_group, "-%d", group + 1);
        snprintf(name, sizeof name, "standings-%d%s.%s", stage + 1, of_group,
                 report_ending(format));
        report_print_group(&desk->report, format, stage, group, &desk->buf);
        put(desk, name);
    }
}

static void write_days(struct desk *desk)
{
    struct json json;

    report_days(&desk->report, &desk->buf);
    put(desk, "days.txt");
    json_init(&json, &desk->buf);
    report_days_json(&desk->report, NULL, &json);
    put(desk, "days.json");
}

static void write_whole(struct desk *desk)
{
    for (int i = 0; i < REPORT_FORMATS; i++) {
        enum report_format format = (enum report_format)i;
        char name[64];
        snprintf(name, sizeof name, "tournament.%s", report_ending(format));
        report_print(&desk->report, format, REPORT_ALL, &desk->buf);
        put(desk, name);
    }
}

void tournament_command_write(const struct tournament_command *command,
                              const struct tournament *tournament, struct task_thread *files)
{
    size_t size = report_size(&command->file);
    struct desk desk = {.command = command,
                        .files = files,
                        .report = tournament_command_report(command, tournament)};

    buf_init(&desk.buf, memory_get(1, size), size);
    for (int stage = 0; stage <= tournament_stage_at(tournament); stage++) {
        for (int group = 0; group < tournament_groups(tournament, stage); group++)
            write_group(&desk, stage, group);
    }
    write_days(&desk);
    write_whole(&desk);
    free(desk.buf.data);
}

/* ---- the games of a meeting ---- */

struct bundle {
    struct task task;      /* the first field, so that a task is a bundle */
    char path[PATH_MAX];   /* of the lines */
    char folder[PATH_MAX]; /* of the replays */
    enum folder_saving saving;
    struct match match;
    struct slice lines;
};

/* An earlier run has written it. */
static bool is_there(const char *path, size_t len)
{
    struct stat info;

    return stat(path, &info) == 0 && (size_t)info.st_size == len;
}

static bool write_replay(const struct bundle *bundle, const struct result *result, struct err *why)
{
    if (bundle->saving == FOLDER_SAVE_FAILED && result->ending == ENDING_REGULAR)
        return true;
    if (!paths_make(bundle->folder))
        return err_say(why, "file_write", bundle->folder);
    return copyist_write(bundle->folder, &bundle->match, result, COPYIST_NEW, why);
}

static bool write_replays(const struct bundle *bundle, struct err *why)
{
    struct result *result = memory_get(1, sizeof *result);
    struct slice rest = bundle->lines;
    bool is_written = true;

    while (rest.len > 0 && is_written && bundle->saving != FOLDER_SAVE_NONE) {
        struct slice line = slice_take_until(&rest, '\n');
        if (result_from_line(line, &bundle->match, result))
            is_written = write_replay(bundle, result, why);
    }
    free(result);
    return is_written;
}

/* The lines come last: where they are, the replays are, too. */
static bool write_bundle(struct task *task, struct err *why)
{
    struct bundle *bundle = (struct bundle *)task;
    bool is_written = is_there(bundle->path, bundle->lines.len) ||
                      (write_replays(bundle, why) && file_write(bundle->path, bundle->lines, why));

    file_free(bundle->lines);
    free(bundle);
    return is_written;
}

void tournament_command_write_games(const struct tournament_command *command,
                                    const struct tournament_meeting *meeting,
                                    const struct match *match, struct slice lines,
                                    struct task_thread *files)
{
    struct bundle *bundle = memory_get(1, sizeof *bundle);
    char name[REPORT_NAME_SIZE];

    report_meeting_name(meeting, name);
    snprintf(bundle->path, sizeof bundle->path, "%.*s/games/%s.jsonl", PATH_MAX - 96,
             command->folder, name);
    snprintf(bundle->folder, sizeof bundle->folder, "%.*s/replays/%s", PATH_MAX - 96,
             command->folder, name);
    bundle->task.work = write_bundle;
    bundle->saving = command->saving;
    bundle->match = *match; /* a tournament has no positions, so nothing is shared */
    bundle->lines = copy_of(lines);
    task_thread_send(files, &bundle->task);
}
