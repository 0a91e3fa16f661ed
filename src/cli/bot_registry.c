/* `kielwasser bot`: programs that play, registered once and started by the server or a test. */

#include "base/clock.h"
#include "base/file.h"
#include "base/unpack.h"
#include "cli/bot_test.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "server/bot_command.h"
#include "server/bot_files.h"
#include "server/roster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct wishes {
    const char *data, *game, *note, *folder, *main;
    enum sandbox_wish sandbox;
    int join_ms;
};

static struct store *open_store(const char *data)
{
    char folder[PATH_MAX];
    struct err why = {0};

    paths_data(data, folder);
    if (!paths_make(folder)) {
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

static bool fill_bot(struct store_bot *bot, const struct wishes *wishes, const char *name,
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

static bool fill_command(struct store_bot *bot, const struct wishes *wishes, int argc, char **argv,
                         struct err *why)
{
    static const struct bot_command_place nowhere = {.host = "127.0.0.1", .reservation = "x"};
    struct buf line, folder;
    struct bot_command command;

    buf_init(&line, bot->command, sizeof bot->command);
    buf_init(&folder, bot->folder, sizeof bot->folder);
    write_line(&line, argc, argv);
    if (line.is_full || !choose_folder(wishes->folder, argv[0], &folder))
        return err_set(why, "bot_line_long", "");
    return bot_command_make(&command, bot->command, bot->folder, &nowhere, why);
}

/* ---- add FILE.zip ---- */

/* A bot that comes as an archive is unpacked into the data folder as if it had been uploaded in the
 * browser (server/bot_files.h). */
struct bot_archive {
    const char *data;   /* the data folder */
    const char *wanted; /* the file to be started; NULL: the one that looks like it */
    int argc;
    char **argv; /* the archive, then what the bot is told */
    /* Filled by add_archive(). */
    struct bot_files place;
    char main[PATH_MAX]; /* what will be started */
    char args[STORE_LINE_SIZE];
};

static bool read_args(struct bot_archive *archive, struct err *why)
{
    struct buf args;

    buf_init(&args, archive->args, sizeof archive->args);
    for (int i = 1; i < archive->argc; i++)
        bot_command_quote(&args, archive->argv[i]);
    return !args.is_full || err_set(why, "bot_line_long", "");
}

static bool choose_main(struct bot_archive *archive, struct err *why)
{
    bot_files_look(archive->place.files, NULL, NULL, archive->main);
    if (!archive->main[0])
        return err_set(why, "upload_empty", "");
    if (archive->wanted)
        snprintf(archive->main, sizeof archive->main, "%s", archive->wanted);
    return true;
}

static bool open_archive(struct bot_archive *archive, struct err *why)
{
    bot_files_sweep(archive->data);
    return read_args(archive, why) && bot_files_open(archive->data, &archive->place, why) &&
           bot_files_unpack(&archive->place, archive->argv[0], why) && choose_main(archive, why);
}

static bool set_program(const struct bot_archive *archive, const char *folder,
                        struct store_bot *bot, struct err *why)
{
    const struct bot_main program = {.name = archive->main, .args = archive->args};

    return bot_files_program(folder, &program, bot, why);
}

/* The store knows it only once its files are in their place. */
static bool take_files(struct store *store, const struct bot_archive *archive,
                       struct store_bot *bot, struct err *why)
{
    char folder[PATH_MAX];

    if (!store_bot_add(store, bot, why))
        return false;
    bot_files_remove(archive->data, bot->id); /* left behind by an interrupted `bot add` */
    return bot_files_take(archive->data, archive->place.id, bot->id, 1, folder, why) &&
           set_program(archive, folder, bot, why) && store_bot_change(store, bot, why);
}

static bool enter_archive(struct store *store, const struct bot_archive *archive,
                          struct store_bot *bot, struct err *why)
{
    return set_program(archive, archive->place.files, bot, why) && roster_check(bot, why) &&
           store_begin(store, why) && store_end(store, take_files(store, archive, bot, why), why);
}

/* Takes the bot's name, game and note, fills the rest, and enters it into the store.  After a
 * refusal nothing is left. */
static bool add_archive(struct bot_archive *archive, struct store *store, struct store_bot *bot,
                        struct err *why)
{
    bool is_added = open_archive(archive, why) && enter_archive(store, archive, bot, why);

    if (!is_added)
        bot_files_drop(&archive->place);
    return is_added;
}

/* Files under its number are from an interrupted `bot add`, not of this bot. */
static bool add_command(struct store *store, const char *data, struct store_bot *bot,
                        struct err *why)
{
    if (!store_bot_add(store, bot, why))
        return false;
    bot_files_remove(data, bot->id);
    return true;
}

static int enter(const struct wishes *wishes, struct store_bot *bot, int argc, char **argv)
{
    char data[PATH_MAX];
    struct bot_archive archive = {.data = data, .wanted = wishes->main, .argc = argc, .argv = argv};
    struct err why = {0};
    bool is_archive = unpack_is_archive(argv[0]) && file_is_plain(argv[0]);

    if (!is_archive && !fill_command(bot, wishes, argc, argv, &why))
        return cli_refuse_err(NULL, &why);
    paths_data(wishes->data, data);
    struct store *store = open_store(wishes->data);
    if (!store)
        return EXIT_REFUSED;
    bool is_added =
        is_archive ? add_archive(&archive, store, bot, &why) : add_command(store, data, bot, &why);
    store_close(store);
    if (!is_added)
        return cli_refuse_err(NULL, &why);
    if (is_archive)
        printf(cli_text(TEXT_BOT_MAIN), archive.main);
    printf(cli_text(TEXT_BOT_ADDED), bot->name, bot->name);
    return EXIT_FINE;
}

static int add(int argc, char **argv)
{
    struct wishes wishes = {0};
    struct store_bot bot = {0};
    struct err why = {0};
    int at = find_command(argc, argv);

    if (!take(&wishes, "NAME", at, argv) || (wishes.game && !cli_game(wishes.game)))
        return EXIT_REFUSED;
    if (at >= argc)
        return cli_refuse(TEXT_MISSING, "COMMAND");
    if (!fill_bot(&bot, &wishes, argv[0], &why))
        return cli_refuse_err(NULL, &why);
    return enter(&wishes, &bot, argc - at, argv + at);
}

/* ---- list, remove, test ---- */

static bool print_bot(void *context, const struct store_bot *bot)
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
    int count = 0;
    struct store *store = take(&wishes, "", argc, argv) ? open_store(wishes.data) : NULL;

    if (!store)
        return EXIT_REFUSED;
    store_bot_list(store, print_bot, &count, NULL);
    store_close(store);
    if (count == 0)
        fputs(cli_text(TEXT_BOT_NONE), stdout);
    return EXIT_FINE;
}

/* The bot that the only word names; false after a refusal. */
static bool find_bot(struct wishes *wishes, int argc, char **argv, struct store **store,
                     struct store_bot *bot)
{
    struct err why = {0};

    *store = take(wishes, "NAME", argc, argv) ? open_store(wishes->data) : NULL;
    if (!*store)
        return false;
    if (store_bot_find(*store, argv[0], bot, &why))
        return true;
    store_close(*store);
    return cli_deny_err(NULL, &why);
}

static int remove_bot(int argc, char **argv)
{
    struct wishes wishes = {0};
    struct store *store;
    struct store_bot bot;
    struct err why = {0};
    char data[PATH_MAX];

    if (!find_bot(&wishes, argc, argv, &store, &bot))
        return EXIT_REFUSED;
    bool is_removed = store_bot_remove(store, bot.id, &why);
    store_close(store);
    if (!is_removed)
        return cli_refuse_err(NULL, &why);
    paths_data(wishes.data, data);
    bot_files_remove(data, bot.id);
    printf(cli_text(TEXT_BOT_REMOVED), bot.name);
    return EXIT_FINE;
}

static int test(int argc, char **argv)
{
    struct wishes wishes = {.sandbox = SANDBOX_AUTO};
    struct store *store;
    struct store_bot bot;

    if (!find_bot(&wishes, argc, argv, &store, &bot))
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
        "list | remove NAME | test NAME [--game GAME] [--sandbox auto|on|off] [--join-ms MS]",
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
