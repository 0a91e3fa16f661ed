#ifndef PROTO_CLIENT_MESSAGES_H
#define PROTO_CLIENT_MESSAGES_H

/* What a client can say, whatever season it comes from. */

#include "xml/node.h"

enum { MSG_WORD_SIZE = 128, MSG_SLOTS_MAX = 8 };

enum msg_kind {
    MSG_JOIN,          /* text: game type, may be empty */
    MSG_JOIN_ROOM,     /* room */
    MSG_JOIN_PREPARED, /* text: reservation code */
    MSG_DATA,          /* room, data: a move */
    MSG_AUTHENTICATE,  /* text: password */
    MSG_PREPARE,       /* text: game type; slots; flag: paused; data: a start state or NULL */
    MSG_OBSERVE,       /* room */
    MSG_PAUSE,         /* room, flag */
    MSG_STEP,          /* room, flag: forced */
    MSG_CANCEL,        /* room */
    MSG_TIMEOUT,       /* room, slot, flag */
    MSG_TEST_MODE,     /* flag */
    MSG_SCORE,         /* text: display name */
    MSG_FREE,          /* text: reservation code */
    MSG_LEAVE,         /* room */
    MSG_CLOSE,
    MSG_UNKNOWN,
};

struct msg_slot {
    char name[MSG_WORD_SIZE];
    bool can_timeout, is_paused;
    bool says_reserved, is_reserved; /* only 2023 says so */
    char player[MSG_WORD_SIZE]; /* ours: a built-in player takes this seat; empty: a client does */
    int soft_ms, hard_ms;       /* ours: time limits of this seat; -1: those of the server */
};

struct msg {
    enum msg_kind kind;
    char room[MSG_WORD_SIZE];
    char text[MSG_WORD_SIZE];
    bool flag;
    int slot;
    bool wants_no_gap; /* ours, pace="0": the client reads fast and needs no pauses */
    int slot_count;    /* may exceed MSG_SLOTS_MAX: then only the first ones are here */
    struct msg_slot slots[MSG_SLOTS_MAX];
    const struct xml_node *data;    /* borrowed from the element */
    const struct xml_node *element; /* the whole, to be repeated in errors */
};

/* Never fails: what is not known is MSG_UNKNOWN. */
void msg_read(const struct xml_node *element, struct msg *msg);

#endif
