#include "tournament/tournament.h"

#include "base/memory.h"
#include "base/rng.h"
#include "tournament/tournament_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct tournament_game tournament_game_from_result(const struct result *result)
{
    struct tournament_game game = {.red = result->red, .winner = result->winner};

    memcpy(game.scores, result->scores, sizeof game.scores);
    if (result->ending != ENDING_REGULAR && result->offender < MATCH_SEATS)
        game.has_failed[result->offender] = true;
    return game;
}

/* ---- meetings ---- */

static int global_team(const struct group_state *group, int team)
{
    return team == PLAN_NOBODY ? PLAN_NOBODY : group->team[team];
}

/* The meetings of a round that the plan knows now; those of a league are known from
 * the beginning. */
static int list_round(const struct group_state *group, int round, struct plan_meeting out[])
{
    const struct plan *plan = &group->plan;

    if (plan->setup.kind == PLAN_LEAGUE)
        return plan_round_meetings(plan, round, out);
    return plan->round == round ? plan_open_meetings(plan, out) : 0;
}

static struct tournament_result *result_at(const struct group_state *group, int round, int number)
{
    return &group->results[round * group->width + number];
}

static void note_round(struct group_state *group, int round)
{
    struct plan_meeting meetings[PLAN_MEETINGS_MAX];
    int count = list_round(group, round, meetings);

    for (int i = 0; i < count; i++) {
        struct tournament_result *result = result_at(group, round, meetings[i].number);
        if (result->is_known)
            continue;
        *result = (struct tournament_result){
            .number = meetings[i].number,
            .is_known = true,
            .fate = meetings[i].fate,
            .first = global_team(group, meetings[i].first),
            .second = global_team(group, meetings[i].second),
            .winner = PLAN_NOBODY,
        };
    }
}

/* Where the plan goes on with a duel, its earlier games belong to the same meeting. */
static int games_before(const struct group_state *group, const struct plan_meeting *meeting)
{
    return group->plan.setup.kind == PLAN_KNOCKOUT ? meeting->games_before : 0;
}

static struct tournament_meeting meeting_of(const struct tournament *tournament, int number,
                                            const struct plan_meeting *from)
{
    const struct group_state *group = &tournament->stages[tournament->stage].groups[number];
    struct plan_meeting begin = *from;

    begin.games_before -= games_before(group, from);
    return (struct tournament_meeting){
        .stage = tournament->stage,
        .group = number,
        .round = from->round,
        .number = from->number,
        .first = group->team[from->first],
        .second = group->team[from->second],
        .games = games_before(group, from) + from->games,
        .seed = rng_seed(plan_board(&group->plan, &begin, 0)),
    };
}

static int want_round(const struct tournament *tournament, int number, int round,
                      struct tournament_meeting wanted[], int max)
{
    const struct group_state *group = &tournament->stages[tournament->stage].groups[number];
    struct plan_meeting meetings[PLAN_MEETINGS_MAX];
    int count = round < plan_rounds(&group->plan) ? list_round(group, round, meetings) : 0;
    int found = 0;

    for (int i = 0; i < count && found < max; i++) {
        if (meetings[i].fate == PLAN_PLAY && !result_at(group, round, meetings[i].number)->is_done)
            wanted[found++] = meeting_of(tournament, number, &meetings[i]);
    }
    return found;
}

int tournament_wanted(const struct tournament *tournament, struct tournament_meeting wanted[],
                      int max)
{
    const struct stage_state *stage = &tournament->stages[tournament->stage];
    int rounds = tournament_round_count(tournament, tournament->stage), count = 0;

    for (int round = tournament_rounds_done(tournament, tournament->stage); round < rounds;
         round++) {
        for (int group = 0; group < stage->count && count < max; group++)
            count += want_round(tournament, group, round, wanted + count, max - count);
    }
    return count;
}

/* ---- what counts ---- */

static void finish_meeting(struct group_state *group, const struct plan_meeting *meeting)
{
    struct tournament_result *result = result_at(group, meeting->round, meeting->number);
    int winner =
        plan_meeting_winner(&group->plan, meeting, result->first_wins - result->second_wins);

    result->is_done = winner != PLAN_UNDECIDED;
    if (result->is_done)
        result->winner = global_team(group, winner);
}

