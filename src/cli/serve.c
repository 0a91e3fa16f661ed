#include "base/file.h"
#include "base/loop.h"
#include "base/memory.h"
#include "cli/browser.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "server/limits.h"
#include "server/server.h"
#include "store/db.h"
#include "web/web.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

enum { PROPERTIES_FILE_MAX = 64 * 1024, PASSWORD_SIZE = 128, WORDS_SIZE = 64 };

/* A server: what the options say, then the server at work and the signals that end it. */
struct service {
    struct server_config config;
    struct web_config page;
    bool has_no_timeout, has_no_web, has_no_browser, opens_browser;
    const char *password_file, *game, *data, *hand, *start, *load;
    int64_t seed; /* INT64_MIN: none was given */
    int turn;     /* of the record to load */
    char folder[PATH_MAX], password[PASSWORD_SIZE], words[WORDS_SIZE];
    struct position position; /* config.start */
    uv_loop_t loop;
    struct server *server;
    struct web *web; /* NULL: there is no page */
    uv_signal_t term, interrupt, hang_up;
    bool is_stopping, restarts;
    int argc; /* as they were given */
    char **argv;
    int port, web_port; /* that it had, for a restart */
};

static void stop(struct service *service)
{
    if (service->is_stopping)
        return;
    service->is_stopping = true;
    if (service->web)
        web_stop(service->web);
    server_stop(service->server);
    uv_close((uv_handle_t *)&service->term, NULL);
    uv_close((uv_handle_t *)&service->interrupt, NULL);
    uv_close((uv_handle_t *)&service->hang_up, NULL);
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    stop(handle->data);
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

/* ---- the page ---- */

static bool start_web(struct service *service, struct err *why)
{
    if (service->has_no_web)
        return true;
    service->page.loop = &service->loop;
    service->page.server = service->server;
    service->page.data_dir = service->folder;
    service->page.store = service->config.store;
    service->page.version = KIELWASSER_VERSION;
    service->web = web_create(&service->page, why);
    return service->web != NULL;
}

/* Where others in the network can watch. */
static void print_network(const struct web *web)
{
    char found[WEB_NETWORK_MAX][WEB_ADDRESS_SIZE];
    int count = web_network(web, found);

    for (int i = 0; i < count; i++)
        printf(cli_text(TEXT_SERVE_NETWORK), found[i]);
}

/* The page of the server that works with the folder, as its owner's. */
static void open_page(const struct service *service, const char *address)
{
    bool is_wanted = service->opens_browser || (!service->has_no_browser && isatty(STDOUT_FILENO));
    struct err why = {0};

    if (is_wanted && browser_is_there() && !browser_open_as_owner(service->folder, address, &why))
        cli_refuse_err(NULL, &why);
    printf(cli_text(TEXT_SERVE_OPEN), service->data ? " --data " : "",
           service->data ? service->data : "");
}

/* Says where the page is, and opens it in the browser if there is a screen. */
static void show_page(const struct service *service)
{
    char address[WEB_ADDRESS_SIZE];

    if (!service->web)
        return;
    web_address(service->web, address);
    printf("%s: %s\n", cli_text(TEXT_SERVE_PAGE), address);
    print_network(service->web);
    open_page(service, address);
}

/* Started twice: the page of the running server is opened. */
static void show_other_page(const struct service *service, const struct err *why)
{
    char address[WEB_ADDRESS_SIZE];

    if (service->has_no_web || strcmp(why->code, "folder_in_use") != 0 ||
        !web_address_of_folder(service->folder, address))
        return;
    printf("%s: %s\n", cli_text(TEXT_SERVE_OTHER), address);
    open_page(service, address);
}

/* ---- the server ---- */

static void on_restart(void *context)
{
    struct service *service = context;

    service->restarts = !service->is_stopping;
    service->port = server_port(service->server);
    service->web_port = service->web ? web_port(service->web) : service->page.port;
    stop(service);
}

/* The file of this program, or what is left of it if another one has its name by now. */
static void find_program(char path[PATH_MAX])
{
    static const char self[] = "/proc/self/exe";
    ssize_t len = readlink(self, path, PATH_MAX - 1);
    struct stat own, named;

    path[len > 0 ? len : 0] = '\0';
    if (stat(self, &own) != 0 || stat(path, &named) != 0 || own.st_ino != named.st_ino ||
        own.st_dev != named.st_dev)
        snprintf(path, PATH_MAX, "%s", self);
}

/* The same process begins anew: with its arguments, and with the ports that it had. */
static int start_again(const struct service *service)
{
    char program[PATH_MAX], port[16], page_port[16];
    char *more[] = {"--port", port, "--web-port", page_port, "--no-browser", NULL};
    char **argv = memory_get((size_t)service->argc + 8, sizeof *argv);
    int argc = 0;

    find_program(program);
    snprintf(port, sizeof port, "%d", service->port);
    snprintf(page_port, sizeof page_port, "%d", service->web_port);
    argv[argc++] = "kielwasser";
    argv[argc++] = "serve";
    for (int i = 0; i < service->argc; i++)
        argv[argc++] = service->argv[i];
    for (int i = 0; more[i]; i++)
        argv[argc++] = more[i];
    fflush(NULL);
    execv(program, argv);
    free(argv);
    cli_refuse(TEXT_SERVE_AGAIN, program, strerror(errno));
    return EXIT_FAILED;
}

/* Out of memory refuses a request and not the server. */
static bool take_memory(struct err *why)
{
    return memory_reserve() || err_set(why, "no_memory", "");
}

static int serve(struct service *service)
{
    struct err why = {0};

    paths_raise_limit();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file at its limit is a full disk, not an end */
    if (!take_memory(&why) || !loop_init(&service->loop, &why)) {
        cli_refuse_err(NULL, &why);
        return EXIT_FAILED;
    }
    service->config.on_restart = on_restart;
    service->config.context = service;
    service->server = server_create(&service->loop, &service->config, &why);
    bool is_ready = service->server && start_web(service, &why);
    if (is_ready) {
        watch_signals(service);
        printf(cli_text(TEXT_SERVE_READY), service->config.address, server_port(service->server));
        show_page(service);
        fflush(stdout);
    } else {
        cli_refuse_err(NULL, &why);
        show_other_page(service, &why);
        if (service->server)
            server_stop(service->server);
    }
    /* The loop never waits: its thread may use the database before and after, but not meanwhile. */
    db_forbid_on_this_thread();
    uv_run(&service->loop, UV_RUN_DEFAULT);
    db_allow_on_this_thread();
    memory_release();
    web_destroy(service->web);
    server_destroy(service->server);
    uv_loop_close(&service->loop);
    if (service->restarts)
        return start_again(service);
    return is_ready ? EXIT_FINE : EXIT_FAILED;
}

/* The position that every game begins with, in the ruleset of the server unless it
 * names its own. */
static bool read_start(struct service *service)
{
    const struct game_rules *rules = service->config.default_game;
    char text[GAME_TEXT_MAX];
    struct buf buf;
    struct err why = {0};

    buf_init(&buf, text, sizeof text);
    buf_add(&buf, service->start);
    if (service->config.ruleset == RULES_SERVER && !strstr(service->start, " rules="))
        buf_add(&buf, " rules=server");
    return rules->parse(buf_slice(&buf), &service->position, &why) || cli_deny_err(rules, &why);
}

/* The game of joins without a type, and where it begins if that was asked for. */
static bool choose_game(struct service *service)
{
    struct server_config *config = &service->config;

    config->start = service->start || service->load ? &service->position : NULL;
    if (service->load)
        return cli_load(service->load, service->turn, (uint64_t)service->seed,
                        &config->default_game, &service->position);
    config->default_game = cli_game(service->game);
    return config->default_game && (!service->start || read_start(service));
}

static int serve_with(struct service *service)
{
    struct server_config *config = &service->config;

    if (!choose_game(service))
        return EXIT_REFUSED;
    if (!paths_make_data(service->data, service->folder)) {
        cli_refuse(TEXT_SERVE_FOLDER, service->folder);
        return EXIT_FAILED;
    }
    config->data_dir = service->folder;
    if (service->hand)
        snprintf(service->words, sizeof service->words, "hand=%.48s", service->hand);
    config->options = service->words;
    config->has_seed = service->seed != INT64_MIN;
    config->seed = (uint64_t)service->seed;
    if (service->has_no_timeout)
        config->limits = (struct room_limits){0};
    return serve(service);
}

/* ---- files with settings ---- */

static bool take_password(struct service *service, struct slice password)
{
    struct buf buf;

    buf_init(&buf, service->password, sizeof service->password);
    buf_add_slice(&buf, password);
    service->config.password = service->password;
    return !buf.is_full;
}

/* What is not known is skipped. */
static bool take_property(struct service *service, struct slice key, struct slice value)
{
    bool is_true = slice_is(value, "true"), is_flag = is_true || slice_is(value, "false");

    if (slice_is(key, "password"))
        return take_password(service, value);
    if (slice_is(key, "port"))
        return slice_to_int(value, 0, 65535, &service->config.port);
    if (slice_is(key, "paused"))
        service->config.is_paused = is_true;
    else if (slice_is(key, "local"))
        service->config.address = is_true ? "127.0.0.1" : "0.0.0.0";
    else
        return true;
    return is_flag;
}

/* Lines "key = value" or "key: value", comments with # or !. */
static bool take_properties(struct service *service, struct slice text, struct err *why)
{
    for (int number = 1; text.len > 0; number++) {
        struct slice line = slice_trim(slice_take_until(&text, '\n'));
        size_t at = 0;
        while (at < line.len && line.at[at] != '=' && line.at[at] != ':')
            at++;
        if (at == line.len || line.at[0] == '#' || line.at[0] == '!')
            continue;
        struct slice key = slice_trim(slice_make(line.at, at));
        if (!take_property(service, key, slice_trim(slice_skip(line, at + 1))))
            return err_setf(why, "bad_property", "%d %.*s", number, (int)key.len, key.at);
    }
    return true;
}

/* The settings of an old server in this folder; options on the command line win. */
static bool take_properties_file(struct service *service)
{
    struct slice text;
    struct err why = {0};

    if (!file_read("server.properties", PROPERTIES_FILE_MAX, &text, NULL))
        return true;
    bool is_read = take_properties(service, text, &why);
    file_free(text);
    return is_read || cli_deny_err(NULL, &why);
}

/* A password in a file is not seen in the list of processes. */
static bool take_password_file(struct service *service)
{
    struct slice text;
    struct err why = {0};

    if (!service->password_file)
        return true;
    if (!file_read(service->password_file, PASSWORD_SIZE - 1, &text, &why))
        return cli_deny_err(NULL, &why);
    take_password(service, slice_trim(text));
    file_free(text);
    return true;
}

/* ---- the command ---- */

static int run(int argc, char **argv)
{
    struct service service = {
        .config = {.address = "127.0.0.1",
                   .port = DEFAULT_PORT,
                   .limits = {.soft_ms = DEFAULT_SOFT_MS, .hard_ms = DEFAULT_HARD_MS},
                   .message_gap_ms = DEFAULT_MESSAGE_GAP_MS,
                   .keep = DEFAULT_KEEP,
                   .keep_strangers = DEFAULT_KEEP_STRANGERS,
                   .sandbox = SANDBOX_AUTO},
        .page = {.address = "127.0.0.1", .port = WEB_DEFAULT_PORT},
        .seed = INT64_MIN,
        .turn = CLI_FROM_START,
        .game = "penguins",
    };
    struct server_config *config = &service.config;
    const struct option options[] = {
        {"port", OPTION_INT, &config->port, 0, 65535},
        {"bind", OPTION_TEXT, &config->address, 0, 0},
        {"password", OPTION_TEXT, &config->password, 0, 0},
        {"password-file", OPTION_TEXT, &service.password_file, 0, 0},
        {"game", OPTION_TEXT, &service.game, 0, 0},
        {"rules", OPTION_RULES, &config->ruleset, 0, 0},
        {"hand", OPTION_TEXT, &service.hand, 0, 0},
        {"seed", OPTION_NUMBER, &service.seed, INT64_MIN, INT64_MAX},
        {"start", OPTION_TEXT, &service.start, 0, 0},
        {"load", OPTION_TEXT, &service.load, 0, 0},
        {"turn", OPTION_INT, &service.turn, 0, RECORD_PLIES_MAX},
        {"soft", OPTION_INT, &config->limits.soft_ms, 0, 3600000},
        {"hard", OPTION_INT, &config->limits.hard_ms, 0, 3600000},
        {"no-timeout", OPTION_FLAG, &service.has_no_timeout, 0, 0},
        {"paused", OPTION_FLAG, &config->is_paused, 0, 0},
        {"pace", OPTION_INT, &config->message_gap_ms, 0, 10000},
        {"join-ms", OPTION_INT, &config->join_ms, 100, 600000},
        {"data", OPTION_TEXT, &service.data, 0, 0},
        {"store", OPTION_TEXT, &config->store, 0, 0},
        {"reserve", OPTION_NUMBER, &config->reserve_bytes, 1 << 12, 1 << 24},
        {"keep", OPTION_NUMBER, &config->keep, 0, INT64_MAX},
        {"keep-strangers", OPTION_NUMBER, &config->keep_strangers, 0, INT64_MAX},
        {"log", OPTION_TEXT, &config->log_path, 0, 0},
        {"sandbox", OPTION_SANDBOX, &config->sandbox, 0, 0},
        BOT_USER_OPTION,
        {"web-port", OPTION_INT, &service.page.port, 0, 65535},
        {"web-bind", OPTION_TEXT, &service.page.address, 0, 0},
        {"web-root", OPTION_TEXT, &service.page.root, 0, 0},
        {"guests", OPTION_GUESTS, &service.page.guests, 0, 0},
        {"behind-proxy", OPTION_TEXT, &service.page.proxies, 0, 0},
        {"no-web", OPTION_FLAG, &service.has_no_web, 0, 0},
        {"no-browser", OPTION_FLAG, &service.has_no_browser, 0, 0},
        {"open", OPTION_FLAG, &service.opens_browser, 0, 0},
        {0},
    };

    service.argc = argc;
    service.argv = argv; /* there are options only, so none of them is moved */
    if (!take_properties_file(&service) || options_read(options, "", argc, argv) < 0 ||
        !take_password_file(&service))
        return EXIT_REFUSED;
    if (config->password && !config->password[0])
        return cli_refuse(TEXT_PASSWORD_EMPTY);
    if (config->store && !db_is_server(config->store))
        return cli_refuse(TEXT_SERVE_STORE, config->store);
    return serve_with(&service);
}

const struct cmd serve_cmd = {
    .name = "serve",
    .usage = "[--port N] [--bind ADDRESS] [--game GAME] [--rules book|server] [--password P] …",
    .summary = {"der Spielleiter: Menschen spielen im Browser, Bots über Port 13050",
                "the referee: people play in the browser, bots over port 13050"},
    .help =
        {"--game GAME       Spiel für Anmeldungen ohne Spieltyp (penguins)\n"
         "--soft MS, --hard MS, --no-timeout   Zeitgrenzen (2000, 10000)\n"
         "--pace MS         Pause zwischen zwei Nachrichten an einen Spieler (60)\n"
         "--join-ms MS      Zeit, in der sich ein gestarteter Bot anmelden muss (10000)\n"
         "--paused          Spiele beginnen angehalten\n"
         "--seed N          Startzahl des ersten Brettes\n"
         "--start STELLUNG  jedes Spiel von --game beginnt hier\n"
         "--load DATEI [--turn N]   jedes Spiel beginnt mit dieser Stellung der Aufzeichnung\n"
         "--hand SATZ       Figurensatz bei Hive\n"
         "--data ORDNER     Aufzeichnungen, Passwort, Datenbank\n"
         "--store ADRESSE   Spiele nach PostgreSQL: postgresql://NAME@RECHNER/DATENBANK\n"
         "--reserve BYTES   so viel Platz wird zweimal für neue Züge reserviert (1048576)\n"
         "--keep N          so viele Spiele und Aufzeichnungen bleiben (10000; 0: alle)\n"
         "--keep-strangers N   und so viele von Fremden aus dem Netz (1000; 0: alle)\n"
         "--log DATEI       Protokoll, sonst auf die Fehlerausgabe; HUP öffnet es neu\n"
         "--sandbox auto|on|off   Bots laufen abgeschottet: wo es geht (so ist es sonst), "
         "unbedingt, nie\n"
         "--bot-user NAME   root: Programme laufen als dieser (sonst KIELWASSER_BOT_USER)\n"
         "--web-port N, --web-bind ADRESSE   wo die Seite ist (8050, 127.0.0.1)\n"
         "--guests play|watch|off   was Besucher der Seite dürfen: spielen und zuschauen, nur "
         "zuschauen (so ist es sonst), nichts am Spielleiter\n"
         "--behind-proxy ADRESSE,…  eigene Proxys davor: wer durch sie kommt, sitzt nie am "
         "Rechner\n"
         "--no-web          keine Seite; --no-browser: sie wird nicht geöffnet, --open: doch\n"
         "--web-root ORDNER Dateien der Seite aus diesem Ordner (zum Entwickeln)\n"
         "--password P, --password-file DATEI   für die Verwaltung; sonst wird eines gezogen\n"
         "Eine Datei server.properties im Ordner (password, paused, local, port) wird gelesen.",
         "--game GAME       the game of a join without a game type (penguins)\n"
         "--soft MS, --hard MS, --no-timeout   time limits (2000, 10000)\n"
         "--pace MS         pause between two messages to a player (60)\n"
         "--join-ms MS      time in which a bot that was started must join (10000)\n"
         "--paused          games begin paused\n"
         "--seed N          seed of the first board\n"
         "--start POSITION  every game of --game begins here\n"
         "--load FILE [--turn N]   every game begins at this position of the record\n"
         "--hand SET        piece set of Hive\n"
         "--data FOLDER     records, password, database\n"
         "--store ADDRESS   games go to PostgreSQL: postgresql://NAME@MACHINE/DATABASE\n"
         "--reserve BYTES   so much room is reserved for new moves, twice (1048576)\n"
         "--keep N          so many games and replays stay (10000; 0: all)\n"
         "--keep-strangers N   and so many of strangers from the network (1000; 0: all)\n"
         "--log FILE        the log, otherwise on stderr; HUP opens it again\n"
         "--sandbox auto|on|off   bots run in a cell: where there is one (the default), always, "
         "never\n"
         "--bot-user NAME   for root: programs run as this user (else KIELWASSER_BOT_USER)\n"
         "--web-port N, --web-bind ADDRESS   where the page is (8050, 127.0.0.1)\n"
         "--guests play|watch|off   what visitors of the page may do: play and watch, only watch "
         "(the default), nothing at the referee\n"
         "--behind-proxy ADDRESS,…  our own proxies in front of it: their visitors are never "
         "local\n"
         "--no-web          no page; --no-browser: it is not opened, --open: it is\n"
         "--web-root FOLDER files of the page from this folder (for development)\n"
         "--password P, --password-file FILE   for the administration; else one is drawn\n"
         "A file server.properties in the folder (password, paused, local, port) is read."},
    .example = {"  kielwasser serve --game hive --password geheim\n"
                "  kielwasser serve --web-bind 0.0.0.0 --guests play   alle im Netz dürfen spielen",
                "  kielwasser serve --game hive --password secret\n"
                "  kielwasser serve --web-bind 0.0.0.0 --guests play   all in the network may "
                "play"},
    .run = run,
};
