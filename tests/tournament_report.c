/* Standings in every format, with names that would break a careless one. */

#include "support.h"

#include "base/memory.h"
#include "tournament/standings_print.h"

#include <jansson.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct game_rules rules = {
    .name = "piranhas",
    .scores = {{"Gewinner", AGGREGATION_SUM}, {"∅ Schwarm", AGGREGATION_AVERAGE}},
    .score_count = 2,
};

static const char *const names[] = {"Käpt'n \"Blau\"", "<b>&Co</b>", "Krabben, drei"};

/* The second team wins twice, the first has a bye. */
static struct standings *played(void)
{
    struct standings *standings = memory_get(1, sizeof *standings);
    struct game_result won = {.winner = SIDE_RED, .score = {{2, 15}, {0, 4}}};

    standings_init(standings, &rules, 3);
    standings_add_game(standings, 1, 0, &won);
    won.score[SIDE_RED][1] = 10;
    standings_add_game(standings, 1, 2, &won);
    standings_add_bye(standings, 0, 1);
    return standings;
}

static char *written(void (*write)(const struct standings_print *report, struct buf *out))
{
    struct standings *standings = played();
    struct standings_print report = {
        .title = "Liga <1>", .rules = &rules, .standings = standings, .names = names};
    char *text = memory_get(1, 8192);
    struct buf buf;

    buf_init(&buf, text, 8192);
    write(&report, &buf);
    assert_false(buf.is_full);
    free(standings);
    return text;
}

static void text_de(const struct standings_print *report, struct buf *out)
{
    standings_print_text(report, LANG_DE, out);
}

static void html_en(const struct standings_print *report, struct buf *out)
{
    standings_print_html_begin(report->title, LANG_EN, out);
    standings_print_html_table(report, LANG_EN, out);
    standings_print_html_end(out);
}

static void csv(const struct standings_print *report, struct buf *out)
{
    standings_print_csv_head(report->rules, out);
    standings_print_csv_rows(report, "", out);
}

static void json_of(const struct standings_print *report, struct buf *out)
{
    struct json json;

    json_init(&json, out);
    standings_print_json(report, &json);
}

static void test_text(void **state)
{
    char *text = written(text_de);

    (void)state;
    assert_string_equal(
        text, "Liga <1>\n\n"
              "Platz  Team           Siegpunkte  ∅ Schwarm  Spiele  gewonnen  unentschieden  "
              "verloren  Freilose\n"
              "    1  <b>&Co</b>              4      12,50       2         2              0  "
              "       0         0\n"
              "    2  Käpt'n \"Blau\"           2       4,00       1         0              0  "
              "       1         1\n"
              "    3  Krabben, drei           0       4,00       1         0              0  "
              "       1         0\n"
              "\nWer gegen wen (gewonnen-unentschieden-verloren)\n"
              "           1        2        3\n"
              "  1        x    1-0-0    1-0-0  <b>&Co</b>\n"
              "  2    0-0-1        x           Käpt'n \"Blau\"\n"
              "  3    0-0-1                 x  Krabben, drei\n");
    free(text);
}

static void test_csv(void **state)
{
    char *text = written(csv);

    (void)state;
    assert_string_equal(text, "place,team,points,\"∅ Schwarm\",games,won,drawn,lost,byes\r\n"
                              "1,\"<b>&Co</b>\",4,12.50,2,2,0,0,0\r\n"
                              "2,\"Käpt'n \"\"Blau\"\"\",2,4.00,1,0,0,1,1\r\n"
                              "3,\"Krabben, drei\",0,4.00,1,0,0,1,0\r\n");
    free(text);
}

static void test_html(void **state)
{
    char *text = written(html_en);

    (void)state;
    assert_non_null(strstr(text, "<title>Liga &lt;1&gt;</title>"));
    assert_non_null(strstr(text, "<tr><td>1</td><th scope=\"row\">&lt;b&gt;&amp;Co&lt;/b&gt;</th>"
                                 "<td>4</td><td>12.50</td><td>2</td>"));
    assert_non_null(strstr(text, "Käpt&#39;n &quot;Blau&quot;"));
    assert_null(strstr(text, "<b>"));
    free(text);
}

static void test_json(void **state)
{
    char *text = written(json_of);
    json_error_t error;
    json_t *root = json_loads(text, 0, &error);

    (void)state;
    assert_non_null(root);
    json_t *first = json_array_get(json_object_get(root, "rows"), 0);
    json_t *score = json_array_get(json_object_get(first, "scores"), 1);
    assert_string_equal(json_string_value(json_object_get(first, "team")), names[1]);
    assert_string_equal(json_string_value(json_object_get(first, "aheadBy")), "points");
    assert_true(json_number_value(score) == 12.5);
    assert_int_equal(json_array_size(json_object_get(first, "against")), 2);
    json_decref(root);
    free(text);
}

/* In a knock-out the tree ranks; teams on the same place are ordered by what they have won. */
static void test_places(void **state)
{
    static const int places[] = {1, 2, 2};
    struct standings *standings = played();
    struct standings_print report = {
        .title = "x", .rules = &rules, .standings = standings, .names = names, .places = places};
    char text[4096];
    struct buf buf;

    (void)state;
    buf_init(&buf, text, sizeof text);
    standings_print_csv_rows(&report, "K,", &buf);
    assert_string_equal(text, "K,1,\"Käpt'n \"\"Blau\"\"\",2,4.00,1,0,0,1,1\r\n"
                              "K,2,\"<b>&Co</b>\",4,12.50,2,2,0,0,0\r\n"
                              "K,2,\"Krabben, drei\",0,4.00,1,0,0,1,0\r\n");
    free(standings);
}

/* The promised sizes hold for a full table with the longest names. */
static void test_sizes(void **state)
{
    enum {
        COUNT = STANDINGS_TEAMS_MAX,
        SIZE = COUNT * STANDINGS_PRINT_SIZE_PER_TEAM + COUNT * COUNT * STANDINGS_PRINT_SIZE_PER_PAIR
    };
    static char long_names[COUNT][64];
    const char *list[COUNT];
    struct standings *standings = memory_get(1, sizeof *standings);
    struct standings_print report = {
        .title = "x", .rules = &rules, .standings = standings, .names = list};
    struct game_result won = {.winner = SIDE_RED, .score = {{2, 15}, {0, 4}}};
    char *text = memory_get(1, SIZE);

    (void)state;
    standings_init(standings, &rules, COUNT);
    for (int a = 0; a < COUNT; a++) {
        memset(long_names[a], '"', 63);
        list[a] = long_names[a];
        for (int b = 0; b < a; b++)
            standings_add_game(standings, a, b, &won);
    }
    for (int format = 0; format < 4; format++) {
        struct buf buf;
        buf_init(&buf, text, SIZE);
        if (format == 0)
            standings_print_text(&report, LANG_DE, &buf);
        if (format == 1)
            html_en(&report, &buf);
        if (format == 2)
            csv(&report, &buf);
        if (format == 3)
            json_of(&report, &buf);
        assert_false(buf.is_full);
    }
    free(text);
    free(standings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text), cmocka_unit_test(test_csv),    cmocka_unit_test(test_html),
        cmocka_unit_test(test_json), cmocka_unit_test(test_places), cmocka_unit_test(test_sizes),
    };

    return cmocka_run_group_tests_name("arena report", tests, NULL, NULL);
}
