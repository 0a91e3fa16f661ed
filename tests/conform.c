/*
 * What every game promises in game.h, tried on random games of both rulesets.  A new game is
 * tested here without a line of test code.
 */

#include "support.h"
#include "tries.h"

#include "base/memory.h"
#include "base/rng.h"
#include "game/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_PER_RULESET = 12, STRANGERS_PER_POSITION = 8, PLAIN_EVERY = 7 };

/* One random game on its way. */
struct walk {
    const struct game_rules *rules;
    struct rng rng;
    struct position pos;
    move_t *moves;
    int n;
};

static void print(const struct game_rules *rules, const struct position *pos, char *text)
{
    struct buf buf;

    memset(text, 0, GAME_TEXT_MAX);
    buf_init(&buf, text, GAME_TEXT_MAX);
    rules->print(pos, &buf);
    assert_false(buf.is_full);
}

static void words_of(const struct walk *walk, move_t move, char *text)
{
    struct buf buf;

    buf_init(&buf, text, GAME_WORDS_MAX);
    walk->rules->print_move(&walk->pos, move, &buf);
    assert_false(buf.is_full);
    assert_true(buf.len > 0);
}

/* Says which position it was before a test fails. */
static void expect(const struct walk *walk, bool holds, const char *what)
{
    char text[GAME_TEXT_MAX];

    if (holds)
        return;
    print(walk->rules, &walk->pos, text);
    fail_msg("%s: %s: %s", walk->rules->name, what, text);
}

static size_t used_bytes(const struct game_rules *rules)
{
    return offsetof(struct position, body) + rules->body_size;
}

static bool is_same(const struct walk *walk, const struct position *a, const struct position *b)
{
    return memcmp(a, b, used_bytes(walk->rules)) == 0;
}

/* Parsing builds everything anew, so equal bytes also prove the incremental key. */
static void check_text(const struct walk *walk)
{
    char text[GAME_TEXT_MAX];
    struct position again = {0};
    struct game_result result = {0}, result_again = {0};

    print(walk->rules, &walk->pos, text);
    position_of(walk->rules, slice_of(text), &again);
    expect(walk, is_same(walk, &walk->pos, &again), "text and back differ");
    walk->rules->result(&walk->pos, &result);
    walk->rules->result(&again, &result_again);
    expect(walk, memcmp(&result, &result_again, sizeof result) == 0, "the result got lost");
    expect(walk, (walk->pos.side == SIDE_NONE) == (result.reason != NULL), "over without a reason");
}

static int compare_moves(const void *a, const void *b)
{
    move_t x = *(const move_t *)a, y = *(const move_t *)b;

    return (x > y) - (x < y);
}

static void check_moves(struct walk *walk)
{
    const struct game_rules *rules = walk->rules;

    expect(walk, walk->n == rules->count(&walk->pos), "count differs from moves");
    expect(walk, walk->n <= rules->moves_max, "more moves than moves_max");
    qsort(walk->moves, (size_t)walk->n, sizeof(move_t), compare_moves);
    for (int i = 0; i < walk->n; i++) {
        expect(walk, walk->moves[i] != 0, "0 is never a move");
        expect(walk, i == 0 || walk->moves[i] != walk->moves[i - 1], "a move is listed twice");
    }
    for (int i = 0; i < walk->n; i += 1 + walk->n / 64)
        expect(walk, rules->legal(&walk->pos, walk->moves[i]), "a listed move is not legal");
}

static bool is_listed(const struct walk *walk, move_t move)
{
    return bsearch(&move, walk->moves, (size_t)walk->n, sizeof move, compare_moves) != NULL;
}

/* Any 64 bits may come from a stale table: they are legal only if listed. */
static void check_garbage(struct walk *walk)
{
    for (int i = 0; i < 64; i++) {
        move_t move = rng_next(&walk->rng) >> rng_below(&walk->rng, 64);
        if (walk->n > 0 && rng_below(&walk->rng, 2))
            move = walk->moves[rng_below(&walk->rng, walk->n)] ^
                   (UINT64_C(1) << rng_below(&walk->rng, 64));
        expect(walk, walk->rules->legal(&walk->pos, move) == is_listed(walk, move),
               "legal and moves disagree");
    }
}

