#ifndef TOURNAMENT_PLAN_H
#define TOURNAMENT_PLAN_H

/*
 * The pairings of one stage of a tournament.  A plan is a value: it takes the results of meetings
 * and names the next ones.  The same setup, results and withdrawals give the same plan everywhere.
 *
 * League (also the Champions League): everybody meets everybody once per leg, on match days; two
 * legs are there and back.  With an odd number one team rests on every day.
 *
 * Knock-out (Final Eight): the team with more wins after an even number of games, at least 6, goes
 * on; else two more are played.  There is no other criterion.  Only when `games_max` games have
 * decided nothing, the team that entered as the stronger one goes on.  In the tree the strongest
 * meets the weakest, and the two strongest can only meet in the final; missing teams are byes.
 *
 * Swiss: neighbours of the table meet, no two teams twice as long as that is possible.  With an odd
 * number the last one without a bye so far gets one.
 *
 * A withdrawn team loses every meeting that is not reported yet.
 */

#include "base/err.h"
#include "tournament/standings.h"

#include <stdint.h>

enum {
    PLAN_TEAMS_MAX = STANDINGS_TEAMS_MAX,
    PLAN_LEGS_MAX = 8,
    PLAN_ROUNDS_MAX = PLAN_LEGS_MAX * PLAN_TEAMS_MAX,
    PLAN_MEETINGS_MAX = PLAN_TEAMS_MAX / 2, /* in one round */
    PLAN_GAMES_MAX = 1000,                  /* in one meeting */
    PLAN_KNOCKOUT_GAMES_MIN = 6,
    PLAN_NOBODY = -1,
    PLAN_UNDECIDED = -2,
};

enum plan_kind { PLAN_LEAGUE, PLAN_SWISS, PLAN_KNOCKOUT };

/* The teams are 0, 1, …; the strongest first, where that matters. */
struct plan_setup {
    enum plan_kind kind;
    int count;
    uint64_t seed;
    int games;            /* in a meeting, the seats being swapped after each */
    int legs;             /* league */
    int rounds;           /* Swiss */
    int games_max;        /* knock-out: the cap */
    bool has_third_place; /* knock-out: the losers of the semi-finals play for it */
};

enum plan_fate {
    PLAN_PLAY,
    PLAN_REST,     /* nothing to play and nothing to count: `first` pauses, or is an empty place */
    PLAN_BYE,      /* `first` has no opponent and that counts as won */
    PLAN_WALKOVER, /* `second` has withdrawn, `first` wins */
    PLAN_NO_SHOW,  /* both have withdrawn, both lose */
};

struct plan_meeting {
    int round, number; /* both from 0 */
    int first, second; /* `first` is red in the first game; `second` may be PLAN_NOBODY */
    int games;         /* to be played now */
    int games_before;  /* of these two, in this plan */
    enum plan_fate fate;
};

/* Games won in a meeting; the others were drawn or lost by both. */
struct plan_score {
    int first_wins, second_wins;
};

struct plan_duel {
    int first_wins, second_wins, played;
};

/* A value without pointers; the fields are the business of plan*.c. */
struct plan {
    struct plan_setup setup;
    int round;
    bool is_out[PLAN_TEAMS_MAX];
    uint8_t is_done[PLAN_ROUNDS_MAX][PLAN_MEETINGS_MAX]; /* league and Swiss */
    int16_t order[PLAN_TEAMS_MAX];                       /* drawn by lot from the seed */
    struct {
        int meetings; /* of the current round; the bye, if any, is the last */
        int16_t first[PLAN_MEETINGS_MAX], second[PLAN_MEETINGS_MAX];
        int points[PLAN_TEAMS_MAX], byes[PLAN_TEAMS_MAX];
        int balance[PLAN_TEAMS_MAX]; /* how much more often first than second */
        uint8_t met[PLAN_TEAMS_MAX][PLAN_TEAMS_MAX];
    } swiss;
    struct {
        int size; /* leaves of the tree, a power of two */
        /* A tree in a row: the winners of nodes 2n and 2n+1 meet in node n; node 1 is the final,
         * node 0 the game for the third place, and from `size` on stand the leaves. */
        int16_t winner[2 * PLAN_TEAMS_MAX];
        struct plan_duel duel[PLAN_TEAMS_MAX];
    } knockout;
};

/* Can a plan be made of this?  `why` names the setting. */
bool plan_check(const struct plan_setup *setup, struct err *why);
/* The setup must have passed plan_check(). */
void plan_init(struct plan *plan, const struct plan_setup *setup);

int plan_rounds(const struct plan *plan);
bool plan_is_over(const struct plan *plan);

/* The meetings of the current round that are not reported yet; 0 when it is over.  `out` has room
 * for PLAN_MEETINGS_MAX.  Also those without a game must be reported. */
int plan_open_meetings(const struct plan *plan, struct plan_meeting out[]);
/* League only: all meetings of any match day, so that they can be played in any order. */
int plan_round_meetings(const struct plan *plan, int round, struct plan_meeting out[]);

/* `score` may be NULL where nothing was played.  Refuses what is not open. */
bool plan_add_result(struct plan *plan, const struct plan_meeting *meeting,
                     const struct plan_score *score, struct err *why);
void plan_withdraw(struct plan *plan, int team);

/* The winner of a reported meeting, `lead` being how many games more `first` has won in all;
 * PLAN_NOBODY, or in a knock-out PLAN_UNDECIDED while two more games are to be played. */
int plan_meeting_winner(const struct plan *plan, const struct plan_meeting *meeting, int lead);

/* Knock-out: the places, teams out in the same round sharing one.  Before the end a team that is
 * still in has the place that is already sure. */
void plan_places(const struct plan *plan, int place[]);

/* The teams 0, 1, … by their places; those that share one keep their order. */
void plan_order(const int place[], int count, int order[]);

/* The board of game 0, 1, … of a meeting; two games running share one, with the seats swapped. */
uint64_t plan_board(const struct plan *plan, const struct plan_meeting *meeting, int game);

/* Deals teams to groups: the strongest are spread over all, then the next …, each time by lot. */
void plan_deal(int count, int groups, uint64_t seed, int group[]);

/* A group from top to bottom. */
struct plan_group {
    int count;
    int team[PLAN_TEAMS_MAX];
};

/* The best `advance` of each group, all winners first, then all seconds …; how many there are. */
int plan_qualify(const struct plan_group groups[], int group_count, int advance, int out[]);

#endif
