#ifndef PROTO_REPLAY_H
#define PROTO_REPLAY_H

/*
 * Replays: a record in the XML of its season, as the official tools write and read it, and back.
 *
 * A replay shows states; the game is found by playing its moves through the rules and comparing
 * what a watcher would see with what the file shows.  Nothing in a file is believed: the first
 * difference is named, and the record holds the game up to there.  Unlike the .kw text a replay of
 * Mississippi Queen knows only the river that was seen.
 */

#include "game/record.h"

enum {
    REPLAY_TEXT_MAX = 4 * 1024 * 1024, /* bytes of a replay; official ones have 0.5 MB */
    REPLAY_RULESETS = 2,               /* of enum ruleset */
};

/* In which ruleset a replay is read; official files do not say. */
enum replay_rules {
    REPLAY_RULES_BOOK = RULES_BOOK,
    REPLAY_RULES_SERVER = RULES_SERVER,
    REPLAY_RULES_FITTING, /* book if it fits, else server if that fits, else whichever goes farther
                           */
};

/* The first thing that the rules see differently from the file; what.code is empty: nothing. */
struct replay_difference {
    struct err what;  /* its first detail is the turn, except for a result */
    struct err cause; /* the referee's own reason; may be empty */
};

struct replay_report {
    enum ruleset ruleset; /* of the record */
    int state_count;      /* in the file */
    struct replay_difference differences[REPLAY_RULESETS];
    struct err damage; /* why the file could not be read to its end; empty: it could */
};

/* Writes the season's XML: every state, then the result if the game has one. */
void replay_write(const struct record *record, struct buf *out);

/* Reads the XML of any season, or a .kw text.  False: no game at all in there.  A .kw text brings
 * its own ruleset and is refused as record_parse does. */
bool replay_parse(struct slice text, enum replay_rules rules, struct record *record,
                  struct replay_report *report, struct err *why);

/* Plays a record in a ruleset; true: nothing differs. */
bool replay_check_record(const struct record *record, enum ruleset ruleset,
                         struct replay_difference *difference);

#endif
