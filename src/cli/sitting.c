#include "cli/sitting.h"

#include "arena/cores.h"
#include "arena/job.h"
#include "arena/venue.h"
#include "cli/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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

bool sitting_check_start(enum lang lang, const struct terms *terms)
{
    struct job job;
    struct err why = {0};

    if (job_make(terms, 0, &job, &why))
        return true;
    cli_refuse_err(lang, terms->rules, &why);
    return false;
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

bool sitting_choose_size(enum lang lang, const struct terms *terms, int64_t wished, int *size)
{
    *size = wished > 0 ? (int)wished : cores_allowed();
    if (has_manual(terms))
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
        snprintf(scratch, PATH_MAX, "/tmp/kielwasser-match-XXXXXX");
        is_made = mkdtemp(scratch) != NULL;
    }
    if (!is_made)
        cli_refuse(lang, TEXT_SERVE_FOLDER, scratch);
    return is_made;
}