static void check_words(struct walk *walk)
{
    for (int i = 0; i < walk->n; i += 1 + walk->n / 16) {
        char text[GAME_WORDS_MAX];
        move_t move = 0;
        words_of(walk, walk->moves[i], text);
        enum verdict verdict = walk->rules->read(&walk->pos, slice_of(text), &move, NULL);
        expect(walk, verdict == VERDICT_LEGAL && move == walk->moves[i], text);
    }
}

/* Swaps one character of a legal move for one of another. */
static void make_stranger(struct walk *walk, char *text)
{
    char other[GAME_WORDS_MAX];

    words_of(walk, walk->moves[rng_below(&walk->rng, walk->n)], text);
    words_of(walk, walk->moves[rng_below(&walk->rng, walk->n)], other);
    text[rng_below(&walk->rng, (int)strlen(text))] =
        other[rng_below(&walk->rng, (int)strlen(other))];
}

/* A position's text without the coal, which a wasteful sender may have less of. */
static void print_without_coal(const struct game_rules *rules, const struct position *pos,
                               char *text)
{
    char *word = text;

    print(rules, pos, text);
    if (strcmp(game_family(rules), "mississippi") != 0)
        return;
    for (int i = 0; i < 7 && word; word = strchr(word + 1, ' '), i++) {
        char *comma = i < 5 ? NULL : word;
        for (int k = 0; k < 4 && comma; k++)
            comma = strchr(comma + 1, ',');
        for (comma = comma ? comma + 1 : NULL; comma && *comma != ','; comma++)
            *comma = '*';
    }
}

static bool leads_to_a_listed_place(struct walk *walk, move_t move)
{
    char text[GAME_TEXT_MAX], listed[GAME_TEXT_MAX];
    struct position next = walk->pos;

    if (is_listed(walk, move))
        return true;
    game_play(walk->rules, &next, move);
    print_without_coal(walk->rules, &next, text);
    for (int i = 0; i < walk->n; i++) {
        next = walk->pos;
        game_play(walk->rules, &next, walk->moves[i]);
        print_without_coal(walk->rules, &next, listed);
        if (strcmp(text, listed) == 0)
            return true;
    }
    return false;
}

/* In no list of moves: overdrafts onto a sandbank, which the server of 2017 accepted, and turns by
 * 0 steps of 2024. */
static bool accepts_unlisted(const struct walk *walk)
{
    return strcmp(walk->rules->name, "mississippi24") == 0 ||
           (strcmp(walk->rules->name, "mississippi") == 0 && walk->pos.ruleset == RULES_SERVER);
}

static void check_strangers(struct walk *walk)
{
    for (int i = 0; i < STRANGERS_PER_POSITION && walk->n > 0; i++) {
        char text[GAME_WORDS_MAX];
        struct err why = {0};
        move_t move = 0;
        make_stranger(walk, text);
        enum verdict verdict = walk->rules->read(&walk->pos, slice_of(text), &move, &why);
        if (verdict != VERDICT_LEGAL) {
            expect(walk, why.code[0] != '\0', "refused without a code");
            continue;
        }
        if (accepts_unlisted(walk))
            continue;
        expect(walk, leads_to_a_listed_place(walk, move), text);
    }
}

static void check_plain(struct walk *walk)
{
    move_t *plain = memory_get(walk->rules->moves_max, sizeof *plain);
    int n = plain_moves(walk->rules, &walk->pos, plain);

    qsort(plain, (size_t)n, sizeof *plain, compare_moves);
    expect(walk, n == walk->n && memcmp(plain, walk->moves, (size_t)n * sizeof *plain) == 0,
           "plain and fast moves differ");
    free(plain);
}

/* The server of 2024 lets ships sail to fields that are not visible. */
static bool may_enter_hidden(const struct walk *walk)
{
    return strcmp(walk->rules->name, "mississippi24") == 0 && walk->pos.ruleset == RULES_SERVER;
}

