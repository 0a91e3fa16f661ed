/* Records: what is written is read again, and every fault is named with its line. */

#include "support.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/rng.h"
#include "game/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void play_random_game(const struct game_rules *rules, struct record *record)
{
    struct rng rng = rng_make(3);
    struct position pos = {0};
    move_t *moves = memory_get(rules->moves_max, sizeof *moves);

    rules->setup(&pos, 3, &(struct game_options){0}, NULL);
    record_init(record, rules, &pos);
    record_set_name(record, SIDE_RED, slice_of("Käpt'n Blau"));
    record_set_name(record, SIDE_BLUE, slice_of("zufall"));
    while (pos.side != SIDE_NONE) {
        char words[GAME_WORDS_MAX];
        struct buf buf;
        move_t move = moves[rng_below(&rng, rules->moves(&pos, moves))];
        buf_init(&buf, words, sizeof words);
        rules->print_move(&pos, move, &buf);
        assert_true(record_add(record, move, buf_slice(&buf), record->ply_count * 7, NULL));
        if (record->ply_count % 5 == 0) {
            record_set_lag(record, 35);
            assert_true(record_add_hint(record, slice_of("so geht's"), NULL));
        }
        game_play(rules, &pos, move);
    }
    free(moves);
}

static void test_round_trip(void **state)
{
    struct record *record = memory_get(1, sizeof *record), *again = memory_get(1, sizeof *again);
    char *text = memory_get(RECORD_TEXT_MAX, 1);
    struct err why = {0};
    struct buf buf;

    play_random_game(*state, record);
    record->has_seed = true;
    record->seed = -3;
    buf_init(&buf, text, RECORD_TEXT_MAX);
    record_print(record, &buf);
    assert_false(buf.is_full);
    if (!record_parse(buf_slice(&buf), again, &why))
        fail_msg("%s %s\n%s", why.code, why.details, text);
    assert_memory_equal(record, again, sizeof *record);
    free(text);
    free(record);
    free(again);
}

static void expect_fault(const char *text, const char *code, const char *details)
{
    struct record *record = memory_get(1, sizeof *record);
    struct err why = {0};

    assert_false(record_parse(slice_of(text), record, &why));
    assert_string_equal(why.code, code);
    if (strncmp(why.details, details, strlen(details)) != 0)
        fail_msg("details: %s", why.details);
    free(record);
}

#define PENGUINS                                                                                   \
    "kielwasser 1\ngame penguins\nstart R0R00000/0R000000/R0000000/00000000/00000000/00000000/"    \
    "0B0B0000/B0B40000 b 31 20,17\n"

static void test_faults(void **state)
{
    (void)state;
    expect_fault("", "record_foreign", "");
    expect_fault("PGN 1\n", "record_foreign", "");
    expect_fault("kielwasser 1\n", "record_order", "1 start");
    expect_fault("kielwasser 1\ngame chess\n", "record_game", "2 chess");
    expect_fault("kielwasser 1\n\n# fine\nstart r\n", "record_order", "4 start");
    expect_fault("kielwasser 1\ngame penguins\nstart nonsense\n", "record_start", "3 ");
    expect_fault("kielwasser 1\ngame penguins\nmove a1\n", "record_order", "3 move");
    expect_fault(PENGUINS "move d7a1\n", "record_move", "4 d7a1");
    expect_fault(PENGUINS "move d7d8 soon\n", "record_line", "4 soon");
    expect_fault(PENGUINS "move d7d8 12\nmove c8d8\n", "record_move", "5 c8d8 over");
    expect_fault(PENGUINS "move d7d8 12\nresult over red fish red=2,20 blue=0,21\n",
                 "record_result", "5 over blue fish");
    expect_fault(PENGUINS "game hive\n", "record_order", "4 game");
    expect_fault(PENGUINS "move d7d8\nstart x\n", "record_order", "5 start");
    expect_fault(PENGUINS "hint too early\n", "record_hint", "");
    expect_fault(PENGUINS "cheat yes\n", "record_line", "4 cheat yes");
    expect_fault("kielwasser 1\nseed 99999999999999999999\n", "record_line", "2 9999");
    expect_fault(PENGUINS "end red=LEFT blue=REGULAR\n", "record_line", "4 red=LEFT");
    expect_fault(PENGUINS "end red=BORED blue=REGULAR winner=blue\n", "record_line", "4 red=BORED");
    expect_fault(PENGUINS "end red=LEFT blue=REGULAR winner=red\n", "record_result", "4 blue");
    expect_fault(PENGUINS "end red=LEFT blue=LEFT winner=none\nmove d7d8\n", "record_order",
                 "5 move");
    expect_fault(PENGUINS "move d7d8\nend red=REGULAR blue=REGULAR winner=none\n", "record_line",
                 "5 red=REGULAR");
    expect_fault(PENGUINS "reason red too early\n", "record_order", "4 reason");
    expect_fault(PENGUINS "end red=LEFT blue=LEFT winner=none\nreason green x\n", "record_line",
                 "5 green");
    expect_fault(PENGUINS "end red=LEFT blue=LEFT winner=none\nfault green x\n", "record_line",
                 "5 green");
    expect_fault(PENGUINS "lag 30\n", "record_order", "4 lag");
    expect_fault(PENGUINS "move d7d8\nlag soon\n", "record_line", "5 soon");
    expect_fault("kielwasser 1\nend red=LEFT blue=LEFT winner=none\n", "record_order", "2 end");
}

