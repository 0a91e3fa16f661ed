#ifndef TOURNAMENT_TOURNAMENT_FILE_H
#define TOURNAMENT_TOURNAMENT_FILE_H

/*
 * A tournament as a small text file: sections in brackets, lines "key = value", and comments that
 * begin with # or ;.  One section [tournament], then the stages in their order, each a section
 * [stage], and for every team a section [team], the strongest first.  tournament_file_example()
 * explains all keys.
 *
 * Reading allocates nothing.  Every fault is named with its line.
 */

#include "base/buf.h"
#include "base/language.h"
#include "base/slice.h"
#include "tournament/plan.h"

enum {
    TOURNAMENT_STAGES_MAX = 8,
    TOURNAMENT_NAME_SIZE = 64,
    TOURNAMENT_BOT_SIZE = 512,
    TOURNAMENT_TEXT_MAX = 1 << 18, /* any tournament as text */
    TOURNAMENT_FINALISTS = 8,
};

enum tournament_kind {
    TOURNAMENT_LEAGUE,
    TOURNAMENT_CHAMPIONS_LEAGUE, /* a league of one group */
    TOURNAMENT_SWISS,
    TOURNAMENT_FINAL_EIGHT, /* at most eight teams */
    TOURNAMENT_KINDS,
};

struct tournament_stage {
    char name[TOURNAMENT_NAME_SIZE];
    int kind;        /* enum tournament_kind */
    int groups;      /* league */
    int legs;        /* league: 2 is there and back */
    int games;       /* of a meeting; 0: 2, and 6 in the Final Eight */
    int rounds;      /* Swiss */
    int games_max;   /* Final Eight: the cap */
    int third_place; /* Final Eight: 1 if it is played out */
    int advance;     /* so many of each group go on to the next stage; 0: all */
    int line;        /* in the file, for faults; not part of the text */
};

struct tournament_team {
    char name[TOURNAMENT_NAME_SIZE];
    char bot[TOURNAMENT_BOT_SIZE]; /* a player as in `kielwasser match` */
};

/* Large: not for the stack.  No pointers; unused bytes are zero. */
struct tournament_file {
    char name[TOURNAMENT_NAME_SIZE];
    char game[TOURNAMENT_NAME_SIZE]; /* the name of a game that exists */
    int64_t seed;
    int time_ms;   /* for a move */
    int admission; /* 1: two games against the random player before a team may enter */
    int stage_count;
    struct tournament_stage stage[TOURNAMENT_STAGES_MAX];
    int team_count;
    struct tournament_team team[PLAN_TEAMS_MAX];
};

/* The file is whole and possible afterwards: the game exists, names differ, every stage has enough
 * teams. */
bool tournament_file_parse(struct slice text, struct tournament_file *file, struct err *why);
/* What differs from the defaults; reading it gives the same tournament, but for the
 * line numbers. */
void tournament_file_print(const struct tournament_file *file, struct buf *out);
/* A complete tournament with all keys explained. */
void tournament_file_example(enum lang lang, struct buf *out);

const char *tournament_kind_name(enum tournament_kind kind);
/* How many teams enter this stage, if all stages before are played. */
int tournament_entrants(const struct tournament_file *file, int stage);
/* The plan of one group of a stage with so many teams. */
struct plan_setup tournament_file_plan_setup(const struct tournament_file *file, int stage,
                                             int group, int count);

#endif
