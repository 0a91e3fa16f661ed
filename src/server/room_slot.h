#ifndef SERVER_ROOM_SLOT_H
#define SERVER_ROOM_SLOT_H

/* A place in the table of rooms: a room, and what the server knows of it besides.  Private to the
 * folder. */

#include "search/spec.h"
#include "server/held_answer.h"
#include "server/limits.h"
#include "server/rooms.h"

#include <stddef.h>

struct listener;
struct thought;
struct visitor;

struct session_id {
    uint32_t slot, generation; /* generation 0: none */
};

/* What the server knows of a seat beyond the room (room_seat), which says its kind. */
struct seat {
    struct session_id session;      /* of a program */
    char player[PLAYER_WORDS_SIZE]; /* words of a built-in player (search/spec.h), or "" */
    char secret[STORE_KEY_SIZE];    /* digest of a person's secret, or "" */
    bool is_strangers;              /* taken by a plain join from another machine */
    int64_t since_ms;               /* when it was taken or left, since 1970 */
    int handovers;                  /* how often another person has taken it */
};

struct room_slot {
    uint32_t generation; /* 0: free */
    uint32_t index;      /* in server.rooms; its id and reservations begin with it */
    struct room room;
    struct seat seats[SIDE_NONE];
    int64_t started_ms;
    struct session_id observers[LIMIT_OBSERVERS];
    int observer_count;
    uint64_t number;         /* in the archive; 0: it is not there (yet) */
    bool is_unkept;          /* it is over and nothing of it is kept */
    bool is_done;            /* the game is over and told: the slot can go */
    int thinking;            /* number of searches at work for it */
    struct thought *thought; /* the one whose answer counts, or NULL */
    bool is_thought_due;     /* there was no memory for it */
    /* A built-in player's answer that waits a moment, so that a person can follow. */
    struct {
        move_t move;
        int64_t asked_us, due_us; /* 0: there is none */
    } answer;
    struct held_answer held; /* a move that could not be written */
    bool has_message_gap;    /* between two messages to its players there is another pause */
    int message_gap_ms;      /* than usual */
    int64_t gaps_us;         /* of the server's time before the open request (lag_clock.gaps_us) */
    bool is_hidden;          /* it is neither listed nor archived */
    bool is_unarchived;      /* it is listed, but not archived */
    bool is_guests;          /* a guest has opened it … */
    struct visitor *guest;   /* … from this address; NULL: before the server's last start */
    int64_t active_us;       /* the last move, or the like */
    struct listener *own_port; /* NULL: the server's */
    /* It is over: which people want another one, and that one's id, or "". */
    bool wants_rematch[SIDE_NONE];
    char rematch[ROOM_ID_SIZE];
};

static inline struct room_slot *slot_of(struct room *room)
{
    return (struct room_slot *)((char *)room - offsetof(struct room_slot, room));
}

#endif