static void test_full_record_refuses(void **state)
{
    const struct game_rules *rules = game_at(0);
    struct record *record = memory_get(1, sizeof *record);
    struct position pos = {0};
    struct err why = {0};

    (void)state;
    rules->setup(&pos, 1, &(struct game_options){0}, NULL);
    record_init(record, rules, &pos);
    for (int i = 0; i < RECORD_PLIES_MAX; i++)
        assert_true(record_add(record, 1, slice_of("x"), 0, NULL));
    assert_false(record_add(record, 1, slice_of("x"), 0, &why));
    assert_string_equal(why.code, "record_full");
    free(record);
}

/* A game that red left, as text and back; the reason loses only its line break.  Its fault is known
 * in any language. */
static void test_irregular_end(void **state)
{
    const struct game_rules *rules = *state;
    struct record *record = memory_get(1, sizeof *record), *again = memory_get(1, sizeof *again);
    char *text = memory_get(RECORD_TEXT_MAX, 1);
    struct position pos = {0};
    struct outcome outcome;
    struct buf buf;

    rules->setup(&pos, 3, &(struct game_options){0}, NULL);
    record_init(record, rules, &pos);
    outcome_forfeit(&outcome, rules, &pos, SIDE_RED, CAUSE_LEFT);
    strcpy(outcome.reason[SIDE_RED], "Rot ist\ngegangen.");
    err_set(&outcome.fault[SIDE_RED], "player_left_so", "LOST_CONNECTION");
    record_end(record, &outcome);
    buf_init(&buf, text, RECORD_TEXT_MAX);
    record_print(record, &buf);
    assert_non_null(strstr(text, "end red=LEFT blue=REGULAR winner=blue\n"
                                 "reason red Rot ist gegangen.\n"
                                 "fault red player_left_so LOST_CONNECTION\n"));
    assert_true(record_parse(buf_slice(&buf), again, NULL));
    assert_true(again->has_outcome);
    assert_string_equal(again->outcome.reason[SIDE_RED], "Rot ist gegangen.");
    assert_string_equal(again->outcome.fault[SIDE_RED].code, "player_left_so");
    assert_string_equal(again->outcome.fault[SIDE_RED].details, "LOST_CONNECTION");
    assert_int_equal(again->outcome.cause[SIDE_RED], CAUSE_LEFT);
    assert_int_equal(again->outcome.cause[SIDE_BLUE], CAUSE_REGULAR);
    assert_int_equal(again->outcome.result.winner, SIDE_BLUE);
    assert_memory_equal(again->outcome.result.score, outcome.result.score,
                        sizeof outcome.result.score);
    outcome_agree(&outcome, rules, &pos);
    record_end(record, &outcome);
    buf_init(&buf, text, RECORD_TEXT_MAX);
    record_print(record, &buf);
    assert_non_null(strstr(text, "end red=AGREED blue=AGREED winner=none\n"));
    assert_true(record_parse(buf_slice(&buf), again, NULL));
    assert_memory_equal(&again->outcome, &outcome, sizeof outcome);
    free(text);
    free(record);
    free(again);
}

