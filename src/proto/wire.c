#include "proto/wire.h"

#include <assert.h>
#include <string.h>

#define GAME(name, family) extern const struct game_wire name##_wire;
#include "game/games.def"
#undef GAME

static const struct game_wire *const wires[] = {
#define GAME(name, family) &name##_wire,
#include "game/games.def"
#undef GAME
    NULL,
};

enum wire_verdict wire_judge_other_data(const struct xml_node *data, struct err *why)
{
    static const char *const server_classes[] = {
        "welcomeMessage", "memento", "result",
        "error",          "paused",  "sc.framework.plugins.protocol.MoveRequest",
        "moveRequest",    NULL,
    };
    const char *class = xml_get(data, "class");

    err_set(why, "not_a_move", class ? class : data->name);
    return wire_has_class(data, server_classes) ? WIRE_NOT_A_MOVE : WIRE_GARBLED;
}

/* ---- regular ends ---- */

const char *wire_player_name(const struct game_wire *wire, const char *const names[SIDE_NONE],
                             enum side side)
{
    const struct season *season = season_at(wire->season);

    if (side == SIDE_NONE)
        return "Alle Spieler";
    if (names[side] && names[side][0])
        return names[side];
    return season->names_unknown ? "Unknown" : season->team[side];
}

/* As Java does it with the letters of German names. */
static void add_capitals(struct buf *out, const char *name)
{
    static const char sharp_s[] = "\xc3\x9f";

    for (bool is_latin = false; *name; name++) {
        bool is_small = (*name >= 'a' && *name <= 'z') ||
                        (is_latin && (unsigned char)*name >= 0xa0 && (unsigned char)*name != 0xb7);
        is_latin = *name == sharp_s[0];
        if (strncmp(name, sharp_s, 2) == 0) {
            buf_add(out, "SS");
            name++;
        } else {
            buf_add_char(out, is_small ? (char)(*name - 0x20) : *name);
        }
    }
}

static void print_end(struct buf *out, const char *text, const char *winner, const char *loser)
{
    struct slice rest = slice_of(text);

    while (rest.len > 0) {
        buf_add_slice(out, slice_take_until(&rest, '{'));
        if (slice_take(&rest, "winner}"))
            buf_add(out, winner);
        else if (slice_take(&rest, "loser}"))
            buf_add(out, loser);
        else if (slice_take(&rest, "WINNER}"))
            add_capitals(out, winner);
    }
}

void wire_end_regular(const struct record *record, const struct position *pos,
                      struct outcome *outcome)
{
    const struct game_rules *rules = record_rules(record);
    const struct game_wire *wire = wire_of(rules);
    const char *const names[SIDE_NONE] = {record->names[SIDE_RED], record->names[SIDE_BLUE]};
    char sentence[OUTCOME_REASON_SIZE];
    struct game_result result = {0};
    struct buf buf;

    rules->result(pos, &result);
    assert(result.reason);
    const struct wire_end *end = wire->ends;
    const char *word = wire->end_of ? wire->end_of(pos) : result.reason;
    while (end->reason && strcmp(end->reason, word) != 0)
        end++;
    const char *text = end->text[result.winner] ? end->text[result.winner] : end->text[0];
    enum side loser = result.winner == SIDE_NONE ? SIDE_NONE : game_other(result.winner);
    buf_init(&buf, sentence, sizeof sentence);
    print_end(&buf, text, wire_player_name(wire, names, result.winner),
              wire_player_name(wire, names, loser));
    outcome_regular(outcome, rules, pos, sentence);
}

/* ---- what the wires of several games have in common ---- */

int wire_index(const char *const names[], const char *name)
{
    int i = 0;

    while (names[i] && (!name || strcmp(names[i], name) != 0))
        i++;
    return i;
}

bool wire_has_class(const struct xml_node *data, const char *const classes[])
{
    return classes[wire_index(classes, xml_get(data, "class"))];
}

void wire_write_players(struct xml_writer *writer, const struct game_wire *wire,
                        const struct wire_state *state)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        xml_open(writer, side_name(side));
        wire->write_player(writer, state, side);
        xml_close(writer);
    }
}

void wire_write_last_move(struct xml_writer *writer, const struct game_wire *wire,
                          const struct wire_state *state)
{
    if (!state->before)
        return;
    xml_open(writer, "lastMove");
    wire->write_move(writer, state->before, state->words, state->hint);
    xml_close(writer);
}

static const char hint_gap[] = " | ";

void wire_add_hint(struct buf *hints, const char *text)
{
    if (!text || !text[0])
        return;
    if (hints->len > 0)
        buf_add(hints, hint_gap);
    for (; *text; text++)
        buf_add_char(hints, buf_tame(*text));
}

void wire_write_hints(struct xml_writer *writer, struct slice hints)
{
    char text[GAME_WORDS_MAX];
    struct buf buf;

    while (hints.len > 0) {
        buf_init(&buf, text, sizeof text);
        for (; hints.len > 0 && !slice_take(&hints, hint_gap); hints = slice_skip(hints, 1))
            buf_add_char(&buf, hints.at[0]);
        if (buf.len == 0)
            continue;
        xml_open(writer, "hint");
        xml_attr(writer, "content", text);
        xml_close(writer);
    }
}

const struct game_wire *wire_of(const struct game_rules *rules) { return wires[game_index(rules)]; }

const struct game_wire *wire_find(const char *game_type)
{
    for (int i = 0; wires[i]; i++) {
        if (strcmp(wires[i]->game_type, game_type) == 0)
            return wires[i];
    }
    return NULL;
}
