/* The rules of play: what a move changes, the side to move, the end.  The rules document and the
 * season's server agree on all of it, so the ruleset makes no difference here; it decides about the
 * boards (setup.c). */

#include "game/game.h"
#include "games/penguins/penguins.h"
#include "games/penguins/slides.h"

#include "games/penguins/field_keys.h"

#include <assert.h>

enum {
    TURN_MAX = 64, /* each move ends on a floe that is gone afterwards */
    /* Four penguins or fewer have at most 64 places or 4 * 21 slides; the odd boards that a text
     * can describe stay below one slide per floe and direction. */
    MOVES_MAX = 6 * PENGUINS_FIELDS,
};

/* A side that is stuck is left out, silently and, as floes never come back, for good.  The game
 * ends when neither side can slide, or when a penguin has to be placed and cannot be. */
static __attribute__((noinline)) void skip(struct position *pos)
{
    struct penguins *ice = penguins_body(pos);
    enum side other = game_other(pos->side);

    if (penguins_all_placed(ice, pos->side))
        ice->choices = (uint16_t)penguins_choices(ice, other);
    pos->side = (uint8_t)(ice->choices > 0 ? other : SIDE_NONE);
}

/* Sides alternate with the turn as long as both can move. */
static inline __attribute__((always_inline)) void settle(struct position *pos)
{
    struct penguins *ice = penguins_body(pos);

    pos->side = pos->turn % 2 ? SIDE_BLUE : SIDE_RED;
    ice->choices = (uint16_t)penguins_choices(ice, pos->side);
    if (ice->choices == 0)
        skip(pos);
}

/* The key knows the board, the fish of both sides, the side to move and the ruleset.  It need
 * not know the turn: as long as no side is stuck its parity is the side to move, later it does
 * not matter. It is a sum, so that each fish that changes hands is one multiplication. */
static uint64_t make_key(const struct position *pos)
{
    const struct penguins *ice = penguins_of(pos);
    uint64_t key = ruleset_key[pos->ruleset] + side_key[pos->side];

    for (int field = 0; field < PENGUINS_FIELDS; field++)
        key += (uint64_t)penguins_fish(ice, field) * fields[field].fish_key;
    for (int side = SIDE_RED; side <= SIDE_BLUE; side++) {
        for (uint64_t left = ice->team[side][0]; left; left &= left - 1)
            key += fields[__builtin_ctzll(left)].key[side].penguin;
        key += ice->fish[side] * caught_key[side];
    }
    return key;
}

void penguins_complete(struct position *pos)
{
    settle(pos);
    pos->key = make_key(pos);
}

/* Only the floe that a penguin goes to changes: where it stood there was none any more, so that
 * field is a hole the moment it leaves. */
static void play(struct position *pos, move_t move)
{
    struct penguins *ice = penguins_body(pos);
    enum side side = pos->side;
    const struct field *from = &fields[penguins_from(move)], *to = &fields[penguins_to(move)];
    uint64_t bit = to->here[0], key = pos->key - side_key[side];
    int fish = 1 + ((ice->plus_one & bit) != 0) + 2 * ((ice->plus_two & bit) != 0);

    assert(side < SIDE_NONE && penguins_has(ice->floes[0], penguins_to(move)));
    assert(penguins_is_slide(move) == penguins_all_placed(ice, side));
    ice->floes &= ~to->here;
    ice->plus_one &= ~bit;
    ice->plus_two &= ~bit;
    ice->fish[side] = (uint16_t)(ice->fish[side] + fish);
    key += to->key[side].penguin + (uint64_t)fish * to->key[side].caught;
    if (penguins_is_slide(move)) {
        assert(ice->team[side][0] & from->here[0]);
        ice->team[side] ^= from->here ^ to->here;
        key -= from->key[side].penguin;
    } else {
        ice->team[side] |= to->here;
    }
    pos->turn++;
    settle(pos);
    pos->key = key + side_key[pos->side];
}

static const char *end_reason(const struct penguins *ice)
{
    bool all_placed = penguins_all_placed(ice, SIDE_RED) && penguins_all_placed(ice, SIDE_BLUE);

    return all_placed ? "fish" : "nomove";
}

static void result(const struct position *pos, struct game_result *result)
{
    const struct penguins *ice = penguins_of(pos);
    int lead = ice->fish[SIDE_RED] - ice->fish[SIDE_BLUE];

    *result = (struct game_result){.winner = SIDE_NONE};
    if (pos->side == SIDE_NONE) {
        result->reason = end_reason(ice);
        result->winner = lead > 0 ? SIDE_RED : lead < 0 ? SIDE_BLUE : SIDE_NONE;
    }
    game_score_win(result);
    for (int side = SIDE_RED; side < SIDE_NONE; side++)
        result->score[side][1] = ice->fish[side];
}

static const struct reason reasons[] = {
#include "games/penguins/reasons.def"
    {0},
};

const struct game_rules penguins_rules = {
    .name = "penguins",
    .title = "Hey, danke für den Fisch! 2023",
    .year = 2023,
    .scores = {{"Siegpunkte", AGGREGATION_SUM}, {"Fische", AGGREGATION_AVERAGE}},
    .score_count = 2,
    .body_size = sizeof(struct penguins),
    .turn_max = TURN_MAX,
    .moves_max = MOVES_MAX,
    .reasons = reasons,
    .setup = penguins_setup,
    .moves = penguins_moves,
    .count = penguins_count,
    .read = penguins_read_move,
    .legal = penguins_legal,
    .play = play,
    .result = result,
    .print = penguins_print_position,
    .parse = penguins_parse_position,
    .print_move = penguins_print_move,
};
