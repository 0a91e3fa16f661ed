#include "web/internal.h"
#include "web/runs.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const char *const kinds[RUNS_KINDS] = {
    [RUNS_MATCH] = "match", [RUNS_TOURNAMENT] = "tournament"};

static json_t *test_of(const struct run *run)
{
    return run->has_test ? json_pack("[f, f]", run->test.elo0, run->test.elo1) : json_null();
}

static json_t *card_of(const struct run *run)
{
    return json_pack(
        "{s:s, s:i, s:s, s:s, s:O, s:O, s:s, s:b, s:{s:s, s:s}, s:i, s:i, s:o, s:I, s:I}", "kind",
        kinds[run->kind], "gauntlet", run->gauntlet, "game", run->rules->name, "name", run->name,
        "wants", run->wants, "words", run->words, "state", runs_state_name(run->state), "wanted",
        (int)run->is_wanted, "why", "code", run->why.code, "details", run->why.details, "planned",
        run->planned, "concurrency", run->concurrency, "sprt", test_of(run), "createdMs",
        (json_int_t)run->created_ms, "playedMs", (json_int_t)run_elapsed_ms(run));
}

bool run_card_write(const struct run *run, const char *path, struct err *why)
{
    json_t *card = card_of(run);
    bool is_written = web_write_tree(path, card, why);

    json_decref(card);
    return is_written;
}

/* ---- and back ---- */

static const char *text_of(const json_t *card, const char *key)
{
    const char *text = json_string_value(json_object_get(card, key));

    return text ? text : "";
}

static int number_of(const json_t *card, const char *key)
{
    json_int_t number = json_integer_value(json_object_get(card, key));

    return number > 0 && number <= INT_MAX ? (int)number : 0;
}

static bool read_kind(struct run *run, const char *word)
{
    for (int i = 0; i < RUNS_KINDS; i++) {
        if (strcmp(kinds[i], word) == 0) {
            run->kind = (enum runs_kind)i;
            return true;
        }
    }
    return false;
}

/* Whatever it was doing, it does so no more. */
static void read_state(struct run *run, const json_t *card)
{
    const json_t *why = json_object_get(card, "why");

    run->state = RUNS_STOPPED;
    for (int i = 0; i < RUNS_STATES; i++) {
        if (strcmp(runs_state_name((enum runs_state)i), text_of(card, "state")) == 0)
            run->state = (enum runs_state)i;
    }
    if (run->state == RUNS_STOPPING ||
        (!run->is_wanted && (run->state == RUNS_RUNNING || run->state == RUNS_WAITING)))
        run->state = RUNS_STOPPED;
    snprintf(run->why.code, sizeof run->why.code, "%s", text_of(why, "code"));
    snprintf(run->why.details, sizeof run->why.details, "%s", text_of(why, "details"));
}

static void read_test(struct run *run, const json_t *test)
{
    run->has_test = json_array_size(test) == 2 &&
                    stats_test_init(&run->test, json_number_value(json_array_get(test, 0)),
                                    json_number_value(json_array_get(test, 1)));
}

static bool read_card(struct run *run, json_t *card)
{
    json_t *words = json_object_get(card, "words"), *wants = json_object_get(card, "wants");
    const json_t *word;
    size_t i;

    run->rules = game_find(slice_of(text_of(card, "game")));
    if (!run->rules || !read_kind(run, text_of(card, "kind")) || !json_is_object(wants) ||
        json_array_size(words) == 0 || json_array_size(words) >= RUNS_WORDS_MAX)
        return false;
    json_array_foreach(words, i, word)
    {
        if (!json_is_string(word))
            return false;
    }
    snprintf(run->name, sizeof run->name, "%s", text_of(card, "name"));
    run->wants = json_incref(wants);
    run->words = json_incref(words);
    run->is_wanted = json_is_true(json_object_get(card, "wanted"));
    run->gauntlet = number_of(card, "gauntlet");
    run->planned = number_of(card, "planned");
    run->concurrency = number_of(card, "concurrency");
    run->created_ms = json_integer_value(json_object_get(card, "createdMs"));
    run->played_ms = json_integer_value(json_object_get(card, "playedMs"));
    read_state(run, card);
    read_test(run, json_object_get(card, "sprt"));
    return true;
}

bool run_card_read(struct run *run, const char *path)
{
    json_t *card = json_load_file(path, 0, NULL);
    bool is_read = card && read_card(run, card);

    json_decref(card);
    return is_read;
}
