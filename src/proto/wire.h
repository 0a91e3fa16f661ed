#ifndef PROTO_WIRE_H
#define PROTO_WIRE_H

/*
 * What a game says in XML: its moves, states and the few words that differ between seasons.  Each
 * game has one in its wire.c, in the XML of its season.  Wires turn XML into the texts of game.h
 * and back; the rules judge.  They allocate nothing and know no parser.
 */

#include "game/outcome.h"
#include "game/record.h"
#include "proto/season.h"
#include "xml/node.h"
#include "xml/writer.h"

enum { WIRE_STATE_MAX = 64 * 1024 }; /* bytes of a state as XML, the largest of all games */

/* A state as players and observers see it. */
struct wire_state {
    const struct position *pos; /* the room's own; the wire writes only what players may see */
    const char *names[SIDE_NONE];
    /* The last move; `before` is NULL while there is none. */
    const struct position *before;
    struct slice words;
    struct slice hint;
    enum side first_side; /* to move when the game began */
    bool is_replay;       /* in a file, where some seasons write it differently */
    unsigned form;        /* how its sender has spelled it (form_of_move); 0: in the plain way */
};

enum wire_verdict {
    WIRE_MOVE,       /* `words` hold a move, which the referee still has to judge */
    WIRE_FOUL,       /* meant as a move, but none: the sender loses by a rule violation */
    WIRE_NOT_A_MOVE, /* what only a server says: a rule violation, too, or an error packet (2023) */
    WIRE_GARBLED,    /* not our protocol: the connection ends; code "incomplete": because a part
                        is missing, which the official server noticed too late to say so */
};

/* A regular end in the official server's German words ("Das Rundenlimit wurde erreicht."), by
 * winner, then for a draw; a newline stands as '\n'.  {winner} and {loser} are names, {WINNER} is
 * one in capitals. */
struct wire_end {
    const char *reason;              /* of a game_result */
    const char *text[SIDE_NONE + 1]; /* NULL: the first one again */
};

/* What the official server said about a refused move.  {1} is a detail of the fault, {side}
 * the side to move ("RED"), {move} the move as `describe` writes it. */
struct wire_mistake {
    const char *code; /* of the fault; NULL ends a list */
    const char *name; /* in the error, since 2023; NULL: the text */
    const char *text;
    bool has_no_move; /* said without the move that was refused */
};

struct game_wire {
    const char *game;      /* its name in game.h */
    const char *game_type; /* "swc_2020_hive" */
    enum season_id season;

    /* A move from <data class="…">; hints of all spellings are collected in `hint`, joined by " |
     * ". */
    enum wire_verdict (*read_move)(const struct xml_node *data, const struct position *pos,
                                   struct buf *words, struct buf *hint, struct err *why);

    /* Writes attributes and children of a move in these words: the element (<data>, <lastMove>,
     * <originalRequest>) was just opened by the caller.  It writes the class attribute itself where
     * the season has one there. */
    void (*write_move)(struct xml_writer *writer, const struct position *before, struct slice words,
                       struct slice hint);

    /* Writes the whole <state …>…</state>. */
    void (*write_state)(struct xml_writer *writer, const struct wire_state *state);

    /* A position's text (game.h) from a <state>, in ruleset book unless the text is told otherwise
     * by the caller; what the state does not show becomes '?'. */
    bool (*read_state)(const struct xml_node *state, struct buf *text, struct err *why);

    /* The <lastMove> of a state as words; false: there is none.  `before` is the state before. */
    bool (*read_last_move)(const struct xml_node *state, const struct position *before,
                           struct buf *words, struct buf *hint);

    /* The attributes of a player in an element that was just opened (<winner>, <nextPlayer>), in
     * the season's order; a class attribute is the frame's business. */
    void (*write_player)(struct xml_writer *writer, const struct wire_state *state, enum side side);

    /* Every regular end; the last one has no reason and stands for all others. */
    const struct wire_end *ends;
    /* A finer word for the end of a game than its reason, to find it in `ends`; NULL: the reason.
     */
    const char *(*end_of)(const struct position *pos);
    const char *irregular_end; /* the season's server called this one irregular; NULL: none */

    /* ---- to write what the official server wrote; each may be NULL ---- */

    /* The faults whose sentences are known. */
    const struct wire_mistake *mistakes;
    /* A part of a move as it was sent, in the words of those sentences: "move" is the whole. */
    void (*describe)(const struct xml_node *data, struct slice part, struct buf *out);
    /* Its sender's spelling, as far as <lastMove> repeats it (wire_state.form). */
    unsigned (*form_of_move)(const struct xml_node *data);
};

/* The verdict on <data> whose class is not a move's: WIRE_NOT_A_MOVE or WIRE_GARBLED. */
enum wire_verdict wire_judge_other_data(const struct xml_node *data, struct err *why);

/* The outcome of a game that its rules have ended at `pos`, with the season's sentence for it. */
void wire_end_regular(const struct record *record, const struct position *pos,
                      struct outcome *outcome);
/* What a player is called in sentences, also one without a name; SIDE_NONE: both of them. */
const char *wire_player_name(const struct game_wire *wire, const char *const names[SIDE_NONE],
                             enum side side);

/* ---- what the wires of several games have in common ---- */

/* The place of a name in a list that NULL ends; the end of the list if it is not there or NULL. */
int wire_index(const char *const names[], const char *name);
/* Is the class attribute of <data> one of these? */
bool wire_has_class(const struct xml_node *data, const char *const classes[]);
/* <red …/> and <blue …/>. */
void wire_write_players(struct xml_writer *writer, const struct game_wire *wire,
                        const struct wire_state *state);
/* <lastMove>, if there is one. */
void wire_write_last_move(struct xml_writer *writer, const struct game_wire *wire,
                          const struct wire_state *state);

/* Hints are what movers say about their moves: strangers' texts that go into records, replays and
 * states.  Adds one (NULL or empty: nothing), as much as fits in whole characters.  It stays in its
 * line, so that it cannot pretend to be a line of a record. */
void wire_add_hint(struct buf *hints, const char *text);
/* <hint content="…"/> for each of them: seasons 2017 and 2019. */
void wire_write_hints(struct xml_writer *writer, struct slice hints);

/* The wire of a game. */
const struct game_wire *wire_of(const struct game_rules *rules);
/* The wire with this game type ("swc_2020_hive"), or NULL. */
const struct game_wire *wire_find(const char *game_type);

#endif