static void test_regular_end_is_not_kept(void **state)
{
    const struct game_rules *rules = *state;
    struct record *record = memory_get(1, sizeof *record);
    struct position end;
    struct outcome outcome;

    play_random_game(rules, record);
    record_position(record, record->ply_count, &end);
    outcome_regular(&outcome, rules, &end, "Schluss.");
    record_end(record, &outcome);
    assert_false(record->has_outcome);
    free(record);
}

static void test_cut_at_a_turn(void **state)
{
    const struct game_rules *rules = *state;
    struct record *record = memory_get(1, sizeof *record);
    struct position before, after;
    struct err why = {0};
    int plies;

    play_random_game(rules, record);
    record_position(record, record->ply_count, &before);
    assert_true(record_find_turn(record, 5, &plies, NULL));
    record_cut_front(record, plies);
    assert_int_equal(record->start.turn, 5);
    record_position(record, record->ply_count, &after);
    assert_memory_equal(&before, &after, sizeof before);
    assert_false(record_find_turn(record, 4, &plies, &why));
    assert_string_equal(why.code, "record_turn");
    assert_false(record_find_turn(record, before.turn + 1, &plies, NULL));
    free(record);
}

static void test_hints_leave_room_for_moves(void **state)
{
    struct record *record = memory_get(1, sizeof *record);
    char hint[1000];
    int hints = 0;

    (void)state;
    memset(hint, 'x', sizeof hint);
    for (int i = 0; i < RECORD_PLIES_MAX; i++) {
        assert_true(record_add(record, 1, slice_of("acc:+1;turn:-1;step:2"), 0, NULL));
        hints += record_add_hint(record, slice_make(hint, sizeof hint), NULL);
    }
    assert_true(hints > 0);
    free(record);
}

/* A bot's hint must not be able to write lines of the file. */
static void test_hints_stay_in_their_line(void **state)
{
    const struct game_rules *rules = game_at(0);
    struct record *record = memory_get(1, sizeof *record);
    char *text = memory_get(RECORD_TEXT_MAX, 1);
    struct position pos = {0};
    struct buf buf;

    (void)state;
    rules->setup(&pos, 1, &(struct game_options){0}, NULL);
    record_init(record, rules, &pos);
    record_set_name(record, SIDE_RED, slice_of("a\nblue b"));
    assert_true(record_add(record, 1, slice_of(""), 0, NULL));
    assert_true(record_add_hint(record, slice_of("good\nresult over red"), NULL));
    record->ply_count = 0;
    buf_init(&buf, text, RECORD_TEXT_MAX);
    record_print(record, &buf);
    assert_non_null(strstr(text, "red a blue b\n"));
    assert_memory_equal(record->words, "good result over red", 20);
    free(text);
    free(record);
}

static void test_files(void **state)
{
    char path[] = "/tmp/kielwasser-test-XXXXXX";
    struct slice text;
    struct err why = {0};
    int fd = mkstemp(path);

    (void)state;
    assert_true(fd >= 0);
    close(fd);
    assert_true(file_write(path, slice_of("eins\n"), NULL));
    assert_true(file_write(path, slice_of("zwei\n"), NULL));
    assert_true(file_read(path, 5, &text, NULL));
    assert_true(slice_is(text, "zwei\n"));
    file_free(text);
    assert_false(file_read(path, 4, &text, &why));
    assert_string_equal(why.code, "file_large");
    unlink(path);
    assert_false(file_read(path, 5, &text, &why));
    assert_string_equal(why.code, "file_missing");
    assert_false(file_write("/nowhere/at/all", slice_of("x"), &why));
    assert_string_equal(why.code, "file_write");
    assert_non_null(strstr(why.details, "/nowhere/at/all"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_full_record_refuses),
        cmocka_unit_test(test_hints_leave_room_for_moves),
        cmocka_unit_test(test_hints_stay_in_their_line),
        cmocka_unit_test(test_files),
    };

    return run_for_every_game("record", test_round_trip) +
           run_for_every_game("record irregular end", test_irregular_end) +
           run_for_every_game("record regular end", test_regular_end_is_not_kept) +
           run_for_every_game("record cut", test_cut_at_a_turn) +
           cmocka_run_group_tests_name("record faults", tests, NULL, NULL);
}
