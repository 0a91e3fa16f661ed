#ifndef TOURNAMENT_TEAMS_H
#define TOURNAMENT_TEAMS_H

/*
 * The teams of a tournament with their players, and the tests that their meetings are.  A test's
 * key follows from the tournament (its file without remarks), its place in it and the match of the
 * two players: a run that runs the same file with the same bots finds what was played, and a bot
 * that has changed plays again.
 */

#include "store/queue.h"
#include "tournament/report.h"

enum { TEAMS_ADMISSION_GAMES = 2 };

struct teams {
    const struct tournament_file *file;
    const struct game_rules *rules;
    enum lang lang;
    char digest[MATCH_DIGEST_SIZE];       /* of the tournament */
    char signature[QUEUE_SIGNATURE_SIZE]; /* of our own search */
    struct match_player *players;         /* by team, called like it */
    char (*out)[REPORT_WHY_SIZE];         /* why a team cannot play, or "" */
};

/* `version` is that of this program, `registered` may be NULL.  A team whose player cannot be
 * found is out. */
struct teams *teams_create(const struct tournament_file *file, struct store *registered,
                           const char *version, enum lang lang);
/* NULL is fine. */
void teams_destroy(struct teams *teams);

/* Programs are tried before they may take part, unless the file says no. */
bool teams_needs_admission(const struct teams *teams, int team);
/* The tournament, in which teams that are out lose whatever they should play. */
struct tournament *teams_tournament(const struct teams *teams);

/* A meeting as it is entered into the queue.  Must not be moved. */
struct fixture {
    struct queue_test test;
    struct match match;
};
void fixture_of_meeting(struct fixture *fixture, const struct teams *teams,
                        const struct tournament_meeting *meeting);
/* Two games against the random player. */
void fixture_of_admission(struct fixture *fixture, const struct teams *teams, int team);
void fixture_finish(struct fixture *fixture);

/* Takes a game of the admission: a failure puts the team out. */
void teams_add_admission_result(struct teams *teams, int team, const struct result *result);

#endif
