#include "tournament/standings_print.h"

#include <stdio.h>
#include <string.h>

/* Place, team and win points; then, behind the further scores of the game, the counts. */
static const char *const heads[][LANG_COUNT] = {
    {"Platz", "Place"},   {"Team", "Team"},     {"Siegpunkte", "Win points"},
    {"Spiele", "Games"},  {"gewonnen", "won"},  {"unentschieden", "drawn"},
    {"verloren", "lost"}, {"Freilose", "byes"},
};

static const char *const cross_title[LANG_COUNT] = {
    "Wer gegen wen (gewonnen-unentschieden-verloren)", "Who against whom (won-drawn-lost)"};

enum { CELL_SIZE = 80, COLUMNS_MAX = 7 + GAME_SCORES_MAX };

/* The table as it is shown: a head, then the rows from top to bottom. */
struct sheet {
    const struct standings_print *report;
    struct standings_row rows[STANDINGS_TEAMS_MAX];
    enum lang lang;
    int columns;
};

static int team_count(const struct standings_print *report) { return report->standings->count; }

/* In a knock-out the tree has ranked them; wins only order teams that share a place. */
static void rank_by_places(const int places[], struct standings_row rows[], int count)
{
    for (int i = 0; i < count; i++) {
        struct standings_row row = rows[i];
        int at = i;
        row.place = places[row.team];
        for (; at > 0 && row.place < rows[at - 1].place; at--)
            rows[at] = rows[at - 1];
        rows[at] = row;
    }
}

static struct sheet sheet_of(const struct standings_print *report, enum lang lang)
{
    struct sheet sheet = {.report = report, .lang = lang};

    /* Place, team, scores, games, won, drawn, lost, byes. */
    sheet.columns = 7 + report->standings->score_count;
    standings_rank(report->standings, sheet.rows);
    if (report->places)
        rank_by_places(report->places, sheet.rows, team_count(report));
    return sheet;
}

static bool is_average(const struct standings *standings, int part)
{
    return part > 0 && standings->aggregation[part] == AGGREGATION_AVERAGE;
}

/* Sums are whole numbers. */
static void print_score(const struct standings *standings, int team, int part, char point,
                        struct buf *out)
{
    char text[CELL_SIZE];

    if (!is_average(standings, part)) {
        buf_add_int(out, standings->team[team].score[part]);
        return;
    }
    snprintf(text, sizeof text, "%.2f", standings_score(standings, team, part));
    for (char *at = text; *at; at++)
        buf_add_char(out, *at == '.' ? point : *at);
}

static int games_of(const struct standings_team *team)
{
    return team->wins + team->draws + team->losses;
}

/* Columns after the scores. */
static int count_at(const struct standings_team *team, int column)
{
    const int counts[] = {games_of(team), team->wins, team->draws, team->losses, team->byes};

    return counts[column];
}

static void print_head(const struct sheet *sheet, int column, struct buf *out)
{
    int scores = sheet->report->standings->score_count;

    if (column >= 3 && column < 2 + scores)
        buf_add(out, sheet->report->rules->scores[column - 2].name);
    else
        buf_add(out, heads[column < 3 ? column : column + 1 - scores][sheet->lang]);
}

static void print_cell(const struct sheet *sheet, int row, int column, struct buf *out)
{
    const struct standings *standings = sheet->report->standings;
    int team = sheet->rows[row].team, scores = standings->score_count;
    char point = sheet->lang == LANG_DE ? ',' : '.';

    if (column == 0)
        buf_add_int(out, sheet->rows[row].place);
    else if (column == 1)
        buf_add(out, sheet->report->names[team]);
    else if (column < 2 + scores)
        print_score(standings, team, column - 2, point, out);
    else
        buf_add_int(out, count_at(&standings->team[team], column - 2 - scores));
}

/* What stands in a table.  Row -1 is the head. */
typedef struct slice cell_text(const struct sheet *sheet, int row, int column,
                               char text[CELL_SIZE]);

static struct slice standings_cell(const struct sheet *sheet, int row, int column,
                                   char text[CELL_SIZE])
{
    struct buf buf;

    buf_init(&buf, text, CELL_SIZE);
    if (row < 0)
        print_head(sheet, column, &buf);
    else
        print_cell(sheet, row, column, &buf);
    return buf_slice(&buf);
}

/* Who against whom: "3-0-1", and nothing where the two did not meet.  Column -1 is the team. */
static struct slice cross_cell(const struct sheet *sheet, int row, int column, char text[CELL_SIZE])
{
    struct buf buf;

