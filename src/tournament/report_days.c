/* Match days and trees. */

#include "tournament/report.h"

#include <stdio.h>
#include <string.h>

static const char *const day_word[LANG_COUNT] = {"%d. Spieltag", "Match day %d"};
static const char *const group_word[LANG_COUNT] = {"Gruppe", "group"};
static const char *const third_word[LANG_COUNT] = {"Spiel um Platz 3", "For the third place"};
static const char *const seeded_word[LANG_COUNT] = {"als besser Gesetzter", "being seeded higher"};

/* The last rounds of a knock-out, from the end on. */
static const char *const last_rounds[][LANG_COUNT] = {
    {"Finale", "Final"}, {"Halbfinale", "Semi-finals"}, {"Viertelfinale", "Quarter-finals"}};

static const char *const fate_words[][LANG_COUNT] = {
    [PLAN_REST] = {"spielfrei", "rests"},
    [PLAN_BYE] = {"Freilos", "bye"},
    [PLAN_WALKOVER] = {"kampflos", "walkover"},
    [PLAN_NO_SHOW] = {"beide ohne Bot", "neither has a bot"},
};

static const char *const fates[] = {
    [PLAN_PLAY] = "play",         [PLAN_REST] = "rest",       [PLAN_BYE] = "bye",
    [PLAN_WALKOVER] = "walkover", [PLAN_NO_SHOW] = "no-show",
};

static const char *name_of(const struct report *report, int team)
{
    return team == PLAN_NOBODY ? "–" : report->file->team[team].name;
}

static bool is_tree(const struct report *report, int stage)
{
    return report->file->stage[stage].kind == TOURNAMENT_FINAL_EIGHT;
}

/* ---- as text ---- */

static void print_round_name(const struct report *report, int stage, int round, struct buf *out)
{
    int left = tournament_round_count(report->tournament, stage) - round;

    if (is_tree(report, stage) && left <= 3)
        buf_add(out, last_rounds[left - 1][report->lang]);
    else
        buf_format(out, day_word[report->lang], round + 1);
}

static void print_score(const struct report *report, int stage,
                        const struct tournament_result *result, struct buf *out)
{
    int draws = result->games - result->first_wins - result->second_wins;

    buf_format(out, " – %s  +%d =%d -%d", name_of(report, result->second), result->first_wins,
               draws, result->second_wins);
    if (!is_tree(report, stage) || !result->is_done)
        return;
    buf_format(out, "  → %s", name_of(report, result->winner));
    if (result->first_wins == result->second_wins)
        buf_format(out, " (%s)", seeded_word[report->lang]);
}

static void print_meeting(const struct report *report, int stage,
                          const struct tournament_result *result, struct buf *out)
{
    bool is_pair = result->second != PLAN_NOBODY;

    if (result->first == PLAN_NOBODY)
        return;
    buf_format(out, "    %s", name_of(report, result->first));
    if (result->fate == PLAN_PLAY && result->games > 0)
        print_score(report, stage, result, out);
    else if (is_pair)
        buf_format(out, " – %s", name_of(report, result->second));
    if (result->fate != PLAN_PLAY)
        buf_format(out, "  %s", fate_words[result->fate][report->lang]);
    buf_add_char(out, '\n');
}

static void print_day(const struct report *report, int stage, int round, struct buf *out)
{
    bool has_third = is_tree(report, stage) && report->file->stage[stage].third_place != 0 &&
                     round + 1 == tournament_round_count(report->tournament, stage);
    int groups = tournament_group_count(report->tournament, stage);

    buf_add(out, "  ");
    print_round_name(report, stage, round, out);
    buf_add_char(out, '\n');
    for (int group = 0; group < groups; group++) {
        struct tournament_result day[PLAN_MEETINGS_MAX];
        int count = tournament_round_meetings(report->tournament, stage, group, round, day);
        if (groups > 1 && count > 0)
            buf_format(out, "   %s %d\n", group_word[report->lang], group + 1);
        for (int i = 0; i < count; i++) {
            if (has_third && i == 1)
                buf_format(out, "  %s\n", third_word[report->lang]);
            print_meeting(report, stage, &day[i], out);
        }
    }
}

