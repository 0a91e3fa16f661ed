#ifndef ARENA_SEASON_PARTS_H
#define ARENA_SEASON_PARTS_H

/* What a season is made of; only season*.c include this. */

#include "arena/season.h"

struct season_group {
    int count;
    int team[PLAN_TEAMS_MAX]; /* numbers of the file, in the order of their entry */
    struct plan plan;
    struct standings standings;
    int width;                     /* meetings of a round, at most */
    struct season_result *results; /* `width` for each round */
};

struct season_stage {
    int count; /* 0: it has not begun */
    int entrants;
    int team[PLAN_TEAMS_MAX];
    struct season_group *groups;
};

struct season {
    const struct tournament_file *file;
    const struct game_rules *rules;
    bool is_out[PLAN_TEAMS_MAX];
    int stage;
    struct season_stage stages[TOURNAMENT_STAGES_MAX];
    int played;
    struct rating_table ratings;
};

bool season_is_tree(const struct season *season, int stage);

/* The teams of a group from top to bottom, as numbers of the group, and their places. */
void season_rank(const struct season_group *group, int order[], int place[]);

#endif
