/* `kielwasser bot`: programs that play, registered once and started by the server or a test. */

#include "base/clock.h"
#include "base/file.h"
#include "base/unpack.h"
#include "bots/bot_command.h"
#include "bots/bot_install.h"
#include "cli/bot_test.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct wishes {
    const char *data, *game, *note, *folder, *main;
    enum sandbox_wish sandbox;
    int join_ms;
    int argc;    /* the words of the command that `add` was given, … */
    char **argv; /* … or an archive and the bot's arguments */
};

/* The store of the data folder, whose path is left in `folder`. */
static struct store *open_store(const char *data, char folder[PATH_MAX])
{
    struct err why = {0};

    if (!paths_make_data(data, folder)) {
        cli_refuse(TEXT_SERVE_FOLDER, folder);
        return NULL;
    }
    struct store *store = store_open(folder, &why);
    if (!store)
        cli_refuse_err(NULL, &why);
    return store;
}

/* Takes the options; these words must be left. */
static bool take(struct wishes *wishes, const char *words, int argc, char **argv)
{
    const struct option options[] = {
        {"data", OPTION_TEXT, &wishes->data, 0, 0},
        {"game", OPTION_TEXT, &wishes->game, 0, 0},
        {"note", OPTION_TEXT, &wishes->note, 0, 0},
        {"folder", OPTION_TEXT, &wishes->folder, 0, 0},
        {"main", OPTION_TEXT, &wishes->main, 0, 0},
        {"sandbox", OPTION_SANDBOX, &wishes->sandbox, 0, 0},
        BOT_USER_OPTION,
        {"join-ms", OPTION_INT, &wishes->join_ms, 100, 600000},
        {0},
    };

    return options_read(options, words, argc, argv) >= 0;
}

/* ---- add ---- */

/* Where the command begins: behind the name, and behind the options around it, which all have a
 * value.  What follows is the bot's. */
static int find_command(int argc, char **argv)
{
    int at = 0;

    for (bool has_name = false; at < argc;) {
        if (strncmp(argv[at], "--", 2) == 0) {
            at += strchr(argv[at], '=') ? 1 : 2;
            continue;
        }
        if (has_name)
            return at;
        has_name = true;
        at++;
    }
    return argc;
}

/* One word may be a whole command line, in quotes, unless there is a file of that name. */
static void write_line(struct buf *line, int argc, char **argv)
{
    struct stat info;

    if (argc == 1 && stat(argv[0], &info) != 0) {
        buf_add(line, argv[0]);
        return;
    }
    for (int i = 0; i < argc; i++)
        bot_command_quote(line, argv[i]);
}

/* A program with its whole path works in its own folder, any other where we are now. */
static bool choose_folder(const char *wanted, const char *program, struct buf *folder)
{
    char here[PATH_MAX], path[PATH_MAX];

    if (wanted)
        buf_add(folder, realpath(wanted, path) ? path : wanted);
    else if (program[0] != '/' && getcwd(here, sizeof here))
        buf_add(folder, here);
    return !folder->is_full;
}

static bool fill_bot(struct bot_row *bot, const struct wishes *wishes, const char *name,
                     struct err *why)
{
    struct buf text;

    buf_init(&text, bot->name, sizeof bot->name);
    buf_add(&text, name);
    snprintf(bot->note, sizeof bot->note, "%s", wishes->note ? wishes->note : "");
    snprintf(bot->game, sizeof bot->game, "%s", wishes->game ? wishes->game : "");
    bot->added_ms = clock_wall_ms();
    return (!text.is_full && name[0]) || err_set(why, "bot_name", "63");
}

static bool fill_command(struct bot_row *bot, const struct wishes *wishes, struct err *why)
{
    struct buf line, folder;

    buf_init(&line, bot->command, sizeof bot->command);
    buf_init(&folder, bot->folder, sizeof bot->folder);
    write_line(&line, wishes->argc, wishes->argv);
    return (!line.is_full && choose_folder(wishes->folder, wishes->argv[0], &folder)) ||
           err_set(why, "bot_line_long", "");
}

/* ---- add FILE.zip ---- */

static bool read_args(struct bot_source *source, const struct wishes *wishes, struct err *why)
{
    struct buf args;

    buf_init(&args, source->args, sizeof source->args);
    for (int i = 1; i < wishes->argc; i++)
        bot_command_quote(&args, wishes->argv[i]);
    return !args.is_full || err_set(why, "bot_line_long", "");
}

