/* A tournament while it is played. */

#include "base/clock.h"
#include "base/file.h"
#include "cli/paths.h"
#include "cli/tournament.h"
#include "match/cores.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WRITE_EVERY_MS = 1000 };

/* ---- while it is played ---- */

static void on_tried(void *context, int team)
{
    struct tournament_command *command = context;
    const char *name = command->file.team[team].name;
    const char *why = command->teams->out[team];

    ticker_clear(&command->screen.ticker);
    if (why[0])
        printf(cli_text(TEXT_TOURNAMENT_REFUSED), name, why);
    else
        printf(cli_text(TEXT_TOURNAMENT_ADMITTED), name);
    fflush(stdout);
}

static void on_meeting(void *context, const struct tournament_games *games)
{
    struct tournament_command *command = context;

    tournament_command_write_games(command, games);
}

/* The leading team, where there is one table; else NULL. */
static const char *leader(const struct tournament *tournament, int stage)
{
    struct tournament_table table;
    const char *name = NULL;

    if (tournament_group_count(tournament, stage) != 1)
        return NULL;
    tournament_table(tournament, stage, 0, &table);
    for (int i = 0; i < table.standings->count && !table.is_tree; i++) {
        if (table.place[i] == 1 && name)
            return NULL;
        if (table.place[i] == 1)
            name = table.names[i];
    }
    return name;
}

static void print_round(const struct tournament_command *command, int stage, int round)
{
    const struct tournament *tournament = command->run.tournament;
    const char *first = leader(tournament, stage);

    printf(cli_text(TEXT_TOURNAMENT_ROUND), command->file.stage[stage].name, round + 1,
           tournament_round_count(tournament, stage));
    if (first) {
        fputs("  ", stdout);
        printf(cli_text(TEXT_TOURNAMENT_LEADER), first);
    }
    putchar('\n');
}

/* On a terminal a line is enough; a log gets the whole table. */
static void on_round(void *context, int stage, int round)
{
    struct tournament_command *command = context;
    bool is_old = stage < command->told_stage ||
                  (stage == command->told_stage && round < command->told_round);

    if (is_old)
        return;
    ticker_clear(&command->screen.ticker);
    print_round(command, stage, round);
    if (!command->screen.ticker.is_terminal) {
        tournament_command_print(command, REPORT_TEXT, stage);
        putchar('\n');
    }
    fflush(stdout);
    tournament_command_write(command);
}

static void print_line(void *context, struct buf *out)
{
    const struct tournament_command *command = context;
    const struct tournament *tournament = command->run.tournament;
    int played, planned;

    if (!tournament) {
        buf_format(out, cli_text(TEXT_TOURNAMENT_TRIALS), command->run.trials);
        return;
    }
    int stage = tournament_current_stage(tournament),
        rounds = tournament_round_count(tournament, stage);
    int round = tournament_rounds_done(tournament, stage) + 1;
    const char *first = leader(tournament, stage);
    tournament_run_progress(&command->run, &played, &planned);
    ticker_bar(out, planned > 0 ? (double)played / planned : 1);
    buf_format(out, " %d/%d  ", played, planned);
    buf_format(out, cli_text(TEXT_TOURNAMENT_ROUND), command->file.stage[stage].name,
               round < rounds ? round : rounds, rounds);
    if (runner_is_stopping(command->run.runner))
        buf_format(out, "  %s", cli_text(TEXT_MATCH_STOPPING));
    else if (first) {
        buf_add(out, "  ");
        buf_format(out, cli_text(TEXT_TOURNAMENT_LEADER), first);
    }
}

/* Tables are also written during a long match day, so that people can look at them meanwhile. */
static void on_tick(void *context)
{
    struct tournament_command *command = context;
    int64_t now_us = clock_now_us();
    int played, planned;

    if (!command->run.tournament)
        return;
    tournament_progress(command->run.tournament, &played, &planned);
    if (played == command->written_games ||
        now_us - command->written_us < WRITE_EVERY_MS * INT64_C(1000))
        return;
    command->written_us = now_us;
    command->written_games = played;
    tournament_command_write(command);
}

/* ---- the end ---- */

static void print_places(const struct tournament_command *command)
{
    struct report report = tournament_command_report(command);
    int place[PLAN_TEAMS_MAX];

    tournament_command_print(command, REPORT_TEXT, REPORT_PLACES);
    tournament_places(command->run.tournament, place);
    for (int team = 0; team < report.file->team_count; team++) {
        if (place[team] == 1 && !report.out[team][0])
            printf(cli_text(TEXT_TOURNAMENT_WINNER), report.file->team[team].name);
    }
}

static int tell_end(const struct tournament_command *command, const struct err *why)
{
    ticker_clear(&command->screen.ticker);
    if (command->run.end == RUNNER_FAILED) {
        cli_refuse_err(NULL, why);
    } else if (!command->run.tournament || command->run.end == RUNNER_INTERRUPTED) {
        fputs(cli_text(TEXT_TOURNAMENT_INTERRUPTED), stdout);
    } else {
        print_places(command);
        return EXIT_FINE;
    }
    return EXIT_FAILED;
}

