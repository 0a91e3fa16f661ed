#include "store/store.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "cli/store_check.h"
#include "cli/store_delete.h"
#include "store/database_file.h"
#include "store/queue.h"
#include "store/schema.h"
#include "store/transfer.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BAR_WIDTH = 30 };

static const char *const engines[] = {[DB_SQLITE] = "SQLite", [DB_POSTGRES] = "PostgreSQL"};

/* ---- which store ---- */

/* What a deed needs. */
struct task {
    char place[PATH_MAX];
    struct db *db;
    const char *file; /* of export and import */
    /* Where its journal and replays are; "": nowhere. */
    char folder[PATH_MAX];
};

/* A file named like that of a data folder lies in one. */
static void choose_folder(struct task *task, const char *data)
{
    const char *slash = strrchr(task->place, '/');
    bool is_of_folder = strcmp(slash ? slash + 1 : task->place, DATABASE_FILE_NAME) == 0;

    if (data)
        snprintf(task->folder, sizeof task->folder, "%s", data);
    else if (is_of_folder && !db_is_server(task->place))
        database_file_folder(task->place, task->folder);
}

/* The named one, or that of the data folder. */
static bool choose_place(struct task *task, const char *store, const char *data)
{
    if (store) {
        snprintf(task->place, sizeof task->place, "%s", store);
        choose_folder(task, data);
        return true;
    }
    if (!paths_make_data(data, task->folder))
        return cli_deny(TEXT_SERVE_FOLDER, task->folder);
    store_place(task->folder, task->place, sizeof task->place);
    return true;
}

static bool open_db(struct task *task)
{
    struct err why = {0};

    task->db = db_open(task->place, DB_SYNCED, &why);
    return task->db || cli_deny_err(NULL, &why);
}

/* Looking for a file must not make one. */
static bool open_existing(struct task *task, int *version)
{
    struct err why = {0};

    if (!db_is_server(task->place) && access(task->place, F_OK) != 0)
        return database_file_may_open(task->place, &why) ? cli_deny(TEXT_STORE_NONE)
                                                         : cli_deny_err(NULL, &why);
    if (!open_db(task))
        return false;
    if (!schema_version(task->db, version, &why))
        return cli_deny_err(NULL, &why);
    return *version != 0 || cli_deny(TEXT_STORE_NONE);
}

static void show_part(double part)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%3.0f %%%s", part * 100, part < 1 ? "" : "\r\x1b[K");
}

static bool bring_up(struct task *task)
{
    struct err why = {0};

    return schema_migrate_showing(task->db, show_part, &why) || cli_deny_err(NULL, &why);
}

/* ---- deeds ---- */

static int say_ready(const struct task *task)
{
    printf(cli_text(TEXT_STORE_READY), engines[db_engine(task->db)], STORE_SCHEMA);
    return EXIT_FINE;
}

static int init(struct task *task)
{
    return open_db(task) && bring_up(task) ? say_ready(task) : EXIT_REFUSED;
}

static int migrate(struct task *task)
{
    int version;

    return open_existing(task, &version) && bring_up(task) ? say_ready(task) : EXIT_REFUSED;
}

/* A bar for people; files and pipes get none. */
static void show_progress(const struct transfer *transfer, double part)
{
    static const char full[] = "##############################";

    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r[%-*.*s] %3.0f %%  %lld", BAR_WIDTH, (int)(part * BAR_WIDTH), full,
                part * 100, (long long)transfer->rows);
}

