#include "server/status.h"

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/paths.h"

#include <limits.h>
#include <stdio.h>

static int run(int argc, char **argv)
{
    char folder[PATH_MAX], answer[STATUS_SIZE];
    const char *data = NULL;
    const struct option options[] = {{"data", OPTION_TEXT, &data, 0, 0}, {0}};

    if (options_read(options, "", argc, argv) < 0)
        return EXIT_REFUSED;
    paths_data(data, folder);
    if (!status_ask(folder, answer, sizeof answer)) {
        cli_refuse(TEXT_STATUS_NOBODY, folder);
        return EXIT_FAILED;
    }
    fputs(answer, stdout);
    return EXIT_FINE;
}

const struct cmd status_cmd = {
    .name = "status",
    .usage = "[--data FOLDER]",
    .summary = {"fragt einen laufenden Spielleiter nach Räumen, Verbindungen und Verzögerung",
                "asks a running referee for rooms, connections and lag"},
    .example = {"  kielwasser status"},
    .run = run,
};
