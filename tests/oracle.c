/*
 * Replays games of the official servers (traces*.jsonl.gz) in ruleset `server` and compares every
 * legal list, state, end, score and rejected move.  For the games whose traces hold positions as
 * text; Mississippi Queen has a checker of its own.
 *
 * usage: test-oracle GAME [--book ENDS] FILE...
 *
 * With --book the games are replayed in ruleset `book`, too; ENDS (JSON lines) has the ends that
 * are others there.
 */

#include "base/memory.h"
#include "game/legal_move_texts.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { TRACE_LINE_MAX = 16 << 20, DIFFERENCES_SHOWN = 20 };

struct oracle {
    const struct game_rules *rules;
    json_t *game;      /* the trace of the current game */
    json_t *book_ends; /* by the names of games; NULL: nothing is replayed by the book */
    enum ruleset ruleset;
    char suffix[64]; /* what our texts say beyond the trace's */
    struct position pos;
    size_t ply;
    int games, plies, rejected, differences;
};

static void differ(struct oracle *oracle, const char *what, const char *official, const char *ours)
{
    char id[64];
    const json_t *game = json_object_get(oracle->game, "game");

    if (oracle->differences++ >= DIFFERENCES_SHOWN)
        return;
    if (json_is_string(game))
        snprintf(id, sizeof id, "%s", json_string_value(game));
    else
        snprintf(id, sizeof id, "%lld", (long long)json_integer_value(game));
    printf("%s game %s ply %zu: %s: official %s, ours %s\n", oracle->rules->name, id, oracle->ply,
           what, official, ours);
}

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text ? text : "";
}

/* The hand letters of a Hive trace ("QSSSGGBBAAA") in our order. */
static void write_suffix(struct oracle *oracle)
{
    const char *set = text_of(oracle->game, "set");
    char hand[12] = {0};
    size_t n = 0;

    for (const char *kind = "QSBGA"; *kind; kind++) {
        for (const char *c = set; *c && n < 11; c++)
            if (*c == *kind)
                hand[n++] = *c;
    }
    bool is_named = n > 0 && strcmp(hand, "QSSBBGGGAAA") != 0;
    snprintf(oracle->suffix, sizeof oracle->suffix, "%s%s%s", is_named ? " hand=" : "",
             is_named ? hand : "", oracle->ruleset == RULES_SERVER ? " rules=server" : "");
}

static bool load(struct oracle *oracle, const char *state)
{
    char text[GAME_TEXT_MAX];
    struct err why = {0};

    snprintf(text, sizeof text, "%s%s", state, oracle->suffix);
    if (oracle->rules->parse(slice_of(text), &oracle->pos, &why))
        return true;
    differ(oracle, "the start is refused", text, why.code);
    return false;
}

static void compare_list(struct oracle *oracle, const json_t *legal)
{
    struct legal_move_texts ours;
    size_t i, official = json_array_size(legal);
    const json_t *move;

    legal_move_texts_create(&ours, oracle->rules, &oracle->pos);
    /* The official generator forgets the skip of a side whose queen is overdue. */
    bool is_forgotten_skip = official == 0 && ours.n == 1 && strcmp(ours.text[0], "-") == 0;
    if (official != (size_t)ours.n && !is_forgotten_skip) {
        char counts[2][24];
        snprintf(counts[0], sizeof counts[0], "%zu", official);
        snprintf(counts[1], sizeof counts[1], "%d", ours.n);
        differ(oracle, "moves", counts[0], counts[1]);
    } else {
        json_array_foreach(legal, i, move)
        {
            if (strcmp(json_string_value(move), ours.text[i]) != 0)
                differ(oracle, "move", json_string_value(move), ours.text[i]);
        }
    }
    legal_move_texts_destroy(&ours);
}

/* The first union of Piranhas 2026, the last word, is another one by the book. */
static void forget_first_union(const struct oracle *oracle, char *text)
{
    if (oracle->ruleset == RULES_BOOK && oracle->rules->year == 2026)
        text[strlen(text) - 1] = '?';
}

/* Equal letter by letter, except for the side: ours is "-" once the game is over. */
static void compare_state(struct oracle *oracle, const char *official)
{
    char expected[GAME_TEXT_MAX], text[GAME_TEXT_MAX];
    struct buf buf;
    struct position again = {0};

    buf_init(&buf, text, sizeof text);
    oracle->rules->print(&oracle->pos, &buf);
    snprintf(expected, sizeof expected, "%s%s", official, oracle->suffix);
    bool is_read_back = oracle->rules->parse(slice_of(text), &again, NULL) &&
                        memcmp(&again, &oracle->pos,
                               offsetof(struct position, body) + oracle->rules->body_size) == 0;
    if (!is_read_back)
        differ(oracle, "text and back", text, "other bytes");
    forget_first_union(oracle, text);
    forget_first_union(oracle, expected);
    if (strlen(expected) == strlen(text) && oracle->pos.side == SIDE_NONE) {
        for (char *c = text, *o = expected; *c; c++, o++)
            if (c[0] == '-' && (o[0] == 'r' || o[0] == 'b') && c[1] == ' ')
                *o = '-';
    }
    if (strcmp(expected, text) != 0)
        differ(oracle, "state", expected, text);
}

