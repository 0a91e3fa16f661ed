/* Swiss rounds: after each one the table is looked at and neighbours are paired. */

#include "base/rng.h"
#include "tournament/plan_internal.h"

#include <assert.h>
#include <string.h>

enum {
    TRIES_MAX = 100000,
    BALANCE_MAX = 2, /* how much more often first than second a team should be */
};

/* The search for a pairing: teams from the top of the table to its end. */
struct search {
    const struct plan *plan;
    int count;
    int16_t team[PLAN_TEAMS_MAX];
    int16_t partner[PLAN_TEAMS_MAX]; /* a place in `team`; -1: none yet */
    int meetings_max;                /* two teams may have met this often already */
    bool is_fair;                    /* no team may get past BALANCE_MAX */
    int tries;
};

static bool is_ahead(const struct plan *plan, int a, int b)
{
    int points_a = plan->swiss.points[a], points_b = plan->swiss.points[b];

    return points_a != points_b ? points_a > points_b : a < b;
}

static void list_by_points(struct search *search)
{
    const struct plan *plan = search->plan;

    for (int team = 0; team < plan->setup.count; team++) {
        if (plan->is_out[team])
            continue;
        int at = search->count++;
        for (; at > 0 && is_ahead(plan, team, search->team[at - 1]); at--)
            search->team[at] = search->team[at - 1];
        search->team[at] = (int16_t)team;
    }
}

/* Takes the last one with the fewest byes out of the list. */
static int take_bye(struct search *search)
{
    const int *byes = search->plan->swiss.byes;
    int chosen = search->count - 1;

    for (int i = search->count - 2; i >= 0; i--) {
        if (byes[search->team[i]] < byes[search->team[chosen]])
            chosen = i;
    }
    int team = search->team[chosen];
    search->count--;
    for (int i = chosen; i < search->count; i++)
        search->team[i] = search->team[i + 1];
    return team;
}

/* Before the first round there are no neighbours: the upper half meets the lower half by lot. */
static void mix_halves(struct search *search)
{
    int half = search->count / 2;
    int16_t lower[PLAN_TEAMS_MAX], mixed[PLAN_TEAMS_MAX];

    memcpy(lower, search->team + half, sizeof lower[0] * (size_t)half);
    plan_shuffle(lower, half, rng_mix(search->plan->setup.seed));
    for (int i = 0; i < half; i++) {
        mixed[2 * i] = search->team[i];
        mixed[2 * i + 1] = lower[i];
    }
    memcpy(search->team, mixed, sizeof mixed[0] * (size_t)(2 * half));
}

static bool may_meet(const struct search *search, int a, int b)
{
    int balance_a = search->plan->swiss.balance[a], balance_b = search->plan->swiss.balance[b];
    bool both_often_first = balance_a >= BALANCE_MAX && balance_b >= BALANCE_MAX;
    bool both_often_second = balance_a <= -BALANCE_MAX && balance_b <= -BALANCE_MAX;

    if (search->is_fair && (both_often_first || both_often_second))
        return false;
    return search->plan->swiss.met[a][b] <= search->meetings_max;
}

/* Pairs the highest one left with his nearest possible neighbour, and goes back where that leads
 * into a dead end. */
static bool pair_rest(struct search *search)
{
    int top = 0;

    while (top < search->count && search->partner[top] >= 0)
        top++;
    if (top == search->count)
        return true;
    for (int i = top + 1; i < search->count; i++) {
        if (search->partner[i] >= 0 || !may_meet(search, search->team[top], search->team[i]))
            continue;
        if (search->tries++ > TRIES_MAX)
            return false;
        search->partner[top] = (int16_t)i;
        search->partner[i] = (int16_t)top;
        if (pair_rest(search))
            return true;
        search->partner[top] = search->partner[i] = -1;
    }
    return false;
}

static bool try_to_pair(struct search *search)
{
    search->tries = 0;
    memset(search->partner, -1, sizeof search->partner);
    return pair_rest(search);
}

/* First without any rematch, then with as few as can be; fair seats come second. */
static void pair_all(struct search *search)
{
    bool is_paired = false;

    for (search->meetings_max = 0; !is_paired && search->meetings_max <= UINT8_MAX;
         search->meetings_max++) {
        search->is_fair = true;
        is_paired = try_to_pair(search);
        search->is_fair = false;
        is_paired = is_paired || try_to_pair(search);
    }
    assert(is_paired); /* at last everybody may meet everybody */
}

