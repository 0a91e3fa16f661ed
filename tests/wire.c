/* Every game's XML: the spellings of its wire.txt, and what is written along random games is read
 * back the same. */

#include "support.h"
#include "tries.h"

#include "base/memory.h"
#include "base/rng.h"
#include "proto/wire.h"
#include "xml/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { XML_SIZE = WIRE_STATE_MAX + 1024, GAMES_PER_RULESET = 6, MOVES_PER_POSITION = 4 };

/* Gives the one element of the text to `look`. */
static bool with_element(struct slice text, xml_on_element *look, void *context)
{
    struct xml_reader *reader = xml_reader_create(1 << 20, look, context);
    struct err why = {0};

    bool is_read =
        xml_reader_feed(reader, "<p>", 3, &why) && xml_reader_feed(reader, text.at, text.len, &why);
    if (!is_read)
        print_error("%s %s in %.*s\n", why.code, why.details, (int)text.len, text.at);
    xml_reader_destroy(reader);
    return is_read;
}

/* ---- wire.txt ---- */

struct spelling {
    struct data data;
    const struct game_wire *wire;
    struct position pos;
    enum wire_verdict wanted;
    struct slice result; /* what follows "=>" */
    bool is_seen;
};

/* What a line of the file claims. */
static const char *const verdicts[] = {
    [WIRE_MOVE] = "move",
    [WIRE_FOUL] = "foul",
    [WIRE_NOT_A_MOVE] = "server-only",
    [WIRE_GARBLED] = "garbled",
};

enum { VERDICTS = sizeof verdicts / sizeof *verdicts };

static void compare(struct spelling *spelling, enum wire_verdict verdict, const char *result)
{
    if (verdict != spelling->wanted)
        data_fail(&spelling->data, "is %s %s", verdicts[verdict], result);
    else if ((verdict == WIRE_MOVE || verdict == WIRE_FOUL) && !slice_is(spelling->result, result))
        data_fail(&spelling->data, "gives '%s'", result);
}

static bool judge_spelling(void *context, const struct xml_node *data)
{
    struct spelling *spelling = context;
    char words_text[GAME_WORDS_MAX], hint_text[GAME_WORDS_MAX], both[2 * GAME_WORDS_MAX + 8];
    struct buf words, hint;
    struct err why = {0};

    spelling->is_seen = true;
    buf_init(&words, words_text, sizeof words_text);
    buf_init(&hint, hint_text, sizeof hint_text);
    enum wire_verdict verdict =
        spelling->wire->read_move(data, &spelling->pos, &words, &hint, &why);
    snprintf(both, sizeof both, "%s%s%s%s", words_text, words.len && hint.len ? " " : "",
             hint.len ? "; " : "", hint_text);
    compare(spelling, verdict, verdict == WIRE_MOVE ? both : why.code);
    if (verdict != WIRE_MOVE && !why.code[0])
        data_fail(&spelling->data, "refused without a reason");
    return true;
}

/* Cuts "=> RESULT" from the end. */
static struct slice cut_result(struct slice *text)
{
    for (size_t i = 0; i + 3 <= text->len; i++) {
        if (memcmp(text->at + i, " =>", 3) == 0) {
            struct slice result = slice_trim(slice_skip(*text, i + 3));
            text->len = i;
            return result;
        }
    }
    return slice_of("");
}

static void tell_position(struct spelling *spelling, struct slice rest)
{
    struct err why = {0};

    if (!spelling->data.rules->parse(rest, &spelling->pos, &why))
        data_fail(&spelling->data, "refused: %s %s", why.code, why.details);
}

static void tell_data(struct spelling *spelling, struct slice rest, enum wire_verdict wanted)
{
    spelling->wanted = wanted;
    spelling->result = cut_result(&rest);
    spelling->is_seen = false;
    if (!with_element(rest, judge_spelling, spelling) || !spelling->is_seen)
        data_fail(&spelling->data, "is no element");
}

static void tell_line(struct spelling *spelling)
{
    struct slice rest = slice_of(spelling->data.line);
    struct slice word = slice_take_word(&rest);

    if (slice_is(word, "position")) {
        tell_position(spelling, rest);
        return;
    }
    for (int i = 0; i < VERDICTS; i++) {
        if (slice_is(word, verdicts[i])) {
            tell_data(spelling, rest, (enum wire_verdict)i);
            return;
        }
    }
    data_fail(&spelling->data, "is no command");
}

