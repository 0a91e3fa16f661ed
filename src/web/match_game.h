#ifndef WEB_MATCH_GAME_H
#define WEB_MATCH_GAME_H

/* Games that are over, for the page: of the archive, or of a match or tournament, from their lines
 * in games.jsonl (match/result.h).  Reading is for threads of web/background. */

#include "base/json.h"
#include "web/game_json.h"
#include "web/internal.h"
#include "web/runs.h"

/* Where a game is written down. */
struct match_game {
    char id[WEB_PATH_MAX];          /* as the page calls it */
    char path[PATH_MAX];            /* of the file with its line, or the place of the archive */
    const struct game_rules *rules; /* NULL: it is in the archive, which needs no more than this */
    int64_t offset;                 /* of the line in the file, if it is known; */
    int line;                       /* else its number, from 0 on; -1: the offset is known */
    bool has_positions; /* it began at a given position, so that the seed says nothing */
};

struct match_game match_game_of_archive(const struct web *web, const char *id);
/* The game whose line begins at this offset of a test's file. */
struct match_game match_game_of_test(const struct run *run, int game, int64_t offset);

/* Of a line: its result, and the names of the players.  False: there is none (any more). */
bool match_game_read(const struct match_game *noted, struct match *match, struct result *result);
/* A game that is over: its row, as the archive has it, and its moves. */
struct archived_game {
    struct store_game game;
    struct record record;
    struct position end;
};

/* The caller frees; NULL: there is none. */
struct archived_game *match_game_archived(const struct match_game *noted);
struct game_card archived_game_card(const struct archived_game *archived);

/* A line in the list of games (docs/web.md: Row). */
void match_game_show_row(struct json *json, const struct match *match, const struct result *result);

#endif
