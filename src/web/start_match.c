#include "web/start_match.h"

#include "base/file.h"
#include "base/memory.h"
#include "bots/bot_command.h"
#include "match/cores.h"
#include "match/folder.h"
#include "match/worker.h"
#include "search/spec.h"
#include "web/program_request.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS_MAX = 1000 };

/* ---- players ---- */

static bool take_word(struct run *run, const char *key, const char *word, struct err *why)
{
    size_t len = strlen(word);

    /* A word that looks like an option would be one. */
    if (len == 0 || len >= BOT_COMMAND_LINE_SIZE || word[0] == '-' || strpbrk(word, "\n\r"))
        return err_set(why, "bad_value", key);
    run_add_word(run, word);
    return true;
}

static bool take_builtin(struct run *run, const char *key, struct body_part who, struct err *why)
{
    const char *spec = body_text(who, "spec", "", why);
    struct player_spec read;

    if (!spec || !take_word(run, key, spec, why) || !player_spec_read(&read, spec, why))
        return false;
    return !read.is_open || err_set(why, "player_open", spec);
}

static bool take_bot(const struct request *request, struct run *run, struct body_part who,
                     struct err *why)
{
    const struct bot_row *bot;
    int64_t id = 0;

    if (!body_int64(who, "bot", &id, why) || !(bot = program_request_bot(request, id, why)))
        return false;
    if (bot->game[0] && strcmp(bot->game, run->rules->name) != 0)
        return err_set(why, "bad_value", "game");
    /* `match` would take this name for a built-in player. */
    if (player_spec_is_one(bot->name) || strcmp(bot->name, "manual") == 0)
        return err_set(why, "bot_name_taken", bot->name);
    return take_word(run, "bot", bot->name, why);
}

static bool take_command(struct run *run, struct body_part who, struct err *why)
{
    const char *line = body_text(who, "command", "", why);

    return line && take_word(run, "command", line, why) && bot_command_check(line, "", why);
}

static bool take_player(const struct request *request, struct body_part body, const char *key,
                        struct run *run, struct err *why)
{
    struct body_part who;

    if (!body_get_object(body, key, &who, why))
        return false;
    const char *kind = body_text(who, "kind", "", why);
    if (!kind)
        return false;
    if (strcmp(kind, "builtin") == 0)
        return take_builtin(run, key, who, why);
    if (strcmp(kind, "bot") == 0)
        return take_bot(request, run, who, why);
    return strcmp(kind, "command") == 0 ? take_command(run, who, why)
                                        : err_set(why, "bad_value", "kind");
}

/* ---- how long ---- */

static bool take_bounds(struct body_part body, struct run *run, struct err *why)
{
    const json_t *bounds = json_object_get(body.tree, "sprt");
    const json_t *low = json_array_get(bounds, 0), *high = json_array_get(bounds, 1);

    if (!body_has(body, "sprt"))
        return true;
    run->has_test = true;
    bool is_fine = json_array_size(bounds) == 2 && json_is_number(low) && json_is_number(high) &&
                   stats_test_init(&run->test, json_number_value(low), json_number_value(high));
    return is_fine || err_set(why, "bad_value", "sprt");
}

bool start_match_read_length(struct body_part body, struct run *run, struct err *why)
{
    if (!body_int(body, "concurrency", 1, WORKER_SLOTS_MAX, &run->concurrency, why) ||
        !body_int(body, "games", 2, TEST_GAMES_MAX, &run->planned, why) ||
        !take_bounds(body, run, why))
        return false;
    run->planned += run->planned % 2;
    return true;
}

/* ---- the rest ---- */

static bool check_set(struct body_part body, const struct game_rules *rules, enum ruleset ruleset,
                      struct err *why)
{
    const char *set = body_text(body, "set", "", why);
    struct position pos;

    if (!set)
        return false;
    struct game_options options = {.ruleset = ruleset, .words = slice_of(set)};
    return (strlen(set) < MATCH_SET_SIZE || err_set(why, "bad_value", "set")) &&
           rules->setup(&pos, 1, &options, why);
}

static bool check_positions(struct body_part body, const struct game_rules *rules, struct err *why)
{
    int count = body_array_length(body, "positions");
    struct position pos;

    if (body_has(body, "positions") && (count == 0 || count > POSITIONS_MAX))
        return err_set(why, "bad_value", "positions");
    for (int i = 0; i < count; i++) {
        const char *text = body_item(body, "positions", i);
        if (!text || strchr(text, '\n') || !rules->parse(slice_of(text), &pos, NULL) ||
            pos.side == SIDE_NONE || !game_knows_moves(rules, &pos, NULL))
            return err_setf(why, "position_line", "%d", i + 1);
    }
    return true;
}

