/* A tournament while it is played. */

#include "arena/cores.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "cli/paths.h"
#include "cli/sitting.h"
#include "cli/ticker.h"
#include "cli/tournament.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WRITE_EVERY_MS = 1000 };

/* A sitting of a tournament. */
struct sitting {
    struct tournament *tournament;
    enum lang lang;
    struct ticker ticker;
    char scratch[PATH_MAX];
    char name[CREW_NAME_SIZE];
    int lock;
    /* What an earlier sitting has told: rounds before this one. */
    int stage, round;
    struct scribe *scribe;
    /* The last time tables were written between two rounds, and how many games were in them. */
    int64_t written_us;
    int written_games;
};

/* ---- while it is played ---- */

static void on_tried(void *context, int team)
{
    struct sitting *sitting = context;
    const char *name = sitting->tournament->file.team[team].name;
    const char *why = sitting->tournament->squad->out[team];

    ticker_clear(&sitting->ticker);
    if (why[0])
        printf(cli_text(sitting->lang, TEXT_TOURNAMENT_REFUSED), name, why);
    else
        printf(cli_text(sitting->lang, TEXT_TOURNAMENT_ADMITTED), name);
    fflush(stdout);
}

static void on_meeting(void *context, const struct season_meeting *meeting,
                       const struct terms *terms, struct slice lines)
{
    struct sitting *sitting = context;

    tournament_write_games(sitting->tournament, meeting, terms, lines, sitting->scribe);
}

/* Who is ahead, where there is one table; else NULL. */
static const char *leader(const struct season *season, int stage)
{
    struct season_table table;
    const char *name = NULL;

    if (season_groups(season, stage) != 1)
        return NULL;
    season_table(season, stage, 0, &table);
    for (int i = 0; i < table.standings->count && !table.is_tree; i++) {
        if (table.place[i] == 1 && name)
            return NULL;
        if (table.place[i] == 1)
            name = table.names[i];
    }
    return name;
}

static void print_table(const struct sitting *sitting, const struct season *season, int stage)
{
    struct chronicle chronicle = tournament_chronicle(sitting->tournament, season);
    size_t size = chronicle_size(&sitting->tournament->file);
    char *text = memory_get(1, size);
    struct buf buf;

    buf_init(&buf, text, size);
    chronicle_print(&chronicle, CHRONICLE_TEXT, stage, &buf);
    fputs(text, stdout);
    putchar('\n');
    free(text);
}

static void print_round(const struct sitting *sitting, const struct season *season, int stage,
                        int round)
{
    const char *first = leader(season, stage);

    printf(cli_text(sitting->lang, TEXT_TOURNAMENT_ROUND),
           sitting->tournament->file.stage[stage].name, round + 1, season_rounds(season, stage));
    if (first) {
        fputs("  ", stdout);
        printf(cli_text(sitting->lang, TEXT_TOURNAMENT_LEADER), first);
    }
    putchar('\n');
}

/* On a terminal a line is enough; a log gets the whole table. */
static void on_round(void *context, const struct season *season, int stage, int round)
{
    struct sitting *sitting = context;
    bool is_old = stage < sitting->stage || (stage == sitting->stage && round < sitting->round);

    if (is_old)
        return;
    ticker_clear(&sitting->ticker);
    print_round(sitting, season, stage, round);
    if (!sitting->ticker.is_terminal)
        print_table(sitting, season, stage);
    fflush(stdout);
    tournament_write(sitting->tournament, season, sitting->scribe);
}

static void print_line(const struct sitting *sitting, const struct contest_progress *progress,
                       struct buf *out)
{
    const struct season *season = progress->season;

    if (!season) {
        buf_format(out, cli_text(sitting->lang, TEXT_TOURNAMENT_TRIALS), progress->trials);
        return;
    }
    int stage = season_stage(season), rounds = season_rounds(season, stage);
    int round = season_rounds_done(season, stage) + 1;
    const char *first = leader(season, stage);
    ticker_bar(out, progress->planned > 0 ? (double)progress->played / progress->planned : 1);
    buf_format(out, " %d/%d  ", progress->played, progress->planned);
    buf_format(out, cli_text(sitting->lang, TEXT_TOURNAMENT_ROUND),
               sitting->tournament->file.stage[stage].name, round < rounds ? round : rounds,
               rounds);
    if (progress->is_stopping)
        buf_format(out, "  %s", cli_text(sitting->lang, TEXT_MATCH_STOPPING));
    else if (first) {
        buf_add(out, "  ");
        buf_format(out, cli_text(sitting->lang, TEXT_TOURNAMENT_LEADER), first);
    }
}

