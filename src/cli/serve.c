#include "base/file.h"
#include "cli/browser.h"
#include "cli/cli.h"
#include "cli/load_position.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "cli/properties.h"
#include "server/limits.h"
#include "server/server.h"
#include "store/db.h"
#include "web/web.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

enum { PROPERTIES_FILE_MAX = 64 * 1024 };

/* A server at work, and the signals that end it. */
struct service {
    uv_loop_t loop;
    struct server *server;
    struct web *web; /* NULL: there is no page */
    uv_signal_t term, interrupt, hang_up;
};

static void on_signal(uv_signal_t *handle, int number)
{
    struct service *service = handle->data;

    (void)number;
    if (service->web)
        web_stop(service->web);
    server_stop(service->server);
    uv_close((uv_handle_t *)&service->term, NULL);
    uv_close((uv_handle_t *)&service->interrupt, NULL);
    uv_close((uv_handle_t *)&service->hang_up, NULL);
}

/* SIGHUP: the log file was moved away. */
static void on_hang_up(uv_signal_t *handle, int number)
{
    struct service *service = handle->data;

    (void)number;
    server_reopen_log(service->server);
}

static void watch_signals(struct service *service)
{
    const struct {
        uv_signal_t *handle;
        uv_signal_cb on_signal;
        int number;
    } wanted[] = {{&service->term, on_signal, SIGTERM},
                  {&service->interrupt, on_signal, SIGINT},
                  {&service->hang_up, on_hang_up, SIGHUP}};

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        uv_signal_init(&service->loop, wanted[i].handle);
        wanted[i].handle->data = service;
        uv_signal_start(wanted[i].handle, wanted[i].on_signal, wanted[i].number);
    }
}

/* How the page is offered. */
struct page {
    bool is_wanted;
    const char *address, *root;
    int port;
    bool has_no_browser, opens_browser;
};

static bool start_web(struct service *service, const struct server_config *config,
                      const struct page *page, struct err *why)
{
    if (!page->is_wanted)
        return true;
    service->web = web_create(&(struct web_config){.loop = &service->loop,
                                                   .server = service->server,
                                                   .address = page->address,
                                                   .port = page->port,
                                                   .data_dir = config->data_dir,
                                                   .store = config->store,
                                                   .root = page->root,
                                                   .version = KIELWASSER_VERSION},
                              why);
    return service->web != NULL;
}

/* Where others in the network can watch. */
static void print_network(enum lang lang, const struct web *web)
{
    char found[WEB_NETWORK_MAX][WEB_ADDRESS_SIZE];
    int count = web_network(web, found);

    for (int i = 0; i < count; i++)
        printf(cli_text(lang, TEXT_SERVE_NETWORK), found[i]);
}

static void open_browser(const struct page *page, const char *address)
{
    if (page->opens_browser || (!page->has_no_browser && isatty(STDOUT_FILENO)))
        browser_open(address);
}

/* Says where the page is, and opens it in the browser if there is a screen. */
static void show_page(enum lang lang, const struct service *service, const struct page *page)
{
    char address[WEB_ADDRESS_SIZE];

    if (!service->web)
        return;
    web_address(service->web, address);
    printf("%s: %s\n", cli_text(lang, TEXT_SERVE_PAGE), address);
    print_network(lang, service->web);
    open_browser(page, address);
}

/* Started twice: the page of the running server is opened. */
static void show_other_page(enum lang lang, const char *data_dir, const struct page *page,
                            const struct err *why)
{
    char address[WEB_ADDRESS_SIZE];

    if (!page->is_wanted || strcmp(why->code, "folder_in_use") != 0 || !web_find(data_dir, address))
        return;
    printf("%s: %s\n", cli_text(lang, TEXT_SERVE_OTHER), address);
    open_browser(page, address);
}

static int run_service(enum lang lang, struct service *service, const struct server_config *config,
                       const struct page *page)
{
    struct err why = {0};

    service->server = server_create(&service->loop, config, &why);
    bool is_ready = service->server && start_web(service, config, page, &why);
    if (is_ready) {
        watch_signals(service);
        printf(cli_text(lang, TEXT_SERVE_READY), config->address, server_port(service->server));
        show_page(lang, service, page);
        fflush(stdout);
    } else {
        cli_refuse_err(lang, NULL, &why);
        show_other_page(lang, config->data_dir, page, &why);
        if (service->server)
            server_stop(service->server);
    }
    uv_run(&service->loop, UV_RUN_DEFAULT);
    web_destroy(service->web);
    server_destroy(service->server);
    uv_loop_close(&service->loop);
    return is_ready ? EXIT_FINE : EXIT_FAILED;
}

