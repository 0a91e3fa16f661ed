/* How a built-in player makes a move: the same for console, server, match and page. */

#include "support.h"

#include "search/builtin_player.h"
#include "search/eval.h"
#include "search/real_clock.h"

#include <string.h>

static struct player_spec spec_of(const char *words)
{
    struct player_spec spec;

    assert_true(player_spec_read(&spec, words, NULL));
    return spec;
}

static move_t ask(struct builtin_player *player, const struct builtin_turn *turn)
{
    struct builtin_answer answer;

    builtin_player_clear(player);
    assert_true(builtin_player_move(player, turn, &answer, NULL));
    assert_true(turn->rules->legal(turn->pos, answer.move));
    return answer.move;
}

/* The same turn, the same answer: with the same player again, and with another one of the same
 * spec. */
static void test_the_same_turn_has_the_same_answer(void **state)
{
    const struct game_rules *rules = *state;
    static const char *const specs[] = {"zufall",           "leicht:nodes=500",
                                        "mittel:nodes=500", "stark:nodes=800",
                                        "stark:depth=2",    "stark:nodes=90,random=9"};
    struct position pos = {0};

    rules->setup(&pos, 5, &(struct game_options){0}, NULL);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct player_spec spec = spec_of(specs[i]);
        struct builtin_turn turn = {.rules = rules, .pos = &pos, .seed = 40 + i};
        struct builtin_player *player = builtin_player_create(&spec);
        move_t first = ask(player, &turn);
        assert_true(ask(player, &turn) == first);
        assert_ptr_equal(builtin_player_reuse_or_create(player, &spec), player);
        builtin_player_destroy(player);
        player = builtin_player_create(&spec);
        assert_true(ask(player, &turn) == first);
        builtin_player_destroy(player);
    }
}

/* `leicht` is `mittel` with a depth and the game's choices and tolerance; it leaves something to
 * chance. */
static void test_leicht_is_mittel_that_draws(void **state)
{
    const struct game_rules *rules = *state;
    const struct easy_play *easy = &eval_of(rules)->easy;
    struct player_spec leicht = spec_of("leicht:nodes=5000"),
                       mittel = spec_of("mittel:depth=1,nodes=5000,choices=8,tolerance=9");
    struct position pos = {0};
    bool is_drawn = false;

    rules->setup(&pos, 5, &(struct game_options){0}, NULL);
    mittel.choices = easy->choices > 0 ? easy->choices : leicht.level->choices;
    mittel.tolerance = easy->choices > 0 ? easy->tolerance : leicht.level->tolerance;
    struct builtin_player *one = builtin_player_create(&leicht),
                          *other = builtin_player_create(&mittel);
    move_t first = ask(one, &(struct builtin_turn){.rules = rules, .pos = &pos});
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct builtin_turn turn = {.rules = rules, .pos = &pos, .seed = seed};
        move_t move = ask(one, &turn);
        assert_true(ask(other, &turn) == move);
        is_drawn = is_drawn || move != first;
    }
    assert_true(is_drawn || easy->choices == 0);
    builtin_player_destroy(one);
    builtin_player_destroy(other);
}

static void test_words_of_a_player(void **state)
{
    struct player_spec spec = spec_of("mittel:depth=1,choices=8,tolerance=56");
    struct err why = {0};

    (void)state;
    assert_int_equal(spec.choices, 8);
    assert_int_equal(spec.tolerance, 56);
    assert_false(player_spec_read(&spec, "mittel:choices=9", &why));
    assert_string_equal(why.code, "player_range");
    assert_false(player_spec_read(&spec, "mittel:tolerance=0", &why));
    assert_false(player_spec_read(&spec, "klassik:nodes=5", &why));
    assert_string_equal(why.code, "player_klassik");
}

/* What is hidden has no influence: another river behind the same view gets the same move. */
static void test_the_player_does_not_see_what_is_hidden(void **state)
{
    const struct game_rules *rules = *state;
    struct player_spec spec = spec_of("stark:nodes=300");
    struct position pos = {0}, other;

    rules->setup(&pos, 5, &(struct game_options){0}, NULL);
    other = pos;
    game_sample_hidden(rules, &other, 77);
    assert_true(!rules->hide || memcmp(&pos, &other, sizeof pos) != 0);
    struct builtin_player *player = builtin_player_create(&spec);
    struct builtin_turn turn = {.rules = rules, .pos = &pos, .seed = 3};
    move_t move = ask(player, &turn);
    turn.pos = &other;
    assert_true(ask(player, &turn) == move);
    builtin_player_destroy(player);
}

/* The time runs from the request: a move that was asked for long ago gets a small part of it. */
static void test_the_time_runs_from_the_request(void **state)
{
    const struct game_rules *rules = *state;
    struct player_spec spec = spec_of("stark:time=3600000");
    struct position pos = {0};
    struct builtin_answer answer;
    int64_t now_us = real_clock.now_us(NULL);

    rules->setup(&pos, 5, &(struct game_options){0}, NULL);
    struct builtin_player *player = builtin_player_create(&spec);
    struct builtin_turn turn = {
        .rules = rules, .pos = &pos, .asked_us = now_us - INT64_C(3600000) * 1000};
    spec.time_ms = 3200; /* of which a tenth of a second is left */
    builtin_player_change(player, &spec);
    assert_true(builtin_player_move(player, &turn, &answer, NULL));
    assert_true(answer.result.time_us < 3200 * 1000);
    builtin_player_destroy(player);
}

static int no_moves(const struct position *pos)
{
    (void)pos;
    return 0;
}

static bool nothing_is_legal(const struct position *pos, move_t move)
{
    (void)pos;
    (void)move;
    return false;
}

static void test_no_move_is_a_fault_of_the_house(void **state)
{
    struct game_rules stuck = *(const struct game_rules *)*state, wrong = stuck;
    struct player_spec spec = spec_of("zufall");
    struct builtin_player *player = builtin_player_create(&spec);
    struct position pos = {0};
    struct builtin_turn turn = {.rules = &stuck, .pos = &pos};
    struct builtin_answer answer;
    struct err fault = {0};

    stuck.count = no_moves;
    wrong.legal = nothing_is_legal;
    stuck.setup(&pos, 5, &(struct game_options){0}, NULL);
    assert_false(builtin_player_move(player, &turn, &answer, &fault));
    assert_string_equal(fault.code, "house_no_move");
    turn.rules = &wrong;
    fault.code[0] = '\0';
    assert_false(builtin_player_move(player, &turn, &answer, &fault));
    assert_string_equal(fault.code, "house_no_move");
    builtin_player_destroy(player);
}

int main(void)
{
    const struct game_test tests[] = {
        {"the same turn has the same answer", test_the_same_turn_has_the_same_answer},
        {"leicht is mittel that draws", test_leicht_is_mittel_that_draws},
        {"words of a player", test_words_of_a_player},
        {"the player does not see what is hidden", test_the_player_does_not_see_what_is_hidden},
        {"the time runs from the request", test_the_time_runs_from_the_request},
        {"no move is a fault of the house", test_no_move_is_a_fault_of_the_house},
    };

    return run_all_for_every_game(tests, sizeof tests / sizeof *tests);
}
