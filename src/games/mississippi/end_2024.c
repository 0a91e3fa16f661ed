/*
 * How a game of season 2024 ends.
 *
 *   goal        at the end of a round; ruleset server looks where the ships are then, ruleset book
 *               whether a ship has reached the goal by its own move, though it may be pushed off
 *   lag         more than three segments behind; in ruleset book only at the end of a round
 *   stuck       the side to move has no move; its turn is counted as if it had moved
 *   roundlimit  after 30 rounds
 *
 * A finished game's text has the winner, the stuck ship and the board, and mississippi24_
 * end_with_winner() finds the reason in them.  Playing asks the same function, so that a text reads
 * back the same.  Only in ruleset book, where a ship was pushed in the last move and both the goal
 * and another rule give the same winner, the reason is the other one.
 */

#include "games/mississippi/river_2024.h"

#include <assert.h>

/* Has this ship reached the goal, by the ruleset? */
struct homes {
    bool is_home[SIDE_NONE];
};

static int count_home(const struct homes *homes)
{
    return homes->is_home[SIDE_RED] + homes->is_home[SIDE_BLUE];
}

static enum side only_home(const struct homes *homes)
{
    return count_home(homes) != 1 ? SIDE_NONE : homes->is_home[SIDE_RED] ? SIDE_RED : SIDE_BLUE;
}

static int lead_of_red(const struct position *pos)
{
    const struct mississippi *m = mississippi_of(pos);

    return river_segment_of(m->ship[SIDE_RED].place) - river_segment_of(m->ship[SIDE_BLUE].place);
}

static bool is_round_over(const struct position *pos) { return pos->turn % 2 == 0; }

static bool is_lag(const struct position *pos)
{
    int lead = lead_of_red(pos);
    bool is_far = lead > LAG_MAX_2024 || lead < -LAG_MAX_2024;

    return is_far && (pos->ruleset == RULES_SERVER || is_round_over(pos));
}

/* In ruleset book points decide, in ruleset server the ship ahead wins. */
static enum side lag_winner(const struct position *pos)
{
    if (pos->ruleset == RULES_BOOK)
        return mississippi24_better_ship(mississippi24_of(pos));
    return lead_of_red(pos) > 0 ? SIDE_RED : SIDE_BLUE;
}

/* ---- stuck ---- */

/* Would the first hidden segment help, if it were open water? */
static bool may_move_into_hidden(const struct position *pos, enum side side,
                                 struct move_scope scope)
{
    struct position guess = *pos;
    struct mississippi24 *g = mississippi24_body(&guess);
    int hidden = g->m.known++;

    memset(g->m.field[hidden], FIELD_WATER, RIVER_SEGMENT_FIELDS);
    g->current[hidden] = 0;
    return mississippi24_has_move(&guess, side, scope);
}

/* The official server looks only for plain moves after a move, but asks the side to move of a
 * position that it was started with for any. */
static bool is_stuck(const struct position *pos, enum side side, enum turn_set turns)
{
    const struct mississippi *m = mississippi_of(pos);
    struct move_scope scope = {.turns = turns, .last = river24_last_open(pos)};

    if (!river_is_revealed(m) || river_segment_of(m->ship[side].place) >= m->known)
        return false; /* while the river is hidden this cannot be told */
    return !mississippi24_has_move(pos, side, scope) &&
           (m->known > scope.last || !may_move_into_hidden(pos, side, scope));
}

static enum turn_set turns_after_move(const struct position *pos)
{
    return pos->ruleset == RULES_SERVER ? TURNS_PLAIN : TURNS_ALL;
}

/* ---- the end ---- */

static void finish(struct position *pos, enum side winner)
{
    struct mississippi *m = mississippi_body(pos);

    m->winner = (uint8_t)winner;
    pos->side = SIDE_NONE;
    m->end = (uint8_t)mississippi24_end_with_winner(pos, winner);
    assert(m->end != END_NONE);
}

/* The game is over for the side to move: it is marked, and its turn passes. */
static void finish_stuck(struct position *pos, const struct homes *homes)
{
    struct mississippi24 *g = mississippi24_body(pos);
    enum side stuck = (enum side)pos->side, winner = only_home(homes);

    g->stuck = (uint8_t)(1 + stuck);
    g->m.ship[stuck].free_turns = 1;
    pos->turn++;
    finish(pos, winner != SIDE_NONE ? winner : game_other(stuck));
}

static void judge(struct position *pos, const struct homes *homes, enum turn_set turns)
{
    bool is_goal = is_round_over(pos) && count_home(homes) > 0;

    if (is_goal || is_lag(pos) || pos->turn >= MISSISSIPPI_TURN_LIMIT)
        finish(pos, only_home(homes) != SIDE_NONE ? only_home(homes)
                    : is_lag(pos)                 ? lag_winner(pos)
                                  : mississippi24_better_ship(mississippi24_of(pos)));
    else if (is_stuck(pos, (enum side)pos->side, turns))
        finish_stuck(pos, homes);
}

