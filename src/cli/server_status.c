#include "server/status.h"

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/paths.h"

#include <limits.h>
#include <stdio.h>

/* Reasons come as codes, and are told in the person's words. */
static void print(const char *answer)
{
    struct slice rest = slice_of(answer);
    char sentence[CLI_SENTENCE_SIZE];
    struct err why;

    while (rest.len > 0) {
        struct slice line = slice_take_until(&rest, '\n'), words = line;
        struct slice key = slice_take_word(&words);
        if (!slice_ends_with(key, STATUS_WHY)) {
            printf("%.*s\n", (int)line.len, line.at);
            continue;
        }
        err_parse(words, &why);
        printf("%.*s %s\n", (int)key.len, key.at, cli_error_text(NULL, &why, sentence));
    }
}

static int run(int argc, char **argv)
{
    char folder[PATH_MAX], answer[STATUS_SIZE];
    const char *data = NULL;
    const struct option options[] = {{"data", OPTION_TEXT, &data, 0, 0}, {0}};

    if (options_read(options, "", argc, argv) < 0)
        return EXIT_REFUSED;
    paths_data(data, folder);
    if (!status_ask_all(folder, answer)) {
        cli_refuse(TEXT_STATUS_NOBODY, folder);
        return EXIT_FAILED;
    }
    print(answer);
    return EXIT_FINE;
}

const struct cmd status_cmd = {
    .name = "status",
    .usage = "[--data FOLDER]",
    .summary = {"fragt einen laufenden Spielleiter nach Räumen, Verbindungen, Verzögerung und Bots",
                "asks a running referee for rooms, connections, lag and bots"},
    .example = {"  kielwasser status"},
    .run = run,
};
