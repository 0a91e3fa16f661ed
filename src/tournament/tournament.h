#ifndef TOURNAMENT_TOURNAMENT_H
#define TOURNAMENT_TOURNAMENT_H

/*
 * A whole tournament as a value: its stages one after the other, the groups of a stage beside each
 * other. It names the meetings whose results are wanted, takes them in any order, and knows all
 * tables.  The same file and the same results give the same tournament everywhere, so a run that
 * begins again just reports everything once more.
 *
 * Teams are numbers of the file, 0, 1, …  Byes, rests, walkovers and no-shows need no report: they
 * count as soon as their round has come.  The best of a stage enter the next one in the order in
 * which they qualified; teams that share a place keep the order in which they entered.
 */

#include "match/result.h"
#include "tournament/rating.h"
#include "tournament/tournament_file.h"

/* A meeting: its place in the tournament and its two teams. */
struct tournament_meeting {
    int stage, group, round, number;
    int first, second; /* `first` is A, and red in the first game */
    int games;         /* whose results are wanted, from the first one on */
    int spare;         /* padding, always 0: equal meetings have equal bytes */
    int64_t seed;      /* of the boards; a number that every JSON reader keeps */
};

/* What counts of a game. */
struct tournament_game {
    enum match_seat red;
    enum match_seat winner;       /* MATCH_SEATS: a draw */
    bool has_failed[MATCH_SEATS]; /* broke a rule, was too slow, crashed … */
    int scores[MATCH_SEATS][GAME_SCORES_MAX];
};
struct tournament_game tournament_game_from_result(const struct result *result);

struct tournament;

/* `file` is borrowed.  Teams that are out have no playable bot: they lose whatever they should
 * play.  NULL: all have one. */
struct tournament *tournament_create(const struct tournament_file *file, const bool is_out[]);
/* NULL is fine. */
void tournament_destroy(struct tournament *tournament);

/* The meetings that can be played now and are not reported, at most `max`, the earliest first.  In
 * a knock-out `games` grows until one team has won more. */
int tournament_wanted(const struct tournament *tournament, struct tournament_meeting wanted[],
                      int max);
/* All games of a meeting that is wanted, meeting->games of them.  Anything else is refused. */
bool tournament_add_result(struct tournament *tournament, const struct tournament_meeting *meeting,
                           const struct tournament_game games[], struct err *why);
bool tournament_is_over(const struct tournament *tournament);

/* ---- what has happened ---- */

/* Games reported, and how many there will be as far as one can know. */
void tournament_progress(const struct tournament *tournament, int *played, int *planned);
int tournament_current_stage(
    const struct tournament *tournament); /* that is being played, or the last one */
/* The last stage that a team has reached. */
int tournament_last_stage_of_team(const struct tournament *tournament, int team);
int tournament_group_count(const struct tournament *tournament,
                           int stage); /* 0: this stage has not begun */
/* Rounds (match days) of a stage, and how many of them are complete in all its groups. */
int tournament_round_count(const struct tournament *tournament, int stage);
int tournament_rounds_done(const struct tournament *tournament, int stage);

enum { TOURNAMENT_COURSE_SIZE = 64 };

/* A meeting and what has become of it so far. */
struct tournament_result {
    int number;    /* its place in the round */
    bool is_known; /* both teams are known */
    bool is_done;
    enum plan_fate fate;
    int first, second; /* either may be PLAN_NOBODY */
    int games;
    int first_wins, second_wins;
    int first_faults, second_faults;     /* games that ended by what this team did wrong */
    char course[TOURNAMENT_COURSE_SIZE]; /* winner of each game, 'A', 'B' or '='; of a long meeting
                                            the first ones */
    int winner;                          /* when it is done; PLAN_NOBODY: neither */
};
/* The meetings of a round, as far as they are known; `out` has room for PLAN_MEETINGS_MAX. */
int tournament_round_meetings(const struct tournament *tournament, int stage, int group, int round,
                              struct tournament_result out[]);

/* The table of a group.  Its teams have numbers of their own there; `team` leads back
 * to the file. */
struct tournament_table {
    const struct standings *standings;
    const char *names[PLAN_TEAMS_MAX];
    int team[PLAN_TEAMS_MAX];
    int place[PLAN_TEAMS_MAX]; /* from 1 */
    bool is_tree;              /* a knock-out: the places come from the tree, not from the points */
};
void tournament_table(const struct tournament *tournament, int stage, int group,
                      struct tournament_table *table);

/* The end result so far: place of every team, from 1.  A team of a later stage is ahead; teams that
 * went out in the same stage on the same place of their groups share one. */
void tournament_places(const struct tournament *tournament, int place[]);

/* All games of the tournament. */
const struct rating_table *tournament_rating_table(const struct tournament *tournament);

#endif