static bool is_known(const struct report *report, int stage, int round)
{
    struct tournament_result day[PLAN_MEETINGS_MAX];

    return tournament_round_meetings(report->tournament, stage, 0, round, day) > 0;
}

void report_days(const struct report *report, struct buf *out)
{
    for (int stage = 0; stage <= tournament_current_stage(report->tournament); stage++) {
        buf_format(out, "%s%s\n", stage > 0 ? "\n" : "", report->file->stage[stage].name);
        for (int round = 0; round < tournament_round_count(report->tournament, stage); round++) {
            if (is_known(report, stage, round))
                print_day(report, stage, round, out);
        }
    }
}

/* ---- as JSON ---- */

static void json_name(const struct report *report, const char *key, int team, struct json *json)
{
    if (team == PLAN_NOBODY)
        json_nothing(json, key);
    else
        json_text(json, key, name_of(report, team));
}

void report_meeting_file_name(const struct tournament_meeting *meeting, char name[REPORT_NAME_SIZE])
{
    snprintf(name, REPORT_NAME_SIZE, "%d-%d-%03d-%d", meeting->stage + 1, meeting->group + 1,
             meeting->round + 1, meeting->number + 1);
}

/* Only where there are games there is a file. */
static void json_games(const struct tournament_meeting *place,
                       const struct tournament_result *result, struct json *json)
{
    char name[REPORT_NAME_SIZE];

    report_meeting_file_name(place, name);
    json_text(json, "file", name);
    json_text(json, "course", result->course);
    json_int(json, "firstFaults", result->first_faults);
    json_int(json, "secondFaults", result->second_faults);
}

static void json_meeting(const struct report *report, const struct tournament_meeting *place,
                         const struct tournament_result *result, struct json *json)
{
    json_begin_object(json, NULL);
    json_name(report, "first", result->first, json);
    json_name(report, "second", result->second, json);
    json_text(json, "fate", fates[result->fate]);
    json_bool(json, "done", result->is_done);
    json_int(json, "games", result->games);
    json_int(json, "firstWins", result->first_wins);
    json_int(json, "secondWins", result->second_wins);
    json_name(report, "winner", result->winner, json);
    if (result->games > 0)
        json_games(place, result, json);
    json_end_object(json);
}

static void json_day(const struct report *report, int stage, int group, int round,
                     struct json *json)
{
    struct tournament_result day[PLAN_MEETINGS_MAX];
    int count = tournament_round_meetings(report->tournament, stage, group, round, day);

    if (count == 0)
        return;
    json_begin_object(json, NULL);
    json_text(json, "stage", report->file->stage[stage].name);
    json_int(json, "stageNumber", stage + 1);
    json_int(json, "group", group + 1);
    json_int(json, "round", round + 1);
    json_begin_array(json, "meetings");
    for (int i = 0; i < count; i++) {
        struct tournament_meeting place = {
            .stage = stage, .group = group, .round = round, .number = day[i].number};
        json_meeting(report, &place, &day[i], json);
    }
    json_end_array(json);
    json_end_object(json);
}

void report_days_json(const struct report *report, const char *key, struct json *json)
{
    json_begin_array(json, key);
    for (int stage = 0; stage <= tournament_current_stage(report->tournament); stage++) {
        for (int round = 0; round < tournament_round_count(report->tournament, stage); round++) {
            for (int group = 0; group < tournament_group_count(report->tournament, stage); group++)
                json_day(report, stage, group, round, json);
        }
    }
    json_end_array(json);
}

/* ---- trees ---- */

enum { TREE_ROUNDS_MAX = 3 /* of eight */, TREE_LINE_SIZE = 1024 };

