#ifndef SERVER_ROOM_H
#define SERVER_ROOM_H

/*
 * A room is one game: two seats, a position, a clock.  It is a state machine without I/O and
 * without a clock of its own: actions go in with the time, events come out.
 *
 *     room_init(&room, rules, &start, on_event, context);
 *     room_do(&room, &(struct room_action){.kind = ROOM_SIT, .side = SIDE_RED}, now_us, &why);
 *     …
 *     room_tick(&room, now_us);     not later than room_deadline_us(&room)
 *
 * Promises: at most one open request at a time; the innocent side always wins; after the end every
 * action is refused.
 */

#include "game/outcome.h"
#include "game/record.h"
#include "proto/wire.h"
#include "server/room_event.h"
#include "server/room_settings.h"

enum { ROOM_ID_SIZE = 40 };

enum room_phase {
    ROOM_WAITING, /* not all seats are taken */
    ROOM_RUNNING,
    ROOM_ENDED,
};

enum seat_kind {
    SEAT_MANUAL, /* a program that joins by itself */
    SEAT_BOT,    /* a program that the server starts */
    SEAT_BUILTIN,
    SEAT_PERSON,
};

struct room_seat {
    enum seat_kind kind;
    char name[RECORD_NAME_SIZE]; /* empty: unknown */
    char code[ROOM_ID_SIZE];     /* reservation; empty: open to every program */
    bool is_open;                /* a program without the reservation may take it, too */
    bool is_taken;
    const char *how_left; /* its player has left, in a word ("PROTOCOL_ERROR"); NULL: it has not */
};

/* Writes the last move of the record down, before MOVED tells it; false: that cannot be done, and
 * the move is not played. */
typedef bool room_keep(void *context, struct room *room);

struct room {
    char id[ROOM_ID_SIZE];
    const struct game_rules *rules;
    const struct game_wire *wire;
    struct room_settings settings;
    enum room_phase phase;
    bool is_prepared;   /* by an administrator: players hear of it when all are there */
    bool is_disk_full;  /* no side is asked, because no move could be kept */
    bool is_asked;      /* a request is open … */
    bool is_seen;       /* the state as it is now was shown to all */
    int64_t asked_us;   /* … since then */
    int64_t ask_due_us; /* the pace wants the next request then; 0: none is waiting */
    struct room_seat seats[SIDE_NONE];
    /* For each kind of offer: moves when it was declined, and 1; 0: it was not. */
    int declined_at[SIDE_NONE][OFFER_KINDS];
    struct position pos, before; /* `before` the last move */
    unsigned form;               /* how the last move was spelled (wire.h) */
    struct record record;
    struct outcome outcome; /* once ended */
    room_emit *on_event;
    room_keep *keep_move; /* NULL: nothing is kept */
    void *context;
};

/* An empty room at `start` whose seats have no limits; the caller fills id, seats, settings and
 * is_prepared. */
void room_init(struct room *room, const struct game_rules *rules, const struct position *start,
               room_emit *on_event, void *context);

/* A game that was interrupted goes on behind the last move of `record`; the caller has filled
 * seats and settings. */
void room_resume(struct room *room, const struct record *record, int64_t now_us);

/* ---- actions ---- */

enum room_action_kind {
    ROOM_EXPECT,    /* side, seat_kind, name, code, is_open: the empty seat waits for this player */
    ROOM_SIT,       /* side: its player is there; with the last one the game starts */
    ROOM_LEAVE,     /* side, how: its player has gone */
    ROOM_MOVE,      /* side, words, hint, judging, ply, lag_us, gaps_us */
    ROOM_FOUL,      /* side, fault, lag_us: something that was no move: the sender loses */
    ROOM_RESIGN,    /* side */
    ROOM_TAKE_BACK, /* side: back to its last turn, against a person with that one's consent only;
                       SIDE_NONE: to that of any person, at once */
    ROOM_OFFER_DRAW,  /* side, to a person at the other seat */
    ROOM_ACCEPT,      /* side: what the other side offers happens */
    ROOM_DECLINE,     /* side: what the other side offers is off, or what it has offered itself */
    ROOM_HAND_OVER,   /* side, name: another person plays on at this seat */
    ROOM_PAUSE,       /* the next request waits … */
    ROOM_GO_ON,       /* … until here, … */
    ROOM_STEP,        /* … or for one move */
    ROOM_STEP_FORCED, /* the same, or the start of a game whose players are missing */
    ROOM_DISK_FULL,   /* no side is asked … */
    ROOM_DISK_FREE,   /* … until here */
    ROOM_PACE,        /* pace_ms */
    ROOM_LIMIT,       /* side (SIDE_NONE: both), limits */
    ROOM_CLOCK_ON,    /* side: its limits hold … */
    ROOM_CLOCK_OFF,   /* … or not */
    ROOM_LOG,         /* messages of its seats are kept from now on */
    ROOM_CALL_OFF,    /* cause: no winner, 0 : 0.  REGULAR: the owner wants it so; UNKNOWN: the
                         server gives up */
    ROOM_FAIL,        /* side, fault: a built-in player failed and loses, a fault of the house */
};

enum room_judging {
    JUDGE_STRICT, /* whatever is wrong with a move loses the game */
    JUDGE_TURN,   /* a move that does not belong to this turn (`ply`) is only refused */
    JUDGE_LENIENT /* an illegal one, too */
};

struct room_action {
    enum room_action_kind kind;
    enum side side;
    enum seat_kind seat_kind;
    const char *name; /* NULL: as it is */
    const char *code; /* NULL: none */
    bool is_open;
    const char *how; /* "LOST_CONNECTION"; stays in memory */
    struct slice words, hint;
    enum room_judging judging;
    int ply;         /* moves before this one */
    int64_t lag_us;  /* so long the words waited for us: not the mover's time */
    int64_t gaps_us; /* so long the server's time stood still since the request: told as lag */
    const struct xml_node *data; /* MOVE, FOUL: as it was sent; NULL: not over XML */
    const struct err *fault;
    int pace_ms;
    struct room_limits limits;
    enum cause cause;
};

/* False: refused, nothing has changed, `why` (or NULL) says the reason. */
bool room_do(struct room *room, const struct room_action *action, int64_t now_us, struct err *why);

/* ---- time ---- */

/* The open request has only now gone out. */
void room_restart_clock(struct room *room, int64_t now_us);
/* The time passes; ends the game when the hard limit is over, asks when the pace allows it. */
void room_tick(struct room *room, int64_t now_us);
/* When room_tick wants to be called, or INT64_MAX. */
int64_t room_deadline_us(const struct room *room);

/* ---- looking ---- */

/* A free seat for a plain join, or SIDE_NONE. */
enum side room_free_seat(const struct room *room);
bool room_has_person(const struct room *room);
/* Is it paused, by a person or for want of disk? */
bool room_is_paused(const struct room *room);
/* Is a seat for a program, ours or another one? */
bool room_has_program(const struct room *room);
/* Was the player of this seat sent away, because what it sent could not be read? */
bool room_seat_sent_garbage(const struct room *room, enum side side);
/* The time for a move that is enforced at this seat; 0: none. */
int room_limit_ms(const struct room *room, enum side side);
/* What the wire writes. */
struct wire_state room_state(const struct room *room);
/* Leaves of a position what a watcher may see. */
void room_hide(const struct game_rules *rules, struct position *pos);

#endif
