#include "tournament/report.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TITLE_SIZE = 4 * TOURNAMENT_NAME_SIZE,
    HEAD_TEAM = 4, /* columns of the words at the head of the end result */
    HEAD_UNTIL = 5,
};

enum word { WORD_GROUP, WORD_HEAD, WORD_OVER, WORD_RUNNING, WORD_OUT, WORD_DAYS, WORD_COUNT };

static const char *const words[WORD_COUNT][LANG_COUNT] = {
    [WORD_GROUP] = {"Gruppe", "group"},
    [WORD_HEAD] = {"Platz  Team%*s  bis%*s     Elo     ±  Spiele\n",
                   "Place  Team%*s  until%*s   Elo     ±   games\n"},
    [WORD_OVER] = {"beendet nach %d Spielen", "over after %d games"},
    [WORD_RUNNING] = {"%d von %d Spielen", "%d of %d games"},
    [WORD_OUT] = {"Ohne spielfähigen Bot", "Without a playable bot"},
    [WORD_DAYS] = {"Spieltage", "Match days"},
};

static const struct {
    const char *name, *ending;
} formats[REPORT_FORMATS] = {
    [REPORT_TEXT] = {"text", "txt"},
    [REPORT_HTML] = {"html", "html"},
    [REPORT_CSV] = {"csv", "csv"},
    [REPORT_JSON] = {"json", "json"},
};

bool report_format_find(const char *word, enum report_format *format)
{
    for (int i = 0; i < REPORT_FORMATS; i++) {
        if (strcmp(word, formats[i].name) == 0) {
            *format = (enum report_format)i;
            return true;
        }
    }
    return false;
}

const char *report_ending(enum report_format format) { return formats[format].ending; }

size_t report_size(const struct tournament_file *file)
{
    enum { DAY_LINE = 768 };
    size_t teams = (size_t)file->team_count, pairs = teams * teams, legs = 1;

    for (int i = 0; i < file->stage_count; i++)
        legs += (size_t)(file->stage[i].legs + file->stage[i].rounds);
    return 65536 +
           (size_t)(file->stage_count + 1) * (teams * (STANDINGS_PRINT_SIZE_PER_TEAM + 1024) +
                                              pairs * STANDINGS_PRINT_SIZE_PER_PAIR) +
           legs * pairs * DAY_LINE;
}

/* ---- tables ---- */

/* A report and what it points to; must not be moved. */
struct page {
    struct tournament_table table;
    char title[TITLE_SIZE];
    struct standings_print report;
};

static void open_page(struct page *page, const struct report *report, int stage, int group)
{
    const struct tournament_file *file = report->file;
    bool has_groups = tournament_groups(report->tournament, stage) > 1;
    struct buf title;

    tournament_table(report->tournament, stage, group, &page->table);
    buf_init(&title, page->title, sizeof page->title);
    buf_format(&title, "%s: %s", file->name, file->stage[stage].name);
    if (has_groups)
        buf_format(&title, ", %s %d", words[WORD_GROUP][report->lang], group + 1);
    page->report = (struct standings_print){
        .title = page->title,
        .rules = game_find(slice_of(file->game)),
        .standings = page->table.standings,
        .names = page->table.names,
        .places = page->table.is_tree ? page->table.place : NULL,
    };
}

typedef void print_text(const struct report *report, int stage, struct buf *out);

/* A text as it is, within a page. */
static void html_text(const struct report *report, print_text *print, int stage, struct buf *out)
{
    size_t size = report_size(report->file);
    char *text = memory_get(size, 1);
    struct buf buf;

    buf_init(&buf, text, size);
    print(report, stage, &buf);
    buf_add(out, "<pre>");
    standings_print_html_text(text, out);
    buf_add(out, "</pre>\n");
    free(text);
}

static void html_group(const struct report *report, const struct page *page, int stage,
                       struct buf *out)
{
    standings_print_html_table(&page->report, report->lang, out);
    if (page->table.is_tree)
        html_text(report, report_tree, stage, out);
}

void report_print_group(const struct report *report, enum report_format format, int stage,
                        int group, struct buf *out)
{
    struct page page;

    open_page(&page, report, stage, group);
    switch (format) {
    case REPORT_TEXT:
        standings_print_text(&page.report, report->lang, out);
        if (page.table.is_tree) {
            buf_add_char(out, '\n');
            report_tree(report, stage, out);
        }
        break;
    case REPORT_HTML:
        standings_print_html_begin(page.title, report->lang, out);
        html_group(report, &page, stage, out);
        standings_print_html_end(out);
        break;
    case REPORT_CSV:
        standings_print_csv(&page.report, out);
        break;
    case REPORT_JSON:
        standings_print_json(&page.report, out);
        break;
    case REPORT_FORMATS:
        break;
    }
}