static void end_progress(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\x1b[K", stderr);
}

static bool carry(struct task *task, struct transfer *transfer,
                  bool (*way)(struct transfer *transfer, struct err *why))
{
    struct err why = {0};

    *transfer = (struct transfer){.db = task->db, .path = task->file, .on_progress = show_progress};
    bool is_done = way(transfer, &why);
    end_progress();
    return is_done || cli_deny_err(NULL, &why);
}

static int export_store(struct task *task)
{
    struct transfer transfer;
    int version;

    if (!open_existing(task, &version) || !bring_up(task) ||
        !carry(task, &transfer, transfer_export))
        return EXIT_REFUSED;
    printf(cli_text(TEXT_STORE_EXPORTED), (long long)transfer.rows, task->file);
    return EXIT_FINE;
}

static int import_store(struct task *task)
{
    struct transfer transfer;

    if (!open_db(task) || !bring_up(task) || !carry(task, &transfer, transfer_import))
        return EXIT_REFUSED;
    printf(cli_text(TEXT_STORE_IMPORTED), (long long)transfer.rows, (long long)transfer.added);
    return EXIT_FINE;
}

/* ---- status ---- */

static bool print_worker(void *context, const struct queue_worker *worker)
{
    char seen[32];

    (void)context;
    clock_format(worker->seen_ms, "%Y-%m-%d %H:%M:%SZ", seen, sizeof seen);
    printf(cli_text(TEXT_STORE_WORKER), worker->name, worker->host, worker->version, worker->cores,
           (long long)worker->games, worker->pairs, seen);
    return true;
}

static bool print_counts(struct task *task, struct err *why)
{
    struct queue_counts queue;
    int64_t rows[SCHEMA_COUNT];

    if (!queue_count(task->db, &queue, why) || !schema_count(task->db, rows, why))
        return false;
    printf(cli_text(TEXT_STORE_ARCHIVE), (long long)rows[SCHEMA_GAMES],
           (long long)rows[SCHEMA_BOTS]);
    printf(cli_text(TEXT_STORE_MATCHES), (long long)queue.tests_open, (long long)rows[SCHEMA_TESTS],
           (long long)rows[SCHEMA_RESULTS]);
    printf(cli_text(TEXT_STORE_PAIRS), (long long)queue.pairs_open, (long long)queue.pairs_taken,
           (long long)queue.pairs_done, (long long)queue.pairs_closed);
    printf(cli_text(TEXT_STORE_WORKERS), (long long)queue.workers);
    return queue_workers(task->db, print_worker, NULL, why);
}

static int status(struct task *task)
{
    struct err why = {0};
    int version;

    if (!open_existing(task, &version))
        return EXIT_REFUSED;
    if (version != STORE_SCHEMA) {
        printf(cli_text(TEXT_STORE_OLD), engines[db_engine(task->db)], version, STORE_SCHEMA);
        return EXIT_FINE;
    }
    printf(cli_text(TEXT_STORE_STATUS), engines[db_engine(task->db)], version);
    return print_counts(task, &why) ? EXIT_FINE : cli_refuse_err(NULL, &why);
}

/* ---- check and repair ---- */

static bool is_nowhere(const struct task *task)
{
    return !db_is_server(task->place) && access(task->place, F_OK) != 0 &&
           database_file_may_open(task->place, NULL);
}

static int check(struct task *task)
{
    if (is_nowhere(task))
        return cli_refuse(TEXT_STORE_NONE);
    return store_check_command(task->place, task->folder[0] ? task->folder : NULL);
}

static int repair(struct task *task)
{
    if (is_nowhere(task))
        return cli_refuse(TEXT_STORE_NONE);
    return store_repair_command(task->place, task->folder[0] ? task->folder : NULL);
}

/* ---- the command ---- */

struct deed {
    const char *word;
    int (*run)(struct task *task);
    const char *words; /* that follow */
};

static int run_deed(const struct deed *deed, int argc, char **argv)
{
    const char *store = NULL, *data = NULL;
    const struct option options[] = {
        {"store", OPTION_TEXT, &store, 0, 0}, {"data", OPTION_TEXT, &data, 0, 0}, {0}};
    struct task task = {0};

    if (options_read(options, deed->words, argc, argv) < 0 || !choose_place(&task, store, data))
        return EXIT_REFUSED;
    task.file = argv[0];
    int code = deed->run(&task);
    db_close(task.db);
    return code;
}

static int run(int argc, char **argv)
{
    static const struct deed deeds[] = {{"init", init, ""},
                                        {"migrate", migrate, ""},
                                        {"status", status, ""},
                                        {"check", check, ""},
                                        {"repair", repair, ""},
                                        {"export", export_store, "FILE"},
                                        {"import", import_store, "FILE"}};

    if (argc == 0)
        return cli_refuse(TEXT_MISSING,
                          "init, migrate, status, check, repair, export, import, delete");
    if (strcmp(argv[0], "delete") == 0)
        return store_delete_run(argc - 1, argv + 1);
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++) {
        if (strcmp(argv[0], deeds[i].word) == 0)
            return run_deed(&deeds[i], argc - 1, argv + 1);
    }
    return cli_refuse(TEXT_STORE_WHAT, argv[0]);
}