/* ---- the beginning ---- */

/* Two runs in one folder would take each other's pairs. */
static bool take_lock(struct tournament_command *command)
{
    char path[PATH_MAX];
    struct err why = {0};

    snprintf(path, sizeof path, "%.*s/lock", PATH_MAX - 16, command->folder);
    command->lock = file_create_locked(path, &why);
    return command->lock >= 0 || cli_deny_err(NULL, &why);
}

static bool make_folders(struct tournament_command *command)
{
    const char *folder = command->folder;
    char games[PATH_MAX];

    snprintf(games, sizeof games, "%.*s/games", PATH_MAX - 16, folder);
    if (!paths_make(games))
        return cli_deny(TEXT_SERVE_FOLDER, games);
    return take_lock(command) && match_options_make_scratch(folder, command->scratch);
}

/* The same for the same folder on the same machine, so that a killed run finds its pairs again. */
static void choose_name(struct tournament_command *command)
{
    unsigned char hash[crypto_generichash_BYTES_MIN];
    char path[PATH_MAX], hex[2 * sizeof hash + 1];

    if (!realpath(command->folder, path))
        path[0] = '\0';
    crypto_generichash(hash, sizeof hash, (const unsigned char *)path, strlen(path), NULL, 0);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    runner_worker_name(hex, command->name);
}

/* What was played before is not told again.  False: the store cannot be read. */
static bool look_back(struct tournament_command *command)
{
    struct err why = {0};
    struct tournament *tournament = tournament_load(command->teams, command->place, &why);
    int played, planned;

    if (!tournament)
        return cli_deny_err(NULL, &why);
    tournament_progress(tournament, &played, &planned);
    command->told_stage = tournament_current_stage(tournament);
    command->told_round = tournament_rounds_done(tournament, command->told_stage);
    tournament_destroy(tournament);
    printf(cli_text(TEXT_TOURNAMENT_HEAD), command->file.name, command->teams->rules->title,
           command->file.team_count, planned, command->concurrency);
    if (played > 0)
        printf(cli_text(TEXT_TOURNAMENT_GOES_ON), played);
    fflush(stdout);
    return true;
}

static void tell_outs(const struct tournament_command *command)
{
    for (int team = 0; team < command->file.team_count; team++) {
        if (command->teams->out[team][0])
            printf(cli_text(TEXT_TOURNAMENT_REFUSED), command->file.team[team].name,
                   command->teams->out[team]);
    }
}

static int play(struct tournament_command *command)
{
    struct err why = {0};

    file_join(command->live, command->folder, "live.jsonl");
    command->run = (struct tournament_run){
        .teams = command->teams,
        .place = command->place,
        .worker = {.name = command->name,
                   .version = KIELWASSER_VERSION,
                   .slots = command->concurrency,
                   .lease_ms = QUEUE_LEASE_MS,
                   .scratch = command->scratch,
                   .live = command->live[0] ? command->live : NULL,
                   .port = command->port,
                   .sandbox = command->sandbox,
                   .lang = cli_lang(),
                   .events = &command->screen.events},
        .on_tried = on_tried,
        .on_meeting = on_meeting,
        .on_round = on_round,
        .on_tick = on_tick,
    };
    match_screen_init(&command->screen, print_line, command);
    tournament_run(&command->run, &why);
    int status = tell_end(command, &why);
    if (command->run.tournament)
        tournament_command_write(command);
    return status;
}

/* What could not be written is said at the end; the store has everything. */
static int finish(struct tournament_command *command, int status)
{
    struct err why = {0};

    paths_remove(command->scratch);
    if (!task_thread_destroy(command->files, &why)) {
        cli_refuse_err(NULL, &why);
        return EXIT_FAILED;
    }
    printf(cli_text(TEXT_MATCH_KEPT), command->folder);
    return status;
}

static bool start_files(struct tournament_command *command)
{
    struct err why = {0};

    command->files = task_thread_create(&(struct task_thread_config){0}, &why);
    return command->files || cli_deny_err(NULL, &why);
}

static bool choose_saving(struct tournament_command *command)
{
    return (folder_saving_find(command->save, &command->saving) &&
            command->saving != FOLDER_SAVE_LOST) ||
           cli_deny(TEXT_OPTION_CHOICE, "save", command->save, "all, failed, none");
}

int tournament_command_run(struct tournament_command *command)
{
    int status = EXIT_REFUSED;

    if (command->concurrency < 0)
        command->concurrency = cores_allowed();
    command->lock = command->written_games = -1;
    if (choose_saving(command) && make_folders(command) && look_back(command) &&
        start_files(command)) {
        choose_name(command);
        paths_raise_limit();
        match_options_warn_of_few_cores(command->concurrency);
        tell_outs(command);
        status = finish(command, play(command));
    }
    if (command->lock >= 0)
        close(command->lock);
    return status;
}
