#include "cli/cli.h"

#include "base/memory.h"
#include "proto/replay_file.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#define CMD(name) extern const struct cmd name##_cmd;
#include "cli/cmds.def"
#undef CMD

static const struct cmd *const cmds[] = {
#define CMD(name) &name##_cmd,
#include "cli/cmds.def"
#undef CMD
};

enum { CMD_COUNT = sizeof cmds / sizeof *cmds };

static const char *const texts[TEXT_COUNT][LANG_COUNT] = {
#define TEXT(id, de, en) [TEXT_##id] = {de, en},
#include "cli/texts.def"
#undef TEXT
};

const char *cli_text(enum text_id id) { return texts[id][cli_lang()]; }

static int refuse(enum text_id id, va_list args)
{
    fputs("kielwasser: ", stderr);
    vfprintf(stderr, cli_text(id), args);
    fputc('\n', stderr);
    return EXIT_REFUSED;
}

int cli_refuse(enum text_id id, ...)
{
    va_list args;

    va_start(args, id);
    int code = refuse(id, args);
    va_end(args);
    return code;
}

bool cli_deny(enum text_id id, ...)
{
    va_list args;

    va_start(args, id);
    refuse(id, args);
    va_end(args);
    return false;
}

const char *cli_error_text(const struct game_rules *rules, const struct err *why,
                           char text[CLI_SENTENCE_SIZE])
{
    struct buf buf;

    buf_init(&buf, text, CLI_SENTENCE_SIZE);
    reason_print(rules, why, cli_lang(), &buf);
    return text;
}

bool cli_deny_err(const struct game_rules *rules, const struct err *why)
{
    char text[CLI_SENTENCE_SIZE];

    fprintf(stderr, "kielwasser: %s\n", cli_error_text(rules, why, text));
    return false;
}

int cli_refuse_err(const struct game_rules *rules, const struct err *why)
{
    cli_deny_err(rules, why);
    return EXIT_REFUSED;
}

const char *cli_side_word(enum side side)
{
    return cli_text(side == SIDE_RED ? TEXT_PLAY_RED : TEXT_PLAY_BLUE);
}

void cli_print_position(const struct game_rules *rules, const struct position *pos)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    rules->print(pos, &buf);
    printf("%3d  %s\n", pos->turn, text);
}

void cli_print_result(const struct game_rules *rules, const struct position *pos)
{
    char text[128];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    game_print_result(rules, pos, &buf);
    printf(cli_text(TEXT_RESULT), text);
}

int cli_save(const struct record *record, const char *path)
{
    struct err why = {0};

    if (!replay_save(record, path, &why)) {
        cli_refuse_err(record_rules(record), &why);
        return EXIT_FAILED;
    }
    printf(cli_text(TEXT_PLAY_SAVED), path);
    return EXIT_FINE;
}

bool cli_load(const char *path, int turn, uint64_t seed, const struct game_rules **rules,
              struct position *pos)
{
    struct record *past = memory_get(1, sizeof *past);
    struct replay_report report;
    struct err why = {0};
    int plies = 0;

    bool is_loaded = replay_load(path, REPLAY_RULES_FITTING, past, &report, &why) &&
                     (turn == CLI_FROM_START || record_find_turn(past, turn, &plies, &why));
    *rules = record_rules(past);
    if (is_loaded) {
        record_position(past, plies, pos);
        if ((*rules)->fill)
            (*rules)->fill(pos, seed);
    }
    free(past);
    return is_loaded || cli_deny_err(*rules, &why);
}

const struct game_rules *cli_game(const char *name)
{
    const struct game_rules *rules = game_find(slice_of(name));
    char list[256];
    struct buf buf;

    if (rules)
        return rules;
    buf_init(&buf, list, sizeof list);
    for (int i = 0; game_at(i); i++) {
        buf_add(&buf, i > 0 ? ", " : "");
        buf_add(&buf, game_at(i)->name);
    }
    cli_refuse(TEXT_NO_GAME, name, list);
    return NULL;
}

bool cli_player(const char *words, const char *others, struct player_spec *spec)
{
    char list[256];
    struct buf buf;
    struct err why = {0};

    if (player_spec_is_one(words))
        return (player_spec_read(spec, words, &why) &&
                (!spec->is_open || err_set(&why, "player_open", words))) ||
               cli_deny_err(NULL, &why);
    buf_init(&buf, list, sizeof list);
    buf_add(&buf, others);
    for (int i = 0; level_at(i); i++)
        buf_format(&buf, "%s%s", buf.len > 0 ? ", " : "", level_at(i)->name);
    return cli_deny(TEXT_NO_PLAYER, words, list);
}

enum lang cli_lang(void)
{
    static const char *const variables[] = {"KIELWASSER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"};

    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value && value[0])
            return strncmp(value, "de", 2) == 0 ? LANG_DE : LANG_EN;
    }
    return LANG_EN;
}

static int print_overview(void)
{
    printf("kielwasser: %s\n\n", cli_text(TEXT_ABOUT));
    printf("%s:\n", cli_text(TEXT_COMMANDS));
    for (int i = 0; i < CMD_COUNT; i++)
        printf("  %-10s %s\n", cmds[i]->name, cmds[i]->summary[cli_lang()]);
    printf("\n%s:\n", cli_text(TEXT_GAMES));
    for (int i = 0; game_at(i); i++)
        printf("  %-13s %s\n", game_at(i)->name, game_at(i)->title);
    printf("\n%s\n", cli_text(TEXT_MORE));
    return EXIT_FINE;
}

static int print_help(const struct cmd *cmd)
{
    enum lang lang = cli_lang();

    printf("%s: kielwasser %s %s\n\n%s\n\n", cli_text(TEXT_USAGE), cmd->name, cmd->usage,
           cmd->summary[lang]);
    if (cmd->help[lang])
        printf("%s\n\n", cmd->help[lang]);
    printf("%s:\n%s\n", cli_text(TEXT_EXAMPLE),
           cmd->example[lang] ? cmd->example[lang] : cmd->example[LANG_DE]);
    return EXIT_FINE;
}

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
    /* What follows -- belongs to the program that is started. */
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return print_help(cmd);
    }
    return cmd->run(argc, argv);
}

/* libuv ends the process where there is no memory, and JSON would lack what found none: both get
 * memory that is always there. */
static void give_memory_to_libraries(void)
{
    uv_replace_allocator(memory_get_unset, memory_grow, memory_get, free);
    json_set_alloc_funcs(memory_get_unset, free);
}

int main(int argc, char **argv)
{
    game_check_all();
    give_memory_to_libraries();
    if (argc < 2 || is_help(argv[1]))
        return print_overview();
    if (strcmp(argv[1], "--version") == 0) {
        puts("kielwasser " KIELWASSER_VERSION);
        return EXIT_FINE;
    }
    for (int i = 0; i < CMD_COUNT; i++) {
        if (strcmp(argv[1], cmds[i]->name) == 0)
            return run(cmds[i], argc - 2, argv + 2);
    }
    return cli_refuse(TEXT_NO_COMMAND, argv[1]);
}
