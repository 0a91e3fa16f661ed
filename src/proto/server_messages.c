#include "proto/server_messages.h"

#include "proto/refusal.h"

#include <stdio.h>
#include <string.h>

/* An element with one attribute; NULL: with none. */
static void write_element(struct buf *out, const char *name, const char *attr, const char *value)
{
    struct xml_writer writer;

    xml_writer_init(&writer, out, 1);
    xml_open(&writer, name);
    if (attr)
        xml_attr(&writer, attr, value);
    xml_close(&writer);
}

void server_message_joined(struct buf *out, const char *room)
{
    write_element(out, "joined", "roomId", room);
}

void server_message_left(struct buf *out, const char *room)
{
    write_element(out, "left", "roomId", room);
}

void server_message_observed(struct buf *out, const char *room)
{
    write_element(out, "observed", "roomId", room);
}

void server_message_close(struct buf *out, const struct season *season)
{
    write_element(out, season->close, NULL, NULL);
}

void server_message_prepared(struct buf *out, const char *room, const char *const codes[],
                             int count)
{
    struct xml_writer writer;

    xml_writer_init(&writer, out, 1);
    xml_open(&writer, "prepared");
    xml_attr(&writer, "roomId", room);
    for (int i = 0; i < count; i++)
        xml_leaf(&writer, "reservation", codes[i]);
    xml_close(&writer);
}

void server_message_joined_game_room(struct buf *out, const struct season *season, const char *room,
                                     int players, bool is_old)
{
    struct xml_writer writer;

    xml_writer_init(&writer, out, 1);
    xml_open(&writer, "joinedGameRoom");
    xml_attr(&writer, "roomId", room);
    if (season->has_player_count)
        xml_attr_int(&writer, "playerCount", players);
    else
        xml_attr_flag(&writer, "existing", is_old);
    xml_close(&writer);
}

void server_message_testing(struct buf *out, bool is_on)
{
    write_element(out, "testing", "testMode", is_on ? "true" : "false");
}

/* Opens <room roomId="…"><data class="…" */
static void open_data(struct xml_writer *writer, struct buf *out, const char *room,
                      const char *class)
{
    xml_writer_init(writer, out, 1);
    xml_open(writer, "room");
    xml_attr(writer, "roomId", room);
    xml_open(writer, "data");
    xml_attr(writer, "class", class);
}

static void close_data(struct xml_writer *writer)
{
    xml_close(writer);
    xml_close(writer);
}

void server_message_welcome(struct buf *out, const struct season *season, const char *room,
                            enum side side)
{
    struct xml_writer writer;

    open_data(&writer, out, room, "welcomeMessage");
    xml_attr(&writer, "color", season->team[side]);
    close_data(&writer);
}

void server_message_memento(struct buf *out, const struct game_wire *wire, const char *room,
                            const struct wire_state *state)
{
    struct xml_writer writer;

    open_data(&writer, out, room, "memento");
    wire->write_state(&writer, state);
    close_data(&writer);
}

void server_message_move_request(struct buf *out, const struct season *season, const char *room)
{
    struct xml_writer writer;

    open_data(&writer, out, room, season->move_request);
    close_data(&writer);
}

void server_message_paused(struct buf *out, const struct game_wire *wire, const char *room,
                           const struct wire_state *state, bool is_paused)
{
    const struct season *season = season_at(wire->season);
    struct xml_writer writer;

    open_data(&writer, out, room, "paused");
    if (season->has_paused_flag)
        xml_attr_flag(&writer, "paused", is_paused);
    if (season->has_paused_player && state->pos->side != SIDE_NONE) {
        xml_open(&writer, "nextPlayer");
        xml_attr(&writer, "class", "player");
        wire->write_player(&writer, state, state->pos->side);
        xml_close(&writer);
    }
    close_data(&writer);
}

static void write_fragment(struct xml_writer *writer, const struct game_score_part *part,
                           bool is_relevant)
{
    xml_open(writer, "fragment");
    xml_attr(writer, "name", part->name);
    xml_leaf(writer, "aggregation", part->aggregation == AGGREGATION_SUM ? "SUM" : "AVERAGE");
    xml_leaf(writer, "relevantForRanking", is_relevant ? "true" : "false");
    xml_close(writer);
}

/* Is a reason mentioned that there is not? */
static bool has_empty_reason(const struct season *season, const struct wire_state *state)
{
    return season->has_empty_reason ||
           (season->adds_empty_reason && state->pos->ruleset == RULES_BOOK);
}

static void write_score(struct xml_writer *writer, const struct game_wire *wire,
                        const struct wire_state *state, const struct outcome *outcome,
                        enum side side)
{
    const struct game_rules *rules = game_find(slice_of(wire->game));
    const struct season *season = season_at(wire->season);
    const char *reason = outcome->reason[side];

    xml_open(writer, "score");
    if (!season->has_winner_reason)
        xml_attr(writer, "cause", cause_name_in_xml(outcome->cause[side]));
    if (!season->has_winner_reason && (reason[0] || has_empty_reason(season, state)))
        xml_attr(writer, "reason", reason);
    for (int i = 0; i < rules->score_count; i++)
        xml_leaf_int(writer, "part", outcome->result.score[side][i]);
    xml_close(writer);
}