void mississippi24_judge(struct position *pos, enum side mover, bool was_home)
{
    const struct mississippi24 *g = mississippi24_of(pos);
    const struct ship *ship = g->m.ship;
    enum side other = game_other(mover);
    struct homes homes;

    homes.is_home[mover] = mississippi24_is_home(g, &ship[mover]);
    homes.is_home[other] = pos->ruleset == RULES_SERVER ? mississippi24_is_home(g, &ship[other])
                                                        : was_home && is_round_over(pos);
    judge(pos, &homes, turns_after_move(pos));
}

/* In the middle of a round the side to move has not moved yet; at its end a ship with more than one
 * free turn was pushed to where it is. */
static bool may_have_sailed_home(const struct position *pos, enum side side)
{
    if (pos->ruleset == RULES_SERVER)
        return true;
    return is_round_over(pos) ? mississippi_of(pos)->ship[side].free_turns == 1
                              : side != (enum side)pos->side;
}

void mississippi24_end_if_over(struct position *pos)
{
    const struct mississippi24 *g = mississippi24_of(pos);
    struct homes homes;

    if (pos->side == SIDE_NONE)
        return;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        homes.is_home[side] =
            may_have_sailed_home(pos, side) && mississippi24_is_home(g, &g->m.ship[side]);
    judge(pos, &homes, TURNS_ALL);
}

/* ---- the reason of an end ---- */

/* Only at an even turn: the side before the stuck one has just moved. */
static enum mississippi_end stuck_end_with(const struct position *pos, enum side winner)
{
    const struct mississippi24 *g = mississippi24_of(pos);
    enum side stuck = mississippi24_stuck(g), other = game_other(stuck);
    struct homes homes = {{false, false}};

    if (is_round_over(pos)) {
        homes.is_home[other] = mississippi24_is_home(g, &g->m.ship[other]);
        homes.is_home[stuck] =
            pos->ruleset == RULES_SERVER && mississippi24_is_home(g, &g->m.ship[stuck]);
    }
    bool is_told =
        river_is_revealed(&g->m) && river_segment_of(g->m.ship[stuck].place) < g->m.known;
    if (is_told && !is_stuck(pos, stuck, turns_after_move(pos)))
        return END_NONE;
    if (only_home(&homes) != SIDE_NONE)
        return winner == only_home(&homes) ? END_GOAL : END_NONE;
    return winner == other ? END_NOMOVE : END_NONE;
}

static enum mississippi_end server_end_with(const struct position *pos, enum side winner)
{
    const struct mississippi24 *g = mississippi24_of(pos);
    struct homes homes = {{mississippi24_is_home(g, &g->m.ship[SIDE_RED]),
                           mississippi24_is_home(g, &g->m.ship[SIDE_BLUE])}};
    bool is_goal = is_round_over(pos) && count_home(&homes) > 0;
    bool is_last = pos->turn >= MISSISSIPPI_TURN_LIMIT;

    if (!is_goal && !is_lag(pos) && !is_last)
        return END_NONE;
    if (only_home(&homes) != SIDE_NONE)
        return winner == only_home(&homes) ? END_GOAL : END_NONE;
    if (is_lag(pos))
        return winner == lag_winner(pos) ? END_LAG : END_NONE;
    if (winner != mississippi24_better_ship(g))
        return END_NONE;
    return count_home(&homes) > 0 ? END_GOAL : END_ROUNDLIMIT;
}

/* A ship with more than one free turn was pushed in the last move; whether it had reached the goal
 * before is not to be seen. */
static enum mississippi_end book_end_with(const struct position *pos, enum side winner)
{
    const struct mississippi24 *g = mississippi24_of(pos);
    const struct ship *ship = g->m.ship;
    enum side better = mississippi24_better_ship(g), pushed = SIDE_NONE;
    struct homes homes = {{false, false}};

    if (!is_round_over(pos))
        return END_NONE;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (ship[side].free_turns > 1)
            pushed = side;
        else
            homes.is_home[side] = mississippi24_is_home(g, &ship[side]);
    }
    if (count_home(&homes) > 0) {
        bool may_both_be = count_home(&homes) == 2 || pushed != SIDE_NONE;
        bool is_right = (count_home(&homes) == 1 && winner == only_home(&homes)) ||
                        (may_both_be && winner == better);
        return is_right ? END_GOAL : END_NONE;
    }
    if (winner == better && is_lag(pos))
        return END_LAG;
    if (winner == better && pos->turn >= MISSISSIPPI_TURN_LIMIT)
        return END_ROUNDLIMIT;
    bool may_be_home =
        pushed != SIDE_NONE && winner == pushed && ship[pushed].passengers >= PASSENGERS_AT_GOAL;
    return may_be_home ? END_GOAL : END_NONE;
}

enum mississippi_end mississippi24_end_with_winner(const struct position *pos, enum side winner)
{
    if (mississippi24_of(pos)->stuck)
        return stuck_end_with(pos, winner);
    return pos->ruleset == RULES_SERVER ? server_end_with(pos, winner) : book_end_with(pos, winner);
}
