#include "cli/options.h"

#include <string.h>

static const struct option *find(const struct option *options, struct slice name)
{
    for (; options->name; options++) {
        if (slice_is(name, options->name))
            return options;
    }
    return NULL;
}

static bool set_number(enum lang lang, const struct option *option, const char *value)
{
    int64_t number;

    if (!slice_to_int64(slice_of(value), &number) || number < option->min || number > option->max) {
        cli_refuse(lang, TEXT_OPTION_NUMBER, option->name, (long long)option->min,
                   (long long)option->max, value);
        return false;
    }
    *(int64_t *)option->target = number;
    return true;
}

static bool set_rules(enum lang lang, const struct option *option, const char *value)
{
    if (ruleset_find(slice_of(value), option->target))
        return true;
    cli_refuse(lang, TEXT_OPTION_CHOICE, option->name, value, "book, server");
    return false;
}

static bool set_sandbox(enum lang lang, const struct option *option, const char *value)
{
    struct sandbox sandbox;
    struct err why = {0};

    if (!sandbox_wish_find(value, option->target)) {
        cli_refuse(lang, TEXT_OPTION_CHOICE, option->name, value, SANDBOX_WORDS);
        return false;
    }
    /* A sandbox that is required and missing is refused before anything begins. */
    if (sandbox_choose(*(enum sandbox_wish *)option->target, &sandbox, &why))
        return true;
    cli_refuse_err(lang, NULL, &why);
    return false;
}

static bool add_text(enum lang lang, const struct option *option, const char *value)
{
    struct option_texts *texts = option->target;

    if (texts->count == OPTION_TEXTS_MAX) {
        cli_refuse(lang, TEXT_TOO_MUCH, value);
        return false;
    }
    texts->at[texts->count++] = value;
    return true;
}

static bool set(enum lang lang, const struct option *option, const char *value)
{
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)option->target = true;
        return true;
    case OPTION_NUMBER:
        return set_number(lang, option, value);
    case OPTION_TEXT:
        *(const char **)option->target = value;
        return true;
    case OPTION_TEXTS:
        return add_text(lang, option, value);
    case OPTION_RULES:
        return set_rules(lang, option, value);
    case OPTION_SANDBOX:
        return set_sandbox(lang, option, value);
    }
    return false;
}

/* Takes the option at argv[i] and its value; how many words that were, or 0 after a refusal. */
static int take(enum lang lang, const struct option *options, int left, char **argv)
{
    struct slice name = slice_skip(slice_of(argv[0]), 2);
    const char *equals = strchr(argv[0], '=');
    const char *value = equals ? equals + 1 : left > 1 ? argv[1] : NULL;

    if (equals)
        name.len = (size_t)(equals - name.at);
    const struct option *option = find(options, name);
    if (!option) {
        cli_refuse(lang, TEXT_NO_OPTION, argv[0]);
        return 0;
    }
    bool is_flag = option->kind == OPTION_FLAG;
    if (is_flag && equals) {
        cli_refuse(lang, TEXT_OPTION_NO_VALUE, option->name);
        return 0;
    }
    if (!is_flag && !value) {
        cli_refuse(lang, TEXT_OPTION_VALUE, option->name);
        return 0;
    }
    if (!set(lang, option, value))
        return 0;
    return is_flag || equals ? 1 : 2;
}

int options_take(enum lang lang, const struct option *options, int argc, char **argv)
{
    int words = 0;

    for (int i = 0; i < argc;) {
        if (strncmp(argv[i], "--", 2) != 0 || argv[i][2] == '\0') {
            argv[words++] = argv[i++];
            continue;
        }
        int taken = take(lang, options, argc - i, argv + i);
        if (taken == 0)
            return -1;
        i += taken;
    }
    return words;
}