/* ---- the end result ---- */

struct final {
    int place[PLAN_TEAMS_MAX];
    int order[PLAN_TEAMS_MAX];
    int stage[PLAN_TEAMS_MAX]; /* the last one that was reached */
    struct rating_list ratings;
};

static void find_stages(const struct report *report, int stage_of[])
{
    for (int stage = 0; stage <= tournament_stage_at(report->tournament); stage++) {
        for (int group = 0; group < tournament_groups(report->tournament, stage); group++) {
            struct tournament_table table;
            tournament_table(report->tournament, stage, group, &table);
            for (int i = 0; i < table.standings->count; i++)
                stage_of[table.team[i]] = stage;
        }
    }
}

static struct final *make_final(const struct report *report)
{
    struct final *final = memory_get(1, sizeof *final);

    tournament_places(report->tournament, final->place);
    find_stages(report, final->stage);
    rating_solve(tournament_ratings(report->tournament), &final->ratings);
    for (int i = 0; i < report->file->team_count; i++) {
        int at = i;
        for (; at > 0 && final->place[i] < final->place[final->order[at - 1]]; at--)
            final->order[at] = final->order[at - 1];
        final->order[at] = i;
    }
    return final;
}

static bool is_out(const struct report *report, int team)
{
    return report->out && report->out[team][0];
}

static int wider(int width, const char *text)
{
    int other = slice_width(slice_of(text));

    return other > width ? other : width;
}

static void add_padded(struct buf *out, const char *text, int width)
{
    buf_add(out, text);
    buf_add_blanks(out, width - slice_width(slice_of(text)));
}

static void print_state(const struct report *report, struct buf *out)
{
    int played, planned;

    tournament_progress(report->tournament, &played, &planned);
    if (tournament_is_over(report->tournament))
        buf_format(out, words[WORD_OVER][report->lang], played);
    else
        buf_format(out, words[WORD_RUNNING][report->lang], played, planned);
}

static void print_outs(const struct report *report, struct buf *out)
{
    for (int team = 0; team < report->file->team_count; team++) {
        if (is_out(report, team))
            buf_format(out, "\n%s: %s: %s\n", words[WORD_OUT][report->lang],
                       report->file->team[team].name, report->out[team]);
    }
}

/* Of the columns of the end result. */
struct widths {
    int team, until;
};

static struct widths measure(const struct tournament_file *file)
{
    struct widths widths = {.team = HEAD_TEAM, .until = HEAD_UNTIL};

    for (int i = 0; i < file->team_count; i++)
        widths.team = wider(widths.team, file->team[i].name);
    for (int i = 0; i < file->stage_count; i++)
        widths.until = wider(widths.until, file->stage[i].name);
    return widths;
}

static void print_place(const struct tournament_file *file, const struct final *final, int team,
                        struct widths widths, struct buf *out)
{
    const struct rating *rating = &final->ratings.rating[team];

    buf_format(out, "%5d  ", final->place[team]);
    add_padded(out, file->team[team].name, widths.team);
    buf_add(out, "  ");
    add_padded(out, file->stage[final->stage[team]].name, widths.until);
    if (rating->games > 0)
        buf_format(out, "  %+5.0f  %4.0f", rating->elo, 1.96 * rating->error);
    else
        buf_add(out, "      –     –");
    buf_format(out, "  %6lld\n", (long long)rating->games);
}

void report_places(const struct report *report, struct buf *out)
{
    const struct tournament_file *file = report->file;
    struct final *final = make_final(report);
    struct widths widths = measure(file);

    buf_format(out, "%s: ", file->name);
    print_state(report, out);
    buf_add(out, "\n\n");
    buf_format(out, words[WORD_HEAD][report->lang], widths.team - HEAD_TEAM, "",
               widths.until - HEAD_UNTIL, "");
    for (int i = 0; i < file->team_count; i++)
        print_place(file, final, final->order[i], widths, out);
    print_outs(report, out);
    free(final);
}

/* ---- everything ---- */

static void text_stage(const struct report *report, int stage, struct buf *out)
{
    for (int group = 0; group < tournament_groups(report->tournament, stage); group++) {
        if (out->len > 0)
            buf_add_char(out, '\n');
        report_print_group(report, REPORT_TEXT, stage, group, out);
    }
}

static void html_stage(const struct report *report, int stage, struct buf *out)
{
    for (int group = 0; group < tournament_groups(report->tournament, stage); group++) {
        struct page page;
        open_page(&page, report, stage, group);
        buf_add(out, "<h2>");
        standings_print_html_text(page.title, out);
        buf_add(out, "</h2>\n");
        html_group(report, &page, stage, out);
    }
}

