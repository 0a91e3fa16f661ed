#ifndef GAMES_MISSISSIPPI_VOYAGE_H
#define GAMES_MISSISSIPPI_VOYAGE_H

/* A ship on its way, action by action: what the referee (referee.c) knows while he executes a move, for
 * those who build moves with his help (route.c, move_builder.c). */

#include "games/mississippi/river.h"

enum action_kind { ACTION_ACC, ACTION_TURN, ACTION_STEP, ACTION_PUSH };

struct action {
    enum action_kind kind;
    int value; /* the number, or the direction of a push */
};

struct voyage {
    const struct mississippi *m;
    enum ruleset ruleset;
    int x, y, dir, speed, coal, points, free_turns;
    int other_x, other_y, other_speed;
    bool has_pushed;
    bool is_aground; /* the last step entered a sandbank: nothing may follow */
    int number;      /* of the action, from 1 */
    struct err *why; /* NULL: nobody wants to know */
};

/* The ship of the side to move, before its first action. */
struct voyage mississippi_embark(const struct position *pos, struct err *why);
/* Executes one action; false, with the reason in `why`, leaves a voyage that is of no use any more. */
bool mississippi_perform(struct voyage *v, const struct action *action);
/* May the move end here? */
bool mississippi_arrive(const struct voyage *v);
/* What a move that ends here leaves behind. */
struct end_state mississippi_outcome(const struct voyage *v, const struct ship *other);

/* Refuses where the ship is, and is always false. */
bool mississippi_refuse(const struct voyage *v, const char *code);

bool mississippi_read_action(struct slice word, struct action *action);
void mississippi_print_action(const struct action *action, struct buf *out);

/* ---- route.c ---- */

enum {
    BURNT_MAX = 31, /* nobody burns more coal in one move */
    REST_MAX = 31,  /* nor needs more unit actions */
};

struct rest {
    struct action action[REST_MAX];
    int count; /* of actions, 0: the move may end at once */
    int units; /* steps and turns one by one */
    int burnt; /* coal */
};

/* The cheapest way to a legal end, then the shortest; false if there is none. */
bool mississippi_find_rest(const struct voyage *start, struct rest *rest);

static inline bool is_on_opponent(const struct voyage *v)
{
    return v->x == v->other_x && v->y == v->other_y;
}

static inline enum field visible_field(const struct voyage *v, int x, int y)
{
    return field_at(v->m, mississippi_locate(v->m, x, y, first_visible(v->m), last_visible(v->m)));
}

static inline bool is_on_sandbank(const struct voyage *v)
{
    return visible_field(v, v->x, v->y) == FIELD_SANDBANK;
}

#endif
