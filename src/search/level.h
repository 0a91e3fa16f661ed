#ifndef SEARCH_LEVEL_H
#define SEARCH_LEVEL_H

/* The built-in players, from the weakest to the strongest. */

#include "base/slice.h"

struct level {
    const char *name;
    bool is_random; /* any legal move */
    bool is_easy;   /* choices and tolerance as the game says (struct easy_play), if it does */
    int depth;      /* looks at most so far ahead; 0: as far as it can */
    int choices;    /* picks by chance among so many best moves … */
    int tolerance; /* … that are at most this part of 16 of the game's scale worse than the best */
};

/* The player with this name, or NULL. */
const struct level *level_find(struct slice name);

/* All players, in order: index 0, 1, …; NULL after the last, which is the strongest. */
const struct level *level_at(int index);
const struct level *level_strongest(void);

#endif