static void test_spellings(void **state)
{
    struct spelling spelling = {.wire = wire_of(*state)};

    data_open(&spelling.data, *state, "wire.txt");
    while (data_next(&spelling.data))
        tell_line(&spelling);
    data_close(&spelling.data);
}

/* ---- random games ---- */

struct walk {
    const struct game_rules *rules;
    const struct game_wire *wire;
    struct position pos, before;
    char last_words[GAME_WORDS_MAX];
    bool has_moved;
    move_t *moves;
    move_t move; /* the one that is written and read */
    const char *hint;
    char *xml, *again;
    struct rng rng;
};

static void expect(const struct walk *walk, bool holds, const char *what)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    if (holds)
        return;
    buf_init(&buf, text, sizeof text);
    walk->rules->print(&walk->pos, &buf);
    fail_msg("%s: %s: %s", walk->rules->name, what, text);
}

static struct slice write_state(const struct walk *walk, const struct wire_state *state, char *xml)
{
    struct xml_writer writer;
    struct buf buf;

    buf_init(&buf, xml, XML_SIZE);
    xml_writer_init(&writer, &buf, 0);
    xml_open(&writer, "data");
    xml_attr(&writer, "class", "memento");
    walk->wire->write_state(&writer, state);
    xml_close(&writer);
    expect(walk, buf.len <= WIRE_STATE_MAX, "a state is too long");
    expect(walk, writer.depth == 0, "an element is left open");
    return buf_slice(&buf);
}

/* What a state does not show cannot be compared; it has to look the same again, and the same side
 * has the same moves. */
static void compare_visible(struct walk *walk, const struct position *read)
{
    struct wire_state state = {.pos = read, .names = {"<Red>", "B&ue"}};

    if (walk->pos.side == SIDE_NONE)
        return; /* the board alone does not always tell that it is over */
    write_state(walk, &(struct wire_state){.pos = &walk->pos, .names = {"<Red>", "B&ue"}},
                walk->xml);
    write_state(walk, &state, walk->again);
    expect(walk, strcmp(walk->xml, walk->again) == 0, "looks different when it was read");
    expect(walk, read->side == walk->pos.side && read->turn == walk->pos.turn, "other side");
    if (walk->pos.ruleset == RULES_SERVER)
        return; /* it pushed ships onto fields that no state shows */
    struct position sample = *read;
    game_sample_hidden(walk->rules, &sample, 1);
    expect(walk, walk->rules->count(&sample) == walk->rules->count(&walk->pos), "other moves");
}

/* The server of 2024 forgot the last move when it found a ship stuck. */
static bool shows_last_move(const struct walk *walk)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    walk->rules->print(&walk->pos, &buf);
    return walk->has_moved && !strstr(text, " stuck=");
}

static void compare_last_move(struct walk *walk, const struct xml_node *state)
{
    char words_text[GAME_WORDS_MAX], hint_text[GAME_WORDS_MAX];
    struct buf words, hint;
    move_t move = 0, wanted = 0;

    buf_init(&words, words_text, sizeof words_text);
    buf_init(&hint, hint_text, sizeof hint_text);
    bool has_move = walk->wire->read_last_move(state, &walk->before, &words, &hint);
    expect(walk, has_move == shows_last_move(walk), "last move is lost or invented");
    if (!has_move)
        return;
    walk->rules->read(&walk->before, slice_of(walk->last_words), &wanted, NULL);
    walk->rules->read(&walk->before, buf_slice(&words), &move, NULL);
    expect(walk, move == wanted, "the last move is another one");
}

static bool compare_state(void *context, const struct xml_node *data)
{
    struct walk *walk = context;
    const struct xml_node *state = xml_child(data, "state");
    char text[GAME_TEXT_MAX];
    struct position read = {0};
    struct err why = {0};
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    expect(walk, state && walk->wire->read_state(state, &buf, &why), why.details);
    if (walk->pos.ruleset == RULES_SERVER)
        buf_add(&buf, " rules=server");
    if (!walk->rules->parse(buf_slice(&buf), &read, &why))
        fail_msg("%s %s: %s", why.code, why.details, text);
    size_t size = offsetof(struct position, body) + walk->rules->body_size;
    if (walk->rules->hide)
        compare_visible(walk, &read);
    else
        expect(walk, memcmp(&read, &walk->pos, size) == 0, "a state is read differently");
    compare_last_move(walk, state);
    return true;
}

