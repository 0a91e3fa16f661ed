/* What a match is made of: players, games, results. */

#include "base/file.h"
#include "base/memory.h"
#include "match/local_game.h"
#include "match/result.h"
#include "match/tally.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

static void agree(struct match *match, const char *a, const char *b)
{
    memset(match, 0, sizeof *match);
    match->rules = game_find(slice_of("penguins"));
    match->games = 7;
    assert_true(match_player_read(&match->players[MATCH_A], a, NULL, NULL));
    assert_true(match_player_read(&match->players[MATCH_B], b, NULL, NULL));
    match_complete(match);
}

static void players_are_read(void **state)
{
    struct match_player player;
    struct err why = {0};

    (void)state;
    assert_true(match_player_read(&player, "stark:nodes=500,depth=3", NULL, NULL));
    assert_int_equal(player.kind, MATCH_BUILTIN);
    assert_int_equal(player.builtin.nodes, 500);
    assert_int_equal(player.builtin.depth, 3);
    assert_true(match_player_read(&player, "stark:nodes=500,threads=2,samples=8", NULL, NULL));
    assert_int_equal(player.builtin.threads, 2);
    assert_int_equal(player.builtin.samples, 8);
    assert_false(match_player_read(&player, "stark:threads=65", NULL, &why));
    assert_string_equal(why.code, "player_range");
    assert_string_equal(why.details, "threads 64 stark:threads=65");
    assert_false(match_player_read(&player, "stark:samples=9", NULL, &why));
    assert_string_equal(why.details, "samples 8 stark:samples=9");
    assert_true(match_player_read(&player, "leicht:time=20", NULL, NULL));
    assert_false(match_player_read(&player, "leicht:time=0", NULL, &why));
    assert_string_equal(why.code, "player_option");
    assert_true(match_player_read(&player, "manual", NULL, NULL));
    assert_int_equal(player.kind, MATCH_MANUAL);
    assert_true(match_player_read(&player, "sh -c 'exit 3' {port}", NULL, NULL));
    assert_int_equal(player.kind, MATCH_PROGRAM);
    assert_string_equal(player.name, "sh");
    assert_int_equal(strlen(player.digest), 64);
    assert_false(match_player_read(&player, "/nowhere/at/all", NULL, &why));
    assert_string_equal(why.code, "bot_missing");
}

/* How many different moves twenty chances give at this ply. */
static int count_moves(struct builtin_player *player, const struct position *pos, int ply)
{
    move_t moves[20];
    int count = 0;

    for (uint64_t seed = 0; seed < 20; seed++) {
        struct builtin_turn turn = {.rules = game_at(0), .pos = pos, .seed = seed, .ply = ply};
        struct builtin_answer answer;
        builtin_player_clear(player);
        assert_true(builtin_player_move(player, &turn, &answer, NULL));
        bool is_new = true;
        for (int i = 0; i < count; i++)
            is_new = is_new && moves[i] != answer.move;
        if (is_new)
            moves[count++] = answer.move;
    }
    return count;
}

static void first_moves_are_random(void **state)
{
    struct match_player read;
    struct position pos;

    (void)state;
    assert_true(match_player_read(&read, "stark:nodes=50,random=3", NULL, NULL));
    assert_true(game_at(0)->setup(&pos, 1, &(struct game_options){0}, NULL));
    struct builtin_player *player = builtin_player_create(&read.builtin);
    assert_true(count_moves(player, &pos, 0) > 5);
    assert_true(count_moves(player, &pos, 2) > 5);
    assert_int_equal(count_moves(player, &pos, 3), 1);
    builtin_player_destroy(player);
}

static void match_are_completed(void **state)
{
    struct match match;

    (void)state;
    agree(&match, "mittel", "mittel");
    assert_string_equal(match.players[MATCH_A].name, "mittel A");
    assert_string_equal(match.players[MATCH_B].name, "mittel B");
    assert_int_equal(match.players[MATCH_A].builtin.time_ms, MATCH_BUILTIN_MS);
    assert_int_equal(match.games, 8);
    agree(&match, "zufall", "leicht:nodes=9");
    assert_int_equal(match.players[MATCH_B].builtin.time_ms, 0);
}

static void add_start(struct match *match, int64_t seed)
{
    char text[GAME_TEXT_MAX];
    struct position pos;
    struct buf buf;

    assert_true(match_setup(match, seed, &pos, NULL));
    buf_init(&buf, text, sizeof text);
    match->rules->print(&pos, &buf);
    assert_true(match_add_position(match, buf_slice(&buf)));
}

