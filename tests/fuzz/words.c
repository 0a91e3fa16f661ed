/* Any words of a command line, and what stands for such words elsewhere: options,
 * server.properties, built-in players, players of matches, command lines of bots, parameters. */

#define _GNU_SOURCE /* strsep */

#include "fuzz.h"

#include "bots/bot_main_file.h"
#include "cli/match_options.h"
#include "cli/options.h"
#include "learn/spsa.h"
#include "match/match.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { WORDS_MAX = 32, TEXT_MAX = 4096 };

extern const struct cmd serve_cmd;

static void try_options(char *text)
{
    struct match_options wishes = match_options_default;
    struct option_texts texts = {0};
    bool flag = false;
    const char *name = NULL;
    int number = 0;
    const struct option options[] = {MATCH_OPTIONS(wishes),
                                     {"texts", OPTION_TEXTS, &texts, 0, 0},
                                     {"flag", OPTION_FLAG, &flag, 0, 0},
                                     {"name", OPTION_TEXT, &name, 0, 0},
                                     {"number", OPTION_INT, &number, -5, 5},
                                     {0}};
    char *argv[WORDS_MAX + 1], *rest = text;
    int argc = 0;

    while (argc < WORDS_MAX && rest)
        argv[argc++] = strsep(&rest, "\n");
    argv[argc] = NULL;
    int left = options_read(options, "A [B] --name NAME", argc, argv);
    fuzz_require(left == -1 || left == 1 || left == 2);
    fuzz_require(number >= -5 && number <= 5 && texts.count <= OPTION_TEXTS_MAX);
}

/* The file is read before the options, which are refused. */
static void try_properties(char *text)
{
    char path[PATH_MAX], word[] = "--no-such-option", *argv[] = {word, NULL};

    int here = open(".", O_RDONLY | O_CLOEXEC);

    fuzz_write("server.properties", slice_of(text), path);
    fuzz_require(chdir(fuzz_folder()) == 0 && serve_cmd.run(1, argv) == EXIT_REFUSED);
    fuzz_require(fchdir(here) == 0 && close(here) == 0);
}

static void try_player(char *text)
{
    struct player_spec spec;
    struct err why = {0};

    if (player_spec_is_one(text))
        fuzz_require(player_spec_read(&spec, text, &why) != (why.code[0] != '\0'));
}

static void try_match_player(char *text)
{
    static struct match_player player;
    struct err why = {0};

    fuzz_require(match_player_read(&player, text, NULL, &why) != (why.code[0] != '\0'));
}

/* Up to the first newline a folder, then the line. */
static void try_command(char *text)
{
    static struct bot_command command;
    const struct bot_command_place place = {"127.0.0.1", 13050, "0123"};
    char *line = text, *folder = strsep(&line, "\n"), quoted_text[2 * TEXT_MAX];
    struct buf quoted;
    struct err why = {0};

    if (!line)
        return;
    bot_command_check(line, folder, NULL);
    if (bot_command_make(&command, line, folder, &place, &why))
        bot_main_file_language(line, folder);
    else
        fuzz_require(why.code[0] != '\0');
    buf_init(&quoted, quoted_text, sizeof quoted_text);
    bot_command_quote(&quoted, line);
}

static void try_parameter(char *text)
{
    static struct match match, applied;
    struct spsa_param param;
    struct err why = {0};

    fuzz_require(spsa_read_param(&param, text, &why) != (why.code[0] != '\0'));
    if (!match.rules) {
        match.rules = game_at(0);
        for (int i = 0; i < MATCH_SEATS; i++)
            match_player_read(&match.players[i], "stark:nodes={w},depth={x}", NULL, NULL);
    }
    match_set_params(&match, text, &applied, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const tries[])(char *text) = {try_options,      try_properties, try_player,
                                                try_match_player, try_command,    try_parameter};
    static bool is_locked_in;
    int choice = fuzz_choice(&data, &size, sizeof tries / sizeof *tries);
    char text[TEXT_MAX];

    if (!is_locked_in)
        fuzz_lock_in();
    is_locked_in = true;
    if (choice < 0 || size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    tries[choice](text);
    return 0;
}