/* A meeting without a game. */
static void settle_meeting(struct group_state *group, const struct plan_meeting *meeting)
{
    struct standings *standings = &group->standings;
    bool is_tree = group->plan.setup.kind == PLAN_KNOCKOUT;

    switch (meeting->fate) {
    case PLAN_PLAY:
    case PLAN_REST:
        break;
    case PLAN_BYE:
        standings_add_bye(standings, meeting->first, is_tree ? 0 : group->plan.setup.games);
        break;
    case PLAN_WALKOVER:
        for (int i = 0; i < meeting->games; i++)
            standings_add_walkover(standings, meeting->first, meeting->second);
        break;
    case PLAN_NO_SHOW:
        for (int i = 0; i < meeting->games; i++)
            standings_add_no_show(standings, meeting->first, meeting->second);
        break;
    }
    plan_add_result(&group->plan, meeting, NULL, NULL);
    finish_meeting(group, meeting);
}

/* Settles what needs no game in the rounds that have come, until only games are left. */
static void settle_group(struct group_state *group)
{
    bool is_changed = true;

    while (is_changed && !plan_is_over(&group->plan)) {
        struct plan_meeting open[PLAN_MEETINGS_MAX];
        int count = plan_open_meetings(&group->plan, open);
        is_changed = false;
        note_round(group, group->plan.round);
        for (int i = 0; i < count; i++) {
            if (open[i].fate == PLAN_PLAY)
                continue;
            settle_meeting(group, &open[i]);
            is_changed = true;
        }
    }
}

static void note_course(struct tournament_result *result, const struct tournament_game *game)
{
    static const char letters[] = {[MATCH_A] = 'A', [MATCH_B] = 'B', [MATCH_SEATS] = '='};

    if (result->games < TOURNAMENT_COURSE_SIZE - 1)
        result->course[result->games] = letters[game->winner];
    result->first_wins += game->winner == MATCH_A;
    result->second_wins += game->winner == MATCH_B;
    result->first_faults += game->has_failed[MATCH_A];
    result->second_faults += game->has_failed[MATCH_B];
    result->games++;
}

static void count_game(struct tournament *tournament, struct group_state *group,
                       const struct plan_meeting *meeting, const struct tournament_game *game)
{
    static const enum rating_result ratings[] = {[MATCH_A] = RATING_WIN, [MATCH_B] = RATING_LOSS};
    const int teams[MATCH_SEATS] = {meeting->first, meeting->second};
    enum match_seat blue = MATCH_B - game->red;
    struct tournament_result *result = result_at(group, meeting->round, meeting->number);
    struct game_result sides = {.winner = SIDE_NONE};
    bool has_winner = game->winner < MATCH_SEATS;

    if (has_winner)
        sides.winner = game->winner == game->red ? SIDE_RED : SIDE_BLUE;
    memcpy(sides.score[SIDE_RED], game->scores[game->red], sizeof sides.score[0]);
    memcpy(sides.score[SIDE_BLUE], game->scores[blue], sizeof sides.score[0]);
    standings_add_game(&group->standings, teams[game->red], teams[blue], &sides);
    rating_add(&tournament->ratings, result->first, result->second,
               has_winner ? ratings[game->winner] : RATING_DRAW);
    note_course(result, game);
    tournament->played++;
}

/* ---- stages ---- */

static void open_group(struct tournament *tournament, int stage, int number)
{
    struct group_state *group = &tournament->stages[stage].groups[number];
    struct plan_setup setup =
        tournament_file_plan_setup(tournament->file, stage, number, group->count);

    plan_init(&group->plan, &setup);
    standings_init(&group->standings, tournament->rules, group->count);
    for (int i = 0; i < group->count; i++) {
        if (tournament->is_out[group->team[i]])
            plan_withdraw(&group->plan, i);
    }
    group->width = 1; /* also a tree with byes has a power of two, and all fit into half of it */
    while (group->width * 2 < group->count)
        group->width *= 2;
    group->results =
        memory_get((size_t)(plan_rounds(&group->plan) * group->width), sizeof *group->results);
    for (int round = 0; setup.kind == PLAN_LEAGUE && round < plan_rounds(&group->plan); round++)
        note_round(group, round);
}

static void open_stage(struct tournament *tournament, int number)
{
    const struct tournament_stage *from = &tournament->file->stage[number];
    struct stage_state *stage = &tournament->stages[number];
    int group[PLAN_TEAMS_MAX];
    uint64_t lots = rng_mix((uint64_t)tournament->file->seed + rng_mix((uint64_t)number + 1));

    tournament->stage = number;
    stage->count = from->groups;
    stage->groups = memory_get((size_t)stage->count, sizeof *stage->groups);
    plan_deal(stage->entrants, stage->count, lots, group);
    for (int i = 0; i < stage->entrants; i++) {
        struct group_state *own = &stage->groups[group[i]];
        own->team[own->count++] = stage->team[i];
    }
    for (int i = 0; i < stage->count; i++) {
        open_group(tournament, number, i);
        settle_group(&stage->groups[i]);
    }
}

