#ifndef SERVER_ROOM_SETTINGS_H
#define SERVER_ROOM_SETTINGS_H

/*
 * What can be changed about a game besides its moves.  The journal writes it as text, so that a
 * game goes on after a restart as it was:
 *
 *     paused=1 logged=0 pace=1000 red=1,1,2000,10000 blue=0,1,0,0 offer=draw,red,12
 *
 * where a seat is can_timeout, can_be_paused, soft_ms and hard_ms.
 */

#include "base/json_writer.h"
#include "game/game.h"

enum { ROOM_SETTINGS_TEXT_SIZE = 160 };

/* Milliseconds after which an answer is too late (soft), and after which the game is over without
 * an answer (hard); 0 is no limit. */
struct room_limits {
    int soft_ms, hard_ms;
};

/* What one person asks the other one for; it stands until the answer or a move. */
enum room_offer_kind { OFFER_NONE, OFFER_DRAW, OFFER_TAKE_BACK, OFFER_KINDS };

struct room_offer {
    enum room_offer_kind kind;
    enum side side; /* that offers it */
    int ply;        /* moves then */
};

struct room_settings {
    bool is_paused;
    bool is_logged;   /* messages of its seats are kept for debugging (server/seat_logs.h) */
    int move_pace_ms; /* how long a move is shown before the next one is asked for */
    struct {
        bool can_timeout;
        bool can_be_paused; /* its requests wait while the game is paused */
        struct room_limits limits;
    } seats[SIDE_NONE];
    struct room_offer offer;
};

void room_settings_print(const struct room_settings *settings, struct buf *out);
/* What the text does not say stays as it is: texts of older servers are empty.  False: a value is
 * no number, or out of range. */
bool room_settings_parse(struct slice text, struct room_settings *settings);

/* "offer":{"kind":"draw" or "takeback","side":"red"}, or null */
void room_offer_json(const struct room_offer *offer, struct json *json);

#endif
