/* A tournament in a store, read without playing. */

#include "base/memory.h"
#include "store/schema.h"
#include "tournament/tournament_run.h"

#include <stdlib.h>

enum { WANTED_MAX = 256 };

struct look {
    struct db *db;
    struct teams *teams;
    /* The test that is being read. */
    const struct match *match;
    struct tournament_game *games;
    int next, wanted;
    int team; /* that is being tried, or -1 */
    struct result result;
};

static bool take_row(void *context, const struct queue_result *row)
{
    struct look *look = context;

    if (row->game != look->next || !result_from_row(row, look->match, &look->result))
        return false;
    if (look->team >= 0)
        teams_add_admission_result(look->teams, look->team, &look->result);
    look->games[look->next++] = tournament_game_from_result(&look->result);
    return look->next < look->wanted;
}

/* Reads the games of a test; true if all are there. */
static bool read_test(struct look *look, const struct fixture *fixture)
{
    int64_t id;

    look->match = &fixture->match;
    look->wanted = fixture->test.games;
    look->next = 0;
    return queue_find(look->db, fixture->test.key, &id, NULL) && id > 0 &&
           queue_results(look->db, id, 0, look->wanted, take_row, look, NULL) &&
           look->next == look->wanted;
}

/* A team without an admission test is not out yet. */
static void read_trials(struct look *look)
{
    for (int team = 0; team < look->teams->file->team_count; team++) {
        struct fixture fixture;
        if (!teams_needs_admission(look->teams, team))
            continue;
        look->team = team;
        fixture_of_admission(&fixture, look->teams, team);
        read_test(look, &fixture);
        fixture_finish(&fixture);
    }
    look->team = -1;
}

/* Reports what is there of the meetings that are wanted now; false: nothing was. */
static bool read_meetings(struct look *look, struct tournament *tournament)
{
    struct tournament_meeting wanted[WANTED_MAX];
    int count = tournament_wanted(tournament, wanted, WANTED_MAX);
    bool is_news = false;

    for (int i = 0; i < count; i++) {
        struct fixture fixture;
        fixture_of_meeting(&fixture, look->teams, &wanted[i]);
        if (read_test(look, &fixture))
            is_news = tournament_add_result(tournament, &wanted[i], look->games, NULL) || is_news;
        fixture_finish(&fixture);
    }
    return is_news;
}

static struct tournament *read_season(struct look *look)
{
    read_trials(look);
    struct tournament *tournament = teams_tournament(look->teams);
    while (read_meetings(look, tournament))
        ;
    return tournament;
}

struct tournament *tournament_load(struct teams *teams, const char *place, struct err *why)
{
    struct look *look = memory_get(1, sizeof *look);
    struct tournament *tournament = NULL;

    look->teams = teams;
    look->games = memory_get(PLAN_GAMES_MAX, sizeof *look->games);
    look->db = db_open(place, DB_RELAXED, why);
    if (look->db && schema_migrate(look->db, why))
        tournament = read_season(look);
    db_close(look->db);
    free(look->games);
    free(look);
    return tournament;
}
