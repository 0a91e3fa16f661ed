/*
 * Replays games of the official servers (traces*.jsonl.gz) in ruleset `server` and compares every
 * legal list, state, end, score and rejected move.  For the games whose traces hold positions as
 * text; Mississippi Queen has a checker of its own.
 *
 * usage: test-oracle GAME FILE...
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
    json_t *game;    /* the trace of the current game */
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
    snprintf(oracle->suffix, sizeof oracle->suffix, "%s%s rules=server", is_named ? " hand=" : "",
             is_named ? hand : "");
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

/* Equal letter by letter, except for the side: ours is "-" once the game is over. */
static void compare_state(struct oracle *oracle, const char *official)
{
    char expected[GAME_TEXT_MAX], text[GAME_TEXT_MAX];
    struct buf buf;
    struct position again = {0};

    buf_init(&buf, text, sizeof text);
    oracle->rules->print(&oracle->pos, &buf);
    snprintf(expected, sizeof expected, "%s%s", official, oracle->suffix);
    if (strlen(expected) == strlen(text) && oracle->pos.side == SIDE_NONE) {
        for (char *c = text, *o = expected; *c; c++, o++)
            if (c[0] == '-' && (o[0] == 'r' || o[0] == 'b') && c[1] == ' ')
                *o = '-';
    }
    if (strcmp(expected, text) != 0)
        differ(oracle, "state", expected, text);
    if (!oracle->rules->parse(slice_of(text), &again, NULL) ||
        memcmp(&again, &oracle->pos, offsetof(struct position, body) + oracle->rules->body_size) !=
            0)
        differ(oracle, "text and back", text, "other bytes");
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
        const char *words = text_of(probe, "move");
        if (oracle->rules->read(&oracle->pos, slice_of(words), &move, &why) != VERDICT_ILLEGAL)
            differ(oracle, words, text_of(probe, "why"), why.code[0] ? why.code : "legal");
    }
}

static const char *our_reason(const char *official)
{
    static const char *const pairs[][2] = {
        {"swarm", "swarm"},           {"roundlimit", "roundlimit"}, {"nomoves", "nomove"},
        {"SURROUNDED", "surrounded"}, {"BOTH_SURROUNDED", "both"},  {"ROUND_LIMIT", "roundlimit"},
        {"DIFFERING_SCORES", "fish"}, {"EQUAL_SCORE", "fish"},
    };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (strcmp(pairs[i][0], official) == 0)
            return pairs[i][1];
    }
    return official;
}

static void compare_end(struct oracle *oracle)
{
    const json_t *end = json_object_get(oracle->game, "end");
    const json_t *scores = json_object_get(end, "scores");
    const json_t *red = json_object_get(scores, "red"), *blue = json_object_get(scores, "blue");
    char expected[256], text[256];
    struct buf buf;

    snprintf(expected, sizeof expected, "over %s %s red=%d,%d blue=%d,%d", text_of(end, "winner"),
             our_reason(text_of(end, "reason")), (int)json_integer_value(json_array_get(red, 0)),
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
            check_game(oracle);
        else
            differ(oracle, "the line is not JSON", path, "");
        json_decref(oracle->game);
        oracle->game = NULL;
    }
    gzclose(file);
    return true;
}

int main(int argc, char **argv)
{
    struct oracle oracle = {0};
    bool is_read = argc > 2;

    oracle.rules = argc > 2 ? game_find(slice_of(argv[1])) : NULL;
    if (!oracle.rules) {
        puts("usage: test-oracle GAME FILE...");
        return 2;
    }
    char *line = memory_get(TRACE_LINE_MAX, 1);
    for (int i = 2; i < argc; i++)
        is_read = check_file(&oracle, argv[i], line) && is_read;
    free(line);
    printf("%s: %d games, %d plies, %d rejected moves, %d differences\n", oracle.rules->name,
           oracle.games, oracle.plies, oracle.rejected, oracle.differences);
    return is_read && oracle.games > 0 && oracle.differences == 0 ? 0 : 1;
}
