#include "base/clock.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "cli/engine_protocol.h"
#include "cli/options.h"

#include <stdlib.h>

static void converse(struct engine_protocol *protocol, char line[INPUT_LINE_MAX])
{
    bool goes_on = true;

    while (goes_on) {
        size_t len;
        switch (input_lines_next(protocol->input, line, &len)) {
        case INPUT_END:
            return;
        case INPUT_TOO_LONG:
            engine_protocol_line_too_long(protocol);
            break;
        case INPUT_LINE:
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

    if (options_read(lang, options, "GAME", argc, argv) < 0)
        return EXIT_REFUSED;
    const struct game_rules *rules = cli_game(lang, argv[0]);
    if (!rules)
        return EXIT_REFUSED;

    struct input_lines *input = input_lines_create();
    if (!input)
        return EXIT_FAILED;
    char *line = memory_get(1, INPUT_LINE_MAX);
    engine_protocol_init(&protocol, rules, lang, (uint64_t)clock_now_us(), stdout);
    protocol.input = input;
    converse(&protocol, line);
    engine_protocol_finish(&protocol);
    input_lines_destroy(input);
    free(line);
    return EXIT_FINE;
}

const struct cmd engine_cmd = {
    .name = "engine",
    .usage = "GAME",
    .summary = {"Konsole für Skripte und andere Oberflächen: Zeile hinein, Zeile heraus",
                "console for scripts and other front ends: a line in, a line out"},
    .help =
        {"Befehle der Konsole: new, position, show, moves, legal, play, result, perft, go, stop,\n"
         "eval, key, undo, hide, fill, help, quit (docs/console.md).\n\n"
         "Beispiel:\n"
         "  printf 'new seed=7\\nmoves\\ngo movetime=500\\n' | kielwasser engine penguins",
         "Commands of the console: new, position, show, moves, legal, play, result, perft, go, "
         "stop,\n"
         "eval, key, undo, hide, fill, help, quit (docs/console.md).\n\n"
         "Example:\n"
         "  printf 'new seed=7\\nmoves\\ngo movetime=500\\n' | kielwasser engine penguins"},
    .run = run,
};
