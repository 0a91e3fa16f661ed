#ifndef CLI_TOURNAMENT_H
#define CLI_TOURNAMENT_H

/* What the files of `kielwasser tournament` share. */

#include "arena/contest.h"
#include "arena/ledger.h"
#include "arena/scribe.h"
#include "cli/cli.h"

#include <limits.h>

struct tournament_wishes {
    const char *store, *out, *data, *format, *save;
    int64_t concurrency; /* -1: one game for each core */
    int64_t port, stage;
    enum sandbox_wish sandbox;
};

/* Large: not for the stack. */
struct tournament {
    enum lang lang;
    struct tournament_file file;
    struct squad *squad;
    char folder[PATH_MAX];
    char place[PATH_MAX]; /* the store */
    enum ledger_saving saving;
};

/* Plays the tournament; the exit code. */
int tournament_run(struct tournament *tournament, const struct tournament_wishes *wishes);

/* ---- the folder ---- */

struct chronicle tournament_chronicle(const struct tournament *tournament,
                                      const struct season *season);
/* Standings of all stages, places and match days, as they are now. */
void tournament_write(const struct tournament *tournament, const struct season *season,
                      struct scribe *scribe);
/* The games of a meeting, and their replays. */
void tournament_write_games(const struct tournament *tournament,
                            const struct season_meeting *meeting, const struct terms *terms,
                            struct slice lines, struct scribe *scribe);

#endif
