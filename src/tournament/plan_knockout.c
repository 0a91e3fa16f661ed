/* Knock-out: a tree of duels, see plan.h for how it lies in an array. */

#include "tournament/plan_internal.h"

#include <assert.h>

enum { FINAL = 1, THIRD_PLACE = 0 };

/* 0 7 3 4 1 6 2 5 for eight: the sum of the two in a duel is always the same. */
static void seed_leaves(struct plan *plan)
{
    int16_t *leaf = &plan->knockout.winner[plan->knockout.size];

    leaf[0] = 0;
    for (int filled = 1; filled < plan->knockout.size; filled *= 2) {
        for (int i = filled - 1; i >= 0; i--) {
            leaf[2 * i + 1] = (int16_t)(2 * filled - 1 - leaf[i]);
            leaf[2 * i] = leaf[i];
        }
    }
    for (int i = 0; i < plan->knockout.size; i++) {
        if (leaf[i] >= plan->setup.count)
            leaf[i] = PLAN_NOBODY;
    }
}

void plan_knockout_init(struct plan *plan)
{
    plan->knockout.size = 2;
    while (plan->knockout.size < plan->setup.count)
        plan->knockout.size *= 2;
    for (int node = 0; node < plan->knockout.size; node++)
        plan->knockout.winner[node] = PLAN_UNDECIDED;
    seed_leaves(plan);
}

int plan_knockout_rounds(const struct plan *plan)
{
    int rounds = 0;

    for (int size = plan->knockout.size; size > 1; size /= 2)
        rounds++;
    return rounds;
}

/* The nodes of a round are first, first + 1 … 2·first - 1. */
static int first_node(const struct plan *plan, int round)
{
    return plan->knockout.size >> (round + 1);
}

static bool has_third_place(const struct plan *plan)
{
    return plan->setup.has_third_place && plan->knockout.size >= 4;
}

static int loser(const struct plan *plan, int node)
{
    const int16_t *winner = plan->knockout.winner;

    return winner[node] == winner[2 * node] ? winner[2 * node + 1] : winner[2 * node];
}

static struct plan_meeting duel_at(const struct plan *plan, int node)
{
    const struct plan_duel *duel = &plan->knockout.duel[node];
    bool is_third = node == THIRD_PLACE;
    struct plan_meeting meeting = {
        .round = plan->round,
        .number = is_third ? 1 : node - first_node(plan, plan->round),
        .first = is_third ? loser(plan, 2) : plan->knockout.winner[2 * node],
        .second = is_third ? loser(plan, 3) : plan->knockout.winner[2 * node + 1],
        .games = duel->played == 0 ? plan->setup.games : 2,
        .games_before = duel->played,
    };

    if (meeting.first != PLAN_NOBODY && meeting.second != PLAN_NOBODY) {
        plan_set_meeting_fate(plan, &meeting);
        return meeting;
    }
    if (meeting.first == PLAN_NOBODY)
        meeting.first = meeting.second;
    meeting.second = PLAN_NOBODY;
    meeting.games = 0;
    /* Two empty places, or a withdrawn team: no winner comes out of this duel. */
    bool has_winner = meeting.first != PLAN_NOBODY && !plan->is_out[meeting.first];
    meeting.fate = has_winner ? PLAN_BYE : PLAN_REST;
    return meeting;
}

/* The nodes of the current round, the game for the third place being the last; how
 * many there are. */
static int list_nodes(const struct plan *plan, int nodes[])
{
    int first = first_node(plan, plan->round), count = 0;

    for (int node = first; node < 2 * first; node++)
        nodes[count++] = node;
    if (first == FINAL && has_third_place(plan))
        nodes[count++] = THIRD_PLACE;
    return count;
}

int plan_knockout_next(const struct plan *plan, struct plan_meeting out[])
{
    int nodes[PLAN_MEETINGS_MAX + 1], open = 0, count = list_nodes(plan, nodes);

    for (int i = 0; i < count; i++) {
        if (plan->knockout.winner[nodes[i]] == PLAN_UNDECIDED)
            out[open++] = duel_at(plan, nodes[i]);
    }
    return open;
}

/* PLAN_UNDECIDED as long as two more games are to be played. */
static int winner_of_duel(const struct plan *plan, const struct plan_meeting *meeting,
                          const struct plan_duel *duel)
{
    if (duel->first_wins != duel->second_wins)
        return duel->first_wins > duel->second_wins ? meeting->first : meeting->second;
    if (duel->played < plan->setup.games_max)
        return PLAN_UNDECIDED;
    return meeting->first < meeting->second ? meeting->first : meeting->second;
}

static int winner_of(struct plan *plan, const struct plan_meeting *meeting,
                     const struct plan_score *score, struct plan_duel *duel)
{
    switch (meeting->fate) {
    case PLAN_PLAY:
        duel->first_wins += score->first_wins;
        duel->second_wins += score->second_wins;
        duel->played += meeting->games;
        return winner_of_duel(plan, meeting, duel);
    case PLAN_BYE:
    case PLAN_WALKOVER:
        return meeting->first;
    case PLAN_NO_SHOW:
    case PLAN_REST:
        break;
    }
    return PLAN_NOBODY;
}

void plan_knockout_add_result(struct plan *plan, const struct plan_meeting *meeting,
                              const struct plan_score *score)
{
    int nodes[PLAN_MEETINGS_MAX + 1], count = list_nodes(plan, nodes);
    int node = nodes[meeting->number];

    plan->knockout.winner[node] =
        (int16_t)winner_of(plan, meeting, score, &plan->knockout.duel[node]);
    for (int i = 0; i < count; i++) {
        if (plan->knockout.winner[nodes[i]] == PLAN_UNDECIDED)
            return;
    }
    plan->round++;
}

int plan_knockout_meeting_winner(const struct plan *plan, const struct plan_meeting *meeting)
{
    int first = first_node(plan, meeting->round);
    bool is_third = first == FINAL && meeting->number == 1;

    return plan->knockout.winner[is_third ? THIRD_PLACE : first + meeting->number];
}

static void set_place(int place[], int team, int value)
{
    if (team >= 0)
        place[team] = value;
}

void plan_places(const struct plan *plan, int place[])
{
    const int16_t *winner = plan->knockout.winner;

    assert(plan->setup.kind == PLAN_KNOCKOUT);
    /* From the leaves up, so that the last word is said by the round a team went out in. */
    for (int node = plan->knockout.size - 1; node >= FINAL; node--) {
        int nodes_of_round = 1;
        while (nodes_of_round * 2 <= node)
            nodes_of_round *= 2;
        set_place(place, winner[2 * node], nodes_of_round + 1);
        set_place(place, winner[2 * node + 1], nodes_of_round + 1);
    }
    set_place(place, winner[FINAL], 1);
    if (has_third_place(plan) && winner[THIRD_PLACE] >= 0) {
        int a = loser(plan, 2), b = loser(plan, 3);
        set_place(place, a, 4);
        set_place(place, b, 4);
        set_place(place, winner[THIRD_PLACE], 3);
    }
}
