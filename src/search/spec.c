#include "search/spec.h"

#include "search/search.h"

enum {
    NODES_MAX = 1000000000,
    TIME_MAX_MS = 3600 * 1000,
    RANDOM_PLIES_MAX = 1000,
    TOLERANCE_MAX = 1000
};

static bool is_placeholder(struct slice value)
{
    return value.len > 2 && value.at[0] == '{' && value.at[value.len - 1] == '}';
}

static bool take_failure(struct player_spec *spec, struct slice value)
{
    static const char *const names[] = {
        [FAILURE_NO_MOVE] = "nomove", [FAILURE_LATE] = "late", [FAILURE_SCORE] = "score"};

    for (int i = FAILURE_NO_MOVE; i <= FAILURE_SCORE; i++) {
        if (slice_is(value, names[i]))
            spec->failure = (enum player_failure)i;
    }
    return spec->failure != FAILURE_NONE;
}

static bool take_value(struct player_spec *spec, struct slice name, struct slice value)
{
    int number = 0;

    if (slice_is(name, "fail"))
        return take_failure(spec, value);
    if (slice_is(name, "nodes") && slice_to_int(value, 1, NODES_MAX, &number))
        spec->nodes = number;
    else if (slice_is(name, "time") && slice_to_int(value, 1, TIME_MAX_MS, &number))
        spec->time_ms = number;
    else if (slice_is(name, "depth") && slice_to_int(value, 1, SEARCH_DEPTH_MAX, &number))
        spec->depth = number;
    else if (slice_is(name, "threads") && slice_to_int(value, 1, SEARCH_THREADS_MAX, &number))
        spec->threads = number;
    else if (slice_is(name, "samples") && slice_to_int(value, 1, SEARCH_SAMPLES_MAX, &number))
        spec->samples = number;
    else if (slice_is(name, "sleep") && slice_to_int(value, 1, TIME_MAX_MS, &number))
        spec->sleep_ms = number;
    else if (slice_is(name, "random") && slice_to_int(value, 1, RANDOM_PLIES_MAX, &number))
        spec->random_plies = number;
    else if (slice_is(name, "choices") && slice_to_int(value, 1, SEARCH_LINES_MAX, &number))
        spec->choices = number;
    else if (slice_is(name, "tolerance") && slice_to_int(value, 1, TOLERANCE_MAX, &number))
        spec->tolerance = number;
    return number > 0;
}

/* An open value is tried with 1, so that the option's name is known at least. */
static bool take_option(struct player_spec *spec, struct slice option)
{
    struct slice value = option;
    struct slice name = slice_take_until(&value, '=');
    struct player_spec trial = {0};

    if (!is_placeholder(value))
        return take_value(spec, name, value);
    spec->is_open = true;
    return take_value(&trial, name, slice_of("1"));
}

/* Says what is wrong with an option of these words; always false. */
static bool refuse_option(struct slice option, const char *words, struct err *why)
{
    static const struct {
        const char *name;
        int max;
    } ranges[] = {{"depth", SEARCH_DEPTH_MAX},
                  {"threads", SEARCH_THREADS_MAX},
                  {"samples", SEARCH_SAMPLES_MAX},
                  {"choices", SEARCH_LINES_MAX},
                  {"tolerance", TOLERANCE_MAX}};
    struct slice name = slice_take_until(&option, '=');

    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (slice_is(name, ranges[i].name))
            return err_setf(why, "player_range", "%s %d %s", ranges[i].name, ranges[i].max, words);
    }
    return err_set(why, "player_option", words);
}

/* A built-in player of version 0.1.0, still known so that its refusal says where it is now. */
static bool is_klassik(struct slice name) { return slice_is(name, "klassik"); }

bool player_spec_is_one(const char *words)
{
    struct slice rest = slice_of(words), name = slice_take_until(&rest, ':');

    return level_find(name) || is_klassik(name);
}

bool player_spec_read(struct player_spec *spec, const char *words, struct err *why)
{
    struct slice rest = slice_of(words), name = slice_take_until(&rest, ':');
    struct player_spec read = {.level = level_find(name)};

    if (is_klassik(name))
        return err_set(why, "player_klassik", words);
    if (!read.level)
        return err_set(why, "player_unknown", words);
    while (rest.len > 0) {
        struct slice option = slice_take_until(&rest, ',');
        if (!take_option(&read, option))
            return refuse_option(option, words, why);
    }
    *spec = read;
    return true;
}
