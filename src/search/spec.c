#include "search/spec.h"

#include "base/buf.h"
#include "search/search.h"

enum { NODES_MAX = 1000000000, TIME_MAX_MS = 3600 * 1000, RANDOM_PLIES_MAX = 1000 };

static bool is_placeholder(struct slice value)
{
    return value.len > 2 && value.at[0] == '{' && value.at[value.len - 1] == '}';
}

static bool take_value(struct player_spec *spec, struct slice name, struct slice value)
{
    int number = 0;

    if (slice_is(name, "nodes") && slice_to_int(value, 1, NODES_MAX, &number))
        spec->nodes = number;
    else if (slice_is(name, "time") && slice_to_int(value, 1, TIME_MAX_MS, &number))
        spec->time_ms = number;
    else if (slice_is(name, "depth") && slice_to_int(value, 1, SEARCH_DEPTH_MAX, &number))
        spec->depth = number;
    else if (slice_is(name, "sleep") && slice_to_int(value, 1, TIME_MAX_MS, &number))
        spec->sleep_ms = number;
    else if (slice_is(name, "random") && slice_to_int(value, 1, RANDOM_PLIES_MAX, &number))
        spec->random_plies = number;
    return number > 0;
}

/* An open value is tried with 1, so that the option's name is known at least. */
static bool take_option(struct player_spec *spec, struct slice option)
{
    struct slice value = option;
    struct slice name = slice_take_until(&value, '=');
    struct player_spec trial;

    if (!is_placeholder(value))
        return take_value(spec, name, value);
    spec->is_open = true;
    return take_value(&trial, name, slice_of("1"));
}

/* Says what is wrong with an option of these words; always false. */
static bool refuse_option(struct slice option, const char *words, struct err *why)
{
    char details[ERR_DETAILS_SIZE];
    struct buf buf;

    if (!slice_is(slice_take_until(&option, '='), "depth"))
        return err_say(why, "player_option", words);
    buf_init(&buf, details, sizeof details);
    buf_format(&buf, "%d %s", SEARCH_DEPTH_MAX, words);
    return err_say(why, "player_depth", details);
}

bool player_spec_is_one(const char *words)
{
    struct slice rest = slice_of(words);

    return player_find(slice_take_until(&rest, ':')) != NULL;
}

bool player_spec_read(struct player_spec *spec, const char *words, struct err *why)
{
    struct slice rest = slice_of(words);
    struct player_spec read = {.level = player_find(slice_take_until(&rest, ':'))};

    if (!read.level)
        return err_say(why, "player_unknown", words);
    while (rest.len > 0) {
        struct slice option = slice_take_until(&rest, ',');
        if (!take_option(&read, option))
            return refuse_option(option, words, why);
    }
    *spec = read;
    return true;
}