/* Whatever a player finds in a sample it also finds in what it sees, and may really do. */
static void check_visible_moves(struct walk *walk, const struct position *hidden,
                                const struct position *sample)
{
    const struct game_rules *rules = walk->rules;
    move_t *moves = memory_get(rules->moves_max, sizeof *moves);
    int n = game_knows_moves(rules, hidden, NULL) ? rules->moves(sample, moves) : 0;

    expect(walk, n == 0 || n == rules->count(hidden), "a sample has other moves");
    for (int i = 0; i < n; i += 1 + n / 8) {
        struct walk seen = *walk;
        char text[GAME_WORDS_MAX];
        move_t move = 0;
        seen.pos = *sample;
        words_of(&seen, moves[i], text);
        expect(walk, rules->read(&walk->pos, slice_of(text), &move, NULL) == VERDICT_LEGAL, text);
        expect(walk, move == moves[i] && rules->legal(hidden, move), text);
    }
    free(moves);
}

static void check_same_moves(struct walk *walk, const struct position *sample)
{
    const struct game_rules *rules = walk->rules;

    expect(walk, rules->count(sample) == walk->n, "a sample has other moves");
    for (int i = 0; i < walk->n; i += 1 + walk->n / 8)
        expect(walk, rules->legal(sample, walk->moves[i]), "a move is missing in a sample");
}

/* What a player sees must not depend on what is hidden, and a sample plays like the original. */
static void check_hidden(struct walk *walk)
{
    const struct game_rules *rules = walk->rules;
    struct position hidden = walk->pos, sample = walk->pos;
    uint64_t seed = rng_next(&walk->rng);

    if (!rules->hide)
        return;
    rules->hide(&hidden);
    game_sample_hidden(rules, &sample, seed);
    expect(walk, game_knows_moves(rules, &sample, NULL), "a sample is not ready");
    if (may_enter_hidden(walk))
        check_visible_moves(walk, &hidden, &sample);
    else
        check_same_moves(walk, &sample);
    rules->hide(&sample);
    expect(walk, is_same(walk, &hidden, &sample), "hidden positions differ");

    struct walk seen = *walk;
    seen.pos = hidden;
    check_text(&seen);
}

static void check_position(struct walk *walk, int ply)
{
    check_text(walk);
    check_moves(walk);
    check_garbage(walk);
    check_words(walk);
    check_strangers(walk);
    check_hidden(walk);
    if (ply % PLAIN_EVERY == 0 || walk->n < 4)
        check_plain(walk);
}

static void play_game(struct walk *walk)
{
    for (int ply = 0; walk->pos.side != SIDE_NONE; ply++) {
        walk->n = walk->rules->moves(&walk->pos, walk->moves);
        expect(walk, ply < walk->rules->turn_max, "the game does not end");
        check_position(walk, ply);
        if (walk->n == 0)
            return; /* only overdraft is left in the old server's Mississippi Queen */
        game_play(walk->rules, &walk->pos, walk->moves[rng_below(&walk->rng, walk->n)]);
    }
    check_text(walk);
    expect(walk, walk->rules->moves(&walk->pos, walk->moves) == 0, "moves after the end");
    expect(walk, walk->rules->count(&walk->pos) == 0, "count after the end");
}

static void start_game(struct walk *walk, uint64_t seed, enum ruleset ruleset)
{
    struct game_options options = {.ruleset = ruleset};
    struct position again = {0};

    memset(&walk->pos, 0, sizeof walk->pos);
    assert_true(walk->rules->setup(&walk->pos, seed, &options, NULL));
    assert_true(walk->rules->setup(&again, seed, &options, NULL));
    expect(walk, is_same(walk, &walk->pos, &again), "one seed, two boards");
    expect(walk, walk->pos.turn == 0 && walk->pos.side == SIDE_RED, "red does not begin");
}

static void test_random_games(void **state)
{
    struct walk walk = {.rules = *state, .rng = rng_make(2026)};

    walk.moves = memory_get(walk.rules->moves_max, sizeof *walk.moves);
    for (uint64_t game = 0; game < (uint64_t)tries(GAMES_PER_RULESET); game++) {
        for (enum ruleset ruleset = RULES_BOOK; ruleset <= RULES_SERVER; ruleset++) {
            start_game(&walk, game, ruleset);
            play_game(&walk);
        }
    }
    free(walk.moves);
}

/* ---- the words that all position texts share: side, turn, ruleset ---- */

