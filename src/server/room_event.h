#ifndef SERVER_ROOM_EVENT_H
#define SERVER_ROOM_EVENT_H

/* What a room tells its receivers (server/room.h). */

#include "base/err.h"
#include "game/game.h"

/* The receivers of an event that shows a state. */
enum room_audience { AUDIENCE_ALL, AUDIENCE_OBSERVERS };

enum room_event_kind {
    ROOM_EVENT_SEATED,  /* side: a seat was taken */
    ROOM_EVENT_LEFT,    /* side: its player has left */
    ROOM_EVENT_STARTED, /* all seats are taken */
    ROOM_EVENT_MOVED,   /* side: a move is in the record, and was not shown yet */
    ROOM_EVENT_STATE,   /* audience: the state as it is now */
    ROOM_EVENT_ASKED,   /* side is asked for a move */
    ROOM_EVENT_HELD,    /* the side to move is not asked, because the game is paused */
    ROOM_EVENT_PAUSED,  /* settings.is_paused changed */
    ROOM_EVENT_DISK,    /* is_disk_full changed: the game is paused, or goes on */
    ROOM_EVENT_CHANGED, /* other settings changed, or the player that a seat waits for */
    ROOM_EVENT_TAKEN,   /* the last moves were taken back */
    ROOM_EVENT_OFFER,   /* settings.offer changed: a side asks the other one, or does so no more */
    ROOM_EVENT_HANDED,  /* side: another person plays on at this seat */
    ROOM_EVENT_REFUSED, /* side broke a rule: fault, message, repeats_move */
    ROOM_EVENT_UNASKED, /* side has sent a move without being asked: fault, message */
    ROOM_EVENT_ENDED,   /* outcome is filled */
    ROOM_EVENT_REMATCH, /* the game is over: side wants another one; not sent by the room */
    ROOM_EVENT_PROGRAM, /* side: its program started, printed or ended; not sent by the room */
};

struct room_event {
    enum room_event_kind kind;
    enum side side;
    enum room_audience audience;
    bool is_delayed;         /* ASKED: not at once after the move, because of a pause or the pace */
    const struct err *fault; /* REFUSED, UNASKED */
    const char *message;     /* the same in the words of the season */
    bool repeats_move;       /* its error has the move as it was sent */
};

struct room;
typedef void room_emit(void *context, struct room *room, const struct room_event *event);

#endif
