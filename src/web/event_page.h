#ifndef WEB_EVENT_PAGE_H
#define WEB_EVENT_PAGE_H

/* What the followers of a game, and those of the list, are told about an event (docs/web.md). */

#include "web/game_json.h"

enum event_page { PAGE_SUMMARY, PAGE_GAME, PAGE_PLY, PAGE_RESET };

/* What followers of a game are told; false: nothing. */
bool event_page_find(const struct room_event *event, enum event_page *page);
void event_page_show(struct json *out, enum event_page page, const struct room_view *game,
                     enum game_json_to to);
/* Reservations and what programs print are for the owner only. */
bool event_page_has_private_part(const struct room_view *game, enum event_page page);

#endif