static int serve(enum lang lang, const struct server_config *config, const struct page *page)
{
    struct service service = {0};

    paths_raise_limit();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file at its limit is a full disk, not an end */
    uv_loop_init(&service.loop);
    return run_service(lang, &service, config, page);
}

/* What the options say, before it becomes a configuration. */
struct wishes {
    int64_t port, web_port, seed, soft, hard, pace, join_ms, keep, turn;
    bool has_no_timeout, is_paused, has_no_web, has_no_browser, opens_browser;
    const char *web_bind, *web_root, *bind, *password, *password_file, *game, *data, *store, *hand,
        *log, *start, *load;
    enum ruleset ruleset;
    enum sandbox_wish sandbox;
};

/* The position that every game begins with, in the ruleset of the server unless it names its own.
 */
static bool read_start(enum lang lang, const struct game_rules *rules, const struct wishes *wishes,
                       struct position *start)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;
    struct err why = {0};

    buf_init(&buf, text, sizeof text);
    buf_add(&buf, wishes->start);
    if (wishes->ruleset == RULES_SERVER && !strstr(wishes->start, " rules="))
        buf_add(&buf, " rules=server");
    if (rules->parse(buf_slice(&buf), start, &why))
        return true;
    cli_refuse_err(lang, rules, &why);
    return false;
}

/* The game of joins without a type, and where it begins if that was asked for. */
static bool choose_game(enum lang lang, const struct wishes *wishes,
                        const struct game_rules **rules, struct position *start)
{
    if (wishes->load)
        return load_position(lang, wishes->load, (int)wishes->turn, (uint64_t)wishes->seed, rules,
                             start);
    *rules = cli_game(lang, wishes->game);
    return *rules && (!wishes->start || read_start(lang, *rules, wishes, start));
}

static int run_with(enum lang lang, const struct wishes *wishes)
{
    char folder[PATH_MAX], words[64] = "";
    const struct game_rules *rules = NULL;
    struct position start = {0};

    if (!choose_game(lang, wishes, &rules, &start))
        return EXIT_REFUSED;
    paths_data(wishes->data, folder);
    if (!paths_make(folder)) {
        cli_refuse(lang, TEXT_SERVE_FOLDER, folder);
        return EXIT_FAILED;
    }
    if (wishes->hand)
        snprintf(words, sizeof words, "hand=%.48s", wishes->hand);
    struct server_config config = {
        .address = wishes->bind,
        .port = (int)wishes->port,
        .default_game = rules,
        .ruleset = wishes->ruleset,
        .options = words,
        .has_seed = wishes->seed != INT64_MIN,
        .seed = (uint64_t)wishes->seed,
        .start = wishes->start || wishes->load ? &start : NULL,
        .limits = {.soft_ms = wishes->has_no_timeout ? 0 : (int)wishes->soft,
                   .hard_ms = wishes->has_no_timeout ? 0 : (int)wishes->hard},
        .is_paused = wishes->is_paused,
        .pace_ms = (int)wishes->pace,
        .join_ms = (int)wishes->join_ms,
        .data_dir = folder,
        .store = wishes->store,
        .password = wishes->password,
        .keep = wishes->keep,
        .log_path = wishes->log,
        .sandbox = wishes->sandbox,
    };
    struct page page = {
        .is_wanted = !wishes->has_no_web,
        .address = wishes->web_bind,
        .port = (int)wishes->web_port,
        .root = wishes->web_root,
        .has_no_browser = wishes->has_no_browser,
        .opens_browser = wishes->opens_browser,
    };
    return serve(lang, &config, &page);
}

