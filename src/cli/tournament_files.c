/* What a tournament leaves in its folder. */

#include "base/file.h"
#include "base/memory.h"
#include "cli/paths.h"
#include "cli/tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

struct chronicle tournament_chronicle(const struct tournament *tournament,
                                      const struct season *season)
{
    return (struct chronicle){
        .file = &tournament->file,
        .season = season,
        .out = (const char(*)[CHRONICLE_WHY_SIZE])tournament->squad->out,
        .lang = tournament->lang,
    };
}

static bool write_file(const struct tournament *tournament, const char *name, struct slice text)
{
    char path[PATH_MAX];
    struct err why = {0};

    snprintf(path, sizeof path, "%.*s/%s", PATH_MAX - 64, tournament->folder, name);
    if (file_write(path, text, &why))
        return true;
    cli_refuse_err(tournament->lang, NULL, &why);
    return false;
}

/* The writers of one document each, into a buffer that is empty. */
struct desk {
    const struct tournament *tournament;
    struct chronicle chronicle;
    struct buf buf;
};

static bool put(struct desk *desk, const char *name)
{
    bool is_written = write_file(desk->tournament, name, buf_slice(&desk->buf));

    buf_clear(&desk->buf);
    return is_written;
}

static bool write_group(struct desk *desk, int stage, int group)
{
    bool has_groups = season_groups(desk->chronicle.season, stage) > 1;
    bool is_written = true;

    for (int i = 0; i < CHRONICLE_FORMATS && is_written; i++) {
        enum chronicle_format format = (enum chronicle_format)i;
        char name[64];
        chronicle_print_group(&desk->chronicle, format, stage, group, &desk->buf);
        if (has_groups)
            snprintf(name, sizeof name, "standings-%d-%d.%s", stage + 1, group + 1,
                     chronicle_ending(format));
        else
            snprintf(name, sizeof name, "standings-%d.%s", stage + 1, chronicle_ending(format));
        is_written = put(desk, name);
    }
    return is_written;
}

static bool write_days(struct desk *desk)
{
    struct json json;

    chronicle_days(&desk->chronicle, &desk->buf);
    bool is_written = put(desk, "days.txt");
    json_init(&json, &desk->buf);
    chronicle_days_json(&desk->chronicle, NULL, &json);
    return put(desk, "days.json") && is_written;
}

static bool write_whole(struct desk *desk)
{
    bool is_written = true;

    for (int i = 0; i < CHRONICLE_FORMATS && is_written; i++) {
        enum chronicle_format format = (enum chronicle_format)i;
        char name[64];
        chronicle_print(&desk->chronicle, format, CHRONICLE_ALL, &desk->buf);
        snprintf(name, sizeof name, "tournament.%s", chronicle_ending(format));
        is_written = put(desk, name);
    }
    return is_written;
}

bool tournament_write(const struct tournament *tournament, const struct season *season)
{
    size_t size = chronicle_size(&tournament->file);
    struct desk desk = {.tournament = tournament,
                        .chronicle = tournament_chronicle(tournament, season)};
    bool is_written = true;

    buf_init(&desk.buf, memory_get(1, size), size);
    for (int stage = 0; stage <= season_stage(season); stage++) {
        for (int group = 0; group < season_groups(season, stage) && is_written; group++)
            is_written = write_group(&desk, stage, group);
    }
    is_written = is_written && write_days(&desk) && write_whole(&desk);
    free(desk.buf.data);
    return is_written;
}

/* Is it there already, from an earlier run? */
static bool is_there(const struct tournament *tournament, const char *name, size_t len)
{
    char path[PATH_MAX];
    struct stat info;

    snprintf(path, sizeof path, "%.*s/%s", PATH_MAX - 64, tournament->folder, name);
    return stat(path, &info) == 0 && (size_t)info.st_size == len;
}

bool tournament_write_games(const struct tournament *tournament,
                            const struct season_meeting *meeting, struct slice lines)
{
    char name[64];

    snprintf(name, sizeof name, "games/%d-%d-%03d-%d.jsonl", meeting->stage + 1, meeting->group + 1,
             meeting->round + 1, meeting->number + 1);
    return is_there(tournament, name, lines.len) || write_file(tournament, name, lines);
}
