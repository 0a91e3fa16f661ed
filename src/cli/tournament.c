/* `kielwasser tournament`: whole seasons from a small file. */

#include "cli/tournament.h"

#include "base/file.h"
#include "base/memory.h"
#include "cli/options.h"
#include "match/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXAMPLE_SIZE = 16 * 1024 };

/* ---- init ---- */

static int init(const char *path)
{
    char text[EXAMPLE_SIZE];
    struct err why = {0};
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    tournament_file_example(cli_lang(), &buf);
    if (strcmp(path, "-") == 0) {
        fputs(text, stdout);
        return EXIT_FINE;
    }
    if (access(path, F_OK) == 0)
        return cli_refuse(TEXT_TOURNAMENT_THERE, path);
    if (!file_write(path, buf_slice(&buf), &why))
        return cli_refuse_err(NULL, &why);
    printf(cli_text(TEXT_TOURNAMENT_WRITTEN), path, path);
    return EXIT_FINE;
}

/* ---- the file ---- */

static bool load(struct tournament_command *command, const char *path)
{
    char sentence[CLI_SENTENCE_SIZE];
    struct err why = {0};
    struct slice text;

    if (!file_read(path, TOURNAMENT_TEXT_MAX, &text, &why))
        return cli_deny_err(NULL, &why);
    bool is_read = tournament_file_parse(text, &command->file, &why);
    file_free(text);
    return is_read || cli_deny(TEXT_TOURNAMENT_FILE, path, cli_error_text(NULL, &why, sentence));
}

/* The folder is called like the file without its ending. */
static void choose_places(struct tournament_command *command, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    int len = dot && dot > name ? (int)(dot - path) : (int)strlen(path);

    if (command->out)
        snprintf(command->folder, PATH_MAX, "%s", command->out);
    else
        snprintf(command->folder, PATH_MAX, "%.*s%s", len, path,
                 path[len] == '\0' ? "-results" : "");
    if (command->store)
        snprintf(command->place, PATH_MAX, "%s", command->store);
    else
        snprintf(command->place, PATH_MAX, "%.*s/arena.db", PATH_MAX - 16, command->folder);
}

static bool open_tournament(struct tournament_command *command, const char *path)
{
    if (!load(command, path))
        return false;
    choose_places(command, path);
    struct store *roster;
    if (!match_options_open_bot_store(command->data, &roster))
        return false;
    command->teams = teams_create(&command->file, roster, KIELWASSER_VERSION, cli_lang());
    store_close(roster);
    return true;
}

/* ---- show ---- */

static int show(struct tournament_command *command)
{
    enum report_format format;
    struct err why = {0};

    if (!report_format_find(command->format, &format))
        return cli_refuse(TEXT_OPTION_CHOICE, "format", command->format, "text, html, csv, json");
    if (!db_is_server(command->place) && access(command->place, R_OK) != 0)
        return cli_refuse(TEXT_TOURNAMENT_NOTHING, command->place);
    command->run.tournament = tournament_load(command->teams, command->place, &why);
    if (!command->run.tournament)
        return cli_refuse_err(NULL, &why);
    int stage = command->stage > 0 ? command->stage - 1 : REPORT_ALL;
    if (stage > tournament_current_stage(command->run.tournament))
        return cli_refuse(TEXT_TOURNAMENT_STAGE, (long long)command->stage);
    tournament_command_print(command, format, stage);
    if (format == REPORT_JSON)
        putchar('\n');
    return EXIT_FINE;
}

/* ---- the command ---- */

static int do_with_file(struct tournament_command *command, int argc, char **argv,
                        int (*deed)(struct tournament_command *command))
{
    const struct option options[] = {
        {"store", OPTION_TEXT, &command->store, 0, 0},
        {"out", OPTION_TEXT, &command->out, 0, 0},
        {"data", OPTION_TEXT, &command->data, 0, 0},
        {"concurrency", OPTION_INT, &command->concurrency, 0, WORKER_SLOTS_MAX},
        {"port", OPTION_INT, &command->port, 0, 65535},
        {"sandbox", OPTION_SANDBOX, &command->sandbox, 0, 0},
        BOT_USER_OPTION,
        {"save", OPTION_TEXT, &command->save, 0, 0},
        {"format", OPTION_TEXT, &command->format, 0, 0},
        {"stage", OPTION_INT, &command->stage, 1, TOURNAMENT_STAGES_MAX},
        {0},
    };

    if (options_read(options, "FILE", argc, argv) < 0 || !open_tournament(command, argv[0]))
        return EXIT_REFUSED;
    return deed(command);
}

