#include "web/start_tournament.h"

#include "base/file.h"
#include "base/memory.h"
#include "bots/bot_command.h"
#include "match/cores.h"
#include "match/worker.h"
#include "search/spec.h"
#include "web/program_request.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a form as a file ---- */

/* A key of the form and of the file. */
struct form_line {
    const char *form, *file;
};

static const struct form_line head_lines[] = {{"name", "name"},           {"game", "game"},
                                              {"seed", "seed"},           {"time", "time"},
                                              {"admission", "admission"}, {0}};
static const struct form_line stage_lines[] = {
    {"name", "name"},          {"kind", "kind"},
    {"groups", "groups"},      {"legs", "legs"},
    {"games", "games"},        {"rounds", "rounds"},
    {"gamesMax", "games_max"}, {"thirdPlace", "third_place"},
    {"advance", "advance"},    {0}};
static const struct form_line team_lines[] = {{"name", "name"}, {"bot", "bot"}, {0}};

static bool print_value(const json_t *value, struct buf *out)
{
    const char *text = json_string_value(value);

    if (json_is_boolean(value))
        buf_add(out, json_is_true(value) ? "yes" : "no");
    else if (json_is_integer(value))
        buf_add_int(out, json_integer_value(value));
    else if (text && !strpbrk(text, "\r\n"))
        buf_add(out, text);
    else
        return false;
    return true;
}

static bool print_section(const char *name, const struct form_line *lines, const json_t *from,
                          struct buf *out, struct err *why)
{
    if (!json_is_object(from))
        return err_set(why, "bad_value", name);
    buf_format(out, "[%s]\n", name);
    for (; lines->form; lines++) {
        const json_t *value = json_object_get(from, lines->form);
        if (!value || json_is_null(value))
            continue;
        buf_format(out, "%s = ", lines->file);
        if (!print_value(value, out))
            return err_set(why, "bad_value", lines->form);
        buf_add_char(out, '\n');
    }
    buf_add_char(out, '\n');
    return true;
}

static bool print_form(const json_t *form, struct buf *out, struct err *why)
{
    const json_t *stages = json_object_get(form, "stages"), *teams = json_object_get(form, "teams");

    if (!print_section("tournament", head_lines, form, out, why))
        return false;
    for (size_t i = 0; i < json_array_size(stages); i++) {
        if (!print_section("stage", stage_lines, json_array_get(stages, i), out, why))
            return false;
    }
    for (size_t i = 0; i < json_array_size(teams); i++) {
        if (!print_section("team", team_lines, json_array_get(teams, i), out, why))
            return false;
    }
    return !out->is_full || err_set(why, "body_large", "");
}

/* ---- the teams ---- */

/* Is there such a player?  What is inside of its files matters only when it plays. */
static bool check_bot(const struct request *request, const char *words, struct err *why)
{
    struct player_spec spec;

    if (player_spec_is_one(words))
        return player_spec_read(&spec, words, why) &&
               (!spec.is_open || err_set(why, "player_open", words));
    for (int i = 0; i < request->bot_count; i++) {
        if (strcmp(request->bots[i].name, words) == 0)
            return true;
    }
    return strcmp(words, "manual") == 0 || bot_command_check(words, "", why);
}

static bool check_teams(struct request *request, const struct tournament_file *file,
                        struct err *why)
{
    for (int i = 0; i < file->team_count; i++) {
        if (!check_bot(request, file->team[i].bot, why))
            return false;
    }
    return true;
}

/* ---- the whole ---- */

bool start_tournament_read(struct request *request, struct tournament_order *order, struct err *why)
{
    struct body_part body = body_whole(&request->body);
    char *text = memory_get(1, TOURNAMENT_TEXT_MAX);
    const char *given = body_text(body, "file", "", why);
    struct buf buf;

    buf_init(&buf, text, TOURNAMENT_TEXT_MAX);
    order->text = slice_make(text, 0);
    order->concurrency = cores_allowed();
    if (!given || !body_int(body, "concurrency", 1, WORKER_SLOTS_MAX, &order->concurrency, why))
        return false;
    if (given[0])
        buf_add(&buf, given);
    else if (!print_form(body.tree, &buf, why))
        return false;
    order->text = buf_slice(&buf);
    return tournament_file_parse(order->text, &order->file, why) &&
           check_teams(request, &order->file, why);
}

bool start_tournament_build_command(const struct tournament_order *order, struct run *run,
                                    struct err *why)
{
    char path[PATH_MAX], number[16];

    run_path(run, "tournament.ini", path);
    snprintf(number, sizeof number, "%d", order->concurrency);
    run->concurrency = order->concurrency;
    const char *const words[] = {"tournament", "run", path, "--concurrency", number};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        run_add_word(run, words[i]);
    run_add_places(run);
    return file_write(path, order->text, why);
}
