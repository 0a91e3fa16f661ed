#ifndef GAMES_MISSISSIPPI_VOYAGE_H
#define GAMES_MISSISSIPPI_VOYAGE_H

/*
 * The movement rule: a ship on its way, action by action.  The referee executes a sender's actions
 * with it, route.c searches over it, move_builder.c offers actions by it.
 *
 *   struct voyage v = voyage_begin(pos, why);
 *   voyage_act(&v, &(struct action){ACTION_STEP, 2}) && voyage_may_end(&v);
 *
 * The same rule is written in three other representations, on purpose:
 *   moves.c and reach.c list all end states of a position at once, for the search; going through
 *     actions one by one would be far too slow.
 *   escape.c looks for any way on and may overlook one; the evaluation asks it at every leaf.
 *   plain.c is the twin, written again from the rules text, which tests hold against moves.c.
 * tests/oracle_mississippi.c and tests/conform.c hold this file against moves.c: each listed move
 * has words that lead to it.
 */

#include "games/mississippi/river.h"

enum action_kind { ACTION_ACC, ACTION_TURN, ACTION_STEP, ACTION_PUSH, ACTION_KINDS };

struct action {
    enum action_kind kind;
    int value; /* the number, or the direction of a push */
};

struct voyage {
    const struct mississippi *m;
    enum ruleset ruleset;
    int x, y, dir, speed, coal, points, free_turns;
    int other_x, other_y, other_speed;
    int other_free_turns; /* before the move; voyage_end_state() knows about pushes */
    bool has_pushed;
    bool is_aground; /* the last step entered a sandbank: nothing may follow */
    int number;      /* actions so far */
    struct err *why; /* where refusals go; NULL: they are not wanted */
};

/* The ship of the side to move, before its first action. */
struct voyage voyage_begin(const struct position *pos, struct err *why);
/* Executes one action; false, with the reason in `why`, leaves a voyage that is of no use. */
bool voyage_act(struct voyage *v, const struct action *action);
/* May the move end here?  False, with the reason in `why`, if not. */
bool voyage_may_end(const struct voyage *v);
/* What a move that ends here leaves behind. */
struct end_state voyage_end_state(const struct voyage *v);
/* Refuses with the field of the ship, and is always false. */
bool voyage_set_err(const struct voyage *v, const char *code);

static inline bool voyage_is_on_opponent(const struct voyage *v)
{
    return v->x == v->other_x && v->y == v->other_y;
}

static inline enum field voyage_field(const struct voyage *v, int x, int y)
{
    return river_field_at(
        v->m, river_locate(v->m, x, y, river_first_visible(v->m), river_last_visible(v->m)));
}

static inline bool voyage_is_on_sandbank(const struct voyage *v)
{
    return voyage_field(v, v->x, v->y) == FIELD_SANDBANK;
}

/* ---- text.c ---- */

/* "acc", "turn", "step", "push". */
extern const char *const mississippi_action_name[ACTION_KINDS];

/* The number of an action ("+2"), and the name of a direction. */
bool mississippi_read_value(struct slice word, int *out);
bool mississippi_read_direction(struct slice word, int *dir);
bool mississippi_parse_action(struct slice word, struct action *action);
void mississippi_print_action(const struct action *action, struct buf *out);
/* Adds actions to those that the buffer has, with a semicolon between two. */
void mississippi_print_actions(const struct action actions[], int count, struct buf *out);

#endif
