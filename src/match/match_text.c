/* A match as text, and back. */

#include "base/file.h"
#include "base/memory.h"
#include "match/match.h"
#include "server/limits.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = {
    [MATCH_BUILTIN] = "builtin", [MATCH_PROGRAM] = "program", [MATCH_MANUAL] = "manual"};

/* ---- writing ---- */

enum {
    HEAD_SIZE = 16 * 1024,             /* everything but the positions */
    POSITION_SIZE = 2 * GAME_TEXT_MAX, /* even if every character had to be escaped */
    FIRST_GAP_MS = 20,                 /* the default of the first versions */
};

void match_print_player(struct json *json, const struct match_player *player)
{
    json_begin_object(json, NULL);
    json_text(json, "name", player->name);
    json_text(json, "kind", kinds[player->kind]);
    if (player->kind == MATCH_BUILTIN)
        json_text(json, "spec", player->spec);
    if (player->version[0])
        json_text(json, "version", player->version);
    if (player->digest[0])
        json_text(json, "blake2b", player->digest);
    if (player->kind == MATCH_BUILTIN)
        json_int(json, "ms", player->builtin.time_ms);
    json_end_object(json);
}

static void print_positions(struct json *json, const struct match *match)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    json_begin_array(json, "positions");
    for (int i = 0; i < match->position_count; i++) {
        buf_init(&buf, text, sizeof text);
        match->rules->print(&match->positions[i], &buf);
        json_slice(json, NULL, buf_slice(&buf));
    }
    json_end_array(json);
}

/* Between built-in players there are no messages: the default is written as it always was, so that
 * a match that an older version has begun stays the same one. */
static int gap_of(const struct match *match)
{
    bool is_default = match->message_gap_ms == DEFAULT_MESSAGE_GAP_MS;

    return is_default && match_is_builtin_only(match) ? FIRST_GAP_MS : match->message_gap_ms;
}

static void print_match(struct json *json, const struct match *match)
{
    json_begin_object(json, NULL);
    json_text(json, "game", match->rules->name);
    json_text(json, "rules", ruleset_name(match->ruleset));
    json_text(json, "set", match->set);
    json_int(json, "seed", match->seed);
    json_int(json, "time", match->has_time ? match->time_ms : -1);
    json_int(json, "pace", gap_of(match));
    json_begin_array(json, "players");
    for (int seat = 0; seat < MATCH_SEATS; seat++)
        match_print_player(json, &match->players[seat]);
    json_end_array(json);
    if (match->has_opinions)
        json_bool(json, "opinions", true);
    print_positions(json, match);
    json_end_object(json);
}

struct slice match_print(const struct match *match)
{
    size_t needed = HEAD_SIZE + (size_t)match->position_count * POSITION_SIZE;
    size_t size = needed < MATCH_TEXT_MAX ? needed : MATCH_TEXT_MAX;
    char *text = memory_get(size, 1);
    struct json json;
    struct buf buf;

    buf_init(&buf, text, size);
    json_init(&json, &buf);
    print_match(&json, match);
    text = memory_grow(text, buf.len + 1);
    return slice_make(text, buf.len);
}

void match_key(const struct match *match, char key[MATCH_KEY_SIZE])
{
    unsigned char hash[crypto_generichash_BYTES];
    struct slice text = match_print(match);

    crypto_generichash(hash, sizeof hash, (const unsigned char *)text.at, text.len, NULL, 0);
    sodium_bin2hex(key, MATCH_KEY_SIZE, hash, sizeof hash);
    file_free(text);
}

const char *match_text_difference(struct slice text, struct slice other, char *word, size_t size)
{
    json_t *first = json_loadb(text.at, text.len, 0, NULL);
    json_t *second = json_loadb(other.at, other.len, 0, NULL);
    const char *key;
    json_t *value;

    snprintf(word, size, "match.json");
    json_object_foreach(first, key, value)
    {
        if (!json_equal(json_object_get(second, key), value)) {
            snprintf(word, size, "%s", key);
            break;
        }
    }
    json_decref(first);
    json_decref(second);
    return word;
}

/* ---- reading ---- */

struct reading {
    struct match *match;
    const struct match_player *bots;
    int bot_count;
    struct err *why;
};

static bool refuse(const struct reading *reading, const char *what)
{
    return err_set(reading->why, "terms_damaged", what);
}

/* A text without control characters that fits. */
static bool take_text(const json_t *object, const char *key, char *text, size_t size)
{
    const char *value = json_string_value(json_object_get(object, key));

    if (!value || strlen(value) >= size)
        return false;
    for (const char *at = value; *at; at++) {
        if ((unsigned char)*at < ' ' || *at == '\x7f')
            return false;
    }
    memcpy(text, value, strlen(value) + 1);
    return true;
}

static bool take_optional(const json_t *object, const char *key, char *text, size_t size)
{
    text[0] = '\0';
    return !json_object_get(object, key) || take_text(object, key, text, size);
}

static bool take_int(const json_t *object, const char *key, int max, int *number)
{
    const json_t *value = json_object_get(object, key);

    if (!json_is_integer(value) || json_integer_value(value) < -1 ||
        json_integer_value(value) > max)
        return false;
    *number = (int)json_integer_value(value);
    return true;
}

static bool take_builtin(const struct reading *reading, const json_t *object,
                         struct match_player *player)
{
    int time_ms;