static void check_state(struct walk *walk)
{
    struct wire_state state = {.pos = &walk->pos, .names = {"<Red>", "B&ue"}};

    if (walk->has_moved) {
        state.before = &walk->before;
        state.words = slice_of(walk->last_words);
        state.hint = slice_of("one | two");
    }
    assert_true(with_element(write_state(walk, &state, walk->xml), compare_state, walk));
}

static bool compare_move(void *context, const struct xml_node *data)
{
    struct walk *walk = context;
    char words_text[GAME_WORDS_MAX], hint_text[GAME_WORDS_MAX];
    struct buf words, hint;
    struct err why = {0};
    move_t move = 0;

    buf_init(&words, words_text, sizeof words_text);
    buf_init(&hint, hint_text, sizeof hint_text);
    expect(walk, walk->wire->read_move(data, &walk->pos, &words, &hint, &why) == WIRE_MOVE,
           "what was written is no move");
    expect(walk, walk->rules->read(&walk->pos, buf_slice(&words), &move, &why) == VERDICT_LEGAL,
           "what was written is not legal");
    expect(walk, move == walk->move, "what was written is another move");
    return true;
}

static void check_move(struct walk *walk, move_t move)
{
    char words_text[GAME_WORDS_MAX];
    struct xml_writer writer;
    struct buf words, out;

    walk->move = move;
    buf_init(&words, words_text, sizeof words_text);
    walk->rules->print_move(&walk->pos, move, &words);
    buf_init(&out, walk->xml, XML_SIZE);
    xml_writer_init(&writer, &out, 0);
    xml_open(&writer, "data");
    walk->wire->write_move(&writer, &walk->pos, buf_slice(&words), slice_of("a <hint> & \"more\""));
    xml_close(&writer);
    assert_true(with_element(buf_slice(&out), compare_move, walk));
}

static void play(struct walk *walk, move_t move)
{
    struct buf words;

    buf_init(&words, walk->last_words, sizeof walk->last_words);
    walk->rules->print_move(&walk->pos, move, &words);
    walk->before = walk->pos;
    walk->has_moved = true;
    game_play(walk->rules, &walk->pos, move);
}

static void play_game(struct walk *walk)
{
    for (;;) {
        check_state(walk);
        int n = walk->pos.side == SIDE_NONE ? 0 : walk->rules->moves(&walk->pos, walk->moves);
        if (n == 0)
            return;
        for (int i = 0; i < MOVES_PER_POSITION; i++)
            check_move(walk, walk->moves[rng_below(&walk->rng, n)]);
        play(walk, walk->moves[rng_below(&walk->rng, n)]);
    }
}

static void test_random_games(void **state)
{
    struct walk walk = {.rules = *state, .wire = wire_of(*state), .rng = rng_make(2026)};

    walk.moves = memory_get(walk.rules->moves_max, sizeof *walk.moves);
    walk.xml = memory_get(2, XML_SIZE);
    walk.again = walk.xml + XML_SIZE;
    for (uint64_t game = 0; game < 2 * (uint64_t)tries(GAMES_PER_RULESET); game++) {
        struct game_options options = {.ruleset = game % 2 ? RULES_SERVER : RULES_BOOK};
        memset(&walk.pos, 0, sizeof walk.pos);
        walk.has_moved = false;
        assert_true(walk.rules->setup(&walk.pos, game, &options, NULL));
        play_game(&walk);
    }
    free(walk.xml);
    free(walk.moves);
}

static void test_table(void **state)
{
    const struct game_rules *rules = *state;
    const struct game_wire *wire = wire_of(rules);

    assert_non_null(wire);
    assert_string_equal(wire->game, rules->name);
    assert_ptr_equal(wire_find(wire->game_type), wire);
    assert_null(wire_find("swc_1999_chess"));
    assert_null(wire_find(""));
}

int main(void)
{
    return run_for_every_game("table", test_table) +
           run_for_every_game("spellings", test_spellings) +
           run_for_every_game("random games", test_random_games);
}
