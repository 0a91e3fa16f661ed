#include "cli/store_check.h"

#include "cli/cli.h"
#include "server/store_check.h"
#include "server/store_repair.h"
#include "store/db.h"

#include <stdio.h>
#include <unistd.h>

enum { FINDINGS_SHOWN = 50 };

/* The first ones; the rest is counted. */
struct findings {
    int64_t count;
};

static void show_part(double part)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%3.0f %%", part * 100);
}

static void end_parts(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\x1b[K", stderr);
}

static void show_finding(void *context, const struct err *finding)
{
    struct findings *findings = context;
    char text[CLI_SENTENCE_SIZE];

    if (findings->count++ >= FINDINGS_SHOWN)
        return;
    end_parts();
    printf("- %s\n", cli_error_text(NULL, finding, text));
}

static void show_rest(const struct findings *findings)
{
    end_parts();
    if (findings->count > FINDINGS_SHOWN)
        printf(cli_text(TEXT_STORE_MORE), (long long)(findings->count - FINDINGS_SHOWN));
}

static void show_checked(const struct store_check *check)
{
    printf(cli_text(TEXT_STORE_CHECKED), (long long)check->games, (long long)check->plies,
           (long long)check->results);
    if (check->folder)
        printf(cli_text(TEXT_STORE_CHECKED_FOLDER), (long long)check->replays,
               (long long)check->segments, (long long)check->lines);
}

int store_check_command(const char *place, const char *folder)
{
    struct findings findings = {0};
    struct store_check check = {.place = place,
                                .folder = folder,
                                .on_finding = show_finding,
                                .on_progress = show_part,
                                .context = &findings};

    bool is_whole = store_check_run(&check);
    show_rest(&findings);
    show_checked(&check);
    if (is_whole)
        printf("%s", cli_text(TEXT_STORE_WHOLE));
    else if (db_is_server(place))
        printf(cli_text(TEXT_STORE_FOUND), (long long)findings.count);
    else
        printf(cli_text(TEXT_STORE_REPAIRABLE), (long long)findings.count, place);
    return is_whole ? EXIT_FINE : EXIT_FAILED;
}

/* ---- repair ---- */

static void show_repaired(const struct store_repair *repair)
{
    const struct salvage *salvage = &repair->salvage;

    if (repair->is_resumed) {
        printf("%s", cli_text(TEXT_STORE_RESUMED));
    } else {
        printf(cli_text(TEXT_STORE_SALVAGED), (long long)repair->rows,
               (long long)salvage->damaged_pages, (long long)salvage->pages);
        if (repair->has_journal)
            printf(cli_text(TEXT_STORE_FROM_FOLDER), (long long)repair->games_added,
                   (long long)repair->games_mended, (long long)repair->lines);
        printf(cli_text(TEXT_STORE_REPAIRED), (long long)repair->games,
               (long long)repair->finished);
    }
    printf(cli_text(TEXT_STORE_IN_PLACE), repair->place);
    if (repair->aside[0])
        printf(cli_text(TEXT_STORE_ASIDE), repair->aside);
}

int store_repair_command(const char *place, const char *folder)
{
    struct findings findings = {0};
    struct store_repair repair = {.place = place,
                                  .folder = folder,
                                  .on_finding = show_finding,
                                  .on_progress = show_part,
                                  .context = &findings};
    struct err why = {0};

    if (db_is_server(place))
        return cli_refuse(TEXT_STORE_REPAIR_SERVER);
    bool is_repaired = store_repair_run(&repair, &why);
    show_rest(&findings);
    if (is_repaired) {
        show_repaired(&repair);
        return EXIT_FINE;
    }
    cli_refuse_err(NULL, &why);
    return EXIT_FAILED;
}
