/* How a game of season 2026 ends.  The moment is the same in both rulesets, the winner is not. */

#include "games/piranhas/piranhas_2026.h"

/* 0 without fish. */
static int heaviest_swarm(const struct piranhas26 *game, enum side side)
{
    struct shoal rest = game->board.fish[side];
    int heaviest = 0;

    while (!shoal_is_empty(rest)) {
        struct shoal swarm = shoal_swarm(shoal_first(rest), rest);
        int weight = shoal_weight(swarm, &game->weights);
        rest = shoal_without(rest, swarm);
        if (weight > heaviest)
            heaviest = weight;
    }
    return heaviest;
}

/* The official server gave -1 to a colour without fish. */
int piranhas26_swarm_weight(const struct position *pos, enum side side)
{
    int weight = heaviest_swarm(piranhas26_of(pos), side);

    return weight == 0 && pos->ruleset == RULES_SERVER ? -1 : weight;
}

static enum side heavier_side(const struct position *pos)
{
    int lead = piranhas26_swarm_weight(pos, SIDE_RED) - piranhas26_swarm_weight(pos, SIDE_BLUE);

    return lead > 0 ? SIDE_RED : lead < 0 ? SIDE_BLUE : SIDE_NONE;
}

/* The heavier swarm wins, even if the lighter one is complete; then the first union. */
static struct piranhas_ending weigh(const struct position *pos, const char *reason)
{
    enum side winner = heavier_side(pos), first = (enum side)piranhas26_of(pos)->first_union;

    if (winner == SIDE_NONE && first != SIDE_NONE)
        return (struct piranhas_ending){"first_union", first};
    return (struct piranhas_ending){reason, winner};
}

/* After 30 rounds no side has to move any more, so none is blocked. */
static struct piranhas_ending book_ending(const struct position *pos)
{
    enum side side = piranhas_side_of_turn(pos->turn);
    bool is_round_over = side == SIDE_RED;

    if (is_round_over && piranhas26_is_any_complete(piranhas26_of(pos)))
        return weigh(pos, "swarm");
    if (pos->turn >= PIRANHAS_TURN_MAX)
        return weigh(pos, "roundlimit");
    if (piranhas_of(pos)->moves[side] == 0)
        return (struct piranhas_ending){"blocked", game_other(side)};
    return (struct piranhas_ending){0};
}

/* A complete colour is weighed whatever has ended the game, also on an odd turn; at the limit the
 * first union does not count. */
static struct piranhas_ending server_ending(const struct position *pos)
{
    enum side side = piranhas_side_of_turn(pos->turn);
    bool is_blocked = piranhas_of(pos)->moves[side] == 0;

    if ((side == SIDE_RED || is_blocked) && piranhas26_is_any_complete(piranhas26_of(pos)))
        return weigh(pos, "swarm");
    if (is_blocked)
        return (struct piranhas_ending){"blocked", game_other(side)};
    if (pos->turn >= PIRANHAS_TURN_MAX)
        return (struct piranhas_ending){"roundlimit", heavier_side(pos)};
    return (struct piranhas_ending){0};
}

struct piranhas_ending piranhas26_ending(const struct position *pos)
{
    return pos->ruleset == RULES_SERVER ? server_ending(pos) : book_ending(pos);
}
