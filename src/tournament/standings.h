#ifndef TOURNAMENT_STANDINGS_H
#define TOURNAMENT_STANDINGS_H

/*
 * The order of teams, as the contest counts.  The criteria, in this order:
 *
 *  1. win points, added up: what the game gives (2, 1, 0), and 2 for every game of a walkover or a
 * bye;
 *  2. the further scores of the game in their order, each added up or averaged as the game says. An
 *     average is over the games really played, so that a walkover neither helps nor hurts;
 *  3. win points in the games among teams that are still equal, if each of them met each other
 * equally often; this is done once, not again among the remaining ones;
 *  4. otherwise they share the place, and the next place is left out (1, 2, 2, 4).
 *
 * A team without a playable bot loses every game it should have played.
 */

#include "game/game.h"

enum {
    STANDINGS_TEAMS_MAX = 128,
    STANDINGS_WIN_POINTS = 2,
};

/* What one team did against one other. */
struct standings_cell {
    int32_t wins, draws, losses;
    int32_t points;
};

struct standings_team {
    int32_t wins, draws, losses; /* walkovers included, byes not */
    int32_t played;              /* games that were really played */
    int32_t byes;
    int64_t score[GAME_SCORES_MAX]; /* sums; the first are the win points */
};

/* A value, though a large one. */
struct standings {
    int count;
    int score_count;
    enum aggregation aggregation[GAME_SCORES_MAX];
    struct standings_team team[STANDINGS_TEAMS_MAX];
    struct standings_cell cross[STANDINGS_TEAMS_MAX][STANDINGS_TEAMS_MAX];
};

/* What puts a team ahead of the next one. */
enum standings_rule {
    STANDINGS_BY_POINTS,
    STANDINGS_BY_SCORES,
    STANDINGS_BY_DIRECT_GAMES,
    STANDINGS_BY_NOTHING, /* they share the place */
};

struct standings_row {
    int team;
    int place; /* from 1 */
    enum standings_rule ahead_by;
};

void standings_init(struct standings *standings, const struct game_rules *rules, int count);

/* A game with a winner, a draw, or one that both lost (no win points for either). */
void standings_add_game(struct standings *standings, int red, int blue,
                        const struct game_result *result);
/* `loser` did not come. */
void standings_add_walkover(struct standings *standings, int winner, int loser);
/* Neither came: both lose. */
void standings_add_no_show(struct standings *standings, int team, int other);
/* No opponent was left for this team: it has won so many games that cannot be played. */
void standings_add_bye(struct standings *standings, int team, int games);

/* The table from top to bottom: `count` rows.  Teams that share a place come in their own order. */
void standings_rank(const struct standings *standings, struct standings_row rows[]);

/* A score as it is compared: the sum, or the average (0 without a game). */
double standings_score(const struct standings *standings, int team, int part);

#endif
