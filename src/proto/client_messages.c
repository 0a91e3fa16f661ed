#include "proto/client_messages.h"

#include "base/buf.h"

#include <string.h>

enum { SEAT_LIMIT_MAX_MS = 3600 * 1000 };

static void copy(char to[MSG_WORD_SIZE], const char *value)
{
    buf_copy(to, MSG_WORD_SIZE, slice_of(value ? value : ""));
}

static void read_data(const struct xml_node *element, struct msg *msg)
{
    msg->data = xml_child(element, "data");
}

static void read_authenticate(const struct xml_node *element, struct msg *msg)
{
    const char *password = xml_get(element, "password");

    copy(msg->text, password ? password : xml_get(element, "passphrase"));
}

static void read_slot(const struct xml_node *element, struct msg_slot *slot)
{
    *slot = (struct msg_slot){
        .can_timeout = xml_get_flag(element, "canTimeout"),
        .is_paused = xml_get_flag(element, "shouldBePaused"),
        .says_reserved = xml_get(element, "reserved") != NULL,
        .is_reserved = xml_get_flag(element, "reserved"),
    };
    copy(slot->name, xml_get(element, "displayName"));
    copy(slot->player, xml_get(element, "player"));
    slot->soft_ms = slot->hard_ms = -1;
    xml_get_int(element, "soft", 0, SEAT_LIMIT_MAX_MS, &slot->soft_ms);
    xml_get_int(element, "hard", 0, SEAT_LIMIT_MAX_MS, &slot->hard_ms);
}

static void read_prepare(const struct xml_node *element, struct msg *msg)
{
    msg->data = xml_child(element, "loadGameInfo");
    for (const struct xml_node *slot = xml_child(element, "slot"); slot;
         slot = xml_next(slot, "slot")) {
        if (msg->slot_count < MSG_SLOTS_MAX)
            read_slot(slot, &msg->slots[msg->slot_count]);
        msg->slot_count++;
    }
}

static void read_timeout(const struct xml_node *element, struct msg *msg)
{
    xml_get_int(element, "slot", -1, 9, &msg->slot);
}

/* Aliases of all seasons together; they do not contradict each other. */
static const struct word {
    const char *name;
    enum msg_kind kind;
    const char *text,
        *flag; /* the attributes with text and flag of the message; NULL: it has none */
    void (*read)(const struct xml_node *element, struct msg *msg); /* what else it says; or NULL */
} words[] = {
    {"room", MSG_DATA, NULL, NULL, read_data},
    {"join", MSG_JOIN, "gameType", NULL, NULL},
    {"joinPrepared", MSG_JOIN_PREPARED, "reservationCode", NULL, NULL},
    {"joinRoom", MSG_JOIN_ROOM, NULL, NULL, NULL},
    {"authenticate", MSG_AUTHENTICATE, NULL, NULL, read_authenticate},
    {"prepare", MSG_PREPARE, "gameType", "pause", read_prepare},
    {"observe", MSG_OBSERVE, NULL, NULL, NULL},
    {"pause", MSG_PAUSE, NULL, "pause", NULL},
    {"step", MSG_STEP, NULL, "forced", NULL},
    {"cancel", MSG_CANCEL, NULL, NULL, NULL},
    {"timeout", MSG_TIMEOUT, NULL, "activate", read_timeout},
    {"testMode", MSG_TEST_MODE, NULL, "testMode", NULL},
    {"scoreForPlayer", MSG_SCORE, "displayName", NULL, NULL},
    {"freeReservation", MSG_FREE, "reservation", NULL, NULL},
    {"left", MSG_LEAVE, NULL, NULL, NULL},
    {"close", MSG_CLOSE, NULL, NULL, NULL},
    {"sc.protocol.CloseConnection", MSG_CLOSE, NULL, NULL, NULL},
    {"sc.protocol.responses.CloseConnection", MSG_CLOSE, NULL, NULL, NULL},
};

static const struct word *find_word(const struct xml_node *element)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (xml_is(element, words[i].name))
            return &words[i];
    }
    return NULL;
}

void msg_read(const struct xml_node *element, struct msg *msg)
{
    const struct word *word = find_word(element);

    memset(msg, 0, sizeof *msg);
    msg->kind = word ? word->kind : MSG_UNKNOWN;
    msg->element = element;
    if (!word)
        return;
    copy(msg->room, xml_get(element, "roomId"));
    const char *pace = xml_get(element, "pace");
    msg->wants_no_gap = pace && strcmp(pace, "0") == 0;
    if (word->text)
        copy(msg->text, xml_get(element, word->text));
    if (word->flag)
        msg->flag = xml_get_flag(element, word->flag);
    if (word->read)
        word->read(element, msg);
}
