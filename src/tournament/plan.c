#include "tournament/plan.h"

#include "base/rng.h"
#include "tournament/plan_internal.h"

#include <assert.h>
#include <string.h>

bool plan_check(const struct plan_setup *setup, struct err *why)
{
    bool is_knockout = setup->kind == PLAN_KNOCKOUT;
    int games_min = is_knockout ? PLAN_KNOCKOUT_GAMES_MIN : 1;

    if (setup->count < 2 || setup->count > PLAN_TEAMS_MAX)
        return err_set(why, "plan_teams", "");
    if (setup->games < games_min || setup->games > PLAN_GAMES_MAX)
        return err_set(why, "plan_games", "");
    if (is_knockout && (setup->games % 2 != 0 || setup->games_max % 2 != 0))
        return err_set(why, "plan_even", "");
    if (is_knockout && (setup->games_max < setup->games || setup->games_max > PLAN_GAMES_MAX))
        return err_set(why, "plan_games_max", "");
    if (setup->kind == PLAN_LEAGUE && (setup->legs < 1 || setup->legs > PLAN_LEGS_MAX))
        return err_set(why, "plan_legs", "");
    if (setup->kind == PLAN_SWISS && (setup->rounds < 1 || setup->rounds > PLAN_TEAMS_MAX))
        return err_set(why, "plan_rounds", "");
    return true;
}

void plan_shuffle(int16_t list[], int count, uint64_t seed)
{
    struct rng rng = rng_make(seed);

    for (int i = count - 1; i > 0; i--) {
        int other = rng_below(&rng, i + 1);
        int16_t kept = list[i];
        list[i] = list[other];
        list[other] = kept;
    }
}

void plan_init(struct plan *plan, const struct plan_setup *setup)
{
    assert(plan_check(setup, NULL));
    memset(plan, 0, sizeof *plan);
    plan->setup = *setup;
    for (int i = 0; i < setup->count; i++)
        plan->order[i] = (int16_t)i;
    plan_shuffle(plan->order, setup->count, setup->seed);
    switch (setup->kind) {
    case PLAN_LEAGUE:
        break;
    case PLAN_SWISS:
        plan_swiss_init(plan);
        break;
    case PLAN_KNOCKOUT:
        plan_knockout_init(plan);
        break;
    }
}

/* With an odd number an empty chair takes part. */
static int chairs(const struct plan *plan) { return plan->setup.count + plan->setup.count % 2; }

int plan_rounds(const struct plan *plan)
{
    switch (plan->setup.kind) {
    case PLAN_LEAGUE:
        return (chairs(plan) - 1) * plan->setup.legs;
    case PLAN_SWISS:
        return plan->setup.rounds;
    case PLAN_KNOCKOUT:
        return plan_knockout_rounds(plan);
    }
    return 0;
}

bool plan_is_over(const struct plan *plan) { return plan->round >= plan_rounds(plan); }

static void swap_seats(struct plan_meeting *meeting)
{
    int first = meeting->first;

    meeting->first = meeting->second;
    meeting->second = first;
}

void plan_set_meeting_fate(const struct plan *plan, struct plan_meeting *meeting)
{
    bool is_first_out = plan->is_out[meeting->first];
    bool is_second_out = plan->is_out[meeting->second];

    if (!is_first_out && !is_second_out) {
        meeting->fate = PLAN_PLAY;
        return;
    }
    meeting->fate = is_first_out && is_second_out ? PLAN_NO_SHOW : PLAN_WALKOVER;
    if (is_first_out && !is_second_out)
        swap_seats(meeting);
}

static int at_chair(const struct plan *plan, int chair)
{
    return chair < plan->setup.count ? plan->order[chair] : PLAN_NOBODY;
}

/*
 * The circle method: one chair stands still, the others turn by one every day, and opposite chairs
 * meet.  The seats alternate so that no team is first much more often than second.
 */
static struct plan_meeting league_meeting(const struct plan *plan, int round, int number)
{
    int turning = chairs(plan) - 1, leg = round / turning, day = round % turning;
    int a = number == 0 ? turning : (day + number) % turning;
    int b = (day - number + turning) % turning;
    bool is_swapped = (number == 0 ? day : number) % 2 != leg % 2;
    struct plan_meeting meeting = {
        .round = round,
        .number = number,
        .first = at_chair(plan, is_swapped ? b : a),
        .second = at_chair(plan, is_swapped ? a : b),
        .games = plan->setup.games,
        .games_before = leg * plan->setup.games,
    };

    if (meeting.first != PLAN_NOBODY && meeting.second != PLAN_NOBODY) {
        plan_set_meeting_fate(plan, &meeting);
        return meeting;
    }
    if (meeting.first == PLAN_NOBODY)
        swap_seats(&meeting);
    meeting.fate = PLAN_REST;
    meeting.games = 0;
    return meeting;
}

int plan_round_meetings(const struct plan *plan, int round, struct plan_meeting out[])
{
    int count = chairs(plan) / 2;

    assert(plan->setup.kind == PLAN_LEAGUE && round >= 0 && round < plan_rounds(plan));
    for (int i = 0; i < count; i++)
        out[i] = league_meeting(plan, round, i);
    return count;
}

