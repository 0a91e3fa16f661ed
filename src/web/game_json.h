#ifndef WEB_GAME_JSON_H
#define WEB_GAME_JSON_H

/* Games as JSON (docs/web.md, section 3): Summary, Game, plies, results.  Positions go out as a
 * watcher may see them; what would betray the rest stays here until the game is over. */

#include "base/json.h"
#include "server/rooms.h"

/* To whom it is shown. */
enum game_json_to { SHOW_VISITOR, SHOW_OWNER };

void game_json_summary(struct json *out, const struct room_view *game, enum game_json_to to);
/* Game without plies. */
void game_json_outline(struct json *out, const struct room_view *game, enum game_json_to to);
/* The last move, as the event tells it. */
void game_json_last_ply(struct json *out, const struct room_view *game);

/* Null if there is no refusal, or an empty one. */
void game_json_refusal_or_null(struct json *out, const char *key, const struct game_rules *rules,
                               const struct err *why);

/* "person", "builtin" … */
const char *game_json_kind(enum seat_kind kind);
/* The game as the answer to a request. */
struct request;
void game_json_answer(struct request *request, const struct room_view *game);
/* What this reader may see. */
enum game_json_to game_json_reader(const struct request *request);

/* Is there something in this game that nobody may know yet? */
bool game_json_keeps_secrets(const struct room_view *game);

#endif
