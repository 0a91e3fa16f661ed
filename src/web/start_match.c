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

static bool take_word(const char *key, const char *word, char out[BOT_COMMAND_LINE_SIZE],
                      struct err *why)
{
    struct buf buf;

    buf_init(&buf, out, BOT_COMMAND_LINE_SIZE);
    buf_add(&buf, word);
    /* A word that looks like an option would be one. */
    return (buf.len > 0 && !buf.is_full && word[0] != '-' && !strpbrk(word, "\n\r")) ||
           err_set(why, "bad_value", key);
}

static bool take_builtin(const char *key, struct body_part who, char out[BOT_COMMAND_LINE_SIZE],
                         struct err *why)
{
    const char *spec = body_text(who, "spec", "", why);
    struct player_spec read;

    if (!spec || !take_word(key, spec, out, why) || !player_spec_read(&read, spec, why))
        return false;
    return !read.is_open || err_set(why, "player_open", spec);
}

static bool take_bot(const struct request *request, struct body_part who,
                     const struct game_rules *rules, char out[BOT_COMMAND_LINE_SIZE],
                     struct err *why)
{
    const struct bot_row *bot;
    int64_t id = 0;

    if (!body_int64(who, "bot", &id, why) || !(bot = program_request_bot(request, id, why)))
        return false;
    if (bot->game[0] && strcmp(bot->game, rules->name) != 0)
        return err_set(why, "bad_value", "game");
    /* `match` would take this name for a built-in player. */
    if (player_spec_is_one(bot->name) || strcmp(bot->name, "manual") == 0)
        return err_set(why, "bot_name_taken", bot->name);
    return take_word("bot", bot->name, out, why);
}

static bool take_command(struct body_part who, char out[BOT_COMMAND_LINE_SIZE], struct err *why)
{
    const char *line = body_text(who, "command", "", why);

    return line && take_word("command", line, out, why) && bot_command_check(line, "", why);
}

static bool take_player(const struct request *request, struct body_part body, enum match_seat seat,
                        struct match_order *order, struct err *why)
{
    static const char *const keys[MATCH_SEATS] = {[MATCH_A] = "a", [MATCH_B] = "b"};
    char *out = order->players[seat];
    struct body_part who;

    if (!body_object(body, keys[seat], &who, why))
        return false;
    const char *kind = body_text(who, "kind", "", why);
    if (!kind)
        return false;
    if (strcmp(kind, "builtin") == 0)
        return take_builtin(keys[seat], who, out, why);
    if (strcmp(kind, "bot") == 0)
        return take_bot(request, who, order->rules, out, why);
    return strcmp(kind, "command") == 0 ? take_command(who, out, why)
                                        : err_set(why, "bad_value", "kind");
}

/* ---- how long ---- */

static bool take_bounds(struct body_part body, struct match_order *order, struct err *why)
{
    const json_t *bounds = json_object_get(body.tree, "sprt");
    const json_t *low = json_array_get(bounds, 0), *high = json_array_get(bounds, 1);

    if (!body_has(body, "sprt"))
        return true;
    order->has_test = true;
    bool is_fine = json_array_size(bounds) == 2 && json_is_number(low) && json_is_number(high) &&
                   stats_test_init(&order->test, json_number_value(low), json_number_value(high));
    return is_fine || err_set(why, "bad_value", "sprt");
}

bool start_match_read_length(struct body_part body, struct match_order *order, struct err *why)
{
    if (!body_int(body, "games", 2, TEST_GAMES_MAX, &order->planned, why) ||
        !take_bounds(body, order, why))
        return false;
    order->planned += order->planned % 2;
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
    int count = body_count(body, "positions");
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

static bool check_rest(struct body_part body, const struct match_order *order, struct err *why)
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
           body_int64(body, "seed", &seed, why) && check_set(body, order->rules, ruleset, why) &&
           check_positions(body, order->rules, why);
}

/* False: something is missing or impossible, `why` says it. */
static bool read_order(const struct request *request, struct body_part body,
                       struct match_order *order, struct err *why)
{
    const char *game = body_text(body, "game", "", why);
    const char *name = body_text(body, "name", "", why);

    order->rules = game ? game_find(slice_of(game)) : NULL;
    if (!order->rules)
        return err_set(why, "bad_value", "game");
    if (!name || !take_player(request, body, MATCH_A, order, why) ||
        !take_player(request, body, MATCH_B, order, why))
        return false;
    buf_copy(order->name, sizeof order->name, slice_of(name));
    order->concurrency = cores_allowed();
    if (!body_int(body, "concurrency", 1, WORKER_SLOTS_MAX, &order->concurrency, why) ||
        !start_match_read_length(body, order, why))
        return false;
    if (order->planned == 0 && !order->has_test)
        order->planned = TEST_GAMES;
    return check_rest(body, order, why);
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

static void add_bounds(const struct match_order *order, struct run *run)
{
    char text[64];

    snprintf(text, sizeof text, "%g,%g", order->test.elo0, order->test.elo1);
    add_option(run, "--sprt", text);
}

bool start_match_give(const struct match_order *order, struct run *run, struct err *why)
{
    run->planned = order->planned;
    run->concurrency = order->concurrency;
    run->has_test = order->has_test;
    run->test = order->test;
    json_array_clear(run->words);
    run_add_word(run, "match");
    run_add_word(run, order->players[MATCH_A]);
    run_add_word(run, order->players[MATCH_B]);
    add_option(run, "--game", order->rules->name);
    if (order->planned > 0)
        add_number(run, "--games", order->planned);
    if (order->has_test)
        add_bounds(order, run);
    add_number(run, "--concurrency", order->concurrency);
    add_wishes(run);
    if (!add_positions(run, why))
        return false;
    run_add_places(run);
    return true;
}

static struct run *enter(struct web *web, const struct match_order *order, struct json_t *wants,
                         struct err *why)
{
    struct runs_wish wish = {
        .kind = RUNS_MATCH, .rules = order->rules, .name = order->name, .wants = wants};
    struct run *run = runs_add(web->runs, &wish, why);

    if (run && !start_match_give(order, run, why)) {
        runs_forget(run);
        return NULL;
    }
    return run;
}

struct run *start_match_enter(const struct request *request, struct json_t *wants, struct err *why)
{
    struct match_order *order = memory_get(1, sizeof *order);
    struct body_part body = {.tree = wants};
    struct run *run =
        read_order(request, body, order, why) ? enter(request->web, order, wants, why) : NULL;

    free(order);
    return run;
}

void start_match_of(const struct run *run, struct match_order *order)
{
    *order = (struct match_order){.rules = run->rules,
                                  .planned = run->planned,
                                  .concurrency = run->concurrency,
                                  .has_test = run->has_test,
                                  .test = run->test};
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        const char *word = json_string_value(json_array_get(run->words, 1 + (size_t)seat));
        snprintf(order->players[seat], BOT_COMMAND_LINE_SIZE, "%s", word ? word : "");
    }
}
