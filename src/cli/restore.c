#include "server/restore.h"

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "cli/question.h"
#include "server/archive.h"
#include "server/owner_socket.h"
#include "server/status.h"
#include "store/store.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BACK_AFTER_MS = 120 * 1000, LOOK_MS = 50 };

/* Games that are there now; 0 also if that cannot be read: then there is nothing to be lost. */
static int64_t count_games(const struct restore *restore)
{
    char place[PATH_MAX];
    int64_t games = 0;

    store_place(restore->folder, place, sizeof place);
    if (restore->store)
        snprintf(place, sizeof place, "%s", restore->store);
    else if (access(place, F_OK) != 0)
        return 0;
    struct db *db = db_open(place, DB_SYNCED, NULL);
    if (db)
        db_number(db, "SELECT count(*) FROM games", DB_NO_VALUES, 0, &games, NULL);
    db_close(db);
    return games;
}

static bool may_replace(const struct restore *restore)
{
    int64_t games = count_games(restore);

    return games == 0 ||
           question_ask(TEXT_RESTORE_QUESTION, restore->folder, (long long)games, restore->folder);
}

/* The server ends, and begins anew in the same process. */
static bool is_back(const char *folder)
{
    char answer[64]; /* that it answers is enough */

    for (int ms = 0; ms < BACK_AFTER_MS; ms += LOOK_MS) {
        if (restore_is_done(folder) && status_ask(folder, answer, sizeof answer))
            return true;
        usleep(LOOK_MS * 1000);
    }
    return false;
}

static bool refuse(const struct restore *restore, const struct err *why)
{
    restore_drop(restore->folder);
    return cli_deny_err(NULL, why);
}

/* Where no server holds the folder, we do it ourselves. */
static bool take(const struct restore *restore, bool *has_server)
{
    char answer[OWNER_ANSWER_SIZE];
    struct err why = {0};

    *has_server = false;
    switch (owner_socket_send(restore->folder, slice_of("restart\n"), answer, &why)) {
    case OWNER_OK:
        *has_server = true;
        return is_back(restore->folder) || cli_deny(TEXT_RESTORE_NOT_BACK);
    case OWNER_REFUSED:
        return refuse(restore, &why);
    case OWNER_NO_SERVER:
        break;
    }
    if (!restore_is_ready(restore->folder, restore->store, &why))
        return refuse(restore, &why);
    int lock = archive_lock(restore->folder, &why);
    if (lock < 0)
        return refuse(restore, &why);
    bool is_taken = restore_take(restore->folder, restore->store, &why);
    close(lock);
    return is_taken || cli_deny_err(NULL, &why);
}

static int restore_file(struct restore *restore)
{
    char made[32];
    struct err why = {0};
    bool has_server;

    fputs(cli_text(TEXT_RESTORE_CHECKING), stdout);
    fflush(stdout);
    if (!restore_prepare(restore, &why)) {
        cli_refuse_err(NULL, &why);
        return EXIT_FAILED;
    }
    if (!take(restore, &has_server))
        return EXIT_FAILED;
    clock_format(restore->made_ms, "%Y-%m-%d %H:%M:%SZ", made, sizeof made);
    printf(cli_text(TEXT_RESTORE_DONE), (long long)restore->games, (long long)restore->plies,
           (long long)restore->bots, made);
    if (has_server)
        fputs(cli_text(TEXT_RESTORE_SERVER), stdout);
    if (restore_has_kept(restore))
        printf(cli_text(TEXT_RESTORE_BEFORE), restore->folder, restore->before);
    return EXIT_FINE;
}

static int run(int argc, char **argv)
{
    struct restore restore = {0};
    const char *data = NULL;
    bool is_sure = false;
    const struct option options[] = {{"data", OPTION_TEXT, &data, 0, 0},
                                     {"store", OPTION_TEXT, &restore.store, 0, 0},
                                     {"yes", OPTION_FLAG, &is_sure, 0, 0},
                                     {0}};
    char folder[PATH_MAX];

    if (options_read(options, "FILE", argc, argv) < 0)
        return EXIT_REFUSED;
    if (restore.store && !db_is_server(restore.store))
        return cli_refuse(TEXT_SERVE_STORE, restore.store);
    if (sodium_init() < 0 || !paths_make_data(data, folder)) {
        cli_refuse(TEXT_SERVE_FOLDER, folder);
        return EXIT_FAILED;
    }
    restore.folder = folder;
    restore.file = argv[0];
    if (!is_sure && !may_replace(&restore))
        return EXIT_REFUSED;
    return restore_file(&restore);
}

const struct cmd restore_cmd = {
    .name = "restore",
    .usage = "FILE [--data FOLDER] [--store ADDRESS] [--yes]",
    .summary = {"spielt eine Sicherung zurück, auch während der Spielleiter läuft",
                "restores a backup, also while the referee runs"},
    .help =
        {"Die Datei wird ausgepackt und ganz geprüft, bevor sich etwas ändert. Was da war, kommt "
         "in den\nOrdner before-restore-ZEIT des Datenordners. Ein laufender Spielleiter beendet "
         "seine Spiele und\nbeginnt mit denselben Ports neu. Nur eigene Sicherungen zurückspielen: "
         "ihre Bots sind Programme.\n"
         "--data ORDNER     der Ordner des Spielleiters, wenn es nicht der übliche ist\n"
         "--store ADRESSE   wenn die Spiele in PostgreSQL sind\n"
         "--yes             fragt nicht, auch wenn hier schon Spiele sind",
         "The file is unpacked and tested as a whole before anything changes. What was there goes "
         "to the\nfolder before-restore-TIME of the data folder. A running referee ends its games "
         "and begins anew\nwith the same ports. Restore only backups of your own: their bots are "
         "programs.\n"
         "--data FOLDER     the referee's folder, unless it is the usual one\n"
         "--store ADDRESS   if the games are in PostgreSQL\n"
         "--yes             does not ask, even if there are games already"},
    .example = {"  kielwasser backup spiele.tar.gz\n  kielwasser restore spiele.tar.gz",
                "  kielwasser backup games.tar.gz\n  kielwasser restore games.tar.gz"},
    .run = run,
};
