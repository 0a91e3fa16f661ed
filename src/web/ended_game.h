#ifndef WEB_ENDED_GAME_H
#define WEB_ENDED_GAME_H

/* Games that are over, for the page: of the archive, of a match, from its database, or of a
 * tournament, from a line of a file (match/result.h).  Reading is for threads of web/background. */

#include "base/json_writer.h"
#include "web/game_json.h"
#include "web/internal.h"
#include "web/runs.h"

enum ended_game_place { GAME_IN_ARCHIVE, GAME_IN_MATCH, GAME_IN_FILE };

/* Where a game is written down. */
struct ended_game {
    enum ended_game_place place;
    char id[WEB_PATH_MAX]; /* as the page calls it */
    char path[PATH_MAX];   /* of the archive, of the match's folder, or of the file */
    const struct game_rules *rules;
    int64_t test;       /* of a match: in its database */
    int number;         /* of the game, or of the line in the file, from 0 on */
    bool has_positions; /* it began at a given position, so that the seed says nothing */
};

struct ended_game ended_game_of_archive(const struct web *web, const char *id);
struct ended_game ended_game_of_test(const struct run *run, int game);

/* A game that is over: its row, as the archive has it, and its moves. */
struct archived_game {
    struct store_game game;
    struct record record;
    struct position end;
};

/* The caller frees; NULL: there is none. */
struct archived_game *ended_game_archived(const struct ended_game *source);
/* The game of a line of games.jsonl, which may not be over; the caller frees.  NULL: it is none. */
struct archived_game *archived_game_of_line(struct slice line, const struct game_rules *rules,
                                            const char *id);
struct game_card archived_game_card(const struct archived_game *archived);

/* A line in the list of games (docs/web.md: Row). */
void ended_game_show_row(struct json *json, const struct match *match, const struct result *result);

#endif