/* The text with `part` in the place of " r 0", side and turn of a new game. */
static void with_part(const char *text, const char *part, char out[GAME_TEXT_MAX])
{
    const char *at = strstr(text, " r 0");

    assert_non_null(at);
    int n = snprintf(out, GAME_TEXT_MAX, "%.*s%s%s", (int)(at - text), text, part, at + 4);
    assert_in_range(n, 1, GAME_TEXT_MAX - 1);
}

static void double_blanks(const char *text, char out[GAME_TEXT_MAX])
{
    struct buf buf;

    buf_init(&buf, out, GAME_TEXT_MAX);
    for (; *text; text++)
        buf_add(&buf, *text == ' ' ? "  " : (char[]){*text, '\0'});
    buf_add_char(&buf, ' ');
    assert_false(buf.is_full);
}

static void expect_accepted(const struct walk *walk, const char *text)
{
    struct position again = {0};
    struct err why = {0};

    if (!walk->rules->parse(slice_of(text), &again, &why))
        fail_msg("%s: refused %s (%s): %s", walk->rules->name, why.code, why.details, text);
    expect(walk, is_same(walk, &walk->pos, &again), text);
}

static void expect_refused(const struct walk *walk, const char *code, const char *text)
{
    struct position again = {0};
    struct err why = {0};

    if (walk->rules->parse(slice_of(text), &again, &why) || strcmp(why.code, code) != 0)
        fail_msg("%s: not %s but \"%s\": %s", walk->rules->name, code, why.code, text);
}

static void check_shared_words(const struct walk *walk)
{
    static const char *const blanks[] = {"  r 0", " r  0", "   r   0"};
    static const char *const turns[] = {" r +0", " r -0", " r 0x", " r", " r x", " r 10000"};
    static const char *const sides[] = {" R 0", " x 0", " rr 0", " 0", " red 0"};
    static const char *const ends[] = {" x", " rules=house", " rules=", " rules=server rules=book"};
    char text[GAME_TEXT_MAX], other[GAME_TEXT_MAX];

    print(walk->rules, &walk->pos, text);
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
        with_part(text, blanks[i], other);
        expect_accepted(walk, other);
    }
    double_blanks(text, other);
    expect_accepted(walk, other);
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        with_part(text, turns[i], other);
        expect_refused(walk, "bad_turn", other);
    }
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        with_part(text, sides[i], other);
        expect_refused(walk, "bad_side", other);
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(other, sizeof other, "%.*s%s", GAME_TEXT_MAX - 32, text, ends[i]);
        expect_refused(walk, "bad_position", other);
    }
    snprintf(other, sizeof other, "%.*s rules=book", GAME_TEXT_MAX - 32, text);
    if (walk->pos.ruleset == RULES_BOOK)
        expect_accepted(walk, other);
    else
        expect_refused(walk, "bad_position", other);
}

static void test_shared_words(void **state)
{
    struct walk walk = {.rules = *state};

    for (enum ruleset ruleset = RULES_BOOK; ruleset <= RULES_SERVER; ruleset++) {
        start_game(&walk, 1, ruleset);
        check_shared_words(&walk);
    }
}

static void test_table(void **state)
{
    const struct game_rules *rules = *state;
    struct game_options nonsense = {.words = slice_of("nonsense=1")};
    struct position pos;
    struct err why = {0};

    assert_true(rules->body_size <= GAME_BODY_MAX);
    assert_true(rules->moves_max <= GAME_MOVES_MAX);
    assert_true(sizeof(struct position) <= 512);
    assert_ptr_equal(game_find(slice_of(rules->name)), rules);
    assert_true(!rules->hide == !rules->fill);
    for (int i = 0; i < rules->score_count; i++)
        assert_non_null(rules->scores[i].name);
    for (const struct reason *r = rules->reasons; r->code; r++)
        assert_true(strlen(r->code) < ERR_CODE_SIZE && r->text[LANG_DE][0] && r->text[LANG_EN][0]);
    assert_false(rules->setup(&pos, 1, &nonsense, &why));
    assert_string_equal(why.code, "bad_option");
}

int main(void)
{
    return run_for_every_game("table", test_table) +
           run_for_every_game("side, turn and ruleset in texts", test_shared_words) +
           run_for_every_game("random games", test_random_games);
}
