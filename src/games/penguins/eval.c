/*
 * Who will catch how many fish?  Counted are those in the bag and, with less weight, the territory:
 * every floe belongs to the side that needs fewer slides to get there.
 */

#include "search/eval.h"

#include "games/penguins/penguins.h"
#include "games/penguins/slides.h"

enum {
    FISH = 100,     /* a fish in the bag */
    TERRITORY = 60, /* a fish on a floe that one side reaches first */
    SHARED = 20,    /* a fish that both reach at the same time, for the side to move */
    FREEDOM = 16,   /* a slide that a side could make */
};

/* Swaps neighbouring groups of `width` bits; `low` are the lower ones of each pair. */
static uint64_t swapped(uint64_t board, int width, uint64_t low)
{
    return (board >> width & low) | (board & low) << width;
}

/* A board turned by 180 degrees: all 64 bits in reverse. */
static uint64_t turned(uint64_t board)
{
    board = swapped(board, 1, UINT64_C(0x5555555555555555));
    board = swapped(board, 2, UINT64_C(0x3333333333333333));
    board = swapped(board, 4, UINT64_C(0x0f0f0f0f0f0f0f0f));
    return __builtin_bswap64(board);
}

static twin_t twin(uint64_t board) { return (twin_t){board, turned(board)}; }

/* What one slide from any field of `front` reaches.  The front itself may be on floes: it blocks
 * the way, but whatever lies behind one of its fields is reached from that field. */
static uint64_t reach(uint64_t front, uint64_t floes)
{
    twin_t to = slides_all(twin(front), twin(floes & ~front));

    return to[0] | turned(to[1]);
}

static int fish_on(const struct penguins *ice, uint64_t floes)
{
    return __builtin_popcountll(floes & ice->floes[0]) +
           __builtin_popcountll(floes & ice->plus_one) +
           2 * __builtin_popcountll(floes & ice->plus_two);
}

/* Where both arrive with the same number of slides the side to move is there first, but it cannot
 * be everywhere. */
static int territory(const struct penguins *ice, enum side me)
{
    uint64_t my_front = ice->team[me][0], their_front = ice->team[game_other(me)][0];
    uint64_t mine = 0, theirs = 0, open = ice->floes[0]; /* floes only */
    int value = 0;

    while (my_front | their_front) {
        my_front = reach(my_front, open | mine) & open;
        their_front = reach(their_front, open | theirs) & open;
        value += TERRITORY * (fish_on(ice, my_front) - fish_on(ice, their_front));
        value += SHARED * fish_on(ice, my_front & their_front);
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

static int score(const struct position *pos)
{
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

const struct game_eval penguins_eval = {.score = score, .promise = promise, .scale = 800};
