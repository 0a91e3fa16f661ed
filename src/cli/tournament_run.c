/* A tournament while it is played. */

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "cli/match_options.h"
#include "cli/paths.h"
#include "cli/tournament.h"
#include "match/cores.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WRITE_EVERY_MS = 1000 };

/* A session of a tournament. */
struct tournament_session {
    struct tournament_run run; /* the first field, so that its context is a session */
    struct tournament_command *command;
    enum lang lang;
    struct match_screen screen;
    char scratch[PATH_MAX];
    char name[WORKER_NAME_SIZE];
    int lock;
    /* What an earlier session has told: rounds before this one. */
    int stage, round;
    struct task_thread *files; /* writes the folder */
    /* The last time tables were written between two rounds, and how many games were in them. */
    int64_t written_us;
    int written_games;
};

/* ---- while it is played ---- */

static void on_tried(void *context, int team)
{
    struct tournament_session *session = context;
    const char *name = session->command->file.team[team].name;
    const char *why = session->command->teams->out[team];

    ticker_clear(&session->screen.ticker);
    if (why[0])
        printf(cli_text(session->lang, TEXT_TOURNAMENT_REFUSED), name, why);
    else
        printf(cli_text(session->lang, TEXT_TOURNAMENT_ADMITTED), name);
    fflush(stdout);
}

static void on_meeting(void *context, const struct tournament_games *games)
{
    struct tournament_session *session = context;

    tournament_command_write_games(session->command, games, session->files);
}

