/* What a tournament tells: tables, match days, places, how far it is. */

#include "tournament/tournament_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- places ---- */

static bool is_tree(const struct group_state *group)
{
    return group->plan.setup.kind == PLAN_KNOCKOUT;
}

void tournament_rank_group(const struct group_state *group, int order[], int place[])
{
    struct standings_row rows[STANDINGS_TEAMS_MAX];

    if (is_tree(group)) {
        plan_places(&group->plan, place);
        plan_order(place, group->count, order);
        return;
    }
    standings_rank(&group->standings, rows);
    for (int i = 0; i < group->count; i++) {
        order[i] = rows[i].team;
        place[rows[i].team] = rows[i].place;
    }
}

void tournament_table(const struct tournament *tournament, int stage, int group,
                      struct tournament_table *table)
{
    const struct group_state *from = &tournament->stages[stage].groups[group];
    int order[PLAN_TEAMS_MAX];

    memset(table, 0, sizeof *table);
    table->standings = &from->standings;
    table->is_tree = is_tree(from);
    tournament_rank_group(from, order, table->place);
    for (int i = 0; i < from->count; i++) {
        table->team[i] = from->team[i];
        table->names[i] = tournament->file->team[from->team[i]].name;
    }
}

int tournament_last_stage_of_team(const struct tournament *tournament, int team)
{
    for (int stage = tournament->stage; stage > 0; stage--) {
        for (int i = 0; i < tournament->stages[stage].entrants; i++) {
            if (tournament->stages[stage].team[i] == team)
                return stage;
        }
    }
    return 0;
}

void tournament_places(const struct tournament *tournament, int place[])
{
    /* Small is good: first the last stage that a team has reached, then the place in it. */
    int merits[PLAN_TEAMS_MAX], count = tournament->file->team_count;

    for (int stage = 0; stage <= tournament->stage; stage++) {
        for (int i = 0; i < tournament->stages[stage].count; i++) {
            struct tournament_table table;
            tournament_table(tournament, stage, i, &table);
            for (int k = 0; k < table.standings->count; k++)
                merits[table.team[k]] = table.place[k] - stage * (PLAN_TEAMS_MAX + 1);
        }
    }
    for (int team = 0; team < count; team++) {
        place[team] = 1;
        for (int other = 0; other < count; other++)
            place[team] += merits[other] < merits[team];
    }
}

/* ---- rounds ---- */

int tournament_current_stage(const struct tournament *tournament) { return tournament->stage; }

int tournament_group_count(const struct tournament *tournament, int stage)
{
    return tournament->stages[stage].count;
}

int tournament_round_count(const struct tournament *tournament, int stage)
{
    int most = 0;

    for (int i = 0; i < tournament->stages[stage].count; i++) {
        int rounds = plan_rounds(&tournament->stages[stage].groups[i].plan);
        most = rounds > most ? rounds : most;
    }
    return most;
}

int tournament_rounds_done(const struct tournament *tournament, int stage)
{
    int least = tournament_round_count(tournament, stage);

    for (int i = 0; i < tournament->stages[stage].count; i++) {
        const struct plan *plan = &tournament->stages[stage].groups[i].plan;
        if (!plan_is_over(plan) && plan->round < least)
            least = plan->round;
    }
    return least;
}

int tournament_round_meetings(const struct tournament *tournament, int stage, int group, int round,
                              struct tournament_result out[])
{
    const struct group_state *from = &tournament->stages[stage].groups[group];
    int count = 0;

    if (round >= plan_rounds(&from->plan))
        return 0;
    for (int i = 0; i < from->width; i++) {
        const struct tournament_result *result = &from->results[round * from->width + i];
        if (result->is_known)
            out[count++] = *result;
    }
    return count;
}

/* ---- how far it is ---- */

/* How many games a plan has if `count` teams play and nothing takes longer than it must. */
static int games_of(const struct plan_setup *setup, int count)
{
    if (count < 2)
        return 0;
    switch (setup->kind) {
    case PLAN_LEAGUE:
        return count * (count - 1) / 2 * setup->legs * setup->games;
    case PLAN_SWISS:
        return count / 2 * setup->rounds * setup->games;
    case PLAN_KNOCKOUT:
        return (count - 1 + (setup->has_third_place && count > 3)) * setup->games;
    }
    return 0;
}

/* Games beyond those that a duel has at least. */
static int games_extra(const struct group_state *group)
{
    int extra = 0;

    for (int i = 0; i < plan_rounds(&group->plan) * group->width; i++) {
        int more = group->results[i].games - group->plan.setup.games;
        extra += more > 0 ? more : 0;
    }
    return extra;
}

static int games_of_group(const struct tournament *tournament, const struct group_state *group)
{
    int active = 0;

    for (int i = 0; i < group->count; i++)
        active += !tournament->is_out[group->team[i]];
    return games_of(&group->plan.setup, active) + games_extra(group);
}

static int games_of_coming_stage(const struct tournament *tournament, int stage)
{
    int groups = tournament->file->stage[stage].groups, sum = 0;
    int entrants = tournament_entrants(tournament->file, stage);

    for (int i = 0; i < groups; i++) {
        int count = entrants / groups + (i < entrants % groups);
        struct plan_setup setup = tournament_file_plan_setup(tournament->file, stage, i, count);
        sum += games_of(&setup, count);
    }
    return sum;
}

void tournament_progress(const struct tournament *tournament, int *played, int *planned)
{
    *played = tournament->played;
    *planned = 0;
    for (int stage = 0; stage < tournament->file->stage_count; stage++) {
        if (stage > tournament->stage)
            *planned += games_of_coming_stage(tournament, stage);
        for (int i = 0; i < tournament->stages[stage].count; i++)
            *planned += games_of_group(tournament, &tournament->stages[stage].groups[i]);
    }
}

const struct rating_table *tournament_rating_table(const struct tournament *tournament)
{
    return &tournament->ratings;
}
