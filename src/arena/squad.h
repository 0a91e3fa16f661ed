#ifndef ARENA_SQUAD_H
#define ARENA_SQUAD_H

/*
 * The teams of a tournament with their players, and the tests that their meetings are.  A test's key follows
 * from the tournament (its file without remarks), its place in it and the terms of the two players: whoever
 * runs the same file with the same bots finds what was played, and a bot that has changed plays again.
 */

#include "arena/chronicle.h"
#include "store/queue.h"

enum { SQUAD_ADMISSION_GAMES = 2 };

struct squad {
    const struct tournament_file *file;
    const struct game_rules *rules;
    enum lang lang;
    char digest[ARENA_DIGEST_SIZE];       /* of the tournament */
    char signature[QUEUE_SIGNATURE_SIZE]; /* of our own search */
    struct arena_player *players;         /* by team, called like it */
    char (*out)[CHRONICLE_WHY_SIZE];      /* why a team cannot play, or "" */
};

/* `version` is that of this program, `roster` may be NULL.  A team whose player cannot be found is out. */
struct squad *squad_create(const struct tournament_file *file, struct store *roster,
                           const char *version, enum lang lang);
/* NULL is fine. */
void squad_destroy(struct squad *squad);

/* Programs are tried before they may take part, unless the file says no. */
bool squad_needs_admission(const struct squad *squad, int team);
void squad_list_out(const struct squad *squad, bool is_out[]);

/* A meeting as it is entered into the queue.  Must not be moved. */
struct fixture {
    struct queue_test test;
    struct terms terms;
};
void fixture_of_meeting(struct fixture *fixture, const struct squad *squad,
                        const struct season_meeting *meeting);
/* Two games against the random player. */
void fixture_of_admission(struct fixture *fixture, const struct squad *squad, int team);
void fixture_finish(struct fixture *fixture);

/* Takes a game of the admission: a failure puts the team out. */
void squad_admit(struct squad *squad, int team, const struct note *note);

/* As terms_resolve, `context` being the squad. */
bool squad_resolve(void *context, const char *name, struct arena_player *player, struct err *why);

#endif
