#ifndef TESTS_STAGE_H
#define TESTS_STAGE_H

/* A room on a stage, in virtual time: what it said, and whether it kept its promises. */

#include "support.h"

#include "base/rng.h"
#include "server/room.h"

enum { MS = 1000, LOG_SIZE = 1 << 16 };

struct stage {
    struct room room;
    int64_t now_us;
    int64_t lag_us, gaps_us; /* of the next answer only */
    char text[LOG_SIZE];
    struct buf log;
    int ends;
    move_t *moves;
};

void stage_forget(struct stage *stage);
struct stage *stage_at(const struct game_rules *rules, const struct position *start);
struct stage *stage_create(const struct game_rules *rules);
void stage_destroy(struct stage *stage);
void stage_sit(struct stage *stage);
/* Both have sat down and red is asked. */
struct stage *stage_started(const struct game_rules *rules);
void stage_wait_us(struct stage *stage, int64_t us);
/* An action at the time of the stage; false: it was refused. */
bool stage_do(struct stage *stage, struct room_action action);
void stage_answer(struct stage *stage, enum side side, const char *words);
/* The words of some legal move of the side to move. */
void stage_choose(struct stage *stage, struct rng *rng, char words[GAME_WORDS_MAX]);
void stage_play_well(struct stage *stage, struct rng *rng);
void stage_expect_log(struct stage *stage, const char *events);
/* The offender has lost for this cause, the other one has won. */
void stage_expect_lost(const struct stage *stage, enum side offender, enum cause cause);
void stage_expect_void(const struct stage *stage, enum cause cause);

#endif
