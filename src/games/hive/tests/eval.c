/*
 * Features by their definition, on random games: the next move is tried instead of foreseen, pieces
 * are asked one by one for where they can go, and the score is the product with the weights.
 */

#include "games/hive/features.h"

#include "base/rng.h"
#include "games/hive/weights.h"
#include "search/eval.h"

#include <stdio.h>

enum { GAMES = 600 };

static int wrong;

static void expect(const struct position *pos, const char *what, int is, int should)
{
    if (is == should)
        return;
    char text[GAME_TEXT_MAX];
    struct buf out;

    buf_init(&out, text, sizeof text);
    hive_print_position(pos, &out);
    printf("%s: %d instead of %d in %s\n", what, is, should, text);
    wrong++;
}

/* Does a move of the side to move surround the other queen, and only her? */
static bool wins_now(const struct position *pos)
{
    enum side own = (enum side)pos->side, other = game_other(own);
    move_t moves[HIVE_MOVES_MAX];
    int n = hive_moves(pos, moves);

    for (int i = 0; i < n; i++) {
        struct position next = *pos;
        hive_play(&next, moves[i]);
        if (next.side == SIDE_NONE && hive_queen_free_fields(hive_of(&next), other) == 0 &&
            hive_queen_free_fields(hive_of(&next), own) != 0)
            return true;
    }
    return false;
}

/* Pieces of a kind that the side to move could move if it were not for the turn. */
static int plain_loose(const struct position *pos, enum side side, enum kind kind)
{
    const struct hive *hive = hive_of(pos);
    cells_t pieces = hive->owner[side] & hive->kind[kind];
    int n = 0;

    while (pieces) {
        int cell = cells_take(&pieces);
        cells_t others = hive_occupied(hive) & ~(cell_bit(cell) & ~hive->stacked);
        n += hive_is_connected(others) && hive_targets(hive, cell) != 0;
    }
    return n;
}

/* Grasshoppers that can jump beside the other queen, from elsewhere. */
static int plain_jumpers(const struct position *pos, enum side side)
{
    const struct hive *hive = hive_of(pos);
    int queen = hive->queen[game_other(side)], n = 0;

    if (queen == CELL_NONE || hive->queen[side] == CELL_NONE)
        return 0;
    for (cells_t rest = hive->owner[side] & hive->kind[KIND_GRASSHOPPER]; rest;) {
        int cell = cells_take(&rest);
        bool is_beside = cells_window(cell_bit(cell), queen) != 0;
        n += !cells_have(hive_pinned(hive), cell) && !is_beside &&
             cells_window(hive_targets(hive, cell), queen) != 0;
    }
    return n;
}

static void check_score(const struct position *pos)
{
    int16_t features[HIVE_FEATURES];
    int knot = pos->turn / PHASE_TURNS, part = pos->turn % PHASE_TURNS, sum = 0;

    hive_features(pos, features);
    for (int i = 0; i < HIVE_FEATURES; i++)
        sum += features[i] *
               (hive_weights[knot][i] * (PHASE_TURNS - part) + hive_weights[knot + 1][i] * part);
    expect(pos, "score", eval_of(&hive_rules)->score(pos, NULL),
           sum * hive_draw_scale(hive_of(pos)) / (PHASE_TURNS * STAKE_FULL));
}

static void check(const struct position *pos)
{
    enum side own = (enum side)pos->side, other = game_other(own);
    int16_t is[HIVE_FEATURES];

    hive_features(pos, is);
    /* A side whose queen is shut in too may free her by a move that wins; the feature sees a
     * draw. */
    if (is[FEATURE_STRIKE])
        expect(pos, "strike", wins_now(pos), true);
    else if (hive_queen_free_fields(hive_of(pos), own) > 1)
        expect(pos, "no strike", wins_now(pos), false);
    expect(pos, "loose ants", is[FEATURE_LOOSE_S + 3],
           plain_loose(pos, own, KIND_ANT) - plain_loose(pos, other, KIND_ANT));
    expect(pos, "mobile queens", is[FEATURE_QUEEN_MOBILE],
           plain_loose(pos, own, KIND_QUEEN) - plain_loose(pos, other, KIND_QUEEN));
    expect(pos, "jumpers", is[FEATURE_HOPPER_AIMS],
           plain_jumpers(pos, own) - plain_jumpers(pos, other));
    check_score(pos);
}

static void play_game(int seed)
{
    struct rng rng = rng_make((uint64_t)seed);
    struct game_options options = {.ruleset = seed % 2 ? RULES_BOOK : RULES_SERVER};
    struct position pos;
    move_t moves[HIVE_MOVES_MAX];
    struct err why;

    hive_rules.setup(&pos, (uint64_t)seed, &options, &why);
    while (pos.side != SIDE_NONE) {
        int n = hive_moves(&pos, moves);
        check(&pos);
        hive_play(&pos, moves[rng_below(&rng, n)]);
    }
}

int main(void)
{
    for (int i = 1; i <= GAMES && wrong < 10; i++)
        play_game(i);
    return wrong > 0;
}
