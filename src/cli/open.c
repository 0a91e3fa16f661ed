#include "cli/browser.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "server/status.h"
#include "web/owner_code.h"
#include "web/web.h"

#include <limits.h>
#include <stdio.h>

/* A folder may keep the address of a server that was killed. */
static bool find_page(const char *folder, char address[WEB_ADDRESS_SIZE])
{
    char answer[64]; /* that it answers is enough */

    return status_ask(folder, answer, sizeof answer) && web_address_of_folder(folder, address);
}

static bool print_address(const char *folder, const char *address, struct err *why)
{
    struct owner_code code;

    if (!owner_code_create(&code, folder, address, why))
        return false;
    printf("%s#code=%s\n", address, code.text);
    return true;
}

static int run(int argc, char **argv)
{
    char folder[PATH_MAX], address[WEB_ADDRESS_SIZE];
    const char *data = NULL;
    bool is_printed = false;
    struct err why = {0};
    const struct option options[] = {
        {"data", OPTION_TEXT, &data, 0, 0}, {"print", OPTION_FLAG, &is_printed, 0, 0}, {0}};

    if (options_read(options, "", argc, argv) < 0)
        return EXIT_REFUSED;
    paths_data(data, folder);
    if (!find_page(folder, address)) {
        cli_refuse(TEXT_OPEN_NOBODY, folder);
        return EXIT_FAILED;
    }
    bool is_open = is_printed || !browser_is_there() ? print_address(folder, address, &why)
                                                     : browser_open_as_owner(folder, address, &why);
    if (!is_open)
        cli_refuse_err(NULL, &why);
    return is_open ? EXIT_FINE : EXIT_FAILED;
}

const struct cmd open_cmd = {
    .name = "open",
    .usage = "[--data FOLDER] [--print]",
    .summary = {"öffnet die Seite des laufenden Spielleiters im Browser, mit allen Rechten",
                "opens the page of the running referee in the browser, with all rights"},
    .help = {"Der Browser bekommt einen Code, der einmal und 60 Sekunden lang gilt.\n"
             "--data ORDNER     der Ordner des Spielleiters, wenn es nicht der übliche ist\n"
             "--print           schreibt die Adresse mit dem Code, statt einen Browser zu öffnen\n"
             "                  (für einen anderen Browser; ohne Bildschirm ist es immer so)",
             "The browser gets a code that is valid once and for 60 seconds.\n"
             "--data FOLDER     the referee's folder, unless it is the usual one\n"
             "--print           prints the address with the code instead of opening a browser\n"
             "                  (for another browser; without a screen it is always so)"},
    .example = {"  kielwasser open\n  kielwasser open --print"},
    .run = run,
};
