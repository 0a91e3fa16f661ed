#include "web/event_page.h"

#include <stdio.h>

bool event_page_find(const struct room_event *event, enum event_page *page)
{
    switch (event->kind) {
    case ROOM_EVENT_MOVED:
        *page = PAGE_PLY;
        return true;
    case ROOM_EVENT_TAKEN:
        *page = PAGE_RESET;
        return true;
    case ROOM_EVENT_ASKED: /* otherwise the ply has said so */
        *page = PAGE_GAME;
        return event->is_delayed;
    case ROOM_EVENT_SEATED:
    case ROOM_EVENT_LEFT:
    case ROOM_EVENT_STARTED:
    case ROOM_EVENT_PAUSED:
    case ROOM_EVENT_DISK:
    case ROOM_EVENT_CHANGED:
    case ROOM_EVENT_OFFER:
    case ROOM_EVENT_HANDED:
    case ROOM_EVENT_REMATCH:
    case ROOM_EVENT_ENDED:
    case ROOM_EVENT_PROGRAM:
        *page = PAGE_GAME;
        return true;
    case ROOM_EVENT_STATE:
    case ROOM_EVENT_HELD:
    case ROOM_EVENT_REFUSED:
    case ROOM_EVENT_UNASKED:
        return false;
    }
    return false;
}

void event_page_show(struct json *out, enum event_page page, const struct room_view *game,
                     enum game_json_to to)
{
    struct game_card card = game_card_of_room(game);
    char topic[sizeof "game:" + ROOM_ID_SIZE];

    switch (page) {
    case PAGE_SUMMARY:
        game_json_summary(out, &card, to);
        break;
    case PAGE_GAME:
        game_json_outline(out, &card, to);
        break;
    case PAGE_PLY:
        game_json_last_ply(out, &card);
        break;
    case PAGE_RESET:
        snprintf(topic, sizeof topic, "game:%s", card.id);
        json_begin_object(out, NULL);
        json_text(out, "id", card.id);
        json_text(out, "topic", topic);
        json_end_object(out);
        break;
    }
}

bool event_page_has_private_part(const struct room_view *game, enum event_page page)
{
    bool has_one = false;

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        has_one = has_one || game->seats[side].code[0] ||
                  game->seats[side].program.phase != BOT_PROCESS_NONE;
    return has_one && (page == PAGE_SUMMARY || page == PAGE_GAME);
}
