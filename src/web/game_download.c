/* A game as a file, at any time.  While it is running a file holds what a watcher has seen. */

#include "base/file.h"
#include "base/gz.h"
#include "base/memory.h"
#include "proto/replay.h"
#include "web/background.h"
#include "web/ended_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct export
{
    const char *ending;       /* ".kw", ".xml" or ".xml.gz" */
    struct ended_game source; /* where it is, unless it has its record */
    bool has_record;
    bool has_secrets; /* the record knows more than a watcher */
    struct record record;
    struct slice bytes; /* the file; file_free() it */
};

/* Empty: there is no memory. */
static struct slice print_xml(const struct record *record)
{
    struct buf buf;
    char *text = memory_try_large(1, REPLAY_TEXT_MAX);

    if (!text)
        return (struct slice){0};
    buf_init(&buf, text, REPLAY_TEXT_MAX);
    replay_write(record, &buf);
    return buf_slice(&buf);
}

static struct slice print_kw(const struct record *record)
{
    struct buf buf;

    buf_init(&buf, memory_get(1, RECORD_TEXT_MAX), RECORD_TEXT_MAX);
    record_print(record, &buf);
    return buf_slice(&buf);
}

static void take_knowledge(struct record_ply *to, const struct record_ply *from)
{
    to->time_ms = from->time_ms;
    to->lag_ms = from->lag_ms;
}

/* The XML of a season shows only what was seen, so reading it back forgets the rest.  Times and
 * codes are all that it does not know. */
static bool forget_unseen(struct record *record)
{
    struct record *seen = memory_get(1, sizeof *seen);
    struct slice xml = print_xml(record);
    struct replay_report report;
    enum replay_rules rules = (enum replay_rules)record->start.ruleset;
    bool is_read = xml.len > 0 && replay_parse(xml, rules, seen, &report, NULL) &&
                   seen->ply_count == record->ply_count;

    for (int i = 0; is_read && i < seen->ply_count; i++)
        take_knowledge(&seen->plies[i], &record->plies[i]);
    if (is_read) {
        memcpy(seen->outcome.fault, record->outcome.fault, sizeof seen->outcome.fault);
        *record = *seen;
    }
    file_free(xml);
    free(seen);
    return is_read;
}

static bool find_record(struct export *export)
{
    if (export->has_record)
        return true;
    struct archived_game *archived = ended_game_archived(&export->source);
    if (!archived)
        return false;
    export->has_record = true;
    export->record = archived->record;
    if (export->source.place == GAME_IN_ARCHIVE)
        record_end(&export->record, &archived->game.outcome);
    free(archived);
    return true;
}

static bool pack(struct db *db, void *ctx, struct json *json, struct err *why)
{
    struct export *export = ctx;

    (void)db, (void)json;
    if (!find_record(export))
        return err_set(why, "no_such_game", export->source.id);
    if (strcmp(export->ending, ".kw") == 0) {
        if (!export->has_secrets || forget_unseen(&export->record))
            export->bytes = print_kw(&export->record);
        return export->bytes.len > 0 || err_set(why, "busy", "");
    }
    export->bytes = print_xml(&export->record);
    if (strcmp(export->ending, ".xml.gz") == 0 && export->bytes.len > 0) {
        struct slice packed = {0};
        gz_pack(export->bytes, &packed, NULL);
        file_free(export->bytes);
        export->bytes = packed;
    }
    return export->bytes.len > 0 || err_set(why, "busy", "");
}

static void answer_file(struct request *request, void *ctx)
{
    struct export *export = ctx;
    char name[256];

    answer_bytes(request, export->bytes, static_files_type(export->ending), MHD_RESPMEM_MUST_COPY);
    file_free(export->bytes);
    snprintf(name, sizeof name, "attachment; filename=\"%s-%.*s%s\"", export->record.game,
             export->source.place == GAME_IN_ARCHIVE ? 8 : 60, export->source.id, export->ending);
    answer_header(request, "Content-Disposition", name);
    answer_header(request, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
}

void game_download_answer(struct request *request)
{
    struct export *export = memory_get(1, sizeof *export);
    struct room_view game;

    export->ending = strchr(request->route->pattern, '*') + 1;
    export->source = ended_game_of_archive(request->web, request->id);
    if (rooms_view(request->web->config.server, request->id, &game)) {
        export->has_record = true;
        struct game_card card = game_card_of_room(&game);
        export->has_secrets = game_json_keeps_secrets(&card);
        export->record = game.room->record;
        if (game.room->phase == ROOM_ENDED)
            record_end(&export->record, &game.room->outcome);
    }
    background_start(request, pack, answer_file, export);
}

void game_download_ended(struct request *request, const struct ended_game *source)
{
    struct export *export = memory_get(1, sizeof *export);

    export->ending = strrchr(request->route->pattern, '*') + 1;
    export->source = *source;
    background_start(request, pack, answer_file, export);
}
