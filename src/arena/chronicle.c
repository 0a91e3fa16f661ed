#include "arena/chronicle.h"

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
} formats[CHRONICLE_FORMATS] = {
    [CHRONICLE_TEXT] = {"text", "txt"},
    [CHRONICLE_HTML] = {"html", "html"},
    [CHRONICLE_CSV] = {"csv", "csv"},
    [CHRONICLE_JSON] = {"json", "json"},
};

bool chronicle_format_find(const char *word, enum chronicle_format *format)
{
    for (int i = 0; i < CHRONICLE_FORMATS; i++) {
        if (strcmp(word, formats[i].name) == 0) {
            *format = (enum chronicle_format)i;
            return true;
        }
    }
    return false;
}

const char *chronicle_ending(enum chronicle_format format) { return formats[format].ending; }

size_t chronicle_size(const struct tournament_file *file)
{
    enum { DAY_LINE = 768 };
    size_t teams = (size_t)file->team_count, pairs = teams * teams, legs = 1;

    for (int i = 0; i < file->stage_count; i++)
        legs += (size_t)(file->stage[i].legs + file->stage[i].rounds);
    return 65536 +
           (size_t)(file->stage_count + 1) *
               (teams * (REPORT_SIZE_PER_TEAM + 1024) + pairs * REPORT_SIZE_PER_PAIR) +
           legs * pairs * DAY_LINE;
}

/* ---- tables ---- */

/* A report and what it points to; must not be moved. */
struct page {
    struct season_table table;
    char title[TITLE_SIZE];
    struct report report;
};

static void open_page(struct page *page, const struct chronicle *chronicle, int stage, int group)
{
    const struct tournament_file *file = chronicle->file;
    bool has_groups = season_groups(chronicle->season, stage) > 1;
    struct buf title;

    season_table(chronicle->season, stage, group, &page->table);
    buf_init(&title, page->title, sizeof page->title);
    buf_format(&title, "%s: %s", file->name, file->stage[stage].name);
    if (has_groups)
        buf_format(&title, ", %s %d", words[WORD_GROUP][chronicle->lang], group + 1);
    page->report = (struct report){
        .title = page->title,
        .rules = game_find(slice_of(file->game)),
        .standings = page->table.standings,
        .names = page->table.names,
        .places = page->table.is_tree ? page->table.place : NULL,
    };
}

typedef void print_text(const struct chronicle *chronicle, int stage, struct buf *out);

/* A text as it is, within a page. */
static void html_text(const struct chronicle *chronicle, print_text *print, int stage,
                      struct buf *out)
{
    size_t size = chronicle_size(chronicle->file);
    char *text = memory_get(size, 1);
    struct buf buf;

    buf_init(&buf, text, size);
    print(chronicle, stage, &buf);
    buf_add(out, "<pre>");
    report_html_text(text, out);
    buf_add(out, "</pre>\n");
    free(text);
}

static void html_group(const struct chronicle *chronicle, const struct page *page, int stage,
                       struct buf *out)
{
    report_html_table(&page->report, chronicle->lang, out);
    if (page->table.is_tree)
        html_text(chronicle, chronicle_tree, stage, out);
}

