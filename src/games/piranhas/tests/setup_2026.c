/*
 * The generator of season 2026 beside the official one: what it makes of given draws, on some
 * boards of ours and on the official list (board_vectors.jsonl), if that is there; and how often
 * sizes and octopuses come.
 */

#include "base/rng.h"
#include "games/piranhas/piranhas_2026.h"

#include <jansson.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DRAWS_MAX = 64, BOARDS = 20000 };

struct draws {
    int list[DRAWS_MAX], count, used;
};

static int next_draw(void *context, int below)
{
    struct draws *draws = context;

    assert_true(draws->used < draws->count);
    assert_int_equal(below, draws->used < 16 ? 9 : 36);
    return draws->list[draws->used++];
}

static void expect_board(struct draws *draws, const char *expected)
{
    char text[GAME_TEXT_MAX];
    struct position pos = {0};
    struct buf buf;

    piranhas26_draw_board(&pos, RULES_BOOK, &(struct piranhas26_draws){next_draw, draws});
    buf_init(&buf, text, sizeof text);
    piranhas26_print_position(&pos, &buf);
    assert_string_equal(text, expected);
    assert_int_equal(draws->used, draws->count);
}

/* The second octopus at once; one draw dropped; many dropped: the same square, row, column and both
 * diagonals. */
static void test_own_boards(void **state)
{
    struct draws quick = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6, 0, 8}, 18, 0};
    struct draws once = {{8, 7, 6, 5, 4, 3, 2, 1, 0, 8, 7, 6, 5, 4, 3, 2, 35, 14, 13}, 19, 0};
    struct draws often = {
        {4, 0, 8, 4, 0, 8, 4, 0, 8, 4, 0, 8, 4, 0, 8, 4, 14, 14, 17, 32, 21, 9, 27}, 23, 0};

    (void)state;
    expect_board(&quick, ".44564455./2........2/1........2/1........1/3........1/"
                         "2........3/2...o....2/1.o......1/1........1/.44556445. r 0 -");
    expect_board(&once, ".65446554./1........1/2......o.2/3........2/1........3/"
                        "1..o.....1/2........1/2........2/3........3/.65544654. r 0 -");
    expect_board(&often, ".45645645./3........2/2........1/1....o...3/3........2/"
                         "2...o....1/1........3/3........2/2........1/.56456456. r 0 -");
}

static bool open_vectors(FILE **file)
{
    const char *folder = getenv("SHARED_GAMES_DIR");
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/piranhas/season2026/board_vectors.jsonl",
             folder ? folder : "../shared/games");
    *file = fopen(path, "r");
    return *file;
}

static void check_vector(const json_t *vector)
{
    const json_t *list = json_object_get(vector, "draws"), *number;
    struct draws draws = {0};
    size_t i;

    assert_in_range(json_array_size(list), 18, DRAWS_MAX);
    json_array_foreach(list, i, number) draws.list[draws.count++] = (int)json_integer_value(number);
    expect_board(&draws, json_string_value(json_object_get(vector, "board")));
}

static void test_official_boards(void **state)
{
    char line[4096];
    FILE *file;
    int count = 0;

    (void)state;
    if (!open_vectors(&file)) {
        print_message("skipped: no ../shared/games beside the project\n");
        skip();
    }
    for (; fgets(line, sizeof line, file); count++) {
        json_t *vector = json_loads(line, 0, NULL);
        assert_non_null(vector);
        check_vector(vector);
        json_decref(vector);
    }
    fclose(file);
    assert_true(count > 0);
}

/* Both sides weigh the same, and small, medium and large fish come 4 : 3 : 2. */
static void test_chance(void **state)
{
    int sizes[FISH_WEIGHT_MAX + 1] = {0};

    (void)state;
    for (uint64_t seed = 0; seed < BOARDS; seed++) {
        struct position pos = {0};
        piranhas26_setup(&pos, seed, &(struct game_options){0}, NULL);
        const struct piranhas26 *game = piranhas26_of(&pos);
        for (int y = 1; y <= 8; y++)
            sizes[piranhas26_weight_on(game, square_at(0, y))]++;
        assert_int_equal(shoal_weight(game->board.fish[SIDE_RED], &game->weights),
                         shoal_weight(game->board.fish[SIDE_BLUE], &game->weights));
    }
    for (int weight = 1; weight <= FISH_WEIGHT_MAX; weight++) {
        int expected = 8 * BOARDS * (5 - weight) / 9;
        assert_in_range(sizes[weight], expected * 97 / 100, expected * 103 / 100);
    }
}

/* Where both seasons have a sentence for a code, 2026 says its own. */
static void test_own_sentences(void **state)
{
    struct err end = {.code = "end_swarm"};
    char text[512];
    struct buf buf;

    (void)state;
    buf_init(&buf, text, sizeof text);
    reason_print(&piranhas26_rules, &end, LANG_EN, &buf);
    assert_non_null(strstr(text, "the heavier swarm wins"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_boards),
        cmocka_unit_test(test_official_boards),
        cmocka_unit_test(test_chance),
        cmocka_unit_test(test_own_sentences),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