static void match_come_back_from_their_text(void **state)
{
    static const struct match_player sh = {
        .kind = MATCH_PROGRAM, .name = "sh", .command = "sh -c 'exit {w}'"};
    static const struct match_player other = {
        .kind = MATCH_PROGRAM, .name = "sh", .command = "true"};
    struct match match, back;
    char keys[2][MATCH_KEY_SIZE];
    struct err why = {0};

    (void)state;
    agree(&match, "leicht:nodes=9,sleep=3", "sh -c 'exit 3'");
    match.seed = -77;
    match.has_time = true;
    add_start(&match, 1);
    add_start(&match, 2);
    struct slice text = match_print(&match);
    assert_null(strstr(text.at, "exit"));
    assert_true(match_parse(&back, text, &sh, 1, &why));
    assert_int_equal(back.players[MATCH_A].builtin.sleep_ms, 3);
    assert_string_equal(back.players[MATCH_B].command, "sh -c 'exit {w}'");
    assert_int_equal(back.position_count, 2);
    assert_memory_equal(back.positions, match.positions, 2 * sizeof *match.positions);
    match_key(&match, keys[0]);
    match_key(&back, keys[1]);
    assert_string_equal(keys[0], keys[1]);
    match_finish(&back);
    assert_false(match_parse(&back, text, NULL, 0, &why));
    assert_string_equal(why.code, "bot_unknown");
    assert_false(match_parse(&back, text, &other, 1, &why));
    assert_string_equal(why.code, "bot_other");
    file_free(text);
    match_finish(&match);
}

/* Every text that lacks its last bytes, or has one wrong letter, is refused or means something
 * sound. */
static void damaged_terms_are_refused(void **state)
{
    static const char *const damage[][2] = {
        {"", "JSON"},
        {"[]", "JSON"},
        {"{}", "game"},
        {"{\"game\":\"halma\"}", "game"},
        {"{\"game\":\"hive\",\"rules\":\"none\"}", "rules"},
        {"{\"game\":\"hive\",\"rules\":\"book\",\"set\":3}", "set"},
        {"{\"game\":\"hive\",\"rules\":\"book\",\"set\":\"\",\"seed\":\"1\"}", "seed"},
    };
    struct match match, back;
    struct err why;

    (void)state;
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        assert_false(match_parse(&back, slice_of(damage[i][0]), NULL, 0, &why));
        assert_string_equal(why.code, "terms_damaged");
        assert_string_equal(why.details, damage[i][1]);
    }
    agree(&match, "leicht:nodes=9", "mittel");
    struct slice text = match_print(&match);
    char *copy = memory_get(text.len + 1, 1);
    for (size_t i = 0; i < text.len; i++) {
        memcpy(copy, text.at, text.len);
        assert_false(match_parse(&back, slice_make(copy, i), NULL, 0, &why));
        copy[i] ^= 0x15;
        if (match_parse(&back, slice_make(copy, text.len), NULL, 0, &why))
            match_finish(&back);
    }
    free(copy);
    file_free(text);
}

static void differences_have_a_name(void **state)
{
    struct match match;
    char word[32];

    (void)state;
    agree(&match, "zufall", "leicht:nodes=9");
    struct slice first = match_print(&match);
    match.seed = 5;
    struct slice second = match_print(&match);
    assert_string_equal(match_text_difference(first, second, word, sizeof word), "seed");
    file_free(first);
    file_free(second);
}

static void parameters_are_put_in(void **state)
{
    static const char *const wrong[] = {"A:w=$(x)", "A:w=",          "C:w=1",
                                        "A:port=1", "A:w=1;rm",      "w=1",
                                        "A:{=1",    "A:n=1.5 B:w=2", "A:w=1 B:w=2"};
    struct match match, applied;
    struct err why;

    (void)state;
    agree(&match, "stark:nodes={n}", "sh -c 'exit {w}' {port}");
    assert_true(match.players[MATCH_A].builtin.is_open);
    assert_true(match_set_params(&match, "A:n=70 B:w=-1.5e3", &applied, NULL));
    assert_int_equal(applied.players[MATCH_A].builtin.nodes, 70);
    assert_int_equal(applied.players[MATCH_A].builtin.time_ms, 0);
    assert_string_equal(applied.players[MATCH_B].command, "sh -c 'exit -1.5e3' {port}");
    assert_string_equal(applied.players[MATCH_A].name, match.players[MATCH_A].name);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(match_set_params(&match, wrong[i], &applied, &why));
}

