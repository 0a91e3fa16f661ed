#include "base/clock.h"
#include "cli/cli.h"
#include "cli/engine_protocol.h"
#include "cli/options.h"

#include <stdlib.h>

enum line { LINE_END, LINE_READ, LINE_TOO_LONG };

/* Reads one line without its end; the rest of one that is too long is thrown away. */
static enum line read_line(FILE *in, char *line, size_t size, size_t *len)
{
    int c = getc(in);

    *len = 0;
    if (c == EOF)
        return LINE_END;
    for (; c != EOF && c != '\n'; c = getc(in)) {
        if (*len < size)
            line[*len] = (char)c;
        (*len)++;
    }
    return *len <= size ? LINE_READ : LINE_TOO_LONG;
}

static void converse(struct engine_protocol *protocol, char *line)
{
    bool goes_on = true;

    while (goes_on) {
        size_t len;
        switch (read_line(stdin, line, PROTOCOL_LINE_MAX, &len)) {
        case LINE_END:
            return;
        case LINE_TOO_LONG:
            engine_protocol_line_too_long(protocol);
            break;
        case LINE_READ:
            goes_on = engine_protocol_line(protocol, slice_make(line, len));
            break;
        }
        fflush(stdout);
    }
}

static int run(enum lang lang, int argc, char **argv)
{
    const struct option options[] = {{0}};
    struct engine_protocol protocol;

    argc = options_take(lang, options, argc, argv);
    if (argc < 0)
        return EXIT_REFUSED;
    if (argc < 1)
        return cli_refuse(lang, TEXT_MISSING, "GAME");
    if (argc > 1)
        return cli_refuse(lang, TEXT_TOO_MUCH, argv[1]);
    const struct game_rules *rules = cli_game(lang, argv[0]);
    if (!rules)
        return EXIT_REFUSED;

    char *line = malloc(PROTOCOL_LINE_MAX);
    if (!line)
        return EXIT_FAILED;
    engine_protocol_init(&protocol, rules, lang, (uint64_t)clock_now_us(), stdout);
    converse(&protocol, line);
    engine_protocol_finish(&protocol);
    free(line);
    return EXIT_FINE;
}

const struct cmd engine_cmd = {
    .name = "engine",
    .usage = "GAME",
    .summary = {"Konsole für Skripte und andere Oberflächen: Zeile hinein, Zeile heraus",
                "console for scripts and other front ends: a line in, a line out"},
    .help =
        {"Befehle der Konsole: new, position, show, moves, legal, play, result, perft, go, eval,\n"
         "key, undo, hide, fill, help, quit (docs/protocol.md).\n\n"
         "Beispiel:\n"
         "  printf 'new seed=7\\nmoves\\ngo movetime=500\\n' | kielwasser engine penguins",
         "Commands of the console: new, position, show, moves, legal, play, result, perft, go, "
         "eval,\n"
         "key, undo, hide, fill, help, quit (docs/console.md).\n\n"
         "Example:\n"
         "  printf 'new seed=7\\nmoves\\ngo movetime=500\\n' | kielwasser engine penguins"},
    .run = run,
};
