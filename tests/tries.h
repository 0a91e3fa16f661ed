#ifndef TESTS_TRIES_H
#define TESTS_TRIES_H

/* How often a property is tried on random games and positions. */

#include <stdlib.h>

/* `few` in ./check; ten times as often in tools/weekly.sh. */
static inline int tries(int few) { return getenv("KIELWASSER_WEEKLY") ? 10 * few : few; }

#endif
