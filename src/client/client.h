#ifndef CLIENT_CLIENT_H
#define CLIENT_CLIENT_H

/*
 * A player at any server of the four seasons, ours or an official one: connects, joins, answers
 * every request for a move, and tells how the game ended.
 */

#include "base/err.h"
#include "game/outcome.h"
#include "search/spec.h"

struct client_config {
    const struct game_rules *rules;
    const char *host;
    int port;
    const char *reservation;   /* NULL: a plain join */
    const char *room;          /* NULL, or the room to join */
    struct player_spec player; /* time_ms is from the arrival of the request */
    /* Chooses the moves instead of `player`; `asked_us` (real_clock) is when the request arrived.
     * NULL: `player` does. */
    move_t (*choose)(void *context, const struct position *pos, int64_t asked_us);
    void *context;
};

struct client_report {
    bool has_result;
    bool is_red;
    enum side winner; /* SIDE_NONE: draw or unknown */
    enum cause cause; /* of our own seat */
    char reason[OUTCOME_REASON_SIZE];
    int scores[SIDE_NONE][GAME_SCORES_MAX];
    int moves; /* we made */
};

/* Plays one game to its end.  False: it could not be played, `why` says it. */
bool client_play(const struct client_config *config, struct client_report *report, struct err *why);

#endif
