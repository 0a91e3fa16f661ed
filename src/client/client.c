#include "client/client.h"

#include "base/clock.h"
#include "base/rng.h"
#include "proto/wire.h"
#include "search/builtin_player.h"
#include "xml/reader.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READ_SIZE = 64 * 1024, READER_BYTES = 4 << 20, SEND_SIZE = 16 * 1024 };

struct client {
    const struct client_config *config;
    struct client_report *report;
    const struct game_wire *wire;
    const struct season *season;
    int socket;
    struct builtin_player *player;
    int64_t arrived_us; /* of the bytes at work */
    char room[64];
    struct position pos; /* what the last memento showed */
    bool has_state, is_over;
    struct err *why;
    bool is_failed;
};

static bool fail(struct client *client, const char *code, const char *details)
{
    client->is_failed = true;
    return err_set(client->why, code, details);
}

/* ---- the line ---- */

static bool connect_to(struct client *client)
{
    const struct client_config *config = client->config;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    char port[8], details[ERR_DETAILS_SIZE];
    int on = 1;

    snprintf(port, sizeof port, "%d", config->port);
    snprintf(details, sizeof details, "%.80s:%d", config->host, config->port);
    if (getaddrinfo(config->host, port, &hints, &found) != 0)
        return fail(client, "no_server", details);
    client->socket = -1;
    for (struct addrinfo *a = found; a && client->socket < 0; a = a->ai_next) {
        client->socket = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
        if (client->socket >= 0 && connect(client->socket, a->ai_addr, a->ai_addrlen) != 0) {
            close(client->socket);
            client->socket = -1;
        }
    }
    freeaddrinfo(found);
    if (client->socket < 0)
        return fail(client, "no_server", details);
    setsockopt(client->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return true;
}

static bool send_text(struct client *client, struct slice text)
{
    while (text.len > 0) {
        ssize_t sent = send(client->socket, text.at, text.len, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return fail(client, "lost_server", "");
        text = slice_skip(text, (size_t)sent);
    }
    return true;
}

/* `pace` says that we read fast and need no pauses; the old servers ignore it. */
static bool join(struct client *client)
{
    const struct client_config *config = client->config;
    char text[512];
    struct buf buf;
    struct xml_writer writer;

    buf_init(&buf, text, sizeof text);
    buf_add(&buf, "<protocol>");
    xml_writer_init(&writer, &buf, 1);
    if (config->reservation) {
        xml_open(&writer, "joinPrepared");
        xml_attr(&writer, "reservationCode", config->reservation);
    } else if (config->room) {
        xml_open(&writer, "joinRoom");
        xml_attr(&writer, "roomId", config->room);
    } else {
        xml_open(&writer, "join");
        xml_attr(&writer, "gameType", client->wire->game_type);
    }
    xml_attr(&writer, "pace", "0");
    xml_close(&writer);
    return send_text(client, buf_slice(&buf));
}

/* ---- thinking ---- */

/* With a number of nodes or a depth the same position gets the same answer; otherwise the seed is
 * drawn. */
static bool think(struct client *client, struct builtin_answer *answer)
{
    const struct player_spec *spec = &client->config->player;
    bool is_steady = (spec->nodes > 0 || spec->depth > 0) && client->pos.turn >= spec->random_plies;
    struct builtin_turn turn = {
        .rules = client->config->rules,
        .pos = &client->pos,
        .seed = rng_mix(is_steady ? client->pos.key : (uint64_t)client->arrived_us),
        .ply = client->pos.turn,
        .asked_us = client->arrived_us,
    };
    struct err fault = {0};

    if (client->config->choose) {
        answer->move = client->config->choose(client->config->context, &client->pos, turn.asked_us);
        return true;
    }
    if (builtin_player_move(client->player, &turn, answer, &fault))
        return true;
    return fail(client, fault.code, fault.details);
}

/* The words of a move; false: there is none.  The server of 2017 asks a ship that has no legal move
 * for one and takes whatever comes as a breach of the rules.  It gets the empty move that its own
 * client sent, which has no effect on the points, and then brings the result. */
static bool choose(struct client *client, struct buf *words)
{
    struct builtin_answer answer;

    if (!client->has_state)
        return fail(client, "strange_request", "");
    if (client->pos.side == SIDE_NONE)
        return true;
    if (!think(client, &answer))
        return false;
    client->config->rules->print_move(&client->pos, answer.move, words);
    return true;
}

static void send_move(struct client *client)
{
    char words[GAME_WORDS_MAX], text[SEND_SIZE];
    struct buf word_buf, buf;
    struct xml_writer writer;

    buf_init(&word_buf, words, sizeof words);
    if (!choose(client, &word_buf))
        return;
    buf_init(&buf, text, sizeof text);
    xml_writer_init(&writer, &buf, 1);
    xml_open(&writer, "room");
    xml_attr(&writer, "roomId", client->room);
    xml_open(&writer, "data");
    if (word_buf.len > 0)
        client->wire->write_move(&writer, &client->pos, buf_slice(&word_buf), slice_of(""));
    else
        xml_attr(&writer, "class", "move");
    xml_close(&writer);
    xml_close(&writer);
    client->report->moves++;
    send_text(client, buf_slice(&buf));
}

/* ---- listening ---- */

/* The old servers play by their own rules; a state that the book calls finished is read again as
 * theirs. */
static void on_state(struct client *client, const struct xml_node *data)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;
    struct err cause = {0};
    const struct game_rules *rules = client->config->rules;
    const struct xml_node *state = xml_child(data, "state");

    buf_init(&buf, text, sizeof text);
    if (!state || !client->wire->read_state(state, &buf, &cause) ||
        !rules->parse(buf_slice(&buf), &client->pos, &cause)) {
        fail(client, "strange_state", cause.details);
        return;
    }
    client->has_state = true;
    if (client->pos.side != SIDE_NONE)
        return;
    buf_add(&buf, " rules=server");
    struct position again;
    if (rules->parse(buf_slice(&buf), &again, NULL) && again.side != SIDE_NONE)
        client->pos = again;
}

static void read_scores(struct client *client, const struct xml_node *data)
{
    const struct xml_node *parent = data;
    const struct xml_node *scores = xml_child(data, "scores");
    enum side side = SIDE_RED;

    if (scores)
        parent = scores;
    for (const struct xml_node *c = xml_child(parent, NULL); c && side < SIDE_NONE;
         c = xml_next(c, NULL)) {
        const struct xml_node *score = xml_is(c, "entry") ? xml_child(c, "score") : c;
        if (!xml_is(score, "score"))
            continue;
        int i = 0;
        for (const struct xml_node *part = xml_child(score, "part"); part && i < GAME_SCORES_MAX;
             part = xml_next(part, "part"))
            client->report->scores[side][i++] = atoi(part->text);
        if (client->report->is_red == (side == SIDE_RED)) {
            const char *cause = xml_get(score, "cause"), *reason = xml_get(score, "reason");
            cause_find(slice_of(cause ? cause : ""), &client->report->cause);
            snprintf(client->report->reason, sizeof client->report->reason, "%s",
                     reason ? reason : "");
        }
        side++;
    }
}

static void on_result(struct client *client, const struct xml_node *data)
{
    struct client_report *report = client->report;

    report->has_result = true;
    report->winner = SIDE_NONE;
    read_scores(client, data);
    if (report->scores[SIDE_RED][0] != report->scores[SIDE_BLUE][0])
        report->winner =
            report->scores[SIDE_RED][0] > report->scores[SIDE_BLUE][0] ? SIDE_RED : SIDE_BLUE;
}

static void on_room(struct client *client, const struct xml_node *room)
{
    const struct xml_node *data = xml_child(room, "data");
    const char *class = data ? xml_get(data, "class") : NULL;
    const char *id = xml_get(room, "roomId");

    if (!class)
        return;
    snprintf(client->room, sizeof client->room, "%s", id ? id : client->room);
    if (strcmp(class, "memento") == 0) {
        on_state(client, data);
    } else if (strcmp(class, client->season->move_request) == 0) {
        send_move(client);
    } else if (strcmp(class, "result") == 0) {
        on_result(client, data);
    } else if (strcmp(class, "welcomeMessage") == 0) {
        const char *color = xml_get(data, "color");
        client->report->is_red = color && (strcmp(color, client->season->team[SIDE_RED]) == 0 ||
                                           strcmp(color, "RED") == 0);
    }
}

static bool on_element(void *context, const struct xml_node *element)
{
    struct client *client = context;
    const char *message = xml_get(element, "message");

    if (xml_is(element, "room"))
        on_room(client, element);
    else if (xml_is(element, "left"))
        client->is_over = true;
    else if (xml_is(element, client->season->close))
        client->is_over = true;
    else if (xml_is(element, "errorpacket"))
        fail(client, "refused_by_server", message ? message : "");
    return !client->is_over && !client->is_failed;
}

/* Reads until the game is over, the server goes, or something fails. */
static void listen_to_server(struct client *client, struct xml_reader *reader, char *bytes)
{
    while (!client->is_over && !client->is_failed) {
        ssize_t n = recv(client->socket, bytes, READ_SIZE, 0);
        if (n < 0 && errno == EINTR)
            continue;
        client->arrived_us = clock_now_us();
        if (n <= 0 || xml_reader_is_ended(reader))
            break;
        struct err cause = {0};
        if (!xml_reader_feed(reader, bytes, (size_t)n, &cause))
            fail(client, "strange_xml", cause.details);
    }
    if (!client->is_failed && !client->report->has_result)
        fail(client, "lost_server", "");
}

bool client_play(const struct client_config *config, struct client_report *report, struct err *why)
{
    struct client client = {
        .config = config, .report = report, .wire = wire_of(config->rules), .why = why};

    memset(report, 0, sizeof *report);
    client.season = season_at(client.wire->season);
    if (!connect_to(&client))
        return false;
    struct xml_reader *reader = xml_reader_create(READER_BYTES, on_element, &client);
    char *bytes = malloc(READ_SIZE);
    client.player = builtin_player_create(&config->player);
    builtin_player_warm_up(client.player);
    if (reader && bytes && join(&client)) {
        listen_to_server(&client, reader, bytes);
        if (!client.is_failed)
            send_text(&client, slice_of("\n</protocol>"));
    }
    builtin_player_destroy(client.player);
    xml_reader_destroy(reader);
    free(bytes);
    close(client.socket);
    return report->has_result;
}
