/*
 * Recorded games of our own (games.txt of each game): every move list in one number, every result.
 * They pin the rules where the official traces are not at hand.
 *
 *     start POSITION
 *     MOVE N HASH        the move played; before it there were N moves, hashing to HASH
 *     end RESULT
 *
 * `test-games --write GAME` prints such a file (two games per ruleset); a deliberate change of the
 * rules is recorded again with it.
 */

#include "support.h"

#include "base/memory.h"
#include "base/rng.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_end(struct data *data, const struct position *pos, struct slice expected)
{
    char text[256];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    game_print_result(data->rules, pos, &buf);
    if (!slice_is(expected, text))
        data_fail(data, "end %s", text);
}

static void check_ply(struct data *data, struct position *pos, struct slice words,
                      struct slice rest)
{
    char expected[64], found[64];
    move_t move;
    int n;
    uint64_t hash = move_list_hash(data->rules, pos, &n);

    snprintf(expected, sizeof expected, "%.*s", (int)rest.len, rest.at);
    snprintf(found, sizeof found, "%d %016" PRIx64, n, hash);
    if (strcmp(expected, found) != 0)
        data_fail(data, "found %s", found);
    if (data->rules->read(pos, words, &move, NULL) == VERDICT_LEGAL)
        game_play(data->rules, pos, move);
    else
        data_fail(data, "the move is refused");
}

static void test_games(void **state)
{
    struct data data;
    struct position pos = {0};
    int games = 0;

    data_open(&data, *state, "games.txt");
    while (data_next(&data)) {
        struct slice rest = slice_of(data.line);
        struct slice word = slice_take_word(&rest);
        if (slice_is(word, "start")) {
            position_of(data.rules, rest, &pos);
        } else if (slice_is(word, "end")) {
            check_end(&data, &pos, rest);
            games++;
        } else {
            check_ply(&data, &pos, word, rest);
        }
    }
    assert_true(games >= 4);
    data_close(&data);
}

static void write_ply(const struct game_rules *rules, struct position *pos, struct rng *rng,
                      move_t *moves)
{
    char text[GAME_WORDS_MAX];
    struct buf buf;
    int n;
    uint64_t hash = move_list_hash(rules, pos, &n);

    rules->moves(pos, moves);
    move_t move = moves[rng_below(rng, n)];
    buf_init(&buf, text, sizeof text);
    rules->print_move(pos, move, &buf);
    printf("%s %d %016" PRIx64 "\n", text, n, hash);
    game_play(rules, pos, move);
}

static void write_game(const struct game_rules *rules, uint64_t seed, enum ruleset ruleset)
{
    struct game_options options = {.ruleset = ruleset};
    struct rng rng = rng_make(seed);
    struct position pos = {0};
    move_t *moves = memory_get(rules->moves_max, sizeof *moves);
    char text[GAME_TEXT_MAX];
    struct buf buf;

    rules->setup(&pos, seed, &options, NULL);
    buf_init(&buf, text, sizeof text);
    rules->print(&pos, &buf);
    printf("start %s\n", text);
    while (pos.side != SIDE_NONE)
        write_ply(rules, &pos, &rng, moves);
    buf_clear(&buf);
    game_print_result(rules, &pos, &buf);
    printf("end %s\n", text);
    free(moves);
}

int main(int argc, char **argv)
{
    if (argc < 3 || strcmp(argv[1], "--write") != 0)
        return run_for_every_game("games", test_games);

    const struct game_rules *rules = game_find(slice_of(argv[2]));
    if (!rules)
        return 2;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        write_game(rules, seed, RULES_BOOK);
        write_game(rules, seed, RULES_SERVER);
    }
    return 0;
}