static int league_next(const struct plan *plan, struct plan_meeting out[])
{
    int open = 0;

    for (int i = 0; i < chairs(plan) / 2; i++) {
        if (!plan->is_done[plan->round][i])
            out[open++] = league_meeting(plan, plan->round, i);
    }
    return open;
}

static bool is_day_done(const struct plan *plan, int round)
{
    for (int i = 0; i < chairs(plan) / 2; i++) {
        if (!plan->is_done[round][i])
            return false;
    }
    return true;
}

static void league_report(struct plan *plan, const struct plan_meeting *meeting)
{
    plan->is_done[meeting->round][meeting->number] = true;
    while (!plan_is_over(plan) && is_day_done(plan, plan->round))
        plan->round++;
}

int plan_open_meetings(const struct plan *plan, struct plan_meeting out[])
{
    if (plan_is_over(plan))
        return 0;
    switch (plan->setup.kind) {
    case PLAN_LEAGUE:
        return league_next(plan, out);
    case PLAN_SWISS:
        return plan_swiss_next(plan, out);
    case PLAN_KNOCKOUT:
        return plan_knockout_next(plan, out);
    }
    return 0;
}

static bool is_same(const struct plan_meeting *a, const struct plan_meeting *b)
{
    bool is_straight = a->first == b->first && a->second == b->second;
    bool is_turned = a->first == b->second && a->second == b->first;

    return a->round == b->round && a->number == b->number && a->games_before == b->games_before &&
           (is_straight || is_turned);
}

/* Is it one of those that wait for a report? */
static bool is_open(const struct plan *plan, const struct plan_meeting *meeting)
{
    struct plan_meeting waiting[PLAN_MEETINGS_MAX];
    int count;

    if (plan->setup.kind == PLAN_LEAGUE) {
        if (meeting->round < 0 || meeting->round >= plan_rounds(plan))
            return false;
        count = plan_round_meetings(plan, meeting->round, waiting);
    } else {
        count = plan_open_meetings(plan, waiting);
    }
    for (int i = 0; i < count; i++) {
        if (is_same(&waiting[i], meeting))
            return !plan->is_done[meeting->round][meeting->number];
    }
    return false;
}

bool plan_add_result(struct plan *plan, const struct plan_meeting *meeting,
                     const struct plan_score *score, struct err *why)
{
    const struct plan_score none = {0};

    if (!is_open(plan, meeting))
        return err_set(why, "plan_not_open", "");
    switch (plan->setup.kind) {
    case PLAN_LEAGUE:
        league_report(plan, meeting);
        break;
    case PLAN_SWISS:
        plan_swiss_add_result(plan, meeting, score ? score : &none);
        break;
    case PLAN_KNOCKOUT:
        plan_knockout_add_result(plan, meeting, score ? score : &none);
        break;
    }
    return true;
}

int plan_meeting_winner(const struct plan *plan, const struct plan_meeting *meeting, int lead)
{
    bool is_walkover = meeting->fate == PLAN_BYE || meeting->fate == PLAN_WALKOVER;

    if (plan->setup.kind == PLAN_KNOCKOUT)
        return plan_knockout_meeting_winner(plan, meeting);
    if (is_walkover || lead > 0)
        return meeting->first;
    return lead < 0 ? meeting->second : PLAN_NOBODY;
}

void plan_withdraw(struct plan *plan, int team)
{
    assert(team >= 0 && team < plan->setup.count);
    plan->is_out[team] = true;
}

void plan_order(const int place[], int count, int order[])
{
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && place[i] < place[order[at - 1]]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

uint64_t plan_board(const struct plan *plan, const struct plan_meeting *meeting, int game)
{
    int low = meeting->first < meeting->second ? meeting->first : meeting->second;
    int high = meeting->first < meeting->second ? meeting->second : meeting->first;
    uint64_t pair = (uint64_t)(low + 1) << 32 | (uint64_t)(high + 1) << 16;
    uint64_t board = (uint64_t)(meeting->games_before + game) / 2;

    return rng_mix(rng_mix(plan->setup.seed ^ pair) + board);
}

void plan_deal(int count, int groups, uint64_t seed, int group[])
{
    assert(groups > 0 && count <= PLAN_TEAMS_MAX);
    for (int pot = 0; pot * groups < count; pot++) {
        int left = count - pot * groups;
        int16_t lots[PLAN_TEAMS_MAX];
        for (int i = 0; i < groups; i++)
            lots[i] = (int16_t)i;
        plan_shuffle(lots, groups, rng_mix(seed + (uint64_t)pot + 1));
        for (int i = 0; i < groups && i < left; i++)
            group[pot * groups + i] = lots[i];
    }
}

int plan_qualify(const struct plan_group groups[], int group_count, int advance, int out[])
{
    int count = 0;

    for (int place = 0; place < advance; place++) {
        for (int i = 0; i < group_count; i++) {
            if (place < groups[i].count)
                out[count++] = groups[i].team[place];
        }
    }
    return count;
}
