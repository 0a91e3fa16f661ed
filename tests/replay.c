/* Replays: what is written in a season's XML is read again as the same game, official files are
 * read and written alike, and whatever is wrong with a file is named. */

#include "support.h"

#include "base/file.h"
#include "base/gz.h"
#include "base/memory.h"
#include "base/rng.h"
#include "proto/replay_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WHOLE_GAME = RECORD_PLIES_MAX };

/* A game and its XML. */
struct story {
    const struct game_rules *rules;
    struct record *record, *again;
    struct replay_report report;
    char *xml;
};

static void play_random_game(struct story *story, uint64_t seed, enum ruleset ruleset, int plies)
{
    const struct game_rules *rules = story->rules;
    struct rng rng = rng_make(seed);
    struct position pos = {0};
    move_t *moves = memory_get(rules->moves_max, sizeof *moves);

    rules->setup(&pos, seed, &(struct game_options){.ruleset = ruleset}, NULL);
    record_init(story->record, rules, &pos);
    record_set_name(story->record, SIDE_RED, slice_of("Käpt'n <Blau>"));
    while (pos.side != SIDE_NONE && story->record->ply_count < plies) {
        char words[GAME_WORDS_MAX];
        struct buf buf;
        move_t move = moves[rng_below(&rng, rules->moves(&pos, moves))];
        buf_init(&buf, words, sizeof words);
        rules->print_move(&pos, move, &buf);
        assert_true(record_add(story->record, move, buf_slice(&buf), 1, NULL));
        game_play(rules, &pos, move);
    }
    free(moves);
}

static void story_begin(struct story *story, const struct game_rules *rules)
{
    *story = (struct story){
        .rules = rules,
        .record = memory_get(1, sizeof *story->record),
        .again = memory_get(1, sizeof *story->again),
        .xml = memory_get(REPLAY_TEXT_MAX, 1),
    };
}

static void story_end(struct story *story)
{
    free(story->record);
    free(story->again);
    free(story->xml);
}

static void write_xml(struct story *story)
{
    struct buf buf;

    buf_init(&buf, story->xml, REPLAY_TEXT_MAX);
    replay_write(story->record, &buf);
    assert_false(buf.is_full);
}

static bool read_xml(struct story *story, enum replay_rules rules)
{
    return replay_parse(slice_of(story->xml), rules, story->again, &story->report, NULL);
}

static void expect_no_difference(const struct story *story)
{
    const struct replay_difference *d = &story->report.differences[story->report.ruleset];

    if (d->what.code[0] || story->report.damage.code[0])
        fail_msg("%s: %s %s, %s %s, damage %s %s", story->again->game, d->what.code,
                 d->what.details, d->cause.code, d->cause.details, story->report.damage.code,
                 story->report.damage.details);
}

static void expect_same_start(const struct story *story)
{
    struct position ours = story->record->start, theirs = story->again->start;

    if (story->rules->hide) {
        story->rules->hide(&ours);
        story->rules->hide(&theirs);
    }
    assert_memory_equal(&ours, &theirs, sizeof ours);
}

static void expect_same_result(const struct story *story)
{
    char ours[128], theirs[128];
    struct position end;
    struct buf buf;

    record_position(story->record, story->record->ply_count, &end);
    buf_init(&buf, ours, sizeof ours);
    game_print_result(story->rules, &end, &buf);
    record_position(story->again, story->again->ply_count, &end);
    buf_init(&buf, theirs, sizeof theirs);
    game_print_result(story->rules, &end, &buf);
    assert_string_equal(ours, theirs);
}

static void test_round_trip(void **state)
{
    struct story story;

    story_begin(&story, *state);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        enum ruleset ruleset = seed % 2 ? RULES_BOOK : RULES_SERVER;
        play_random_game(&story, seed, ruleset, WHOLE_GAME);
        write_xml(&story);
        assert_true(read_xml(&story, (enum replay_rules)ruleset));
        expect_no_difference(&story);
        assert_string_equal(story.again->game, story.rules->name);
        assert_string_equal(story.again->names[SIDE_RED], story.record->names[SIDE_RED]);
        assert_int_equal(story.again->ply_count, story.record->ply_count);
        for (int i = 0; i < story.record->ply_count; i++)
            assert_true(story.again->plies[i].move == story.record->plies[i].move);
        expect_same_start(&story);
        expect_same_result(&story);
        assert_false(story.again->has_outcome);
    }
    story_end(&story);
}

