#include "match/match.h"

#include "base/file.h"
#include "base/memory.h"
#include "proto/replay_file.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    POSITIONS_FILE_MAX = 64 << 20,
    POSITIONS_TEXT_MAX = MATCH_TEXT_MAX - 64 * 1024, /* the rest is for everything else */
    TIME_PART = 85, /* of a hundred: a built-in player leaves some of its time for the way */
};

void match_finish(struct match *match)
{
    free(match->positions);
    match->positions = NULL;
    match->position_count = 0;
}

bool match_is_builtin_only(const struct match *match)
{
    return match->players[MATCH_A].kind == MATCH_BUILTIN &&
           match->players[MATCH_B].kind == MATCH_BUILTIN;
}

bool match_setup(const struct match *match, int64_t seed, struct position *pos, struct err *why)
{
    struct game_options options = {.ruleset = match->ruleset, .words = slice_of(match->set)};

    return match->rules->setup(pos, (uint64_t)seed, &options, why);
}

/* A player with a missing value gets its limit when the value is there. */
static void limit_builtin(struct match_player *player, const struct match *match)
{
    struct player_spec *spec = &player->builtin;

    if (player->kind != MATCH_BUILTIN || spec->is_open || player_spec_is_limited(spec))
        return;
    spec->time_ms = MATCH_BUILTIN_MS;
    if (match->has_time && match->time_ms > 0)
        spec->time_ms = match->time_ms > 1 ? match->time_ms * TIME_PART / 100 : 1;
}

void match_complete(struct match *match)
{
    struct match_player *a = &match->players[MATCH_A], *b = &match->players[MATCH_B];

    assert(match->rules);
    if (strcmp(a->name, b->name) == 0) {
        snprintf(a->name + strnlen(a->name, RECORD_NAME_SIZE - 3), 3, " A");
        snprintf(b->name + strnlen(b->name, RECORD_NAME_SIZE - 3), 3, " B");
    }
    for (int seat = 0; seat < MATCH_SEATS; seat++)
        limit_builtin(&match->players[seat], match);
    match->games += match->games % 2;
}

/* ---- positions ---- */

bool match_add_position(struct match *match, struct slice words)
{
    struct position pos = {0}, filled;

    if (!match->rules->parse(words, &pos, NULL))
        return false;
    filled = pos;
    if (match->rules->fill)
        match->rules->fill(&filled, 1);
    if (filled.side == SIDE_NONE || !game_knows_moves(match->rules, &filled, NULL))
        return false;
    size_t count = (size_t)match->position_count++;
    match->positions = memory_grow(match->positions, (count + 1) * sizeof *match->positions);
    match->positions[count] = pos;
    return true;
}

/* A remark begins at a # that begins a word: in positions of Hive there are others. */
static struct slice without_remark(struct slice line)
{
    for (size_t i = 0; i < line.len; i++) {
        if (line.at[i] == '#' && (i == 0 || line.at[i - 1] == ' ' || line.at[i - 1] == '\t'))
            line.len = i;
    }
    return slice_trim(line);
}

static bool read_lines(struct slice text, struct match *match, struct err *why)
{
    char number[16];
    size_t len = 0;

    for (int line = 1; text.len > 0; line++) {
        struct slice words = without_remark(slice_take_until(&text, '\n'));
        snprintf(number, sizeof number, "%d", line);
        len += words.len + strlen("\"\",");
        if (len > POSITIONS_TEXT_MAX)
            return err_set(why, "positions_many", number);
        if (words.len > 0 && !match_add_position(match, words))
            return err_set(why, "position_line", number);
    }
    return match->position_count > 0;
}

static bool read_record(const char *path, struct match *match)
{
    struct record *record = memory_get(1, sizeof *record);
    char text[GAME_TEXT_MAX];
    struct replay_report report;
    struct buf buf;

    bool is_read = replay_load(path, REPLAY_RULES_FITTING, record, &report, NULL) &&
                   record_rules(record) == match->rules;
    if (is_read) {
        buf_init(&buf, text, sizeof text);
        match->rules->print(&record->start, &buf);
        is_read = match_add_position(match, buf_slice(&buf));
    }
    free(record);
    return is_read;
}

bool match_load_positions(struct match *match, const char *path, struct err *why)
{
    struct slice text;

    assert(match->rules && !match->positions);
    if (!file_read(path, POSITIONS_FILE_MAX, &text, why))
        return false;
    err_set(why, "no_positions", path);
    bool is_read = read_record(path, match) || read_lines(text, match, why);
    file_free(text);
    return is_read;
}

/* ---- parameters ---- */

static bool replace(char text[BOT_COMMAND_LINE_SIZE], const char *from, struct slice to)
{
    char replaced[BOT_COMMAND_LINE_SIZE];
    struct slice rest = slice_of(text);
    struct buf out;

    buf_init(&out, replaced, sizeof replaced);
    while (rest.len > 0) {
        if (slice_take(&rest, from))
            buf_add_slice(&out, to);
        else {
            buf_add_char(&out, rest.at[0]);
            rest = slice_skip(rest, 1);
        }
    }
    memcpy(text, replaced, out.len + 1);
    return !out.is_full;
}

static bool is_made_of(struct slice text, const char *letters)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!memchr(letters, text.at[i], strlen(letters)))
            return false;
    }
    return text.len > 0;
}

/* {host}, {port} and {reservation} are filled in when the program is started. */
static bool is_parameter(struct slice name)
{
    return is_made_of(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") &&
           name.len < 48 && !slice_is(name, "host") && !slice_is(name, "port") &&
           !slice_is(name, "reservation");
}

/* "A:w=12" */
static bool put_in(struct match *match, struct slice word)
{
    struct slice value = word;
    struct slice seat = slice_take_until(&value, ':');
    struct slice name = slice_take_until(&value, '=');
    char place[64];

    if ((!slice_is(seat, "A") && !slice_is(seat, "B")) || !is_parameter(name) ||
        !is_made_of(value, "-+0123456789.eE"))
        return false;
    struct match_player *player = &match->players[slice_is(seat, "A") ? MATCH_A : MATCH_B];
    snprintf(place, sizeof place, "{%.*s}", (int)name.len, name.at);
    return replace(player->spec, place, value) && replace(player->command, place, value);
}

static bool read_again(struct match *match, struct match_player *player, struct err *why)
{
    if (player->kind != MATCH_BUILTIN || !player->builtin.is_open)
        return true;
    if (!player_spec_read(&player->builtin, player->spec, why))
        return false;
    limit_builtin(player, match);
    return !player->builtin.is_open || err_set(why, "player_open", player->spec);
}

bool match_set_params(const struct match *match, const char *params, struct match *applied,
                      struct err *why)
{
    struct slice rest = slice_of(params);

    *applied = *match;
    for (struct slice word = slice_take_word(&rest); word.len > 0; word = slice_take_word(&rest)) {
        if (!put_in(applied, word))
            return err_set(why, "terms_params", params);
    }
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        if (!read_again(applied, &applied->players[seat], why))
            return false;
    }
    return true;
}