static bool is_stage_over(const struct tournament *tournament)
{
    const struct stage_state *stage = &tournament->stages[tournament->stage];

    for (int i = 0; i < stage->count; i++) {
        if (!plan_is_over(&stage->groups[i].plan))
            return false;
    }
    return true;
}

static void qualify(const struct stage_state *from, int advance, struct stage_state *next)
{
    struct plan_group *groups = memory_get((size_t)from->count, sizeof *groups);

    for (int i = 0; i < from->count; i++) {
        const struct group_state *group = &from->groups[i];
        int order[PLAN_TEAMS_MAX], place[PLAN_TEAMS_MAX];
        tournament_rank_group(group, order, place);
        groups[i].count = group->count;
        for (int k = 0; k < group->count; k++)
            groups[i].team[k] = group->team[order[k]];
    }
    next->entrants =
        plan_qualify(groups, from->count, advance > 0 ? advance : PLAN_TEAMS_MAX, next->team);
    free(groups);
}

/* A stage may be over as soon as it begins, if no team is left to play. */
static void go_on(struct tournament *tournament)
{
    while (is_stage_over(tournament) && tournament->stage + 1 < tournament->file->stage_count) {
        int next = tournament->stage + 1;
        qualify(&tournament->stages[tournament->stage],
                tournament->file->stage[tournament->stage].advance, &tournament->stages[next]);
        open_stage(tournament, next);
    }
}

bool tournament_is_over(const struct tournament *tournament)
{
    return tournament->stage + 1 == tournament->file->stage_count && is_stage_over(tournament);
}

/* ---- reports ---- */

/* The plan's side of a meeting; false if it is not wanted. */
static bool find_meeting(const struct tournament *tournament,
                         const struct tournament_meeting *meeting, struct plan_meeting *found)
{
    const struct stage_state *stage = &tournament->stages[tournament->stage];
    struct plan_meeting list[PLAN_MEETINGS_MAX];

    if (meeting->stage != tournament->stage || meeting->group < 0 || meeting->group >= stage->count)
        return false;
    const struct group_state *group = &stage->groups[meeting->group];
    if (meeting->round < 0 || meeting->round >= plan_rounds(&group->plan))
        return false;
    int count = list_round(group, meeting->round, list);
    for (int i = 0; i < count; i++) {
        struct tournament_meeting wanted;
        if (list[i].number != meeting->number || list[i].fate != PLAN_PLAY)
            continue;
        wanted = meeting_of(tournament, meeting->group, &list[i]);
        *found = list[i];
        return wanted.first == meeting->first && wanted.second == meeting->second &&
               wanted.games == meeting->games;
    }
    return false;
}

static struct plan_score score_of(const struct tournament_game games[], int count)
{
    struct plan_score score = {0};

    for (int i = 0; i < count; i++) {
        score.first_wins += games[i].winner == MATCH_A;
        score.second_wins += games[i].winner == MATCH_B;
    }
    return score;
}

bool tournament_add_result(struct tournament *tournament, const struct tournament_meeting *meeting,
                           const struct tournament_game games[], struct err *why)
{
    struct plan_meeting open;

    if (!find_meeting(tournament, meeting, &open))
        return err_set(why, "plan_not_open", "");
    struct group_state *group = &tournament->stages[meeting->stage].groups[meeting->group];
    const struct tournament_game *fresh = games + games_before(group, &open);
    struct plan_score score = score_of(fresh, open.games);
    if (!plan_add_result(&group->plan, &open, &score, why))
        return false;
    for (int i = 0; i < open.games; i++)
        count_game(tournament, group, &open, &fresh[i]);
    finish_meeting(group, &open);
    settle_group(group);
    go_on(tournament);
    return true;
}

struct tournament *tournament_create(const struct tournament_file *file, const bool is_out[])
{
    struct tournament *tournament = memory_get(1, sizeof *tournament);
    struct stage_state *first = &tournament->stages[0];

    tournament->file = file;
    tournament->rules = game_find(slice_of(file->game));
    assert(tournament->rules); /* tournament_file_parse has seen to it */
    tournament->ratings.count = file->team_count;
    if (is_out)
        memcpy(tournament->is_out, is_out, sizeof is_out[0] * (size_t)file->team_count);
    first->entrants = file->team_count;
    for (int i = 0; i < file->team_count; i++)
        first->team[i] = i;
    open_stage(tournament, 0);
    go_on(tournament);
    return tournament;
}

void tournament_destroy(struct tournament *tournament)
{
    if (!tournament)
        return;
    for (int stage = 0; stage < TOURNAMENT_STAGES_MAX; stage++) {
        for (int i = 0; i < tournament->stages[stage].count; i++)
            free(tournament->stages[stage].groups[i].results);
        free(tournament->stages[stage].groups);
    }
    free(tournament);
}
