#include "cli/match_options.h"

#include "cli/paths.h"
#include "match/bot_server.h"
#include "match/cores.h"
#include "match/pair.h"
#include "server/limits.h"
#include "store/database_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct match_options match_options_default = {
    .set = "",
    .time_ms = -1,
    .seed = 1,
    .message_gap_ms = DEFAULT_MESSAGE_GAP_MS,
    .concurrency = -1,
    .sandbox = SANDBOX_AUTO,
};

static bool take_set(const char *set, struct match *match)
{
    if (strlen(set) >= sizeof match->set)
        return cli_deny(TEXT_TOO_MUCH, set);
    memcpy(match->set, set, strlen(set) + 1);
    return true;
}

static bool take_positions(const char *path, struct match *match)
{
    struct err why = {0};

    return !path || match_load_positions(match, path, &why) || cli_deny_err(match->rules, &why);
}

static bool read_players(const char *data, const char *const words[MATCH_SEATS],
                         struct match *match)
{
    struct store *registered;
    bool is_fine = match_options_open_bot_store(data, &registered);

    for (int seat = 0; seat < MATCH_SEATS && is_fine; seat++)
        is_fine = match_options_read_player(words[seat], registered, &match->players[seat]);
    store_close(registered);
    return is_fine;
}

bool match_options_refuse_missing_values(const struct match *match)
{
    struct err why = {0};

    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        if (!match->players[seat].builtin.is_open)
            continue;
        err_set(&why, "player_open", match->players[seat].spec);
        return cli_deny_err(match->rules, &why);
    }
    return true;
}

/* The first board must be there; then all are. */
static bool check_start(const struct match *match)
{
    struct pair_game game;
    struct err why = {0};

    return pair_game_make(match, 0, &game, &why) || cli_deny_err(match->rules, &why);
}

bool match_options_fill_match(const struct match_options *wishes,
                              const char *const words[MATCH_SEATS], struct match *match)
{
    *match = (struct match){
        .rules = cli_game(wishes->game),
        .ruleset = wishes->ruleset,
        .lang = cli_lang(),
        .seed = wishes->seed,
        .has_time = wishes->time_ms >= 0,
        .time_ms = (int)wishes->time_ms,
        .message_gap_ms = (int)wishes->message_gap_ms,
    };
    return match->rules && read_players(wishes->data, words, match) &&
           take_set(wishes->set, match) && take_positions(wishes->positions, match) &&
           check_start(match);
}

bool match_options_fill_worker(const struct match_options *wishes, const char *out,
                               const struct match *match, struct worker_config *worker)
{
    *worker = (struct worker_config){
        .version = KIELWASSER_VERSION,
        .lease_ms = QUEUE_LEASE_MS,
        .port = (int)wishes->port,
        .sandbox = wishes->sandbox,
        .lang = cli_lang(),
    };
    return match_options_choose_concurrency(wishes, out, match, &worker->slots);
}

/* ---- the screen ---- */

static void on_tick(void *context)
{
    struct match_screen *screen = context;
    char line[TICKER_LINE_SIZE];
    struct buf buf;

    if (!screen->print_line || !ticker_is_due(&screen->ticker))
        return;
    buf_init(&buf, line, sizeof line);
    screen->print_line(screen->context, &buf);
    ticker_show(&screen->ticker, line);
}

/* Nothing is counted until the server is back, so people should know. */
static void on_lost(void *context, const struct err *why)
{
    const struct match_screen *screen = context;

    ticker_clear(&screen->ticker);
    if (why)
        cli_refuse_err(NULL, why);
    fprintf(stderr, "%s\n", cli_text(why ? TEXT_MATCH_STORE_LOST : TEXT_MATCH_STORE_BACK));
}

static void on_machine_fault(void *context, const struct err *why, int pause_ms)
{
    const struct match_screen *screen = context;
    char text[CLI_SENTENCE_SIZE];

    ticker_clear(&screen->ticker);
    cli_refuse(TEXT_MATCH_FAULT, cli_error_text(NULL, why, text), pause_ms / 1000.0);
}

static void on_wait(void *context, int game, int port, const char *reservation)
{
    match_screen_say(context, TEXT_MATCH_MANUAL, game, port, reservation);
}

void match_screen_say(const struct match_screen *screen, enum text_id id, ...)
{
    va_list values;

    ticker_clear(&screen->ticker);
    va_start(values, id);
    vprintf(cli_text(id), values);
    va_end(values);
    fflush(stdout);
}

void match_screen_init(struct match_screen *screen,
                       void (*print_line)(void *context, struct buf *out), void *context)
{
    *screen = (struct match_screen){.print_line = print_line, .context = context};
    screen->events = (struct match_events){.on_tick = on_tick,
                                           .on_lost = on_lost,
                                           .on_machine_fault = on_machine_fault,
                                           .on_wait = on_wait,
                                           .context = screen};
    ticker_start(&screen->ticker);
}

/* ---- games at a time ---- */

bool match_options_open_bot_store(const char *data, struct store **registered)
{
    char folder[PATH_MAX], path[PATH_MAX + 32];
    struct err why = {0};

    paths_data(data, folder);
    store_place(folder, path, sizeof path);
    *registered = access(path, R_OK) == 0 ? store_open(folder, &why) : NULL;
    if (!*registered && !why.code[0])
        database_file_may_open(path, &why);
    return !database_file_needs_repair(&why) || cli_deny_err(NULL, &why);
}

bool match_options_read_player(const char *words, struct store *registered,
                               struct match_player *player)
{
    struct err why = {0};

    if (!match_player_read(player, words, registered, &why))
        return cli_deny_err(NULL, &why);
    if (player->kind == MATCH_BUILTIN)
        snprintf(player->version, sizeof player->version, "%s", KIELWASSER_VERSION);
    return true;
}

static bool has_manual(const struct match *match)
{
    return match->players[MATCH_A].kind == MATCH_MANUAL ||
           match->players[MATCH_B].kind == MATCH_MANUAL;
}

void match_options_warn_of_few_cores(int size)
{
    if (size <= cores_allowed())
        return;
    fprintf(stderr, cli_text(TEXT_MATCH_CORES), size, cores_allowed());
    fputc('\n', stderr);
}

bool match_options_choose_concurrency(const struct match_options *wishes, const char *out,
                                      const struct match *match, int *size)
{
    int64_t wished = wishes->concurrency;

    if (wished == 0 && !wishes->store && !out)
        return cli_deny(TEXT_MISSING, "--store");
    *size = wished >= 0 ? (int)wished : cores_allowed();
    if (has_manual(match) && *size > 1)
        *size = 1;
    if (!match_is_builtin_only(match) && *size > BOT_SERVER_SLOTS_MAX) {
        *size = BOT_SERVER_SLOTS_MAX;
        if (wished > 0)
            return cli_deny(TEXT_MATCH_TABLES, BOT_SERVER_SLOTS_MAX);
    }
    match_options_warn_of_few_cores(*size);
    return true;
}

bool match_options_make_scratch(const char *out, char scratch[PATH_MAX])
{
    bool is_made;

    if (out) {
        snprintf(scratch, PATH_MAX, "%.*s/server", PATH_MAX - 16, out);
        is_made = paths_make(scratch);
    } else {
        is_made = paths_make_temporary("kielwasser-match", scratch);
    }
    return is_made || cli_deny(TEXT_SERVE_FOLDER, scratch);
}