static bool uses_our_codes(const struct oracle *oracle)
{
    return strcmp(game_family(oracle->rules), "piranhas") == 0;
}

static void check_rejected(struct oracle *oracle)
{
    size_t i;
    const json_t *probe;

    json_array_foreach(json_object_get(oracle->game, "illegal"), i, probe)
    {
        struct err why = {0};
        move_t move;
        if ((size_t)json_integer_value(json_object_get(probe, "ply")) != oracle->ply)
            continue;
        oracle->rejected++;
        const char *words = text_of(probe, "move"), *code = text_of(probe, "why");
        bool is_rejected =
            oracle->rules->read(&oracle->pos, slice_of(words), &move, &why) == VERDICT_ILLEGAL;
        if (!is_rejected || (uses_our_codes(oracle) && strcmp(why.code, code) != 0))
            differ(oracle, words, code, why.code[0] ? why.code : "legal");
    }
}

/* Takes the fish of these letters that touch a square off a text of ten rows of ten. */
static void remove_swarm(char *rows, int x, int y, const char *letters)
{
    for (int i = 0; i < 9; i++) {
        int next_x = x + i % 3 - 1, next_y = y + i / 3 - 1;
        if (next_x < 0 || next_x > 9 || next_y < 0 || next_y > 9)
            continue;
        char *c = &rows[11 * next_y + next_x];
        if (!strchr(letters, *c))
            continue;
        *c = '.';
        remove_swarm(rows, next_x, next_y, letters);
    }
}

/* Do the fish of these letters, if there are any, all touch? */
static bool is_complete(const char *state, const char *letters)
{
    char rows[GAME_TEXT_MAX];
    size_t first;

    snprintf(rows, sizeof rows, "%.109s", state);
    first = strcspn(rows, letters);
    if (!rows[first])
        return false;
    remove_swarm(rows, (int)first % 11, (int)first / 11, letters);
    return !strpbrk(rows, letters);
}

/* The official server of 2026 has one word for ends by a swarm and by the limit of rounds. */
static const char *reason_of_2026(const struct oracle *oracle, const char *official)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    if (strcmp(official, "bigger_swarm") != 0 && strcmp(official, "tie") != 0)
        return official;
    buf_init(&buf, text, sizeof text);
    oracle->rules->print(&oracle->pos, &buf);
    return is_complete(text, "123") || is_complete(text, "456") ? "swarm" : "roundlimit";
}

static const char *our_reason(const struct oracle *oracle, const char *official)
{
    static const char *const pairs[][2] = {
        {"swarm", "swarm"},           {"roundlimit", "roundlimit"}, {"nomoves", "nomove"},
        {"SURROUNDED", "surrounded"}, {"BOTH_SURROUNDED", "both"},  {"ROUND_LIMIT", "roundlimit"},
        {"DIFFERING_SCORES", "fish"}, {"EQUAL_SCORE", "fish"},
    };

    if (oracle->rules->year == 2026)
        return reason_of_2026(oracle, official);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (strcmp(pairs[i][0], official) == 0)
            return pairs[i][1];
    }
    return official;
}

/* The end of the current game in the ruleset in use. */
static const json_t *expected_end(const struct oracle *oracle)
{
    const json_t *other = json_object_get(oracle->book_ends, text_of(oracle->game, "game"));

    return json_object_get(oracle->ruleset == RULES_BOOK && other ? other : oracle->game, "end");
}

/* By the book the game may have another first union, which the list of ends has, too. */
static void compare_first_union(struct oracle *oracle)
{
    const json_t *other = json_object_get(oracle->book_ends, text_of(oracle->game, "game"));
    char text[GAME_TEXT_MAX];
    struct buf buf;

    if (oracle->ruleset != RULES_BOOK || !other)
        return;
    buf_init(&buf, text, sizeof text);
    oracle->rules->print(&oracle->pos, &buf);
    if (strcmp(text_of(other, "first_union"), text + strlen(text) - 1) != 0)
        differ(oracle, "first union", text_of(other, "first_union"), text);
}

