#include "server/backup.h"

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "cli/ticker.h"
#include "store/db.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <sys/stat.h>

enum { MEGABYTE = 1000 * 1000 };

/* The first member is the backup, so it is its own line of progress. */
struct run {
    struct backup backup;
    struct ticker ticker;
};

static void show_progress(const struct backup *backup)
{
    struct run *run = (struct run *)(uintptr_t)backup;
    char line[TICKER_LINE_SIZE];

    if (!ticker_is_due(&run->ticker))
        return;
    snprintf(line, sizeof line, cli_text(TEXT_BACKUP_PROGRESS),
             (long long)(backup->bytes / MEGABYTE), (long long)(backup->bytes_expected / MEGABYTE));
    ticker_show(&run->ticker, line);
}

static int save(struct run *run)
{
    struct backup *backup = &run->backup;
    struct err why = {0};

    ticker_start(&run->ticker);
    bool is_written = backup_write(backup, &why);
    ticker_clear(&run->ticker);
    if (!is_written) {
        cli_refuse_err(NULL, &why);
        return EXIT_FAILED;
    }
    printf(cli_text(TEXT_BACKUP_DONE), (long long)backup->games, (long long)backup->plies,
           (long long)backup->bots, (long long)backup->files, backup->file);
    if (backup->left_out > 0)
        printf(cli_text(TEXT_BACKUP_LEFT_OUT), (long long)backup->left_out);
    return EXIT_FINE;
}

static int run(int argc, char **argv)
{
    struct run run = {.backup = {.version = KIELWASSER_VERSION, .on_progress = show_progress}};
    struct backup *backup = &run.backup;
    const char *data = NULL;
    const struct option options[] = {{"data", OPTION_TEXT, &data, 0, 0},
                                     {"store", OPTION_TEXT, &backup->store, 0, 0},
                                     {"force", OPTION_FLAG, &backup->replaces, 0, 0},
                                     {"logs", OPTION_FLAG, &backup->has_logs, 0, 0},
                                     {0}};
    char folder[PATH_MAX];

    if (options_read(options, "FILE", argc, argv) < 0)
        return EXIT_REFUSED;
    if (backup->store && !db_is_server(backup->store))
        return cli_refuse(TEXT_SERVE_STORE, backup->store);
    umask(077);
    paths_data(data, folder);
    backup->folder = folder;
    backup->file = argv[0];
    return sodium_init() < 0 ? EXIT_FAILED : save(&run);
}

const struct cmd backup_cmd = {
    .name = "backup",
    .usage = "FILE [--data FOLDER] [--store ADDRESS] [--force] [--logs]",
    .summary = {"sichert das Archiv in einer Datei, auch während der Spielleiter läuft",
                "saves the archive in one file, also while the referee runs"},
    .help =
        {"Darin ist alles, was ein Datenordner braucht, um anderswo weiterzuleben: Spiele, "
         "Aufzeichnungen,\nBots mit ihren Dateien, Tests und Turniere der Seite, das Passwort "
         "(verschlüsselt). Nicht darin:\nder Schlüssel der Seite (web-token).\n"
         "--data ORDNER     der Ordner des Spielleiters, wenn es nicht der übliche ist\n"
         "--store ADRESSE   wenn die Spiele in PostgreSQL sind: postgresql://NAME@RECHNER/"
         "DATENBANK\n"
         "--force           überschreibt eine Datei, die es schon gibt\n"
         "--logs            auch die Ausgaben der Bots (bots-logs)",
         "It holds everything that a data folder needs to live again elsewhere: games, replays, "
         "bots with\ntheir files, tests and tournaments of the page, the password (hashed). Not in "
         "it: the token of\nthe page (web-token).\n"
         "--data FOLDER     the referee's folder, unless it is the usual one\n"
         "--store ADDRESS   if the games are in PostgreSQL: postgresql://NAME@MACHINE/DATABASE\n"
         "--force           overwrites a file that is there already\n"
         "--logs            also the output of bots (bots-logs)"},
    .example = {"  kielwasser backup spiele.tar.gz\n  kielwasser restore spiele.tar.gz --data "
                "/srv/neu",
                "  kielwasser backup games.tar.gz\n  kielwasser restore games.tar.gz --data "
                "/srv/new"},
    .run = run,
};