static void pairs_share_their_board(void **state)
{
    struct match match;
    struct pair_game first, second, other;

    (void)state;
    agree(&match, "zufall", "leicht:nodes=9");
    assert_true(pair_game_make(&match, 4, &first, NULL));
    assert_true(pair_game_make(&match, 5, &second, NULL));
    assert_true(pair_game_make(&match, 6, &other, NULL));
    assert_int_equal(first.seed, second.seed);
    assert_memory_equal(&first.start, &second.start, sizeof first.start);
    assert_int_equal(first.red, MATCH_A);
    assert_int_equal(second.red, MATCH_B);
    assert_int_equal(pair_game_seat(&second, SIDE_BLUE), MATCH_A);
    assert_int_not_equal(first.seed, other.seed);
    match.seed = 1;
    assert_true(pair_game_make(&match, 4, &other, NULL));
    assert_int_not_equal(first.seed, other.seed);
}

static void play(const struct match *match, int number, struct result *result)
{
    struct builtin_player *players[MATCH_SEATS];
    atomic_bool stop = false;
    struct pair_game game;

    for (int seat = 0; seat < MATCH_SEATS; seat++)
        players[seat] = builtin_player_create(&match->players[seat].builtin);
    assert_true(pair_game_make(match, number, &game, NULL));
    assert_true(local_game_play(&game, players, &stop, NULL, result));
    for (int seat = 0; seat < MATCH_SEATS; seat++)
        builtin_player_destroy(players[seat]);
}

/* As a line of games.jsonl and as a row of the store. */
static void expect_the_same(const struct result *result, const struct match *match)
{
    struct result *copy = memory_get(1, sizeof *copy);
    char *line = memory_get(RESULT_LINE_SIZE, 1);
    struct queue_result *row = result_to_row(result, 7);
    struct buf buf;

    buf_init(&buf, line, RESULT_LINE_SIZE);
    result_print(result, match, &buf);
    assert_false(buf.is_full);
    assert_true(result_from_line(buf_slice(&buf), match, copy));
    assert_memory_equal(result, copy, sizeof *copy);
    memset(copy, 0x5a, sizeof *copy);
    assert_true(result_from_row(row, match, copy));
    assert_memory_equal(result, copy, sizeof *copy);
    free(row);
    free(line);
    free(copy);
}

static void a_result_comes_back_from_line_and_row(void **state)
{
    struct result *result = memory_get(1, sizeof *result);
    struct record *record = memory_get(1, sizeof *record);
    struct match match;

    (void)state;
    agree(&match, "zufall", "stark:nodes=100");
    for (int game = 0; game < 4; game++) {
        play(&match, game, result);
        assert_true(result_record(result, &match, record));
        assert_int_equal(record->ply_count, result->plies);
        if (game == 3) { /* as if it had gone wrong */
            result->ending = ENDING_GARBAGE;
            result->offender = MATCH_B;
            memset(result->end, 0, sizeof result->end);
            match.lang = LANG_EN;
            result_set_fault(result, &match, &(struct err){"bot_crashed", "„so“ \"nicht\""});
            result->lags_ms[0] = 35;
            strcpy(result->output, "eins\n\nzwei\n");
            strcpy(result->hints, "\nsicher\n");
            result->hints_len = strlen(result->hints);
        }
        expect_the_same(result, &match);
    }
    assert_true(result_record(result, &match, record));
    assert_true(record->has_outcome);
    assert_string_equal(result->why, "crash: „so“ \"nicht\"");
    assert_string_equal(record->outcome.reason[SIDE_RED], "Absturz: „so“ \"nicht\"");
    assert_string_equal(record->outcome.fault[SIDE_RED].code, "bot_crashed");
    assert_int_equal(record->plies[0].lag_ms, 35);
    assert_string_equal(record->names[SIDE_RED], "stark:nodes=100");
    assert_true(record->plies[1].hint.len > 0);
    result->moves[0] = 'x';
    assert_false(result_record(result, &match, record));
    assert_false(result_from_line(slice_of("{\"game\":0"), &match, result));
    assert_false(result_from_line(slice_of("{}"), &match, result));
    free(record);
    free(result);
}

