#include "proto/refusal.h"

#include <string.h>

#define GAME_ROOM "sc.api.plugins.exceptions.GameRoomException: "

/* {room} is its id, {data}, {move} and {request} are what was sent. */
static const struct {
    const char *ours, *official;
} sentences[] = {
    [REFUSAL_NO_ROOM] = {"there is no such room", GAME_ROOM "Couldn't find a room with id {room}"},
    [REFUSAL_FULL] = {"the room is already full", GAME_ROOM "Room {room} is already full!"},
    [REFUSAL_NO_RESERVATION] = {"this reservation is not known, or was used already",
                                "sc.server.gaming.UnknownReservationException: Couldn't find a "
                                "reservation for the provided token."},
    [REFUSAL_NO_SEAT] = {"you have no seat in this room",
                         GAME_ROOM "Client is not a member of game {room}"},
    [REFUSAL_OVER] = {"the game is over", "sc.api.plugins.exceptions.GameException: Game is "
                                          "already over, but got {move}"},
    [REFUSAL_NOT_A_MOVE] = {"this is not a move",
                            GAME_ROOM "Received non-move packet: RoomPacket(roomId={room}, "
                                      "data={data})"},
    [REFUSAL_WRONG_PASSWORD] = {"wrong password", "sc.server.network.AuthenticationFailedException:"
                                                  " Failed to authenticate as administrator"},
    [REFUSAL_NO_RIGHTS] = {"this request needs authentication",
                           "sc.server.network.UnauthenticatedException: Request {request} requires "
                           "authentication"},
    [REFUSAL_SERVER_WORD] = {"only a server says this",
                             "sc.api.plugins.exceptions.RescuableClientException: Unhandled Packet "
                             "of type: class {request}"},
};

const char *refusal_sentence(enum refusal refusal) { return sentences[refusal].ours; }

/* ---- requests, as an official server knew them ---- */

enum { ATTRS_MAX = 3 };

struct form {
    const char *element, *class; /* the class in Java's words; NULL: they never occur */
    struct {
        const char *name;
        bool is_flag;
    } attrs[ATTRS_MAX + 1];
};

static const struct form forms[] = {
    {"joinRoom", NULL, {{"roomId", false}}},
    {"joinPrepared", NULL, {{"reservationCode", false}}},
    {"authenticate", NULL, {{"password", false}}},
    {"prepare", "PrepareGameRequest", {{"gameType", false}, {"pause", true}}},
    {"slot", "SlotDescriptor", {{"displayName", false}, {"canTimeout", true}, {"reserved", true}}},
    {"observe", "ObservationRequest", {{"roomId", false}}},
    {"pause", "PauseGameRequest", {{"roomId", false}, {"pause", true}}},
    {"step", "StepRequest", {{"roomId", false}, {"forced", true}}},
    {"cancel", "CancelRequest", {{"roomId", false}}},
    {"room", NULL, {{"roomId", false}}},
    {"left", "sc.protocol.RemovedFromGame", {{"roomId", false}}},
    {"joined", "sc.protocol.responses.JoinedRoomResponse", {{"roomId", false}}},
};

static const struct form *find_form(const struct xml_node *element)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (xml_is(element, forms[i].element))
            return &forms[i];
    }
    return NULL;
}

/* The value of the i-th attribute; NULL: a text that was not mentioned. */
static const char *value_of(const struct form *form, int i, const struct xml_node *element)
{
    const char *name = form->attrs[i].name;

    if (form->attrs[i].is_flag)
        return xml_get_flag(element, name) ? "true" : "false";
    return xml_get(element, name);
}

static void write_form(struct xml_writer *writer, const struct form *form,
                       const struct xml_node *element)
{
    for (int i = 0; form->attrs[i].name; i++) {
        const char *value = value_of(form, i, element);
        if (value)
            xml_attr(writer, form->attrs[i].name, value);
    }
}

void refusal_write_request(struct xml_writer *writer, const struct xml_node *request)
{
    const struct form *form = find_form(request);

    if (!form) {
        xml_write_attrs(writer, request);
        xml_write_children(writer, request);
        return;
    }
    write_form(writer, form, request);
    if (!xml_is(request, "prepare")) {
        xml_write_children(writer, request);
        return;
    }
    for (const struct xml_node *slot = xml_child(request, "slot"); slot;
         slot = xml_next(slot, "slot")) {
        xml_open(writer, slot->name);
        write_form(writer, find_form(slot), slot);
        xml_close(writer);
    }
}

/* ---- the same in Java's words ---- */

static void print_value(struct buf *out, const char *name, const char *value)
{
    buf_format(out, "%s=%s", name, value ? value : "null");
}

static void print_slots(struct buf *out, const struct xml_node *request);

/* "CancelRequest(roomId=x)" */
static void print_request(struct buf *out, const struct xml_node *request)
{
    const struct form *form = find_form(request);

    if (!form || !form->class) {
        buf_add(out, request->name);
        return;
    }
    buf_add(out, form->class);
    if (strchr(form->class, '.'))
        return; /* the name of a class, not what is in it */
    for (int i = 0; form->attrs[i].name; i++) {
        buf_add(out, i == 0 ? "(" : ", ");
        print_value(out, form->attrs[i].name, value_of(form, i, request));
        if (i == 0 && xml_is(request, "prepare"))
            print_slots(out, request);
    }
    buf_add_char(out, ')');
}

static void print_slots(struct buf *out, const struct xml_node *request)
{
    const struct xml_node *slot = xml_child(request, "slot");

    buf_add(out, ", slotDescriptors=[");
    for (; slot; slot = xml_next(slot, "slot")) {
        print_request(out, slot);
        if (xml_next(slot, "slot"))
            buf_add(out, ", ");
    }
    buf_add_char(out, ']');
}

/* Requests for a move were printed with an address in Java's memory, which nothing can repeat. */
static void print_data(struct buf *out, const struct xml_node *data)
{
    const char *class = data ? xml_get(data, "class") : NULL;
    const char *color = data ? xml_get(data, "color") : NULL;

    if (!class)
        buf_add(out, "null");
    else if (strcmp(class, "welcomeMessage") == 0)
        buf_format(out, "WelcomeMessage(color=%s)", color ? color : "null");
    else if (strcmp(class, "moveRequest") == 0)
        buf_add(out, "sc.protocol.room.MoveRequest@0");
    else
        buf_add(out, class);
}

void refusal_print_official(enum refusal refusal, const struct msg *msg,
                            const struct game_wire *wire, struct buf *out)
{
    struct slice rest = slice_of(sentences[refusal].official);

    while (rest.len > 0) {
        buf_add_slice(out, slice_take_until(&rest, '{'));
        if (slice_take(&rest, "room}"))
            buf_add(out, xml_get(msg->element, "roomId") ? msg->room : "null");
        else if (slice_take(&rest, "data}"))
            print_data(out, msg->data);
        else if (slice_take(&rest, "request}"))
            print_request(out, msg->element);
        else if (slice_take(&rest, "move}") && wire && wire->describe && msg->data)
            wire->describe(msg->data, slice_of("move"), out);
    }
}