void chronicle_print_group(const struct chronicle *chronicle, enum chronicle_format format,
                           int stage, int group, struct buf *out)
{
    struct page page;

    open_page(&page, chronicle, stage, group);
    switch (format) {
    case CHRONICLE_TEXT:
        report_text(&page.report, chronicle->lang, out);
        if (page.table.is_tree) {
            buf_add_char(out, '\n');
            chronicle_tree(chronicle, stage, out);
        }
        break;
    case CHRONICLE_HTML:
        report_html_begin(page.title, chronicle->lang, out);
        html_group(chronicle, &page, stage, out);
        report_html_end(out);
        break;
    case CHRONICLE_CSV:
        report_csv(&page.report, out);
        break;
    case CHRONICLE_JSON:
        report_json(&page.report, out);
        break;
    case CHRONICLE_FORMATS:
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

static void find_stages(const struct chronicle *chronicle, int stage_of[])
{
    for (int stage = 0; stage <= season_stage(chronicle->season); stage++) {
        for (int group = 0; group < season_groups(chronicle->season, stage); group++) {
            struct season_table table;
            season_table(chronicle->season, stage, group, &table);
            for (int i = 0; i < table.standings->count; i++)
                stage_of[table.team[i]] = stage;
        }
    }
}

static struct final *make_final(const struct chronicle *chronicle)
{
    struct final *final = memory_get(1, sizeof *final);

    season_places(chronicle->season, final->place);
    find_stages(chronicle, final->stage);
    rating_solve(season_ratings(chronicle->season), &final->ratings);
    for (int i = 0; i < chronicle->file->team_count; i++) {
        int at = i;
        for (; at > 0 && final->place[i] < final->place[final->order[at - 1]]; at--)
            final->order[at] = final->order[at - 1];
        final->order[at] = i;
    }
    return final;
}

static bool is_out(const struct chronicle *chronicle, int team)
{
    return chronicle->out && chronicle->out[team][0];
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

static void print_state(const struct chronicle *chronicle, struct buf *out)
{
    int played, planned;

    season_progress(chronicle->season, &played, &planned);
    if (season_is_over(chronicle->season))
        buf_format(out, words[WORD_OVER][chronicle->lang], played);
    else
        buf_format(out, words[WORD_RUNNING][chronicle->lang], played, planned);
}

static void print_outs(const struct chronicle *chronicle, struct buf *out)
{
    for (int team = 0; team < chronicle->file->team_count; team++) {
        if (is_out(chronicle, team))
            buf_format(out, "\n%s: %s: %s\n", words[WORD_OUT][chronicle->lang],
                       chronicle->file->team[team].name, chronicle->out[team]);
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

void chronicle_places(const struct chronicle *chronicle, struct buf *out)
{
    const struct tournament_file *file = chronicle->file;
    struct final *final = make_final(chronicle);
    struct widths widths = measure(file);

    buf_format(out, "%s: ", file->name);
    print_state(chronicle, out);
    buf_add(out, "\n\n");
    buf_format(out, words[WORD_HEAD][chronicle->lang], widths.team - HEAD_TEAM, "",
               widths.until - HEAD_UNTIL, "");
    for (int i = 0; i < file->team_count; i++)
        print_place(file, final, final->order[i], widths, out);
    print_outs(chronicle, out);
    free(final);
}

/* ---- everything ---- */

static void text_stage(const struct chronicle *chronicle, int stage, struct buf *out)
{
    for (int group = 0; group < season_groups(chronicle->season, stage); group++) {
        if (out->len > 0)
            buf_add_char(out, '\n');
        chronicle_print_group(chronicle, CHRONICLE_TEXT, stage, group, out);
    }
}

static void html_stage(const struct chronicle *chronicle, int stage, struct buf *out)
{
    for (int group = 0; group < season_groups(chronicle->season, stage); group++) {
        struct page page;
        open_page(&page, chronicle, stage, group);
        buf_add(out, "<h2>");
        report_html_text(page.title, out);
        buf_add(out, "</h2>\n");
        html_group(chronicle, &page, stage, out);
    }
}

static void csv_stage(const struct chronicle *chronicle, int stage, struct buf *out)
{
    for (int group = 0; group < season_groups(chronicle->season, stage); group++) {
        char before[TITLE_SIZE];
        struct page page;
        struct buf buf;
        open_page(&page, chronicle, stage, group);
        buf_init(&buf, before, sizeof before);
        report_csv_text(chronicle->file->stage[stage].name, &buf);
        buf_format(&buf, ",%d,", group + 1);
        report_csv_rows(&page.report, before, out);
    }
}

static void json_stage(const struct chronicle *chronicle, int stage, struct json *json)
{
    const struct tournament_stage *from = &chronicle->file->stage[stage];

    json_begin_object(json, NULL);
    json_text(json, "name", from->name);
    json_text(json, "kind", tournament_kind_name((enum tournament_kind)from->kind));
    json_int(json, "rounds", season_rounds(chronicle->season, stage));
    json_int(json, "roundsDone", season_rounds_done(chronicle->season, stage));
    json_begin_array(json, "groups");
    for (int group = 0; group < season_groups(chronicle->season, stage); group++) {
        struct page page;
        open_page(&page, chronicle, stage, group);
        report_json_value(&page.report, NULL, json);
    }
    json_end_array(json);
    json_end_object(json);
}

static void json_team(const struct chronicle *chronicle, const struct final *final, int team,
                      struct json *json)
{
    const struct rating *rating = &final->ratings.rating[team];

    json_begin_object(json, NULL);
    json_int(json, "place", final->place[team]);
    json_text(json, "team", chronicle->file->team[team].name);
    json_text(json, "stage", chronicle->file->stage[final->stage[team]].name);
    json_int(json, "games", rating->games);
    if (rating->games > 0) {
        json_int(json, "elo", lround(rating->elo));
        json_int(json, "error", lround(1.96 * rating->error));
    }
    if (is_out(chronicle, team))
        json_text(json, "out", chronicle->out[team]);
    json_end_object(json);
}

static void json_all(const struct chronicle *chronicle, struct json *json)
{
    struct final *final = make_final(chronicle);
    int played, planned;

    season_progress(chronicle->season, &played, &planned);
    json_begin_object(json, NULL);
    json_text(json, "name", chronicle->file->name);
    json_text(json, "game", chronicle->file->game);
    json_bool(json, "over", season_is_over(chronicle->season));
    json_int(json, "played", played);
    json_int(json, "planned", planned);
    json_begin_array(json, "places");
    for (int i = 0; i < chronicle->file->team_count; i++)
        json_team(chronicle, final, final->order[i], json);
    json_end_array(json);
    json_begin_array(json, "stages");
    for (int stage = 0; stage <= season_stage(chronicle->season); stage++)
        json_stage(chronicle, stage, json);
    json_end_array(json);
    chronicle_days_json(chronicle, "days", json);
    json_end_object(json);
    free(final);
}

static void text_places(const struct chronicle *chronicle, int stage, struct buf *out)
{
    (void)stage;
    chronicle_places(chronicle, out);
}

static void text_days(const struct chronicle *chronicle, int stage, struct buf *out)
{
    (void)stage;
    chronicle_days(chronicle, out);
}

static void text_all(const struct chronicle *chronicle, struct buf *out)
{
    chronicle_places(chronicle, out);
    for (int i = 0; i <= season_stage(chronicle->season); i++)
        text_stage(chronicle, i, out);
    buf_format(out, "\n%s\n\n", words[WORD_DAYS][chronicle->lang]);
    chronicle_days(chronicle, out);
}

static void html_all(const struct chronicle *chronicle, struct buf *out)
{
    html_text(chronicle, text_places, CHRONICLE_ALL, out);
    for (int i = 0; i <= season_stage(chronicle->season); i++)
        html_stage(chronicle, i, out);
    buf_format(out, "<h2>%s</h2>\n", words[WORD_DAYS][chronicle->lang]);
    html_text(chronicle, text_days, CHRONICLE_ALL, out);
}

static void csv_all(const struct chronicle *chronicle, struct buf *out)
{
    for (int i = 0; i <= season_stage(chronicle->season); i++)
        csv_stage(chronicle, i, out);
}

void chronicle_print(const struct chronicle *chronicle, enum chronicle_format format, int stage,
                     struct buf *out)
{
    bool is_all = stage == CHRONICLE_ALL;
    struct json json;

    switch (format) {
    case CHRONICLE_TEXT:
        is_all ? text_all(chronicle, out) : text_stage(chronicle, stage, out);
        break;
    case CHRONICLE_HTML:
        report_html_begin(chronicle->file->name, chronicle->lang, out);
        is_all ? html_all(chronicle, out) : html_stage(chronicle, stage, out);
        report_html_end(out);
        break;
    case CHRONICLE_CSV:
        buf_add(out, "stage,group,");
        report_csv_head(game_find(slice_of(chronicle->file->game)), out);
        is_all ? csv_all(chronicle, out) : csv_stage(chronicle, stage, out);
        break;
    case CHRONICLE_JSON:
        json_init(&json, out);
        is_all ? json_all(chronicle, &json) : json_stage(chronicle, stage, &json);
        break;
    case CHRONICLE_FORMATS:
        break;
    }
}
