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

static const char *const group_word[LANG_COUNT] = {"Gruppe", "group"};
static const char *const places_head[LANG_COUNT] = {
    "Platz  Team%*s  bis%*s     Elo     ±  Spiele\n",
    "Place  Team%*s  until%*s   Elo     ±   games\n"};
static const char *const over_words[LANG_COUNT] = {"beendet nach %d Spielen",
                                                   "over after %d games"};
static const char *const running_words[LANG_COUNT] = {"%d von %d Spielen", "%d of %d games"};
static const char *const out_words[LANG_COUNT] = {"Ohne spielfähigen Bot",
                                                  "Without a playable bot"};
static const char *const days_word[LANG_COUNT] = {"Spieltage", "Match days"};

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

const char *report_file_extension(enum report_format format) { return formats[format].ending; }

size_t report_buffer_size(const struct tournament_file *file)
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
    bool has_groups = tournament_group_count(report->tournament, stage) > 1;
    struct buf title;

    tournament_table(report->tournament, stage, group, &page->table);
    buf_init(&title, page->title, sizeof page->title);
    buf_format(&title, "%s: %s", file->name, file->stage[stage].name);
    if (has_groups)
        buf_format(&title, ", %s %d", group_word[report->lang], group + 1);
    page->report = (struct standings_print){
        .title = page->title,
        .rules = game_find(slice_of(file->game)),
        .standings = page->table.standings,
        .names = page->table.names,
        .places = page->table.is_tree ? page->table.place : NULL,
    };
}

/* The text that stands in `out` from here on is shown as it is. */
static size_t begin_text(enum report_format format, struct buf *out)
{
    if (format == REPORT_HTML)
        buf_add(out, "<pre>");
    return out->len;
}

static void end_text(enum report_format format, size_t from, struct buf *out)
{
    if (format != REPORT_HTML)
        return;
    char *text = memory_copy(slice_make(out->data + from, out->len - from));
    out->len = from;
    standings_print_html_text(text, out);
    buf_add(out, "</pre>\n");
    free(text);
}

static void begin_document(const struct report *report, enum report_format format,
                           const char *title, struct buf *out)
{
    if (format == REPORT_HTML)
        standings_print_html_begin(title, report->lang, out);
    if (format == REPORT_CSV)
        standings_print_csv_head(game_find(slice_of(report->file->game)), out);
}

static void end_document(enum report_format format, struct buf *out)
{
    if (format == REPORT_HTML)
        standings_print_html_end(out);
}

/* A table, with the tree of a knock-out; `before` begins every row of CSV. */
static void print_page(const struct report *report, enum report_format format, int stage,
                       const struct page *page, const char *before, struct buf *out)
{
    struct json json;

    switch (format) {
    case REPORT_TEXT:
        standings_print_text(&page->report, report->lang, out);
        buf_add(out, page->table.is_tree ? "\n" : "");
        break;
    case REPORT_HTML:
        standings_print_html_table(&page->report, report->lang, out);
        break;
    case REPORT_CSV:
        standings_print_csv_rows(&page->report, before, out);
        return;
    case REPORT_JSON:
        json_init(&json, out);
        standings_print_json(&page->report, &json);
        return;
    case REPORT_FORMATS:
        return;
    }
    if (!page->table.is_tree)
        return;
    size_t from = begin_text(format, out);
    report_tree(report, stage, out);
    end_text(format, from, out);
}

void report_print_group(const struct report *report, enum report_format format, int stage,
                        int group, struct buf *out)
{
    struct page page;

    open_page(&page, report, stage, group);
    begin_document(report, format, page.title, out);
    print_page(report, format, stage, &page, "", out);
    end_document(format, out);
}

/* ---- the end result ---- */

struct final {
    int place[PLAN_TEAMS_MAX];
    int order[PLAN_TEAMS_MAX];
    struct rating_list ratings;
};

static struct final *make_final(const struct report *report)
{
    struct final *final = memory_get(1, sizeof *final);

    tournament_places(report->tournament, final->place);
    rating_solve(tournament_rating_table(report->tournament), &final->ratings);
    plan_order(final->place, report->file->team_count, final->order);
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
        buf_format(out, over_words[report->lang], played);
    else
        buf_format(out, running_words[report->lang], played, planned);
}

