#ifndef SERVER_ROOM_H
#define SERVER_ROOM_H

/*
 * A room is one game: two seats, a position, a clock.  It is a state machine without I/O and
 * without a clock of its own: what happens goes in with the time, what others must know comes out
 * as events.
 *
 * Promises: at most one open request at a time; the innocent side always wins; nothing that comes
 * after the end changes anything.
 */

#include "game/outcome.h"
#include "game/record.h"
#include "proto/wire.h"

enum { ROOM_ID_SIZE = 40 };

enum room_phase {
    ROOM_WAITING, /* not all seats are taken */
    ROOM_RUNNING,
    ROOM_ENDED,
};

/* Milliseconds after which an answer is too late (soft) and after which nobody waits any longer
 * (hard); 0 is no limit. */
struct room_limits {
    int soft_ms, hard_ms;
};

struct room_seat {
    char name[RECORD_NAME_SIZE]; /* empty: whoever joins has none */
    char code[ROOM_ID_SIZE];     /* reservation; empty: open to everybody */
    bool is_open;                /* whoever joins without its reservation may take it, too */
    bool is_taken;
    bool can_timeout;
    bool has_own_limits; /* else those of the room hold */
    struct room_limits limits;
    bool can_be_paused; /* its requests wait while the game is paused */
};

/* Who is told an event that shows a state. */
enum room_audience { AUDIENCE_ALL, AUDIENCE_OBSERVERS };

enum room_event_kind {
    ROOM_EVENT_SEATED,  /* side: a seat was taken */
    ROOM_EVENT_STARTED, /* all seats are taken */
    ROOM_EVENT_MOVED,   /* side: a move was played and is in the record, nobody has seen it yet */
    ROOM_EVENT_STATE,   /* audience: the state as it is now */
    ROOM_EVENT_ASKED,   /* side is asked for a move */
    ROOM_EVENT_PAUSED,  /* is_paused changed */
    ROOM_EVENT_TAKEN,   /* the last moves were taken back */
    ROOM_EVENT_REFUSED, /* side broke a rule; message says which */
    ROOM_EVENT_UNASKED, /* side has sent a move without being asked; message says so */
    ROOM_EVENT_ENDED,   /* outcome is filled */
};

struct room_event {
    enum room_event_kind kind;
    enum side side;
    enum room_audience audience;
    const char *message;
};

struct room;
typedef void room_emit(void *context, struct room *room, const struct room_event *event);

struct room {
    char id[ROOM_ID_SIZE];
    const struct game_rules *rules;
    const struct game_wire *wire;
    struct room_limits limits;
    int move_pace_ms; /* so long every move is shown before the next one is asked for */
    enum room_phase phase;
    bool is_prepared; /* by an administrator: players hear of it when all are there */
    bool is_paused;
    bool is_asked;      /* a request is open … */
    bool is_seen;       /* everybody has seen the state as it is now */
    int64_t asked_us;   /* … since then */
    int64_t ask_due_us; /* the pace wants the next request then; 0: none is waiting */
    int64_t lag_us;     /* so long the words that come next have waited for us */
    struct room_seat seats[SIDE_NONE];
    struct position pos, before; /* `before` the last move */
    struct record record;
    struct outcome outcome;          /* once ended */
    const char *how_left[SIDE_NONE]; /* in a word ("PROTOCOL_ERROR"); NULL: nobody has */
    room_emit *emit;
    void *context;
};

/* An empty room at `start`; the caller fills id, seats, limits and is_prepared. */
void room_init(struct room *room, const struct game_rules *rules, const struct position *start,
               room_emit *emit, void *context);

/* A game that was interrupted goes on behind the last move of `record`; the caller has taken the
 * seats and filled their names. */
void room_resume(struct room *room, const struct record *record, int64_t now_us);

/* A free seat for a plain join, or SIDE_NONE. */
enum side room_free_seat(const struct room *room);
/* Takes a seat; when it was the last one, the game starts. */
void room_seat(struct room *room, enum side side, int64_t now_us);

/* Words of a move, from the player of `side`, read at `now_us`; `lag_us` is not the mover's time.
 */
void room_move(struct room *room, enum side side, struct slice words, struct slice hint,
               int64_t now_us);
/* Something that was no move at all: the sender loses. */
void room_foul(struct room *room, enum side side, const struct err *why, int64_t now_us);
/* The open request has only now gone out. */
void room_restart_clock(struct room *room, int64_t now_us);
/* The holder of a seat has left, for the reason given in a word ("LOST_CONNECTION") that stays. */
void room_leave(struct room *room, enum side side, const char *how);
/* Was it sent away, because nobody could read what it said? */
bool room_was_garbled(const struct room *room, enum side side);

/* The holder of a seat gives up. */
void room_resign(struct room *room, enum side side);
/* The running game goes back to the position after its first `plies` moves. */
void room_take_back(struct room *room, int plies, int64_t now_us);

void room_pause(struct room *room, bool is_paused, int64_t now_us);
/* One move of a paused game; forced: also the start of a game whose players are missing. */
void room_step(struct room *room, bool is_forced, int64_t now_us);
/* No winner, 0 : 0.  CAUSE_REGULAR: the owner wants it so; CAUSE_UNKNOWN: the server gives up. */
void room_call_off(struct room *room, enum cause cause);
/* A built-in player on this seat has failed: it loses, by a fault of the house that
 * `fault` names. */
void room_house_fault(struct room *room, enum side side, const struct err *fault);

/* The time passes; ends the game when the hard limit is over, asks when the pace allows it. */
void room_tick(struct room *room, int64_t now_us);
/* When room_tick wants to be called, or INT64_MAX. */
int64_t room_deadline_us(const struct room *room);

/* What the wire writes. */
struct wire_state room_state(const struct room *room);
/* Leaves of a position what a watcher may see. */
void room_hide(const struct game_rules *rules, struct position *pos);

#endif
