#include "base/file.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "game/record.h"

#include <stdio.h>
#include <stdlib.h>

static void print_position(const struct game_rules *rules, const struct position *pos)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    rules->print(pos, &buf);
    printf("%3d  %s\n", pos->turn, text);
}

static void print_ply(const struct record *record, const struct record_ply *ply)
{
    struct slice words = record_slice(record, ply->words);
    struct slice hint = record_slice(record, ply->hint);

    printf("     %.*s", (int)words.len, words.at);
    if (ply->time_ms != RECORD_TIME_UNKNOWN)
        printf("  (%d ms)", ply->time_ms);
    if (hint.len > 0)
        printf("  %.*s", (int)hint.len, hint.at);
    putchar('\n');
}

static void show(enum lang lang, const struct record *record)
{
    const struct game_rules *rules = record_rules(record);
    struct position pos = record->start;
    char result[128];
    struct buf buf;

    printf(cli_text(lang, TEXT_REPLAY_HEAD), rules->title, record->names[SIDE_RED],
           record->names[SIDE_BLUE], record->ply_count);
    print_position(rules, &pos);
    for (int i = 0; i < record->ply_count; i++) {
        print_ply(record, &record->plies[i]);
        rules->play(&pos, record->plies[i].move);
        print_position(rules, &pos);
    }
    buf_init(&buf, result, sizeof result);
    game_print_result(rules, &pos, &buf);
    printf(cli_text(lang, TEXT_RESULT), result);
}

static int run(enum lang lang, int argc, char **argv)
{
    const struct option options[] = {{0}};
    struct slice text;
    struct err why = {0};

    argc = options_take(lang, options, argc, argv);
    if (argc < 0)
        return EXIT_REFUSED;
    if (argc < 1)
        return cli_refuse(lang, TEXT_MISSING, "FILE");
    if (argc > 1)
        return cli_refuse(lang, TEXT_TOO_MUCH, argv[1]);
    if (!file_read(argv[0], RECORD_TEXT_MAX, &text, &why))
        return cli_refuse_err(lang, NULL, &why);

    struct record *record = memory_get(1, sizeof *record);
    bool is_read = record_parse(text, record, &why);
    if (is_read)
        show(lang, record);
    else
        cli_refuse_err(lang, record_rules(record), &why);
    free(record);
    free((void *)(uintptr_t)text.at);
    return is_read ? EXIT_FINE : EXIT_REFUSED;
}

const struct cmd replay_cmd = {
    .name = "replay",
    .usage = "FILE.kw",
    .summary = {"zeigt eine Aufzeichnung und prüft sie gegen die Regeln",
                "shows a record and checks it against the rules"},
    .help = {"Jeder Zug wird vom Schiedsrichter geprüft; der erste Fehler wird mit seiner Zeile\n"
             "genannt.\n\n"
             "Beispiel:\n"
             "  kielwasser replay spiel.kw",
             "Every move is judged by the referee; the first fault is named with its line.\n\n"
             "Example:\n"
             "  kielwasser replay game.kw"},
    .run = run,
};