/* The meetings of all rounds, and where they stand on the paper. */
struct tree {
    const struct report *report;
    int rounds;
    int count[TREE_ROUNDS_MAX]; /* 0: this round is not known yet */
    struct tournament_result meeting[TREE_ROUNDS_MAX][PLAN_MEETINGS_MAX];
    int width; /* of a name */
};

/* The line of place `index` of a round: in the middle of the two that lead to it. */
static int line_of(int round, int index)
{
    int step = 2 << round;

    return index * step + step / 2 - 1;
}

static int team_at(const struct tree *tree, int round, int index, int *wins)
{
    const struct tournament_result *meeting = &tree->meeting[round][index / 2];
    bool is_first = index % 2 == 0;

    *wins = -1;
    if (index / 2 >= tree->count[round])
        return PLAN_NOBODY;
    if (meeting->fate == PLAN_PLAY && meeting->games > 0)
        *wins = is_first ? meeting->first_wins : meeting->second_wins;
    return is_first ? meeting->first : meeting->second;
}

static void print_place(const struct tree *tree, int round, int index, struct buf *out)
{
    int wins, team = team_at(tree, round, index, &wins);
    const char *name = team == PLAN_NOBODY ? "·" : name_of(tree->report, team);

    buf_add(out, name);
    buf_add_blanks(out, tree->width - slice_width(slice_of(name)));
    if (wins >= 0)
        buf_format(out, " %3d ", wins);
    else
        buf_add_blanks(out, 5);
    buf_add(out, index % 2 == 0 ? "┐ " : "┘ ");
}

/* What stands in the column of a round on this line: a place, or between the two of a meeting a
 * stroke, in whose middle the way goes on. */
static void print_column(const struct tree *tree, int round, int line, struct buf *out)
{
    int step = 2 << round, down = line - line_of(round, 0);
    int within =
        down > 0 ? down % (2 * step) : step + 1; /* a meeting begins at 0 and ends at `step` */

    if (down >= 0 && down % step == 0) {
        print_place(tree, round, down / step, out);
        return;
    }
    buf_add_blanks(out, tree->width + 5);
    buf_add(out, within == step / 2 ? "├ " : within < step ? "│ " : "  ");
}

static void read_tree(struct tree *tree, const struct report *report, int stage)
{
    memset(tree, 0, sizeof *tree);
    tree->report = report;
    tree->rounds = tournament_round_count(report->tournament, stage);
    for (int round = 0; round < tree->rounds; round++)
        tree->count[round] =
            tournament_round_meetings(report->tournament, stage, 0, round, tree->meeting[round]);
    for (int i = 0; i < tree->count[0]; i++) {
        const int teams[] = {tree->meeting[0][i].first, tree->meeting[0][i].second};
        for (int k = 0; k < 2; k++) {
            int width = slice_width(slice_of(name_of(report, teams[k])));
            tree->width = width > tree->width ? width : tree->width;
        }
    }
}

static void print_line(const struct tree *tree, int line, struct buf *out)
{
    const struct tournament_result *final = &tree->meeting[tree->rounds - 1][0];
    char text[TREE_LINE_SIZE];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    for (int round = 0; round < tree->rounds; round++)
        print_column(tree, round, line, &buf);
    if (line == line_of(tree->rounds, 0) && final->is_done)
        buf_add(&buf, name_of(tree->report, final->winner));
    struct slice shown = buf_slice(&buf);
    while (shown.len > 0 && shown.at[shown.len - 1] == ' ')
        shown.len--;
    buf_add_slice(out, shown);
    buf_add_char(out, '\n');
}

void report_tree(const struct report *report, int stage, struct buf *out)
{
    struct tree tree;

    read_tree(&tree, report, stage);
    for (int line = 0; line < (2 << tree.rounds) - 1; line++)
        print_line(&tree, line, out);
    if (tree.count[tree.rounds - 1] > 1) {
        buf_format(out, "%s\n", third_word[report->lang]);
        print_meeting(report, stage, &tree.meeting[tree.rounds - 1][1], out);
    }
}