/* The team that was first less often is first now; the seats only matter for an odd number of
 * games. */
static void add_meeting(struct plan *plan, int upper, int lower)
{
    int off = plan->swiss.balance[upper] - plan->swiss.balance[lower];
    bool is_upper_first = off != 0 ? off < 0 : (plan->round + plan->swiss.meetings) % 2 == 0;
    int number = plan->swiss.meetings++;

    plan->swiss.first[number] = (int16_t)(is_upper_first ? upper : lower);
    plan->swiss.second[number] = (int16_t)(is_upper_first ? lower : upper);
}

static void make_round(struct plan *plan)
{
    struct search search = {.plan = plan};
    int bye = PLAN_NOBODY;

    plan->swiss.meetings = 0;
    list_by_points(&search);
    if (search.count < 2) { /* everybody else has gone */
        plan->round = plan->setup.rounds;
        return;
    }
    if (search.count % 2 != 0)
        bye = take_bye(&search);
    if (plan->round == 0)
        mix_halves(&search);
    pair_all(&search);
    for (int i = 0; i < search.count; i++) {
        if (search.partner[i] > i)
            add_meeting(plan, search.team[i], search.team[search.partner[i]]);
    }
    if (bye != PLAN_NOBODY) {
        plan->swiss.first[plan->swiss.meetings] = (int16_t)bye;
        plan->swiss.second[plan->swiss.meetings++] = PLAN_NOBODY;
    }
}

void plan_swiss_init(struct plan *plan) { make_round(plan); }

int plan_swiss_next(const struct plan *plan, struct plan_meeting out[])
{
    int open = 0;

    for (int i = 0; i < plan->swiss.meetings; i++) {
        int first = plan->swiss.first[i], second = plan->swiss.second[i];
        struct plan_meeting meeting = {
            .round = plan->round, .number = i, .first = first, .second = second};
        if (plan->is_done[plan->round][i])
            continue;
        if (second == PLAN_NOBODY) {
            meeting.fate = plan->is_out[first] ? PLAN_REST : PLAN_BYE;
        } else {
            meeting.games = plan->setup.games;
            meeting.games_before = plan->setup.games * plan->swiss.met[first][second];
            plan_set_meeting_fate(plan, &meeting);
        }
        out[open++] = meeting;
    }
    return open;
}

/* A meeting counts like a game: 2 points for more wins, 1 for as many. */
static void add_points(struct plan *plan, const struct plan_meeting *meeting,
                       const struct plan_score *score)
{
    int *points = plan->swiss.points;
    int off = score->first_wins - score->second_wins;

    if (off >= 0)
        points[meeting->first] += off > 0 ? 2 : 1;
    if (off <= 0)
        points[meeting->second] += off < 0 ? 2 : 1;
}

static void note_meeting(struct plan *plan, const struct plan_meeting *meeting)
{
    uint8_t *met = &plan->swiss.met[meeting->first][meeting->second];

    if (*met < UINT8_MAX)
        ++*met;
    plan->swiss.met[meeting->second][meeting->first] = *met;
    plan->swiss.balance[meeting->first] += meeting->games % 2;
    plan->swiss.balance[meeting->second] -= meeting->games % 2;
}

void plan_swiss_add_result(struct plan *plan, const struct plan_meeting *meeting,
                           const struct plan_score *score)
{
    plan->is_done[meeting->round][meeting->number] = true;
    switch (meeting->fate) {
    case PLAN_PLAY:
        add_points(plan, meeting, score);
        note_meeting(plan, meeting);
        break;
    case PLAN_BYE:
        plan->swiss.byes[meeting->first]++;
        plan->swiss.points[meeting->first] += 2;
        break;
    case PLAN_WALKOVER:
        plan->swiss.points[meeting->first] += 2;
        break;
    case PLAN_NO_SHOW:
    case PLAN_REST:
        break;
    }
    for (int i = 0; i < plan->swiss.meetings; i++) {
        if (!plan->is_done[plan->round][i])
            return;
    }
    if (++plan->round < plan->setup.rounds)
        make_round(plan);
}