static void a_row_that_is_no_result_is_refused(void **state)
{
    static const struct {
        enum queue_text which;
        const char *text;
    } bad[] = {
        {QUEUE_RED, ""},         {QUEUE_RED, "C"},       {QUEUE_WINNER, "AB"},
        {QUEUE_ENDING, "odd"},   {QUEUE_OFFENDER, "x"},  {QUEUE_SCORES, "x,1"},
        {QUEUE_MOVERS, "AX"},    {QUEUE_MOVERS, "A"},    {QUEUE_TIMES, "1"},
        {QUEUE_LAGS, "1 x"},     {QUEUE_MOVES, "one"},   {QUEUE_MOVES, "\n"},
        {QUEUE_HINTS, "\n\n\n"}, {QUEUE_TIMES, "1 2 3"}, {QUEUE_OUTPUT, "no end"},
    };
    struct result *result = memory_get(1, sizeof *result);
    struct match match;

    (void)state;
    agree(&match, "zufall", "zufall");
    const struct queue_result row = {.texts = {
                                         [QUEUE_RED] = slice_of("A"),
                                         [QUEUE_ENDING] = slice_of("regular"),
                                         [QUEUE_MOVERS] = slice_of("AB"),
                                         [QUEUE_TIMES] = slice_of("1 2"),
                                         [QUEUE_MOVES] = slice_of("a\nb\n"),
                                     }};
    assert_true(result_from_row(&row, &match, result));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct queue_result changed = row;
        changed.texts[bad[i].which] = slice_of(bad[i].text);
        assert_false(result_from_row(&changed, &match, result));
    }
    free(result);
}

static void the_same_match_has_the_same_essence(void **state)
{
    struct result *result = memory_get(1, sizeof *result);
    char digests[2][TALLY_DIGEST_SIZE];
    struct match match;

    (void)state;
    agree(&match, "leicht:nodes=80", "stark:nodes=100");
    for (int round = 0; round < 2; round++) {
        struct tally tally;
        tally_init(&tally);
        for (int game = 0; game < 4; game++) {
            play(&match, game, result);
            result->times_ms[0] += round; /* times do not matter */
            tally_add(&tally, result);
        }
        assert_int_equal(stats_count(&tally.pairs), 2);
        assert_int_equal(tally.total.wins + tally.total.draws + tally.total.losses, 4);
        assert_int_equal(tally.as_red.wins + tally.as_red.draws + tally.as_red.losses, 2);
        tally_digest(&tally, digests[round]);
        tally_finish(&tally);
    }
    assert_string_equal(digests[0], digests[1]);
    free(result);
}

/* Points of the curve are kept at even distances, at most TALLY_POINTS_MAX of them. */
static void totals_come_back_from_their_text(void **state)
{
    struct result *result = memory_get(1, sizeof *result);
    char *text = memory_get(TALLY_TEXT_MAX, 1), *again = memory_get(TALLY_TEXT_MAX, 1);
    char digests[2][TALLY_DIGEST_SIZE];
    struct tally tally, back;
    struct match match;
    struct buf buf;

    (void)state;
    agree(&match, "zufall", "zufall");
    play(&match, 0, result);
    tally_init(&tally);
    for (result->game = 0; result->game < 3001; result->game++) {
        if (result->game / 2 != 700) /* a closed pair */
            tally_add(&tally, result);
    }
    result_set_fault(result, &match, &(struct err){"bot_crashed", "x y"});
    result->ending = ENDING_CRASH;
    result->offender = MATCH_B;
    tally_add(&tally, result);
    buf_init(&buf, text, TALLY_TEXT_MAX);
    tally_print(&tally, &buf);
    assert_false(buf.is_full);
    assert_true(tally_parse(slice_of(text), &back));
    assert_int_equal(back.games, 3000);
    assert_int_equal(back.next, 3002);
    assert_int_equal(back.curve.step, 8);
    assert_int_equal(back.curve.count, 187);
    assert_int_equal(stats_count(&back.curve.points[186]), 187 * 8);
    assert_int_equal(back.times[MATCH_A].total, tally.times[MATCH_A].total);
    assert_string_equal(back.failures[0].fault.details, "x y");
    tally_digest(&tally, digests[0]);
    tally_digest(&back, digests[1]);
    assert_string_equal(digests[0], digests[1]);
    buf_init(&buf, again, TALLY_TEXT_MAX);
    tally_print(&back, &buf);
    assert_string_equal(text, again);
    tally_finish(&back);
    text[0] = '2'; /* another format */
    assert_false(tally_parse(slice_of(text), &back));
    assert_false(tally_parse(slice_of("1 2"), &back));
    assert_false(tally_parse(slice_of(""), &back));
    tally_finish(&tally);
    free(again);
    free(text);
    free(result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_moves_are_random),
        cmocka_unit_test(players_are_read),
        cmocka_unit_test(match_are_completed),
        cmocka_unit_test(match_come_back_from_their_text),
        cmocka_unit_test(damaged_terms_are_refused),
        cmocka_unit_test(differences_have_a_name),
        cmocka_unit_test(parameters_are_put_in),
        cmocka_unit_test(pairs_share_their_board),
        cmocka_unit_test(a_result_comes_back_from_line_and_row),
        cmocka_unit_test(a_row_that_is_no_result_is_refused),
        cmocka_unit_test(the_same_match_has_the_same_essence),
        cmocka_unit_test(totals_come_back_from_their_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
