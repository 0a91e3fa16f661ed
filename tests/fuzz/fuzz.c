#include "fuzz.h"

#include "base/rng.h"

#include <stdlib.h>

static move_t moves[GAME_MOVES_MAX];

void fuzz_require(bool holds)
{
    if (!holds)
        abort();
}

const struct game_rules *fuzz_game(const uint8_t **data, size_t *size)
{
    int games = 0;

    while (game_at(games))
        games++;
    if (*size < 1)
        return NULL;
    const struct game_rules *rules = game_at(**data % games);
    ++*data;
    --*size;
    return rules;
}

void fuzz_walk(const struct game_rules *rules, struct position *pos, int plies)
{
    struct rng rng = rng_make((uint64_t)plies);

    for (int i = 0; i < plies && pos->side != SIDE_NONE; i++) {
        int n = rules->moves(pos, moves);
        if (n == 0)
            return;
        rules->play(pos, moves[rng_below(&rng, n)]);
    }
}

void fuzz_play(const struct game_rules *rules, const struct position *pos)
{
    struct position next;
    struct game_result result = {0};

    rules->result(pos, &result);
    if (!game_knows_moves(rules, pos, NULL))
        return;
    int n = rules->moves(pos, moves);
    fuzz_require(n >= 0 && n <= rules->moves_max && n == rules->count(pos));
    for (int i = 0; i < n; i += 1 + n / 16) {
        fuzz_require(rules->legal(pos, moves[i]));
        game_copy(rules, &next, pos);
        rules->play(&next, moves[i]);
    }
}
