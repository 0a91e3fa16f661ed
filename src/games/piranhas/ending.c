/* How a game ends.  After a blue move a round is over, and only then swarms and the limit count. */

#include "games/piranhas/piranhas.h"

/* A side without fish counts as united here, as it did on the official server; by the book such a
 * side has lost before. */
static struct piranhas_ending swarm_ending(const struct position *pos)
{
    const struct piranhas *game = piranhas_of(pos);
    const struct shoal *red = &game->fish[SIDE_RED], *blue = &game->fish[SIDE_BLUE];
    bool is_red_united = piranhas_is_united(red), is_blue_united = piranhas_is_united(blue);

    if (!is_red_united && !is_blue_united)
        return (struct piranhas_ending){0};
    if (!is_blue_united)
        return (struct piranhas_ending){"swarm", SIDE_RED};
    if (!is_red_united)
        return (struct piranhas_ending){"swarm", SIDE_BLUE};

    int lead = shoal_size(red) - shoal_size(blue);
    if (lead != 0)
        return (struct piranhas_ending){"swarm", lead > 0 ? SIDE_RED : SIDE_BLUE};
    /* The official server found no winner here and let the game go on. */
    if (pos->ruleset == RULES_SERVER)
        return (struct piranhas_ending){0};
    return (struct piranhas_ending){"swarm", SIDE_NONE};
}

/* Without fish a side has lost: at once if it is its turn, otherwise at the end of the round.  A
 * board without any fish can only be set up by hand; it has no winner. */
static struct piranhas_ending fishless_ending(const struct position *pos)
{
    const struct piranhas *game = piranhas_of(pos);
    bool has_red = shoal_size(&game->fish[SIDE_RED]) > 0;
    bool has_blue = shoal_size(&game->fish[SIDE_BLUE]) > 0;

    if (!has_red && !has_blue)
        return (struct piranhas_ending){"nofish", SIDE_NONE};
    if (!has_blue)
        return (struct piranhas_ending){"nofish", SIDE_RED};
    if (!has_red && piranhas_side_of_turn(pos->turn) == SIDE_RED)
        return (struct piranhas_ending){"nofish", SIDE_BLUE};
    return (struct piranhas_ending){0};
}

static struct piranhas_ending limit_ending(const struct piranhas *game)
{
    int lead = piranhas_swarms(&game->fish[SIDE_RED]).largest -
               piranhas_swarms(&game->fish[SIDE_BLUE]).largest;
    enum side winner = lead > 0 ? SIDE_RED : lead < 0 ? SIDE_BLUE : SIDE_NONE;

    return (struct piranhas_ending){"roundlimit", winner};
}

struct piranhas_ending piranhas_ending(const struct position *pos)
{
    const struct piranhas *game = piranhas_of(pos);
    enum side side = piranhas_side_of_turn(pos->turn);
    bool is_round_over = side == SIDE_RED;
    struct piranhas_ending ending = {0};

    if (pos->ruleset == RULES_BOOK)
        ending = fishless_ending(pos);
    if (!ending.reason && is_round_over)
        ending = swarm_ending(pos);
    if (!ending.reason && pos->turn >= PIRANHAS_TURN_MAX)
        ending = limit_ending(game);
    if (!ending.reason && game->moves[side] == 0)
        ending = (struct piranhas_ending){"nomove", game_other(side)};
    return ending;
}

/* Sees quickly that most games go on. */
bool piranhas_is_over(const struct position *pos)
{
    const struct piranhas *game = piranhas_of(pos);
    enum side side = piranhas_side_of_turn(pos->turn);
    bool is_round_over = side == SIDE_RED;

    if (game->moves[side] == 0)
        return true;
    if (!is_round_over)
        return false;
    if (pos->turn < PIRANHAS_TURN_MAX && piranhas_is_surely_split(&game->fish[SIDE_RED]) &&
        piranhas_is_surely_split(&game->fish[SIDE_BLUE]))
        return false;
    return piranhas_ending(pos).reason;
}
