#ifndef SERVER_ROOMS_H
#define SERVER_ROOMS_H

/*
 * The table of rooms, for the page and for matches: opening games, acting in them, showing them,
 * hearing their events.  Programs that speak XML come to the same rooms by server/session.
 *
 * Everything happens on the loop's thread.  What a struct room_view points to is valid until the
 * next call that changes something; across turns of the loop keep the id.
 */

#include "server/bot_process.h"
#include "server/room.h"
#include "server/seat_log.h"
#include "server/server.h"
#include "store/store.h"

enum { SEAT_SECRET_SIZE = 33 }; /* 128 bits in hexadecimal digits */

struct seat_view {
    enum seat_kind kind;
    const char *player; /* name of a built-in player, or "" */
    const char *code;   /* the reservation; the owner's business, or "" */
    bool is_here;
    bool has_left;
    int64_t since_ms;                 /* when this began, milliseconds since 1970; 0: unknown */
    struct bot_process_state program; /* BOT_PROCESS_NONE: we have started none */
    int handovers;                    /* how often another person has taken it */
    bool wants_rematch;
};

/* A game as it is shown. */
struct room_view {
    const struct room *room;
    int64_t number; /* in the archive; 0: it is not there yet */
    int64_t started_ms;
    int port;             /* where programs sit down */
    int64_t asked_ago_ms; /* since the side to move was asked, if it is */
    struct seat_view seats[SIDE_NONE];
    const char *rematch; /* the game that its people began afterwards, or "" */
};

/* ---- looking ---- */

/* Up to `max` games that wait or run, newest first. */
int rooms_list(struct server *server, struct room_view games[], int max);
/* Games that ended lately, newest first: index 0, 1, …; false after the last. */
bool rooms_recent(struct server *server, int index, struct room_view *game);
/* A game that waits, runs or ended lately. */
bool rooms_view(struct server *server, const char *id, struct room_view *game);
/* The seat that this secret opens, or SIDE_NONE. */
enum side rooms_side_of_secret(struct server *server, const char *id, const char *secret);

/* A game that is over is deleted (server/game_removal.h). */
void rooms_forget(struct server *server, const char *id);

/* ---- events ---- */

/* A receiver of the events of a room, or of all.  All receivers get the same events in the same
 * order: the archive first, then XML, then the others as they have subscribed.  The memory is the
 * caller's; a receiver must not subscribe or unsubscribe while it is told. */
struct rooms_subscriber {
    room_emit *hear;
    void *context;
    const char *room; /* its id; NULL: all rooms */
    struct rooms_subscriber *next;
};
void rooms_subscribe(struct server *server, struct rooms_subscriber *subscriber);
void rooms_unsubscribe(struct server *server, struct rooms_subscriber *subscriber);
/* What is shown of the room of an event; false: it is not to be shown. */
bool rooms_view_of(struct room *room, struct room_view *view);
/* From now on games that have ended are kept for a while (rooms_recent). */
bool rooms_keep_recent(struct server *server);

/* ---- opening ---- */

struct game_setup_seat {
    enum seat_kind kind;
    char name[RECORD_NAME_SIZE];
    const char *player;                /* of SEAT_BUILTIN */
    struct bot_process_config program; /* of SEAT_BOT */
    const char *key; /* of SEAT_PERSON: digest of a secret that is known; NULL: one is drawn */
};

struct game_setup {
    const struct game_rules *rules;
    struct position start;
    bool has_seed;
    int64_t seed;
    struct game_setup_seat seats[SIDE_NONE];
    bool has_limit;
    int limit_ms;         /* 0: none */
    bool limits_everyone; /* people, too */
    bool is_paused;
    int move_pace_ms;     /* how long a move is shown before the next one is asked for */
    bool has_message_gap; /* else the server's own pace holds */
    int message_gap_ms;   /* between two messages to a program */
    int port;           /* one of its own, for players that are started by hand; 0: the server's */
    bool is_logged;     /* messages of its seats are kept */
    bool is_unarchived; /* it does not go into the archive */
    bool is_hidden;     /* nor into lists and streams */
    const struct in6_addr *guest; /* a guest from here opens it; NULL: the owner does */
};

/* What is told at the opening only. */
struct game_ticket {
    char id[ROOM_ID_SIZE];
    char secrets[SIDE_NONE][SEAT_SECRET_SIZE]; /* of people's seats, else "" */
};

/* A new start position, or the given one with its secrets drawn; fills start, has_seed and seed. */
struct board_setup {
    enum ruleset ruleset;
    const char *options;  /* "hand=…", or "" */
    const char *position; /* NULL: a new board */
    bool has_seed;
    int64_t seed;
};
bool rooms_draw_board(struct server *server, const struct board_setup *board,
                      struct game_setup *wish, struct err *why);

bool rooms_open(struct server *server, const struct game_setup *wish, struct game_ticket *ticket,
                struct err *why);
/* Another player for a seat that is still empty: a built-in one sits down at once, a program is
 * started (or once more: no command), or one that joins by itself is waited for. */
bool rooms_change_seat(struct server *server, const char *id, enum side side,
                       const struct game_setup_seat *wanted, struct err *why);

/* ---- playing ---- */

/* The one door to a game that waits or runs; rights are checked before.  False: nothing has
 * happened, `why` says the reason. */
bool rooms_do(struct server *server, const char *id, const struct room_action *action,
              struct err *why);

/* ---- people at several browsers ---- */

/* From now on `secret`, which the person has drawn, opens the seat, and the one before does not:
 * so an invitation, which tells the secret of a seat, is taken by one person only. */
bool rooms_hand_over(struct server *server, const char *id, enum side side, const char *secret,
                     const char *name, struct err *why);
/* A person wants to play another game like this one, which is over, sides swapped.  When both do,
 * it begins, and their secrets open its seats. */
bool rooms_rematch(struct server *server, const char *id, enum side side,
                   const struct in6_addr *guest, struct err *why);

/* ---- debugging ---- */

/* NULL: nothing is kept of this seat; valid until the loop turns. */
const struct seat_log *rooms_seat_log(struct server *server, const char *id, enum side side);

#endif