static void compare_end(struct oracle *oracle)
{
    const json_t *end = expected_end(oracle);
    const json_t *scores = json_object_get(end, "scores");
    const json_t *red = json_object_get(scores, "red"), *blue = json_object_get(scores, "blue");
    char expected[256], text[256];
    struct buf buf;

    snprintf(expected, sizeof expected, "over %s %s red=%d,%d blue=%d,%d", text_of(end, "winner"),
             our_reason(oracle, text_of(end, "reason")),
             (int)json_integer_value(json_array_get(red, 0)),
             (int)json_integer_value(json_array_get(red, 1)),
             (int)json_integer_value(json_array_get(blue, 0)),
             (int)json_integer_value(json_array_get(blue, 1)));
    buf_init(&buf, text, sizeof text);
    game_print_result(oracle->rules, &oracle->pos, &buf);
    if (strcmp(expected, text) != 0)
        differ(oracle, "end", expected, text);
}

static bool play(struct oracle *oracle, const char *words)
{
    struct err why = {0};
    move_t move;

    if (oracle->rules->read(&oracle->pos, slice_of(words), &move, &why) != VERDICT_LEGAL) {
        differ(oracle, "played", words, why.code);
        return false;
    }
    game_play(oracle->rules, &oracle->pos, move);
    return true;
}

static void check_game(struct oracle *oracle)
{
    const json_t *ply;

    write_suffix(oracle);
    oracle->games++;
    oracle->ply = 0;
    if (!load(oracle, text_of(oracle->game, "start")))
        return;
    /* Official boards come from the seed: ours must be the same. */
    if (strcmp(text_of(oracle->game, "board"), "official") == 0) {
        struct position own = {0};
        struct game_options options = {.ruleset = RULES_SERVER};
        uint64_t seed = (uint64_t)json_integer_value(json_object_get(oracle->game, "seed"));
        if (!oracle->rules->setup(&own, seed, &options, NULL) || own.key != oracle->pos.key)
            differ(oracle, "board of the seed", text_of(oracle->game, "start"), "another");
    }
    json_array_foreach(json_object_get(oracle->game, "plies"), oracle->ply, ply)
    {
        oracle->plies++;
        compare_list(oracle, json_object_get(ply, "legal"));
        check_rejected(oracle);
        if (!play(oracle, text_of(ply, "move")))
            return;
        compare_state(oracle, text_of(ply, "state"));
    }
    compare_end(oracle);
    compare_first_union(oracle);
}

static void check_in_rulesets(struct oracle *oracle)
{
    oracle->ruleset = RULES_SERVER;
    check_game(oracle);
    if (!oracle->book_ends)
        return;
    oracle->ruleset = RULES_BOOK;
    check_game(oracle);
}

static bool check_file(struct oracle *oracle, const char *path, char *line)
{
    gzFile file = gzopen(path, "rb");

    if (!file) {
        printf("%s: cannot be opened\n", path);
        return false;
    }
    while (gzgets(file, line, TRACE_LINE_MAX)) {
        oracle->game = json_loads(line, 0, NULL);
        if (oracle->game)
            check_in_rulesets(oracle);
        else
            differ(oracle, "the line is not JSON", path, "");
        json_decref(oracle->game);
        oracle->game = NULL;
    }
    gzclose(file);
    return true;
}

static json_t *read_ends(const char *path, char *line)
{
    gzFile file = gzopen(path, "rb");
    json_t *ends = json_object();

    while (file && gzgets(file, line, TRACE_LINE_MAX)) {
        json_t *end = json_loads(line, 0, NULL);
        json_object_set_new(ends, text_of(end, "game"), end);
    }
    gzclose(file);
    return ends;
}

int main(int argc, char **argv)
{
    struct oracle oracle = {0};
    bool has_ends = argc > 4 && strcmp(argv[2], "--book") == 0;
    int first = has_ends ? 4 : 2;
    bool is_read = argc > first;

    oracle.rules = is_read ? game_find(slice_of(argv[1])) : NULL;
    if (!oracle.rules) {
        puts("usage: test-oracle GAME [--book ENDS] FILE...");
        return 2;
    }
    char *line = memory_get(TRACE_LINE_MAX, 1);
    if (has_ends)
        oracle.book_ends = read_ends(argv[3], line);
    for (int i = first; i < argc; i++)
        is_read = check_file(&oracle, argv[i], line) && is_read;
    free(line);
    printf("%s: %d games, %d plies, %d rejected moves, %zu ends by the book, %d differences\n",
           oracle.rules->name, oracle.games, oracle.plies, oracle.rejected,
           json_object_size(oracle.book_ends), oracle.differences);
    is_read = is_read && (!has_ends || json_object_size(oracle.book_ends) > 0);
    json_decref(oracle.book_ends);
    return is_read && oracle.games > 0 && oracle.differences == 0 ? 0 : 1;
}
