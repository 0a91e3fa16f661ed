#ifndef TOURNAMENT_PLAN_INTERNAL_H
#define TOURNAMENT_PLAN_INTERNAL_H

/* The kinds of plans behind plan.h; private to plan*.c. */

#include "tournament/plan.h"

/* Decides the fate of a meeting by the teams that have withdrawn. */
void plan_set_meeting_fate(const struct plan *plan, struct plan_meeting *meeting);
void plan_shuffle(int16_t list[], int count, uint64_t seed);

void plan_swiss_init(struct plan *plan);
int plan_swiss_next(const struct plan *plan, struct plan_meeting out[]);
void plan_swiss_add_result(struct plan *plan, const struct plan_meeting *meeting,
                           const struct plan_score *score);

void plan_knockout_init(struct plan *plan);
int plan_knockout_meeting_winner(const struct plan *plan, const struct plan_meeting *meeting);
int plan_knockout_rounds(const struct plan *plan);
int plan_knockout_next(const struct plan *plan, struct plan_meeting out[]);
void plan_knockout_add_result(struct plan *plan, const struct plan_meeting *meeting,
                              const struct plan_score *score);

#endif
