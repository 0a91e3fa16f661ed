#ifndef PROTO_SERVER_MESSAGES_H
#define PROTO_SERVER_MESSAGES_H

/*
 * The messages a server sends, in the XML of a season.  Each function appends one complete message
 * (newline and two spaces first, nothing after the last '>').
 */

#include "game/outcome.h"
#include "proto/season.h"
#include "proto/wire.h"

void server_message_joined(struct buf *out, const char *room);
void server_message_left(struct buf *out, const char *room);
void server_message_observed(struct buf *out, const char *room);
void server_message_close(struct buf *out, const struct season *season);
/* `codes`: one reservation per reserved seat. */
void server_message_prepared(struct buf *out, const char *room, const char *const codes[],
                             int count);
/* To administrators, when a client joined without a reservation; `players` are there now; the room
 * was there before (is_old) or was made for this player. */
void server_message_joined_game_room(struct buf *out, const struct season *season, const char *room,
                                     int players, bool is_old);
void server_message_testing(struct buf *out, bool is_on);

void server_message_welcome(struct buf *out, const struct season *season, const char *room,
                            enum side side);
void server_message_memento(struct buf *out, const struct game_wire *wire, const char *room,
                            const struct wire_state *state);
void server_message_move_request(struct buf *out, const struct season *season, const char *room);
/* To observers. */
void server_message_paused(struct buf *out, const struct game_wire *wire, const char *room,
                           const struct wire_state *state, bool is_paused);
void server_message_result(struct buf *out, const struct game_wire *wire, const char *room,
                           const struct wire_state *state, const struct outcome *outcome);
/* The children of a result, in an element that was just opened; replays need them, too. */
void server_message_write_result(struct xml_writer *writer, const struct game_wire *wire,
                                 const struct wire_state *state, const struct outcome *outcome);
/* A game's error; `original`: the <room> with the move it is about, to be repeated (NULL: not). */
void server_message_error(struct buf *out, const struct game_wire *wire, const char *room,
                          const char *message, const struct xml_node *original);
/* The answer to a wrong request; `original` may be NULL. */
void server_message_error_packet(struct buf *out, const struct season *season, const char *message,
                                 const struct xml_node *original);

/* <scoreForPlayer>: running averages. */
struct server_message_score {
    const char *name;
    int tests;
    const struct game_rules *rules;
    double values[GAME_SCORES_MAX];
};
void server_message_player_score(struct buf *out, const struct server_message_score *score);

#endif
