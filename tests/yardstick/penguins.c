/* The evaluation of the player `klassik`: never to be changed. */

#include "yardstick/classic.h"

#include "games/penguins/penguins.h"
#include "games/penguins/slides.h"

enum {
    FISH = 100,     /* a fish in the bag */
    TERRITORY = 60, /* a fish on a floe that one side reaches first */
    SHARED = 20,    /* a fish that both reach at the same time, for the side to move */
    FREEDOM = 16,   /* a slide that a side could make */
};

/* Where both arrive with the same number of slides the side to move is there first, but it cannot
 * be everywhere. */
static int territory(const struct penguins *ice, enum side me)
{
    uint64_t my_front = ice->team[me][0], their_front = ice->team[game_other(me)][0];
    uint64_t mine = 0, theirs = 0, open = ice->floes[0]; /* floes only */
    int value = 0;

    while (my_front | their_front) {
        my_front = slides_reach(my_front, open | mine) & open;
        their_front = slides_reach(their_front, open | theirs) & open;
        value += TERRITORY * (penguins_fish_on(ice, my_front) - penguins_fish_on(ice, their_front));
        value += SHARED * penguins_fish_on(ice, my_front & their_front);
        open &= ~(my_front | their_front);
        mine |= my_front;
        theirs |= their_front;
    }
    return value;
}

static int freedom(const struct penguins *ice, enum side side)
{
    return FREEDOM * slides_count(ice->team[side], ice->floes);
}

/* While penguins are placed, the side to move has one less on the ice.  It will catch up, so what
 * the others reach counts only in proportion. */
static int proportional(const struct penguins *ice, enum side me, int value)
{
    int mine = __builtin_popcountll(ice->team[me][0]);
    int theirs = __builtin_popcountll(ice->team[game_other(me)][0]);

    return mine < theirs ? value * mine / theirs : value;
}

static int score(const struct position *pos, void *cache)
{
    (void)cache;
    const struct penguins *ice = penguins_of(pos);
    enum side me = pos->side, you = game_other(me);
    int outlook = territory(ice, me) + freedom(ice, me) - freedom(ice, you);
    int value = FISH * (ice->fish[me] - ice->fish[you]) + proportional(ice, me, outlook);

    return value > EVAL_MAX ? EVAL_MAX : value < -EVAL_MAX ? -EVAL_MAX : value;
}

/* A full floe is a good start; among equals the search has to find out. */
static int promise(const struct position *pos, move_t move)
{
    return penguins_fish(penguins_of(pos), penguins_to(move));
}

static void promises(const struct position *pos, void *cache, const move_t moves[], int n,
                     int out[])
{
    (void)cache;
    for (int i = 0; i < n; i++)
        out[i] = promise(pos, moves[i]);
}

const struct game_eval penguins_classic = {.score = score, .order_values = promises, .scale = 800};