/* The leading team, where there is one table; else NULL. */
static const char *leader(const struct tournament *tournament, int stage)
{
    struct tournament_table table;
    const char *name = NULL;

    if (tournament_groups(tournament, stage) != 1)
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

static void print_table(const struct tournament_session *session, int stage)
{
    struct report report = tournament_command_report(session->command, session->run.tournament);
    struct buf text = tournament_command_text(session->command);

    report_print(&report, REPORT_TEXT, stage, &text);
    puts(text.data);
    free(text.data);
}

static void print_round(const struct tournament_session *session, int stage, int round)
{
    const struct tournament *tournament = session->run.tournament;
    const char *first = leader(tournament, stage);

    printf(cli_text(session->lang, TEXT_TOURNAMENT_ROUND), session->command->file.stage[stage].name,
           round + 1, tournament_rounds(tournament, stage));
    if (first) {
        fputs("  ", stdout);
        printf(cli_text(session->lang, TEXT_TOURNAMENT_LEADER), first);
    }
    putchar('\n');
}

/* On a terminal a line is enough; a log gets the whole table. */
static void on_round(void *context, int stage, int round)
{
    struct tournament_session *session = context;
    bool is_old = stage < session->stage || (stage == session->stage && round < session->round);

    if (is_old)
        return;
    ticker_clear(&session->screen.ticker);
    print_round(session, stage, round);
    if (!session->screen.ticker.is_terminal)
        print_table(session, stage);
    fflush(stdout);
    tournament_command_write(session->command, session->run.tournament, session->files);
}

static void print_line(void *context, struct buf *out)
{
    const struct tournament_session *session = context;
    const struct tournament *tournament = session->run.tournament;
    int played, planned;

    if (!tournament) {
        buf_format(out, cli_text(session->lang, TEXT_TOURNAMENT_TRIALS), session->run.trials);
        return;
    }
    int stage = tournament_stage_at(tournament), rounds = tournament_rounds(tournament, stage);
    int round = tournament_rounds_done(tournament, stage) + 1;
    const char *first = leader(tournament, stage);
    tournament_run_progress(&session->run, &played, &planned);
    ticker_bar(out, planned > 0 ? (double)played / planned : 1);
    buf_format(out, " %d/%d  ", played, planned);
    buf_format(out, cli_text(session->lang, TEXT_TOURNAMENT_ROUND),
               session->command->file.stage[stage].name, round < rounds ? round : rounds, rounds);
    if (runner_is_stopping(session->run.runner))
        buf_format(out, "  %s", cli_text(session->lang, TEXT_MATCH_STOPPING));
    else if (first) {
        buf_add(out, "  ");
        buf_format(out, cli_text(session->lang, TEXT_TOURNAMENT_LEADER), first);
    }
}

/* Tables are also written during a long match day, so that people can look at them meanwhile. */
static void on_tick(void *context)
{
    struct tournament_session *session = context;
    int64_t now_us = clock_now_us();
    int played, planned;

    if (!session->run.tournament)
        return;
    tournament_progress(session->run.tournament, &played, &planned);
    if (played == session->written_games ||
        now_us - session->written_us < WRITE_EVERY_MS * INT64_C(1000))
        return;
    session->written_us = now_us;
    session->written_games = played;
    tournament_command_write(session->command, session->run.tournament, session->files);
}

/* ---- the end ---- */

static void print_places(const struct tournament_session *session)
{
    struct report report = tournament_command_report(session->command, session->run.tournament);
    struct buf text = tournament_command_text(session->command);
    int place[PLAN_TEAMS_MAX];

    report_places(&report, &text);
    fputs(text.data, stdout);
    free(text.data);
    tournament_places(session->run.tournament, place);
    for (int team = 0; team < report.file->team_count; team++) {
        if (place[team] == 1 && !report.out[team][0])
            printf(cli_text(session->lang, TEXT_TOURNAMENT_WINNER), report.file->team[team].name);
    }
}

static int tell_end(const struct tournament_session *session, const struct err *why)
{
    ticker_clear(&session->screen.ticker);
    if (session->run.end == RUNNER_FAILED) {
        cli_refuse_err(session->lang, NULL, why);
    } else if (!session->run.tournament || session->run.end == RUNNER_INTERRUPTED) {
        fputs(cli_text(session->lang, TEXT_TOURNAMENT_INTERRUPTED), stdout);
    } else {
        print_places(session);
        return EXIT_FINE;
    }
    return EXIT_FAILED;
}

/* ---- the beginning ---- */

/* Two runs in one folder would take each other's pairs. */
static bool take_lock(struct tournament_session *session)
{
    char path[PATH_MAX];
    struct err why = {0};

    snprintf(path, sizeof path, "%.*s/lock", PATH_MAX - 16, session->command->folder);
    session->lock = file_open_alone(path, &why);
    return session->lock >= 0 || cli_deny_err(session->lang, NULL, &why);
}

static bool make_folders(struct tournament_session *session)
{
    const char *folder = session->command->folder;
    char games[PATH_MAX];

    snprintf(games, sizeof games, "%.*s/games", PATH_MAX - 16, folder);
    if (!paths_make(games))
        return cli_deny(session->lang, TEXT_SERVE_FOLDER, games);
    return take_lock(session) &&
           match_options_make_scratch(session->lang, folder, session->scratch);
}

/* The same for the same folder on the same machine, so that a killed run finds its pairs again. */
static void choose_name(struct tournament_session *session)
{
    unsigned char hash[crypto_generichash_BYTES_MIN];
    char path[PATH_MAX], hex[2 * sizeof hash + 1];

    if (!realpath(session->command->folder, path))
        path[0] = '\0';
    crypto_generichash(hash, sizeof hash, (const unsigned char *)path, strlen(path), NULL, 0);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    runner_worker_name(hex, session->name);
}

/* What was played before is not told again.  False: the store cannot be read. */
static bool look_back(struct tournament_session *session, int size)
{
    struct tournament_command *command = session->command;
    struct err why = {0};
    struct tournament *tournament = tournament_look(command->teams, command->place, &why);
    int played, planned;

    if (!tournament)
        return cli_deny_err(session->lang, NULL, &why);
    tournament_progress(tournament, &played, &planned);
    session->stage = tournament_stage_at(tournament);
    session->round = tournament_rounds_done(tournament, session->stage);
    tournament_destroy(tournament);
    printf(cli_text(session->lang, TEXT_TOURNAMENT_HEAD), command->file.name,
           command->teams->rules->title, command->file.team_count, planned, size);
    if (played > 0)
        printf(cli_text(session->lang, TEXT_TOURNAMENT_GOES_ON), played);
    fflush(stdout);
    return true;
}

static void tell_outs(const struct tournament_session *session)
{
    const struct tournament_command *command = session->command;

    for (int team = 0; team < command->file.team_count; team++) {
        if (command->teams->out[team][0])
            printf(cli_text(session->lang, TEXT_TOURNAMENT_REFUSED), command->file.team[team].name,
                   command->teams->out[team]);
    }
}

static int play(struct tournament_session *session, int size)
{
    const struct tournament_command *command = session->command;
    struct err why = {0};

    session->run = (struct tournament_run){
        .teams = command->teams,
        .place = command->place,
        .worker = {.name = session->name,
                   .version = KIELWASSER_VERSION,
                   .slots = size,
                   .lease_ms = QUEUE_LEASE_MS,
                   .scratch = session->scratch,
                   .port = command->port,
                   .sandbox = command->sandbox,
                   .lang = session->lang,
                   .events = &session->screen.events},
        .on_tried = on_tried,
        .on_meeting = on_meeting,
        .on_round = on_round,
        .on_tick = on_tick,
    };
    match_screen_init(&session->screen, session->lang, print_line, session);
    tournament_run(&session->run, &why);
    int status = tell_end(session, &why);
    if (session->run.tournament)
        tournament_command_write(command, session->run.tournament, session->files);
    tournament_destroy(session->run.tournament);
    return status;
}

/* What could not be written is said at the end; the store has everything. */
static int finish(struct tournament_session *session, int status)
{
    struct err why = {0};

    paths_remove(session->scratch);
    if (!task_thread_destroy(session->files, &why)) {
        cli_refuse_err(session->lang, NULL, &why);
        return EXIT_FAILED;
    }
    printf(cli_text(session->lang, TEXT_MATCH_KEPT), session->command->folder);
    return status;
}

static bool start_files(struct tournament_session *session)
{
    struct err why = {0};

    session->files = task_thread_create(&(struct task_thread_config){0}, &why);
    return session->files || cli_deny_err(session->lang, NULL, &why);
}

static bool choose_saving(struct tournament_command *command)
{
    return (folder_saving_find(command->save, &command->saving) &&
            command->saving != FOLDER_SAVE_LOST) ||
           cli_deny(command->lang, TEXT_OPTION_CHOICE, "save", command->save, "all, failed, none");
}

int tournament_command_run(struct tournament_command *command)
{
    struct tournament_session session = {
        .command = command, .lang = command->lang, .lock = -1, .written_games = -1};
    int size = command->concurrency >= 0 ? command->concurrency : cores_allowed();
    int status = EXIT_REFUSED;

    match_options_prepare_threads(size);
    if (choose_saving(command) && make_folders(&session) && look_back(&session, size) &&
        start_files(&session)) {
        choose_name(&session);
        paths_raise_limit();
        match_options_warn_of_load(session.lang, size);
        tell_outs(&session);
        status = finish(&session, play(&session, size));
    }
    if (session.lock >= 0)
        close(session.lock);
    return status;
}