static void test_irregular_end(void **state)
{
    struct story story;
    struct outcome outcome;
    struct position end;

    story_begin(&story, *state);
    play_random_game(&story, 5, RULES_BOOK, 7);
    record_position(story.record, 7, &end);
    outcome_forfeit(&outcome, story.rules, &end, SIDE_BLUE, CAUSE_SOFT_TIMEOUT);
    /* Since 2024 only the sentence tells the cause. */
    strcpy(outcome.reason[SIDE_BLUE], "\"zu langsam\",\n laenger als möglich");
    record_end(story.record, &outcome);
    write_xml(&story);
    assert_true(read_xml(&story, REPLAY_RULES_BOOK));
    expect_no_difference(&story);
    assert_true(story.again->has_outcome);
    assert_string_equal(story.again->outcome.reason[SIDE_BLUE], outcome.reason[SIDE_BLUE]);
    assert_memory_equal(story.again->outcome.cause, outcome.cause, sizeof outcome.cause);
    assert_int_equal(story.again->outcome.result.winner, SIDE_RED);
    assert_memory_equal(story.again->outcome.result.score, outcome.result.score,
                        sizeof outcome.result.score);
    story_end(&story);
}

/* The seasons have no word for it: the sentence tells it, in XML and in records. */
static void test_draw_by_agreement(void **state)
{
    struct story story;
    struct outcome outcome;
    struct position end;

    story_begin(&story, *state);
    play_random_game(&story, 11, RULES_BOOK, 2);
    record_position(story.record, 2, &end);
    outcome_agree(&outcome, story.rules, &end);
    assert_string_equal(outcome.reason[SIDE_RED], "Beide haben sich auf Unentschieden geeinigt");
    record_end(story.record, &outcome);
    write_xml(&story);
    assert_null(strstr(story.xml, "AGREED"));
    assert_true(read_xml(&story, REPLAY_RULES_BOOK));
    expect_no_difference(&story);
    assert_true(story.again->has_outcome);
    assert_memory_equal(story.again->outcome.cause, outcome.cause, sizeof outcome.cause);
    assert_int_equal(story.again->outcome.result.winner, SIDE_NONE);
    assert_memory_equal(story.again->outcome.result.score, outcome.result.score,
                        sizeof outcome.result.score);
    story_end(&story);
}

/* Not one state tells its last move. */
static void test_moves_are_found_from_the_states(void **state)
{
    struct story story;

    story_begin(&story, *state);
    play_random_game(&story, 9, RULES_BOOK, 4);
    write_xml(&story);
    for (char *at = story.xml; (at = strstr(at, "lastMove")); at++)
        memcpy(at, "lostMove", 8);
    assert_true(read_xml(&story, REPLAY_RULES_BOOK));
    expect_no_difference(&story);
    assert_int_equal(story.again->ply_count, story.record->ply_count);
    expect_same_result(&story);
    story_end(&story);
}

/* Takes state number `index` out of the XML by giving its element an unknown name. */
static void drop_state(char *xml, int index)
{
    char *at = strstr(xml, "<state");

    for (int i = 0; i < index; i++)
        at = strstr(at + 1, "<state");
    memcpy(at + 1, "stale", 5);
    memcpy(strstr(at, "</state") + 2, "stale", 5);
}

static void test_a_missing_first_state(void **state)
{
    struct story story;

    story_begin(&story, *state);
    play_random_game(&story, 4, RULES_BOOK, 3);
    write_xml(&story);
    drop_state(story.xml, 0);
    assert_true(read_xml(&story, REPLAY_RULES_BOOK));
    expect_no_difference(&story);
    assert_int_equal(story.again->start.turn, 1);
    assert_int_equal(story.again->ply_count, 2);
    expect_same_result(&story);
    story_end(&story);
}

static void test_the_first_difference_is_named(void **state)
{
    struct story story;

    story_begin(&story, *state);
    play_random_game(&story, 8, RULES_BOOK, 6);
    write_xml(&story);
    drop_state(story.xml, 3);
    assert_true(read_xml(&story, REPLAY_RULES_FITTING));
    assert_int_equal(story.report.state_count, 6);
    for (int i = 0; i < REPLAY_RULESETS; i++) {
        const struct err *what = &story.report.differences[i].what;
        assert_true(strcmp(what->code, "replay_move") == 0 ||
                    strcmp(what->code, "replay_state") == 0);
        assert_int_equal(what->details[0], '3');
    }
    assert_true(story.again->ply_count == 2 || story.again->ply_count == 3);
    story_end(&story);
}

