#ifndef MATCH_CORES_H
#define MATCH_CORES_H

/*
 * Which cores of this machine games are played on.  The two programs of a game move in turn, so
 * they share a core, and games on different cores do not disturb each other.  Other Kielwasser
 * processes on this machine do the same, so a core is claimed before it is used.
 */

#include <stdbool.h>

/* How many cores this process may use. */
int cores_allowed(void);

/* Claims `wanted` cores that no other process has claimed; they are ours until the process ends.
 * False: there are not so many, and none is claimed. */
bool cores_claim(int cores[], int wanted);

/* The calling thread stays on this core, … */
void cores_stay_on(int core);
/* … or may run anywhere again. */
void cores_roam(void);

#endif