    buf_init(&buf, text, CELL_SIZE);
    if (row < 0 && column >= 0) {
        buf_add_int(&buf, column + 1);
    } else if (row >= 0 && column < 0) {
        buf_format(&buf, "%d %s", row + 1, sheet->report->names[sheet->rows[row].team]);
    } else if (row >= 0) {
        const struct standings_cell *cell =
            &sheet->report->standings->cross[sheet->rows[row].team][sheet->rows[column].team];
        if (cell->wins + cell->draws + cell->losses > 0)
            buf_format(&buf, "%d-%d-%d", cell->wins, cell->draws, cell->losses);
    }
    return buf_slice(&buf);
}

static int column_width(const struct sheet *sheet, int column)
{
    int widest = 0;

    for (int row = -1; row < team_count(sheet->report); row++) {
        char text[CELL_SIZE];
        int width = slice_width(standings_cell(sheet, row, column, text));
        if (width > widest)
            widest = width;
    }
    return widest;
}

static void text_row(const struct sheet *sheet, int row, const int widths[], struct buf *out)
{
    for (int column = 0; column < sheet->columns; column++) {
        char text[CELL_SIZE];
        struct slice cell = standings_cell(sheet, row, column, text);
        int blanks = widths[column] - slice_width(cell);
        bool is_name = column == 1;
        if (column > 0)
            buf_add_blanks(out, 2);
        buf_add_blanks(out, is_name ? 0 : blanks);
        buf_add_slice(out, cell);
        buf_add_blanks(out, is_name ? blanks : 0);
    }
    buf_add_char(out, '\n');
}

static void text_cross(const struct sheet *sheet, struct buf *out)
{
    enum { WIDTH = 9 };
    int count = team_count(sheet->report);

    buf_format(out, "\n%s\n", cross_title[sheet->lang]);
    for (int row = -1; row < count; row++) {
        buf_format(out, row < 0 ? "   " : "%3d", row + 1);
        for (int other = 0; other < count; other++) {
            char text[CELL_SIZE];
            struct slice cell = row == other ? slice_of("x") : cross_cell(sheet, row, other, text);
            buf_add_blanks(out, WIDTH - (int)cell.len);
            buf_add_slice(out, cell);
        }
        if (row >= 0)
            buf_format(out, "  %s", sheet->report->names[sheet->rows[row].team]);
        buf_add_char(out, '\n');
    }
}

void standings_print_text(const struct standings_print *report, enum lang lang, struct buf *out)
{
    struct sheet sheet = sheet_of(report, lang);
    int widths[COLUMNS_MAX];

    for (int column = 0; column < sheet.columns; column++)
        widths[column] = column_width(&sheet, column);
    buf_format(out, "%s\n\n", report->title);
    for (int row = -1; row < team_count(report); row++)
        text_row(&sheet, row, widths, out);
    if (team_count(report) <= STANDINGS_PRINT_CROSS_MAX)
        text_cross(&sheet, out);
}

static void html_escape(struct slice text, struct buf *out)
{
    static const struct {
        char c;
        const char *name;
    } names[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};

    for (size_t i = 0; i < text.len; i++) {
        const char *name = NULL;
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
            if (names[k].c == text.at[i])
                name = names[k].name;
        }
        if (name)
            buf_add(out, name);
        else
            buf_add_char(out, text.at[i]);
    }
}

/* From the column `first` on; `names` is the one that heads a row. */
static void html_table(const struct sheet *sheet, cell_text *cell, int first, int names,
                       int columns, struct buf *out)
{
    buf_add(out, "<table>\n");
    for (int row = -1; row < team_count(sheet->report); row++) {
        buf_add(out, "<tr>");
        for (int column = first; column < columns; column++) {
            char text[CELL_SIZE];
            const char *tag = row < 0 && column >= 0        ? "th scope=\"col\""
                              : row >= 0 && column == names ? "th scope=\"row\""
                                                            : "td";
            buf_format(out, "<%s>", tag);
            html_escape(cell(sheet, row, column, text), out);
            buf_format(out, "</%.2s>", tag);
        }
        buf_add(out, "</tr>\n");
    }
    buf_add(out, "</table>\n");
}

void standings_print_html_text(const char *text, struct buf *out)
{
    html_escape(slice_of(text), out);
}

