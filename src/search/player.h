#ifndef SEARCH_PLAYER_H
#define SEARCH_PLAYER_H

/* The built-in players, from the weakest to the strongest, and the yardstick. */

#include "base/slice.h"

struct player {
    const char *name;
    bool is_random;  /* any legal move */
    bool is_classic; /* thinks as our first release did, whatever has changed since (classic.h) */
    bool is_easy;    /* choices and tolerance as the game says (struct easy_play), if it does */
    int depth;       /* looks at most so far ahead; 0: as far as it can */
    int choices;     /* picks by chance among so many best moves … */
    int tolerance; /* … that are at most this part of 16 of the game's scale worse than the best */
};

/* The player with this name, or NULL.  `klassik`, the strongest player of our first release, is known
 * by its name only: something to measure with, not something to offer. */
const struct player *player_find(struct slice name);

/* The players to offer, in order: index 0, 1, …; NULL after the last, which is the strongest. */
const struct player *player_at(int index);
const struct player *player_strongest(void);

#endif
