#include "cli/options.h"
#include "web/web.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct option *find(const struct option *options, struct slice name)
{
    for (; options->name; options++) {
        if (slice_is(name, options->name))
            return options;
    }
    return NULL;
}

static bool set_number(const struct option *option, const char *value)
{
    int64_t number;

    if (!slice_to_int64(slice_of(value), &number) || number < option->min || number > option->max)
        return cli_deny(TEXT_OPTION_NUMBER, option->name, (long long)option->min,
                        (long long)option->max, value);
    if (option->kind == OPTION_INT)
        *(int *)option->target = (int)number;
    else
        *(int64_t *)option->target = number;
    return true;
}

static bool set_rules(const struct option *option, const char *value)
{
    return ruleset_find(slice_of(value), option->target) ||
           cli_deny(TEXT_OPTION_CHOICE, option->name, value, "book, server");
}

static bool set_guests(const struct option *option, const char *value)
{
    return web_guests_find(value, option->target) ||
           cli_deny(TEXT_OPTION_CHOICE, option->name, value, WEB_GUESTS_WORDS);
}

static bool set_sandbox(const struct option *option, const char *value)
{
    struct sandbox sandbox;
    struct err why = {0};

    if (!sandbox_wish_find(value, option->target))
        return cli_deny(TEXT_OPTION_CHOICE, option->name, value, SANDBOX_WORDS);
    /* A sandbox that is required and missing is refused before anything begins. */
    return sandbox_choose(*(enum sandbox_wish *)option->target, &sandbox, &why) ||
           cli_deny_err(NULL, &why);
}

/* A user that cannot be taken is refused before anything begins. */
static bool set_bot_user(const char *value)
{
    struct bot_user user;
    struct err why = {0};

    setenv(BOT_USER_VARIABLE, value, 1);
    return bot_user_choose(&user, &why) || cli_deny_err(NULL, &why);
}

static bool add_text(const struct option *option, const char *value)
{
    struct option_texts *texts = option->target;

    if (texts->count == OPTION_TEXTS_MAX)
        return cli_deny(TEXT_TOO_MUCH, value);
    texts->at[texts->count++] = value;
    return true;
}

static bool set(const struct option *option, const char *value)
{
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)option->target = true;
        return true;
    case OPTION_NUMBER:
    case OPTION_INT:
        return set_number(option, value);
    case OPTION_TEXT:
        *(const char **)option->target = value;
        return true;
    case OPTION_TEXTS:
        return add_text(option, value);
    case OPTION_RULES:
        return set_rules(option, value);
    case OPTION_GUESTS:
        return set_guests(option, value);
    case OPTION_SANDBOX:
        return set_sandbox(option, value);
    case OPTION_BOT_USER:
        return set_bot_user(value);
    }
    return false;
}

/* Takes the option at argv[i] and its value; how many words that were, or 0 after a refusal. */
static int take(const struct option *options, int left, char **argv)
{
    struct slice name = slice_skip(slice_of(argv[0]), 2);
    const char *equals = strchr(argv[0], '=');
    const char *value = equals ? equals + 1 : left > 1 ? argv[1] : NULL;

    if (equals)
        name.len = (size_t)(equals - name.at);
    const struct option *option = find(options, name);
    if (!option)
        return cli_deny(TEXT_NO_OPTION, argv[0]);
    bool is_flag = option->kind == OPTION_FLAG;
    if (is_flag && equals)
        return cli_deny(TEXT_OPTION_NO_VALUE, option->name);
    if (!is_flag && !value)
        return cli_deny(TEXT_OPTION_VALUE, option->name);
    if (!set(option, value))
        return 0;
    return is_flag || equals ? 1 : 2;
}

/* Moves all words that are no options to the front; their number, or -1 after a refusal. */
static int take_all(const struct option *options, int argc, char **argv)
{
    int words = 0;

    for (int i = 0; i < argc;) {
        if (strncmp(argv[i], "--", 2) != 0 || argv[i][2] == '\0') {
            argv[words++] = argv[i++];
            continue;
        }
        int taken = take(options, argc - i, argv + i);
        if (taken == 0)
            return -1;
        i += taken;
    }
    return words;
}

static bool is_capital(struct slice words)
{
    return words.len > 0 && words.at[0] >= 'A' && words.at[0] <= 'Z';
}

/* Refuses because of the first word and the words in capitals behind it. */
static bool deny_missing(struct slice words)
{
    char text[64];
    struct buf missing;

    buf_init(&missing, text, sizeof text);
    buf_add_slice(&missing, slice_take_word(&words));
    while (is_capital(words)) {
        buf_add_char(&missing, ' ');
        buf_add_slice(&missing, slice_take_word(&words));
    }
    return cli_deny(TEXT_MISSING, text);
}

static bool has_words(struct slice words, int count, char **argv)
{
    bool is_list = strstr(words.at, "…") != NULL;

    for (int at = 0; at < count; at++) {
        if (is_capital(words) || slice_take_char(&words, '['))
            slice_take_word(&words);
        else if (!is_list)
            return cli_deny(TEXT_TOO_MUCH, argv[at]);
    }
    return !is_capital(words) || deny_missing(words);
}

/* The first field of a target is NULL as long as no text was given. */
static bool has_options(const struct option *options, const char *words)
{
    for (const char *at = strstr(words, "--"); at; at = strstr(at + 1, "--")) {
        struct slice rest = slice_of(at + 2);
        const struct option *option = find(options, slice_take_word(&rest));
        assert(option);
        if (!*(const char *const *)option->target)
            return deny_missing(slice_of(at));
    }
    return true;
}

int options_read(const struct option *options, const char *words, int argc, char **argv)
{
    int count = take_all(options, argc, argv);
    bool is_fine =
        count >= 0 && has_words(slice_of(words), count, argv) && has_options(options, words);

    return is_fine ? count : -1;
}
