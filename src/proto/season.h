#ifndef PROTO_SEASON_H
#define PROTO_SEASON_H

/* The words around moves and states that differ between the seasons of the contest, as a table. */

#include <stdbool.h>

enum season_id {
    SEASON_2017,
    SEASON_2019,
    SEASON_2020,
    SEASON_2023,
    SEASON_2024,
    SEASON_2026,
    SEASON_COUNT
};

struct season {
    const char *year;
    const char *team[2];      /* welcomeMessage: "red", "blue" or "ONE", "TWO" */
    const char *move_request; /* class of the request for a move */
    const char *close;        /* the element that says good-bye */
    const char *password;     /* attribute of <authenticate> */
    const char *original;     /* what an error repeats: originalRequest or originalMessage */
    const char *replay_root;  /* the root element of a replay file */
    /* To a player that was not asked for its move (fault_text.c fills the slots); NULL: nothing. */
    const char *not_your_turn, *not_requested;
    bool has_error_packet; /* wrong requests are answered by <errorpacket> and the line stays */
    bool joins_at_once;    /* <joined> does not wait until all seats of a prepared game are taken */
    bool closes_offender;  /* a client that breaks a rule is dismissed after the result */
    bool tells_all_errors; /* the opponent hears of a broken rule, too */
    bool names_offender;   /* observers hear whose move it was, not only what was wrong with it */
    bool repeats_illegal;  /* an error repeats the move that broke a rule … */
    bool repeats_room;     /* … with the <room> around it */
    bool tells_how_left;   /* the reason ends in ": LOST_CONNECTION" or the like */
    bool tells_violations_only; /* no reason for a time-out or a player that left */
    bool has_exceptions;        /* errors say "InvalidMoveException(mistake=…, move=…)" */
    bool tells_over;            /* a move after the end of the game is answered in its own words */
    bool ends_silently;         /* ruleset server: </protocol> only answers a good-bye */
    bool reserves_seats;        /* a prepared seat that says nothing about it is reserved */
    bool has_dummies;           /* a player missing at the start runs into the time limit */
    bool pauses_by_seat; /* shouldBePaused: whose requests a pause holds back; else: begin paused */
    bool has_player_count;  /* joinedGameRoom: playerCount="1" instead of existing="false" */
    bool has_entries;       /* result: <scores><entry> instead of bare <score> */
    bool has_empty_reason;  /* result: reason="" where there is none, instead of no attribute … */
    bool adds_empty_reason; /* … in ruleset book only */
    bool has_winner_reason; /* result: <winner regular="…" reason="…"> instead of causes and reasons
                               of the scores */
    bool shows_paused_state; /* a move in a paused game is shown at once, not with the next step */
    bool has_paused_flag;    /* <data class="paused" paused="true"/> */
    bool has_paused_player;  /* <data class="paused"><nextPlayer …/> */
    bool has_player_class;   /* <winner class="player" …> */
    bool has_bare_replay;    /* states and result of a replay stand in its root, without a room */
    bool names_unknown;      /* players of a plain join are called "Unknown" */
};

const struct season *season_at(enum season_id id);

#endif