static void test_a_wrong_result_is_named(void **state)
{
    struct story story;

    story_begin(&story, *state);
    play_random_game(&story, 6, RULES_BOOK, WHOLE_GAME);
    write_xml(&story);
    char *part = strstr(story.xml, "<part>");
    part[6] = part[6] == '2' ? '1' : '2';
    assert_true(read_xml(&story, REPLAY_RULES_BOOK));
    assert_string_equal(story.report.differences[RULES_BOOK].what.code, "replay_result");
    assert_int_equal(story.again->ply_count, story.record->ply_count);
    story_end(&story);
}

/* Whatever is there is shown, wherever the file breaks off. */
static void test_a_torn_file(void **state)
{
    struct story story;

    story_begin(&story, *state);
    play_random_game(&story, 4, RULES_BOOK, 5);
    write_xml(&story);
    char *third = strstr(strstr(strstr(story.xml, "<state") + 1, "<state") + 1, "<state");
    third[100] = '\0';
    assert_true(read_xml(&story, REPLAY_RULES_BOOK));
    assert_string_equal(story.report.damage.code, "replay_cut");
    assert_int_equal(story.again->ply_count, 1);
    memcpy(third, "<<<", 3);
    assert_true(read_xml(&story, REPLAY_RULES_BOOK));
    assert_string_equal(story.report.damage.code, "replay_broken");
    assert_int_equal(story.again->ply_count, 1);
    story_end(&story);
}

static void test_a_record_checks_itself(void **state)
{
    struct replay_difference difference;
    struct story story;

    story_begin(&story, *state);
    play_random_game(&story, 8, RULES_SERVER, WHOLE_GAME);
    if (!replay_check_record(story.record, RULES_SERVER, &difference))
        fail_msg("%s %s", difference.what.code, difference.what.details);
    assert_string_equal(difference.what.code, "");
    story_end(&story);
}

static void expect_file_round_trip(struct story *story, const char *ending)
{
    char path[64];
    int len = snprintf(path, sizeof path, "/tmp/kielwasser-XXXXXX%s", ending);
    int fd = mkstemps(path, (int)strlen(ending));

    assert_true(len > 0 && fd >= 0);
    close(fd);
    assert_true(replay_save(story->record, path, NULL));
    assert_true(replay_load(path, REPLAY_RULES_BOOK, story->again, &story->report, NULL));
    expect_no_difference(story);
    assert_int_equal(story->again->ply_count, story->record->ply_count);
    expect_same_start(story);
    unlink(path);
}

static void test_files(void **state)
{
    struct err why = {0};
    struct story story;

    story_begin(&story, *state);
    play_random_game(&story, 2, RULES_BOOK, WHOLE_GAME);
    expect_file_round_trip(&story, ".kw");
    expect_file_round_trip(&story, ".xml");
    expect_file_round_trip(&story, ".xml.gz");
    assert_false(replay_save(story.record, "/tmp/game.pdf", &why));
    assert_string_equal(why.code, "replay_format");
    assert_false(replay_save(story.record, "/nowhere/game.xml.gz", &why));
    assert_string_equal(why.code, "file_write");
    story_end(&story);
}

static void expect_refusal(const char *text, const char *code)
{
    struct record *record = memory_get(1, sizeof *record);
    struct replay_report report;
    struct err why = {0};

    assert_false(replay_parse(slice_of(text), REPLAY_RULES_FITTING, record, &report, &why));
    assert_string_equal(why.code, code);
    free(record);
}

static void test_refusals(void **state)
{
    (void)state;
    expect_refusal("", "replay_foreign");
    expect_refusal("GIF89a", "replay_foreign");
    expect_refusal("<protocol>", "replay_foreign");
    expect_refusal("<protocol></protocol>", "replay_foreign");
    expect_refusal("<protocol><room></protocol>", "replay_foreign");
    expect_refusal("<object-stream><state turn='0'/></object-stream>", "replay_foreign");
    expect_refusal("<protocol><room><data class='memento'/></room><room/></protocol>",
                   "replay_foreign");
    expect_refusal("<!DOCTYPE x [<!ENTITY a 'b'>]><protocol><state/></protocol>", "replay_foreign");
    expect_refusal("kielwasser 2\n", "record_foreign");
}