/* The file named with --main, or the one that looks like it. */
static bool choose_main(struct bot_source *source, const char *files, const char *wanted,
                        struct err *why)
{
    bot_files_look(files, NULL, NULL, source->main);
    if (!source->main[0])
        return err_set(why, "upload_empty", "");
    if (wanted)
        snprintf(source->main, sizeof source->main, "%s", wanted);
    return true;
}

/* A bot that comes as an archive is unpacked into the data folder as if it had been uploaded in the
 * browser (bots/bot_files.h). */
static bool unpack_archive(struct bot_source *source, const struct wishes *wishes,
                           struct bot_files *place, struct err *why)
{
    bot_files_sweep(source->data);
    if (!read_args(source, wishes, why) || !bot_files_open(source->data, place, why))
        return false;
    memcpy(source->upload, place->id, sizeof source->upload);
    return bot_files_unpack(place, wishes->argv[0], why) &&
           choose_main(source, place->files, wishes->main, why);
}

/* ---- both ---- */

/* After a refusal nothing is left. */
static bool install(struct store *store, const struct wishes *wishes, struct bot_source *source,
                    struct bot_row *bot, struct err *why)
{
    struct bot_files place = {0};
    bool is_archive = unpack_is_archive(wishes->argv[0]) && file_is_plain(wishes->argv[0]);
    bool is_ready =
        is_archive ? unpack_archive(source, wishes, &place, why) : fill_command(bot, wishes, why);

    if (is_ready && bot_install_new(store_db(store, why), source, bot, why))
        return true;
    bot_files_drop(&place);
    return false;
}

static int enter(const struct wishes *wishes, struct bot_row *bot)
{
    char data[PATH_MAX];
    struct bot_source source = {.data = data};
    struct err why = {0};
    struct store *store = open_store(wishes->data, data);

    if (!store)
        return EXIT_REFUSED;
    bool is_added = install(store, wishes, &source, bot, &why);
    store_close(store);
    if (!is_added)
        return cli_refuse_err(NULL, &why);
    if (source.upload[0])
        printf(cli_text(TEXT_BOT_MAIN), source.main);
    printf(cli_text(TEXT_BOT_ADDED), bot->name, bot->name);
    return EXIT_FINE;
}

static int add(int argc, char **argv)
{
    struct wishes wishes = {0};
    struct bot_row bot = {0};
    struct err why = {0};
    int at = find_command(argc, argv);

    if (!take(&wishes, "NAME", at, argv) || (wishes.game && !cli_game(wishes.game)))
        return EXIT_REFUSED;
    if (at >= argc)
        return cli_refuse(TEXT_MISSING, "COMMAND");
    if (!fill_bot(&bot, &wishes, argv[0], &why))
        return cli_refuse_err(NULL, &why);
    wishes.argc = argc - at;
    wishes.argv = argv + at;
    return enter(&wishes, &bot);
}

/* ---- list, remove, test ---- */

static bool print_bot(void *context, const struct bot_row *bot)
{
    ++*(int *)context;
    printf("%-20s %-12s %s\n", bot->name, bot->game[0] ? bot->game : cli_text(TEXT_BOT_ANY_GAME),
           bot->command);
    if (bot->folder[0])
        printf(cli_text(TEXT_BOT_WORKS_IN), bot->folder);
    if (bot->note[0])
        printf("    %s\n", bot->note);
    return true;
}

static int list(int argc, char **argv)
{
    struct wishes wishes = {0};
    char data[PATH_MAX];
    int count = 0;
    struct store *store = take(&wishes, "", argc, argv) ? open_store(wishes.data, data) : NULL;

    if (!store)
        return EXIT_REFUSED;
    bot_table_list(store_db(store, NULL), print_bot, &count, NULL);
    store_close(store);
    if (count == 0)
        fputs(cli_text(TEXT_BOT_NONE), stdout);
    return EXIT_FINE;
}

/* The bot that the only word names, and the open store; NULL after a refusal. */
static struct store *find_bot(struct wishes *wishes, int argc, char **argv, char data[PATH_MAX],
                              struct bot_row *bot)
{
    struct err why = {0};
    struct store *store = take(wishes, "NAME", argc, argv) ? open_store(wishes->data, data) : NULL;

    if (!store || bot_table_find(store_db(store, NULL), argv[0], bot, &why))
        return store;
    store_close(store);
    cli_refuse_err(NULL, &why);
    return NULL;
}

static int remove_bot(int argc, char **argv)
{
    struct wishes wishes = {0};
    char data[PATH_MAX];
    struct bot_row bot;
    struct err why = {0};
    struct store *store = find_bot(&wishes, argc, argv, data, &bot);

    if (!store)
        return EXIT_REFUSED;
    bool is_removed = bot_table_remove(store_db(store, NULL), bot.id, &why);
    store_close(store);
    if (!is_removed)
        return cli_refuse_err(NULL, &why);
    bot_files_remove(data, bot.id);
    printf(cli_text(TEXT_BOT_REMOVED), bot.name);
    return EXIT_FINE;
}

