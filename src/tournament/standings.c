#include "tournament/standings.h"

#include <assert.h>
#include <string.h>

void standings_init(struct standings *standings, const struct game_rules *rules, int count)
{
    assert(count >= 0 && count <= STANDINGS_TEAMS_MAX);
    memset(standings, 0, sizeof *standings);
    standings->count = count;
    standings->score_count = rules->score_count;
    for (int i = 0; i < rules->score_count; i++)
        standings->aggregation[i] = rules->scores[i].aggregation;
}

enum mark { MARK_WIN, MARK_DRAW, MARK_LOSS };

static void note(struct standings *standings, int team, int other, enum mark mark)
{
    struct standings_team *own = &standings->team[team];
    struct standings_cell *cell = &standings->cross[team][other];

    switch (mark) {
    case MARK_WIN:
        own->wins++;
        cell->wins++;
        break;
    case MARK_DRAW:
        own->draws++;
        cell->draws++;
        break;
    case MARK_LOSS:
        own->losses++;
        cell->losses++;
        break;
    }
}

static void add_points(struct standings *standings, int team, int other, int points)
{
    standings->team[team].score[0] += points;
    standings->cross[team][other].points += points;
}

static enum mark mark_of(const struct game_result *result, enum side side)
{
    if (result->winner == side)
        return MARK_WIN;
    return result->winner == SIDE_NONE && result->score[side][0] > 0 ? MARK_DRAW : MARK_LOSS;
}

void standings_add_game(struct standings *standings, int red, int blue,
                        const struct game_result *result)
{
    const int teams[SIDE_NONE] = {red, blue};

    assert(red != blue && red < standings->count && blue < standings->count);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        int team = teams[side], other = teams[game_other(side)];
        note(standings, team, other, mark_of(result, side));
        add_points(standings, team, other, result->score[side][0]);
        standings->team[team].played++;
        for (int i = 1; i < standings->score_count; i++)
            standings->team[team].score[i] += result->score[side][i];
    }
}

void standings_add_walkover(struct standings *standings, int winner, int loser)
{
    assert(winner != loser && winner < standings->count && loser < standings->count);
    note(standings, winner, loser, MARK_WIN);
    note(standings, loser, winner, MARK_LOSS);
    add_points(standings, winner, loser, STANDINGS_WIN_POINTS);
}

void standings_add_no_show(struct standings *standings, int team, int other)
{
    assert(team != other && team < standings->count && other < standings->count);
    note(standings, team, other, MARK_LOSS);
    note(standings, other, team, MARK_LOSS);
}

void standings_add_bye(struct standings *standings, int team, int games)
{
    standings->team[team].byes++;
    standings->team[team].score[0] += STANDINGS_WIN_POINTS * games;
}

double standings_score(const struct standings *standings, int team, int part)
{
    const struct standings_team *own = &standings->team[team];

    if (part == 0 || standings->aggregation[part] == AGGREGATION_SUM)
        return (double)own->score[part];
    return own->played > 0 ? (double)own->score[part] / own->played : 0;
}

static int sign(int64_t x) { return (x > 0) - (x < 0); }

/* Averages are compared as fractions, so that no rounding ever decides a place. */
static int compare_part(const struct standings *standings, int a, int b, int part)
{
    const struct standings_team *first = &standings->team[a], *second = &standings->team[b];
    int64_t games_a = 1, games_b = 1;

    if (part > 0 && standings->aggregation[part] == AGGREGATION_AVERAGE) {
        games_a = first->played > 0 ? first->played : 1;
        games_b = second->played > 0 ? second->played : 1;
    }
    return sign(first->score[part] * games_b - second->score[part] * games_a);
}

/* Above 0: a is better.  `rule` says by what. */
static int compare(const struct standings *standings, int a, int b, enum standings_rule *rule)
{
    for (int part = 0; part < standings->score_count; part++) {
        int better = compare_part(standings, a, b, part);
        *rule = part == 0 ? STANDINGS_BY_POINTS : STANDINGS_BY_SCORES;
        if (better != 0)
            return better;
    }
    *rule = STANDINGS_BY_NOTHING;
    return 0;
}

static void sort_by_scores(const struct standings *standings, struct standings_row rows[])
{
    enum standings_rule rule;

    for (int i = 1; i < standings->count; i++) {
        struct standings_row row = rows[i];
        int at = i;
        for (; at > 0 && compare(standings, row.team, rows[at - 1].team, &rule) > 0; at--)
            rows[at] = rows[at - 1];
        rows[at] = row;
    }
}

static int games_between(const struct standings *standings, int a, int b)
{
    const struct standings_cell *cell = &standings->cross[a][b];

    return cell->wins + cell->draws + cell->losses;
}

static bool met_equally(const struct standings *standings, const struct standings_row rows[], int n)
{
    int wanted = games_between(standings, rows[0].team, rows[1].team);

    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            if (games_between(standings, rows[i].team, rows[j].team) != wanted)
                return false;
        }
    }
    return wanted > 0;
}

static int direct_points(const struct standings *standings, const struct standings_row rows[],
                         int n, int team)
{
    int sum = 0;

    for (int i = 0; i < n; i++)
        sum += standings->cross[team][rows[i].team].points;
    return sum;
}

/* Orders `n` rows that are equal so far by the games among them. */
static void settle_directly(const struct standings *standings, struct standings_row rows[], int n)
{
    int points[STANDINGS_TEAMS_MAX];

    if (n < 2 || !met_equally(standings, rows, n))
        return;
    for (int i = 0; i < n; i++)
        points[i] = direct_points(standings, rows, n, rows[i].team);
    for (int i = 1; i < n; i++) {
        struct standings_row row = rows[i];
        int own = points[i], at = i;
        for (; at > 0 && own > points[at - 1]; at--) {
            rows[at] = rows[at - 1];
            points[at] = points[at - 1];
        }
        rows[at] = row;
        points[at] = own;
    }
    for (int i = 0; i + 1 < n; i++)
        rows[i].ahead_by =
            points[i] > points[i + 1] ? STANDINGS_BY_DIRECT_GAMES : STANDINGS_BY_NOTHING;
}

/* Finds groups of equal teams, settles them, and notes what separates the groups. */
static void settle_groups(const struct standings *standings, struct standings_row rows[])
{
    int first = 0;

    for (int i = 0; i + 1 < standings->count; i++) {
        enum standings_rule rule;
        if (compare(standings, rows[i].team, rows[i + 1].team, &rule) == 0)
            continue;
        settle_directly(standings, &rows[first], i - first + 1);
        rows[i].ahead_by = rule;
        first = i + 1;
    }
    settle_directly(standings, &rows[first], standings->count - first);
}

void standings_rank(const struct standings *standings, struct standings_row rows[])
{
    for (int i = 0; i < standings->count; i++)
        rows[i] = (struct standings_row){.team = i, .ahead_by = STANDINGS_BY_NOTHING};
    sort_by_scores(standings, rows);
    settle_groups(standings, rows);
    for (int i = 0; i < standings->count; i++) {
        bool is_shared = i > 0 && rows[i - 1].ahead_by == STANDINGS_BY_NOTHING;
        rows[i].place = is_shared ? rows[i - 1].place : i + 1;
    }
}
