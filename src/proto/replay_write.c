#include "proto/replay.h"
#include "proto/server_messages.h"
#include "proto/wire.h"

/* A replay on its way out. */
struct printing {
    const struct record *record;
    const struct game_wire *wire;
    const struct season *season;
    struct buf *out;
    struct xml_writer writer; /* of the packet in work */
    char room[40];            /* its id: records have none, so the start position makes one up */
};

static void open_packet(struct printing *p, const char *class)
{
    bool is_bare = p->season->has_bare_replay;

    xml_writer_init(&p->writer, p->out, is_bare ? 1 : 0);
    if (is_bare)
        return;
    xml_open(&p->writer, "room");
    xml_attr(&p->writer, "roomId", p->room);
    xml_open(&p->writer, "data");
    xml_attr(&p->writer, "class", class);
}

static void close_packet(struct printing *p)
{
    while (p->writer.depth > 0)
        xml_close(&p->writer);
}

static void print_state(struct printing *p, const struct wire_state *state)
{
    open_packet(p, "memento");
    p->wire->write_state(&p->writer, state);
    close_packet(p);
}

/* False: the game has not ended. */
static bool find_outcome(const struct printing *p, const struct position *end,
                         struct outcome *outcome)
{
    if (p->record->has_outcome) {
        *outcome = p->record->outcome;
        return true;
    }
    if (end->side != SIDE_NONE)
        return false;
    wire_end_regular(p->record, end, outcome);
    return true;
}

static void print_result(struct printing *p, const struct wire_state *end)
{
    struct outcome outcome;

    if (!find_outcome(p, end->pos, &outcome))
        return;
    open_packet(p, "result");
    if (p->season->has_bare_replay)
        xml_open(&p->writer, "result");
    server_message_write_result(&p->writer, p->wire, end, &outcome);
    close_packet(p);
}

static const char *name_of(const struct printing *p, enum side side)
{
    const char *name = p->record->names[side];

    return !name[0] && p->season->names_unknown ? "Unknown" : name;
}

static void print_game(struct printing *p)
{
    const struct record *record = p->record;
    struct position pos = record->start, before;
    struct wire_state state = {
        .pos = &pos,
        .first_side = (enum side)record->start.side,
        .is_replay = true,
        .names = {name_of(p, SIDE_RED), name_of(p, SIDE_BLUE)},
    };

    print_state(p, &state);
    for (int i = 0; i < record->ply_count; i++) {
        before = pos;
        game_play(record_rules(record), &pos, record->plies[i].move);
        state.before = &before;
        state.words = record_slice(record, record->plies[i].words);
        state.hint = record_slice(record, record->plies[i].hint);
        print_state(p, &state);
    }
    print_result(p, &state);
}

static void name_room(struct printing *p)
{
    unsigned long long key = p->record->start.key;
    struct buf buf;

    buf_init(&buf, p->room, sizeof p->room);
    buf_format(&buf, "%08llx-%04llx-4%03llx-8%03llx-%012llx", key >> 32, key >> 16 & 0xffff,
               key >> 4 & 0xfff, key & 0xfff, key & 0xffffffffffff);
}

void replay_write(const struct record *record, struct buf *out)
{
    struct printing p = {.record = record, .wire = wire_of(record_rules(record)), .out = out};

    p.season = season_at(p.wire->season);
    name_room(&p);
    buf_format(out, "<%s>", p.season->replay_root);
    print_game(&p);
    buf_format(out, "\n</%s>", p.season->replay_root);
}