/* ---- official files, where they are present ---- */

/* The next line of `text` that belongs to a state and says something about the board: echoes of a
 * sender's spelling, and a <line> that season 2019 wrote by accident, are left out. */
static struct slice next_state_line(struct slice *text, bool *is_in_state)
{
    bool is_in_move = false;

    while (text->len > 0) {
        struct slice line = slice_trim(slice_take_until(text, '\n')), rest = line;
        if (slice_take(&rest, "<state"))
            *is_in_state = true;
        bool is_move = slice_take(&rest, "<lastMove");
        bool is_one_line = line.len > 1 && line.at[line.len - 2] == '/';
        if (is_move)
            is_in_move = !is_one_line;
        bool is_shown = *is_in_state && !is_move && !is_in_move && !slice_take(&rest, "<line>");
        if (slice_is(line, "</lastMove>"))
            is_in_move = false;
        if (slice_is(line, "</state>"))
            *is_in_state = false;
        if (is_shown)
            return line;
    }
    return slice_of("");
}

/* Our lines may say more at their end: attributes that documents name and servers forgot. */
static void expect_same_states(struct slice official, struct slice ours)
{
    bool is_in_state[2] = {false, false};
    struct slice theirs;
    int lines = 0;

    while ((theirs = next_state_line(&official, &is_in_state[0])).len > 0) {
        struct slice mine = next_state_line(&ours, &is_in_state[1]);
        if (mine.len < theirs.len - 1 || memcmp(mine.at, theirs.at, theirs.len - 1) != 0)
            fail_msg("line %d: %.*s, not %.*s", lines, (int)mine.len, mine.at, (int)theirs.len,
                     theirs.at);
        lines++;
    }
    assert_int_equal(next_state_line(&ours, &is_in_state[1]).len, 0);
    assert_true(lines > 100);
}

/* An official replay beside the project; later seasons have folders of their own. */
static bool read_official(const struct game_rules *rules, const char *name, struct slice *text)
{
    const char *folder = getenv("SHARED_GAMES_DIR"), *family = game_family(rules);
    char season[32] = "", path[512];

    if (strcmp(rules->name, family) != 0)
        snprintf(season, sizeof season, "/season%d", rules->year);
    snprintf(path, sizeof path, "%s/%s%s/transcripts/%s.xml.gz", folder ? folder : "", family,
             season, name);
    return folder && gz_read(path, REPLAY_TEXT_MAX, text, NULL);
}

static void check_official(struct story *story, struct slice text)
{
    assert_true(replay_parse(text, REPLAY_RULES_SERVER, story->again, &story->report, NULL));
    expect_no_difference(story);
    assert_int_equal(story->again->ply_count, story->report.state_count - 1);
    *story->record = *story->again;
    write_xml(story);
    expect_same_states(text, slice_of(story->xml));
}

static void test_official_files(void **state)
{
    static const char *const names[] = {"replay_sample", "replay_example", "replay_sample_error"};
    struct slice text = {0};
    struct story story;
    int count = 0;

    story_begin(&story, *state);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!read_official(story.rules, names[i], &text))
            continue;
        check_official(&story, text);
        file_free(text);
        count++;
    }
    story_end(&story);
    if (count == 0) {
        print_message("skipped: no official replay of this game beside the project\n");
        skip();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_refusals)};

    return run_for_every_game("replay", test_round_trip) +
           run_for_every_game("replay irregular end", test_irregular_end) +
           run_for_every_game("replay draw by agreement", test_draw_by_agreement) +
           run_for_every_game("replay without moves", test_moves_are_found_from_the_states) +
           run_for_every_game("replay without a start", test_a_missing_first_state) +
           run_for_every_game("replay difference", test_the_first_difference_is_named) +
           run_for_every_game("replay wrong result", test_a_wrong_result_is_named) +
           run_for_every_game("replay torn", test_a_torn_file) +
           run_for_every_game("replay check", test_a_record_checks_itself) +
           run_for_every_game("replay files", test_files) +
           run_for_every_game("replay official", test_official_files) +
           cmocka_run_group_tests_name("replay refusals", tests, NULL, NULL);
}
