#ifndef TOURNAMENT_TOURNAMENT_INTERNAL_H
#define TOURNAMENT_TOURNAMENT_INTERNAL_H

/* What a tournament is made of; only tournament*.c include this. */

#include "tournament/tournament.h"

struct group_state {
    int count;
    int team[PLAN_TEAMS_MAX]; /* numbers of the file, in the order of their entry */
    struct plan plan;
    struct standings standings;
    int width;                         /* meetings of a round, at most */
    struct tournament_result *results; /* `width` for each round */
};

struct stage_state {
    int count; /* 0: it has not begun */
    int entrants;
    int team[PLAN_TEAMS_MAX];
    struct group_state *groups;
};

struct tournament {
    const struct tournament_file *file;
    const struct game_rules *rules;
    bool is_out[PLAN_TEAMS_MAX];
    int stage;
    struct stage_state stages[TOURNAMENT_STAGES_MAX];
    int played;
    struct rating_table ratings;
};

/* The teams of a group from top to bottom, as numbers of the group, and their places. */
void tournament_rank_group(const struct group_state *group, int order[], int place[]);

#endif
