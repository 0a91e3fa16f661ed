#ifndef WEB_GAME_JSON_H
#define WEB_GAME_JSON_H

/* Games as JSON (docs/web.md, section 3): Summary, Game, plies, results.  Positions go out as a
 * watcher may see them; what would betray the rest stays here until the game is over. */

#include "base/json_writer.h"
#include "server/rooms.h"

/* What is shown of a game, wherever it is: in a room, in the archive, in the file of a match.  All
 * pointers are borrowed. */
struct game_card {
    const char *id;
    int64_t number; /* in the archive; 0: it has none */
    int64_t started_ms;
    int port; /* where programs sit down */
    const struct game_rules *rules;
    enum room_phase phase;
    const char *names[SIDE_NONE];
    struct seat_view seats[SIDE_NONE];
    int plies;
    struct slice last_words;       /* of the last move */
    const struct position *pos;    /* after it */
    const struct outcome *outcome; /* of a game that is over */
    const struct record *record;   /* NULL: enough for a summary only */
    const struct room *room;       /* NULL: the game is over and its room is gone */
    int64_t asked_ago_ms;          /* of a room whose side to move is asked */
    const char *rematch;           /* the game that its people began afterwards, or "" */
};

struct game_card game_card_of_room(const struct room_view *game);
/* A game that is over, with its last position; `record` NULL: for a summary. */
struct game_card game_card_of_archive(const struct store_game *game, const struct position *end,
                                      const struct record *record);

/* To whom it is shown. */
enum game_json_to { SHOW_VISITOR, SHOW_OWNER };

void game_json_summary(struct json *out, const struct game_card *card, enum game_json_to to);
/* Game without plies. */
void game_json_outline(struct json *out, const struct game_card *card, enum game_json_to to);
/* The last move, as the event tells it. */
void game_json_last_ply(struct json *out, const struct game_card *card);

/* Null if there is no refusal, or an empty one. */
void game_json_refusal_or_null(struct json *out, const char *key, const struct game_rules *rules,
                               const struct err *why);

/* "person", "builtin" … */
const char *game_json_kind(enum seat_kind kind);
void game_json_whole(struct json *out, const struct game_card *card, enum game_json_to to);
struct request;
/* What this reader may see. */
enum game_json_to game_json_reader(const struct request *request);

/* Does this game hide something until it is over? */
bool game_json_keeps_secrets(const struct game_card *card);

#endif
