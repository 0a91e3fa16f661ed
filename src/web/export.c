/* A game as a file, at any time.  While it is running a file holds what a watcher has seen. */

#include "base/file.h"
#include "base/gz.h"
#include "base/memory.h"
#include "proto/replay.h"
#include "web/background.h"
#include "web/match_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parcel {
    const char *ending;      /* ".kw", ".xml" or ".xml.gz" */
    struct match_game noted; /* where it is, unless it has its record */
    bool has_record;
    bool has_secrets; /* the record knows more than a watcher */
    struct record record;
    struct slice bytes; /* the file; file_free() it */
};

static struct slice print_xml(const struct record *record)
{
    struct buf buf;

    buf_init(&buf, memory_get(1, REPLAY_TEXT_MAX), REPLAY_TEXT_MAX);
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
    bool is_read =
        replay_parse(xml, rules, seen, &report, NULL) && seen->ply_count == record->ply_count;

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

static bool find_record(struct parcel *parcel)
{
    if (parcel->has_record)
        return true;
    struct archived_game *archived = match_game_archived(&parcel->noted);
    if (!archived)
        return false;
    parcel->has_record = true;
    parcel->record = archived->record;
    if (parcel->noted.place == GAME_IN_ARCHIVE)
        record_end(&parcel->record, &archived->game.outcome);
    free(archived);
    return true;
}

static void pack(void *ctx)
{
    struct parcel *parcel = ctx;

    if (!find_record(parcel))
        return;
    if (strcmp(parcel->ending, ".kw") == 0) {
        if (!parcel->has_secrets || forget_unseen(&parcel->record))
            parcel->bytes = print_kw(&parcel->record);
        return;
    }
    parcel->bytes = print_xml(&parcel->record);
    if (strcmp(parcel->ending, ".xml.gz") == 0 && parcel->bytes.len > 0) {
        struct slice packed = {0};
        gz_pack(parcel->bytes, &packed, NULL);
        file_free(parcel->bytes);
        parcel->bytes = packed;
    }
}

static void hand_over(struct request *request, void *ctx)
{
    struct parcel *parcel = ctx;
    char name[256];

    if (parcel->bytes.len > 0) {
        answer_bytes(request, parcel->bytes, static_files_type(parcel->ending),
                     MHD_RESPMEM_MUST_COPY);
        file_free(parcel->bytes);
        snprintf(name, sizeof name, "attachment; filename=\"%s-%.*s%s\"", parcel->record.game,
                 parcel->noted.place == GAME_IN_ARCHIVE ? 8 : 60, parcel->noted.id, parcel->ending);
        answer_header(request, "Content-Disposition", name);
        answer_header(request, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    } else if (parcel->has_record) {
        refuse(request, 503, "busy", "");
    } else {
        refuse(request, MHD_HTTP_NOT_FOUND, "no_such_game", parcel->noted.id);
    }
}

void export_answer(struct request *request)
{
    struct parcel *parcel = memory_get(1, sizeof *parcel);
    struct room_view game;

    parcel->ending = strchr(request->route->pattern, '*') + 1;
    parcel->noted = match_game_of_archive(request->web, request->id);
    if (rooms_view(request->web->config.server, request->id, &game)) {
        parcel->has_record = true;
        struct game_card card = game_card_of_room(&game);
        parcel->has_secrets = game_json_keeps_secrets(&card);
        parcel->record = game.room->record;
        if (game.room->phase == ROOM_ENDED)
            record_end(&parcel->record, &game.room->outcome);
    }
    background_start(request, pack, hand_over, parcel);
}

void export_match_game(struct request *request, const struct match_game *noted)
{
    struct parcel *parcel = memory_get(1, sizeof *parcel);

    parcel->ending = strrchr(request->route->pattern, '*') + 1;
    parcel->noted = *noted;
    background_start(request, pack, hand_over, parcel);
}
