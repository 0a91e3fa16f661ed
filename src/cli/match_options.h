#ifndef CLI_MATCH_OPTIONS_H
#define CLI_MATCH_OPTIONS_H

/* Options shared by all commands that play matches: players, games at a time, store.  A refusal has
 * been printed. */

#include "cli/cli.h"
#include "cli/ticker.h"
#include "match/worker.h"

#include <limits.h>

/* Values of the options. */
struct match_options {
    const char *game, *set, *data, *store, *positions;
    int64_t seed, time_ms, message_gap_ms, concurrency, port;
    enum ruleset ruleset;
    enum sandbox_wish sandbox;
};

/* Their lines in the table of options. */
#define MATCH_OPTIONS(wishes)                                                                      \
    {"game", OPTION_TEXT, &(wishes).game, 0, 0}, {"store", OPTION_TEXT, &(wishes).store, 0, 0},    \
        {"time", OPTION_NUMBER, &(wishes).time_ms, 0, MATCH_TIME_MAX_MS},                          \
        {"concurrency", OPTION_NUMBER, &(wishes).concurrency, 0, WORKER_SLOTS_MAX},                \
        {"seed", OPTION_NUMBER, &(wishes).seed, INT64_MIN, INT64_MAX},                             \
        {"positions", OPTION_TEXT, &(wishes).positions, 0, 0},                                     \
        {"pace", OPTION_NUMBER, &(wishes).message_gap_ms, 0, MATCH_MESSAGE_GAP_MAX_MS},            \
        {"rules", OPTION_RULES, &(wishes).ruleset, 0, 0},                                          \
        {"set", OPTION_TEXT, &(wishes).set, 0, 0},                                                 \
        {"sandbox", OPTION_SANDBOX, &(wishes).sandbox, 0, 0}, BOT_USER_OPTION,                     \
        {"data", OPTION_TEXT, &(wishes).data, 0, 0},                                               \
    {                                                                                              \
        "port", OPTION_NUMBER, &(wishes).port, 0, 65535                                            \
    }

/* The defaults. */
extern const struct match_options match_options_default;

/* Fills the match of two players from the options; then match_complete() it.  match_finish() it in
 * any case. */
bool match_options_fill_match(const struct match_options *wishes,
                              const char *const words[MATCH_SEATS], struct match *match);
/* False: a player still has a {value} in its words. */
bool match_options_refuse_missing_values(const struct match *match);
/* Fills the worker of this process: everything but the name. */
bool match_options_fill_worker(const struct match_options *wishes, const char *out,
                               const struct match *match, struct worker_config *worker);

/* What a person sees while games are played: the line that moves, and above it what every command
 * says of the store, of the machine, and of programs that are started by hand. */
struct match_screen {
    struct ticker ticker;
    void (*print_line)(void *context, struct buf *out); /* NULL: the command shows its own line */
    void *context;
    struct match_events events; /* for the worker; a command may put in its own */
};

void match_screen_init(struct match_screen *screen,
                       void (*print_line)(void *context, struct buf *out), void *context);
/* Prints a sentence above the line. */
void match_screen_say(const struct match_screen *screen, enum text_id id, ...);

/* The bots of `kielwasser bot` in this data folder (NULL: the user's own); NULL: there are none.
 * False: their store is damaged, and that was said. */
bool match_options_open_bot_store(const char *data, struct store **registered);
bool match_options_read_player(const char *words, struct store *registered,
                               struct match_player *player);
/* Games at a time: as wished (0: no worker here, -1: one for each core), as far as it is possible.
 * `out` is where others find the store that --store does not name; NULL: nowhere, so this process
 * must play. */
bool match_options_choose_concurrency(const struct match_options *wishes, const char *out,
                                      const struct match *match, int *size);
/* Says so if there are more games at a time than cores. */
void match_options_warn_of_few_cores(int size);
/* A folder for the server of programs: it lies in `out`, so that a killed run leaves nothing
 * elsewhere; NULL: in a temporary place.  paths_remove() it. */
bool match_options_make_scratch(const char *out, char scratch[PATH_MAX]);

#endif