/* Who looks at the tables meanwhile does not wait for the end of a long match day. */
static void write_meanwhile(struct sitting *sitting, const struct season *season)
{
    int64_t now_us = clock_now_us();
    int played, planned;

    season_progress(season, &played, &planned);
    if (played == sitting->written_games ||
        now_us - sitting->written_us < WRITE_EVERY_MS * INT64_C(1000))
        return;
    sitting->written_us = now_us;
    sitting->written_games = played;
    tournament_write(sitting->tournament, season, sitting->scribe);
}

static void on_progress(void *context, const struct contest_progress *progress)
{
    struct sitting *sitting = context;
    char line[TICKER_LINE_SIZE];
    struct buf buf;

    if (progress->season)
        write_meanwhile(sitting, progress->season);
    if (!ticker_is_due(&sitting->ticker))
        return;
    buf_init(&buf, line, sizeof line);
    print_line(sitting, progress, &buf);
    ticker_show(&sitting->ticker, line);
}

static void on_wait(void *context, int game, int port, const char *reservation)
{
    struct sitting *sitting = context;

    ticker_clear(&sitting->ticker);
    printf(cli_text(sitting->lang, TEXT_MATCH_MANUAL), game, port, reservation);
    fflush(stdout);
}

static void on_lost(void *context, const struct err *why)
{
    struct sitting *sitting = context;

    ticker_clear(&sitting->ticker);
    if (why)
        cli_refuse_err(sitting->lang, NULL, why);
    fprintf(stderr, "%s\n",
            cli_text(sitting->lang, why ? TEXT_MATCH_STORE_LOST : TEXT_MATCH_STORE_BACK));
}

/* ---- the end ---- */

static int tell_end(const struct sitting *sitting, const struct season *season, enum shift_end end)
{
    struct chronicle chronicle = tournament_chronicle(sitting->tournament, season);
    int place[PLAN_TEAMS_MAX];
    char *text;
    struct buf buf;

    if (end == SHIFT_INTERRUPTED) {
        fputs(cli_text(sitting->lang, TEXT_TOURNAMENT_INTERRUPTED), stdout);
        return EXIT_FAILED;
    }
    text = memory_get(1, chronicle_size(chronicle.file));
    buf_init(&buf, text, chronicle_size(chronicle.file));
    chronicle_places(&chronicle, &buf);
    fputs(text, stdout);
    free(text);
    season_places(season, place);
    for (int team = 0; team < chronicle.file->team_count; team++) {
        if (place[team] == 1 && !chronicle.out[team][0])
            printf(cli_text(sitting->lang, TEXT_TOURNAMENT_WINNER),
                   chronicle.file->team[team].name);
    }
    return EXIT_FINE;
}

/* ---- the beginning ---- */

/* Two sittings in one folder would take each other's jobs. */
static bool take_lock(struct sitting *sitting)
{
    char path[PATH_MAX];
    struct err why = {0};

    snprintf(path, sizeof path, "%.*s/lock", PATH_MAX - 16, sitting->tournament->folder);
    sitting->lock = file_open_alone(path, &why);
    if (sitting->lock < 0)
        cli_refuse_err(sitting->lang, NULL, &why);
    return sitting->lock >= 0;
}

static bool make_folders(struct sitting *sitting)
{
    const char *folder = sitting->tournament->folder;
    char games[PATH_MAX];

    snprintf(games, sizeof games, "%.*s/games", PATH_MAX - 16, folder);
    if (!paths_make(games)) {
        cli_refuse(sitting->lang, TEXT_SERVE_FOLDER, games);
        return false;
    }
    return take_lock(sitting) && sitting_make_scratch(sitting->lang, folder, sitting->scratch);
}

/* The same for the same folder on the same machine, so that who was killed finds his jobs. */
static void choose_name(struct sitting *sitting)
{
    unsigned char hash[crypto_generichash_BYTES_MIN];
    char path[PATH_MAX], hex[2 * sizeof hash + 1];

    if (!realpath(sitting->tournament->folder, path))
        path[0] = '\0';
    crypto_generichash(hash, sizeof hash, (const unsigned char *)path, strlen(path), NULL, 0);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    shift_crew_name(hex, sitting->name);
}

