#include "games/newgame/newgame.h"

#include "game/text.h"
#include "proto/wire.h"

#include <string.h>

extern const struct game_wire newgame_wire;

/* <data class="move" take="2"/> */
static enum wire_verdict read_move(const struct xml_node *data, const struct position *pos,
                                   struct buf *words, struct buf *hint, struct err *why)
{
    const char *take = xml_get(data, "take");

    (void)pos, (void)hint;
    if (strcmp(xml_get(data, "class"), "move") != 0 || !take) {
        err_set(why, "bad_move", "");
        return WIRE_GARBLED;
    }
    buf_add(words, take);
    return WIRE_MOVE;
}

static void write_move(struct xml_writer *writer, const struct position *before, struct slice words,
                       struct slice hint)
{
    char take[16];
    struct buf buf;

    (void)before, (void)hint;
    buf_init(&buf, take, sizeof take);
    buf_add_slice(&buf, words);
    xml_attr(writer, "class", "move");
    xml_attr(writer, "take", take);
}

static void write_state(struct xml_writer *writer, const struct wire_state *state)
{
    xml_open(writer, "state");
    xml_attr(writer, "class", "state");
    xml_attr_int(writer, "turn", state->pos->turn);
    xml_attr_int(writer, "stones", newgame_of(state->pos)->stones);
    wire_write_last_move(writer, &newgame_wire, state);
    xml_close(writer);
}

static bool read_state(const struct xml_node *state, struct buf *text, struct err *why)
{
    int turn, stones;

    if (!xml_get_int(state, "turn", 0, NEWGAME_STONES_MAX, &turn) ||
        !xml_get_int(state, "stones", 0, NEWGAME_STONES_MAX, &stones))
        return err_set(why, "bad_position", "");
    buf_add_int(text, stones);
    buf_add_char(text, ' ');
    buf_add_char(text, stones == 0 ? '-' : text_side_letter(turn % 2 ? SIDE_BLUE : SIDE_RED));
    buf_add_char(text, ' ');
    buf_add_int(text, turn);
    return true;
}

static bool read_last_move(const struct xml_node *state, const struct position *before,
                           struct buf *words, struct buf *hint)
{
    const struct xml_node *last = xml_child(state, "lastMove");

    return last && read_move(last, before, words, hint, NULL) == WIRE_MOVE;
}

static void write_player(struct xml_writer *writer, const struct wire_state *state, enum side side)
{
    (void)state;
    xml_attr(writer, "team", side == SIDE_RED ? "ONE" : "TWO");
}

static const struct wire_end ends[] = {
    {NULL, {"Rot hat den letzten Stein genommen.", "Blau hat den letzten Stein genommen.", ""}},
};

const struct game_wire newgame_wire = {
    .game = "newgame",
    .game_type = "swc_newgame",
    .season = SEASON_2023,
    .read_move = read_move,
    .write_move = write_move,
    .write_state = write_state,
    .read_state = read_state,
    .read_last_move = read_last_move,
    .write_player = write_player,
    .ends = ends,
};