static int test(int argc, char **argv)
{
    struct wishes wishes = {.sandbox = SANDBOX_AUTO};
    char data[PATH_MAX];
    struct bot_row bot;
    struct store *store = find_bot(&wishes, argc, argv, data, &bot);

    if (!store)
        return EXIT_REFUSED;
    store_close(store);
    const char *game = wishes.game ? wishes.game : bot.game;
    if (!game[0])
        return cli_refuse(TEXT_MISSING, "--game GAME");
    const struct game_rules *rules = cli_game(game);
    return rules ? bot_test(&bot, rules, wishes.sandbox, wishes.join_ms) : EXIT_REFUSED;
}

static int run(int argc, char **argv)
{
    static const struct {
        const char *word;
        int (*run)(int argc, char **argv);
    } deeds[] = {{"add", add}, {"list", list}, {"remove", remove_bot}, {"test", test}};

    if (argc == 0)
        return cli_refuse(TEXT_MISSING, "add, list, remove, test");
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++) {
        if (strcmp(argv[0], deeds[i].word) == 0)
            return deeds[i].run(argc - 1, argv + 1);
    }
    return cli_refuse(TEXT_BOT_WHAT, argv[0]);
}

const struct cmd bot_cmd = {
    .name = "bot",
    .usage =
        "add NAME [--game GAME] [--note TEXT] [--folder FOLDER] [--main FILE] COMMAND…|FILE.zip… | "
        "list | remove NAME | test NAME [--game GAME] [--sandbox auto|on|off] "
        "[--bot-user NAME] [--join-ms MS]",
    .summary = {"eigene Bots eintragen und erproben", "register bots of your own and try them"},
    .help =
        {"add     trägt ein Programm ein; an seine Argumente wird --host, --port und "
         "--reservation\n"
         "        gehängt, oder {host}, {port} und {reservation} in ihnen werden ersetzt\n"
         "        Ein Archiv (.zip, .tar.gz, .tar.xz) wird in den Datenordner ausgepackt; "
         "gestartet wird\n"
         "        die Datei darin, die nach einem Bot aussieht, oder die mit --main genannte\n"
         "list    zeigt alle\n"
         "remove  trägt eines aus\n"
         "test    zwei Spiele gegen zufall mit vertauschten Farben: ✔ oder ✘ mit Ursache; "
         "anmelden muss\n"
         "        sich der Bot in 10 Sekunden oder so vielen Millisekunden, wie --join-ms sagt\n"
         "Eine .jar wird mit java gestartet, .py mit python3, .js mit node. --data ORDNER wie "
         "bei serve.\n"
         "Bots sind Programme. Mit bubblewrap laufen sie abgeschottet (--sandbox, wie bei "
         "serve), ohne\n"
         "haben sie deine Rechte auf diesem Rechner.",
         "add     registers a program; --host, --port and --reservation are appended to its\n"
         "        arguments, or {host}, {port} and {reservation} are replaced in them\n"
         "        An archive (.zip, .tar.gz, .tar.xz) is unpacked into the data folder; what is\n"
         "        started is the file in it that looks like a bot, or the one named with --main\n"
         "list    shows all\n"
         "remove  forgets one\n"
         "test    two games against zufall with colours swapped: ✔ or ✘ with the cause; the bot "
         "must\n"
         "        join within 10 seconds, or as many milliseconds as --join-ms says\n"
         "A .jar is started with java, .py with python3, .js with node.  --data FOLDER as with "
         "serve.\n"
         "Bots are programs.  With bubblewrap they run in a cell (--sandbox, as with serve), "
         "without it\n"
         "they have all your rights on this computer."},
    .example = {"  kielwasser bot add Nemo --game piranhas ./nemo.jar --tiefe 3\n"
                "  kielwasser bot add Dorie --game hive dorie.zip\n"
                "  kielwasser bot add Hai --game hive --main src/main.py hai.zip --tiefe 3\n"
                "  kielwasser bot test Nemo",
                "  kielwasser bot add Nemo --game piranhas ./nemo.jar --depth 3\n"
                "  kielwasser bot add Dory --game hive dory.zip\n"
                "  kielwasser bot add Shark --game hive --main src/main.py shark.zip --depth 3\n"
                "  kielwasser bot test Nemo"},
    .run = run,
};