/* What was played before is not told again.  False: the store cannot be read. */
static bool look_back(struct sitting *sitting, int size)
{
    struct tournament *tournament = sitting->tournament;
    struct err why = {0};
    struct season *season = contest_look(tournament->squad, tournament->place, &why);
    int played, planned;

    if (!season) {
        cli_refuse_err(sitting->lang, NULL, &why);
        return false;
    }
    season_progress(season, &played, &planned);
    sitting->stage = season_stage(season);
    sitting->round = season_rounds_done(season, sitting->stage);
    season_destroy(season);
    printf(cli_text(sitting->lang, TEXT_TOURNAMENT_HEAD), tournament->file.name,
           tournament->squad->rules->title, tournament->file.team_count, planned, size);
    if (played > 0)
        printf(cli_text(sitting->lang, TEXT_TOURNAMENT_GOES_ON), played);
    fflush(stdout);
    return true;
}

static void tell_outs(const struct sitting *sitting)
{
    const struct tournament *tournament = sitting->tournament;

    for (int team = 0; team < tournament->file.team_count; team++) {
        if (tournament->squad->out[team][0])
            printf(cli_text(sitting->lang, TEXT_TOURNAMENT_REFUSED),
                   tournament->file.team[team].name, tournament->squad->out[team]);
    }
}

static int play(struct sitting *sitting, const struct tournament_wishes *wishes, int size)
{
    struct contest_config config = {
        .squad = sitting->tournament->squad,
        .place = sitting->tournament->place,
        .crew = {.name = sitting->name,
                 .version = KIELWASSER_VERSION,
                 .size = size,
                 .lease_ms = QUEUE_LEASE_MS,
                 .scratch = sitting->scratch,
                 .port = (int)wishes->port,
                 .sandbox = wishes->sandbox,
                 .lang = sitting->lang},
        .on_tried = on_tried,
        .on_meeting = on_meeting,
        .on_round = on_round,
        .on_progress = on_progress,
        .on_wait = on_wait,
        .on_lost = on_lost,
        .context = sitting,
    };
    enum shift_end end;
    struct err why = {0};

    ticker_start(&sitting->ticker);
    struct season *season = contest_run(&config, &end, &why);
    ticker_clear(&sitting->ticker);
    int status = EXIT_FAILED;
    if (end == SHIFT_FAILED)
        cli_refuse_err(sitting->lang, NULL, &why);
    else if (!season)
        fputs(cli_text(sitting->lang, TEXT_TOURNAMENT_INTERRUPTED), stdout);
    else
        status = tell_end(sitting, season, end);
    if (season)
        tournament_write(sitting->tournament, season, sitting->scribe);
    season_destroy(season);
    return status;
}

/* What could not be written is said at the end; the store has everything. */
static int finish(struct sitting *sitting, int status)
{
    struct err why = {0};

    paths_remove(sitting->scratch);
    if (!scribe_destroy(sitting->scribe, &why)) {
        cli_refuse_err(sitting->lang, NULL, &why);
        return EXIT_FAILED;
    }
    printf(cli_text(sitting->lang, TEXT_MATCH_KEPT), sitting->tournament->folder);
    return status;
}

static bool call_scribe(struct sitting *sitting)
{
    struct err why = {0};

    sitting->scribe = scribe_create(&why);
    if (!sitting->scribe)
        cli_refuse_err(sitting->lang, NULL, &why);
    return sitting->scribe != NULL;
}

static bool choose_saving(struct tournament *tournament, const char *word)
{
    if (ledger_saving_find(word, &tournament->saving) && tournament->saving != LEDGER_SAVE_LOST)
        return true;
    cli_refuse(tournament->lang, TEXT_OPTION_CHOICE, "save", word, "all, failed, none");
    return false;
}

int tournament_run(struct tournament *tournament, const struct tournament_wishes *wishes)
{
    struct sitting sitting = {
        .tournament = tournament, .lang = tournament->lang, .lock = -1, .written_games = -1};
    int size = wishes->concurrency >= 0 ? (int)wishes->concurrency : cores_allowed();
    int status = EXIT_REFUSED;

    if (choose_saving(tournament, wishes->save) && make_folders(&sitting) &&
        look_back(&sitting, size) && call_scribe(&sitting)) {
        choose_name(&sitting);
        paths_raise_limit();
        sitting_warn(sitting.lang, size);
        tell_outs(&sitting);
        status = finish(&sitting, play(&sitting, wishes, size));
    }
    if (sitting.lock >= 0)
        close(sitting.lock);
    return status;
}