/* The settings of an old server in this folder; options on the command line win. */
static bool take_properties(enum lang lang, struct properties *properties, struct wishes *wishes)
{
    struct slice text;
    struct err why = {0};

    if (!file_read("server.properties", PROPERTIES_FILE_MAX, &text, NULL))
        return true;
    bool is_read = properties_parse(text, properties, &why);
    file_free(text);
    if (!is_read) {
        cli_refuse_err(lang, NULL, &why);
        return false;
    }
    if (properties->has_password)
        wishes->password = properties->password;
    if (properties->has_port)
        wishes->port = properties->port;
    if (properties->has_local && !properties->is_local)
        wishes->bind = "0.0.0.0";
    wishes->is_paused = properties->has_paused && properties->is_paused;
    return true;
}

/* A password in a file is not seen in the list of processes. */
static bool take_password_file(enum lang lang, struct wishes *wishes, char password[])
{
    struct slice text;
    struct err why = {0};
    struct buf buf;

    if (!wishes->password_file)
        return true;
    if (!file_read(wishes->password_file, PROPERTIES_VALUE_SIZE - 1, &text, &why)) {
        cli_refuse_err(lang, NULL, &why);
        return false;
    }
    buf_init(&buf, password, PROPERTIES_VALUE_SIZE);
    buf_add_slice(&buf, slice_trim(text));
    file_free(text);
    wishes->password = password;
    return true;
}

static int run(enum lang lang, int argc, char **argv)
{
    struct properties properties;
    char password[PROPERTIES_VALUE_SIZE];
    struct wishes wishes = {.port = DEFAULT_PORT,
                            .seed = INT64_MIN,
                            .soft = DEFAULT_SOFT_MS,
                            .hard = DEFAULT_HARD_MS,
                            .pace = DEFAULT_PACE_MS,
                            .keep = DEFAULT_KEEP,
                            .turn = LOAD_FROM_START,
                            .bind = "127.0.0.1",
                            .web_port = WEB_DEFAULT_PORT,
                            .web_bind = "127.0.0.1",
                            .game = "penguins",
                            .sandbox = SANDBOX_AUTO};
    const struct option options[] = {
        {"port", OPTION_NUMBER, &wishes.port, 0, 65535},
        {"bind", OPTION_TEXT, &wishes.bind, 0, 0},
        {"password", OPTION_TEXT, &wishes.password, 0, 0},
        {"password-file", OPTION_TEXT, &wishes.password_file, 0, 0},
        {"game", OPTION_TEXT, &wishes.game, 0, 0},
        {"rules", OPTION_RULES, &wishes.ruleset, 0, 0},
        {"hand", OPTION_TEXT, &wishes.hand, 0, 0},
        {"seed", OPTION_NUMBER, &wishes.seed, INT64_MIN, INT64_MAX},
        {"start", OPTION_TEXT, &wishes.start, 0, 0},
        {"load", OPTION_TEXT, &wishes.load, 0, 0},
        {"turn", OPTION_NUMBER, &wishes.turn, 0, RECORD_PLIES_MAX},
        {"soft", OPTION_NUMBER, &wishes.soft, 0, 3600000},
        {"hard", OPTION_NUMBER, &wishes.hard, 0, 3600000},
        {"no-timeout", OPTION_FLAG, &wishes.has_no_timeout, 0, 0},
        {"paused", OPTION_FLAG, &wishes.is_paused, 0, 0},
        {"pace", OPTION_NUMBER, &wishes.pace, 0, 10000},
        {"join-ms", OPTION_NUMBER, &wishes.join_ms, 100, 600000},
        {"data", OPTION_TEXT, &wishes.data, 0, 0},
        {"store", OPTION_TEXT, &wishes.store, 0, 0},
        {"keep", OPTION_NUMBER, &wishes.keep, 0, INT64_MAX},
        {"log", OPTION_TEXT, &wishes.log, 0, 0},
        {"sandbox", OPTION_SANDBOX, &wishes.sandbox, 0, 0},
        {"web-port", OPTION_NUMBER, &wishes.web_port, 0, 65535},
        {"web-bind", OPTION_TEXT, &wishes.web_bind, 0, 0},
        {"web-root", OPTION_TEXT, &wishes.web_root, 0, 0},
        {"no-web", OPTION_FLAG, &wishes.has_no_web, 0, 0},
        {"no-browser", OPTION_FLAG, &wishes.has_no_browser, 0, 0},
        {"open", OPTION_FLAG, &wishes.opens_browser, 0, 0},
        {0},
    };

    if (!take_properties(lang, &properties, &wishes))
        return EXIT_REFUSED;
    argc = options_take(lang, options, argc, argv);
    if (argc < 0 || !take_password_file(lang, &wishes, password))
        return EXIT_REFUSED;
    if (argc > 0)
        return cli_refuse(lang, TEXT_TOO_MUCH, argv[0]);
    if (wishes.store && !db_is_server(wishes.store))
        return cli_refuse(lang, TEXT_SERVE_STORE, wishes.store);
    return run_with(lang, &wishes);
}

