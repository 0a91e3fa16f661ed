#ifndef GAMES_MISSISSIPPI_VOYAGE_2024_H
#define GAMES_MISSISSIPPI_VOYAGE_2024_H

/*
 * The movement rule of season 2024: a ship on its way, action by action (compare voyage.h).  The
 * referee executes a sender's actions with it, action_search_2024.c searches over it,
 * move_builder_2024.c offers actions by it.
 *
 *   struct voyage24 v = voyage24_begin(pos, why);
 *   voyage24_act(&v, &(struct action){ACTION_STEP, 2}) && voyage24_may_end(&v);
 *
 * The value of a turn is the direction that the ship has afterwards.  Steps that follow each other
 * directly count as one advance, so the caller adds them up first (voyage24_merge).
 */

#include "games/mississippi/river_2024.h"
#include "games/mississippi/voyage.h"

struct voyage24 {
    const struct mississippi24 *g;
    enum ruleset ruleset;
    int last; /* segment that may be used; everything behind it is no field */
    int place, dir, speed, coal, points, free_turns;
    int other_place, pushes;
    int number;      /* actions so far */
    struct err *why; /* where refusals go; NULL: they are not wanted */
};

/* The ship of the side to move, before its first action. */
struct voyage24 voyage24_begin(const struct position *pos, struct err *why);
/* Executes one action; false, with the reason in `why`, leaves a voyage that is of no use. */
bool voyage24_act(struct voyage24 *v, const struct action *action);
/* May the move end here?  False, with the reason in `why`, if not. */
bool voyage24_may_end(const struct voyage24 *v);
/* What a move that ends here leaves behind. */
struct end_state24 voyage24_end_state(const struct voyage24 *v);

/* Adds up steps that follow each other and executes everything.  In ruleset book every single step
 * must be possible, too. */
bool voyage24_act_all(struct voyage24 *v, const struct action actions[], int count);

static inline bool voyage24_is_on_opponent(const struct voyage24 *v)
{
    return v->place == v->other_place;
}

/* ---- text_2024.c ---- */

bool mississippi24_parse_action(struct slice word, struct action *action);
void mississippi24_print_action(const struct action *action, struct buf *out);
/* Adds actions to those that the buffer has, with a semicolon between two. */
void mississippi24_print_actions(const struct action actions[], int count, struct buf *out);

#endif
