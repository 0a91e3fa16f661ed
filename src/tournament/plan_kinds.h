#ifndef TOURNAMENT_PLAN_KINDS_H
#define TOURNAMENT_PLAN_KINDS_H

/* The kinds of plans behind plan.h; nobody else includes this. */

#include "tournament/plan.h"

/* Who is out decides what becomes of a meeting of two teams. */
void plan_set_fate(const struct plan *plan, struct plan_meeting *meeting);
void plan_shuffle(int16_t list[], int count, uint64_t seed);

void plan_swiss_init(struct plan *plan);
int plan_swiss_next(const struct plan *plan, struct plan_meeting out[]);
void plan_swiss_report(struct plan *plan, const struct plan_meeting *meeting,
                       const struct plan_score *score);

void plan_knockout_init(struct plan *plan);
int plan_knockout_winner(const struct plan *plan, const struct plan_meeting *meeting);
int plan_knockout_rounds(const struct plan *plan);
int plan_knockout_next(const struct plan *plan, struct plan_meeting out[]);
void plan_knockout_report(struct plan *plan, const struct plan_meeting *meeting,
                          const struct plan_score *score);

#endif