static bool check_rest(struct body_part body, const struct game_rules *game, struct err *why)
{
    const char *rules = body_text(body, "rules", "book", why);
    const char *save = body_text(body, "save", "failed", why);
    enum folder_saving saving;
    enum ruleset ruleset;
    int64_t seed = 0;
    int number = 0;

    if (!rules || !save)
        return false;
    if (!ruleset_find(slice_of(rules), &ruleset))
        return err_set(why, "bad_value", "rules");
    if (!folder_saving_find(save, &saving))
        return err_set(why, "bad_value", "save");
    return body_int(body, "limitMs", 0, MATCH_TIME_MAX_MS, &number, why) &&
           body_int(body, "pace", 0, MATCH_MESSAGE_GAP_MAX_MS, &number, why) &&
           body_int64(body, "seed", &seed, why) && check_set(body, game, ruleset, why) &&
           check_positions(body, game, why);
}

/* False: something is missing or impossible, `why` says it. */
static bool read_wish(const struct request *request, struct body_part body, struct run *run,
                      struct err *why)
{
    const char *game = body_text(body, "game", "", why);
    const char *name = body_text(body, "name", "", why);

    run->rules = game ? game_find(slice_of(game)) : NULL;
    if (!run->rules)
        return err_set(why, "bad_value", "game");
    run_add_word(run, "match");
    if (!name || !take_player(request, body, "a", run, why) ||
        !take_player(request, body, "b", run, why))
        return false;
    run_set_name(run, name);
    run->concurrency = cores_allowed();
    if (!start_match_read_length(body, run, why))
        return false;
    if (run->planned == 0 && !run->has_test)
        run->planned = TEST_GAMES;
    return check_rest(body, run->rules, why);
}

/* ---- as words ---- */

static void add_option(struct run *run, const char *name, const char *value)
{
    run_add_word(run, name);
    run_add_word(run, value);
}

static void add_number(struct run *run, const char *name, int64_t value)
{
    char text[32];

    snprintf(text, sizeof text, "%lld", (long long)value);
    add_option(run, name, text);
}

/* Options that are named in the body as they are in the command. */
static void add_wishes(struct run *run)
{
    static const char *const names[][2] = {{"limitMs", "--time"}, {"seed", "--seed"},
                                           {"pace", "--pace"},    {"save", "--save"},
                                           {"rules", "--rules"},  {"set", "--set"}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const json_t *value = json_object_get(run->wants, names[i][0]);
        if (json_is_integer(value))
            add_number(run, names[i][1], json_integer_value(value));
        else if (json_string_length(value) > 0)
            add_option(run, names[i][1], json_string_value(value));
    }
}

static bool add_positions(struct run *run, struct err *why)
{
    const json_t *list = json_object_get(run->wants, "positions");
    size_t size = BODY_MAX;
    char path[PATH_MAX], *text;
    struct buf buf;

    if (json_array_size(list) == 0)
        return true;
    text = memory_get(1, size);
    buf_init(&buf, text, size);
    for (size_t i = 0; i < json_array_size(list); i++)
        buf_format(&buf, "%s\n", json_string_value(json_array_get(list, i)));
    run_path(run, "positions.txt", path);
    bool is_written = file_write(path, buf_slice(&buf), why);
    free(text);
    add_option(run, "--positions", path);
    return is_written;
}

static void add_bounds(struct run *run)
{
    char text[64];

    snprintf(text, sizeof text, "%g,%g", run->test.elo0, run->test.elo1);
    add_option(run, "--sprt", text);
}

bool start_match_build_command(struct run *run, struct err *why)
{
    enum { WORDS_BEFORE = 3 }; /* match, and its players */

    while (json_array_size(run->words) > WORDS_BEFORE)
        json_array_remove(run->words, WORDS_BEFORE);
    add_option(run, "--game", run->rules->name);
    if (run->planned > 0)
        add_number(run, "--games", run->planned);
    if (run->has_test)
        add_bounds(run);
    add_number(run, "--concurrency", run->concurrency);
    add_wishes(run);
    if (!add_positions(run, why))
        return false;
    run_add_places(run);
    return true;
}

struct run *start_match_enter(const struct request *request, struct json_t *wants, struct err *why)
{
    struct run wish = {.kind = RUNS_MATCH, .wants = wants, .words = json_array()};
    struct body_part body = {.tree = wants};
    struct run *run =
        read_wish(request, body, &wish, why) ? runs_add(request->web->runs, &wish, why) : NULL;

    json_decref(wish.words);
    if (run && !start_match_build_command(run, why)) {
        runs_forget(run);
        return NULL;
    }
    return run;
}
