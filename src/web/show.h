#ifndef WEB_SHOW_H
#define WEB_SHOW_H

/* Games as JSON (docs/web.md, section 3): Summary, Game, plies, results.  Positions go out as a
 * watcher may see them; what would betray the rest stays here until the game is over. */

#include "base/json.h"
#include "server/hall.h"

/* To whom it is shown. */
enum show_to { SHOW_VISITOR, SHOW_OWNER };

void show_summary(struct json *out, const struct hall_game *game, enum show_to to);
/* Game without plies. */
void show_outline(struct json *out, const struct hall_game *game, enum show_to to);
/* The last move, as the event tells it. */
void show_last_ply(struct json *out, const struct hall_game *game);

/* Null if there is no refusal, or an empty one. */
void show_refusal_or_null(struct json *out, const char *key, const struct game_rules *rules,
                          const struct err *why);

/* "person", "builtin" … */
const char *show_kind(enum hall_kind kind);
/* The game as the answer to a request. */
struct request;
void show_answer(struct request *request, const struct hall_game *game);
/* What this reader may see. */
enum show_to show_reader(const struct request *request);

/* Is there something in this game that nobody may know yet? */
bool show_keeps_secrets(const struct hall_game *game);

#endif