const struct cmd store_cmd = {
    .name = "store",
    .usage = "init | migrate | status | check | repair | export FILE | import FILE | "
             "delete --game N,… | delete --person NAME [--store PLACE] [--data FOLDER]",
    .summary = {"die Datenbank der Spiele und der Vergleiche: anlegen, ansehen, umziehen",
                "the store of games and matches: make, look at, move"},
    .help =
        {"init      legt die Tabellen an\n"
         "migrate   bringt eine ältere Datenbank auf den neuen Stand (von Dateien vorher eine "
         "Kopie)\n"
         "status    Stand, Zahlen, wer gerade mitspielt\n"
         "check     prüft alles: Datei, Spiele (nach den Regeln), Journal, Aufzeichnungen; ändert "
         "nichts\n"
         "repair    baut eine beschädigte neu: aus ihren Resten, Aufzeichnungen und Journal; die "
         "alte bleibt\n"
         "          daneben liegen.  Ohne laufenden Spielleiter\n"
         "export    schreibt alles in eine Datei; endet ihr Name auf .gz, wird sie gepackt\n"
         "import    liest eine solche Datei ein; was schon da ist, bleibt, wie es ist\n"
         "delete    löscht Spiele, die zu Ende sind: --game 17,18 oder alle eines Menschen oder "
         "Bots:\n"
         "          --person NAME (--any-case: Groß und Klein egal; --bots: auch eingetragene "
         "Bots);\n"
         "          --yes fragt nicht\n"
         "--store   eine Datei oder postgresql://NAME@RECHNER/DATENBANK; ein Passwort steht "
         "besser in\n"
         "          ~/.pgpass oder PGPASSWORD.  Ohne --store: kielwasser.db im Datenordner "
         "(--data)",
         "init      makes the tables\n"
         "migrate   brings an older store up to date (of a file a copy is made before)\n"
         "status    version, counts, workers at the moment\n"
         "check     checks everything: file, games (by their rules), journal, replays; changes "
         "nothing\n"
         "repair    makes a damaged one again: from its remains, replays and journal; the old one "
         "stays\n"
         "          beside it.  While no referee runs\n"
         "export    writes everything into a file, packed if its name ends in .gz\n"
         "import    reads such a file; what is there already stays as it is\n"
         "delete    deletes games that are over: --game 17,18, or all of a person or bot:\n"
         "          --person NAME (--any-case: capitals do not count; --bots: registered bots, "
         "too);\n"
         "          --yes does not ask\n"
         "--store   a file or postgresql://NAME@MACHINE/DATABASE; a password is better kept in\n"
         "          ~/.pgpass or PGPASSWORD.  Without --store: kielwasser.db in the data folder "
         "(--data)"},
    .example =
        {"  kielwasser store export spiele.jsonl.gz\n"
         "  kielwasser store import spiele.jsonl.gz --store postgresql://anna@rechner/arena\n"
         "  kielwasser store delete --person Anna",
         "  kielwasser store export games.jsonl.gz\n"
         "  kielwasser store import games.jsonl.gz --store postgresql://anna@machine/arena\n"
         "  kielwasser store delete --person Anna"},
    .run = run,
};