static void write_entry(struct xml_writer *writer, const struct game_wire *wire,
                        const struct wire_state *state, const struct outcome *outcome,
                        enum side side)
{
    xml_open(writer, "entry");
    xml_open(writer, "player");
    if (state->names[side][0])
        xml_attr(writer, "name", state->names[side]);
    wire->write_player(writer, state, side);
    xml_close(writer);
    write_score(writer, wire, state, outcome, side);
    xml_close(writer);
}

static void write_scores(struct xml_writer *writer, const struct game_wire *wire,
                         const struct wire_state *state, const struct outcome *outcome)
{
    bool has_entries = season_at(wire->season)->has_entries;

    if (has_entries)
        xml_open(writer, "scores");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (has_entries)
            write_entry(writer, wire, state, outcome, side);
        else
            write_score(writer, wire, state, outcome, side);
    }
    if (has_entries)
        xml_close(writer);
}

/* The reason of the first side that has failed; of a game that was called off one of our own. */
static const char *reason_of(const struct outcome *outcome)
{
    enum side side = outcome->cause[SIDE_RED] != CAUSE_REGULAR ? SIDE_RED : SIDE_BLUE;

    return outcome->reason[side][0] ? outcome->reason[side] : "Das Spiel wurde abgebrochen.";
}

static bool is_regular(const struct game_wire *wire, const struct wire_state *state,
                       const struct outcome *outcome)
{
    struct game_result result = {0};

    game_find(slice_of(wire->game))->result(state->pos, &result);
    bool is_called_so =
        result.reason && wire->irregular_end && strcmp(result.reason, wire->irregular_end) == 0;
    return outcome->cause[SIDE_RED] == CAUSE_REGULAR &&
           outcome->cause[SIDE_BLUE] == CAUSE_REGULAR && !is_called_so;
}

static void write_winner(struct xml_writer *writer, const struct game_wire *wire,
                         const struct wire_state *state, const struct outcome *outcome)
{
    const struct season *season = season_at(wire->season);

    xml_open(writer, "winner");
    if (season->has_player_class)
        xml_attr(writer, "class", "player");
    if (outcome->result.winner != SIDE_NONE)
        wire->write_player(writer, state, outcome->result.winner);
    if (season->has_winner_reason) {
        xml_attr_flag(writer, "regular", is_regular(wire, state, outcome));
        xml_attr(writer, "reason", reason_of(outcome));
    }
    xml_close(writer);
}

void server_message_write_result(struct xml_writer *writer, const struct game_wire *wire,
                                 const struct wire_state *state, const struct outcome *outcome)
{
    const struct game_rules *rules = game_find(slice_of(wire->game));
    const struct season *season = season_at(wire->season);

    xml_open(writer, "definition");
    for (int i = 0; i < rules->score_count; i++)
        write_fragment(writer, &rules->scores[i], i > 0 || !season->has_player_class);
    xml_close(writer);
    write_scores(writer, wire, state, outcome);
    if (outcome->result.winner != SIDE_NONE || season->has_winner_reason)
        write_winner(writer, wire, state, outcome);
}

void server_message_result(struct buf *out, const struct game_wire *wire, const char *room,
                           const struct wire_state *state, const struct outcome *outcome)
{
    struct xml_writer writer;

    open_data(&writer, out, room, "result");
    server_message_write_result(&writer, wire, state, outcome);
    close_data(&writer);
}

/* ---- errors repeat what was said, with all attributes and children ---- */

static void write_original(struct xml_writer *writer, const struct season *season,
                           const struct xml_node *room)
{
    const struct xml_node *original = season->repeats_room ? room : xml_child(room, "data");

    if (!original)
        return;
    xml_open(writer, season->original);
    if (season->repeats_room)
        xml_attr(writer, "class", room->name);
    xml_write_attrs(writer, original);
    xml_write_children(writer, original);
    xml_close(writer);
}

void server_message_error(struct buf *out, const struct game_wire *wire, const char *room,
                          const char *message, const struct xml_node *original)
{
    struct xml_writer writer;

    open_data(&writer, out, room, "error");
    xml_attr(&writer, "message", message);
    if (original)
        write_original(&writer, season_at(wire->season), original);
    close_data(&writer);
}

void server_message_error_packet(struct buf *out, const struct season *season, const char *message,
                                 const struct xml_node *original)
{
    struct xml_writer writer;

    xml_writer_init(&writer, out, 1);
    xml_open(&writer, "errorpacket");
    xml_attr(&writer, "message", message);
    if (original) {
        xml_open(&writer, "originalRequest");
        xml_attr(&writer, "class", original->name);
        if (season->has_error_packet) {
            refusal_write_request(&writer, original);
        } else {
            xml_write_attrs(&writer, original);
            xml_write_children(&writer, original);
        }
        xml_close(&writer);
    }
    xml_close(&writer);
}

void server_message_player_score(struct buf *out, const struct server_message_score *score)
{
    struct xml_writer writer;

    xml_writer_init(&writer, out, 1);
    xml_open(&writer, "playerScore");
    xml_open(&writer, "score");
    xml_attr(&writer, "displayName", score->name);
    xml_attr_int(&writer, "numberOfTests", score->tests);
    for (int i = 0; i < score->rules->score_count; i++) {
        char value[32];
        bool is_sum = score->rules->scores[i].aggregation == AGGREGATION_SUM;
        snprintf(value, sizeof value, is_sum ? "%.0f" : "%.6f", score->values[i]);
        xml_open(&writer, "values");
        write_fragment(&writer, &score->rules->scores[i], true);
        xml_leaf(&writer, "value", value);
        xml_close(&writer);
    }
    xml_close(&writer);
    xml_close(&writer);
}
