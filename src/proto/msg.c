#include "proto/msg.h"

#include "base/buf.h"

#include <string.h>

enum { SEAT_LIMIT_MAX_MS = 3600 * 1000 };

static void copy(char to[MSG_WORD_SIZE], const char *value)
{
    struct buf buf;

    buf_init(&buf, to, MSG_WORD_SIZE);
    buf_add(&buf, value ? value : "");
}

static void read_room(const struct xml_node *element, struct msg *msg)
{
    copy(msg->room, xml_get(element, "roomId"));
}

static void read_join(const struct xml_node *element, struct msg *msg)
{
    copy(msg->text, xml_get(element, "gameType"));
    msg->has_pace = xml_get(element, "pace") != NULL;
}

static void read_join_room(const struct xml_node *element, struct msg *msg)
{
    read_room(element, msg);
    msg->has_pace = xml_get(element, "pace") != NULL;
}

static void read_join_prepared(const struct xml_node *element, struct msg *msg)
{
    copy(msg->text, xml_get(element, "reservationCode"));
    msg->has_pace = xml_get(element, "pace") != NULL;
}

static void read_data(const struct xml_node *element, struct msg *msg)
{
    read_room(element, msg);
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
    copy(msg->text, xml_get(element, "gameType"));
    msg->flag = xml_get_flag(element, "pause");
    msg->data = xml_child(element, "loadGameInfo");
    for (const struct xml_node *slot = xml_child(element, "slot"); slot;
         slot = xml_next(slot, "slot")) {
        if (msg->slot_count < MSG_SLOTS_MAX)
            read_slot(slot, &msg->slots[msg->slot_count]);
        msg->slot_count++;
    }
}

static void read_pause(const struct xml_node *element, struct msg *msg)
{
    read_room(element, msg);
    msg->flag = xml_get_flag(element, "pause");
}

static void read_step(const struct xml_node *element, struct msg *msg)
{
    read_room(element, msg);
    msg->flag = xml_get_flag(element, "forced");
}

static void read_timeout(const struct xml_node *element, struct msg *msg)
{
    read_room(element, msg);
    msg->flag = xml_get_flag(element, "activate");
    xml_get_int(element, "slot", -1, 9, &msg->slot);
}

static void read_test_mode(const struct xml_node *element, struct msg *msg)
{
    msg->flag = xml_get_flag(element, "testMode");
}

static void read_score(const struct xml_node *element, struct msg *msg)
{
    copy(msg->text, xml_get(element, "displayName"));
}

static void read_free(const struct xml_node *element, struct msg *msg)
{
    copy(msg->text, xml_get(element, "reservation"));
}

static void read_nothing(const struct xml_node *element, struct msg *msg)
{
    (void)element, (void)msg;
}

/* Aliases of all seasons together; they do not contradict each other. */
static const struct {
    const char *name;
    enum msg_kind kind;
    void (*read)(const struct xml_node *element, struct msg *msg);
} words[] = {
    {"room", MSG_DATA, read_data},
    {"join", MSG_JOIN, read_join},
    {"joinPrepared", MSG_JOIN_PREPARED, read_join_prepared},
    {"joinRoom", MSG_JOIN_ROOM, read_join_room},
    {"authenticate", MSG_AUTHENTICATE, read_authenticate},
    {"prepare", MSG_PREPARE, read_prepare},
    {"observe", MSG_OBSERVE, read_room},
    {"pause", MSG_PAUSE, read_pause},
    {"step", MSG_STEP, read_step},
    {"cancel", MSG_CANCEL, read_room},
    {"timeout", MSG_TIMEOUT, read_timeout},
    {"testMode", MSG_TEST_MODE, read_test_mode},
    {"scoreForPlayer", MSG_SCORE, read_score},
    {"freeReservation", MSG_FREE, read_free},
    {"left", MSG_LEAVE, read_room},
    {"close", MSG_CLOSE, read_nothing},
    {"sc.protocol.CloseConnection", MSG_CLOSE, read_nothing},
    {"sc.protocol.responses.CloseConnection", MSG_CLOSE, read_nothing},
};

void msg_read(const struct xml_node *element, struct msg *msg)
{
    memset(msg, 0, sizeof *msg);
    msg->kind = MSG_UNKNOWN;
    msg->element = element;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (xml_is(element, words[i].name)) {
            msg->kind = words[i].kind;
            words[i].read(element, msg);
            return;
        }
    }
}
