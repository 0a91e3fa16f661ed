#include "cli/sitting.h"

#include "arena/cores.h"
#include "arena/job.h"
#include "arena/venue.h"
#include "cli/paths.h"
#include "server/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct sitting_wishes sitting_usual = {
    .set = "",
    .time_ms = -1,
    .seed = 1,
    .pace_ms = DEFAULT_PACE_MS,
    .concurrency = -1,
    .sandbox = SANDBOX_AUTO,
};

static bool take_set(enum lang lang, const char *set, struct terms *terms)
{
    if (strlen(set) >= sizeof terms->set) {
        cli_refuse(lang, TEXT_TOO_MUCH, set);
        return false;
    }
    memcpy(terms->set, set, strlen(set) + 1);
    return true;
}

static bool take_positions(enum lang lang, const char *path, struct terms *terms)
{
    struct err why = {0};

    if (!path || terms_load_positions(terms, path, &why))
        return true;
    cli_refuse_err(lang, terms->rules, &why);
    return false;
}

static bool read_players(enum lang lang, const char *data, const char *const words[ARENA_SEATS],
                         struct terms *terms)
{
    struct store *roster = sitting_roster(data);
    bool is_fine = true;

    for (int seat = 0; seat < ARENA_SEATS && is_fine; seat++)
        is_fine = sitting_read_player(lang, words[seat], roster, &terms->players[seat]);
    store_close(roster);
    return is_fine;
}

bool sitting_refuse_open(enum lang lang, const struct terms *terms)
{
    struct err why = {0};

    for (int seat = 0; seat < ARENA_SEATS; seat++) {
        if (!terms->players[seat].builtin.is_open)
            continue;
        err_say(&why, "player_open", terms->players[seat].spec);
        cli_refuse_err(lang, terms->rules, &why);
        return false;
    }
    return true;
}

/* The first board must be there; then all are. */
static bool check_start(enum lang lang, const struct terms *terms)
{
    struct job job;
    struct err why = {0};

    if (job_make(terms, 0, &job, &why))
        return true;
    cli_refuse_err(lang, terms->rules, &why);
    return false;
}

bool sitting_fill_terms(enum lang lang, const struct sitting_wishes *wishes,
                        const char *const words[ARENA_SEATS], struct terms *terms)
{
    *terms = (struct terms){
        .rules = cli_game(lang, wishes->game),
        .ruleset = wishes->ruleset,
        .lang = lang,
        .seed = wishes->seed,
        .has_time = wishes->time_ms >= 0,
        .time_ms = (int)wishes->time_ms,
        .pace_ms = (int)wishes->pace_ms,
    };
    return terms->rules && read_players(lang, wishes->data, words, terms) &&
           take_set(lang, wishes->set, terms) && take_positions(lang, wishes->positions, terms) &&
           check_start(lang, terms);
}

bool sitting_fill_crew(enum lang lang, const struct sitting_wishes *wishes, const char *out,
                       const struct terms *terms, struct crew_config *crew)
{
    *crew = (struct crew_config){
        .version = KIELWASSER_VERSION,
        .lease_ms = QUEUE_LEASE_MS,
        .port = (int)wishes->port,
        .sandbox = wishes->sandbox,
        .lang = lang,
    };
    return sitting_choose_size(lang, wishes, out, terms, &crew->size);
}

void sitting_tell_store(enum lang lang, const struct ticker *ticker, const struct err *why)
{
    ticker_clear(ticker);
    if (why)
        cli_refuse_err(lang, NULL, why);
    fprintf(stderr, "%s\n", cli_text(lang, why ? TEXT_MATCH_STORE_LOST : TEXT_MATCH_STORE_BACK));
}

struct store *sitting_roster(const char *data)
{
    char folder[PATH_MAX], path[PATH_MAX + 32];

    paths_data(data, folder);
    snprintf(path, sizeof path, "%s/kielwasser.db", folder);
    return access(path, R_OK) == 0 ? store_open(folder, NULL) : NULL;
}

bool sitting_read_player(enum lang lang, const char *words, struct store *roster,
                         struct arena_player *player)
{
    struct err why = {0};

    if (!arena_player_read(player, words, roster, &why)) {
        cli_refuse_err(lang, NULL, &why);
        return false;
    }
    if (player->kind == ARENA_BUILTIN)
        snprintf(player->version, sizeof player->version, "%s", KIELWASSER_VERSION);
    return true;
}

static bool has_manual(const struct terms *terms)
{
    return terms->players[ARENA_A].kind == ARENA_MANUAL ||
           terms->players[ARENA_B].kind == ARENA_MANUAL;
}

void sitting_warn(enum lang lang, int size)
{
    if (size <= cores_allowed())
        return;
    fprintf(stderr, cli_text(lang, TEXT_MATCH_CORES), size, cores_allowed());
    fputc('\n', stderr);
}

bool sitting_choose_size(enum lang lang, const struct sitting_wishes *wishes, const char *out,
                         const struct terms *terms, int *size)
{
    int64_t wished = wishes->concurrency;

    if (wished == 0 && !wishes->store && !out) {
        cli_refuse(lang, TEXT_MISSING, "--store");
        return false;
    }
    *size = wished >= 0 ? (int)wished : cores_allowed();
    if (has_manual(terms) && *size > 1)
        *size = 1;
    if (!terms_are_inside(terms) && *size > VENUE_TABLES_MAX) {
        *size = VENUE_TABLES_MAX;
        if (wished > 0) {
            cli_refuse(lang, TEXT_MATCH_TABLES, VENUE_TABLES_MAX);
            return false;
        }
    }
    sitting_warn(lang, *size);
    return true;
}

bool sitting_make_scratch(enum lang lang, const char *out, char scratch[PATH_MAX])
{
    bool is_made;

    if (out) {
        snprintf(scratch, PATH_MAX, "%.*s/server", PATH_MAX - 16, out);
        is_made = paths_make(scratch);
    } else {
        is_made = paths_make_temporary("kielwasser-match", scratch);
    }
    if (!is_made)
        cli_refuse(lang, TEXT_SERVE_FOLDER, scratch);
    return is_made;
}