static int run_with_file(int argc, char **argv, int (*deed)(struct tournament_command *command))
{
    struct tournament_command *command = memory_get(1, sizeof *command);

    command->concurrency = -1;
    command->format = "text";
    command->save = "failed";
    command->sandbox = SANDBOX_AUTO;
    int status = do_with_file(command, argc, argv, deed);
    tournament_destroy(command->run.tournament);
    teams_destroy(command->teams);
    free(command);
    return status;
}

static int run(int argc, char **argv)
{
    if (argc == 0)
        return cli_refuse(TEXT_MISSING, "init, run, show");
    if (strcmp(argv[0], "init") == 0)
        return argc > 2 ? cli_refuse(TEXT_TOO_MUCH, argv[2])
                        : init(argc == 2 ? argv[1] : "tournament.ini");
    if (strcmp(argv[0], "run") == 0)
        return run_with_file(argc - 1, argv + 1, tournament_command_run);
    if (strcmp(argv[0], "show") == 0)
        return run_with_file(argc - 1, argv + 1, show);
    return cli_refuse(TEXT_TOURNAMENT_WHAT, argv[0]);
}

const struct cmd tournament_cmd = {
    .name = "tournament",
    .usage = "init [FILE] | run FILE [--store PLACE] [--out FOLDER] [--concurrency N] … | "
             "show FILE [--format text|html|csv|json] [--stage N]",
    .summary = {"ganze Turniere: Gruppen, Champions League, Final Eight, Schweizer System",
                "whole tournaments: groups, Champions League, Final Eight, Swiss system"},
    .help =
        {"init   schreibt eine Datei, in der alles erklärt ist (tournament.ini; „-“: auf den "
         "Schirm)\n"
         "run    spielt das Turnier; wer abbricht, macht mit demselben Befehl weiter\n"
         "show   zeigt, wie es steht, ohne zu spielen\n\n"
         "--out ORDNER      Tabellen, Spieltage und Spiele (Name der Datei ohne Endung)\n"
         "--store ORT       wo die Ergebnisse liegen: eine Datei (ORDNER/arena.db) oder\n"
         "                  postgresql://…, dann spielen auch „kielwasser worker“ mit\n"
         "--concurrency N   so viele Spiele zugleich (ein Spiel je Kern); 0: nur Worker spielen\n"
         "--save WAS        welche Aufzeichnungen: all, failed (so ist es sonst), none\n"
         "--bot-user NAME   root: Programme laufen als dieser (sonst KIELWASSER_BOT_USER)\n"
         "--sandbox auto|on|off   Programme laufen abgeschottet: wenn es geht, unbedingt, nicht\n"
         "--port N, --data ORDNER   Port der Spiele mit Programmen; wo eingetragene Bots stehen\n"
         "--format F        text, html, csv oder json;  --stage N   nur diese Phase\n"
         "Strg-C lässt die laufenden Spiele zu Ende gehen, beim zweiten Mal endet alles sofort.",
         "init   writes a file in which everything is explained (tournament.ini; \"-\": to the "
         "screen)\n"
         "run    plays the tournament; after an interruption the same command goes on\n"
         "show   shows how it stands, without playing\n\n"
         "--out FOLDER      tables, match days and games (name of the file without its ending)\n"
         "--store PLACE     where the results are: a file (FOLDER/arena.db) or postgresql://…,\n"
         "                  then every \"kielwasser worker\" there plays, too\n"
         "--concurrency N   so many games at a time (one for each core); 0: only workers play\n"
         "--save WHAT       which replays: all, failed (otherwise), none\n"
         "--bot-user NAME   for root: programs run as this user (else KIELWASSER_BOT_USER)\n"
         "--sandbox auto|on|off   programs run in a cell of their own: if possible, always, never\n"
         "--port N, --data FOLDER   port of games with programs; where registered bots are\n"
         "--format F        text, html, csv or json;  --stage N   only this stage\n"
         "Ctrl-C lets the running games finish, the second time everything ends at once."},
    .example = {"  kielwasser tournament init saison.ini\n"
                "  kielwasser tournament run saison.ini\n"
                "  kielwasser tournament show saison.ini --format html > saison.html",
                "  kielwasser tournament init season.ini\n"
                "  kielwasser tournament run season.ini\n"
                "  kielwasser tournament show season.ini --format html > season.html"},
    .run = run,
};
