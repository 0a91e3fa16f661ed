/*
 * Whole games: `stark` plays against itself, and the recorded games of games.txt are reviewed, in
 * both rulesets of every game.  Random positions rarely look like what good play leads to.
 */

#include "support.h"

#include "search/eval.h"
#include "search/review.h"

#include <stdlib.h>

enum { TABLE_BYTES = 1 << 20, GAMES = 2, PLAY_NODES = 1500, REVIEW_NODES = 1000 };

/* ---- stark against itself ---- */

static void check_result(const struct game_rules *rules, const struct position *pos,
                         const struct search_result *result)
{
    assert_true(rules->legal(pos, result->best));
    assert_int_equal(result->line_count, 1);
    assert_true(result->lines[0].moves[0] == result->best);
    assert_true(abs(result->lines[0].score) <= SCORE_WIN);
    assert_true(result->lines[0].win >= 0 && result->lines[0].win <= 1);
}

static void play_game(const struct game_rules *rules, enum ruleset ruleset, uint64_t seed)
{
    struct search *search = search_create(TABLE_BYTES);
    struct position pos = {0};
    struct game_result end = {0};

    rules->setup(&pos, seed, &(struct game_options){.ruleset = ruleset}, NULL);
    while (pos.side != SIDE_NONE) {
        struct position sample = pos;
        struct search_result result;
        game_sample_hidden(rules, &sample, seed + pos.turn);
        struct search_request request = {
            .rules = rules, .pos = &sample, .limits.nodes = PLAY_NODES, .is_played = true};
        search_run(search, &request, &result);
        check_result(rules, &pos, &result);
        rules->play(&pos, result.best);
    }
    assert_true(pos.turn <= rules->turn_max);
    rules->result(&pos, &end);
    assert_non_null(end.reason);
    search_destroy(search);
}

static void test_stark_against_itself(void **state)
{
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        play_game(*state, RULES_BOOK, seed);
        play_game(*state, RULES_SERVER, seed);
    }
}

/* ---- reviews ---- */

/* The line that was expected can be played in the position that was reviewed. */
static void check_opinion(const struct game_rules *rules, const struct position *pos,
                          const struct review_opinion *opinion)
{
    struct position next = *pos;

    assert_int_equal(opinion->side, pos->side);
    assert_true(opinion->red_win >= 0 && opinion->red_win <= 1);
    assert_true(opinion->line_length > 0 || pos->side == SIDE_NONE);
    for (int i = 0; i < opinion->line_length; i++) {
        assert_true(rules->legal(&next, opinion->line[i]));
        rules->play(&next, opinion->line[i]);
    }
}

static void review(const struct game_rules *rules, struct search *search,
                   const struct position *pos)
{
    const struct search_limits limits = {.nodes = REVIEW_NODES};
    struct review_opinion opinion;

    search_clear(search);
    review_look(search, rules, pos, &limits, &opinion);
    check_opinion(rules, pos, &opinion);
}

static void test_review_of_recorded_games(void **state)
{
    const struct game_rules *rules = *state;
    struct search *search = search_create(TABLE_BYTES);
    struct position pos = {0};
    struct data data;
    int games[2] = {0};

    data_open(&data, rules, "games.txt");
    while (data_next(&data)) {
        struct slice rest = slice_of(data.line);
        struct slice word = slice_take_word(&rest);
        move_t move;
        if (slice_is(word, "start")) {
            position_of(rules, rest, &pos);
            games[pos.ruleset]++;
        } else if (!slice_is(word, "end")) {
            assert_int_equal(rules->read(&pos, word, &move, NULL), VERDICT_LEGAL);
            rules->play(&pos, move);
        }
        review(rules, search, &pos);
    }
    data_close(&data);
    assert_true(games[RULES_BOOK] > 0 && games[RULES_SERVER] > 0);
    search_destroy(search);
}

int main(void)
{
    return run_for_every_game("stark against itself", test_stark_against_itself) +
           run_for_every_game("review", test_review_of_recorded_games);
}