    if (!take_text(object, "spec", player->spec, sizeof player->spec) ||
        !take_int(object, "ms", MATCH_TIME_MAX_MS, &time_ms) || time_ms < 0)
        return refuse(reading, "players");
    if (!player_spec_read(&player->builtin, player->spec, reading->why))
        return false;
    player->builtin.time_ms = time_ms;
    return player->builtin.is_open || player_spec_is_limited(&player->builtin) ||
           refuse(reading, "players");
}

/* Where a bot meets itself the names are "Nemo A" and "Nemo B": Nemo is meant. */
static const struct match_player *find_bot(const struct reading *reading,
                                           const struct match_player *player)
{
    struct slice name = slice_of(player->name);
    struct slice ending = slice_skip(name, name.len > 2 ? name.len - 2 : name.len);
    bool is_twin = slice_is(ending, " A") || slice_is(ending, " B");

    for (int cut = 0; cut <= (is_twin ? 2 : 0); cut += 2) {
        for (int i = 0; i < reading->bot_count; i++) {
            const struct match_player *bot = &reading->bots[i];
            if (bot->kind == player->kind &&
                slice_is(slice_make(name.at, name.len - (size_t)cut), bot->name))
                return bot;
        }
    }
    return NULL;
}

/* What to start is not in the text: the hash must be that of what was found here. */
static bool take_program(const struct reading *reading, struct match_player *player)
{
    const struct match_player *bot = find_bot(reading, player);
    char digest[MATCH_DIGEST_SIZE];

    if (!bot && player->kind == MATCH_MANUAL)
        return err_set(reading->why, "bot_manual", "");
    if (!bot)
        return err_set(reading->why, "bot_unknown", player->name);
    memcpy(player->command, bot->command, sizeof player->command);
    memcpy(player->folder, bot->folder, sizeof player->folder);
    memcpy(digest, player->digest, sizeof digest);
    if (player->kind == MATCH_MANUAL)
        return true;
    if (!match_player_load(player, reading->why))
        return false;
    return strcmp(player->digest, digest) == 0 || err_set(reading->why, "bot_other", player->name);
}

static bool take_player(const struct reading *reading, const json_t *object,
                        struct match_player *player)
{
    enum { KINDS = sizeof kinds / sizeof *kinds };
    const char *word = json_string_value(json_object_get(object, "kind"));
    int kind = 0;

    while (kind < KINDS && (!word || strcmp(word, kinds[kind]) != 0))
        kind++;
    if (kind == KINDS || !take_text(object, "name", player->name, sizeof player->name) ||
        !take_optional(object, "version", player->version, sizeof player->version) ||
        !take_optional(object, "blake2b", player->digest, sizeof player->digest) ||
        !player->name[0])
        return refuse(reading, "players");
    player->kind = (enum match_player_kind)kind;
    return kind == MATCH_BUILTIN ? take_builtin(reading, object, player)
                                 : take_program(reading, player);
}

static bool take_players(const struct reading *reading, const json_t *players)
{
    if (json_array_size(players) != MATCH_SEATS)
        return refuse(reading, "players");
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        if (!take_player(reading, json_array_get(players, (size_t)seat),
                         &reading->match->players[seat]))
            return false;
    }
    return true;
}

static bool take_positions(const struct reading *reading, const json_t *positions)
{
    const json_t *one;
    size_t i;

    if (!json_is_array(positions))
        return refuse(reading, "positions");
    json_array_foreach(positions, i, one)
    {
        const char *words = json_string_value(one);
        if (!words || !match_add_position(reading->match, slice_of(words)))
            return refuse(reading, "positions");
    }
    return true;
}

static bool take_game(const struct reading *reading, const json_t *root)
{
    struct match *match = reading->match;
    const char *game = json_string_value(json_object_get(root, "game"));
    const char *ruleset = json_string_value(json_object_get(root, "rules"));
    struct position pos;

    match->rules = game ? game_find(slice_of(game)) : NULL;
    if (!match->rules)
        return refuse(reading, "game");
    if (!ruleset || !ruleset_find(slice_of(ruleset), &match->ruleset))
        return refuse(reading, "rules");
    if (!take_text(root, "set", match->set, sizeof match->set))
        return refuse(reading, "set");
    return match_setup(match, 1, &pos, reading->why);
}

static bool take_limits(const struct reading *reading, const json_t *root)
{
    struct match *match = reading->match;

    if (!json_is_integer(json_object_get(root, "seed")))
        return refuse(reading, "seed");
    match->seed = json_integer_value(json_object_get(root, "seed"));
    if (!take_int(root, "time", MATCH_TIME_MAX_MS, &match->time_ms))
        return refuse(reading, "time");
    match->has_time = match->time_ms >= 0;
    if (!take_int(root, "pace", MATCH_MESSAGE_GAP_MAX_MS, &match->message_gap_ms) ||
        match->message_gap_ms < 0)
        return refuse(reading, "pace");
    match->has_opinions = json_is_true(json_object_get(root, "opinions"));
    return true;
}

bool match_parse(struct match *match, struct slice text, const struct match_player bots[],
                 int bot_count, struct err *why)
{
    struct reading reading = {.match = match, .bots = bots, .bot_count = bot_count, .why = why};
    json_t *root = text.len < MATCH_TEXT_MAX
                       ? json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, NULL)
                       : NULL;

    memset(match, 0, sizeof *match);
    bool is_read = json_is_object(root)
                       ? take_game(&reading, root) && take_limits(&reading, root) &&
                             take_players(&reading, json_object_get(root, "players")) &&
                             take_positions(&reading, json_object_get(root, "positions"))
                       : refuse(&reading, "JSON");
    if (!is_read)
        match_finish(match);
    json_decref(root);
    return is_read;
}
