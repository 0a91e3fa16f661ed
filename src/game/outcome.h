#ifndef GAME_OUTCOME_H
#define GAME_OUTCOME_H

/*
 * How a game ended: by its rules, or because a side left, broke a rule or was too slow, because
 * two people agreed on a draw, or because the game was called off.  The innocent side always wins.
 */

#include "game/game.h"

enum cause {
    CAUSE_REGULAR,
    CAUSE_LEFT,
    CAUSE_RULE_VIOLATION,
    CAUSE_SOFT_TIMEOUT,
    CAUSE_HARD_TIMEOUT,
    CAUSE_UNKNOWN,
    CAUSE_AGREED, /* of both sides */
    CAUSE_COUNT
};

enum { OUTCOME_REASON_SIZE = 256 };

struct outcome {
    struct game_result result; /* winner and scores as they go into the XML result */
    enum cause cause[SIDE_NONE];
    char reason[SIDE_NONE][OUTCOME_REASON_SIZE]; /* German, for people; may be empty */
    struct err fault[SIDE_NONE]; /* the same in any language; no code: only the sentence is known */
};

/* "REGULAR", "LEFT" … as records and the archive say. */
const char *cause_name(enum cause cause);
/* The same as the XML results say, whose readers do not know every cause. */
const char *cause_name_in_xml(enum cause cause);
bool cause_find(struct slice name, enum cause *cause);

/* The end by the rules; `pos` must be over. */
void outcome_regular(struct outcome *outcome, const struct game_rules *rules,
                     const struct position *pos, const char *reason);

/* `offender` loses, whatever stands on the board. */
void outcome_forfeit(struct outcome *outcome, const struct game_rules *rules,
                     const struct position *pos, enum side offender, enum cause cause);

/* Says in what way a side has failed: its fault, and the reason that goes into the XML result. */
void outcome_set_fault(struct outcome *outcome, const struct game_rules *rules, enum side side,
                       const struct err *fault);

/* A draw that both sides have agreed on: a point each, the other scores as they stand. */
void outcome_agree(struct outcome *outcome, const struct game_rules *rules,
                   const struct position *pos);

/* No winner and no points: called off (CAUSE_REGULAR) or given up by the server
 * (CAUSE_UNKNOWN). */
void outcome_void(struct outcome *outcome, const struct game_rules *rules,
                  const struct position *pos, enum cause cause);

/* Winner and scores of an end that is not by the rules, from the causes alone: the only innocent
 * side wins; a draw that was agreed on is one; otherwise there is no winner. */
void outcome_settle(struct outcome *outcome, const struct game_rules *rules,
                    const struct position *pos);

#endif