static void csv_stage(const struct report *report, int stage, struct buf *out)
{
    for (int group = 0; group < tournament_groups(report->tournament, stage); group++) {
        char before[TITLE_SIZE];
        struct page page;
        struct buf buf;
        open_page(&page, report, stage, group);
        buf_init(&buf, before, sizeof before);
        buf_add_csv(&buf, report->file->stage[stage].name);
        buf_format(&buf, ",%d,", group + 1);
        standings_print_csv_rows(&page.report, before, out);
    }
}

static void json_stage(const struct report *report, int stage, struct json *json)
{
    const struct tournament_stage *from = &report->file->stage[stage];

    json_begin_object(json, NULL);
    json_text(json, "name", from->name);
    json_text(json, "kind", tournament_kind_name((enum tournament_kind)from->kind));
    json_int(json, "rounds", tournament_rounds(report->tournament, stage));
    json_int(json, "roundsDone", tournament_rounds_done(report->tournament, stage));
    json_begin_array(json, "groups");
    for (int group = 0; group < tournament_groups(report->tournament, stage); group++) {
        struct page page;
        open_page(&page, report, stage, group);
        standings_print_json_value(&page.report, NULL, json);
    }
    json_end_array(json);
    json_end_object(json);
}

static void json_team(const struct report *report, const struct final *final, int team,
                      struct json *json)
{
    const struct rating *rating = &final->ratings.rating[team];

    json_begin_object(json, NULL);
    json_int(json, "place", final->place[team]);
    json_text(json, "team", report->file->team[team].name);
    json_text(json, "stage", report->file->stage[final->stage[team]].name);
    json_int(json, "games", rating->games);
    if (rating->games > 0) {
        json_int(json, "elo", lround(rating->elo));
        json_int(json, "error", lround(1.96 * rating->error));
    }
    if (is_out(report, team))
        json_text(json, "out", report->out[team]);
    json_end_object(json);
}

static void json_all(const struct report *report, struct json *json)
{
    struct final *final = make_final(report);
    int played, planned;

    tournament_progress(report->tournament, &played, &planned);
    json_begin_object(json, NULL);
    json_text(json, "name", report->file->name);
    json_text(json, "game", report->file->game);
    json_bool(json, "over", tournament_is_over(report->tournament));
    json_int(json, "played", played);
    json_int(json, "planned", planned);
    json_begin_array(json, "places");
    for (int i = 0; i < report->file->team_count; i++)
        json_team(report, final, final->order[i], json);
    json_end_array(json);
    json_begin_array(json, "stages");
    for (int stage = 0; stage <= tournament_stage_at(report->tournament); stage++)
        json_stage(report, stage, json);
    json_end_array(json);
    report_days_json(report, "days", json);
    json_end_object(json);
    free(final);
}

static void text_places(const struct report *report, int stage, struct buf *out)
{
    (void)stage;
    report_places(report, out);
}

static void text_days(const struct report *report, int stage, struct buf *out)
{
    (void)stage;
    report_days(report, out);
}

static void text_all(const struct report *report, struct buf *out)
{
    report_places(report, out);
    for (int i = 0; i <= tournament_stage_at(report->tournament); i++)
        text_stage(report, i, out);
    buf_format(out, "\n%s\n\n", words[WORD_DAYS][report->lang]);
    report_days(report, out);
}

static void html_all(const struct report *report, struct buf *out)
{
    html_text(report, text_places, REPORT_ALL, out);
    for (int i = 0; i <= tournament_stage_at(report->tournament); i++)
        html_stage(report, i, out);
    buf_format(out, "<h2>%s</h2>\n", words[WORD_DAYS][report->lang]);
    html_text(report, text_days, REPORT_ALL, out);
}

static void csv_all(const struct report *report, struct buf *out)
{
    for (int i = 0; i <= tournament_stage_at(report->tournament); i++)
        csv_stage(report, i, out);
}

void report_print(const struct report *report, enum report_format format, int stage,
                  struct buf *out)
{
    bool is_all = stage == REPORT_ALL;
    struct json json;

    switch (format) {
    case REPORT_TEXT:
        is_all ? text_all(report, out) : text_stage(report, stage, out);
        break;
    case REPORT_HTML:
        standings_print_html_begin(report->file->name, report->lang, out);
        is_all ? html_all(report, out) : html_stage(report, stage, out);
        standings_print_html_end(out);
        break;
    case REPORT_CSV:
        buf_add(out, "stage,group,");
        standings_print_csv_head(game_find(slice_of(report->file->game)), out);
        is_all ? csv_all(report, out) : csv_stage(report, stage, out);
        break;
    case REPORT_JSON:
        json_init(&json, out);
        is_all ? json_all(report, &json) : json_stage(report, stage, &json);
        break;
    case REPORT_FORMATS:
        break;
    }
}
