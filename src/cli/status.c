#include "server/status.h"

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/paths.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Connects to the server of this folder; -1: nobody is there. */
static int visit(const char *folder)
{
    struct sockaddr_un where = {.sun_family = AF_UNIX};
    int line = socket(AF_UNIX, SOCK_STREAM, 0);

    if (line < 0 || !status_path(folder, where.sun_path))
        return -1;
    if (connect(line, (struct sockaddr *)&where, sizeof where) == 0)
        return line;
    close(line);
    return -1;
}

static int run(enum lang lang, int argc, char **argv)
{
    char folder[PATH_MAX], bytes[1024];
    const char *data = NULL;
    const struct option options[] = {{"data", OPTION_TEXT, &data, 0, 0}, {0}};
    ssize_t n;

    argc = options_take(lang, options, argc, argv);
    if (argc < 0)
        return EXIT_REFUSED;
    if (argc > 0)
        return cli_refuse(lang, TEXT_TOO_MUCH, argv[0]);
    paths_data(data, folder);
    int line = visit(folder);
    if (line < 0) {
        cli_refuse(lang, TEXT_STATUS_NOBODY, folder);
        return EXIT_FAILED;
    }
    while ((n = read(line, bytes, sizeof bytes)) > 0)
        fwrite(bytes, 1, (size_t)n, stdout);
    close(line);
    return EXIT_FINE;
}

const struct cmd status_cmd = {
    .name = "status",
    .usage = "[--data FOLDER]",
    .summary = {"fragt einen laufenden Spielleiter nach Räumen, Verbindungen und Verzögerung",
                "asks a running referee for rooms, connections and lag"},
    .help = {"Beispiel:\n  kielwasser status", "Example:\n  kielwasser status"},
    .run = run,
};