const struct cmd serve_cmd = {
    .name = "serve",
    .usage = "[--port N] [--bind ADDRESS] [--game GAME] [--rules book|server] [--password P] …",
    .summary = {"der Spielleiter: Menschen spielen im Browser, Bots über Port 13050",
                "the referee: people play in the browser, bots over port 13050"},
    .help =
        {"--game GAME       Spiel für Anmeldungen ohne Spieltyp (penguins)\n"
         "--soft MS, --hard MS, --no-timeout   Zeitgrenzen (2000, 10000)\n"
         "--pace MS         Pause zwischen zwei Nachrichten an einen Spieler (20)\n"
         "--join-ms MS      Zeit, in der sich ein gestarteter Bot anmelden muss (10000)\n"
         "--paused          Spiele beginnen angehalten\n"
         "--seed N          Startzahl des ersten Brettes\n"
         "--start STELLUNG  jedes Spiel von --game beginnt hier\n"
         "--load DATEI [--turn N]   jedes Spiel beginnt mit dieser Stellung der Aufzeichnung\n"
         "--hand SATZ       Figurensatz bei Hive\n"
         "--data ORDNER     Aufzeichnungen, Passwort, Datenbank\n"
         "--store ADRESSE   Spiele nach PostgreSQL: postgresql://NAME@RECHNER/DATENBANK\n"
         "--keep N          so viele Spiele und Aufzeichnungen bleiben (10000; 0: alle)\n"
         "--log DATEI       Protokoll, sonst auf die Fehlerausgabe; HUP öffnet es neu\n"
         "--sandbox auto|on|off   Bots laufen abgeschottet: wo es geht (so ist es sonst), "
         "unbedingt, nie\n"
         "--web-port N, --web-bind ADRESSE   wo die Seite ist (8050, 127.0.0.1)\n"
         "--no-web          keine Seite; --no-browser: sie wird nicht geöffnet, --open: doch\n"
         "--web-root ORDNER Dateien der Seite aus diesem Ordner (zum Entwickeln)\n"
         "--password P, --password-file DATEI   für die Verwaltung; sonst wird eines gezogen\n"
         "Eine Datei server.properties im Ordner (password, paused, local, port) wird gelesen.\n\n"
         "Beispiel:\n"
         "  kielwasser serve --game hive --password geheim",
         "--game GAME       the game of a join without a game type (penguins)\n"
         "--soft MS, --hard MS, --no-timeout   time limits (2000, 10000)\n"
         "--pace MS         pause between two messages to a player (20)\n"
         "--join-ms MS      time in which a bot that was started must join (10000)\n"
         "--paused          games begin paused\n"
         "--seed N          seed of the first board\n"
         "--start POSITION  every game of --game begins here\n"
         "--load FILE [--turn N]   every game begins at this position of the record\n"
         "--hand SET        piece set of Hive\n"
         "--data FOLDER     records, password, database\n"
         "--store ADDRESS   games go to PostgreSQL: postgresql://NAME@MACHINE/DATABASE\n"
         "--keep N          so many games and replays stay (10000; 0: all)\n"
         "--log FILE        the log, otherwise on stderr; HUP opens it again\n"
         "--sandbox auto|on|off   bots run in a cell: where there is one (the default), always, "
         "never\n"
         "--web-port N, --web-bind ADDRESS   where the page is (8050, 127.0.0.1)\n"
         "--no-web          no page; --no-browser: it is not opened, --open: it is\n"
         "--web-root FOLDER files of the page from this folder (for development)\n"
         "--password P, --password-file FILE   for the administration; else one is drawn\n"
         "A file server.properties in the folder (password, paused, local, port) is read.\n\n"
         "Example:\n"
         "  kielwasser serve --game hive --password secret"},
    .run = run,
};