static void print_outs(const struct report *report, struct buf *out)
{
    for (int team = 0; team < report->file->team_count; team++) {
        if (is_out(report, team))
            buf_format(out, "\n%s: %s: %s\n", out_words[report->lang],
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

static void print_place(const struct report *report, const struct final *final, int team,
                        struct widths widths, struct buf *out)
{
    const struct tournament_file *file = report->file;
    const struct rating *rating = &final->ratings.rating[team];

    buf_format(out, "%5d  ", final->place[team]);
    add_padded(out, file->team[team].name, widths.team);
    buf_add(out, "  ");
    add_padded(out, file->stage[tournament_last_stage_of_team(report->tournament, team)].name,
               widths.until);
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
    buf_format(out, places_head[report->lang], widths.team - HEAD_TEAM, "",
               widths.until - HEAD_UNTIL, "");
    for (int i = 0; i < file->team_count; i++)
        print_place(report, final, final->order[i], widths, out);
    print_outs(report, out);
    free(final);
}

/* ---- everything ---- */

static void print_stage(const struct report *report, enum report_format format, int stage,
                        struct buf *out)
{
    for (int group = 0; group < tournament_group_count(report->tournament, stage); group++) {
        char text[TITLE_SIZE];
        struct page page;
        struct buf before;
        open_page(&page, report, stage, group);
        buf_init(&before, text, sizeof text);
        buf_add_csv(&before, report->file->stage[stage].name);
        buf_format(&before, ",%d,", group + 1);
        if (format == REPORT_TEXT && out->len > 0)
            buf_add_char(out, '\n');
        if (format == REPORT_HTML) {
            buf_add(out, "<h2>");
            standings_print_html_text(page.title, out);
            buf_add(out, "</h2>\n");
        }
        print_page(report, format, stage, &page, text, out);
    }
}

static void json_stage(const struct report *report, int stage, struct json *json)
{
    const struct tournament_stage *from = &report->file->stage[stage];

    json_begin_object(json, NULL);
    json_text(json, "name", from->name);
    json_text(json, "kind", tournament_kind_name((enum tournament_kind)from->kind));
    json_int(json, "rounds", tournament_round_count(report->tournament, stage));
    json_int(json, "roundsDone", tournament_rounds_done(report->tournament, stage));
    json_begin_array(json, "groups");
    for (int group = 0; group < tournament_group_count(report->tournament, stage); group++) {
        struct page page;
        open_page(&page, report, stage, group);
        standings_print_json(&page.report, json);
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
    json_text(json, "stage",
              report->file->stage[tournament_last_stage_of_team(report->tournament, team)].name);
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
    for (int stage = 0; stage <= tournament_current_stage(report->tournament); stage++)
        json_stage(report, stage, json);
    json_end_array(json);
    report_days_json(report, "days", json);
    json_end_object(json);
    free(final);
}

/* The end result, all stages, and all match days; CSV has only the tables. */
static void print_all(const struct report *report, enum report_format format, struct buf *out)
{
    bool has_texts = format != REPORT_CSV;
    size_t from;

    if (has_texts) {
        from = begin_text(format, out);
        report_places(report, out);
        end_text(format, from, out);
    }
    for (int i = 0; i <= tournament_current_stage(report->tournament); i++)
        print_stage(report, format, i, out);
    if (has_texts) {
        buf_format(out, format == REPORT_HTML ? "<h2>%s</h2>\n" : "\n%s\n\n",
                   days_word[report->lang]);
        from = begin_text(format, out);
        report_days(report, out);
        end_text(format, from, out);
    }
}

void report_print(const struct report *report, enum report_format format, int stage,
                  struct buf *out)
{
    struct json json;

    if (stage == REPORT_PLACES) {
        report_places(report, out);
        return;
    }
    if (format == REPORT_JSON) {
        json_init(&json, out);
        stage == REPORT_ALL ? json_all(report, &json) : json_stage(report, stage, &json);
        return;
    }
    buf_add(out, format == REPORT_CSV ? "stage,group," : "");
    begin_document(report, format, report->file->name, out);
    stage == REPORT_ALL ? print_all(report, format, out) : print_stage(report, format, stage, out);
    end_document(format, out);
}