void standings_print_html_begin(const char *title, enum lang lang, struct buf *out)
{
    buf_format(out, "<!doctype html>\n<html lang=\"%s\">\n<meta charset=\"utf-8\">\n<title>",
               lang == LANG_DE ? "de" : "en");
    standings_print_html_text(title, out);
    buf_add(out,
            "</title>\n<style>\n"
            "body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem; }\n"
            "table { border-collapse: collapse; }\n"
            "th, td { padding: .2em .7em; border-bottom: 1px solid #ccc; text-align: right; }\n"
            "th[scope=row], th:nth-child(2) { text-align: left; }\n"
            "</style>\n<h1>");
    standings_print_html_text(title, out);
    buf_add(out, "</h1>\n");
}

void standings_print_html_table(const struct standings_print *report, enum lang lang,
                                struct buf *out)
{
    struct sheet sheet = sheet_of(report, lang);

    html_table(&sheet, standings_cell, 0, 1, sheet.columns, out);
    buf_format(out, "<h2>%s</h2>\n", cross_title[lang]);
    html_table(&sheet, cross_cell, -1, -1, team_count(report), out);
}

void standings_print_html_end(struct buf *out) { buf_add(out, "</html>\n"); }

void standings_print_csv_head(const struct game_rules *rules, struct buf *out)
{
    buf_add(out, "place,team,points");
    for (int part = 1; part < rules->score_count; part++) {
        buf_add_char(out, ',');
        buf_add_csv(out, rules->scores[part].name);
    }
    buf_add(out, ",games,won,drawn,lost,byes\r\n");
}

void standings_print_csv_rows(const struct standings_print *report, const char *before,
                              struct buf *out)
{
    struct sheet sheet = sheet_of(report, LANG_EN);

    for (int row = 0; row < team_count(report); row++) {
        buf_add(out, before);
        for (int column = 0; column < sheet.columns; column++) {
            if (column > 0)
                buf_add_char(out, ',');
            if (column == 1)
                buf_add_csv(out, report->names[sheet.rows[row].team]);
            else
                print_cell(&sheet, row, column, out);
        }
        buf_add(out, "\r\n");
    }
}

static void json_scores(const struct standings_print *report, int team, struct json *json)
{
    json_begin_array(json, "scores");
    for (int part = 0; part < report->standings->score_count; part++) {
        char text[CELL_SIZE];
        snprintf(text, sizeof text, "%.6g", standings_score(report->standings, team, part));
        json_raw(json, NULL, slice_of(text));
    }
    json_end_array(json);
}

static void json_against(const struct standings_print *report, int team, struct json *json)
{
    json_begin_array(json, "against");
    for (int other = 0; other < team_count(report); other++) {
        const struct standings_cell *cell = &report->standings->cross[team][other];
        if (cell->wins + cell->draws + cell->losses == 0)
            continue;
        json_begin_object(json, NULL);
        json_text(json, "team", report->names[other]);
        json_int(json, "won", cell->wins);
        json_int(json, "drawn", cell->draws);
        json_int(json, "lost", cell->losses);
        json_int(json, "points", cell->points);
        json_end_object(json);
    }
    json_end_array(json);
}

static void json_row(const struct standings_print *report, const struct standings_row *row,
                     struct json *json)
{
    static const char *const rules[] = {
        [STANDINGS_BY_POINTS] = "points",
        [STANDINGS_BY_SCORES] = "scores",
        [STANDINGS_BY_DIRECT_GAMES] = "direct",
        [STANDINGS_BY_NOTHING] = "shared",
    };
    const struct standings_team *team = &report->standings->team[row->team];

    json_begin_object(json, NULL);
    json_int(json, "place", row->place);
    json_text(json, "team", report->names[row->team]);
    json_scores(report, row->team, json);
    json_int(json, "games", games_of(team));
    json_int(json, "won", team->wins);
    json_int(json, "drawn", team->draws);
    json_int(json, "lost", team->losses);
    json_int(json, "byes", team->byes);
    if (!report->places)
        json_text(json, "aheadBy", rules[row->ahead_by]);
    json_against(report, row->team, json);
    json_end_object(json);
}

void standings_print_json(const struct standings_print *report, struct json *json)
{
    struct sheet sheet = sheet_of(report, LANG_EN);

    json_begin_object(json, NULL);
    json_text(json, "title", report->title);
    json_text(json, "game", report->rules->name);
    json_begin_array(json, "scores");
    for (int part = 0; part < report->standings->score_count; part++) {
        json_begin_object(json, NULL);
        json_text(json, "name", report->rules->scores[part].name);
        json_text(json, "aggregation", is_average(report->standings, part) ? "average" : "sum");
        json_end_object(json);
    }
    json_end_array(json);
    json_begin_array(json, "rows");
    for (int i = 0; i < team_count(report); i++)
        json_row(report, &sheet.rows[i], json);
    json_end_array(json);
    json_end_object(json);
}
